//! Corners of Martian Frisby that random play seldom turns.

use cydonia_rules::{
    AnyGame, Die, GameKind, InputError, LastAction, LeaveReason, Motion, Phase, Pyramid, Reason, Setup,
};

const KIND: GameKind = GameKind::MartianFrisby;

/// Plays a line; `3+5` is a roll.
fn play(setup: &Setup, line: &str) -> AnyGame {
    let mut game = AnyGame::start(KIND, setup).expect("the set-up is good");
    go_on(&mut game, line);
    game
}

fn go_on(game: &mut AnyGame, line: &str) {
    for input in line.split_whitespace() {
        let refused = match input.split_once('+') {
            Some((one, two)) => game.roll([one, two].map(|die| die.parse().expect("a die"))).err(),
            None => game.play(input).err(),
        };
        assert_eq!(refused, None, "{input}");
    }
}

fn open() -> Setup {
    Setup::for_seats(2).choose("columns", "open")
}

fn spaces(game: &AnyGame, names: &[&str]) -> Vec<u16> {
    let layout = game.layout();
    let place = |name: &&str| (0..).zip(&layout.spaces).find(|(_, space)| space.name == *name);
    names.iter().map(|name| place(name).expect("a space").0).collect()
}

#[test]
fn every_turn_begins_with_a_roll() {
    let mut game = play(&Setup { first: 1, ..Setup::for_seats(2) }, "");
    assert_eq!(game.phase(), Phase::Roll { seat: 1 });
    assert!(game.view().dice.is_empty() && game.actions().is_empty());
    assert_eq!(game.play("a8-a5"), Err(InputError::WrongPhase));
    assert_eq!(game.roll([0, 3]), Err(InputError::BadDice));
    go_on(&mut game, "3+5 a8-a5 b8-b3");
    assert_eq!(game.roll([1, 2]), Err(InputError::WrongPhase));
    go_on(&mut game, "end");
    assert_eq!(game.phase(), Phase::Roll { seat: 0 });
    assert!(game.view().dice.is_empty());
}

#[test]
fn dice_are_shown_as_rolled_and_listed_ascending() {
    let mut game = play(&Setup::for_seats(2), "5+3");
    assert_eq!(game.unspent_dice(), [3, 5]);
    go_on(&mut game, "a1-a4");
    let die = |face, spent| Die { face, spent, seat: 0 };
    assert_eq!(game.view().dice, [die(5, false), die(3, true)]);
    assert_eq!(game.unspent_dice(), [5]);
    assert!(game.actions().iter().all(|action| action != "end" && action != "pass"));
    assert!(game.turn_ending_actions().is_empty());
    go_on(&mut game, "b1-b6");
    assert_eq!(
        (game.unspent_dice(), game.actions(), game.turn_ending_actions()),
        (vec![], vec!["end".into()], vec!["end".into()])
    );
}

#[test]
fn a_double_is_two_dice() {
    let mut game = play(&Setup::for_seats(2), "2+2 a1-a3");
    assert_eq!(game.unspent_dice(), [2]);
    let spent: Vec<bool> = game.view().dice.iter().map(|die| die.spent).collect();
    assert_eq!(spent, [true, false]);
    assert!(!game.actions().contains(&"a3-a1".to_owned()), "no undoing");
    go_on(&mut game, "a3-a5");
    assert_eq!(game.actions(), ["end"]);
}

#[test]
fn open_columns_let_a_move_end_in_either() {
    let closed = play(&Setup::for_seats(2), "4+1");
    assert_eq!(closed.actions(), ["a1-a2", "a1-a5", "b1-b2", "b1-b5"]);
    let crossing = play(&open(), "4+1");
    let actions = ["a1-a2", "a1-a5", "a1-b2", "a1-b5", "b1-a2", "b1-a5", "b1-b2", "b1-b5"];
    assert_eq!(crossing.actions(), actions);
    assert_eq!(closed.clone().play("a1-b5"), Err(InputError::Illegal("a1-b5".to_owned())));
}

#[test]
fn motions_pass_every_square_of_the_column() {
    let piece = Pyramid { owner: Some(0), ..Pyramid::plain(3) };
    let mut game = play(&open(), "4+1");
    let path = spaces(&game, &["a1", "a2", "a3", "a4", "a5"]);
    assert_eq!(game.clone().play("a1-a5"), Ok(vec![Motion::Move { piece, path }]));
    let path = spaces(&game, &["a1", "b5"]);
    assert_eq!(game.play("a1-b5"), Ok(vec![Motion::Move { piece, path }]));
    let path = spaces(&game, &["b5", "b4"]);
    assert_eq!(game.play("b5-b4"), Ok(vec![Motion::Move { piece, path }]));
    assert_eq!(game.play("end"), Ok(vec![]));
}

#[test]
fn the_last_turn_is_marked_until_the_next_has_moved() {
    let mut game = play(&Setup::for_seats(2), "4+1 a1-a5 b1-b2");
    let mark = |game: &AnyGame, seat, way: [&str; 2]| LastAction { seat, spaces: spaces(game, &way) };
    let first = [mark(&game, 0, ["a1", "a5"]), mark(&game, 0, ["b1", "b2"])];
    assert_eq!(game.view().last, first);
    go_on(&mut game, "end 2+5");
    assert_eq!(game.view().last, first);
    go_on(&mut game, "b8-b3");
    assert_eq!(game.view().last, [mark(&game, 1, ["b8", "b3"])]);
}

#[test]
fn end_rows_are_tinted_for_who_has_to_get_there() {
    let layout = play(&Setup::for_seats(2), "").layout();
    let zone =
        |name: &str| layout.spaces.iter().find(|space| space.name == name).and_then(|space| space.zone);
    assert_eq!((zone("a1"), zone("b8"), zone("a4")), (Some(1), Some(0), None));
}

#[test]
fn leaving_loses_at_once_in_either_phase() {
    for (line, leaver, ranks) in [("", 0, [2, 1]), ("3+5", 1, [1, 2]), ("3+5 a1-a4", 0, [2, 1])] {
        for (reason, ended) in [
            (LeaveReason::Resigned, Reason::RESIGNED),
            (LeaveReason::Timeout, Reason::TIMEOUT),
            (LeaveReason::Abandoned, Reason::ABANDONED),
        ] {
            let mut game = play(&Setup::for_seats(2), line);
            game.leave(leaver, reason).expect("it is in");
            let outcome = game.outcome().expect("over");
            assert_eq!((outcome.reason, outcome.ranks), (ended, ranks.to_vec()));
            assert!(game.unspent_dice().is_empty());
        }
    }
}

#[test]
fn for_two_with_closed_or_open_columns() {
    let code = |setup: &Setup| AnyGame::start(KIND, setup).expect_err("refused").code();
    for seats in [0, 1, 3] {
        assert_eq!(code(&Setup::for_seats(seats)), "bad_players");
    }
    assert_eq!(code(&Setup::for_seats(2).choose("columns", "Open")), "bad_option");
    assert_eq!(code(&Setup::for_seats(2).switch("columns", true)), "bad_option");
    assert_eq!(code(&Setup::for_seats(2).choose("landing", "open")), "bad_option");
    assert_eq!(code(&Setup { first: 2, ..open() }), "bad_first");
    let info = KIND.info();
    assert!(info.dice && info.loser_begins);
}
