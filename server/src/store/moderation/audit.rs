//! The audit log: what moderators have done, an entry for each thing.

use cydonia_protocol::{AuditEntry, ModeratorAction};
use uuid::Uuid;

use super::super::engine::{Connection, RowPlace, Statement, from_row, named};
use super::super::page::Page;
use super::super::players::player_of;
use super::super::{Store, StoreError};

/// An entry that is to be.
#[derive(Clone, Debug)]
pub(in super::super) struct NewEntry<'a> {
    /// When, in milliseconds since 1970.
    pub ms: i64,
    /// Which moderator.
    pub by: Uuid,
    /// What they did.
    pub action: ModeratorAction,
    /// Whom it is about.
    pub player: Option<Uuid>,
    /// From where they come, if it is about those.
    pub addresses: Option<&'a str>,
    /// When it ends, in milliseconds since 1970.
    pub until_ms: Option<i64>,
    /// The reason or the note.
    pub words: Option<&'a str>,
}

impl NewEntry<'_> {
    pub(in super::super) async fn write(self, connection: &mut Connection<'_>) -> Result<(), StoreError> {
        Statement::of(
            "INSERT INTO audit_log (ms, by_player, action, player, addresses, until_ms, words)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(self.ms)
        .bind(self.by)
        .bind(self.action.name())
        .bind(self.player)
        .bind(self.addresses)
        .bind(self.until_ms)
        .bind(self.words)
        .execute(connection)
        .await?;
        Ok(())
    }
}

struct Row {
    number: i64,
    ms: i64,
    action: String,
    by_id: Uuid,
    by_name: Option<String>,
    by_registered: bool,
    player: Option<Uuid>,
    name: Option<String>,
    registered: bool,
    addresses: Option<String>,
    until_ms: Option<i64>,
    words: Option<String>,
}

from_row!(Row: number, ms, action, by_id, by_name, by_registered, player, name, registered, addresses, until_ms, words);

impl Store {
    /// Entries of the audit log below a number, the newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn audit_log(
        &self,
        below: Option<i64>,
        limit: usize,
    ) -> Result<Page<AuditEntry>, StoreError> {
        let rows: Vec<Row> = Statement::of(
            "SELECT audit_log.number, ms, action, audit_log.by_player AS by_id, moderator.name AS by_name,
             moderator.registered_ms IS NOT NULL AS by_registered, audit_log.player, about.name,
             about.registered_ms IS NOT NULL AS registered, addresses, until_ms, words
             FROM audit_log LEFT JOIN players AS moderator ON moderator.id = audit_log.by_player
             LEFT JOIN players AS about ON about.id = audit_log.player
             WHERE audit_log.number < $1 ORDER BY audit_log.number DESC LIMIT $2",
        )
        .bind(below.unwrap_or(i64::MAX))
        .bind(limit as i64 + 1)
        .fetch_all(&mut self.readers.lookups.lend().await?)
        .await?;
        let read = |row: Row| {
            let action = named(&row.action).map_err(RowPlace("audit_log", row.number).column("action"))?;
            Ok::<_, StoreError>(AuditEntry {
                number: row.number,
                ms: row.ms,
                by: player_of((row.by_id, row.by_name, row.by_registered)),
                action,
                player: row.player.map(|id| player_of((id, row.name, row.registered))),
                addresses: row.addresses,
                until_ms: row.until_ms,
                text: row.words,
            })
        };
        Ok(Page::of(rows, limit, |row| row.number).read(read))
    }
}
