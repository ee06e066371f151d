//! Own games: what happens at a table is told to those of its players who follow theirs, wherever they are.

use std::sync::Arc;

use cydonia_protocol::{OwnGameEvent, SeatState, TableInfo, TableStatus};
use cydonia_table::Table;
use tokio::sync::oneshot;
use uuid::Uuid;

use super::actor::TableActor;
use super::message::TableMessage;
use super::persist::load;
use super::push::whose_turn;
use super::registry::Registry;
use crate::context::Context;
use crate::outbox::Outbox;
use crate::store::holders;

/// How a table stood before something happened, as far as that is told.
pub(super) struct Stood {
    holders: Vec<Uuid>,
    is_full: bool,
    status: TableStatus,
    turn_of: Option<Uuid>,
}

impl Stood {
    /// None where nobody follows their own games: then nothing is told.
    pub(super) fn of(context: &Context, table: &Table) -> Option<Self> {
        context.own_games.has_followers().then(|| Self::now(table))
    }

    fn now(table: &Table) -> Self {
        Self {
            holders: holders(&table.seats).collect(),
            is_full: table.seats.iter().all(|seat| seat.sitter().is_some()),
            status: table.status(),
            turn_of: whose_turn(table).map(|player| player.id),
        }
    }
}

/// Tells a socket that follows its player's own games at which of these it is their turn: one table after another, as each has to be read
/// if it sleeps.
pub(crate) async fn tell_turns(registry: Arc<Registry>, outbox: Outbox, tables: Vec<Uuid>) {
    for table in tables {
        registry.context().admission.wait_behind_moves().await;
        if !registry.plays(table) {
            tell_turn_elsewhere(registry.context(), &outbox, table).await;
            continue;
        }
        let (done, told) = oneshot::channel();
        registry.post(table, TableMessage::Followed { outbox: outbox.clone(), done }).await;
        // Nothing is sent: it is dropped when the table has told, or never will.
        let _dropped = told.await;
    }
}

/// The same of a table that another node plays: as it is kept.
async fn tell_turn_elsewhere(context: &Context, outbox: &Outbox, table: Uuid) {
    match load(context, table).await {
        Ok(Some((table, _))) => {
            if let Some(player) = whose_turn(&table) {
                context.own_games.tell_turn_to(outbox, player.id, table.n, || table.info());
            }
        }
        Ok(None) => {}
        Err(error) => tracing::warn!(%table, %error, "nobody was told whose turn it is"),
    }
}

impl TableActor {
    /// Somebody begins to follow their own games: they are told if it is their turn here.
    pub(super) async fn tell_turn(&mut self, outbox: &Outbox) {
        let own_games = &Arc::clone(&self.context).own_games;
        match self.ensure_loaded().await {
            Ok(Some(table)) => {
                if let Some(player) = whose_turn(table) {
                    own_games.tell_turn_to(outbox, player.id, table.n, || table.info());
                }
            }
            Ok(None) => {}
            Err(rejection) => {
                tracing::warn!(table = %self.id, rejection.message, "nobody was told whose turn it is");
            }
        }
    }

    /// Something was kept of which nobody was told, as its commit seemed to fail: all who play are told how it stands now.
    pub(super) fn note_own_games_anew(&self) {
        let Some(table) = self.table.as_ref().filter(|_| self.context.own_games.has_followers()) else {
            return;
        };
        let turn_of = whose_turn(table).map(|player| player.id);
        for holder in holders(&table.seats) {
            let what = match table.status() {
                TableStatus::Open => OwnGameEvent::Seat,
                TableStatus::Finished => OwnGameEvent::Finish,
                TableStatus::Aborted => OwnGameEvent::Abort,
                TableStatus::Playing if Some(holder) == turn_of => OwnGameEvent::Turn,
                TableStatus::Playing => OwnGameEvent::Wait,
            };
            self.context.own_games.tell(&[holder], what, table.n, || table.info());
        }
    }

    /// Something has happened: whom it concerns is told.
    pub(super) fn note_own_games(&self, before: Option<Stood>) {
        let (Some(before), Some(table)) = (before, &self.table) else { return };
        let now = Stood::now(table);
        let tell =
            |players: &[Uuid], what| self.context.own_games.tell(players, what, table.n, || table.info());
        let is_over = matches!(now.status, TableStatus::Finished | TableStatus::Aborted);
        if !is_over {
            let only_in = |these: &[Uuid], others: &[Uuid]| -> Vec<Uuid> {
                these.iter().copied().filter(|player| !others.contains(player)).collect()
            };
            let came = only_in(&now.holders, &before.holders);
            let went = only_in(&before.holders, &now.holders);
            tell(&came, OwnGameEvent::Seat);
            tell(&went, OwnGameEvent::Gone);
        }
        if now.is_full && !before.is_full {
            tell(&now.holders, OwnGameEvent::Full);
        }
        if now.status != before.status {
            match now.status {
                TableStatus::Open => {}
                TableStatus::Playing => tell(&now.holders, OwnGameEvent::Start),
                TableStatus::Finished => tell(&now.holders, OwnGameEvent::Finish),
                TableStatus::Aborted => tell(&now.holders, OwnGameEvent::Abort),
            }
        }
        if now.turn_of != before.turn_of && !is_over {
            if let Some(player) = before.turn_of {
                tell(&[player], OwnGameEvent::Wait);
            }
            if let Some(player) = now.turn_of {
                tell(&[player], OwnGameEvent::Turn);
            }
        }
    }
}

/// There is a new table: all who sit there, or may, are told; and if its game is on, who begins.
pub(crate) fn note_new(context: &Context, info: &TableInfo, n: u64) {
    if !context.own_games.has_followers() {
        return;
    }
    let players: Vec<Uuid> = holders(&info.seats).collect();
    let tell = |players: &[Uuid], what| context.own_games.tell(players, what, n, || info.clone());
    tell(&players, OwnGameEvent::Seat);
    if info.status == TableStatus::Playing {
        tell(&players, OwnGameEvent::Start);
        let first = info.seats.get(usize::from(info.first)).and_then(SeatState::person);
        if let Some(player) = first {
            tell(&[player.id], OwnGameEvent::Turn);
        }
    }
}

/// An open table is closed, as nobody came: all who sat there, or might have, are told, and it waits for nobody any more.
pub(super) fn note_closed(context: &Context, info: &TableInfo, n: u64) {
    let players: Vec<Uuid> = holders(&info.seats).collect();
    context.own_games.tell(&players, OwnGameEvent::Abort, n, || info.clone());
    for player in players {
        context.push.settled(player, info.id);
    }
}
