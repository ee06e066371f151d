//! Candidates: whether a position is a puzzle. What a search finds is verified by a deeper one before it is believed.

use cydonia_players::yardsticks::Yardstick;
use cydonia_players::{Analysis, Level, Never, Scored, analyse};
use cydonia_rules::{AnyGame, Phase, Seat, View};

use crate::puzzles::{Origin, PuzzleRecord, Source};

/// What is asked of a puzzle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demands {
    /// Nodes of the first look at a position; if nothing is said, a part of those of the highest level.
    pub nodes: Option<u64>,
    /// How many times as many the search has that verifies.
    pub deeper: u64,
    /// By how much of a victory the best action must be better than any other.
    pub gap: f32,
}

/// So many times less than the highest level thinks about an action is the first look at a position.
const FIRST_LOOK: u64 = 40;

/// So many times shorter still is a glance that passes over positions in which nothing is to be found, as most are,
const GLIMPSE: u64 = 8;
/// and so much of the gap has to be there already.
const GLIMPSED: f32 = 0.4;

/// Who moves without a look at the others' answers finds the solution by chance, if there are fewer actions.
const FEWEST_ACTIONS: usize = 4;

/// What the seat must be able to expect after the solution: an action that only loses more slowly is no joy to find.
const LEAST_VALUE: f32 = 0.45;

/// So many actions of the line are told, the solution among them: what lies beyond is a guess.
const LINE: usize = 6;

/// Of the other actions, so many are played, and what follows is looked at by itself.
const TRIED: usize = 3;

/// The looks by which it is guessed how hard a puzzle is: the first has so many nodes,
const GLANCE: u64 = 8;
/// and each more has so many times as many.
const STEP: u64 = 4;

/// What a seat expects of an action.
struct Solution {
    line: Vec<String>,
    /// Other actions that come to the same.
    also: Vec<String>,
    best: f32,
    second: f32,
}

impl Demands {
    /// The puzzle that a position is, if it is one. `seed` is for what the searches draw.
    pub(super) fn puzzle(
        &self,
        game: &AnyGame,
        origin: &Origin<'_>,
        source: Source,
        seed: u64,
    ) -> Option<PuzzleRecord> {
        let Phase::Act { seat } = game.phase() else { return None };
        let nodes = self.nodes.unwrap_or_else(|| Level::MAX.nodes(game) / FIRST_LOOK).max(1);
        if game.actions().len() < FEWEST_ACTIONS {
            return None;
        }
        let glimpse = Self { gap: self.gap * GLIMPSED, ..*self };
        glimpse.solution(game, analyse(game, (nodes / GLIMPSE).max(1), seed, &Never)?, seat)?;
        let first = self.solution(game, analyse(game, nodes, seed, &Never)?, seat)?;
        let is_greedy = Yardstick::Greedy.choose(game, seed).is_some_and(|greedy| first.is_met_by(&greedy));
        let glances = glances(game, &first, nodes, seed);
        // What is taken at first sight is no puzzle.
        if is_greedy && glances == 0 {
            return None;
        }
        let deep = analyse(game, nodes.saturating_mul(self.deeper), seed.wrapping_add(1), &Never)?;
        let deep = self.solution(game, deep, seat).filter(|deep| first.is_met_by(&deep.line[0]))?;
        if !self.holds(game, &deep, seat, nodes, seed) {
            return None;
        }
        let rounded = |value: f32| (value * 1000.0).round() / 1000.0;
        Some(PuzzleRecord {
            id: origin.id(&deep.line[0]),
            game: origin.kind.id().to_owned(),
            players: origin.setup.seats,
            options: origin.setup.options.clone(),
            first: origin.setup.first,
            line: origin.line.to_vec(),
            seat,
            solution: deep.line,
            also: deep.also,
            values: [rounded(deep.best), rounded(deep.second)],
            rating: guess(glances, is_greedy),
            source,
        })
    }

    /// The best action of an analysis, if it is good, and clearly better than any that does not come to the same.
    fn solution(&self, game: &AnyGame, analysis: Analysis, seat: Seat) -> Option<Solution> {
        let mut best = analysis.best.into_iter();
        let first = best.next()?;
        let goal = after_turn(game, &first);
        let mut also = Vec::new();
        let second = loop {
            let next = best.next()?;
            if goal.is_none() || after_turn(game, &next) != goal {
                break next;
            }
            also.push(next.action);
        };
        let (value, other) = (first.values.to(seat), second.values.to(seat));
        let line = std::iter::once(first.action).chain(first.line).take(LINE).collect();
        let is_clear = value >= LEAST_VALUE && value - other >= self.gap;
        is_clear.then_some(Solution { line, also, best: value, second: other })
    }

    /// Whether the solution holds where each of the most likely others is played: what follows is looked at by itself, as a search
    /// looks little at what it does not believe in.
    fn holds(&self, game: &AnyGame, solution: &Solution, seat: Seat, nodes: u64, seed: u64) -> bool {
        let Some(analysis) = analyse(game, nodes, seed, &Never) else { return false };
        let others = analysis.best.iter().filter(|other| !solution.is_met_by(&other.action));
        others.take(TRIED).all(|other| {
            let mut after = game.clone();
            if after.play(&other.action).is_err() {
                return false;
            }
            // Where a roll is due the search has looked at all of them; where the game is over it knows.
            let value = analyse(&after, nodes, seed, &Never).map(|after| after.values.to(seat));
            value.is_none_or(|value| solution.best - value >= self.gap)
        })
    }
}

impl Solution {
    fn is_met_by(&self, action: &str) -> bool {
        self.line.first().into_iter().chain(&self.also).any(|known| known == action)
    }
}

/// How a turn that begins with an action ends, in a game with dice; none in others, or if another seat is to act before.
fn after_turn(game: &AnyGame, scored: &Scored) -> Option<View> {
    let seat = match game.phase() {
        Phase::Act { seat } if game.info().dice => seat,
        _ => return None,
    };
    let mut game = game.clone();
    for action in std::iter::once(&scored.action).chain(&scored.line) {
        if game.phase() != (Phase::Act { seat }) {
            break;
        }
        game.play(action).ok()?;
    }
    // The order in which it came about is no part of it.
    Some(View { last: Vec::new(), dice: Vec::new(), ..game.view() })
}

/// How many looks, each longer than the one before, miss the solution before all find it.
fn glances(game: &AnyGame, solution: &Solution, most: u64, seed: u64) -> u32 {
    let looks = std::iter::successors(Some(GLANCE), |nodes| nodes.checked_mul(STEP));
    let finds = |nodes: u64| {
        let analysis = analyse(game, nodes, seed, &Never);
        let best = analysis.and_then(|found| found.best.into_iter().next());
        best.is_some_and(|best| solution.is_met_by(&best.action))
    };
    let missed = (1..).zip(looks.take_while(|nodes| *nodes < most)).filter(|(_, nodes)| !finds(*nodes));
    missed.last().map_or(0, |(number, _)| number)
}

/// How hard a puzzle seems to be, in the scale of ratings.
fn guess(glances: u32, is_greedy: bool) -> u16 {
    let tempted = if is_greedy { 0 } else { 150 };
    let rating = 900 + 160 * glances + tempted;
    u16::try_from(rating.min(2_400)).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_later_and_not_by_greed_is_harder() {
        assert_eq!(guess(0, true), 900);
        assert!(guess(0, true) < guess(0, false));
        assert!(guess(2, false) < guess(3, false));
        assert_eq!(guess(u32::from(u16::MAX), false), 2_400);
    }
}
