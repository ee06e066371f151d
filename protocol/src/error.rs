//! Error and close codes: every way in which the server says no.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};
use ts_rs::TS;

/// Why a message or request was refused. A refusal changes nothing.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    TS,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ErrorCode {
    /// The message cannot be read: no JSON, no id, an unknown type or field, or a value of the wrong kind.
    BadMessage,
    /// This wants a name first: `POST /api/v1/session`.
    NoSession,
    /// The session is for one seat: it opens that seat's table and nothing else.
    SeatOnly,
    /// This token is not good for that: it was made without such a scope, or it is for its owner in person.
    NoScope,
    /// The subscription for Web Push cannot be sent to: its address must be a push service's, by https, and its keys keys.
    BadSubscription,
    /// The name is empty, too long or holds characters that are not shown.
    BadName,
    /// The name is that of somebody who has an account, or looks like it.
    NameTaken,
    /// The password is too short or too long, or would soon be guessed.
    BadPassword,
    /// This is no answer of a passkey to what was asked, or it was asked too long ago, or answered already.
    BadPasskey,
    /// No account is opened by that: there is none by this name, or the password, the code or the passkey is not its own.
    WrongCredentials,
    /// As the guest that one is here one sits at tables, where nobody could play on after signing in: finish those games first, or have
    /// that guest registered.
    SeatedAsGuest,
    /// This is for those who have an account: register by a passkey or a password first.
    NoAccount,
    /// How one signs in is changed by somebody who has just proved who they are: sign in once more.
    NotFresh,
    /// An account keeps one passkey or a password at least.
    LastCredential,
    /// One sits at tables whose games are not over.
    StillSeated,
    /// These two do not become one: they are one already, one of them has gone, they have played against each other, or one takes part
    /// in a tournament that is not over, or moderates.
    BadMerge,
    /// This is done with another person: not with oneself, a computer or somebody who was deleted.
    BadContact,
    /// One of the two has blocked the other: they do not sit at one table, follow or challenge each other, nor join a club of the other's.
    Blocked,
    /// They take no challenges, or none of oneself.
    NoChallenges,
    /// This house lets in nobody new: whoever has an account signs in.
    NoNewcomers,
    /// In this house nothing is said at tables, or phrases alone.
    ChatOff,
    /// A moderator has forbidden one to talk, for a while or for ever.
    Muted,
    /// A moderator has forbidden one to play and to talk, or guests from one's address.
    Banned,
    /// This is for moderators.
    NoModerator,
    /// This is no sanction: it is for another person who is no moderator, or for a range of addresses that is not too wide and has an end.
    BadSanction,
    /// There is no open report of that number.
    NoReport,
    /// No sanction of that number is in force.
    NoSanction,
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
    /// There is no side to take: the table is without the pie, or it is too late or too early for it.
    NoSwap,
    /// This seat has left the game.
    Left,
    /// This game cannot be rated: it is private, played in teams, without a clock, or by computers alone. Or it is rated, and
    /// computers were to come to it, leave it or take over so that it would be another game.
    BadRated,
    /// A series is of two games or more, as many for each seat, and at most 12; all its seats are played.
    BadSeries,
    /// The pie is for games of two without dice.
    BadPie,
    /// The time control is out of range.
    BadClock,
    /// The game has no dice.
    NoDice,
    /// The share is not the one that was pledged.
    WrongShare,
    /// No share is due now from this seat: it was given already, the roll is not sealed yet, or this action does not end the turn.
    NoShareDue,
    /// A share must come first, or with this action.
    ShareDue,
    /// This seat said that it adds nothing to the dice.
    PlainSeat,
    /// This seat has lost a share before; the other must allow it once more.
    LostAgain,
    /// This cannot be offered now.
    BadOffer,
    /// There is no such offer any more.
    NoOffer,
    /// The offer is one's own, or one has agreed already.
    OwnOffer,
    /// The game is paused.
    Paused,
    /// The game is not paused.
    NotPaused,
    /// The second turn has begun, something was seen of a rated game, or the game is to be played, as a later one of a
    /// series is and one of a tournament: it cannot be aborted, nor a seat given up.
    TooLate,
    /// This seat is not absent, or not long enough, or the clock decides.
    NotAbsent,
    /// Only the host of a table begins early, or brings computers to it and sends them away: the one of the people there who
    /// has sat there for the longest time. A tournament is taken back by whoever has set it up,
    /// or owns its club.
    NotHost,
    /// Computers have levels from 1 to 8, and this is none of them.
    BadLevel,
    /// No computer sits at this seat.
    NoComputer,
    /// There are no hints in this game: it is rated, or other people play in it.
    NoHints,
    /// There is no analysis of this game yet: nobody has asked for it, or it is under way.
    NoAnalysis,
    /// This cannot be said: it is empty or too long, holds signs that hide or reorder others, or a link.
    BadText,
    /// At public tables words of one's own are for those who have finished a game here; phrases are for all.
    NewHere,
    /// One takes part in no such review, or nobody of that number does.
    NoReview,
    /// Only whoever leads a review shows places there and has others lead.
    NotLeader,
    /// This room is not one's own.
    WrongRoom,
    /// That was too much in too short a time: wait a moment.
    TooFast,
    /// There are as many of these as one may have: tables, seats, sockets, analyses and hints under way, actions undone in a
    /// turn, offers, rated games left early, tables of computers alone, clubs and their members.
    TooMany,
    /// The table is not as far as the client has seen it: the server was restored from a backup.
    Regressed,
    /// A parameter that there is not, or one out of range; a cursor that this list did not give.
    BadQuery,
    /// This is no record of a game, or its line does not play through.
    BadRecord,
    /// This is no proof of a game, or something in it does not fit.
    BadProof,
    /// There is no proof of this game any more: it was sealed under a name that has been deleted since.
    NoProof,
    /// There is no such player.
    NoPlayer,
    /// There is no such puzzle, or none at all.
    NoPuzzle,
    /// This is no address of e-mail, or not one that the house writes to.
    BadMailAddress,
    /// This house sends no e-mail.
    NoMail,
    /// This is not the code that was sent there, or it is too old: ask for another.
    WrongCode,
    /// What a club tells of itself is too long, or holds signs that hide or reorder others, a link, or a word that the house does not want.
    BadClub,
    /// A club is called so, or its name looks like it.
    ClubNameTaken,
    /// There is no such club.
    NoClub,
    /// They do not belong to this club.
    NotMember,
    /// This is for whoever owns the club.
    NotOwner,
    /// The club's owner has put one out, and has not let one in again.
    Expelled,
    /// The tournament cannot be played so: its format, its size, or when it begins.
    BadTournament,
    /// There is no such tournament.
    NoTournament,
    /// The tournament is over, or too far on for that.
    TournamentOver,
    /// The body is too long.
    TooLarge,
    /// The request comes from another site, and names no token.
    BadOrigin,
    /// The request is meant for a house of another name.
    BadHost,
    /// There is nothing under this address.
    NotFound,
    /// The address does not take this method.
    BadMethod,
    /// What is stored of this table or match does not read or replay: it was damaged, or written by another version of
    /// the server. Trying again is of no use.
    Damaged,
    /// The store did not take it, or the server is stopping; nothing has changed as far as is known. Try again.
    Unavailable,
}

