//! Choices in notation: what a computer player of some level does, and what it makes of a position.

use cydonia_rules::{AnyGame, Game, Phase};

use crate::search::Greedy;
use crate::{Budget, Engine, Level, Stop, Values, Verdict};

/// What a computer player does.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The action, in notation.
    pub action: String,
    /// What it makes of the position, by seat.
    pub values: Values,
}

/// An action and what it leads to, in notation.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// The action.
    pub action: String,
    /// What the position after it is worth, by seat.
    pub values: Values,
    /// How it might go on from there, up to the next roll.
    pub line: Vec<String>,
}

/// What is made of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// What it is worth, by seat.
    pub values: Values,
    /// Actions, the best first.
    pub best: Vec<Scored>,
}

/// What a computer player of that level does here; none if no seat is to act. The same for the same seed, unless it was stopped.
pub fn choose(game: &AnyGame, level: Level, seed: u64, stop: &dyn Stop) -> Option<Choice> {
    let analysis = analyse(game, nodes_of(level), seed, stop)?;
    let best = analysis.best.into_iter().next()?;
    Some(Choice { action: best.action, values: best.values })
}

/// What the strongest player makes of a position, in so many nodes; none if no seat is to act.
pub fn analyse(game: &AnyGame, nodes: u64, seed: u64, stop: &dyn Stop) -> Option<Analysis> {
    let Phase::Act { .. } = game.phase() else { return None };
    let mut budget = Budget::new(nodes, stop);
    let mut chance = fastrand::Rng::with_seed(seed);
    let best = match game {
        AnyGame::MartianChess(game) => thought(game, &mut budget, &mut chance),
        AnyGame::MartianGo(game) => thought(game, &mut budget, &mut chance),
        AnyGame::BranchesTwigsThorns(game) => thought(game, &mut budget, &mut chance),
        AnyGame::MartianMudWrestling(game) => thought(game, &mut budget, &mut chance),
        AnyGame::MartianFrisby(game) => thought(game, &mut budget, &mut chance),
        AnyGame::MartianBackgammon(game) => thought(game, &mut budget, &mut chance),
    };
    let values = best.first()?.values.clone();
    Some(Analysis { values, best })
}

fn thought<G: Game>(game: &G, budget: &mut Budget<'_>, chance: &mut fastrand::Rng) -> Vec<Scored> {
    let verdict: Verdict<G::Action> = Greedy.think(game, budget, chance);
    let scored = verdict.into_iter().map(|candidate| {
        let mut after = game.clone();
        let action = after.notation(candidate.action);
        after.apply(candidate.action);
        let line = candidate.line.into_iter().map(|next| {
            let text = after.notation(next);
            after.apply(next);
            text
        });
        Scored { action, values: candidate.values, line: line.collect() }
    });
    scored.collect()
}

/// Positions that a player of that level looks at.
fn nodes_of(level: Level) -> u64 {
    64 << (2 * u32::from(level.number()))
}
