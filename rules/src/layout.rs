//! Board layout: what never changes while a game is played, where things are and what they are called.
//!
//! A layout is sent once a table. With it and a [`View`](crate::View) a client can draw any of the games and,
//! knowing what each token of an action *is*, offer every action step by step, without knowing a single rule.

use crate::{Seat, Size};

/// A point in the board's own coordinates: x to the right, y down, about 100 units to a space's side.
pub type Point = [i32; 2];

/// The whole unchanging picture.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
pub struct Layout {
    /// The spaces; views name them by their place in this list.
    pub spaces: Vec<Space>,
    /// Lines over the spaces: seams between the players' zones.
    pub lines: Vec<Line>,
    /// Things on the board that never move.
    pub decor: Vec<Decor>,
    /// Where pieces lie that are not on a space; views name them by their place in this list.
    pub trays: Vec<TrayInfo>,
    /// Numbers that are shown as they run towards a limit; views give values in this order.
    pub counters: Vec<CounterInfo>,
    /// For each seat, how far to turn the board clockwise (degrees) so that this seat sits below.
    pub sides: Vec<i32>,
    /// For each seat, its team; empty where everyone plays alone.
    pub teams: Vec<u8>,
    /// What the pieces of size 1, 2 and 3 are called here.
    pub pieces: [String; 3],
    /// Every token that can stand in an action.
    pub tokens: Vec<Token>,
}

/// One place on the board that can hold pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
pub struct Space {
    /// Its name in notation.
    pub name: String,
    /// Its name as it is spoken.
    pub spoken: String,
    /// The corners of its polygon, in order.
    pub outline: Vec<Point>,
    /// Where a piece stands in it.
    pub centre: Point,
    /// The side of a square of the same area: the scale for what stands in it.
    pub unit: i32,
    /// Light or dark.
    pub shade: Shade,
    /// The seat whose zone it lies in, for tinting, if any.
    pub zone: Option<Seat>,
}

/// The two tones of a chequered board, and one for ground beside the field of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "wire", serde(rename_all = "snake_case"))]
pub enum Shade {
    /// The lighter tone.
    Light,
    /// The darker tone.
    Dark,
    /// Beside the field of play, as a stockpile.
    Ground,
}

/// A line drawn over the spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
pub struct Line {
    /// One end.
    pub from: Point,
    /// The other end.
    pub to: Point,
}

/// A thing on the board that never moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
pub struct Decor {
    /// What it is.
    #[cfg_attr(feature = "wire", serde(flatten))]
    pub kind: DecorKind,
    /// Where it is.
    pub centre: Point,
    /// Its scale, as a space's.
    pub unit: i32,
}

/// The kinds of things that never move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "wire", serde(tag = "kind", rename_all = "snake_case"))]
pub enum DecorKind {
    /// A small mound, an obstacle.
    Mound {},
    /// Painted on the ground: the way that pieces go.
    Arrow {
        /// Where it points, in degrees clockwise from the right.
        heading: i32,
        /// The seat whose pieces alone go this way; none if all do.
        seat: Option<Seat>,
    },
}

/// A place beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
pub struct TrayInfo {
    /// What it is for. A token that names a tray means the acting seat's tray of that kind.
    pub kind: TrayKind,
    /// Whose it is.
    pub seat: Seat,
    /// What it is called.
    pub label: String,
    /// Whose colour its pieces have; none where pieces have no owner's colour.
    pub owner: Option<Seat>,
}

/// What a tray is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "wire", serde(rename_all = "snake_case"))]
pub enum TrayKind {
    /// Pieces still to be laid.
    Stash,
    /// Pieces taken from others.
    Captured,
    /// Pieces that wait to come back onto the board.
    Waiting,
    /// Pieces that have left the game for good.
    Out,
}

/// A number that runs towards a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
pub struct CounterInfo {
    /// What it is called.
    pub label: String,
    /// One sentence on what happens at the limit.
    pub help: String,
    /// The limit.
    pub limit: u32,
}

/// What a token of an action is. Actions are tokens joined by `-`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
pub struct Token {
    /// As it stands in notation.
    pub text: String,
    /// What a player picks by it.
    #[cfg_attr(feature = "wire", serde(flatten))]
    pub kind: TokenKind,
    /// What a button or list calls it.
    pub label: String,
    /// As it is spoken.
    pub spoken: String,
}

impl Token {
    /// The space at `place` in the layout's list, by its names.
    #[must_use]
    pub fn space(place: u16, space: &Space) -> Self {
        Self::new(&space.name, TokenKind::Space { space: place }, &space.name, &space.spoken)
    }

    /// All the spaces of a layout.
    pub fn spaces(spaces: &[Space]) -> impl Iterator<Item = Self> {
        (0..).zip(spaces).map(|(place, space)| Self::space(place, space))
    }

    /// A piece of that size in the acting seat's tray of that kind.
    #[must_use]
    pub fn piece(text: &str, tray: TrayKind, size: Size, label: &str, spoken: &str) -> Self {
        Self::new(text, TokenKind::Piece { tray, size }, label, spoken)
    }

    /// A place off the board: the acting seat's tray of that kind.
    #[must_use]
    pub fn off(text: &str, tray: TrayKind, label: &str, spoken: &str) -> Self {
        Self::new(text, TokenKind::Off { tray }, label, spoken)
    }

    /// A button.
    #[must_use]
    pub fn button(text: &str, label: &str, spoken: &str) -> Self {
        Self::new(text, TokenKind::Button {}, label, spoken)
    }

    /// An optional last token, set beforehand like a switch.
    #[must_use]
    pub fn switch(text: &str, label: &str, spoken: &str) -> Self {
        Self::new(text, TokenKind::Switch {}, label, spoken)
    }

    fn new(text: &str, kind: TokenKind, label: &str, spoken: &str) -> Self {
        Self { text: text.to_owned(), kind, label: label.to_owned(), spoken: spoken.to_owned() }
    }
}

/// What a player picks by a token.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "wire", serde(tag = "type", rename_all = "snake_case"))]
pub enum TokenKind {
    /// A space, by its place in the list.
    Space {
        /// Which.
        space: u16,
    },
    /// A piece of that size in the acting seat's tray of that kind.
    Piece {
        /// Where it lies.
        tray: TrayKind,
        /// Its size.
        #[cfg_attr(feature = "wire", schemars(range(min = 1, max = 3)))]
        size: Size,
    },
    /// A place off the board: the acting seat's tray of that kind.
    Off {
        /// Where the piece goes.
        tray: TrayKind,
    },
    /// A button.
    Button {},
    /// An optional last token, set beforehand like a switch.
    Switch {},
}
