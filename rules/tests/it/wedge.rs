//! The wedge board: counts, the chessboard it must agree with, and properties of every board.

use cydonia_rules::wedge::{Cell, CellSet, Stride, WedgeBoard};
use proptest::prelude::*;

const STRIDES: [Stride; 3] = [Stride::OneDiagonal, Stride::TwoStraight, Stride::Any];

#[test]
fn destinations_of_a_lone_piece() {
    let expected = [
        (2, [84, 184, 472], 16, 13),
        (3, [144, 312, 1_008], 23, 17),
        (4, [196, 416, 1_456], 27, 21),
        (5, [250, 520, 1_900], 31, 25),
        (6, [306, 624, 2_376], 35, 29),
    ];
    for (seats, sums, from_centre, from_corner) in expected {
        let board = WedgeBoard::of(seats);
        let reach = |cell, stride| board.reach(cell, stride, CellSet::EMPTY).len();
        for (stride, sum) in STRIDES.into_iter().zip(sums) {
            assert_eq!(
                (0..board.cell_count()).map(|cell| reach(cell, stride)).sum::<u32>(),
                sum,
                "{seats} {stride:?}"
            );
        }
        assert_eq!(reach(WedgeBoard::cell(0, 0, 0), Stride::Any), from_centre);
        assert_eq!(reach(WedgeBoard::cell(0, 3, 3), Stride::Any), from_corner);
    }
}

#[test]
fn names_read_back_and_nothing_else_does() {
    for seats in 2..=6 {
        let board = WedgeBoard::of(seats);
        for cell in 0..board.cell_count() {
            assert_eq!(board.cell_named(&board.name(cell)), Some(cell));
        }
        for odd in ["", "a", "a0", "a9", "i1", "A1", "A00", "A55", "A15", "a11", "G11", "A111", "ä1", "A1１"]
        {
            assert_eq!(board.cell_named(odd), None, "{odd} on {seats}");
        }
    }
    assert_eq!(WedgeBoard::of(2).cell_named("e1"), None);
    assert_eq!(WedgeBoard::of(3).cell_named("D11"), None);
    assert_eq!(WedgeBoard::of(3).name(WedgeBoard::cell(1, 2, 3)), "B34");
}

/// Where a queen, rook of two or one-step bishop goes on a plain chessboard of that many columns.
fn on_chessboard(columns: i32, from: &str, stride: Stride, occupied: &dyn Fn(&str) -> bool) -> Vec<String> {
    let (column, row) = (i32::from(from.as_bytes()[0] - b'a'), i32::from(from.as_bytes()[1] - b'1'));
    let mut found = Vec::new();
    for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let longest = match (stride, dx * dy == 0) {
            (Stride::OneDiagonal, false) => 1,
            (Stride::TwoStraight, true) => 2,
            (Stride::Any, _) => 8,
            _ => 0,
        };
        for distance in 1..=longest {
            let (x, y) = (column + dx * distance, row + dy * distance);
            if !(0..columns).contains(&x) || !(0..8).contains(&y) {
                break;
            }
            let name = format!("{}{}", char::from(b'a' + x as u8), y + 1);
            let stop = occupied(&name);
            found.push(name);
            if stop {
                break;
            }
        }
    }
    found.sort();
    found
}

/// Any cells at all.
fn occupied() -> impl Strategy<Value = CellSet> {
    any::<u128>().prop_map(CellSet::from_bits)
}

proptest! {
    #[test]
    fn two_and_four_wedges_agree_with_a_plain_chessboard(occupied in occupied(), from in 0u8..64, four: bool) {
        let (seats, columns) = if four { (4, 8) } else { (2, 4) };
        let board = WedgeBoard::of(seats);
        let from = from % board.cell_count();
        for stride in STRIDES {
            let mut reached: Vec<String> = board.reach(from, stride, occupied).iter().map(|cell| board.name(cell)).collect();
            reached.sort();
            let taken = |name: &str| board.cell_named(name).is_some_and(|cell| occupied.contains(cell));
            prop_assert_eq!(reached, on_chessboard(columns, &board.name(from), stride, &taken));
        }
    }

    #[test]
    fn every_way_has_its_reverse(occupied in occupied(), from in 0u8..96, seats in 2u8..=6) {
        let board = WedgeBoard::of(seats);
        let from: Cell = from % board.cell_count();
        for stride in STRIDES {
            for to in board.reach(from, stride, occupied).iter() {
                let back = board.reach(to, stride, occupied & !CellSet::of(from) & !CellSet::of(to));
                prop_assert!(back.contains(from), "{} to {} but not back", board.name(from), board.name(to));
            }
        }
    }

    #[test]
    fn a_path_is_free_and_leads_there(occupied in occupied(), from in 0u8..96, seats in 2u8..=6) {
        let board = WedgeBoard::of(seats);
        let from: Cell = from % board.cell_count();
        for stride in STRIDES {
            let reached = board.reach(from, stride, occupied);
            for to in 0..board.cell_count() {
                let path = board.path(from, to, stride, occupied);
                prop_assert_eq!(path.is_some(), reached.contains(to));
                if let Some(path) = path {
                    prop_assert_eq!((path[0], path[path.len() - 1]), (from, to));
                    prop_assert!(path[1..path.len() - 1].iter().all(|cell| !occupied.contains(*cell)));
                }
            }
        }
    }
}
