//! Unit tests: positions that play from the start seldom or never reaches.

use super::{Action, CLOCK, EMPTY, INFO, MartianChess, NO_PROGRESS};
use crate::wedge::CellSet;
use crate::{Game, LeaveReason, Motion, Phase, Pyramid, Reason, Seat, Setup};

fn classic(seats: u8) -> Setup {
    Setup::for_seats(seats)
}

fn arcade(seats: u8) -> Setup {
    Setup::for_seats(seats).choose("rules", "arcade")
}

/// The set-up with these pieces only (`b2:3`), and `seat` to act.
fn position(setup: &Setup, seat: Seat, pieces: &str) -> MartianChess {
    let mut game = MartianChess::start(&Setup { first: seat, ..setup.clone() }).expect("the set-up is good");
    game.pieces = [CellSet::EMPTY; 3];
    for piece in pieces.split(' ') {
        let (cell, size) = piece.split_once(':').expect("a cell and a size");
        game.put(size.parse().expect("a size"), game.board.cell_named(cell).expect("a cell"));
    }
    game
}

fn is_legal(game: &MartianChess, text: &str) -> bool {
    game.actions().iter().any(|action| action == text)
}

fn play(game: &mut MartianChess, line: &str) {
    for action in line.split(' ') {
        game.play(action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
    }
}

fn motions(game: &MartianChess, text: &str) -> Vec<Motion> {
    game.motions(game.check(text).expect("legal"))
}

fn space(game: &MartianChess, name: &str) -> u16 {
    game.board.cell_named(name).expect("a cell").into()
}

/// Why it ended, and the ranks.
fn end(game: &MartianChess) -> (Reason, Vec<u8>) {
    let outcome = game.outcome().expect("over");
    (outcome.reason, outcome.ranks)
}

#[test]
fn a_capture_scores_and_hands_the_piece_over() {
    let mut game = position(&classic(2), 0, "b2:2 b4:3 a1:1 b5:2 d8:1");
    let captured = Motion::Capture { piece: Pyramid::plain(2), space: space(&game, "b5") };
    let path = ["b4", "b5"].map(|name| space(&game, name)).to_vec();
    assert_eq!(motions(&game, "b4-b5"), [Motion::Move { piece: Pyramid::plain(3), path }, captured]);
    play(&mut game, "b4-b5");
    assert_eq!(game.scores(), [2, 0]);
    assert_eq!(game.view().trays, [[0, 1, 0], [0, 0, 0]]);
    // It is the other's queen now.
    assert!(is_legal(&game, "b5-a6") && is_legal(&game, "b5-b2"));
    assert!(!is_legal(&game, "b5-b4"), "no rejections, after a capture either");
}

#[test]
fn a_path_leads_across_the_seam_and_turns_with_it() {
    let game = position(&classic(3), 0, "A11:3 A44:1 B44:1 C44:1");
    let told = motions(&game, "A11-B41");
    let [Motion::Move { path, .. }] = told.as_slice() else { panic!("{told:?}") };
    assert_eq!(path, &["A11", "B11", "B21", "B31", "B41"].map(|name| space(&game, name)));
}

#[test]
fn every_merge_needs_the_size_not_to_be_there() {
    // Onto which size, from which, into which; and the own piece that forbids it.
    for (line, pieces, into, forbidding) in [
        ("b2-c3", "b2:1 c3:1 a1:3", 2, "d1:2"),
        ("b2-c3", "b2:1 c3:2 a1:1", 3, "d1:3"),
        ("c3-c2", "c3:2 c2:1 a1:1", 3, "d1:3"),
    ] {
        // What the other has does not matter.
        let others = "a8:1 b8:3 c8:2";
        let game = position(&arcade(2), 0, &format!("{pieces} {others}"));
        let Some(Action::Move { to, .. }) = game.parse(line) else { panic!("{line} is a move") };
        let told = motions(&game, line);
        assert_eq!(told.last(), Some(&Motion::Merge { size: into, space: to.into() }), "{line}");
        let mut merged = game;
        play(&mut merged, line);
        assert_eq!(merged.size_at(to), Some(into));
        assert_eq!(merged.view().spaces[usize::from(to)].stack[..], [Pyramid::plain(into)]);
        assert_eq!((merged.scores(), merged.quiet), (vec![0, 0], 1), "a merge is quiet");

        let has_it = position(&arcade(2), 0, &format!("{pieces} {forbidding} {others}"));
        assert!(!is_legal(&has_it, line), "{line} with {forbidding}");
        let classic = position(&classic(2), 0, &format!("{pieces} {others}"));
        assert!(!is_legal(&classic, line), "{line} in classic");
    }
}

#[test]
fn nothing_else_merges() {
    for (pieces, line) in [
        ("b2:2 b3:2 a1:1", "b2-b3"),
        ("b2:3 b3:1 a1:1", "b2-b3"),
        ("b2:1 c3:3 a1:1", "b2-c3"),
        ("b2:2 b3:3 a1:1", "b2-b3"),
    ] {
        assert!(!is_legal(&position(&arcade(2), 0, &format!("{pieces} a8:1")), line), "{pieces}");
    }
}

#[test]
fn a_field_promotion_is_no_capture() {
    // The same pawn may merge in its own wedge and capture in the other, whatever stands there.
    let mut game = position(&arcade(2), 0, "b4:1 c3:1 a1:1 c5:1 a8:1");
    game.quiet = 3;
    let mut captures = game;
    play(&mut captures, "b4-c5");
    assert_eq!((captures.scores(), captures.quiet), (vec![1, 0], 0));
    assert_eq!(captures.size_at(captures.board.cell_named("c5").expect("a cell")), Some(1), "no merge there");
    play(&mut game, "b4-c3");
    assert_eq!((game.scores(), game.quiet), (vec![0, 0], 4));
    assert_eq!(game.view().trays, [[0; 3]; 2]);
}

#[test]
fn an_emptied_wedge_ends_the_game() {
    let mut game = position(&classic(2), 0, "b4:2 b6:1");
    play(&mut game, "b4-b5");
    assert_eq!(end(&game), (EMPTY, vec![1, 1]));
    // By the capture that decides it, too.
    let mut game = position(&classic(4), 1, "a5:3 a1:1 h1:1 h8:2");
    game.captured[0] = [1, 0, 0];
    play(&mut game, "a5-a1");
    assert_eq!((end(&game), game.scores()), ((EMPTY, vec![1, 1, 3, 3]), vec![1, 1, 0, 0]));
    // Taking somebody's last piece leaves one's own there.
    let mut game = position(&classic(4), 0, "a4:2 d1:1 h1:1 h8:1 a5:1");
    play(&mut game, "a4-a5");
    assert_eq!(game.phase(), Phase::Act { seat: 1 });
}

#[test]
fn after_someone_left_an_emptied_wedge_still_ends_the_game() {
    let mut game = position(&classic(3), 1, "A44:1 B11:2 C44:1");
    game.leave(0, LeaveReason::Resigned).expect("it is in");
    play(&mut game, "B11-A11");
    assert_eq!(end(&game), (EMPTY, vec![3, 1, 1]));
}

#[test]
fn a_shared_top_goes_to_the_last_mover_in_arcade_only() {
    for (setup, ranks) in [(classic(2), [1, 1]), (arcade(2), [2, 1])] {
        let mut game = position(&setup, 1, "b2:1 b5:2");
        game.captured[0] = [0, 0, 1];
        game.captured[1] = [1, 1, 0];
        play(&mut game, "b5-b4");
        assert_eq!(end(&game), (EMPTY, ranks.to_vec()));
    }
    // Only among those who share the top, with any number of seats.
    for (own, ranks) in [([0, 0, 1], [1, 2, 2]), ([0, 1, 0], [3, 1, 1])] {
        let mut game = position(&arcade(3), 0, "A11:2 B44:1 C44:1");
        game.captured[0] = own;
        game.captured[1] = [0, 0, 1];
        game.captured[2] = [3, 0, 0];
        play(&mut game, "A11-B11");
        assert_eq!(end(&game), (EMPTY, ranks.to_vec()));
    }
    // The countdown does not break ties.
    let mut game = position(&arcade(2), 0, "b2:2 b8:2");
    game.clock = Some(1);
    play(&mut game, "b2-b3");
    assert_eq!(end(&game), (CLOCK, vec![1, 1]));
}

#[test]
fn with_teams_both_members_of_the_last_movers_team_win_the_tie() {
    let teams = |setup: Setup| setup.switch("teams", true);
    for (setup, ranks) in [(classic(4), [1, 1, 1, 1]), (arcade(4), [3, 1, 3, 1])] {
        let mut game = position(&teams(setup), 1, "a1:1 a5:2 h8:1 h1:1");
        game.captured[0] = [1, 0, 0];
        game.captured[2] = [0, 1, 0];
        game.captured[3] = [0, 0, 1];
        play(&mut game, "a5-a4");
        assert_eq!(end(&game), (EMPTY, ranks.to_vec()));
        assert_eq!(game.scores(), [1, 0, 2, 3], "scores stay each seat's own");
    }
    // A partner who has left shares the rank all the same.
    let mut game = position(&teams(arcade(4)), 1, "a1:1 a5:2 h8:1 h1:1");
    game.leave(3, LeaveReason::Timeout).expect("it is in");
    play(&mut game, "a5-a4");
    assert_eq!(end(&game), (EMPTY, vec![3, 1, 3, 1]));
}

#[test]
fn capturing_a_teammate_is_legal() {
    let mut game = position(&classic(4).switch("teams", true), 0, "d4:3 a1:1 e5:2 h8:1 a8:1 h1:1");
    play(&mut game, "d4-e5");
    assert_eq!(game.scores(), [2, 0, 0, 0]);
}

#[test]
fn a_leaver_cannot_win_a_tie() {
    // The leaver shares the top total and even made the last capture; who stayed ranks above it.
    for setup in [classic(3), arcade(3)] {
        let mut game = position(&setup, 0, "A11:3 A44:1 B11:1 B44:1 C11:2");
        game.captured[2] = [1, 0, 0];
        play(&mut game, "A11-B11");
        game.leave(0, LeaveReason::Abandoned).expect("it is in");
        play(&mut game, "B44-B33 C11-A11");
        assert_eq!(game.scores(), [1, 0, 1]);
        assert_eq!(end(&game), (EMPTY, vec![3, 2, 1]));
    }
}

#[test]
fn the_action_that_starts_the_clock_may_capture() {
    let mut game = position(&arcade(2), 0, "b4:2 a1:2 b5:1 d8:2");
    game.quiet = 6;
    assert!(!is_legal(&game, "b4-b5-clock"), "six are not enough");
    game.quiet = 7;
    play(&mut game, "b4-b5-clock");
    assert_eq!((game.scores(), game.quiet, game.clock), (vec![1, 0], 0, Some(7)));
    assert_eq!(game.view().counters, [Some(0), Some(0)]);
    play(&mut game, "d8-d7 a1-a2 d7-d8 a2-a1 d8-d7 a1-a2");
    assert_eq!((game.outcome(), game.clock), (None, Some(1)));
    play(&mut game, "d7-d8");
    assert_eq!(end(&game), (CLOCK, vec![1, 2]));
}

#[test]
fn a_capture_sets_the_clock_back_and_it_runs_on() {
    let mut game = position(&arcade(2), 0, "b4:2 a1:2 b5:1 d8:2");
    game.quiet = 9;
    game.clock = Some(1);
    play(&mut game, "b4-b5");
    assert_eq!((game.quiet, game.clock, game.outcome()), (0, Some(7), None));
    play(&mut game, "d8-d7");
    assert_eq!(game.clock, Some(6));
}

#[test]
fn an_emptied_wedge_ends_before_the_clock_and_that_before_no_progress() {
    let run_down = |game: &mut MartianChess| {
        game.quiet = 59;
        game.clock = Some(1);
    };
    let mut all = position(&arcade(2), 0, "b4:2 d8:2");
    run_down(&mut all);
    play(&mut all, "b4-b5");
    assert_eq!(end(&all).0, EMPTY);
    let mut two = position(&arcade(2), 0, "b4:2 a1:1 d8:2");
    run_down(&mut two);
    play(&mut two, "b4-b5");
    assert_eq!(end(&two).0, CLOCK);
    assert_eq!(INFO.reasons.iter().map(|info| info.reason).collect::<Vec<_>>(), [EMPTY, CLOCK, NO_PROGRESS]);
}

#[test]
fn thirty_quiet_actions_a_seat_end_the_game() {
    for seats in 2..=6 {
        for setup in [classic(seats), arcade(seats)] {
            let mut game = MartianChess::start(&setup).expect("the set-up is good");
            // A leaver does not shorten it: the seats are those of the start.
            if seats > 2 {
                game.leave(seats - 1, LeaveReason::Resigned).expect("it is in");
            }
            game.quiet = 30 * u16::from(seats) - 2;
            game.captured[1] = [0, 0, 1];
            for _ in 0..2 {
                assert!(game.outcome().is_none());
                let mut actions = Vec::new();
                game.legal(&mut actions);
                let quiet = |action: &Action| match action {
                    Action::Move { to, clock, .. } => !clock && game.size_at(*to).is_none(),
                    Action::Pass => false,
                };
                let action = actions.into_iter().find(quiet).expect("a quiet move");
                game.apply(action);
            }
            let (reason, ranks) = end(&game);
            assert_eq!((reason, ranks[1]), (NO_PROGRESS, 1));
        }
    }
}

#[test]
fn pass_is_offered_when_nothing_else_is_legal() {
    let game = position(&classic(2), 0, "a1:1 d8:2");
    assert_eq!(game.actions(), ["a1-b2"]);
    assert_eq!(game.check("pass").map_err(|refusal| refusal.code()), Err("illegal"));
    // No position is known in which nothing is legal: an empty wedge, where play has ended, must do.
    for setup in [classic(2), arcade(2)] {
        let mut game = position(&setup, 0, "d8:2");
        game.quiet = 20;
        assert_eq!(game.actions(), ["pass"]);
        assert_eq!(motions(&game, "pass"), []);
    }
}

#[test]
fn a_pass_is_a_quiet_action() {
    let mut game = position(&arcade(2), 0, "b4:2 a1:1 d8:2");
    play(&mut game, "b4-b5");
    assert!(!is_legal(&game, "b5-b4"));
    (game.quiet, game.clock) = (20, Some(5));
    let shown = game.view();
    // It would be refused here; what it does once it is taken is the same everywhere.
    game.apply(Action::Pass);
    assert_eq!((game.quiet, game.clock, game.phase()), (21, Some(4), Phase::Act { seat: 0 }));
    assert_eq!((game.view().spaces, game.view().last), (shown.spaces, shown.last));
    game.apply(Action::Pass);
    assert!(is_legal(&game, "b5-b4"), "the opponent's last action was not that move");
}
