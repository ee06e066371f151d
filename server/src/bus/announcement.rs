//! Announcements: what a node says to all others at once.

use bytes::Bytes;
use cydonia_cluster::{Incarnation, Place};
use cydonia_protocol::ServerMessage;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::gossip::{Key, News};

/// Which way of writing announcements this is: one of another is not read.
const VERSION: u8 = 1;

/// How a node's line to another stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LineState {
    /// The other end.
    to: i64,
    epoch: u64,
    n: u64,
    /// The epoch of the other's letters of which some are missing.
    pub(crate) missed: Option<u64>,
}

impl LineState {
    /// Where that was the last letter to a node.
    pub(crate) fn new(to: Incarnation, last: Place, missed: Option<u64>) -> Self {
        Self { to: to.0, epoch: last.epoch, n: last.n, missed }
    }

    /// The other end.
    pub(crate) fn to(&self) -> Incarnation {
        Incarnation(self.to)
    }

    /// The last letter that was sent to it.
    pub(crate) fn last(&self) -> Place {
        Place { epoch: self.epoch, n: self.n }
    }
}

/// What is said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Announcement {
    /// One is there; and how one's lines to others stand.
    Beat {
        /// One to each node that one has anything to do with.
        lines: Vec<LineState>,
        /// How often it has told of changes.
        told: u64,
    },
    /// What has changed of what is one's own.
    Changes {
        /// How often such was told.
        n: u64,
        /// What is so from now on; none is there no more.
        entries: Vec<(Key, Option<News>)>,
    },
    /// All that is one's own.
    Whole {
        /// As of which change.
        n: u64,
        /// What is so.
        entries: Vec<(Key, News)>,
    },
    /// Of that node one has missed something: it is to tell all of it.
    Behind {
        /// Its number.
        of: i64,
    },
    /// A game was kept.
    GameKept,
    /// Sessions have ended.
    SessionsEnded {
        /// Their numbers.
        numbers: Vec<i64>,
    },
    /// So have those that are for a table, but for those of whoever has a seat there still.
    LinksEnded {
        /// Which.
        table: Uuid,
        /// Who has a seat.
        seated: Vec<Uuid>,
    },
    /// Who may not play or talk is another by now.
    SanctionsChanged,
    /// A player's name or account is another by now: they come back, and know.
    PlayerRenewed {
        /// Who.
        player: Uuid,
    },
    /// Somebody was deleted.
    PlayerErased {
        /// Who.
        player: Uuid,
    },
    /// One of the two has blocked the other.
    PlayersParted {
        /// Who.
        players: (Uuid, Uuid),
    },
    /// Players who follow their own games are told of one.
    OwnGame {
        /// Who.
        players: Vec<Uuid>,
        /// What they are told.
        message: Box<ServerMessage>,
    },
}

impl Announcement {
    /// Whether it is counted, so that whoever misses it finds out: what it tells is told by nothing else.
    pub(crate) fn is_counted(&self) -> bool {
        match self {
            Self::Beat { .. } | Self::Changes { .. } | Self::Whole { .. } | Self::Behind { .. } => false,
            Self::GameKept
            | Self::SessionsEnded { .. }
            | Self::LinksEnded { .. }
            | Self::SanctionsChanged
            | Self::PlayerRenewed { .. }
            | Self::PlayerErased { .. }
            | Self::PlayersParted { .. }
            | Self::OwnGame { .. } => true,
        }
    }
}

/// An announcement, and whose it is.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Announced {
    version: u8,
    from: i64,
    /// How many that are counted one has made, this one among them.
    said: u64,
    what: Announcement,
}

impl Announced {
    /// As it goes over the bus, in JSON.
    pub(super) fn encode(from: Incarnation, said: u64, what: Announcement) -> Bytes {
        let announced = Self { version: VERSION, from: from.0, said, what };
        // Made of types that JSON can hold.
        serde_json::to_vec(&announced).expect("an announcement is JSON").into()
    }

    /// Reads what has come over the bus: whose it is, how many that are counted they have made, and what it says. None if it is no
    /// announcement of this version.
    pub(crate) fn decode(bytes: &[u8]) -> Option<(Incarnation, u64, Announcement)> {
        let Self { version, from, said, what } = serde_json::from_slice(bytes).ok()?;
        (version == VERSION).then_some((Incarnation(from), said, what))
    }
}
