//! Letters: what one node says to another, and how that goes over the message bus.

use bytes::{Buf, BufMut, Bytes, BytesMut};
use cydonia_cluster::{Incarnation, Place};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::admission::Address;
use crate::store::LiveSession;
use crate::table::Ask;

/// Which way of writing letters this is: one of another is not read.
const VERSION: u8 = 1;

/// What is said.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Letter {
    /// From an edge: a socket asks one of the owner's tables for something.
    Ask(Box<FarAsk>),
    /// From an edge: a socket is gone.
    Gone {
        /// Which, by the edge's number.
        socket: u64,
    },
    /// From whoever knows that a table's time may have come.
    Wake {
        /// Which table.
        table: Uuid,
    },
    /// From an owner: sockets hear something, all the same. What they hear stands behind the letter, as it goes over the line.
    Frame {
        /// Which, by the edge's numbers.
        sockets: Vec<u64>,
    },
    /// From an owner: what a socket asked for is not done, as the table is another's by now, or nobody's yet. It is asked again.
    Moved {
        /// Which, by the edge's number.
        socket: u64,
        /// The table that was asked.
        table: Uuid,
        /// The message's id.
        id: u64,
        /// What was asked.
        ask: Ask,
    },
    /// From an owner: it has let go of sockets, whatever they asked or watched. They are closed, and come back to where their tables are.
    Dropped {
        /// Which, by the edge's number; all of that edge if none is named.
        socket: Option<u64>,
    },
}

/// What a socket asks of a table elsewhere, with all that the table may want to know of it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct FarAsk {
    /// Which, by the edge's number.
    pub(super) socket: u64,
    /// Who sits behind it.
    pub(super) session: Option<LiveSession>,
    pub(super) address: Address,
    pub(super) lag_ms: u32,
    pub(super) table: Uuid,
    /// The message's id, to be repeated in the answer.
    pub(super) id: u64,
    /// Whether whoever sits there is known to have played a game to its end.
    pub(super) has_played: bool,
    /// How long ago it came in at the edge, by that one's clock, in milliseconds: no two clocks are compared.
    pub(super) waited_ms: i64,
    pub(super) ask: Ask,
}

/// A letter on its way.
#[derive(Debug)]
pub(super) struct Envelope {
    pub(super) from: Incarnation,
    /// Where on the line between the two it stands.
    pub(super) place: Place,
    pub(super) letter: Letter,
    /// What stands behind the letter.
    pub(super) frame: Bytes,
}

impl Envelope {
    /// As it goes over the bus: version, sender, place, the letter's length, the letter as JSON, and what stands behind it.
    pub(super) fn encode(&self) -> Bytes {
        // Made of types that JSON can hold.
        let letter = serde_json::to_vec(&self.letter).expect("a letter is JSON");
        let mut bytes = BytesMut::with_capacity(1 + 8 + 8 + 8 + 4 + letter.len() + self.frame.len());
        bytes.put_u8(VERSION);
        bytes.put_i64(self.from.0);
        bytes.put_u64(self.place.epoch);
        bytes.put_u64(self.place.n);
        bytes.put_u32(u32::try_from(letter.len()).expect("a message is far shorter"));
        bytes.put_slice(&letter);
        bytes.put_slice(&self.frame);
        bytes.freeze()
    }

    /// Reads what has come over the bus; none if it is no letter of this version.
    pub(super) fn decode(mut bytes: Bytes) -> Option<Self> {
        if bytes.try_get_u8().ok()? != VERSION {
            return None;
        }
        let from = Incarnation(bytes.try_get_i64().ok()?);
        let place = Place { epoch: bytes.try_get_u64().ok()?, n: bytes.try_get_u64().ok()? };
        let length = usize::try_from(bytes.try_get_u32().ok()?).ok()?;
        if length > bytes.len() {
            return None;
        }
        let letter = serde_json::from_slice(&bytes.split_to(length)).ok()?;
        Some(Self { from, place, letter, frame: bytes })
    }
}
