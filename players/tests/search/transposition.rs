//! Keys: positions that share one can go on in the same ways, and those that only look alike do not share one.

use std::collections::HashMap;
use std::hash::Hash;

use cydonia_players::search::alpha_beta::Adversarial;
use cydonia_rules::martian_chess::{Action, MartianChess};
use cydonia_rules::martian_mud_wrestling::MartianMudWrestling;
use cydonia_rules::{Game, Phase, Setup};
use fastrand::Rng;

/// What can happen within so many actions: the legal ones, sorted, and what each leads to.
fn future<G: Game>(game: &G, depth: u8) -> String {
    if game.phase() == Phase::Over {
        return format!("{:?}", game.outcome().map(|outcome| outcome.ranks));
    }
    let mut actions: Vec<String> = game.actions();
    if depth > 1 {
        for action in &mut actions {
            let mut after = game.clone();
            after.play(action).expect("legal");
            action.push_str(&future(&after, depth - 1));
        }
    }
    format!("({})", actions.join(" "))
}

/// Every position of games in which pieces mostly go to and fro.
fn wander<G: Game>(setup: &Setup, back: impl Fn(G::Action) -> Option<G::Action>, seed: u64) -> Vec<G> {
    let mut chance = Rng::with_seed(seed);
    let mut game = G::start(setup).expect("a set-up of the game");
    let mut taken: Vec<G::Action> = Vec::new();
    let mut seen = Vec::new();
    while game.phase() != Phase::Over && seen.len() < 150 {
        seen.push(game.clone());
        let legal = game.legal_actions();
        let again =
            taken.iter().rev().nth(1).and_then(|last| back(*last)).filter(|back| legal.contains(back));
        let action =
            again.filter(|_| chance.u8(..8) > 0).unwrap_or_else(|| legal[chance.usize(..legal.len())]);
        taken.push(action);
        game.apply(action);
    }
    seen
}

/// How many pairs share the key, and how many only what is to be seen, of those whose futures differ.
fn conflicts<G: Game, K: Hash + Eq>(positions: &[G], depth: u8, key: impl Fn(&G) -> K) -> usize {
    let mut futures: HashMap<K, String> = HashMap::new();
    let mut differing = 0;
    for game in positions {
        let now = future(game, depth);
        let before = futures.entry(key(game)).or_insert_with(|| now.clone());
        differing += usize::from(*before != now);
    }
    differing
}

#[test]
fn positions_of_chess_with_one_key_have_one_future() {
    let back = |action: Action| match action {
        Action::Move { from, to, .. } => Some(Action::Move { from: to, to: from, clock: false }),
        Action::Pass => None,
    };
    for rules in ["classic", "arcade"] {
        let setup = Setup::for_seats(2).choose("rules", rules);
        let positions: Vec<MartianChess> = (0..25).flat_map(|seed| wander(&setup, back, seed)).collect();
        let looks =
            |game: &MartianChess| ([1, 2, 3].map(|size| game.pieces(size).bits()), game.seats().to_act());
        assert_eq!(conflicts(&positions, 2, Adversarial::key), 0, "{rules}");
        assert!(conflicts(&positions, 2, looks) > 0, "a table that knew the board alone would err");
    }
}

#[test]
fn positions_of_mud_wrestling_with_one_key_have_one_future() {
    let setup = Setup::for_seats(2);
    let back = |action: cydonia_rules::grid::Move| Some(action.reversed());
    let positions: Vec<MartianMudWrestling> = (0..25).flat_map(|seed| wander(&setup, back, seed)).collect();
    assert_eq!(conflicts(&positions, 2, Adversarial::key), 0);
    let looks = conflicts(&positions, 2, MartianMudWrestling::position_hash);
    assert!(looks > 0, "a table that knew the board alone would err");
}
