//! Every way in which the server says no.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Why a message or request was refused. A refusal changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The message cannot be read: no JSON, no id, an unknown type or field, or a value of the wrong kind.
    BadMessage,
    /// This wants a name first: `POST /api/v1/session`.
    NoSession,
    /// The name is empty, too long or holds characters that are not shown.
    BadName,
    /// There is no such game.
    BadGame,
    /// The game is not for this many seats.
    BadPlayers,
    /// An option does not exist or does not take this value.
    BadOption,
    /// There is no such seat.
    BadSeat,
    /// There is no such table, or it is private and the key is missing or wrong.
    NoTable,
    /// There is no such match, or it is private.
    NoMatch,
    /// The seat is taken or kept for someone else, or no seat is free.
    SeatTaken,
    /// One already sits at this table.
    AlreadySeated,
    /// One does not sit at this table.
    NotSeated,
    /// The game has already started.
    NotOpen,
    /// The game has not started.
    NotPlaying,
    /// The game is over.
    Over,
    /// The game is not over yet.
    NotOver,
    /// It is another seat's turn.
    NotYourTurn,
    /// The action was meant for an earlier position.
    Stale,
    /// The text is no action of this game.
    BadNotation,
    /// The action is not legal now.
    Illegal,
    /// The game waits for dice, or for an action, and this is the other.
    WrongPhase,
    /// There is no action of one's own in this turn that could be taken back.
    NothingToUndo,
    /// This seat has left the game.
    Left,
    /// A cursor that this list did not give, or a limit out of range.
    BadQuery,
    /// The origin of the request is another site.
    BadOrigin,
    /// There is nothing under this address.
    NotFound,
    /// The address does not take this method.
    BadMethod,
    /// The store did not take it, or the server is stopping; nothing has changed as far as is known. Try again.
    Unavailable,
}

impl ErrorCode {
    /// Every code, in the order of declaration.
    pub const ALL: [Self; 28] = [
        Self::BadMessage,
        Self::NoSession,
        Self::BadName,
        Self::BadGame,
        Self::BadPlayers,
        Self::BadOption,
        Self::BadSeat,
        Self::NoTable,
        Self::NoMatch,
        Self::SeatTaken,
        Self::AlreadySeated,
        Self::NotSeated,
        Self::NotOpen,
        Self::NotPlaying,
        Self::Over,
        Self::NotOver,
        Self::NotYourTurn,
        Self::Stale,
        Self::BadNotation,
        Self::Illegal,
        Self::WrongPhase,
        Self::NothingToUndo,
        Self::Left,
        Self::BadQuery,
        Self::BadOrigin,
        Self::NotFound,
        Self::BadMethod,
        Self::Unavailable,
    ];

    /// The code as it stands on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::BadMessage => "bad_message",
            Self::NoSession => "no_session",
            Self::BadName => "bad_name",
            Self::BadGame => "bad_game",
            Self::BadPlayers => "bad_players",
            Self::BadOption => "bad_option",
            Self::BadSeat => "bad_seat",
            Self::NoTable => "no_table",
            Self::NoMatch => "no_match",
            Self::SeatTaken => "seat_taken",
            Self::AlreadySeated => "already_seated",
            Self::NotSeated => "not_seated",
            Self::NotOpen => "not_open",
            Self::NotPlaying => "not_playing",
            Self::Over => "over",
            Self::NotOver => "not_over",
            Self::NotYourTurn => "not_your_turn",
            Self::Stale => "stale",
            Self::BadNotation => "bad_notation",
            Self::Illegal => "illegal",
            Self::WrongPhase => "wrong_phase",
            Self::NothingToUndo => "nothing_to_undo",
            Self::Left => "left",
            Self::BadQuery => "bad_query",
            Self::BadOrigin => "bad_origin",
            Self::NotFound => "not_found",
            Self::BadMethod => "bad_method",
            Self::Unavailable => "unavailable",
        }
    }
}

/// Why the server closed a socket, besides the standard codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Close {
    /// The server is stopping; come back in a moment.
    Restarting,
    /// Binary frames are not spoken here.
    Binary,
    /// A frame was longer than [`MAX_FRAME`](crate::MAX_FRAME).
    TooBig,
    /// The client speaks another version of the protocol.
    Version,
    /// Nothing was heard for too long.
    Silent,
    /// The client did not keep up with what it was sent; it may come back and resume.
    Slow,
}

impl Close {
    /// Every reason, in the order of declaration.
    pub const ALL: [Self; 6] =
        [Self::Restarting, Self::Binary, Self::TooBig, Self::Version, Self::Silent, Self::Slow];

    /// The close code.
    #[must_use]
    pub fn code(self) -> u16 {
        match self {
            Self::Restarting => 1001,
            Self::Binary => 1003,
            Self::TooBig => 1009,
            Self::Version => 4001,
            Self::Silent => 4002,
            Self::Slow => 4003,
        }
    }

    /// One sentence for whoever reads the close frame.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Restarting => "the server is stopping; come back in a moment",
            Self::Binary => "binary frames are not spoken here",
            Self::TooBig => "the frame is too long",
            Self::Version => "this server speaks another version of the protocol",
            Self::Silent => "nothing was heard for too long",
            Self::Slow => "too far behind; come back and resume",
        }
    }
}
