//! Turns: everything that a seat can make of a roll, each outcome once.

use cydonia_rules::{Game, Phase, Seat};

use super::Stochastic;

/// The ends of the turns of all positions on the way down, one list after another, and what lists them.
pub(super) struct Turns<G: Game> {
    ends: Vec<(f32, G)>,
    actions: Vec<G::Action>,
    seen: Seen,
}

impl<G: Stochastic> Turns<G> {
    pub(super) fn new() -> Self {
        Self { ends: Vec::with_capacity(1_024), actions: Vec::with_capacity(1_024), seen: Seen::new() }
    }

    /// Lists the ends of that seat's turn from here on; they stand from the place that is returned.
    pub(super) fn open(&mut self, game: &G, seat: Seat) -> usize {
        let first = self.ends.len();
        self.seen.clear();
        self.expand(game, seat);
        first
    }

    fn expand(&mut self, game: &G, seat: Seat) {
        let first = self.actions.len();
        game.legal(&mut self.actions);
        for at in first..self.actions.len() {
            let mut after = game.clone();
            after.apply(self.actions[at]);
            // Dice used in another order mostly come to the same.
            if self.seen.insert(after.key()) {
                if after.phase() == (Phase::Act { seat }) {
                    self.expand(&after, seat);
                } else {
                    self.ends.push((0.0, after));
                }
            }
        }
        self.actions.truncate(first);
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn end(&self, at: usize) -> &G {
        &self.ends[at].1
    }

    pub(super) fn rate(&mut self, at: usize, merit: f32) {
        self.ends[at].0 = merit;
    }

    /// The greatest merit from that place on.
    pub(super) fn best(&self, first: usize) -> f32 {
        self.ends[first..].iter().map(|(merit, _)| *merit).fold(f32::NEG_INFINITY, f32::max)
    }

    /// Drops all from that place on but so many of the best.
    pub(super) fn keep_best(&mut self, first: usize, count: usize) {
        let list = &mut self.ends[first..];
        if list.len() > count {
            list.select_nth_unstable_by(count, |a, b| b.0.total_cmp(&a.0));
            self.ends.truncate(first + count);
        }
    }

    /// Forgets the list that stands from that place on, and is the last.
    pub(super) fn close(&mut self, first: usize) {
        self.ends.truncate(first);
    }
}

/// A set of keys that is emptied at once, by taking what is of an earlier generation for absent.
struct Seen {
    places: Vec<(u64, u32)>,
    generation: u32,
    count: usize,
}

impl Seen {
    const SIZE: usize = 1 << 14;

    fn new() -> Self {
        Self { places: vec![(0, 0); Self::SIZE], generation: 0, count: 0 }
    }

    fn clear(&mut self) {
        if self.generation == u32::MAX {
            self.places.fill((0, 0));
            self.generation = 0;
        }
        self.generation += 1;
        self.count = 0;
    }

    /// Whether the key is new; then it is in from now on. When there is no more room every key is: what is seen twice costs
    /// time and changes nothing.
    fn insert(&mut self, key: u64) -> bool {
        if self.count > Self::SIZE / 2 {
            return true;
        }
        let mut at = key as usize % Self::SIZE;
        loop {
            let (there, generation) = self.places[at];
            if generation != self.generation {
                self.places[at] = (key, self.generation);
                self.count += 1;
                return true;
            }
            if there == key {
                return false;
            }
            at = (at + 1) % Self::SIZE;
        }
    }
}
