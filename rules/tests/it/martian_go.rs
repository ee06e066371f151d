//! Corners of Martian Go that random play seldom turns.

use cydonia_rules::{
    AnyGame, GameKind, InputError, LeaveReason, Marker, Motion, Phase, Pyramid, Reason, Setup, TokenKind,
    TrayKind, pointing,
};

fn start(setup: &Setup) -> AnyGame {
    AnyGame::start(GameKind::MartianGo, setup).expect("the set-up is good")
}

fn play_on(game: &mut AnyGame, line: &str) {
    for action in line.split_whitespace() {
        game.play(action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
    }
}

fn play(setup: &Setup, line: &str) -> AnyGame {
    let mut game = start(setup);
    play_on(&mut game, line);
    game
}

fn ground(seats: u8, ground: &str) -> Setup {
    Setup::for_seats(seats).choose("setup", ground)
}

fn refused(game: &AnyGame, action: &str) -> &'static str {
    game.clone().play(action).expect_err("refused").code()
}

fn marked(game: &AnyGame, marker: Marker) -> Vec<String> {
    let (layout, view) = (game.layout(), game.view());
    let spaces = layout.spaces.iter().zip(&view.spaces).filter(|(_, space)| space.marker == Some(marker));
    spaces.map(|(space, _)| space.name.clone()).collect()
}

#[test]
fn the_cells_round_the_centre_are_roots_for_any_number_of_seats() {
    for (seats, roots) in [
        (2, "d4 d5"),
        (3, "A11 B11 C11"),
        (4, "d4 d5 e5 e4"),
        (5, "A11 B11 C11 D11 E11"),
        (6, "A11 B11 C11 D11 E11 F11"),
    ] {
        let game = start(&Setup::for_seats(seats));
        assert_eq!(marked(&game, Marker::Root), roots.split(' ').collect::<Vec<_>>());
        assert!(marked(&game, Marker::Null).is_empty());
    }
}

#[test]
fn roots_and_own_pieces_are_safe_and_the_target_s_size_is_the_penalty() {
    let mut game = play(&Setup::for_seats(2), "d3-1-d4 d6-3-d5");
    assert_eq!(game.scores(), [0, 0]);
    // Seat 0 points at its own, seat 1 with a large one at a small one, seat 0 with a small one at that large one.
    play_on(&mut game, "c3-3-d3 d2-3-d3");
    assert_eq!(game.scores(), [0, 1]);
    play_on(&mut game, "d1-1-d2");
    assert_eq!(game.scores(), [3, 1]);
}

#[test]
fn with_several_neighbours_the_player_chooses_which_to_point_at() {
    let game = play(&Setup::for_seats(2), "d3-1-d4 c4-2-d4");
    let of_c3: Vec<String> = game.actions().into_iter().filter(|action| action.starts_with("c3-2")).collect();
    assert_eq!(of_c3, ["c3-2-c4", "c3-2-d3"]);
    for (target, score) in [("c4", 2), ("d3", 0)] {
        let mut game = game.clone();
        play_on(&mut game, &format!("c3-2-{target}"));
        assert_eq!(game.scores(), [score, 0]);
    }
}

#[test]
fn seams_count_as_adjacent() {
    // A12 lies on the seam between the wedges A and C, and C21 across it.
    let mut game = play(&Setup::for_seats(3), "A12-2-A11");
    play_on(&mut game, "C21-1-A12");
    assert_eq!(game.scores(), [0, 2, 0]);
    assert_eq!(refused(&game, "C31-1-A12"), "illegal");
}

