//! Random positions, of the kinds that searches go wrong in.

use cydonia_rules::{Game, Phase, Setup};
use fastrand::Rng;

/// Every set-up of a game for two seats.
pub(crate) fn setups<G: Game>() -> Vec<Setup> {
    G::INFO.setups().into_iter().filter(|setup| setup.seats == 2).collect()
}

pub(crate) fn roll<G: Game>(game: &mut G, chance: &mut Rng) {
    while let Phase::Roll { .. } = game.phase() {
        game.apply_roll([chance.u8(1..=6), chance.u8(1..=6)]);
    }
}

/// Where a seat is to act after so many random actions, or as many as there were.
pub(crate) fn random<G: Game>(setup: &Setup, actions: usize, chance: &mut Rng) -> G {
    let mut game = G::start(setup).expect("a set-up of the game");
    roll(&mut game, chance);
    for _ in 0..actions {
        let legal = game.legal_actions();
        let mut next = game.clone();
        next.apply(legal[chance.usize(..legal.len())]);
        roll(&mut next, chance);
        if next.phase() == Phase::Over {
            break;
        }
        game = next;
    }
    game
}

/// The same, of actions that mostly do nothing and are taken back again: what counts quiet actions and repetitions is full.
pub(crate) fn idle<G: Game>(
    setup: &Setup,
    before: usize,
    actions: usize,
    is_quiet: impl Fn(&G, G::Action) -> bool,
    reversed: impl Fn(G::Action) -> Option<G::Action>,
    chance: &mut Rng,
) -> G {
    let mut game: G = random(setup, before, chance);
    let mut taken: Vec<G::Action> = Vec::new();
    for _ in 0..actions {
        let quiet: Vec<_> =
            game.legal_actions().into_iter().filter(|action| is_quiet(&game, *action)).collect();
        let back =
            taken.iter().rev().nth(1).and_then(|last| reversed(*last)).filter(|back| quiet.contains(back));
        let Some(action) = back.filter(|_| chance.u8(..10) > 0).or_else(|| chance.choice(quiet)) else {
            break;
        };
        let mut next = game.clone();
        next.apply(action);
        if next.phase() == Phase::Over {
            break;
        }
        taken.push(action);
        game = next;
    }
    game
}
