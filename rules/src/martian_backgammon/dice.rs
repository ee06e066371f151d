//! Dice of a turn: two, or three for a double, and which of them are spent.

use crate::{Die, Seat};

/// The dice on the table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dice {
    /// In the order rolled; the first `count` are there.
    faces: [u8; 3],
    count: u8,
    /// One bit a die.
    spent: u8,
    /// Whose each of them is.
    seats: [Seat; 3],
}

impl Dice {
    /// One die a seat, to decide who begins.
    pub(super) fn of_opening(dice: [u8; 2]) -> Self {
        Self { faces: [dice[0], dice[1], 0], count: 2, spent: 0, seats: [0, 1, 0] }
    }

    /// The dice of that seat's turn: a double is worth three.
    pub(super) fn of_turn(seat: Seat, dice: [u8; 2]) -> Self {
        let count = if dice[0] == dice[1] { 3 } else { 2 };
        Self { faces: [dice[0], dice[1], dice[0]], count, spent: 0, seats: [seat; 3] }
    }

    /// What is left of that seat's dice: three at most.
    pub(super) fn left(seat: Seat, unspent: &[u8]) -> Self {
        let mut faces = [0; 3];
        for (face, left) in faces.iter_mut().zip(unspent) {
            *face = *left;
        }
        Self { faces, count: unspent.len().min(3) as u8, spent: 0, seats: [seat; 3] }
    }

    /// As they are shown, in the order rolled.
    pub(super) fn shown(self) -> impl Iterator<Item = Die> {
        (0..self.count).map(move |die| Die {
            face: self.faces[usize::from(die)],
            spent: self.spent >> die & 1 == 1,
            seat: self.seats[usize::from(die)],
        })
    }

    /// The faces of the dice not yet spent, in the order rolled.
    pub(super) fn unspent(self) -> impl Iterator<Item = u8> {
        self.shown().filter(|die| !die.spent).map(|die| die.face)
    }

    /// How far the best of them still carries; 0 if all are spent.
    pub(super) fn longest(self) -> u8 {
        self.unspent().max().unwrap_or(0)
    }

    /// Spends the smallest die that carries so far.
    pub(super) fn spend(&mut self, distance: u8) {
        let fitting = (0u8..).zip(self.shown()).filter(|(_, die)| !die.spent && die.face >= distance);
        if let Some((place, _)) = fitting.min_by_key(|(_, die)| die.face) {
            self.spent |= 1 << place;
        }
    }
}
