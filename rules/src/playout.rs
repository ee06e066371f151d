//! Playing on at random: what engines learn from, and what benchmarks and tests need most of.

use crate::{Game, Phase};

/// Plays on at random until the game is over or `most` actions were taken; returns how many were.
///
/// Chance comes in by `pick`, which is given a number and returns one below it: it chooses among the legal actions and
/// rolls the dice. `actions` is a list to write them to; handed on from one playout to the next, it has soon grown as
/// large as it ever gets, and from then on playing allocates nothing.
pub fn playout<G: Game>(
    game: &mut G,
    most: u32,
    actions: &mut Vec<G::Action>,
    mut pick: impl FnMut(usize) -> usize,
) -> u32 {
    let mut taken = 0;
    while taken < most {
        match game.phase() {
            Phase::Act { .. } => {
                actions.clear();
                game.legal(actions);
                game.apply(actions[pick(actions.len())]);
                taken += 1;
            }
            Phase::Roll { .. } => game.apply_roll([pick(6), pick(6)].map(|face| face as u8 + 1)),
            Phase::Over => break,
        }
    }
    taken
}
