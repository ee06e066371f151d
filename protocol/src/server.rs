//! Server messages: what the server says over the socket.

use cydonia_rules::{Layout, Motion, Notations, Objection, Outcome, ScoreChange, Seat, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::dice::{Bytes32, Share};
use crate::{
    ChatLine, Clocks, ErrorCode, Event, HouseLimits, ListedTable, OpenOffer, OwnGameEvent, Player,
    PositionKey, ReviewPlace, Reviewer, Room, TableInfo,
};

/// Every message from the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message on every socket.
    Hello {
        /// The version of the protocol.
        protocol: u32,
        /// The version of the server.
        server: String,
        /// Who the session says one is; none for somebody who only watches.
        player: Option<Player>,
        /// The one table that the session is for, if it was opened by a seat's link: elsewhere one is nobody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        table: Option<Uuid>,
        /// A client that has nothing to say should ping at least this often, in milliseconds.
        #[ts(type = "number")]
        ping_every_ms: u64,
        /// The server's time, in milliseconds since 1970.
        #[ts(type = "number")]
        ms: i64,
        /// How long people are waited for, and what they may wish.
        limits: HouseLimits,
    },
    /// A message was carried out.
    Ok {
        /// The message's id.
        #[ts(type = "number")]
        id: u64,
        /// The table that was made or found, for `create`, `quick` and `rematch`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        table: Option<Uuid>,
        /// The seat that was taken, for `create`, `quick`, `sit` and `rematch`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seat: Option<Seat>,
        /// The key of a private table, for `create` and `rematch`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        key: Option<String>,
        /// The offer that was made, for `offer`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        offer: Option<u64>,
        /// Why the action may not be taken, for `explain`; none if it may.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        objection: Option<Objection>,
        /// The server's time, for `ping`, in milliseconds since 1970.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        ms: Option<i64>,
    },
    /// A message was refused, and nothing has changed.
    Error {
        /// The message's id; null if it could not be read.
        #[ts(type = "number | null")]
        id: Option<u64>,
        /// Why, for programs.
        code: ErrorCode,
        /// Why, for people.
        message: String,
    },
    /// The public tables that one asked to see, newest first: the whole list, when one begins to follow it.
    Lobby {
        /// Counts the list's versions.
        #[ts(type = "number")]
        version: u64,
        /// The tables.
        tables: Vec<ListedTable>,
        /// How many there are, if more than are listed here.
        total: u32,
    },
    /// What differs from the list's last version.
    LobbyDiff {
        /// The version that this leads to.
        #[ts(type = "number")]
        version: u64,
        /// Tables that are new or have changed.
        set: Vec<ListedTable>,
        /// Tables that are no longer listed.
        gone: Vec<Uuid>,
        /// How many there are, if more than are listed here.
        total: u32,
    },
    /// The tables at which one sits, or a seat is kept for one, and whose game is not over: the answer to `own_games`. Of the
    /// newest that are played, an `own_game` with `turn` follows for each at which it is one's turn.
    OwnGames {
        /// They, the newest first.
        tables: Vec<TableInfo>,
    },
    /// Something has happened at one of them, or at a new one.
    OwnGame {
        /// What.
        what: OwnGameEvent,
        /// The number of the table's last event.
        #[ts(type = "number")]
        at: u64,
        /// The table as it stands now.
        info: TableInfo,
    },
    /// A table as it stands: the answer to `watch` without `since`, or with one out of reach.
    Table {
        /// The number of its last event.
        #[ts(type = "number")]
        n: u64,
        /// The table.
        info: TableInfo,
        /// The key of a private table, for who sits there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        key: Option<String>,
        /// The board as it will be when the game starts, until then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        preview: Option<Box<Preview>>,
        /// The game, once it has started.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        game: Option<Box<GameState>>,
    },
    /// Events of a table, in order and without gaps.
    Events {
        /// The table.
        table: Uuid,
        /// The events.
        events: Vec<Event>,
    },
    /// What the seat to act can do; sent to its own sockets alone.
    Choices {
        /// The table.
        table: Uuid,
        /// The position this is for: what `act` quotes.
        #[ts(type = "number")]
        at: u64,
        /// Every legal action.
        #[schemars(with = "Vec<String>")]
        #[ts(as = "Vec<String>")]
        actions: Notations,
        /// Those that end the turn but not the game, in games with dice; in the others every action ends the turn,
        /// and the list is empty.
        #[schemars(with = "Vec<String>")]
        #[ts(as = "Vec<String>")]
        ends: Notations,
        /// What actions bring in scores, those together that bring the same; those that bring nobody anything stand in none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<ScoreChange>>")]
        scores: Vec<ScoreChange>,
        /// Whether an action of this turn can be taken back.
        undo: bool,
        /// Whether one may take the other's side instead of acting.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        swap: bool,
    },
    /// How far the analysis of a game is: sent to whoever has asked for it, until it is ready or failed.
    Analysis {
        /// The game's table.
        table: Uuid,
        /// Positions that were looked at.
        done: u32,
        /// All there are; 0 while the game is still to be read.
        all: u32,
        /// Whether it can be read now.
        ready: bool,
        /// Of a game that is on: the number of the event by which all allowed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        until: Option<u64>,
        /// Why it comes to nothing, if it does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        error: Option<ErrorCode>,
    },
    /// A review that one takes part in, whenever somebody comes, goes or takes the lead.
    Review {
        /// The review.
        review: Uuid,
        /// The game's table.
        table: Uuid,
        /// One's own number there.
        you: u32,
        /// The number of whoever leads.
        leader: u32,
        /// All who take part, in the order of coming.
        people: Vec<Reviewer>,
        /// What the leader shows; null until they show something.
        place: Option<ReviewPlace>,
    },
    /// The leader of a review that one takes part in shows another place.
    Shown {
        /// The review.
        review: Uuid,
        /// The place.
        place: ReviewPlace,
    },
    /// The strongest action for the seat to act; sent to the socket that has asked for it alone.
    Hint {
        /// The table.
        table: Uuid,
        /// The position this is for: what `act` quotes.
        #[ts(type = "number")]
        at: u64,
        /// The action, in notation.
        action: String,
        /// What the pieces would do, to be drawn.
        motions: Vec<Motion>,
    },
    /// Who of the players is there; sent to whoever watches, and not kept.
    Presence {
        /// The table.
        table: Uuid,
        /// Each seat.
        seats: Vec<Presence>,
        /// Those who watch without sitting there.
        watchers: Watchers,
    },
    /// What was said in one room of a table that one watches: the last of it when one begins to watch, and then each
    /// line as it comes. Numbers tell what one has heard already.
    Chat {
        /// The table.
        table: Uuid,
        /// Where.
        room: Room,
        /// What, in order.
        lines: Vec<ChatLine>,
    },
    /// Somebody set up a rematch, or the house the next table of a series.
    Rematch {
        /// The finished table.
        table: Uuid,
        /// The new one.
        next: Uuid,
    },
}

