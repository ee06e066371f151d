//! The same company again: a table whose seats are kept for them.

use cydonia_protocol::{ErrorCode, Player, SeatState, ServerMessage, TableInfo, TableStatus, TimeControl};
use cydonia_rules::Seat;
use uuid::Uuid;

use super::create::{self, Sitter};
use super::keeping::{no_table, unreadable, unstored};
use super::rated::check_not_barred;
use super::refused::Refused;
use super::state::Table;
use super::task::{Answered, Done, Task};
use crate::gate::Address;
use crate::lobby::Origin;
use crate::socket::Frame;
use crate::store::Made;

impl Task {
    /// Sets a rematch up, or leaves the answer to the one that was set up before.
    pub(super) async fn rematch(&mut self, player: &Player, address: Address) -> Result<Done, Answered> {
        let Some(table) = &mut self.table else { return Err(no_table().into()) };
        let now = self.app.clock.now_ms();
        let (seat, info) = table.rematch(player.id, self.app.entropy.id(now), now)?;
        if let Some(next) = table.info.rematch {
            if self.app.store.has_table(next).await.map_err(unreadable)? {
                return Err(Answered::By(next));
            }
            // Nobody came to it, and it was closed.
            table.info.rematch = None;
            self.recent.forget_snapshot();
        }
        if info.rated {
            check_not_barred(&self.app, player.id)?;
        }
        let sitter = Sitter::of(&self.app, player, &info).await.map_err(unreadable)?;
        // Whoever was let in here is let in there: the key stays the same.
        let key = table.key.clone();
        let made = info.id;
        // It counts as a table of whoever sets it up, like any that they wish for. The wish's id is the table's own, as
        // a repeat is told by the table that it is a rematch of.
        let wish = Some((player.id, made));
        let new = create::seated(info, key.clone(), wish, seat, sitter, now);
        let origin = Origin { player: player.id, address };
        let next = match create::keep(&self.app, new, origin).await.map_err(unstored)? {
            Made::Now(_) => made,
            Made::Before(table) => table,
            Made::TooMany => return Err(create::too_many().into()),
        };
        table.info.rematch = Some(next);
        self.recent.forget_snapshot();
        let frame = Frame::of(&ServerMessage::Rematch { table: self.id, next });
        for watcher in &self.watchers {
            watcher.outbox.push(frame.clone());
        }
        if next == made {
            Ok(Done { table: Some(next), seat: Some(seat), key, offer: None })
        } else {
            Err(Answered::By(next))
        }
    }
}

impl Table {
    /// The rematch's row: seat i moves to i + 1, and seat 0 begins, or the loser's new seat where the game says so.
    ///
    /// # Errors
    /// If the player did not sit here or the game is not over.
    fn rematch(&self, player: Uuid, id: Uuid, created_ms: i64) -> Result<(Seat, TableInfo), Refused> {
        let seat = self.seated(player)?;
        if !self.is_over() {
            return Err(Refused::new(ErrorCode::NotOver, "the game is not over yet"));
        }
        let count = self.info.seats.len() as Seat;
        let next = |seat: Seat| (seat + 1) % count;
        let mut seats = vec![SeatState::Free {}; self.info.seats.len()];
        for (seat, state) in (0..).zip(&self.info.seats) {
            if let Some(player) = state.sitter() {
                seats[usize::from(next(seat))] = SeatState::Reserved { player: player.clone() };
            }
        }
        // Nobody has lost a game that was aborted.
        let ranks = self.outcome.as_ref().map_or(&[][..], |outcome| &outcome.ranks);
        let loser = (0..).zip(ranks).filter(|(_, rank)| **rank > 1).max_by_key(|(_, rank)| **rank);
        let loser_begins = self.kind().is_some_and(|kind| kind.info().loser_begins);
        let first = loser.filter(|_| loser_begins).map_or(0, |(seat, _)| next(seat));
        let info = TableInfo {
            id,
            seats,
            first,
            status: TableStatus::Open,
            created_ms,
            rematch_of: Some(self.info.id),
            rematch: None,
            // One that was set up when that could still be is rated without a clock; there is no other like it.
            rated: self.info.set_up_rated() && self.info.clock != TimeControl::None {},
            unrated: None,
            ..self.info.clone()
        };
        Ok((next(seat), info))
    }
}
