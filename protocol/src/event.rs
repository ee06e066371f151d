//! Table events, numbered: the one feed for playing, watching, catching up and replay.

use cydonia_rules::{Layout, LeaveReason, Motion, Outcome, Seat, View, ViewDiff};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::dice::{Bytes32, Share};
use crate::{Clocks, ComputerSeat, OfferKind, OpenOffer, Player, PositionKey, Rating, Unrated};

/// Something that happened at a table. Events are numbered from 1 without gaps, and are durable before anyone sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Event {
    /// Its number.
    #[ts(type = "number")]
    pub n: u64,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub ms: i64,
    /// What happened.
    #[serde(flatten)]
    pub what: EventKind,
    /// What it changed in the view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub diff: Option<ViewDiff>,
    /// What the pieces did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Motion>>")]
    pub motions: Vec<Motion>,
    /// The key of the position that a table's event leads to, if it changes the position and the game goes on. A snapshot's line does without;
    /// lines that are tried on tell of the position at their end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", regex(pattern = "^[0-9a-f]{16}$"))]
    #[ts(optional, as = "Option<String>")]
    pub position_key: Option<PositionKey>,
    /// How the clocks stand, if there are any and the game is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clocks: Option<Clocks>,
    /// The offers that are open from now on, if this event changes them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub offers: Option<Vec<OpenOffer>>,
    /// What was added to the time of the seat whose clock ran because its message waited in the house, in milliseconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u32>")]
    pub wait_ms: u32,
}

impl Event {
    /// One of a position that is tried on: no table's clock saw it, and nobody offered anything.
    #[must_use]
    pub fn tried(n: u64, what: EventKind, diff: ViewDiff, motions: Vec<Motion>) -> Self {
        Self {
            n,
            ms: 0,
            what,
            diff: Some(diff),
            motions,
            position_key: None,
            clocks: None,
            offers: None,
            wait_ms: 0,
        }
    }
}

/// The kinds of events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum EventKind {
    /// A seat was taken.
    Sit {
        /// Which.
        seat: Seat,
        /// By whom.
        player: Player,
        /// Their rating in this game, if they have one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rating: Option<Rating>,
    },
    /// A seat was given up before the start, or one that was kept for somebody.
    Stand {
        /// Which.
        seat: Seat,
    },
    /// A seat is ready to play with dice.
    Ready {
        /// Which.
        seat: Seat,
        /// Its first pledge; none if it adds nothing to any roll.
        pledge: Option<Bytes32>,
    },
    /// The host began without waiting for the seats that were free: they are gone, and the others numbered anew. If two
    /// stay of more, their ratings are shown no longer: they were of games of more.
    Fewer {
        /// The seats that stay, by their old numbers, in order.
        seats: Vec<Seat>,
    },
    /// The game began.
    Start {
        /// Where things are, for the whole game.
        layout: Box<Layout>,
        /// The first position.
        view: Box<View>,
        /// What is known of the first roll, in games with dice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        dice: Option<DiceStart>,
    },
    /// A seat acted.
    Act {
        /// Which.
        seat: Seat,
        /// The action's notation.
        action: String,
        /// What it gave for the other's next roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        share: Option<Share>,
        /// What was added to the seat's time for the way of its message through the net, in milliseconds.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[ts(optional, as = "Option<u32>")]
        lag_ms: u32,
    },
    /// A seat gave its share for the other's roll.
    Share {
        /// Which.
        seat: Seat,
        /// The number of the roll.
        #[ts(type = "number")]
        k: u64,
        /// What it gave.
        share: Share,
    },
    /// Dice were rolled.
    Roll {
        /// For which seat's turn.
        seat: Seat,
        /// The number of the roll at this table, from 0.
        #[ts(type = "number")]
        k: u64,
        /// What they show.
        #[schemars(inner(range(min = 1, max = 6)))]
        dice: [u8; 2],
        /// What was opened, and what is known of the next roll; absent only in games that began before dice could be
        /// checked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        opened: Option<Opened>,
        /// What the roller had pledged; absent if it adds nothing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        share: Option<Share>,
    },
    /// The roller had lost what it pledged: this roll is void.
    Lost {
        /// For which seat's turn it would have been.
        seat: Seat,
        /// The number of the roll at this table.
        #[ts(type = "number")]
        k: u64,
        /// What was opened, and what is known of the next roll.
        opened: Opened,
    },
    /// A seat took its last action back.
    Undo {
        /// Which.
        seat: Seat,
    },
    /// The player of that seat took the other's side instead of acting first: from here on each sits where the other did, and
    /// has the time that they had.
    Swap {
        /// The seat that the player had until now.
        seat: Seat,
    },
    /// A seat left the game.
    Leave {
        /// Which.
        seat: Seat,
        /// Why.
        reason: LeaveReason,
    },
    /// As those who stayed have agreed, a computer plays on at a seat that was left. If that was out of the game, it is in again;
    /// if it has pledged a share for the dice, it may lose that.
    Takeover {
        /// Which.
        seat: Seat,
        /// The computer.
        player: Player,
        /// Who sat there.
        of: Player,
    },
    /// A seat offered something to the others.
    Offer {
        /// Which.
        seat: Seat,
        /// What.
        what: OfferKind,
        /// With `computer`: for which seat, and how strong.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        computer: Option<ComputerSeat>,
    },
    /// A seat agreed to an offer or declined it.
    Answer {
        /// Which.
        seat: Seat,
        /// The number of the event that made the offer.
        #[ts(type = "number")]
        offer: u64,
        /// Agreed or declined.
        agree: bool,
    },
    /// A seat took its offer back.
    Withdraw {
        /// Which.
        seat: Seat,
        /// The number of the event that made the offer.
        #[ts(type = "number")]
        offer: u64,
    },
    /// All agreed to go back to before a seat's last turn.
    Takeback {
        /// Whose.
        seat: Seat,
        /// How many actions are taken back.
        actions: u32,
    },
    /// All agreed that what was played until now may be analysed. Until a turn is taken back, or the game is over.
    AllowAnalysis {},
    /// All agreed to let the clocks stand still.
    Pause {},
    /// The game goes on after a pause.
    Resume {
        /// Who goes on.
        seat: Seat,
    },
    /// The house was away: what the running clock had lost meanwhile was given back.
    Outage {
        /// How much, in milliseconds.
        #[ts(type = "number")]
        credit_ms: i64,
    },
    /// The game ended without a result before it had really begun: the last event then.
    Abort {
        /// Who ended it.
        seat: Seat,
    },
    /// The game ended: the last event but for an aborted game.
    Finish {
        /// How.
        outcome: Outcome,
        /// Why it is not rated, though it was to be.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        unrated: Option<Unrated>,
    },
}

