//! The rules from outside: one suite for every game, counts, golden games, and each game's own corners.

mod conformance;
mod golden;
mod martian_chess;
mod perft;
mod purity;
mod reasons;
mod setups;
mod wedge;
