//! What crosses the wire: messages in both directions, their errors and close codes, and the REST documents.
//!
//! Everything is JSON. Over the socket a client sends [`Envelope`]s and gets [`ServerMessage`]s; `docs/protocol.md`
//! tells the story, and the TypeScript in `web-client/src/lib/protocol.ts` is generated from these types.
//! Numbers stay below 2^53, so that JavaScript reads them exactly.
//!
//! ```
//! use cydonia_protocol::{Command, read};
//!
//! let frame = r#"{"id": 1, "do": {"type": "lobby", "on": true}}"#;
//! let message = read(frame).unwrap();
//! assert!(matches!(message.command, Command::Lobby { on: true, .. }));
//! assert!(read(r#"{"id": 1, "do": {"type": "lobby", "on": true, "off": false}}"#).is_err()); // no such field
//! ```

mod account;
mod analysis;
mod chat;
mod client;
mod clock;
mod club;
mod computer;
mod contacts;
pub mod dice;
mod dumps;
mod error;
mod event;
mod frame;
mod history;
mod house_limits;
mod lobby;
mod mail;
mod moderation;
mod oauth;
mod offer;
mod own_data;
mod own_games;
mod player_lists;
mod position;
mod preferences;
pub mod proof;
mod push;
mod puzzle;
mod rating;
pub mod record;
pub mod reference;
mod rest;
mod review;
pub mod schema;
mod series;
mod server;
mod strict;
mod table;
mod token;
mod tournament;
pub mod typescript;
mod what_if;

pub use account::{
    Account, Credentials, MAX_PASSWORD, MIN_PASSWORD, MergeRequest, NewPasskeyRequest, OwnPasskey,
    PasskeyChallenge, PasskeyCreation, PasswordRequest, SignInRequest,
};
pub use analysis::{AnalysedPosition, AnalysisProgress, LineMove, MatchAnalysis};
pub use chat::{ChatLine, ChatRule, MAX_TEXT, Phrase, Room, Words};
pub use client::{Command, Envelope};
pub use clock::{ClockError, Clocks, TimeControl};
pub use club::{Club, ClubMember, ClubName, ClubOwnerRequest, ClubPage, ClubRequest, ClubSummary, MAX_ABOUT};
pub use computer::{COMPUTERS, ComputerSeat};
pub use contacts::{
    BlockList, ChallengedSeat, ChallengesFrom, Contact, ContactSettings, FollowList, FollowedPlayer,
};
pub use dumps::{Dump, DumpFile, DumpList};
pub use error::{Close, ErrorCode};
pub use event::{DiceStart, Event, EventKind, Opened};
pub use frame::{MessageError, read};
pub use history::{LiveTable, MatchPosition, PlayerPage, RecordCheck, TablePage};
pub use house_limits::HouseLimits;
pub use lobby::{ClockKind, ListedTable, LobbyFilter, LobbyStanding};
pub use mail::{MAX_MAIL_ADDRESS, MailConfirmation, MailRequest, MailStatus};
pub use moderation::{
    AuditEntry, AuditPage, CloseReport, FairPlay, FairPlayOpponent, MAX_NOTE, ModeratorAction, OwnReport,
    OwnSanction, PlayerFile, Report, ReportClosed, ReportOutcome, ReportPage, ReportReason, ReportReceipt,
    ReportRequest, Sanction, SanctionKind, SanctionPage, SanctionRequest, SanctionTarget, Standing,
};
pub use oauth::{
    AccessToken, AuthorizationRequest, AuthorizationResponse, AuthorizationServer, CodeChallengeMethod,
    ConsentPrompt, OAuthError, OAuthErrorCode, ResponseType, RevocationForm, TokenForm, TokenType,
};
pub use offer::{OfferKind, OpenOffer};
pub use own_data::{ClubStanding, JoinedTournament, OwnClub, OwnData, OwnDataLine, SaidLine, TriedPuzzle};
pub use own_games::OwnGameEvent;
pub use player_lists::{
    ActiveDay, Opponent, Opponents, PlayerActivity, PlayerList, PlayerResults, SeatResults, Tally,
};
pub use position::{Explorer, ExplorerMove, NamedPosition, NoPositionKey, PositionKey};
pub use preferences::{
    BoardTheme, ColourScheme, ConfirmTurns, Contrast, Language, MotionChoice, PieceTheme, Preferences, Sound,
};
pub use push::{PushMessage, PushReason, PushRequest, PushStatus, PushTable};
pub use puzzle::{
    Puzzle, PuzzleAnswer, PuzzleAttempt, PuzzleObjection, PuzzleOfTheDay, PuzzlePage, PuzzleSummary,
};
pub use rating::{
    ExactRating, Leader, Leaderboard, PlayerRating, PlayerRatings, Pool, Rating, RatingChange, RatingHistory,
    RatingPoint,
};
pub use rest::{
    CommandAnswer, GameResult, MatchPage, MatchRecord, MatchSeat, MatchSummary, OwnSession, Problem,
    RecordedMove, Replay, SeatKey, SeatRequest, Session, SessionList, SessionRequest, Standstill,
    StandstillReason, TableCode,
};
pub use review::{ReviewPlace, Reviewer};
pub use series::Series;
pub use server::{DiceSeat, DiceState, GameState, Presence, Preview, ServerMessage, Watchers};
pub use strict::{check_names, is_object};
pub use table::{KeptSeats, Player, SeatState, TableInfo, TableStatus, Unrated};
pub use token::{OwnToken, Scope, TokenList, TokenRequest};
pub use tournament::{
    Tournament, TournamentFormat, TournamentGame, TournamentPage, TournamentRequest, TournamentRound,
    TournamentStanding, TournamentStatus, TournamentSummary,
};
pub use what_if::WhatIf;

/// The version of the protocol. A client names it when it connects (`/ws?protocol=1`).
pub const VERSION: u32 = 1;

/// The longest frame that the server reads, in bytes.
pub const MAX_FRAME: usize = 8 * 1024;

/// The greatest number anywhere: JavaScript reads no greater one exactly.
pub const MAX_NUMBER: u64 = (1 << 53) - 1;

/// The longest side line, in entries: farther than people look ahead, and as much again of dice.
pub const MAX_SIDE_LINE: usize = 100;

/// The longest name of a player, in characters.
pub const MAX_NAME: usize = 24;
