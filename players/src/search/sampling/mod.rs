//! Monte Carlo tree search with max^n: plays on from a position many times, and leans to where each seat fares best.
//!
//! Results are kept by seat and each seat goes after its own (max^n), so any number may play; what is certain is proven up the
//! tree; rolls are chance nodes; actions that did well elsewhere are tried first (progressive history). From a leaf a short
//! playout goes on in which each action is the best of a few drawn by chance.

mod guide;
mod history;
mod playout;
mod proof;
mod search;
#[cfg(test)]
mod tests;
mod tree;

use cydonia_rules::Game;

pub use guide::{ByScore, Guide};
pub(crate) use guide::{shared_out, softmax};
pub use proof::Shares;

use self::search::Search;
use crate::{Budget, Engine, Verdict};

/// What tunes the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// How much an action that was tried seldom is leaned to.
    pub exploration: f32,
    /// How much the first guess follows the gains: a gain of so much more makes an action 2.7 times as likely.
    pub guess_unit: f32,
    /// What an action that was never tried is thought worse than the position so far.
    pub reserve: f32,
    /// How much an action is leaned to that went well elsewhere.
    pub history: f32,
    /// Actions of a playout, at most; rolls not counted.
    pub playout_actions: u32,
    /// Actions that are drawn for each one that is played.
    pub tries: u32,
    /// Nodes that the tree may have: 36 bytes each.
    pub most_nodes: usize,
}

impl Parameters {
    /// For a game of which nothing is known.
    pub const PLAIN: Self = Self {
        exploration: 1.0,
        guess_unit: 2.0,
        reserve: 0.1,
        history: 0.5,
        playout_actions: 20,
        tries: 3,
        most_nodes: 1 << 20,
    };
}

/// The search, for one game by its guide.
#[derive(Clone, Copy, Debug)]
pub struct Sampling<K> {
    guide: K,
    parameters: Parameters,
    is_varied: bool,
}

impl<K> Sampling<K> {
    /// A search that is told so much of the game.
    #[must_use]
    pub fn new(guide: K, parameters: Parameters) -> Self {
        Self { guide, parameters, is_varied: false }
    }

    /// The same whose first guesses chance varies a little. Leaves that are judged leave nothing to chance otherwise, and whoever has
    /// won a game by some line could win every other by it.
    #[must_use]
    pub fn varied(self) -> Self {
        Self { is_varied: true, ..self }
    }
}

impl Default for Sampling<ByScore> {
    fn default() -> Self {
        Self::new(ByScore, Parameters::PLAIN)
    }
}

/// A leaf and the way to it take at least as long as so many nodes of the quickest search.
const WORK: u32 = 16;

/// Playouts after which there is nothing more to be thought about, if there is no choice.
const WITHOUT_CHOICE: u64 = 64;

impl<G: Game, K: Guide<G>> Engine<G> for Sampling<K> {
    /// One node of the budget is one playout.
    fn think(&mut self, game: &G, budget: &mut Budget<'_>, chance: &mut fastrand::Rng) -> Verdict<G::Action> {
        let Some(mut search) = Search::new(game, &self.guide, self.parameters, self.is_varied, chance) else {
            return Vec::new();
        };
        let mut done = 0;
        let most = if search.has_no_choice() { WITHOUT_CHOICE } else { u64::MAX };
        // Each action of a playout takes as long as a node elsewhere.
        let work = u64::from(self.parameters.playout_actions.max(WORK));
        while done < most && !search.is_settled() && budget.look(work) && budget.take() {
            search.sample();
            done += 1;
        }
        search.verdict()
    }
}
