//! The limits that a table keeps by itself, each with its reason.

use std::time::Duration;

use cydonia_protocol::TimeControl;

/// How long an open table stands at which nobody who sits there is: whoever comes would wait alone.
#[must_use]
pub fn open_kept(clock: &TimeControl) -> Duration {
    match clock {
        // Where one would have to be met, an hour; a page that was only closed for a moment is back long before.
        TimeControl::None {} | TimeControl::Fischer { .. } => Duration::from_secs(60 * 60),
        // By correspondence one need not be there, but should look in now and then.
        TimeControl::Correspondence { .. } => Duration::from_secs(14 * 24 * 60 * 60),
    }
}

/// Records of a table that has not begun, from which on those who come are let in only a few times each: more than any
/// table of six ever needs. The host, and whoever is new, can still make a game of it.
pub const OPEN_RECORDS: u64 = 1_000;
/// Times that one player may sit down or be ready at one table before its game begins,
pub const SEATINGS_A_TABLE: u32 = 100;
/// and after so many records: to sit down, be ready, and do both once more.
pub const SEATINGS_LATE: u32 = 4;

/// Offers that a seat may make in one game: people make a few, and two who agree could go on for ever.
pub const OFFERS: u32 = 200;

/// What of a finished game is looked at for whether somebody has moved in it: every seat has had its turn long before, and long games are not replayed for a line of
/// chat.
pub const RECORDS_LOOKED_AT: usize = 300;

/// A full table waits this long for seats that are not ready to play with dice; then they are free again.
pub const READY_WITHIN: Duration = Duration::from_secs(3 * 60);

/// A game in which only computers are left goes on while somebody watches it, and ends when nobody has for so long: as long as
/// anybody is waited for who may have lost their line.
pub const LEFT_ALONE: Duration = Duration::from_secs(10 * 60);
/// Where somebody does watch, whether that is still so is looked at again after so long.
pub const LEFT_ALONE_AGAIN: Duration = Duration::from_secs(60);
/// In a game that its players are bound to play the first of two to be ready waits so long for the other, by a clock that counts in minutes.
/// Without a clock, or by correspondence, it is as long as an open table stands.
#[must_use]
pub fn series_ready_within(clock: &TimeControl) -> Duration {
    if clock.is_live() { READY_WITHIN } else { open_kept(clock) }
}

/// So much more has whoever moves first in a later game of a series: to have seen how the last one ended, and to come over.
pub const SERIES_WAY: Duration = Duration::from_secs(10);

/// A pause stands for so long, if one who agreed to it does not come back; then the others may go on.
pub const PAUSE_KEPT: Duration = Duration::from_secs(24 * 60 * 60);

/// The most that a turn gets back for the way of its message through the net: more would be a second clock.
pub const MAX_LAG_COMPENSATION: Duration = Duration::from_millis(500);

/// The most that a seat gets back for that in a game: a hundred turns of a line with 200 ms. Whoever holds the echoes back
/// to look slower than they are gains no more than this.
pub const MAX_LAG_COMPENSATION_A_GAME: Duration = Duration::from_secs(20);

/// Turns that can be taken back one after another.
pub const TAKEBACKS: usize = 2;

/// Actions that can be taken back in one turn with dice: enough to try everything out, and few enough for the line of a
/// game to stay as long as the game.
pub const UNDOS: u32 = 100;
