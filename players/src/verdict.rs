//! Verdict: what a search has found out about a position.

use cydonia_rules::Game;

use crate::{Budget, Values};

/// An action and what it leads to.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate<A> {
    /// The action.
    pub action: A,
    /// What the position after it is worth to each seat, as far as was seen.
    pub values: Values,
    /// How it might go on from there, as far as was seen. No roll stands in it: it ends at the first one.
    pub line: Vec<A>,
}

/// What a search has found out: every legal action that it has an opinion of, the best for the seat to act first. Never empty.
pub type Verdict<A> = Vec<Candidate<A>>;

/// A way of thinking about positions of a game. It may keep what it learns from one position for the next.
pub trait Engine<G: Game> {
    /// Thinks about a position in [`Phase::Act`](cydonia_rules::Phase::Act). Whatever the budget, one node or none, it has a verdict.
    fn think(&mut self, game: &G, budget: &mut Budget<'_>, chance: &mut fastrand::Rng) -> Verdict<G::Action>;
}
