//! Branches and Twigs and Thorns, for 2 to 6 seats, by Andrew Plotkin.
//!
//! His own successor to Martian Go: who points at another's piece pays for its size, and its owner is paid by the
//! bank for the size of the piece that leans on it. See the rules page for the rulings that are ours.

mod info;

pub use info::INFO;

use crate::pointing::{Ground, Pointing, Rules};
use crate::{GameInfo, Setup, Size};

/// A position of Branches and Twigs and Thorns.
pub type BranchesTwigsThorns = Pointing<Thorns>;

/// What makes a pointing game Branches and Twigs and Thorns.
#[derive(Clone, Copy, Debug)]
pub struct Thorns;

impl Rules for Thorns {
    const INFO: &'static GameInfo = &INFO;
    const START: i32 = 5;

    fn ground(_setup: &Setup) -> Ground {
        Ground::Nulls
    }

    fn points(laid: Size, target: Size) -> (i32, i32) {
        (-i32::from(target), i32::from(laid))
    }

    fn merit(points: i32) -> i32 {
        points
    }
}
