//! Prompts: what is to be done now, what it brings, and why something else may not be done. Clients put them in words.

use crate::{Seat, Size};

/// What is asked of whoever is to act or to roll. A closed list, so that clients can have a sentence for each.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "wire", serde(tag = "ask", rename_all = "snake_case"))]
pub enum Ask {
    /// To choose from what there is; for games that say no more.
    Choose {},
    /// To roll the dice that open the turn.
    Roll {},
    /// To roll for who begins, a die a seat.
    RollForStart {},
    /// To roll for who begins once more, as both dice were alike.
    RollAgainForStart {
        /// What both showed.
        die: u8,
    },
    /// To roll the dice of the first turn, having won the roll for it.
    RollAsWinner {
        /// Who won it.
        seat: Seat,
        /// Their die.
        high: u8,
        /// The other's.
        low: u8,
    },
    /// To choose a piece to move.
    Piece {},
    /// To choose a piece to move by exactly one of the dice.
    PieceByDie {
        /// The dice left, ascending.
        dice: Vec<u8>,
    },
    /// To choose a piece to move by up to one of the dice.
    PieceUpToDie {
        /// The dice left, ascending.
        dice: Vec<u8>,
    },
    /// To choose where the piece goes that was chosen.
    Goal {},
    /// To choose a square that becomes a hole in the board.
    Hole {},
    /// To choose a square for a root.
    Root {},
    /// To choose a square for a root, next to another.
    RootBeside {},
    /// To choose a square on which to lay a piece.
    Build {},
    /// To choose the size of the piece that is laid there.
    Size {},
    /// To choose what the piece points at.
    Aim {},
    /// To end the turn, as all dice are used.
    EndAllUsed {},
    /// To end the turn, as no piece can move by the dice that are left.
    EndStuck {},
    /// To pass, as no piece can move.
    Pass {},
    /// To pass, as the dice cannot both be used.
    PassBothDice {},
}

/// What some of the legal actions bring in scores.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
pub struct ScoreChange {
    /// What each seat's score goes up by, or down.
    pub change: Vec<i32>,
    /// The actions, by their places in the sorted list of all that are legal.
    pub actions: Vec<u16>,
}

/// Why an action, or the beginning of one, may not be taken. A closed list, so that clients can have a sentence for each.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "wire", serde(tag = "objection", rename_all = "snake_case"))]
pub enum Objection {
    /// It cannot be done now; for all that is no action, and games that say no more.
    NotNow {},
    /// Nothing stands there.
    Empty {},
    /// The piece stands on another's ground, and is theirs.
    OthersGround {
        /// The piece's size.
        size: Size,
        /// Whose ground it is.
        seat: Seat,
    },
    /// The piece, the topmost there, is another's.
    OthersPiece {
        /// The piece's size.
        size: Size,
        /// Whose it is.
        seat: Seat,
    },
    /// The piece has nowhere to go.
    Stuck {
        /// Its size.
        size: Size,
    },
    /// One's own piece stands there.
    OwnPiece {},
    /// Two pieces may not merge into one that one has already.
    MergedSizeTaken {
        /// The size that they would become.
        size: Size,
    },
    /// Two pieces may not merge, as there is none as large as both.
    MergedTooLarge {},
    /// A piece of that size does not move that way, in a game where each size has a way of its own.
    Stride {
        /// The piece's size.
        size: Size,
    },
    /// Another piece stands in the way.
    Blocked {},
    /// The piece that the opponent has just moved may not be moved straight back.
    Rejection {},
    /// Something lies there already.
    Occupied {},
    /// There is a hole.
    Hole {},
    /// A hole there would leave the board in parts.
    SplitsBoard {},
    /// A root must lie next to another.
    RootApart {},
    /// Nothing lies next to it that a piece there could point at.
    NothingBeside {},
    /// One has no piece of that size left.
    NoneLeft {
        /// The size.
        size: Size,
    },
    /// A piece points at a neighbour only.
    NotBeside {},
    /// Nothing lies there to be pointed at.
    NothingToPointAt {},
    /// Pieces move by one step only.
    OneStep {},
    /// No die left carries exactly so far.
    NotByDie {
        /// The dice left, ascending.
        dice: Vec<u8>,
    },
    /// No die left carries so far.
    TooFar {
        /// The dice left, ascending.
        dice: Vec<u8>,
    },
    /// Pieces stay in their column.
    OtherColumn {},
    /// A piece lands on smaller ones only.
    NotSmaller {},
    /// The other die could not be used after that, and both have to be.
    OtherDieStuck {
        /// The other die.
        die: u8,
    },
    /// It would undo the turn's first move.
    Undoes {},
    /// All dice are used.
    DiceUsed {},
    /// Dice are left that must be used.
    DiceLeft {},
    /// One may pass only when nothing else can be done.
    MustMove {},
    /// It is the other's safe spot.
    OthersSpot {
        /// Whose.
        seat: Seat,
    },
    /// The opponent's stack there is of two pieces or more.
    Defended {},
    /// A piece does not go onto a smaller one of one's own.
    OntoSmaller {},
    /// Empty spaces may not be stopped on, but for one's own safe spot.
    EmptySpace {},
    /// A piece of another size is the next to go out.
    OutInOrder {
        /// That size.
        next: Size,
    },
}