/// What is known of the first roll when a game with dice starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct DiceStart {
    /// The SHA-256 of the server's secret for roll 0.
    pub seal: Bytes32,
    /// Each seat's pledge; null for one that adds nothing.
    pub pledges: Vec<Option<Bytes32>>,
}

/// What a roll brings to light, and what is known of the next one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Opened {
    /// The server's secret: its SHA-256 was the seal.
    pub secret: Bytes32,
    /// What the other seat had given; null if it adds nothing.
    pub waiting: Option<Share>,
    /// The roller's next pledge; null if it adds nothing.
    pub pledge: Option<Bytes32>,
    /// The SHA-256 of the server's secret for the next roll.
    pub seal: Bytes32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
pub(crate) fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl EventKind {
    /// Whether somebody may sit elsewhere after this, or nowhere.
    #[must_use]
    pub fn moves_seats(&self) -> bool {
        matches!(
            self,
            Self::Sit { .. }
                | Self::Stand { .. }
                | Self::Fewer { .. }
                | Self::Swap { .. }
                | Self::Takeover { .. }
        )
    }

    /// Whether the seat to act is told anew what it can do: also where the position stays, but nothing is undone any more, or a pause
    /// is over, in which whoever was refused may have dropped what it had.
    #[must_use]
    pub fn moves_choices(&self) -> bool {
        self.moves_position() || matches!(self, Self::AllowAnalysis {} | Self::Resume { .. })
    }

    /// Whether this changes the position, so that actions quote its number.
    #[must_use]
    pub fn moves_position(&self) -> bool {
        match self {
            Self::Start { .. }
            | Self::Act { .. }
            | Self::Roll { .. }
            | Self::Lost { .. }
            | Self::Undo { .. }
            | Self::Takeback { .. }
            | Self::Swap { .. }
            | Self::Leave { .. }
            | Self::Takeover { .. } => true,
            Self::Sit { .. }
            | Self::Stand { .. }
            | Self::Ready { .. }
            | Self::Fewer { .. }
            | Self::Share { .. }
            | Self::Offer { .. }
            | Self::Answer { .. }
            | Self::Withdraw { .. }
            | Self::AllowAnalysis {}
            | Self::Pause {}
            | Self::Resume { .. }
            | Self::Outage { .. }
            | Self::Abort { .. }
            | Self::Finish { .. } => false,
        }
    }
}
