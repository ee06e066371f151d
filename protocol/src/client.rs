//! Client messages: what a client may say over the socket.

use cydonia_rules::{Options, Seat};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::computer::ComputerSeat;
use crate::contacts::ChallengedSeat;
use crate::dice::{Bytes32, Share};
use crate::series::{is_one, one_game};
use crate::strict::{exact, exact_if_any, from_object, from_text, object_if_any, objects};
use crate::{LobbyFilter, OfferKind, ReviewPlace, Room, TimeControl, Words};

/// Every message from a client: what to do, and a number of the client's own that the answer repeats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[schemars(deny_unknown_fields)]
pub struct Envelope {
    /// The client's own number for this message, below 2^53.
    #[ts(type = "number")]
    pub id: u64,
    /// What to do.
    #[serde(rename = "do")]
    pub command: Command,
}

/// What a client may ask for. Each is answered with `ok` or an error; whatever it brings about arrives before the `ok`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Is the line still good?
    Ping {},
    /// Follow the list of public tables, or stop.
    Lobby {
        /// Follow or stop.
        on: bool,
        /// Which tables one wants to see; all of them if absent. A new wish replaces the old one.
        #[serde(default, deserialize_with = "from_object")]
        #[ts(optional, as = "Option<LobbyFilter>")]
        filter: LobbyFilter,
    },
    /// Take a free seat at a public table with this clock and without special options, or set one up if there is none. A rated game
    /// whose seats are known to have unequal chances is a series of as many games as there are seats.
    Quick {
        /// The client's own id for this wish: a repeat gets the first answer.
        request: Uuid,
        /// Which game, by its id.
        game: String,
        /// How many seats.
        seats: u8,
        /// How much time each seat has; as much as it likes if absent.
        #[serde(default, deserialize_with = "from_object")]
        #[ts(optional, as = "Option<TimeControl>")]
        clock: TimeControl,
        /// Whether its game counts for the players' ratings.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        rated: bool,
    },
    /// Set up a table and sit down at it.
    Create {
        /// The client's own id for this wish: a repeat gets the first answer.
        request: Uuid,
        /// Which game, by its id.
        game: String,
        /// How many seats.
        seats: u8,
        /// Options that differ from the default.
        #[serde(default)]
        #[ts(optional, type = "Record<string, OptionValue>")]
        options: Options,
        /// How much time each seat has; as much as it likes if absent.
        #[serde(default, deserialize_with = "from_object")]
        #[ts(optional, as = "Option<TimeControl>")]
        clock: TimeControl,
        /// Whether it is reached by its key only.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        private: bool,
        /// Whether its game counts for the players' ratings: only where each plays alone, and never in private. With computers it
        /// counts for ratings of their own.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        rated: bool,
        /// Which seat to take oneself.
        #[serde(default)]
        #[ts(optional, as = "Option<Seat>")]
        seat: Seat,
        /// Computers, each for a seat of its own; where they take them all, one looks on.
        #[serde(default, deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<ComputerSeat>>")]
        computers: Vec<ComputerSeat>,
        /// People who are challenged, each for a seat of its own, which is kept for them: they see it among their own games, and decline
        /// by giving it up (`stand`).
        #[serde(default, deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<ChallengedSeat>>")]
        challenged: Vec<ChallengedSeat>,
        /// How many games are played, one after another, each player one seat on every time: 1, or a multiple of the seats up
        /// to 12.
        #[serde(default = "one_game", skip_serializing_if = "is_one")]
        #[ts(optional, as = "Option<u8>")]
        games: u8,
        /// Whether the player who does not act first may take that side after the first action: with two seats, without dice.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        pie: bool,
    },
    /// Take a seat. A game without dice starts when the last one is taken.
    Sit {
        /// The table.
        table: Uuid,
        /// Which seat; the one reserved for oneself, or else the first free one, if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seat: Option<Seat>,
        /// A private table's key.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        key: Option<String>,
    },
    /// Give one's seat up before the start, or one that is kept for oneself: so challenges and rematches are declined.
    Stand {
        /// The table.
        table: Uuid,
    },
    /// Begin without waiting for the seats that are free, if the game can be played by so few. For the host: whoever
    /// has sat at the table for the longest time and is no computer.
    Begin {
        /// The table.
        table: Uuid,
    },
    /// Have a computer take a free seat before the start. For the host.
    AddComputer {
        /// The table.
        table: Uuid,
        /// Which seat; the first free one if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seat: Option<Seat>,
        /// How strong it is to be: from 1 to 8.
        level: u8,
    },
    /// Have a computer give its seat up before the start. For the host.
    RemoveComputer {
        /// The table.
        table: Uuid,
        /// The computer's seat.
        seat: Seat,
    },
    /// In games with dice, before the start: say what one adds to one's first roll. When all seats are taken and ready,
    /// the game starts. Until then a new pledge replaces the old one.
    Ready {
        /// The table.
        table: Uuid,
        /// The SHA-256 of the share that one will show; null if one adds nothing to any roll. It cannot be left out:
        /// nobody gives up their part in the dice by mistake.
        #[serde(deserialize_with = "Option::deserialize")]
        #[schemars(schema_with = "bytes_or_null")]
        pledge: Option<Bytes32>,
    },
    /// Follow a table.
    Watch {
        /// The table.
        table: Uuid,
        /// The last event already known; a snapshot is sent if absent or out of reach.
        #[serde(default, deserialize_with = "exact_if_any", skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        since: Option<u64>,
        /// A private table's key; who sits there needs none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        key: Option<String>,
        /// Whether one only glances at it, as at one of many: then one is not counted among those who watch.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        quiet: bool,
    },
    /// Stop following a table.
    Unwatch {
        /// The table.
        table: Uuid,
    },
    /// Have a finished game analysed, and be told how far that is until it can be read under `/api/v1/matches/{id}/analysis`. So may
    /// a game be that is on, as far as all who play have allowed it; that is read under `/api/v1/tables/{id}/analysis`.
    Analyse {
        /// Its table.
        table: Uuid,
        /// A private game's key; who plays it, or has, needs none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        key: Option<String>,
    },
    /// Take part in a review of a finished game together with others, instead of in any other. Whoever is the first leads.
    Review {
        /// The review: an id of one's own to begin one, that of another's to join theirs.
        review: Uuid,
        /// The game's table.
        table: Uuid,
        /// A private game's key; who has played it needs none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        key: Option<String>,
    },
    /// Show a place to all who take part in the review that one leads.
    Show {
        /// The review.
        review: Uuid,
        /// The place.
        #[serde(deserialize_with = "from_object")]
        place: ReviewPlace,
    },
    /// Have another lead the review that one leads.
    Lead {
        /// The review.
        review: Uuid,
        /// The other's number there.
        to: u32,
    },
    /// Follow the tables at which one sits, or a seat is kept for one; or stop.
    OwnGames {
        /// Whether to follow.
        on: bool,
    },
    /// Take part in a review no longer.
    LeaveReview {
        /// The review.
        review: Uuid,
    },
    /// Be told the strongest action for one's own seat, which is to act: in a game that is not rated and in which all others are
    /// computers. The `hint` comes before the `ok`, which comes when it was thought of.
    Hint {
        /// The table.
        table: Uuid,
        /// The number of the last event that changed the position.
        #[serde(deserialize_with = "exact")]
        #[ts(type = "number")]
        at: u64,
    },
    /// Be told why an action, or one that begins so, may not be taken by one's own seat, which is to act. Nothing is taken, also
    /// if it may.
    Explain {
        /// The table.
        table: Uuid,
        /// The number of the last event that changed the position.
        #[serde(deserialize_with = "exact")]
        #[ts(type = "number")]
        at: u64,
        /// The action in notation, or its first tokens.
        action: String,
    },
    /// Take an action.
    Act {
        /// The table.
        table: Uuid,
        /// The number of the last event that changed the position.
        #[serde(deserialize_with = "exact")]
        #[ts(type = "number")]
        at: u64,
        /// The action's notation.
        action: String,
        /// What one gives for the other's next roll: with the actions that end the turn but not the game, and only
        /// with those.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        share: Option<Share>,
    },
    /// Give one's share for the other's roll, where no action of one's own lies before it.
    Share {
        /// The table.
        table: Uuid,
        /// The number of the roll.
        #[serde(deserialize_with = "exact")]
        #[ts(type = "number")]
        k: u64,
        /// What one gives.
        share: Share,
    },
    /// Have the dice rolled that open one's turn. Seats that add nothing need not ask: theirs are rolled at once.
    Roll {
        /// The table.
        table: Uuid,
        /// The number of the roll: how many there were at this table before.
        #[serde(deserialize_with = "exact")]
        #[ts(type = "number")]
        k: u64,
        /// What one pledged.
        share: Share,
        /// The SHA-256 of the share that one will show at one's next roll.
        pledge: Bytes32,
    },
    /// Say that one no longer has what one pledged. The roll is void, and the next one takes its place.
    Lost {
        /// The table.
        table: Uuid,
        /// The number of the roll.
        #[serde(deserialize_with = "exact")]
        #[ts(type = "number")]
        k: u64,
        /// The SHA-256 of the share that one will show instead.
        pledge: Bytes32,
    },
    /// Take one's last action of this turn back. Nothing that happened before the turn's dice can be undone.
    Undo {
        /// The table.
        table: Uuid,
        /// The number of the last event that changed the position.
        #[serde(deserialize_with = "exact")]
        #[ts(type = "number")]
        at: u64,
    },
    /// Take the other's side, and leave one's own to them, instead of one's first action: at a table with the pie.
    Swap {
        /// The table.
        table: Uuid,
        /// The number of the last event that changed the position.
        #[serde(deserialize_with = "exact")]
        #[ts(type = "number")]
        at: u64,
    },
    /// Give the game up.
    Resign {
        /// The table.
        table: Uuid,
    },
    /// End the game without a result, before the second turn has begun.
    Abort {
        /// The table.
        table: Uuid,
    },
    /// Offer something to the others.
    Offer {
        /// The table.
        table: Uuid,
        /// The client's own id for this offer: a repeat gets the first answer.
        request: Uuid,
        /// What.
        #[serde(deserialize_with = "from_text")]
        what: OfferKind,
        /// With `computer`, and only with that: for which seat, and how strong.
        #[serde(default, deserialize_with = "object_if_any", skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        computer: Option<ComputerSeat>,
    },
    /// Agree to an offer, or decline it.
    Answer {
        /// The table.
        table: Uuid,
        /// The number of the event that made the offer.
        #[serde(deserialize_with = "exact")]
        #[ts(type = "number")]
        offer: u64,
        /// Agree or decline.
        agree: bool,
    },
    /// Take one's offer back.
    Withdraw {
        /// The table.
        table: Uuid,
        /// The number of the event that made the offer.
        #[serde(deserialize_with = "exact")]
        #[ts(type = "number")]
        offer: u64,
    },
    /// Go on after a pause.
    Resume {
        /// The table.
        table: Uuid,
    },
    /// Have a seat leave that was absent for too long, in a game without a clock.
    Claim {
        /// The table.
        table: Uuid,
        /// The seat that is absent.
        seat: Seat,
    },
    /// Say something to those in one's own room.
    Say {
        /// The table.
        table: Uuid,
        /// The client's own id for it: a repeat is said once.
        request: Uuid,
        /// To whom.
        #[serde(deserialize_with = "from_text")]
        room: Room,
        /// What.
        #[serde(deserialize_with = "from_object")]
        words: Words,
    },
    /// Set up a rematch of a finished game one sat at, and sit down at it. Asked twice, or by several, it is one table.
    Rematch {
        /// The finished table.
        table: Uuid,
    },
}

/// What must be said, though it may be null.
fn bytes_or_null(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<Option<Bytes32>>()
}