impl ErrorCode {
    /// Every code, in the order of declaration.
    ///
    /// # Examples
    /// ```
    /// use cydonia_protocol::ErrorCode;
    ///
    /// for code in ErrorCode::ALL {
    ///     assert_eq!(serde_json::to_value(code).unwrap(), code.name());
    /// }
    /// ```
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The code as it stands on the wire.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(cydonia_protocol::ErrorCode::NotYourTurn.name(), "not_your_turn");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Why the server closed a socket, besides the standard codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Close {
    /// The server is stopping; come back in a moment.
    Restarting,
    /// A frame was not made as the websocket's own rules want it.
    Malformed,
    /// Binary frames are not spoken here.
    Binary,
    /// A frame of text held what is not UTF-8.
    NotText,
    /// A frame was longer than [`MAX_FRAME`](crate::MAX_FRAME).
    TooBig,
    /// The client speaks another version of the protocol.
    Version,
    /// Nothing was heard for too long.
    Silent,
    /// The client did not keep up with what it was sent; it may come back and resume.
    Slow,
    /// Messages came faster than anybody means them.
    Flood,
    /// The session that the socket belonged to has ended: whoever comes back is somebody else, or nobody.
    Ended,
}

impl Close {
    /// Every reason, in the order of declaration.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// What it is called where it is counted.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(cydonia_protocol::Close::TooBig.name(), "too_big");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The number in the close frame: of RFC 6455 below 2000, the protocol's own from 4001.
    ///
    /// # Examples
    /// ```
    /// use cydonia_protocol::Close;
    ///
    /// assert_eq!(Close::Restarting.code(), 1001); // a code of the websocket's own
    /// // The others are from the range that is left to applications.
    /// assert!(Close::ALL.iter().all(|close| close.code() < 1016 || (4000..5000).contains(&close.code())));
    /// ```
    #[must_use]
    pub fn code(self) -> u16 {
        match self {
            Self::Restarting => 1001,
            Self::Malformed => 1002,
            Self::Binary => 1003,
            Self::NotText => 1007,
            Self::TooBig => 1009,
            Self::Version => 4001,
            Self::Silent => 4002,
            Self::Slow => 4003,
            Self::Flood => 4004,
            Self::Ended => 4005,
        }
    }

    /// One sentence for whoever reads the close frame.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Restarting => "the server is stopping; come back in a moment",
            Self::Malformed => "this is no frame that the websocket's rules allow",
            Self::Binary => "binary frames are not spoken here",
            Self::NotText => "this text is not UTF-8",
            Self::TooBig => "the frame is too long",
            Self::Version => "this server speaks another version of the protocol",
            Self::Silent => "nothing was heard for too long",
            Self::Slow => "too far behind; come back and resume",
            Self::Flood => "too many messages in too short a time",
            Self::Ended => "the session that this socket belonged to has ended",
        }
    }
}
