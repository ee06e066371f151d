//! Stack encoding: a stack of pyramids in one number, and when it sinks.

use std::fmt;

use crate::{Pyramid, Seat, Size};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) size: Size,
    pub(super) owner: Seat,
}

impl Piece {
    /// As it is shown.
    pub(super) fn shown(self) -> Pyramid {
        Pyramid { owner: Some(self.owner), ..Pyramid::plain(self.size) }
    }

    fn code(self) -> u32 {
        (self.owner << 2 | self.size).into()
    }

    /// The piece of a code's lowest bits; none where there is none, since no size is 0.
    fn of(code: u32) -> Option<Self> {
        match code as u8 & Stack::MASK {
            0 => None,
            code => Some(Self { size: code & 3, owner: code >> 2 }),
        }
    }
}

/// A stack: three bits a piece, the topmost lowest.
///
/// There is room for ten, and no more are ever needed: those that touch the ground grow from the bottom up, so they
/// have six points at most, and if the stack stands there are no more than six pieces that do not touch it. That makes
/// nine, and the one that is just being put on top.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Stack(u32);

impl Stack {
    /// The most pieces that it can hold.
    pub(super) const ROOM: u32 = u32::BITS / Self::BITS;
    /// Size and owner of a piece.
    const BITS: u32 = 3;
    const MASK: u8 = 7;

    /// Pieces of the sizes 1, 2 and 3 from the bottom up, all of one colour.
    pub(super) fn nest(owner: Seat) -> Self {
        let mut nest = Self::default();
        for size in 1..=3 {
            nest.push(Piece { size, owner });
        }
        nest
    }

    /// The number as it is.
    pub(super) fn bits(self) -> u32 {
        self.0
    }

    pub(super) fn count(self) -> u32 {
        (u32::BITS - self.0.leading_zeros()).div_ceil(Self::BITS)
    }

    pub(super) fn top(self) -> Option<Piece> {
        Piece::of(self.0)
    }

    /// Puts a piece on top.
    pub(super) fn push(&mut self, piece: Piece) {
        debug_assert!(self.count() < Self::ROOM, "a stack that stands has room for one more");
        self.0 = self.0 << Self::BITS | piece.code();
    }

    /// Takes the topmost piece.
    pub(super) fn pop(&mut self) -> Option<Piece> {
        let top = self.top();
        self.0 >>= Self::BITS;
        top
    }

    /// The pieces from the bottom up.
    pub(super) fn pieces(self) -> impl Iterator<Item = Piece> {
        (0..self.count()).rev().filter_map(move |above| Piece::of(self.0 >> (above * Self::BITS)))
    }

    /// Whether fewer of its points touch the ground than do not.
    pub(super) fn sinks(self) -> bool {
        self.footing().balance < 0
    }

    /// How it stands.
    pub(super) fn footing(self) -> Footing {
        self.pieces().fold(Footing { height: 0, balance: 0 }, |footing, piece| footing.with(piece.size))
    }
}

/// How a stack stands on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Footing {
    /// A piece larger than this covers the stack.
    height: i32,
    /// The points that touch the ground, less those that do not.
    balance: i32,
}

impl Footing {
    /// With a piece of that size on top.
    fn with(self, size: Size) -> Self {
        let size = i32::from(size);
        if size > self.height {
            // It covers everything below it.
            Self { height: size, balance: self.balance + size }
        } else {
            Self { height: self.height + 1, balance: self.balance - size }
        }
    }

    /// Whether it sinks under a piece of that size.
    pub(super) fn yields_to(self, size: Size) -> bool {
        self.with(size).balance < 0
    }
}

impl fmt::Debug for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.pieces()).finish()
    }
}