/// Those who watch a table without sitting at it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Watchers {
    /// How many there are.
    pub count: u32,
    /// Those of them who have said a name, in the order of coming; the first few.
    pub names: Vec<String>,
}

/// A game that has not started yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Preview {
    /// Where things are.
    pub layout: Layout,
    /// The first position.
    pub view: View,
    /// Which seats are ready, in games with dice: those begin once all are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ready: Option<Vec<bool>>,
    /// The seats that are taken, in the order in which they were: the first at which a person sits is the host's.
    pub sat: Vec<Seat>,
}

/// A game in a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameState {
    /// Where things are.
    pub layout: Layout,
    /// The position.
    pub view: View,
    /// The number of the last event that changed it.
    #[ts(type = "number")]
    pub at: u64,
    /// The position's key; none once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", regex(pattern = "^[0-9a-f]{16}$"))]
    #[ts(optional, as = "Option<String>")]
    pub position_key: Option<PositionKey>,
    /// How many rolls there were: the number of the next.
    #[ts(type = "number")]
    pub rolls: u64,
    /// The line so far: everything that changed the position or what the clocks count, without differences, and of the
    /// motions only those in which pieces met: captures, merges, sinkings and hits.
    pub line: Vec<Event>,
    /// How the clocks stood at `ms`, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clocks: Option<Clocks>,
    /// When that was, in milliseconds since 1970.
    #[ts(type = "number")]
    pub ms: i64,
    /// The offers that are open.
    pub offers: Vec<OpenOffer>,
    /// Whether the clocks stand still by consent.
    pub paused: bool,
    /// What is known of the next roll, in games with dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub dice: Option<DiceState>,
    /// The result, if it is over.
    pub outcome: Option<Outcome>,
    /// Who aborted it, if somebody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub aborted_by: Option<Seat>,
}

/// What is known of the next roll of a game with dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct DiceState {
    /// The SHA-256 of the server's secret for it.
    pub seal: Bytes32,
    /// What each seat has pledged.
    pub seats: Vec<DiceSeat>,
    /// What the waiting seat has given, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub share: Option<Share>,
}

/// What is known of one seat's part in the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct DiceSeat {
    /// Its pledge; null if it adds nothing to any roll.
    pub pledge: Option<Bytes32>,
    /// The pledge's number: 0 for the first, k + 1 for the one that came with roll k.
    #[ts(type = "number")]
    pub j: u64,
    /// How often it has lost what it pledged.
    pub lost: u32,
    /// How often it still may say so without being allowed to.
    pub may_lose: u32,
}

/// Whether a player is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Presence {
    /// On one socket at least. Also said of a seat that nobody sits at.
    Here {},
    /// On no socket.
    Away {
        /// Since when, in milliseconds since 1970.
        #[ts(type = "number")]
        since_ms: i64,
        /// When it counts as having walked off (live clocks), or when the others may say so (no clock); null if never.
        #[ts(type = "number | null")]
        until_ms: Option<i64>,
    },
}
