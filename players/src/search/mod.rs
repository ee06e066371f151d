//! Searches: ways of thinking that any game can be given to.

mod greedy;

pub use greedy::Greedy;
