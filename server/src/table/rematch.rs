//! Rematch: the same company again: a table whose seats are kept for them.

use cydonia_protocol::{Player, ServerMessage};

use super::actor::{Ack, Answered, TableActor};
use super::contacts::{check_not_blocked, sitters};
use super::create::{self, WishId, sitter_at};
use super::moderation::check_none_banned;
use super::persist::{no_table, unreadable, unstored};
use super::rated::check_not_barred;
use crate::admission::Address;
use crate::lobby::Origin;
use crate::outbox::Frame;
use crate::store::Made;

impl TableActor {
    /// Sets a rematch up, or leaves the answer to the one that was set up before.
    pub(super) async fn rematch(&mut self, player: &Player, address: Address) -> Result<Ack, Answered> {
        let now = self.now();
        let Some(table) = &mut self.table else { return Err(no_table().into()) };
        let (seat, info) = table.rematch(player.id, self.registry.new_table_id(now.0), now)?;
        if let Some(next) = table.rematch_id() {
            if self.context.store.has_table(next).await.map_err(unreadable)? {
                return Err(Answered::By(next));
            }
            // Nobody came to it, and it was closed.
            table.set_rematch(None);
            self.recent.forget_snapshot();
        }
        if info.rated {
            check_not_barred(&self.context, player.id)?;
        }
        check_none_banned(&self.context, &table.seats)?;
        check_not_blocked(&self.context, player.id, &sitters(table)).await?;
        let sitter = sitter_at(&self.context, player, &info).await.map_err(unreadable)?;
        // Whoever was let in here is let in there: the key stays the same.
        let key = table.key.clone();
        let made = info.id;
        // It counts as a table of whoever sets it up, like any that they wish for. The wish's id is the table's own, as
        // a repeat is told by the table that it is a rematch of.
        let wish = WishId { player: player.id, request: made };
        let computers = create::computers_of(&self.context, &info).await.map_err(unreadable)?;
        let sitters = [(seat, sitter)].into_iter().chain(computers);
        let new = create::seated(info, key.clone(), wish, sitters, now);
        let origin = Origin { player: player.id, address };
        let next = match create::keep(&self.registry, new, origin, &[]).await.map_err(unstored)? {
            Made::Now(_) => made,
            Made::Before(table) => table,
            Made::TooMany => return Err(create::too_many().into()),
            Made::TooManyChallenges => return Err(create::too_many_challenges().into()),
        };
        table.set_rematch(Some(next));
        self.recent.forget_snapshot();
        let frame = Frame::of(&ServerMessage::Rematch { table: self.id, next });
        for watcher in &self.watchers {
            watcher.outbox.push(frame.clone());
        }
        if next == made {
            Ok(Ack { table: Some(next), seat: Some(seat), key, ..Ack::default() })
        } else {
            Err(Answered::By(next))
        }
    }
}