#[test]
fn what_may_not_be_laid() {
    let game = play(&Setup::for_seats(2), "d3-1-d4");
    for action in [
        "c3-1-d4", // diagonal
        "c3-1-c4", // nothing there
        "c3-1-c3", // itself
        "d3-1-d4", // taken
        "d4-1-d3", // a root lies there
        "b4-1-d4", // too far
        "root-a1", // only before play, with another set-up
        "null-a1",
    ] {
        assert_eq!(refused(&game, action), "illegal", "{action}");
    }
    for odd in [
        "c4-0-d4", "c4-4-d4", "c4-01-d4", "c4--d4", "c4-1-d4-", "c4-1", "root", "root-", "root-e1", "ROOT-a1",
    ] {
        assert_eq!(refused(&game, odd), "bad_notation", "{odd}");
    }
}

#[test]
fn a_size_is_offered_while_the_stash_has_it() {
    let line = "d3-1-d4 d6-3-d5 d2-1-d3 d7-3-d6 d1-1-d2 d8-3-d7 c1-1-d1 c8-3-d8";
    let mut game = play(&Setup::for_seats(2), line);
    assert_eq!(game.view().trays, [[1, 5, 5], [5, 5, 1]]);
    play_on(&mut game, "b1-1-c1");
    assert_eq!(game.view().trays, [[0, 5, 5], [5, 5, 1]]);
    play_on(&mut game, "b8-3-c8");
    assert!(game.actions().iter().all(|action| !action.contains("-1-")));
    assert_eq!(refused(&game, "a1-1-b1"), "illegal");
}

#[test]
fn free_roots_are_laid_side_by_side_in_turn_and_the_first_seat_begins() {
    let mut game = start(&Setup { first: 2, ..ground(4, "free-root") });
    assert_eq!((game.phase(), game.actions().len()), (Phase::Act { seat: 2 }, 64));
    assert_eq!(refused(&game, "null-a1"), "illegal");
    play_on(&mut game, "root-a1");
    assert_eq!(game.actions(), ["root-a2", "root-b1"]);
    assert_eq!(refused(&game, "root-b2"), "illegal");
    play_on(&mut game, "root-a2");
    assert_eq!(game.actions(), ["root-a3", "root-b1", "root-b2"]);
    play_on(&mut game, "root-b2 root-b1");
    assert_eq!((game.phase(), game.actions().len()), (Phase::Act { seat: 2 }, 12));
    assert_eq!(refused(&game, "root-c1"), "illegal");
}

#[test]
fn half_of_the_seats_rounded_down_lay_nulls_the_others_roots() {
    for (seats, nulls) in [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3)] {
        let mut game = start(&Setup { first: 1, ..ground(seats, "nulls") });
        for duty in 0..seats {
            assert_eq!(game.phase(), Phase::Act { seat: (1 + duty) % seats });
            let head = if duty < nulls { "null-" } else { "root-" };
            let actions = game.actions();
            assert!(actions.iter().all(|action| action.starts_with(head)), "{actions:?}");
            play_on(&mut game, &actions[actions.len() / 2]);
        }
        assert_eq!(game.phase(), Phase::Act { seat: 1 });
        assert_eq!(marked(&game, Marker::Null).len(), usize::from(nulls));
        assert!(game.actions().iter().all(|action| action.split('-').count() == 3));
    }
}

#[test]
fn nulls_may_not_cut_cells_off() {
    let game = play(&ground(4, "nulls"), "null-a2");
    assert_eq!(refused(&game, "null-b1"), "illegal", "a1 would be alone");
    assert_eq!(refused(&game, "null-a2"), "illegal", "there is one already");
    // A corner itself may go, and so may what is only diagonal to the edge.
    assert!(game.clone().play("null-a1").is_ok());
    assert!(game.clone().play("null-b3").is_ok());
    // Three nulls: a cell at the edge could be walled in, across a seam too. A41's neighbours are A31, A42 and,
    // over the seam, B14.
    let game = play(&ground(6, "nulls"), "null-A31 null-B14");
    assert_eq!(refused(&game, "null-A42"), "illegal");
    assert!(game.clone().play("null-A41").is_ok());
}

