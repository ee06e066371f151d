//! Accessors: a position as those who think about it read it, without taking it apart into texts and pictures.

use super::{CELLS, MartianMudWrestling, NEIGHBOURS, NO_PROGRESS_AFTER};
use crate::fold;
use crate::grid::{Cell, Move};

impl MartianMudWrestling {
    /// What is on each square, as a number: three bits a piece, the topmost lowest, of which the lower two are its size
    /// and the third its owner.
    #[must_use]
    pub fn stacks(&self) -> [u32; CELLS] {
        self.stacks.map(super::Stack::bits)
    }

    /// The stack that a legal action would sink, the piece that moves on top of it, as a number like those of
    /// [`stacks`](Self::stacks); none if nothing would sink.
    #[must_use]
    pub fn sunk_by(&self, action: Move) -> Option<u32> {
        let landed = self.landed(action);
        landed.sinks().then(|| landed.bits())
    }

    /// Appends the legal actions that sink something, each once.
    pub fn sinkings(&self, actions: &mut Vec<Move>) {
        if self.ended.is_some() {
            return;
        }
        let footings = self.stacks.map(super::Stack::footing);
        for from in self.movable(self.seats.to_act()) {
            let Some(piece) = self.stacks[usize::from(from)].top() else { continue };
            let mut targets = NEIGHBOURS[usize::from(from)];
            while targets != 0 {
                let to = targets.trailing_zeros() as Cell;
                if footings[usize::from(to)].yields_to(piece.size) {
                    actions.push(Move { from, to });
                }
                targets &= targets - 1;
            }
        }
    }

    /// So many actions more without a sinking would end the game.
    #[must_use]
    pub fn quiet_actions_left(&self) -> u8 {
        NO_PROGRESS_AFTER.saturating_sub(self.quiet.count())
    }

    /// A number for the positions that have stood twice since the last sinking, and end the game if they stand once
    /// more; 0 if there are none.
    #[must_use]
    pub fn stood_twice(&self) -> u64 {
        self.quiet.twice()
    }

    /// A hash of what stands where and who is to act, and of nothing else.
    #[must_use]
    pub fn position_hash(&self) -> u64 {
        let pairs = self.stacks.chunks(2).map(|pair| {
            let upper = pair.get(1).map_or(0, |stack| stack.bits());
            u64::from(pair[0].bits()) | u64::from(upper) << 32
        });
        fold(pairs.chain([self.seats.to_act().into()]))
    }
}
