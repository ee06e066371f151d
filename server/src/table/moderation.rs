//! Moderation at tables: somebody who may not play any more leaves where no game is on, and is away where one is.

use std::sync::Arc;

use cydonia_protocol::{ErrorCode, SeatState};
use cydonia_table::{Rejection, Table};
use uuid::Uuid;

use super::actor::TableActor;
use super::{Registry, TableMessage};
use crate::context::Context;

impl Registry {
    /// Somebody was banned: wherever they sit, or a seat is kept for them, the table is told. What cannot be read now is done when the
    /// house opens again.
    pub(crate) async fn banish(self: &Arc<Self>, player: Uuid) {
        match self.context().store.own_tables(player).await {
            Ok(tables) => {
                for info in tables {
                    self.post(info.id, TableMessage::Banned(player)).await;
                }
            }
            Err(error) => tracing::warn!(%player, %error, "somebody who is banned may have a seat still"),
        }
    }

    /// The same of all who are: what a crash has cut short is done when the house opens.
    pub(crate) async fn banish_all(self: &Arc<Self>) {
        for player in self.context().sanctions.banned_players() {
            self.banish(player).await;
        }
    }
}

impl TableActor {
    /// Somebody was banned, or is another by now: a seat that they have here, or that is kept for them, is given up if no game is on; where
    /// one is they are away.
    pub(super) async fn banish(&mut self, player: Uuid) {
        let records = match self.ensure_loaded().await {
            Ok(table) => table.map(|table| Table::stand(table, player)),
            Err(rejection) => Some(Err(rejection)),
        };
        if let Some(Ok(records)) = records
            && let Err(rejection) = self.commit(records).await
        {
            tracing::warn!(table = %self.id, rejection.message, "somebody who was banned has their seat still");
        }
        self.tell_presence(None);
    }

    /// The same of somebody who has just sat down, if they were banned in that moment.
    pub(super) async fn banish_if_banned(&mut self, player: Uuid) {
        if self.context.sanctions.bans(player) {
            Box::pin(self.banish(player)).await;
        }
    }
}

/// Checks that none of those who would sit together is banned: nobody waits for whoever cannot come.
///
/// # Errors
/// `banned`.
pub(super) fn check_none_banned(context: &Context, seats: &[SeatState]) -> Result<(), Rejection> {
    let mut people = seats.iter().filter_map(|seat| seat.person().or_else(|| seat.kept_for()));
    if people.any(|player| context.sanctions.bans(player.id)) {
        return Err(Rejection::new(ErrorCode::Banned, "somebody there may not play here just now"));
    }
    Ok(())
}
