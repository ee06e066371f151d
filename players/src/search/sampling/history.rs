//! Progressive history: how games went in which a seat took an action at any time (Nijssen and Winands, 2010).

use cydonia_rules::{MAX_SEATS, Seat};

/// What is known of an action wherever it was taken.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    times: u32,
    mean: f32,
}

/// The mean results by seat and action.
#[derive(Debug)]
pub(super) struct History(Vec<Entry>);

impl History {
    /// Actions that are told apart; a power of two.
    const KEYS: usize = 1 << 13;
    /// Results that an action must have before it is believed; until then it counts as the less.
    const DOUBT: f32 = 8.0;

    pub(super) fn new(seats: usize) -> Self {
        Self(vec![Entry::default(); seats.min(MAX_SEATS) * Self::KEYS])
    }

    fn place(seat: Seat, key: u16) -> usize {
        usize::from(seat) * Self::KEYS + usize::from(key) % Self::KEYS
    }

    pub(super) fn note(&mut self, seat: Seat, key: u16, result: f32) {
        let entry = &mut self.0[Self::place(seat, key)];
        entry.times = entry.times.saturating_add(1);
        entry.mean += (result - entry.mean) / entry.times as f32;
    }

    /// By how much games in which the seat took that action went better than `usual`.
    pub(super) fn merit(&self, seat: Seat, key: u16, usual: f32) -> f32 {
        let entry = self.0[Self::place(seat, key)];
        let times = entry.times as f32;
        (entry.mean - usual) * times / (times + Self::DOUBT)
    }
}
