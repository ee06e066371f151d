//! Moderation: reports, sanctions and the audit log, and how rated games look. What moderators do is written down in the same commit.

mod audit;
mod fair_play;
mod reports;
mod sanctions;

use std::time::Duration;

use cydonia_protocol::Player;
use uuid::Uuid;

use super::StoreError;
use super::engine::{Connection, Statement};
use super::write::{Batch, Write};
use crate::limits;

pub(crate) use fair_play::NoteSharedAddress;
pub(crate) use reports::{CloseReport, KeepReport, NoReport, Reports};
pub(crate) use sanctions::{Impose, Lift, SanctionInForce, Sanctions};

/// A page of a list.
#[derive(Clone, Debug)]
pub(crate) struct Page<T> {
    /// What is on it, the newest first.
    pub all: Vec<T>,
    /// The number before which the next one goes on, if there may be one.
    pub next: Option<i64>,
}

impl<T> Page<T> {
    /// The same page with its rows read. One that is damaged hides no other.
    fn read<U>(self, read: impl Fn(T) -> Result<U, StoreError>) -> Page<U> {
        let left_out =
            |error: &StoreError| tracing::error!(%error, "a row is left out of what moderators see");
        let read = |row| read(row).inspect_err(left_out).ok();
        Page { all: self.all.into_iter().filter_map(read).collect(), next: self.next }
    }

    /// The page of `limit`, of which one more was looked up.
    fn of(mut all: Vec<T>, limit: usize, number: impl Fn(&T) -> i64) -> Self {
        let has_more = all.len() > limit;
        all.truncate(limit);
        let next = all.last().filter(|_| has_more).map(number);
        Self { all, next }
    }
}

/// A player as they are joined to a row: id, name, and whether they have an account.
type Joined = (Uuid, Option<String>, bool);

/// Of a computer or somebody unknown there is no row: they are known by their id alone.
fn player_of((id, name, registered): Joined) -> Player {
    match (super::players::computer(id), name) {
        (Some(computer), _) => computer,
        (None, name) => Player::new(id, name.unwrap_or_default()).with_account(registered),
    }
}

/// Forgets reports that were made long ago, and which addresses were shut out until then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ForgetModeration {
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

impl Write for ForgetModeration {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        let connection = &mut batch.connection;
        let ago = |kept: Duration| self.now_ms - kept.as_millis() as i64;
        Statement::of("DELETE FROM reports WHERE ms < $1")
            .bind(ago(limits::REPORTS_KEPT))
            .execute(connection)
            .await?;
        for addresses in [
            "DELETE FROM sanctions WHERE addresses IS NOT NULL AND ms < $1",
            "UPDATE audit_log SET addresses = '', words = NULL WHERE addresses <> '' AND ms < $1",
        ] {
            Statement::of(addresses).bind(ago(limits::ADDRESSES_KEPT)).execute(connection).await?;
        }
        Ok(())
    }
}

/// Forgets what moderation keeps of somebody who is deleted: that there was something stays in the log, without words.
pub(super) async fn forget(connection: &mut Connection<'_>, player: Uuid) -> Result<(), StoreError> {
    for own in [
        "DELETE FROM reports WHERE player = $1",
        "UPDATE reports SET words = NULL WHERE by_player = $1",
        "DELETE FROM sanctions WHERE player = $1",
        "UPDATE sanctions SET whose = NULL, addresses = NULL WHERE whose = $1",
        "UPDATE audit_log SET words = NULL WHERE player = $1",
        "DELETE FROM shared_addresses WHERE player = $1",
    ] {
        Statement::of(own).bind(player).execute(connection).await?;
    }
    Ok(())
}
