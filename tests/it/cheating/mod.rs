//! Whatever the house or a player may try with dice, by the promises of `docs/dice.md`, and who notices it.
//!
//! The house may try
//! - to open another secret than it sealed, or to tell other dice than secret and shares give;
//! - to put another share in the place of one that was given or pledged, or to do without it;
//! - to tell another pledge than a seat made, or to treat a seat that adds something as one that does not;
//! - to roll again, by whatever is said to lead to a second roll of one turn, to roll for the wrong seat, or to leave a
//!   roll, a share or any event out;
//! - to say `lost` in a seat's name, before the share is in, more often than allowed, or where no roll is due;
//! - to allow `lost` once more in the other seat's name;
//! - to begin again, or to take another first pledge, after the start;
//! - to change the clocks, or to answer offers that nobody made;
//! - to let a secret be known before its roll, or to keep what they are made from;
//! - to keep a record that does not fit, or one that fits and is not what was seen;
//! - to choose its secrets: that it may, and it does not help, not even together with one of the two players;
//! - to go back to an older state: see `resume`.
//!
//! A player may try
//! - to show another share than it pledged, be it of another roll, the other's, or a made-up one;
//! - to pledge anew, to roll again, or to undo a roll (`dice_refusals`, `dice`), or to take a turn back (`consent`);
//! - to say `lost` to get another roll: once, and it is in the record; again only if the other agrees (`dice_refusals`);
//! - to give a share twice, too early or for another roll (`dice_refusals`), or not at all: then its own clock runs;
//! - to go on while the clocks stand still;
//! - to send what is no share and no pledge, or to give up adding something in the middle of a game;
//! - to play for somebody else's seat, or twice at once from two devices.

mod log;
mod players;
mod record;
mod secrets;

use cydonia_protocol::dice::{Bytes32, Share};
use cydonia_protocol::{Command, Event, ServerMessage};
use cydonia_tests::TestServer;
use uuid::Uuid;

const FRISBY: &str = "martian-frisby";

/// Every event of a table.
async fn log_of(server: &TestServer, table: Uuid) -> Vec<Event> {
    let mut reader = server.connect(None).await;
    let sent = reader.send(Command::Watch { table, since: Some(0), key: None, quiet: false }).await;
    let mut log = Vec::new();
    loop {
        match reader.next().await {
            ServerMessage::Events { events, .. } => log.extend(events),
            ServerMessage::Ok { id, .. } if id == sent => return log,
            _ => {}
        }
    }
}

fn bytes(byte: u8) -> Bytes32 {
    Bytes32([byte; 32])
}

fn share(byte: u8) -> Share {
    Share::new(vec![byte; 32]).expect("long enough")
}
