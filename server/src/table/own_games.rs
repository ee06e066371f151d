//! Own games: what happens at a table is told to those of its players who follow theirs, wherever they are.

use std::sync::Arc;

use cydonia_protocol::{OwnGameEvent, SeatState, TableInfo, TableStatus};
use cydonia_table::Table;
use uuid::Uuid;

use super::actor::TableActor;
use super::push::whose_turn;
use crate::context::Context;
use crate::outbox::Outbox;
use crate::store::holders;

/// How a table stood before something happened, as far as that is told.
pub(super) struct Stood {
    holders: Vec<Uuid>,
    is_full: bool,
    status: TableStatus,
    to_act: Option<Uuid>,
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
            to_act: awaited(table),
        }
    }
}

/// Whose turn it is; nobody's while the game is paused.
fn awaited(table: &Table) -> Option<Uuid> {
    table.playing().filter(|on| on.paused().is_none())?;
    whose_turn(table).map(|player| player.id)
}

impl TableActor {
    /// Somebody begins to follow their own games: they are told if it is their turn here.
    pub(super) async fn tell_turn(&mut self, outbox: &Outbox) {
        let own_games = &Arc::clone(&self.context).own_games;
        match self.ensure_loaded().await {
            Ok(Some(table)) => {
                if let Some(player) = awaited(table) {
                    own_games.tell_again(player, outbox, table.n, || table.info());
                }
            }
            Ok(None) => {}
            Err(rejection) => {
                tracing::warn!(table = %self.id, rejection.message, "nobody was told whose turn it is");
            }
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
        if now.to_act != before.to_act && !is_over {
            if let Some(player) = before.to_act {
                tell(&[player], OwnGameEvent::Wait);
            }
            if let Some(player) = now.to_act {
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
