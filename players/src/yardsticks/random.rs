//! Random play: any legal action, each as likely. Frozen.

use cydonia_rules::Game;

pub(super) fn choose<G: Game>(game: &G, chance: &mut fastrand::Rng) -> G::Action {
    let actions = game.legal_actions();
    actions[chance.usize(..actions.len())]
}
