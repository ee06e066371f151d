//! Nodes: what several servers that are one house know of each other, and how soon. What they make of it has limits of its own
//! ([`cydonia_cluster::limits`]).

use std::time::Duration;

/// How often a node beats.
pub const NODE_BEAT: Duration = Duration::from_millis(500);

/// How long one counts as heard: two beats may be late.
pub const NODE_HEARD: Duration = Duration::from_millis(1_250);

/// How long a beat may take; then it is none, and the line to the database is laid anew.
pub const NODE_ANSWER: Duration = Duration::from_millis(1_500);

/// How often a node that opens its store looks whether another has done with opening its own.
pub const OPENING_TURN: Duration = Duration::from_millis(50);

/// How long a request waits until it is known which node takes it.
pub const PARKED: Duration = Duration::from_secs(5);

/// How long after a node has not taken what it was asked it is asked again, if by then nobody else is known to have the table.
pub const ASK_AGAIN: Duration = Duration::from_millis(100);

/// How often an id is drawn for a new table, so that it falls to the node that sets it up.
pub const ID_DRAWS: usize = 8_192;

/// Requests of one socket of another node that wait to be taken; beyond that it is let go of.
pub const FAR_ASKS: usize = 64;

/// How long what follows from a beat may take, such as to take over all that a node has left; it is begun anew with a later one.
pub const NODE_RECONCILE: Duration = Duration::from_secs(10);

/// How often the message bus is asked whether it is there.
pub const BUS_PING: Duration = Duration::from_millis(500);

/// How long after a connection to the message bus was lost the next is tried.
pub const BUS_RECONNECT: Duration = Duration::from_millis(250);

/// How much waits to be sent to other nodes, in bytes; what is more is lost, and found missing.
pub const BUS_WAITING: usize = 4 * 1024 * 1024;

/// How often a node tells others what has changed of what is its own.
pub const GOSSIP: Duration = Duration::from_millis(250);

/// How long after nobody tells of some public tables any more those that there are are read.
pub const LOBBY_READ_AGAIN: Duration = Duration::from_secs(1);

/// How long a node that is to end waits until others have its tables.
pub const NODE_LEAVING: Duration = Duration::from_secs(20);
