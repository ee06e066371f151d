//! Contest: how strong a net is against the hand evaluation, in pairs of games with the same dice and seats swapped.

use cydonia_players::evaluation::{Evaluate, ended};
use cydonia_players::{Budget, Engine, Never};
use cydonia_rules::{Game, Phase};
use fastrand::Rng;

use crate::Subject;

/// So many actions of a game without dice are taken at random first, or all games would be one.
const OPENING: u32 = 4;

/// The part of the victory of the first judge against the second in that pair of games, from 0 to 2.
pub fn pair<S: Subject, A, B>(one: &A, two: &B, nodes: u64, pair: u64) -> f32
where
    A: Evaluate<S::Game> + Clone,
    B: Evaluate<S::Game> + Clone,
{
    let mut won = 0.0;
    for seat in 0..2 {
        let Ok(mut game) = S::Game::start(&S::setup(0)) else { continue };
        let mut dice = Rng::with_seed(pair);
        let mut chance = Rng::with_seed(!pair ^ u64::from(seat) << 32);
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
        won += match ended(&game, seat) {
            Some(std::cmp::Ordering::Greater) => 1.0,
            Some(std::cmp::Ordering::Less) => 0.0,
            _ => 0.5,
        };
    }
    won
}
