//! Martian Go, for 2 to 6 seats, by Andrew Plotkin.
//!
//! A pointing game in which pointing at others costs penalty points, and nobody gains by it. See the rules page
//! for the rulings that are ours.

mod info;

pub use info::INFO;

use crate::pointing::{Ground, Pointing, Rules};
use crate::{GameInfo, Setup, Size};

/// A position of Martian Go.
pub type MartianGo = Pointing<Penalties>;

/// What makes a pointing game Martian Go.
#[derive(Clone, Copy, Debug)]
pub struct Penalties;

impl Rules for Penalties {
    const INFO: &'static GameInfo = &INFO;
    const START: i32 = 0;

    fn ground(setup: &Setup) -> Ground {
        match setup.choice(&INFO, "setup") {
            "free-root" => Ground::FreeRoot,
            "nulls" => Ground::Nulls,
            _ => Ground::Centre,
        }
    }

    fn points(_laid: Size, target: Size) -> (i32, i32) {
        (i32::from(target), 0)
    }

    fn merit(points: i32) -> i32 {
        -points
    }
}
