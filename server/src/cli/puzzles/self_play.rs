//! Self-play: puzzles out of games that computer players of the lower levels play, who err now and then.

use std::collections::HashSet;

use cydonia_players::{Level, Never, choose};
use cydonia_rules::{AnyGame, GameKind, Phase, Setup};
use fastrand::Rng;

use super::candidate::Demands;
use crate::puzzles::{Input, Origin, PuzzleRecord, Source};

/// The levels that play: below them games are no games, above them nobody errs.
const LEVELS: std::ops::RangeInclusive<u8> = 2..=4;

/// After so many actions of chance, no two games are alike.
const OPENING: usize = 4;

/// A game is given up after so many actions and rolls: what the lower levels drag out leads to no better positions, and its line
/// would have to be kept.
const LONGEST: usize = 400;

/// The numbers of the games, which their chance follows from, differ between seeds.
const APART: u64 = 0x9e37_79b9_7f4a_7c15;

/// Finds so many puzzles, one a game at most, and tells of each game. The same for the same seed.
pub(super) fn find(
    kind: GameKind,
    setup: &Setup,
    demands: &Demands,
    (count, games, seed): (usize, u64, u64),
    mut tell: impl FnMut(u64, usize),
) -> Vec<PuzzleRecord> {
    let mut found: Vec<PuzzleRecord> = Vec::with_capacity(count);
    let mut known = HashSet::new();
    for number in 0..games {
        if found.len() == count {
            break;
        }
        let seed = seed.wrapping_mul(APART).wrapping_add(number);
        let puzzle = of_game(kind, setup, demands, seed);
        found.extend(puzzle.filter(|puzzle| known.insert(puzzle.id)));
        tell(number + 1, found.len());
    }
    // The easier first.
    found.sort_by_key(|puzzle| (puzzle.rating, puzzle.id));
    found
}

/// The first puzzle of a game.
fn of_game(kind: GameKind, setup: &Setup, demands: &Demands, seed: u64) -> Option<PuzzleRecord> {
    let mut chance = Rng::with_seed(seed);
    let mut game = AnyGame::start(kind, setup).ok()?;
    let mut line = Vec::new();
    let mut actions = 0;
    let mut levels = Vec::new();
    levels.resize_with(usize::from(setup.seats), || Level::new(chance.u8(LEVELS)));
    while line.len() < LONGEST {
        let input = match game.phase() {
            Phase::Over => return None,
            Phase::Roll { .. } => Input::Roll([chance.u8(1..=6), chance.u8(1..=6)]),
            Phase::Act { seat } => {
                let origin = Origin { kind, setup, line: &line };
                let draws = chance.u64(..);
                if actions >= OPENING
                    && let Some(puzzle) = demands.puzzle(&game, &origin, Source::SelfPlay { seed }, draws)
                {
                    return Some(puzzle);
                }
                actions += 1;
                if actions <= OPENING {
                    Input::Act(chance.choice(game.actions())?)
                } else {
                    let level = levels.get(usize::from(seat)).copied().flatten()?;
                    Input::Act(choose(&game, level, draws, &Never)?.action)
                }
            }
        };
        input.play(&mut game).ok()?;
        line.push(input);
    }
    None
}
