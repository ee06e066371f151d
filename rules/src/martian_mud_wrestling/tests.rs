//! Unit tests: positions that play from the start seldom reaches, and sinking against a slow reading of its rule.

use proptest::collection::vec;
use proptest::prelude::*;

use super::quiet::QuietMoves;
use super::stack::{Piece, Stack};
use super::{BOTH_STUCK, GRID, INFO, MartianMudWrestling, NO_PROGRESS, REPETITION, STUCK};
use crate::{Game, Motion, Phase, Pyramid, Reason, Seat, Setup, Size};

/// A stack of these pieces from the bottom up: `1` to `3` for seat 0, `a` to `c` for seat 1.
fn stack(pieces: &str) -> Stack {
    let mut stack = Stack::default();
    for piece in pieces.bytes() {
        let (size, owner) = if piece >= b'a' { (piece - b'a' + 1, 1) } else { (piece - b'0', 0) };
        stack.push(Piece { size, owner });
    }
    stack
}

/// Only these stacks (`b2:12c`), and `seat` to act.
fn position(seat: Seat, stacks: &str) -> MartianMudWrestling {
    let setup = Setup { first: seat, ..Setup::for_seats(2) };
    let mut game = MartianMudWrestling::start(&setup).expect("the set-up is good");
    game.stacks = [Stack::default(); 25];
    for told in stacks.split_whitespace() {
        let (cell, pieces) = told.split_once(':').expect("a square and pieces");
        game.stacks[usize::from(GRID.cell_named(cell).expect("a square"))] = stack(pieces);
    }
    game
}

fn at(game: &MartianMudWrestling, cell: &str) -> Stack {
    game.stacks[usize::from(GRID.cell_named(cell).expect("a square"))]
}