#[test]
fn nobody_lays_on_nulls_or_points_at_them() {
    let game = play(&ground(2, "nulls"), "null-b2 root-b3");
    assert_eq!(game.actions().len(), 9, "three free neighbours, and the null is none");
    assert_eq!(refused(&game, "b2-1-b3"), "illegal");
    assert_eq!(refused(&game, "b1-1-b2"), "illegal");
}

#[test]
fn set_up_duties_of_leavers_are_done_by_the_others() {
    // The duties stay null, null, root, root.
    let mut game = start(&Setup { first: 1, ..ground(4, "nulls") });
    play_on(&mut game, "null-a1");
    game.leave(2, LeaveReason::Resigned).expect("it is in");
    assert_eq!(game.phase(), Phase::Act { seat: 3 });
    play_on(&mut game, "null-h8");
    assert_eq!(game.phase(), Phase::Act { seat: 0 });
    play_on(&mut game, "root-d4");
    assert_eq!(game.phase(), Phase::Act { seat: 1 });
    play_on(&mut game, "root-e5");
    // The first seat is still in, and begins: here it acts twice in a row.
    assert_eq!(game.phase(), Phase::Act { seat: 1 });
    play_on(&mut game, "d3-1-d4");
    assert_eq!(game.phase(), Phase::Act { seat: 3 });
}

#[test]
fn if_the_first_seat_left_before_play_the_next_one_in_begins() {
    let mut game = start(&Setup { first: 3, ..ground(5, "free-root") });
    play_on(&mut game, "root-A11");
    game.leave(3, LeaveReason::Timeout).expect("it is in");
    game.leave(4, LeaveReason::Timeout).expect("it is in");
    assert_eq!(game.phase(), Phase::Act { seat: 0 });
    play_on(&mut game, "root-A12 root-A13 root-A14 root-A24");
    assert_eq!(game.phase(), Phase::Act { seat: 0 });
    play_on(&mut game, "A21-1-A11");
    assert_eq!(game.phase(), Phase::Act { seat: 1 });
}

/// A game of three by its first legal actions, up to the last seat's last piece.
fn before_the_last_piece() -> AnyGame {
    let mut game = start(&Setup::for_seats(3));
    for _ in 0..44 {
        let action = game.actions().swap_remove(0);
        play_on(&mut game, &action);
    }
    assert_eq!((game.phase(), game.outcome()), (Phase::Act { seat: 2 }, None));
    game
}

#[test]
fn the_game_ends_with_the_last_piece() {
    let mut game = before_the_last_piece();
    let last = game.actions().swap_remove(0);
    play_on(&mut game, &last);
    assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(pointing::BOARD_FULL));
    assert_eq!(game.play(&last), Err(InputError::Over));
}

#[test]
fn if_the_only_seat_with_pieces_leaves_the_game_is_over() {
    let mut game = before_the_last_piece();
    game.leave(2, LeaveReason::Abandoned).expect("it is in");
    let outcome = game.outcome().expect("the others have laid all");
    assert_eq!((outcome.reason, outcome.ranks[2]), (pointing::BOARD_FULL, 3));
    let view = game.view();
    let free = view.spaces.iter().filter(|space| space.marker.is_none() && space.stack.is_empty());
    assert_eq!(free.count(), 1, "its last piece was not laid");
}

#[test]
fn if_another_than_the_last_seat_leaves_play_goes_on() {
    let mut game = before_the_last_piece();
    game.leave(0, LeaveReason::Abandoned).expect("it is in");
    assert_eq!(game.phase(), Phase::Act { seat: 2 });
    let last = game.actions().swap_remove(0);
    play_on(&mut game, &last);
    let outcome = game.outcome().expect("all is laid");
    assert_eq!((outcome.reason, outcome.ranks[0]), (pointing::BOARD_FULL, 3));
}

