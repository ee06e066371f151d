//! Corners of Branches and Twigs and Thorns that random play seldom turns; what it shares with Martian Go is there.

use cydonia_rules::{AnyGame, GameKind, LeaveReason, Phase, Setup, pointing};

fn play(setup: &Setup, line: &str) -> AnyGame {
    let mut game = AnyGame::start(GameKind::BranchesTwigsThorns, setup).expect("the set-up is good");
    play_on(&mut game, line);
    game
}

fn play_on(game: &mut AnyGame, line: &str) {
    for action in line.split_whitespace() {
        game.play(action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
    }
}

#[test]
fn it_takes_no_set_up_option_not_even_its_own_way() {
    let code =
        |setup: &Setup| AnyGame::start(GameKind::BranchesTwigsThorns, setup).expect_err("refused").code();
    for choice in ["nulls", "centre", "free-root"] {
        assert_eq!(code(&Setup::for_seats(4).choose("setup", choice)), "bad_option");
    }
    assert_eq!(code(&Setup::for_seats(1)), "bad_players");
    assert_eq!(code(&Setup::for_seats(7)), "bad_players");
    assert_eq!(code(&Setup { first: 6, ..Setup::for_seats(6) }), "bad_first");
}

#[test]
fn nulls_come_first_then_roots_and_everybody_has_five_points() {
    let game = play(&Setup::for_seats(3), "");
    assert_eq!((game.scores(), game.actions().len()), (vec![5, 5, 5], 48));
    let game = play(&Setup::for_seats(3), "null-A11 root-B11 root-C44");
    assert_eq!((game.phase(), game.scores()), (Phase::Act { seat: 0 }, vec![5, 5, 5]));
}

#[test]
fn the_target_s_owner_is_paid_by_the_bank_for_the_piece_that_points() {
    let mut game = play(&Setup::for_seats(2), "null-a8 root-d1 d2-1-d1");
    // A large piece at a small one: it costs 1 and pays 3.
    play_on(&mut game, "d3-3-d2");
    assert_eq!(game.scores(), [8, 4]);
    // A small one at a large one: it costs 3 and pays 1.
    play_on(&mut game, "d4-1-d3");
    assert_eq!(game.scores(), [5, 5]);
    // Its own and the root change nothing.
    play_on(&mut game, "c3-2-d3 c1-3-d1");
    assert_eq!(game.scores(), [5, 5]);
}

#[test]
fn points_may_go_below_zero() {
    let mut game = play(&Setup::for_seats(2), "null-a8 root-d1 d2-3-d1 d3-1-d2 c1-3-d1");
    assert_eq!(game.scores(), [6, 2]);
    play_on(&mut game, "c2-1-d2");
    assert_eq!(game.scores(), [7, -1]);
    play_on(&mut game, "b1-3-c1 a1-2-b1");
    assert_eq!(game.scores(), [9, -4]);
}

#[test]
fn a_leaver_s_pieces_still_cost_and_pay() {
    let mut game = play(&Setup::for_seats(3), "null-A11 root-B11 root-C44 B12-2-B11");
    game.leave(0, LeaveReason::Resigned).expect("it is in");
    play_on(&mut game, "B13-3-B12");
    assert_eq!(game.scores(), [8, 3, 5]);
}

#[test]
fn most_points_rank_first_and_leavers_last_whatever_they_have() {
    let mut game = play(&Setup::for_seats(3), "null-A11 root-B11 root-C44 B12-1-B11 B13-3-B12");
    assert_eq!(game.scores(), [8, 4, 5]);
    game.leave(0, LeaveReason::Timeout).expect("it is in");
    while game.outcome().is_none() {
        let action = game.actions().swap_remove(0);
        play_on(&mut game, &action);
    }
    let outcome = game.outcome().expect("over");
    assert_eq!((outcome.reason, outcome.ranks[0]), (pointing::BOARD_FULL, 3));
    let second_is_better = outcome.scores[1] > outcome.scores[2];
    assert_ne!(outcome.scores[1], outcome.scores[2], "this line decides");
    assert_eq!(outcome.ranks[1] == 1, second_is_better);
}
