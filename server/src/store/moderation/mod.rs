//! Moderation: reports, sanctions and the audit log, and how rated games look. What moderators do is written down in the same commit.

mod audit;
mod fair_play;
mod names;
mod reports;
mod sanctions;

use std::time::Duration;

use uuid::Uuid;

use super::StoreError;
use super::engine::{Connection, Statement};
use super::write::{Batch, Write};
use crate::limits;

pub(super) use audit::NewEntry;
pub(crate) use fair_play::NoteSharedAddress;
pub(crate) use names::TakeName;
pub(crate) use reports::{CloseReport, KeepReport, NoReport, Reports};
pub(crate) use sanctions::{Impose, Lift, SanctionInForce, Sanctions};

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
