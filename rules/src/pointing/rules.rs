//! Variant rules: what one pointing game does not share with the others.

use std::fmt::Debug;

use crate::{GameInfo, Setup, Size};

/// How the board is made ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The cells at the centre are roots.
    Centre,
    /// As many roots as seats are laid, each but the first next to another.
    FreeRoot,
    /// Half as many nulls as seats are laid, rounded down, then roots, one thing for each seat.
    Nulls,
}

/// What one of the pointing games alone can tell.
pub trait Rules: Copy + Debug + Send + 'static {
    /// The game's description.
    const INFO: &'static GameInfo;
    /// The points each seat starts with.
    const START: i32;

    /// How the board is made ready.
    fn ground(setup: &Setup) -> Ground;

    /// What it brings to lay a piece of size `laid` so that it points at another player's of size `target`: to who
    /// lays it, and to the target's owner.
    fn points(laid: Size, target: Size) -> (i32, i32);

    /// What points are worth when seats are ranked: the greater, the better.
    fn merit(points: i32) -> i32;
}
