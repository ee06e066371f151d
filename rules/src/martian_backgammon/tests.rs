//! Unit tests: positions that play from the start seldom or never reaches.

use super::{
    ALL_OUT, DRY_LIMIT, Dice, IDLE_LIMIT, INFO, MartianBackgammon, NO_PROGRESS, Stack, Stage, track,
};
use crate::{Game, Motion, Phase, Pyramid, Reason, Seat, Setup, Size, TrayKind};

fn open() -> Setup {
    Setup::for_seats(2)
}

fn strict() -> Setup {
    open().choose("landing", "strict")
}

/// Seat 0 to act with these dice and nothing but these pieces: `b2:0:321` from the bottom up, `in:1:2` waiting.
fn position(setup: &Setup, dice: [u8; 2], out: [u8; 2], pieces: &str) -> MartianBackgammon {
    let mut game = MartianBackgammon::start(setup).expect("the set-up is good");
    game.stage = Stage::Act;
    game.dice = Dice::of_turn(0, dice);
    for (side, out) in game.sides.iter_mut().zip(out) {
        side.stacks = [Stack::EMPTY; 12];
        side.out = out;
    }
    for part in pieces.split(' ') {
        let [name, seat, sizes] = part.split(':').collect::<Vec<_>>()[..] else { panic!("{part}") };
        let seat: Seat = seat.parse().expect("a seat");
        let step = match name {
            "in" => 0,
            name => track::step(seat, track::named(name).expect("a space")).expect("on the track"),
        };
        for size in sizes.bytes() {
            game.sides[usize::from(seat)].stacks[usize::from(step)].put(size - b'0');
        }
    }
    game
}

