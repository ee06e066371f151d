//! Set-ups that a game does not take, each named by what is wrong with it.

use cydonia_rules::{AnyGame, GameKind, Setup, SetupError};

fn code(setup: &Setup) -> &'static str {
    let error: SetupError = AnyGame::start(GameKind::MartianChess, setup).expect_err("refused");
    assert!(!error.to_string().is_empty());
    error.code()
}

#[test]
fn seats_out_of_range() {
    for seats in [0, 1, 7, 255] {
        assert_eq!(code(&Setup::for_seats(seats)), "bad_players");
    }
}

#[test]
fn options_that_do_not_exist_or_do_not_fit() {
    let two = || Setup::for_seats(2);
    assert_eq!(code(&two().choose("rule", "classic")), "bad_option");
    assert_eq!(code(&two().choose("rules", "Classic")), "bad_option");
    assert_eq!(code(&two().switch("rules", true)), "bad_option");
    assert_eq!(code(&two().choose("teams", "false")), "bad_option");
    assert_eq!(code(&two().switch("teams", true)), "bad_option");
    assert_eq!(code(&two().choose("\u{202e}\u{0}", "x")), "bad_option");
}

#[test]
fn a_default_is_taken_even_where_its_condition_fails() {
    assert!(AnyGame::start(GameKind::MartianChess, &Setup::for_seats(3).switch("teams", false)).is_ok());
    assert!(AnyGame::start(GameKind::MartianChess, &Setup::for_seats(4).switch("teams", true)).is_ok());
}

#[test]
fn a_first_seat_that_does_not_exist() {
    assert_eq!(code(&Setup { first: 2, ..Setup::for_seats(2) }), "bad_first");
}

#[test]
fn what_is_wrong_is_told_in_order() {
    let all_wrong = Setup { seats: 9, first: 9, ..Setup::for_seats(9).choose("no", "no") };
    assert_eq!(code(&all_wrong), "bad_players");
    assert_eq!(code(&Setup { seats: 2, ..all_wrong }), "bad_option");
}