#[test]
fn leavers_rank_below_all_who_stayed_and_the_last_one_in_wins_at_once() {
    let mut game = play(&Setup::for_seats(4), "d3-1-d4 d2-2-d3");
    assert_eq!(game.scores(), [0, 1, 0, 0]);
    game.leave(0, LeaveReason::Resigned).expect("it is in");
    assert_eq!(game.leave(0, LeaveReason::Resigned), Err(InputError::BadSeat(0)));
    game.leave(2, LeaveReason::Timeout).expect("it is in");
    assert_eq!((game.phase(), game.outcome()), (Phase::Act { seat: 3 }, None));
    game.leave(3, LeaveReason::Abandoned).expect("it is in");
    let outcome = game.outcome().expect("over");
    assert_eq!((outcome.reason, outcome.ranks), (Reason::ABANDONED, vec![4, 1, 3, 2]));
}

#[test]
fn a_leaver_s_pieces_still_cost_a_penalty() {
    let mut game = play(&Setup::for_seats(3), "A12-3-A11");
    game.leave(0, LeaveReason::Resigned).expect("it is in");
    play_on(&mut game, "A13-1-A12");
    assert_eq!(game.scores(), [0, 3, 0]);
}

#[test]
fn pieces_lie_and_come_from_the_stash() {
    let mut game = start(&Setup::for_seats(2));
    let motions = game.play("d3-2-d4").expect("legal");
    let layout = game.layout();
    let place = |name: &str| layout.spaces.iter().position(|space| space.name == name).expect("a cell");
    let piece = Pyramid { size: 2, owner: Some(0), points_at: Some(place("d4") as u16) };
    assert_eq!(motions, [Motion::Lay { piece, space: place("d3") as u16 }]);
    let view = game.view();
    assert_eq!(view.spaces[place("d3")].stack[..], [piece]);
    assert_eq!(view.trays, [[5, 4, 5], [5, 5, 5]]);
    assert_eq!(view.last[0].spaces, [place("d3") as u16]);
    assert!(layout.spaces.iter().all(|space| space.zone.is_none()), "no cell is anybody's");
    let trays: Vec<_> = layout.trays.iter().map(|tray| (tray.kind, tray.seat, tray.owner)).collect();
    assert_eq!(trays, [(TrayKind::Stash, 0, Some(0)), (TrayKind::Stash, 1, Some(1))]);
}

#[test]
fn tokens_are_those_the_set_up_can_use() {
    for (choice, buttons) in
        [("centre", vec![]), ("free-root", vec!["root"]), ("nulls", vec!["null", "root"])]
    {
        let tokens = start(&ground(2, choice)).layout().tokens;
        let of = |kind: fn(&TokenKind) -> bool| -> Vec<&str> {
            tokens.iter().filter(|token| kind(&token.kind)).map(|token| token.text.as_str()).collect()
        };
        assert_eq!(of(|kind| matches!(kind, TokenKind::Button {})), buttons);
        assert_eq!(
            of(|kind| matches!(kind, TokenKind::Piece { tray: TrayKind::Stash, .. })),
            ["1", "2", "3"]
        );
        assert_eq!(of(|kind| matches!(kind, TokenKind::Space { .. })).len(), 32);
    }
}

#[test]
fn set_ups_it_does_not_take() {
    let code = |setup: &Setup| AnyGame::start(GameKind::MartianGo, setup).expect_err("refused").code();
    for choice in ["center", "Centre", "free root", "null", ""] {
        assert_eq!(code(&ground(4, choice)), "bad_option", "{choice}");
    }
    assert_eq!(code(&Setup::for_seats(4).switch("setup", true)), "bad_option");
    assert_eq!(code(&Setup::for_seats(4).choose("rules", "classic")), "bad_option");
    assert_eq!(code(&Setup::for_seats(1)), "bad_players");
    assert_eq!(code(&Setup::for_seats(7)), "bad_players");
    assert_eq!(code(&Setup { first: 4, ..Setup::for_seats(4) }), "bad_first");
}
