//! Searches for two seats, at their boundary: what they find, that they find it again, and when they stop.

mod minimax;
mod play;
mod positions;
mod stopping;
mod tactics;
mod transposition;
