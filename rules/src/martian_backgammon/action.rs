//! Action and notation of Martian Backgammon: `c4-a4`, `in2-d2`, `a4-out`, `end`.

use super::track::{self, Place};
use crate::Size;

/// A move by one die, or the end of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Move one piece by one die.
    Move {
        /// Where the piece is.
        from: Origin,
        /// At most as many steps away as an unspent die shows.
        to: Target,
    },
    /// Let the turn be over.
    End,
}

/// Where a piece moves from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is the topmost one there.
    Space(Place),
    /// It waits to come in and is of that size.
    Waiting(Size),
}

/// Where a piece moves to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A space of the track.
    Space(Place),
    /// Out, for good.
    Out,
}

impl Action {
    pub(super) fn parse(text: &str) -> Option<Self> {
        if text == "end" {
            return Some(Self::End);
        }
        let (from, to) = text.split_once('-')?;
        let from = match from {
            "in1" => Origin::Waiting(1),
            "in2" => Origin::Waiting(2),
            "in3" => Origin::Waiting(3),
            name => Origin::Space(track::named(name)?),
        };
        let to = if to == "out" { Target::Out } else { Target::Space(track::named(to)?) };
        Some(Self::Move { from, to })
    }

    pub(super) fn write(self, text: &mut String) {
        let Self::Move { from, to } = self else { return text.push_str("end") };
        match from {
            Origin::Space(place) => text.extend(track::name(place)),
            Origin::Waiting(size) => {
                text.push_str("in");
                text.push(char::from(b'0' + size));
            }
        }
        text.push('-');
        match to {
            Target::Space(place) => text.extend(track::name(place)),
            Target::Out => text.push_str("out"),
        }
    }
}
