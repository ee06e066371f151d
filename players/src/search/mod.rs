//! Searches: ways of thinking that any game can be given to.

pub mod alpha_beta;
pub mod expectimax;
mod greedy;
mod transposition;

pub use alpha_beta::AlphaBeta;
pub use expectimax::Expectimax;
pub use greedy::Greedy;
