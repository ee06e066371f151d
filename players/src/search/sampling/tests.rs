//! What the search promises, on games that can be looked through.

use std::cell::Cell;

use cydonia_rules::martian_go::MartianGo;
use cydonia_rules::martian_mud_wrestling::MartianMudWrestling;
use cydonia_rules::{Game, Phase, Setup, playout};

use super::search::Search;
use super::{ByScore, Parameters, Sampling};
use crate::{Budget, Engine, Never, Stop, Values, Verdict};

fn think<G: Game>(game: &G, nodes: u64, seed: u64) -> Verdict<G::Action> {
    let mut budget = Budget::new(nodes, &Never);
    Sampling::default().think(game, &mut budget, &mut fastrand::Rng::with_seed(seed))
}

/// A game played on by chance until so many actions are left that it could still take at most.
fn late(seats: u8, left: u32, seed: u64) -> MartianGo {
    let mut game = MartianGo::start(&Setup::for_seats(seats)).unwrap();
    let mut chance = fastrand::Rng::with_seed(seed);
    let roots = u32::from(seats);
    let most = game.action_bound() - roots - left;
    playout(&mut game, most, &mut Vec::new(), |below| chance.usize(..below));
    game
}

/// What comes of a position if everybody goes after the own part and takes the first of those that are alike: max^n, in full.
fn looked_through<G: Game>(game: &G) -> Values {
    let Phase::Act { seat } = game.phase() else { return Values::of(&game.outcome().unwrap()) };
    let mut best: Option<Values> = None;
    for action in game.legal_actions() {
        let mut after = game.clone();
        after.apply(action);
        let values = looked_through(&after);
        if best.as_ref().is_none_or(|best| values.to(seat) > best.to(seat)) {
            best = Some(values);
        }
    }
    best.unwrap()
}

#[test]
fn the_solver_proves_what_looking_through_everything_finds() {
    let mut settled = 0;
    for seed in 0..40 {
        let game = late(2, 4, seed);
        let Phase::Act { seat } = game.phase() else { continue };
        let values = think(&game, 20_000, seed).remove(0).values;
        let exact = looked_through(&game);
        assert!((values.to(seat) - exact.to(seat)).abs() < 1e-6, "{seed}: {values:?}, {exact:?}");
        settled += 1;
    }
    assert!(settled > 30);
}

#[test]
fn a_settled_search_ends_before_its_budget() {
    let game = late(2, 4, 1);
    let (guide, mut chance) = (ByScore, fastrand::Rng::with_seed(1));
    let mut search = Search::new(&game, &guide, Parameters::PLAIN, false, &mut chance).unwrap();
    let samples = (0..1_000_000)
        .take_while(|_| {
            !search.is_settled() && {
                search.sample();
                true
            }
        })
        .count();
    assert!(samples < 20_000, "{samples}");
}

/// Three seats, each going after its own: what two of them would have to agree on does not happen.
#[test]
fn with_three_seats_each_goes_after_its_own() {
    let mut compared = 0;
    for seed in 0..40 {
        let game = late(3, 3, seed);
        let Phase::Act { seat } = game.phase() else { continue };
        let exact = looked_through(&game);
        let values = think(&game, 20_000, seed).remove(0).values;
        // Where nothing depends on whom a loser makes win, the part is the same.
        if exact.to(seat) == 1.0 {
            assert!(values.to(seat) > 0.999, "{seed}: {values:?}, {exact:?}");
            compared += 1;
        }
    }
    assert!(compared > 5, "{compared}");
}

#[test]
fn the_same_seed_and_budget_give_the_same_verdict() {
    let game = MartianGo::start(&Setup::for_seats(4)).unwrap();
    assert_eq!(think(&game, 500, 3), think(&game, 500, 3));
    assert_ne!(think(&game, 500, 3), think(&game, 500, 4));
}

#[test]
fn one_node_or_none_is_enough_for_a_verdict() {
    let game = MartianGo::start(&Setup::for_seats(6)).unwrap();
    for nodes in [0, 1, 2] {
        assert!(!think(&game, nodes, 1).is_empty());
    }
}

#[test]
fn the_values_of_all_seats_make_one() {
    let game = MartianGo::start(&Setup::for_seats(5)).unwrap();
    for candidate in think(&game, 2_000, 1) {
        let sum: f32 = candidate.values.0.iter().sum();
        assert!((sum - 1.0).abs() < 1e-3, "{candidate:?}");
    }
}

/// Counts how often it is asked, and is due from some time on.
struct Due {
    asked: Cell<u32>,
    from: u32,
}

impl Stop for Due {
    fn is_due(&self) -> bool {
        self.asked.set(self.asked.get() + 1);
        self.asked.get() >= self.from
    }
}

#[test]
fn it_stops_when_it_is_told_to() {
    let game = MartianMudWrestling::start(&Setup::for_seats(2)).unwrap();
    let due = Due { asked: Cell::new(0), from: 3 };
    let mut budget = Budget::new(u64::MAX, &due);
    let verdict = Sampling::default().think(&game, &mut budget, &mut fastrand::Rng::with_seed(1));
    // It is not asked once more after it has said so.
    assert_eq!((due.asked.get(), verdict.is_empty()), (3, false));
}

#[test]
fn few_playouts_lie_between_two_looks_however_many_play() {
    for seats in 2..=6 {
        let game = MartianGo::start(&Setup::for_seats(seats)).unwrap();
        let due = Due { asked: Cell::new(0), from: 1 };
        let mut budget = Budget::new(u64::MAX, &due);
        Sampling::default().think(&game, &mut budget, &mut fastrand::Rng::with_seed(1));
        // Of twenty actions each, and what they lead through of the tree: less than a millisecond at six seats.
        let playouts = u64::MAX - budget.left();
        assert!((1..=13).contains(&playouts), "{playouts} playouts, {seats} seats");
    }
}

#[test]
fn the_tree_stays_within_its_bound() {
    let game = MartianGo::start(&Setup::for_seats(6)).unwrap();
    let (guide, mut chance) = (ByScore, fastrand::Rng::with_seed(1));
    for most_nodes in [1, 1_000, 5_000] {
        let parameters = Parameters { most_nodes, ..Parameters::PLAIN };
        let mut search = Search::new(&game, &guide, parameters, false, &mut chance).unwrap();
        (0..3_000).for_each(|_| search.sample());
        // The root's children are taken in whatever there is of them.
        let root = game.legal_actions().len() + 1;
        assert!(search.nodes() <= most_nodes.max(root), "{} of {most_nodes}", search.nodes());
        assert!(!search.verdict().is_empty());
    }
}

/// Judged by the score alone, without any playout.
const JUDGED: Parameters = Parameters { playout_actions: 0, ..Parameters::PLAIN };

#[test]
fn games_differ_by_the_seed_if_they_are_to() {
    let game = MartianGo::start(&Setup::for_seats(2)).unwrap();
    let guesses = |engine: Sampling<ByScore>, seed| {
        let mut engine = engine;
        let verdict = engine.think(&game, &mut Budget::new(300, &Never), &mut fastrand::Rng::with_seed(seed));
        verdict.into_iter().map(|candidate| candidate.action).collect::<Vec<_>>()
    };
    let (alike, varied) = (Sampling::new(ByScore, JUDGED), Sampling::new(ByScore, JUDGED).varied());
    assert_eq!(guesses(alike, 1), guesses(alike, 2));
    assert_ne!(guesses(varied, 1), guesses(varied, 2));
    assert_eq!(guesses(varied, 1), guesses(varied, 1));
}
