//! Tactics: positions reached by notation, in which one action wins, and has to be found.

use cydonia_players::{
    Budget, Engine, Never, martian_backgammon, martian_chess, martian_frisby, martian_mud_wrestling,
};
use cydonia_rules::{Game, Phase, Setup};
use fastrand::Rng;

/// Whole games up to a decision, and the one action that wins: rolls are written `3:5`. They come from self-play.
const POSITIONS: &str = include_str!("tactics.txt");

/// Plays each of the game's positions with so many nodes, on several seeds.
fn solves<G: Game, E: Engine<G>>(engine: impl Fn() -> E, nodes: u64) {
    let mut solved = 0;
    for line in POSITIONS.lines() {
        let [id, inputs, best] = line.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("game | inputs | action: {line}")
        };
        if id != G::INFO.id {
            continue;
        }
        let mut game = G::start(&Setup::for_seats(2)).expect("the default set-up");
        for input in inputs.split(' ') {
            match input.split_once(':') {
                Some((one, two)) => {
                    game.roll([one, two].map(|die| die.parse().expect("a die"))).expect("a roll");
                }
                None => game.play(input).expect("legal"),
            }
        }
        let Phase::Act { seat } = game.phase() else { panic!("a seat is to act") };
        for seed in 0..4 {
            let mut budget = Budget::new(nodes, &Never);
            let verdict = engine().think(&game, &mut budget, &mut Rng::with_seed(seed));
            assert_eq!(game.notation(verdict[0].action), best, "after {inputs}");
            assert_eq!(verdict[0].values.to(seat), 1.0, "and it is seen that it wins");
        }
        solved += 1;
    }
    assert!(solved >= 2, "there are positions of {}", G::INFO.id);
}

#[test]
fn chess_is_won_in_three_actions_and_in_five() {
    solves(martian_chess::engine, 1_000_000);
}

#[test]
fn mud_wrestling_is_won_in_three_actions() {
    solves(martian_mud_wrestling::engine, 60_000);
}

#[test]
fn frisby_is_won_by_both_dice() {
    solves(martian_frisby::engine, 2_000);
}

#[test]
fn backgammon_is_won_by_all_dice() {
    solves(martian_backgammon::engine, 2_000);
}
