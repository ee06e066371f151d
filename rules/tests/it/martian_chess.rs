//! Corners of Martian Chess that random play seldom turns.

use cydonia_rules::{
    AnyGame, Game, GameKind, InputError, LeaveReason, Motion, Phase, Pyramid, Reason, Setup, martian_chess,
    martian_chess::MartianChess,
};

fn start(setup: &Setup) -> AnyGame {
    AnyGame::start(GameKind::MartianChess, setup).expect("the set-up is good")
}

fn play(setup: &Setup, line: &str) -> AnyGame {
    let mut game = start(setup);
    for action in line.split_whitespace() {
        game.play(action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
    }
    game
}

#[test]
fn no_rejections_with_two_seats() {
    // The drone steps over the canal twice as far as a step: it now belongs to the other side.
    let game = play(&Setup::for_seats(2), "d3-d5");
    assert!(!game.actions().contains(&"d5-d3".to_owned()));
    assert!(game.actions().contains(&"d5-d4".to_owned()));
    assert_eq!(game.clone().play("d5-d3"), Err(InputError::Illegal("d5-d3".to_owned())));
    // A turn later it may go back.
    let mut later = game;
    later.play("b6-a5").expect("legal");
    later.play("b3-a4").expect("legal");
    assert!(later.actions().contains(&"d5-d3".to_owned()));
}

#[test]
fn rejections_are_allowed_with_more_seats() {
    // A drone of wedge 0 crosses into wedge 1, whose turn it is.
    let game = play(&Setup::for_seats(4), "a3-a5");
    assert!(game.actions().contains(&"a5-a3".to_owned()));
}

#[test]
fn the_clock_is_offered_after_seven_quiet_actions_and_only_once() {
    let arcade = Setup::for_seats(2).choose("rules", "arcade");
    let quiet = "d3-d4 c8-d8 d4-d3 d8-c8 d3-d4 c8-d8";
    let mut game = play(&arcade, quiet);
    assert!(game.actions().iter().all(|action| !action.ends_with("-clock")));
    game.play("d4-d3").expect("legal");
    assert!(game.actions().contains(&"d8-c8-clock".to_owned()));
    assert!(game.actions().contains(&"d8-c8".to_owned()));
    game.play("d8-c8-clock").expect("legal");
    assert!(game.actions().iter().all(|action| !action.ends_with("-clock")));
    for action in ["d3-d4", "c8-d8", "d4-d3", "d8-c8", "d3-d4", "c8-d8"] {
        game.play(action).expect("legal");
        assert!(game.outcome().is_none());
    }
    game.play("d4-d3").expect("legal");
    let outcome = game.outcome().expect("the seventh ends it");
    assert_eq!((outcome.reason, outcome.ranks), (martian_chess::CLOCK, vec![1, 1]));
    assert_eq!(game.play("d8-c8"), Err(InputError::Over));
}

#[test]
fn leaving_with_two_ends_the_game_at_once() {
    for (reason, ended) in [
        (LeaveReason::Resigned, Reason::RESIGNED),
        (LeaveReason::Timeout, Reason::TIMEOUT),
        (LeaveReason::Abandoned, Reason::ABANDONED),
    ] {
        let mut game = start(&Setup::for_seats(2));
        game.leave(1, reason).expect("it is in");
        let outcome = game.outcome().expect("over");
        assert_eq!((outcome.reason, outcome.ranks), (ended, vec![1, 2]));
    }
}

#[test]
fn leavers_rank_below_all_who_stayed_the_first_last() {
    let mut game = start(&Setup::for_seats(4));
    game.leave(0, LeaveReason::Resigned).expect("it is in");
    assert_eq!(game.leave(0, LeaveReason::Resigned), Err(InputError::BadSeat(0)));
    assert_eq!(game.view().left, [0]);
    game.leave(2, LeaveReason::Timeout).expect("it is in");
    game.leave(1, LeaveReason::Abandoned).expect("it is in");
    let outcome = game.outcome().expect("over");
    assert_eq!((outcome.reason, outcome.ranks), (Reason::ABANDONED, vec![4, 2, 3, 1]));
}

#[test]
fn partners_share_their_rank_and_lose_when_both_have_left() {
    let teams = Setup::for_seats(4).switch("teams", true);
    let mut game = start(&teams);
    game.leave(0, LeaveReason::Resigned).expect("it is in");
    game.leave(1, LeaveReason::Resigned).expect("it is in");
    assert!(game.outcome().is_none(), "each team still has a member");
    game.leave(2, LeaveReason::Timeout).expect("it is in");
    let outcome = game.outcome().expect("over");
    assert_eq!((outcome.reason, outcome.ranks), (Reason::TIMEOUT, vec![3, 1, 3, 1]));
}

#[test]
fn motions_tell_the_path_and_the_capture() {
    let mut game = play(&Setup::for_seats(2), "d3-d5");
    let names = |game: &AnyGame, path: &[u16]| -> Vec<String> {
        let layout = game.layout();
        path.iter().map(|space| layout.spaces[usize::from(*space)].name.clone()).collect()
    };
    let motions = game.play("d5-d4").expect("legal");
    let [Motion::Move { piece, path }] = motions.as_slice() else { panic!("{motions:?}") };
    assert_eq!(*piece, Pyramid::plain(2));
    assert_eq!(names(&game, path), ["d5", "d4"]);
}

#[test]
fn captures_are_the_legal_actions_that_take_something() {
    let mut chance = fastrand::Rng::with_seed(3);
    let mut taken = 0;
    for (seats, rules) in [(2, "classic"), (2, "arcade"), (3, "arcade"), (4, "classic")] {
        let setup = Setup::for_seats(seats).choose("rules", rules);
        let mut game = MartianChess::start(&setup).expect("a good set-up");
        while game.phase() != Phase::Over {
            let legal = game.legal_actions();
            let is_capture = |action: &martian_chess::Action| {
                game.capture_of(*action) > 0
                    && !matches!(action, martian_chess::Action::Move { clock: true, .. })
            };
            let capturing: Vec<_> = legal.iter().copied().filter(is_capture).collect();
            let mut told = Vec::new();
            game.captures(&mut told);
            assert_eq!(told, capturing);
            taken += told.len();
            game.apply(legal[chance.usize(..legal.len())]);
        }
    }
    assert!(taken > 0);
}
