//! Corners of Martian Mud Wrestling that random play seldom turns.

use cydonia_rules::{
    AnyGame, Game, GameKind, InputError, LeaveReason, Phase, Pyramid, Reason, Setup, SpaceView,
    martian_mud_wrestling, martian_mud_wrestling::MartianMudWrestling,
};

const KIND: GameKind = GameKind::MartianMudWrestling;

fn play(setup: &Setup, line: &str) -> AnyGame {
    let mut game = AnyGame::start(KIND, setup).expect("the set-up is good");
    for action in line.split_whitespace() {
        game.play(action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
    }
    game
}

fn on(game: &AnyGame, name: &str) -> SpaceView {
    let place = game.layout().spaces.iter().position(|space| space.name == name).expect("a space");
    game.view().spaces[place].clone()
}

#[test]
fn each_home_row_has_five_nests() {
    let game = play(&Setup::for_seats(2), "");
    for column in ["a", "b", "c", "d", "e"] {
        for (row, owner) in [("1", Some(0)), ("5", Some(1))] {
            let nest = [1, 2, 3].map(|size| Pyramid { owner, ..Pyramid::plain(size) });
            assert_eq!(on(&game, &format!("{column}{row}")).stack[..], nest);
        }
        assert!(on(&game, &format!("{column}3")).stack.is_empty());
    }
    assert_eq!(game.layout().sides, [0, -180]);
    assert_eq!(game.layout().spaces[0].spoken, "a 1");
}

#[test]
fn only_the_topmost_own_piece_moves_one_step() {
    let mut game = play(&Setup::for_seats(2), "");
    let from_a1 = |game: &AnyGame| -> Vec<String> {
        game.actions().into_iter().filter(|action| action.starts_with("a1-")).collect()
    };
    assert_eq!(from_a1(&game), ["a1-a2", "a1-b1", "a1-b2"]);
    for action in ["a5-a4", "a1-a3", "a1-a1", "a2-a3"] {
        assert_eq!(game.play(action), Err(InputError::Illegal(action.to_owned())));
    }
    game.play("a1-b2").expect("legal");
    assert_eq!(on(&game, "b2").stack[..], [Pyramid { owner: Some(0), ..Pyramid::plain(3) }]);
    game.play("c5-c4").expect("legal");
    // The 2 that stood under it is on top now.
    assert_eq!(from_a1(&game).len(), 3);
}

#[test]
fn the_start_counts_when_a_position_comes_back() {
    for first in [0, 1] {
        let setup = Setup { first, ..Setup::for_seats(2) };
        let round = if first == 0 { "c1-c2 c5-c4 c2-c1 c4-c5" } else { "c5-c4 c1-c2 c4-c5 c2-c1" };
        let once = play(&setup, round);
        assert_eq!(once.view().counters, [Some(4), Some(2)]);
        let twice = play(&setup, &format!("{round} {round}"));
        let outcome = twice.outcome().expect("the third time");
        assert_eq!((outcome.reason, outcome.ranks), (martian_mud_wrestling::REPETITION, vec![1, 1]));
        assert_eq!(outcome.scores, [0, 0]);
        assert_eq!(twice.view().counters, [Some(8), Some(3)]);
    }
}

#[test]
fn leaving_loses_at_once() {
    for (leaver, ranks) in [(0, [2, 1]), (1, [1, 2])] {
        for (reason, ended) in [
            (LeaveReason::Resigned, Reason::RESIGNED),
            (LeaveReason::Timeout, Reason::TIMEOUT),
            (LeaveReason::Abandoned, Reason::ABANDONED),
        ] {
            let mut game = play(&Setup::for_seats(2), "c1-c2");
            game.leave(leaver, reason).expect("it is in");
            let outcome = game.outcome().expect("over");
            assert_eq!((outcome.reason, outcome.ranks), (ended, ranks.to_vec()));
        }
    }
}

#[test]
fn for_two_and_without_options() {
    let code = |setup: &Setup| AnyGame::start(KIND, setup).expect_err("refused").code();
    for seats in [0, 1, 3, 6] {
        assert_eq!(code(&Setup::for_seats(seats)), "bad_players");
    }
    assert_eq!(code(&Setup::for_seats(2).choose("columns", "closed")), "bad_option");
    assert_eq!(code(&Setup::for_seats(2).switch("teams", false)), "bad_option");
    assert_eq!(code(&Setup { first: 2, ..Setup::for_seats(2) }), "bad_first");
}

#[test]
fn sinkings_are_the_legal_actions_that_sink_something() {
    let mut chance = fastrand::Rng::with_seed(3);
    let mut sunk = 0;
    for _ in 0..20 {
        let mut game = MartianMudWrestling::start(&Setup::for_seats(2)).expect("the default set-up");
        while game.phase() != Phase::Over {
            let legal = game.legal_actions();
            let sinking: Vec<_> =
                legal.iter().copied().filter(|action| game.sunk_by(*action).is_some()).collect();
            let mut told = Vec::new();
            game.sinkings(&mut told);
            assert_eq!(told, sinking);
            sunk += told.len();
            game.apply(legal[chance.usize(..legal.len())]);
        }
    }
    assert!(sunk > 0);
}
