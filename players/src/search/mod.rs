//! Searches: ways of thinking that any game can be given to.

pub mod alpha_beta;
pub mod expectimax;
pub mod sampling;
mod transposition;

pub use alpha_beta::AlphaBeta;
pub use expectimax::Expectimax;
