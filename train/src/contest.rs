//! Contest: how strong a net is against the hand evaluation, in rounds: games with the same dice, in which the net sits on each seat once.

use cydonia_players::evaluation::Evaluate;
use cydonia_players::{Budget, Engine, Never, Values};
use cydonia_rules::{Game, Phase};
use fastrand::Rng;

use crate::Subject;

/// So many actions of a game without dice are taken at random first, or all games would be one.
const OPENING: u32 = 4;

/// The part of the victory of the first judge against the second in that round, from 0 to as many as there are seats.
pub fn round<S: Subject, A, B>(one: &A, two: &B, nodes: u64, round: u64) -> f32
where
    A: Evaluate<S::Game> + Clone,
    B: Evaluate<S::Game> + Clone,
{
    let mut won = 0.0;
    let setup = S::setup(0);
    for seat in 0..setup.seats {
        let Ok(mut game) = S::Game::start(&setup) else { continue };
        let mut dice = Rng::with_seed(round);
        let mut chance = Rng::with_seed(!round ^ u64::from(seat) << 32);
        let mut one = S::engine(one.clone());
        let mut two = S::engine(two.clone());
        for turn in 0.. {
            match game.phase() {
                Phase::Roll { .. } => game.apply_roll([dice.u8(1..=6), dice.u8(1..=6)]),
                Phase::Act { .. } if !S::Game::INFO.dice && turn < OPENING => {
                    let actions = game.legal_actions();
                    game.apply(actions[dice.usize(..actions.len())]);
                }
                Phase::Act { seat: to_act } => {
                    let budget = &mut Budget::new(nodes, &Never);
                    let verdict = if to_act == seat {
                        one.think(&game, budget, &mut chance)
                    } else {
                        two.think(&game, budget, &mut chance)
                    };
                    let Some(best) = verdict.first() else { break };
                    game.apply(best.action);
                }
                Phase::Over => break,
            }
        }
        won += game.outcome().map_or(0.5, |outcome| Values::of(&outcome).to(seat));
    }
    won
}