fn play(game: &mut MartianBackgammon, line: &str) {
    for action in line.split(' ') {
        game.play(action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
    }
}

fn space(name: &str) -> u16 {
    let [column, row] = name.as_bytes() else { panic!("{name}") };
    u16::from((row - b'1') * track::SIDE + column - b'a')
}

fn spaces(names: &str) -> Vec<u16> {
    names.split(' ').map(space).collect()
}

fn piece(owner: Seat, size: Size) -> Pyramid {
    Pyramid { owner: Some(owner), ..Pyramid::plain(size) }
}

fn motions(game: &MartianBackgammon, text: &str) -> Vec<Motion> {
    game.motions(game.check(text).expect("legal"))
}

fn sizes_on(game: &MartianBackgammon, name: &str) -> Vec<Size> {
    game.view().spaces[usize::from(space(name))].stack.iter().map(|piece| piece.size).collect()
}

#[test]
fn a_die_carries_up_to_its_value_both_ways_but_never_back_to_wait() {
    let game = position(&open(), [2, 2], [1, 1], "b2:0:2");
    assert_eq!(game.actions(), ["b2-a2", "b2-c2", "b2-d2", "end"]);
}

#[test]
fn the_smallest_die_that_carries_is_spent() {
    let start = position(&open(), [5, 2], [1, 1], "a2:0:1");
    for (action, left) in [("a2-b2", 5), ("a2-c2", 5), ("a2-d2", 2), ("a2-e3", 2)] {
        let mut game = start;
        play(&mut game, action);
        assert_eq!(game.unspent_dice(), [left], "{action}");
    }
    // The larger die went for a step of three, so no other step of three is left.
    let mut game = start;
    play(&mut game, "a2-d2");
    assert_eq!(game.actions(), ["d2-b2", "d2-c2", "d2-e2", "d2-e3", "end"]);
}

#[test]
fn a_double_gives_three_dice_and_then_only_the_end_is_left() {
    let mut game = position(&open(), [3, 3], [1, 1], "a2:0:1");
    assert_eq!(game.unspent_dice(), [3, 3, 3]);
    play(&mut game, "a2-b2 b2-d2");
    assert_eq!(game.unspent_dice(), [3]);
    assert_eq!(game.view().dice.iter().map(|die| die.spent).collect::<Vec<_>>(), [true, true, false]);
    play(&mut game, "d2-e4");
    assert_eq!(game.actions(), ["end"]);
    assert_eq!(game.turn_ending_actions(), ["end"]);
    play(&mut game, "end");
    assert_eq!(game.phase(), Phase::Roll { seat: 1 });
    assert!(game.unspent_dice().is_empty());
}

#[test]
fn pieces_stop_on_their_own_of_the_same_size_or_larger() {
    let game = position(&strict(), [6, 6], [1, 1], "a2:0:2 b2:0:1 c2:0:2 d2:0:3 e2:0:321");
    let actions = game.actions();
    for legal in ["a2-c2", "a2-d2", "b2-a2", "b2-e2", "c2-a2"] {
        assert!(actions.contains(&legal.to_owned()), "{legal}");
    }
    for illegal in ["a2-b2", "a2-e2", "d2-c2", "d2-b2"] {
        assert!(!actions.contains(&illegal.to_owned()), "{illegal}");
    }
}

#[test]
fn only_the_own_safe_spot_may_be_stopped_on_empty_when_strict() {
    let pieces = "e2:0:1 d4:1:32";
    assert_eq!(position(&strict(), [1, 3], [1, 1], pieces).actions(), ["e2-e3", "end"]);
    assert_eq!(
        position(&open(), [1, 3], [1, 1], pieces).actions(),
        ["e2-b2", "e2-c2", "e2-d2", "e2-e3", "e2-e4", "end"]
    );
    // The other's safe spot is on nobody else's way, not even when a singleton stands there.
    let game = position(&open(), [6, 6], [1, 1], "a4:0:1 a2:0:1 a3:1:1");
    assert!(game.actions().iter().all(|action| !action.contains("a3")));
}

#[test]
fn a_singleton_of_any_size_is_hit_and_a_stack_is_not() {
    for rules in [open(), strict()] {
        let mut game = position(&rules, [1, 2], [1, 1], "a2:0:1 b2:1:3 c2:1:11");
        assert!(!game.actions().contains(&"a2-c2".to_owned()), "two stand together");
        assert_eq!(
            motions(&game, "a2-b2"),
            [
                Motion::Move { piece: piece(0, 1), path: spaces("a2 b2") },
                Motion::Hit { piece: piece(1, 3), space: space("b2"), tray: TrayKind::Waiting },
            ]
        );
        play(&mut game, "a2-b2");
        let view = game.view();
        assert_eq!(view.trays, [[0; 3], [0; 3], [0, 0, 1], [0; 3]]);
        assert_eq!(view.spaces[usize::from(space("b2"))].stack[..], [piece(0, 1)]);
    }
    // The piece that has hit may go on with another die, over whatever stands in its way.
    let mut game = position(&open(), [1, 2], [1, 1], "a2:0:1 b2:1:3 c2:1:11");
    play(&mut game, "a2-b2 b2-d2 end");
}

#[test]
fn those_that_wait_come_in_one_by_one_as_anyone_likes() {
    let mut game = position(&open(), [2, 1], [1, 1], "in:0:1123 a2:1:1 b2:1:32 e2:0:1");
    assert_eq!(
        game.actions(),
        ["e2-c2", "e2-d2", "e2-e3", "e2-e4", "end", "in1-a2", "in2-a2", "in3-a2"],
        "nothing forces them, any of them may come, and a stack keeps them out"
    );
    assert_eq!(
        motions(&game, "in3-a2"),
        [
            Motion::Enter { piece: piece(0, 3), tray: TrayKind::Waiting, space: space("a2") },
            Motion::Hit { piece: piece(1, 1), space: space("a2"), tray: TrayKind::Waiting },
        ]
    );
    play(&mut game, "in3-a2 in1-a2");
    assert_eq!(sizes_on(&game, "a2"), [3, 1]);
    assert_eq!(game.view().trays, [[1, 1, 0], [0; 3], [1, 0, 0], [0; 3]]);
    let last = game.view().last;
    assert_eq!(last.iter().map(|last| last.spaces.clone()).collect::<Vec<_>>(), [spaces("a2"), spaces("a2")]);
}

#[test]
fn exits_are_in_order_and_within_the_die() {
    // Three are out, so a 1 must follow.
    let game = position(&strict(), [2, 2], [3, 1], "a4:0:1 b4:0:1 c4:0:1 d4:0:2");
    let exits: Vec<_> = game.actions().into_iter().filter(|action| action.ends_with("out")).collect();
    assert_eq!(exits, ["a4-out", "b4-out"]);
    let mut game = position(&strict(), [6, 6], [4, 1], "a4:0:1 b4:0:2 c4:0:3 e4:0:2");
    let exits = |game: &MartianBackgammon| -> Vec<_> {
        game.actions().into_iter().filter(|action| action.ends_with("out")).collect()
    };
    assert_eq!(exits(&game), ["b4-out", "e4-out"]);
    play(&mut game, "e4-out");
    assert_eq!((exits(&game), game.scores()), (vec!["c4-out".to_owned()], vec![5, 1]));
}

#[test]
fn nests_are_built_from_the_far_end_of_the_stockpile() {
    let mut game = position(&open(), [6, 6], [2, 3], "a4:0:3 b4:0:2 c4:0:1");
    assert_eq!(sizes_on(&game, "e5"), [1, 2]);
    assert_eq!(sizes_on(&game, "a1"), [1, 2, 3]);
    assert_eq!(
        motions(&game, "a4-out"),
        [Motion::Move { piece: piece(0, 3), path: spaces("a4 a5 b5 c5 d5 e5") }]
    );
    play(&mut game, "a4-out");
    assert_eq!(sizes_on(&game, "e5"), [1, 2, 3]);
    assert_eq!(
        motions(&game, "c4-out"),
        [Motion::Move { piece: piece(0, 1), path: spaces("c4 b4 a4 a5 b5 c5 d5") }]
    );
    play(&mut game, "c4-out");
    assert_eq!(sizes_on(&game, "d5"), [1]);
    assert!(sizes_on(&game, "a5").is_empty());
}

#[test]
fn the_last_piece_out_wins_at_once_dice_unspent_or_not() {
    let mut game = position(&open(), [1, 6], [14, 14], "a4:0:3 a2:1:3");
    play(&mut game, "a4-out");
    let outcome = game.outcome().expect("over");
    assert_eq!((outcome.reason, outcome.ranks, outcome.scores), (ALL_OUT, vec![1, 2], vec![15, 14]));
    assert!(game.unspent_dice().is_empty() && game.actions().is_empty());
    for nest in ["a5", "b5", "c5", "d5", "e5"] {
        assert_eq!(sizes_on(&game, nest), [1, 2, 3]);
    }
}

#[test]
fn a_turn_without_a_move_and_a_turn_without_an_exit_are_counted_apart() {
    let mut game = position(&open(), [1, 2], [3, 1], "a4:0:1 a2:0:1 e4:1:32");
    (game.idle, game.dry) = (5, 50);
    play(&mut game, "a2-b2 end");
    assert_eq!(game.view().counters, [Some(0), Some(51)]);
    game.roll([3, 3]).expect("dice are due");
    play(&mut game, "end");
    assert_eq!(game.view().counters, [Some(1), Some(52)]);
    game.roll([3, 3]).expect("dice are due");
    play(&mut game, "a4-out end");
    assert_eq!(game.view().counters, [Some(0), Some(0)]);
}

#[test]
fn too_many_turns_without_progress_are_a_draw() {
    let nearly = |idle, dry| {
        let mut game = position(&open(), [1, 2], [3, 7], "a4:0:1 a2:0:1 e4:1:32");
        (game.idle, game.dry) = (idle, dry);
        game
    };
    let mut game = nearly(IDLE_LIMIT - 1, 30);
    play(&mut game, "end");
    let outcome = game.outcome().expect("over");
    assert_eq!((outcome.reason, outcome.ranks, outcome.scores), (NO_PROGRESS, vec![1, 1], vec![3, 7]));
    let mut game = nearly(0, DRY_LIMIT - 1);
    play(&mut game, "a2-b2");
    assert!(game.outcome().is_none(), "the turn is not over yet");
    play(&mut game, "end");
    assert_eq!(game.outcome().expect("over").reason, NO_PROGRESS);
    let mut game = nearly(IDLE_LIMIT - 1, DRY_LIMIT - 1);
    play(&mut game, "a4-out end");
    assert!(game.outcome().is_none(), "a piece went out in time");
}

#[test]
fn the_last_turn_stays_marked_until_the_next_one_has_a_move() {
    let mut game = position(&open(), [1, 2], [1, 1], "a2:0:1 e4:1:32");
    let last = |game: &MartianBackgammon| -> Vec<(Seat, Vec<u16>)> {
        game.view().last.into_iter().map(|last| (last.seat, last.spaces)).collect()
    };
    play(&mut game, "a2-b2 b2-d2");
    let both = vec![(0, spaces("a2 b2")), (0, spaces("b2 d2"))];
    assert_eq!(last(&game), both);
    play(&mut game, "end");
    game.roll([1, 2]).expect("dice are due");
    assert_eq!(last(&game), both);
    play(&mut game, "e4-c4");
    assert_eq!(last(&game), [(1, spaces("e4 c4"))]);
    play(&mut game, "end");
    game.roll([1, 2]).expect("dice are due");
    play(&mut game, "end");
    assert!(last(&game).is_empty(), "nobody moved in the last turn");
}

#[test]
fn many_pieces_may_stand_together() {
    let mut game = position(&open(), [1, 1], [3, 1], "b2:0:33332222 a2:0:1 c2:0:1");
    play(&mut game, "a2-b2 c2-b2");
    assert_eq!(sizes_on(&game, "b2"), [3, 3, 3, 3, 2, 2, 2, 2, 1, 1]);
}

#[test]
fn reasons_are_listed_as_they_are_tested() {
    let listed: Vec<Reason> = INFO.reasons.iter().map(|info| info.reason).collect();
    assert_eq!(listed, [ALL_OUT, NO_PROGRESS]);
}