fn play(game: &mut MartianMudWrestling, line: &str) {
    for action in line.split(' ') {
        game.play(action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
    }
}

fn end(game: &MartianMudWrestling) -> (Reason, Vec<u8>) {
    let outcome = game.outcome().expect("over");
    (outcome.reason, outcome.ranks)
}

#[test]
fn every_example_of_the_rule() {
    for (pieces, sinks) in [
        ("123", false),
        ("123111111", false),
        ("123222", false),
        ("123ccb", true),
        ("1231111111", true),
        ("321", false),
        ("3211", true),
        ("3212", true),
        ("321c", true),
        ("3", false),
        ("33", false),
        ("331", true),
        ("31", false),
        ("313", true),
        ("312", false),
        ("311", false),
        ("3111", false),
        ("3112", true),
        ("3113", true),
        ("11", false),
        ("111", true),
        ("113", false),
        ("112", true),
        ("13", false),
        ("2b", false),
        ("21", false),
        ("213", true),
    ] {
        assert_eq!(stack(pieces).sinks(), sinks, "{pieces}");
    }
}

/// The rule to the letter: how high a stack is, and whether each piece is larger than what it comes upon is high.
fn sinks_to_the_letter(sizes: &[Size]) -> bool {
    fn height(sizes: &[Size]) -> usize {
        match sizes {
            [] => 0,
            [below @ .., top] => {
                let below = height(below);
                if usize::from(*top) > below { usize::from(*top) } else { below + 1 }
            }
        }
    }
    let touches = |place: usize| usize::from(sizes[place]) > height(&sizes[..place]);
    let points = |touching: bool| -> u32 {
        (0..sizes.len())
            .filter(|place| touches(*place) == touching)
            .map(|place| u32::from(sizes[place]))
            .sum()
    };
    points(true) < points(false)
}

/// The same without any height: a piece touches the ground if it is larger than each piece below it by more than the
/// number of pieces between them.
fn sinks_by_pairs(sizes: &[Size]) -> bool {
    let reaches = |place: usize, below: usize| {
        usize::from(sizes[place]) > usize::from(sizes[below]) + place - below - 1
    };
    let balance: i32 = (0..sizes.len())
        .map(|place| {
            let touches = (0..place).all(|below| reaches(place, below));
            if touches { i32::from(sizes[place]) } else { -i32::from(sizes[place]) }
        })
        .sum();
    balance < 0
}

fn piece() -> impl Strategy<Value = Piece> {
    (1..=3u8, 0..2u8).prop_map(|(size, owner)| Piece { size, owner })
}

proptest! {
    #[test]
    fn sinking_agrees_with_slower_readings(pieces in vec(piece(), 0..=Stack::ROOM as usize)) {
        let mut stack = Stack::default();
        pieces.iter().for_each(|piece| stack.push(*piece));
        let sizes: Vec<Size> = pieces.iter().map(|piece| piece.size).collect();
        prop_assert_eq!(stack.sinks(), sinks_to_the_letter(&sizes));
        prop_assert_eq!(stack.sinks(), sinks_by_pairs(&sizes));
    }

    #[test]
    fn a_stack_keeps_its_pieces_in_order(pieces in vec(piece(), 0..=Stack::ROOM as usize)) {
        let mut stack = Stack::default();
        pieces.iter().for_each(|piece| stack.push(*piece));
        prop_assert_eq!(stack.count() as usize, pieces.len());
        prop_assert_eq!(stack.pieces().collect::<Vec<_>>(), pieces.clone());
        for piece in pieces.iter().rev() {
            prop_assert_eq!(stack.top(), Some(*piece));
            prop_assert_eq!(stack.pop(), Some(*piece));
        }
        prop_assert_eq!((stack.top(), stack.pop(), stack), (None, None, Stack::default()));
    }

    /// Few pieces on few squares, so that positions do come up again.
    #[test]
    fn positions_are_counted_as_a_full_record_counts_them(choices in vec(any::<prop::sample::Index>(), 1..100)) {
        let mut game = position(0, "a1:3 a2:c b1:1");
        let mut record = vec![game];
        for choice in choices {
            let mut actions = Vec::new();
            game.legal(&mut actions);
            let corner = |cell| GRID.place(cell).0 < 2 && GRID.place(cell).1 < 2;
            actions.retain(|action| corner(action.to));
            if actions.is_empty() {
                break;
            }
            game.apply(actions[choice.index(actions.len())]);
            record.push(game);
            let same = |other: &&MartianMudWrestling| {
                other.stacks == game.stacks && other.seats.to_act() == game.seats.to_act()
            };
            let times = record.iter().filter(same).count();
            prop_assert_eq!(usize::from(game.quiet.times(&game.stacks)), times);
            prop_assert_eq!(game.ended == Some(REPETITION), times == 3 && !game.is_stuck(game.seats.to_act()));
            if game.phase() == Phase::Over {
                break;
            }
        }
    }
}

#[test]
fn no_stack_that_stands_is_higher_than_nine() {
    fn highest(stack: Stack) -> u32 {
        let higher = |size| {
            let mut next = stack;
            next.push(Piece { size, owner: 0 });
            if next.sinks() { 0 } else { highest(next) }
        };
        (1..=3).map(higher).max().unwrap_or(0).max(stack.count())
    }
    // There is room for these and one on its way.
    assert_eq!((highest(Stack::default()), Stack::ROOM), (9, 10));
}

#[test]
fn only_the_destination_sinks() {
    // Nothing that a piece leaves behind is looked at: here it would still stand, and it does.
    let mut game = position(0, "a1:311 b1:b e5:a");
    play(&mut game, "a1-b1");
    assert_eq!((at(&game, "a1"), at(&game, "b1")), (stack("31"), stack("b1")));
    assert_eq!(game.quiet.count(), 1);
}

#[test]
fn a_sinking_takes_the_whole_stack_and_starts_the_count_again() {
    let mut game = position(0, "b2:1 c3:3c e5:a");
    game.quiet = counted(&game, 40);
    let motions = game.motions(game.check("b2-c3").expect("legal"));
    let [b2, c3] = ["b2", "c3"].map(|name| u16::from(GRID.cell_named(name).expect("a square")));
    let piece = Pyramid { owner: Some(0), ..Pyramid::plain(1) };
    assert_eq!(motions, [Motion::Move { piece, path: vec![b2, c3] }, Motion::Sink { space: c3 }]);
    let mut sunk = game;
    play(&mut sunk, "b2-c3");
    assert_eq!((at(&sunk, "b2"), at(&sunk, "c3")), (Stack::default(), Stack::default()));
    assert_eq!(sunk.view().counters, [Some(0), None]);
    play(&mut game, "b2-a1");
    assert_eq!(game.view().counters, [Some(41), None]);
}

/// So many moves without a sinking that lead nowhere: a piece of seat 1 that is not there to and fro.
fn counted(game: &MartianMudWrestling, count: u8) -> QuietMoves {
    let mut quiet = QuietMoves::NONE;
    let idle = ["a5-b5", "b5-a5"].map(|text| game.parse(text).expect("a move"));
    assert!([at(game, "a5"), at(game, "b5")] == [Stack::default(); 2], "nothing stands there");
    (0..count).for_each(|number| quiet.push(idle[usize::from(number % 2)]));
    quiet
}

#[test]
fn a_seat_with_no_piece_on_top_loses() {
    let mut covered = position(0, "b2:3 c3:1a2 c2:c");
    covered.apply(covered.check("b2-c2").expect("legal"));
    assert_eq!(end(&covered), (STUCK, vec![1, 2]));
    // It may also be the mover's own sinking that leaves the other nothing.
    let mut sunk = position(1, "b2:c c3:33 a1:a");
    play(&mut sunk, "b2-c3");
    assert_eq!(end(&sunk), (STUCK, vec![2, 1]));
    assert_eq!(sunk.seats.to_act(), 0);
}

#[test]
fn who_has_just_moved_may_be_stuck_and_play_on() {
    // The mover's last pieces go under; the other still moves, and then wins.
    let mut game = position(0, "b2:1 c3:cc e5:a");
    play(&mut game, "b2-c3");
    assert_eq!(game.phase(), Phase::Act { seat: 1 });
    play(&mut game, "e5-d5");
    assert_eq!(end(&game), (STUCK, vec![2, 1]));
}

#[test]
fn an_empty_board_loses_for_both() {
    let mut game = position(1, "b2:a c3:33");
    play(&mut game, "b2-c3");
    assert_eq!(end(&game), (BOTH_STUCK, vec![2, 2]));
    assert!(game.view().spaces.iter().all(|space| space.stack.is_empty()));
}

#[test]
fn a_position_of_the_other_seat_is_another() {
    // The lone pieces take three moves to be back where they were with the other seat to move.
    let mut game = position(0, "a1:1 e5:a");
    play(&mut game, "a1-b1 e5-e4 b1-b2 e4-e5 b2-a1");
    assert_eq!(at(&game, "a1"), stack("1"));
    assert_eq!((game.quiet.times(&game.stacks), game.seats.to_act()), (1, 1));
    play(&mut game, "e5-d5 a1-a2 d5-d4 a2-a1 d4-e5");
    assert_eq!((game.quiet.times(&game.stacks), game.seats.to_act()), (2, 0));
    assert_eq!(game.view().counters[1], Some(2));
}

#[test]
fn pieces_alike_may_change_places() {
    let mut game = position(0, "a1:1 b1:1 e5:a");
    let exchange = "a1-a2 e5-e4 b1-a1 e4-d5 a2-b1 d5-e5";
    play(&mut game, exchange);
    assert_eq!(game.quiet.times(&game.stacks), 2);
    play(&mut game, exchange);
    assert_eq!(end(&game), (REPETITION, vec![1, 1]));
}

#[test]
fn a_hundred_quiet_actions_are_a_draw() {
    let mut game = position(0, "a1:1 e1:a");
    game.quiet = counted(&game, 98);
    play(&mut game, "a1-b1");
    assert!(game.outcome().is_none());
    play(&mut game, "e1-d1");
    assert_eq!(end(&game), (NO_PROGRESS, vec![1, 1]));
    assert_eq!(game.view().counters[0], Some(100));
}

#[test]
fn ends_are_tested_in_their_order() {
    // Stuck by the hundredth quiet action.
    let mut stuck = position(0, "b2:3 c3:a");
    stuck.quiet = counted(&stuck, 99);
    play(&mut stuck, "b2-c3");
    assert_eq!(end(&stuck).0, STUCK);
    // The third time by the hundredth.
    let mut third = position(1, "a1:1 e1:a");
    third.quiet = counted(&third, 91);
    third.quiet.push(third.parse("b1-a1").expect("a move"));
    play(&mut third, "e1-e2 a1-a2 e2-e1 a2-a1 e1-e2 a1-a2 e2-e1");
    assert!(third.outcome().is_none());
    play(&mut third, "a2-a1");
    assert_eq!((end(&third).0, third.quiet.count()), (REPETITION, 100));
    let order: Vec<Reason> = INFO.reasons.iter().map(|info| info.reason).collect();
    assert_eq!(order, [BOTH_STUCK, STUCK, REPETITION, NO_PROGRESS]);
}
