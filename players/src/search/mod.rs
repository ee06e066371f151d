//! Searches: ways of thinking that any game can be given to.

pub mod sampling;
