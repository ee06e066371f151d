//! TypeScript declarations: the same types for the web client. `web-client/src/lib/protocol.ts` holds what
//! [`declarations`] returns; a test fails when it does not, and `cargo run -p cydonia-protocol --bin protocol-ts` writes it.

use cydonia_rules as rules;
use ts_rs::{Config, TS};

use crate::dice::{Bytes32, DiceProof, DiceReport, ProvedRoll, Share};
use crate::{
    AnalysedPosition, AnalysisProgress, ChatLine, ClockKind, Clocks, Close, Command, ComputerSeat, DiceSeat,
    DiceStart, DiceState, Envelope, ErrorCode, Event, EventKind, GameState, HouseLimits, Leader, Leaderboard,
    LineMove, ListedTable, LiveTable, LobbyFilter, LobbyStanding, MAX_NAME, MAX_SIDE_LINE, MAX_TEXT,
    MatchAnalysis, MatchPage, MatchPosition, MatchRecord, MatchSeat, MatchSummary, OfferKind, OpenOffer,
    Opened, OwnSession, Phrase, Player, PlayerPage, PlayerRating, PlayerRatings, Pool, Presence, Preview,
    Problem, Puzzle, PuzzleAnswer, PuzzleAttempt, PuzzleObjection, PuzzleOfTheDay, PuzzlePage, PuzzleSummary,
    Rating, RatingChange, RatingHistory, RatingPoint, RecordCheck, RecordedMove, Replay, Room, SeatKey,
    SeatRequest, SeatState, Series, ServerMessage, Session, SessionList, SessionRequest, TableInfo,
    TablePage, TableStatus, TimeControl, Unrated, VERSION, Watchers, WhatIf, Words,
};

/// The text of the module: constants, then a type for each that is listed here. It is long as the list is.
#[must_use]
#[expect(clippy::too_many_lines, reason = "it is a list, in the order of the file that is made of it")]
pub fn declarations() -> String {
    let config = Config::default();
    let mut module = format!(
        "// Generated from the protocol crate; see protocol/src/typescript.rs.\n\n\
         export const PROTOCOL_VERSION = {VERSION};\nexport const MAX_NAME = {MAX_NAME};\nexport const MAX_TEXT = {MAX_TEXT};\n\
         export const MAX_SIDE_LINE = {MAX_SIDE_LINE};\n\
         export const LISTED_GAMES = {};\nexport const LISTED_IDLE_DAYS = {};\nexport const PROVISIONAL = {};\n",
        Leaderboard::MIN_GAMES,
        Leaderboard::MAX_IDLE_DAYS,
        Rating::PROVISIONAL,
    );
    for close in Close::ALL {
        module.push_str(&format!(
            "export const CLOSE_{} = {};\n",
            format!("{close:?}").to_uppercase(),
            close.code()
        ));
    }
    macro_rules! declare {
        ($($kind:ty),+ $(,)?) => {
            $(module.push_str(&format!("\nexport {}\n", <$kind>::decl(&config)));)+
        };
    }
    declare!(
        rules::Ask,
        rules::Choice,
        rules::CounterInfo,
        rules::Decor,
        rules::DecorKind,
        rules::Die,
        rules::GameInfo,
        rules::LastAction,
        rules::Layout,
        rules::LeaveReason,
        rules::Line,
        rules::Marker,
        rules::Motion,
        rules::Objection,
        rules::OnlyChoices,
        rules::OptionInfo,
        rules::OptionKind,
        rules::OptionValue,
        rules::Outcome,
        rules::Pyramid,
        rules::Reason,
        rules::ReasonInfo,
        rules::ScoreChange,
        rules::ScoreInfo,
        rules::SeatAdvantage,
        rules::Shade,
        rules::Space,
        rules::SpaceView,
        rules::Token,
        rules::TokenKind,
        rules::TrayInfo,
        rules::TrayKind,
        rules::Turn,
        rules::View,
        rules::ViewDiff,
        Bytes32,
        AnalysedPosition,
        AnalysisProgress,
        ChatLine,
        ClockKind,
        Clocks,
        Command,
        ComputerSeat,
        DiceProof,
        DiceReport,
        DiceSeat,
        DiceStart,
        DiceState,
        Envelope,
        ErrorCode,
        Event,
        EventKind,
        GameState,
        HouseLimits,
        Leader,
        Leaderboard,
        LineMove,
        ListedTable,
        LiveTable,
        LobbyFilter,
        LobbyStanding,
        MatchAnalysis,
        MatchPage,
        MatchPosition,
        WhatIf,
        MatchRecord,
        MatchSeat,
        MatchSummary,
        OfferKind,
        OpenOffer,
        Opened,
        OwnSession,
        Phrase,
        Player,
        PlayerPage,
        PlayerRating,
        PlayerRatings,
        Pool,
        Presence,
        Preview,
        Problem,
        Puzzle,
        PuzzleAnswer,
        PuzzleObjection,
        PuzzleAttempt,
        PuzzleOfTheDay,
        PuzzlePage,
        PuzzleSummary,
        Rating,
        RatingChange,
        RatingHistory,
        RatingPoint,
        ProvedRoll,
        RecordCheck,
        RecordedMove,
        Replay,
        Room,
        SeatKey,
        SeatRequest,
        SeatState,
        Series,
        ServerMessage,
        Session,
        SessionList,
        SessionRequest,
        Share,
        TableInfo,
        TablePage,
        TableStatus,
        TimeControl,
        Unrated,
        Watchers,
        Words,
    );
    module
}
