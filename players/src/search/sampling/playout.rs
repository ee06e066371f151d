//! Guided playout: plays on from a leaf, by the best of a few actions that are drawn each time.

use cydonia_rules::{Game, Phase};

use super::guide::{Guide, appraise};
use super::proof::Shares;

/// Plays on for at most `most` actions, and says what has come of it.
pub(super) fn playout<G: Game, K: Guide<G>>(
    game: &mut G,
    guide: &K,
    most: u32,
    tries: u32,
    actions: &mut Vec<G::Action>,
    chance: &mut fastrand::Rng,
) -> Shares {
    let mut taken = 0;
    loop {
        match game.phase() {
            Phase::Act { .. } if taken < most => {
                actions.clear();
                game.legal(actions);
                game.apply(draw(game, guide, tries, actions, chance));
                taken += 1;
            }
            Phase::Roll { .. } => game.apply_roll([chance.u8(1..=6), chance.u8(1..=6)]),
            Phase::Act { .. } | Phase::Over => return appraise(guide, game),
        }
    }
}

/// The best by gain of so many that are drawn; there is one at least.
fn draw<G: Game, K: Guide<G>>(
    game: &G,
    guide: &K,
    tries: u32,
    actions: &[G::Action],
    chance: &mut fastrand::Rng,
) -> G::Action {
    let mut best = actions[chance.usize(..actions.len())];
    if actions.len() == 1 || tries <= 1 {
        return best;
    }
    let sight = guide.look(game);
    let mut best_gain = guide.gain(game, &sight, best);
    for _ in 1..tries {
        let other = actions[chance.usize(..actions.len())];
        let gain = guide.gain(game, &sight, other);
        if gain > best_gain {
            (best, best_gain) = (other, gain);
        }
    }
    best
}
