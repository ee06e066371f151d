//! Sanctions: what players, or guests of a range of addresses, may not do, and until when.

use cydonia_protocol::{ModeratorAction, OwnSanction, Sanction, SanctionKind};
use uuid::Uuid;

use super::super::engine::{RowPlace, Statement, from_row, named};
use super::super::page::Page;
use super::super::players::player_of;
use super::super::write::{Batch, Write};
use super::super::{Store, StoreError};
use super::audit::NewEntry;
use crate::limits;

/// Imposes a sanction, and gives its number; none if it is for somebody who was deleted.
#[derive(Clone, Debug)]
pub(crate) struct Impose {
    /// What is not allowed.
    pub kind: SanctionKind,
    /// To whom, if it is for one player.
    pub player: Option<Uuid>,
    /// To whom, if it is for a range of addresses.
    pub addresses: Option<String>,
    /// Whose address that is, if it was meant so.
    pub whose: Option<Uuid>,
    /// Why.
    pub reason: String,
    /// Which moderator.
    pub by: Uuid,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
    /// When it ends, in milliseconds since 1970.
    pub until_ms: Option<i64>,
}

impl Write for Impose {
    type Output = Option<i64>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Option<i64>, StoreError> {
        let connection = &mut batch.connection;
        let about = self.player.or(self.whose);
        let imposed: Option<(i64,)> = Statement::of(
            "INSERT INTO sanctions (kind, player, addresses, whose, reason, by_player, ms, until_ms)
             SELECT $1, $2, $3, $4, $5, $6, $7, $8
             WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = $9 AND deleted_ms IS NOT NULL) RETURNING number",
        )
        .bind(self.kind.name())
        .bind(self.player)
        .bind(self.addresses.as_deref())
        .bind(self.whose)
        .bind(self.reason.as_str())
        .bind(self.by)
        .bind(self.now_ms)
        .bind(self.until_ms)
        .bind(about)
        .fetch_optional(connection)
        .await?;
        let Some((number,)) = imposed else { return Ok(None) };
        let entry = NewEntry {
            ms: self.now_ms,
            by: self.by,
            action: match self.kind {
                SanctionKind::Mute => ModeratorAction::Muted,
                SanctionKind::Ban => ModeratorAction::Banned,
            },
            player: about,
            addresses: told(self.addresses.as_deref(), self.whose),
            until_ms: self.until_ms,
            words: Some(&self.reason),
        };
        entry.write(connection).await?;
        Ok(Some(number))
    }
}

/// Lifts a sanction; false if none of that number holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lift {
    /// Which.
    pub number: i64,
    /// Which moderator.
    pub by: Uuid,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

impl Write for Lift {
    type Output = bool;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<bool, StoreError> {
        let connection = &mut batch.connection;
        type Row = (Option<Uuid>, Option<String>, Option<Uuid>, Option<i64>);
        let lifted: Option<Row> = Statement::of(
            "UPDATE sanctions SET lifted_ms = $2, lifted_by = $3 WHERE number = $1 AND lifted_ms IS NULL
             AND (until_ms IS NULL OR until_ms > $2) RETURNING player, addresses, whose, until_ms",
        )
        .bind(self.number)
        .bind(self.now_ms)
        .bind(self.by)
        .fetch_optional(connection)
        .await?;
        let Some((player, addresses, whose, until_ms)) = lifted else { return Ok(false) };
        let entry = NewEntry {
            ms: self.now_ms,
            by: self.by,
            action: ModeratorAction::Lifted,
            player: player.or(whose),
            addresses: told(addresses.as_deref(), whose),
            until_ms,
            words: None,
        };
        entry.write(connection).await?;
        Ok(true)
    }
}

/// A range of addresses as it is told: whose address one of them is, and not which.
fn told(addresses: Option<&str>, whose: Option<Uuid>) -> Option<&str> {
    addresses.map(|addresses| if whose.is_some() { "" } else { addresses })
}

/// A sanction that nobody has lifted, as it is asked for before every command.
#[derive(Clone, Debug)]
pub(crate) struct SanctionInForce {
    /// What is not allowed.
    pub kind: SanctionKind,
    /// To whom, if it is for one player.
    pub player: Option<Uuid>,
    /// To whom, if it is for a range of addresses.
    pub addresses: Option<String>,
    /// Why.
    pub reason: String,
    /// Since when, in milliseconds since 1970.
    pub ms: i64,
    /// When it ends, in milliseconds since 1970.
    pub until_ms: Option<i64>,
}

struct Row {
    number: i64,
    kind: String,
    player: Option<Uuid>,
    name: Option<String>,
    registered: bool,
    addresses: Option<String>,
    whose: Option<Uuid>,
    whose_name: Option<String>,
    whose_registered: bool,
    reason: String,
    by_id: Uuid,
    by_name: Option<String>,
    by_registered: bool,
    ms: i64,
    until_ms: Option<i64>,
    lifted_ms: Option<i64>,
}

from_row!(Row: number, kind, player, name, registered, addresses, whose, whose_name, whose_registered, reason, by_id, by_name, by_registered, ms, until_ms, lifted_ms);

impl Row {
    fn read(self) -> Result<Sanction, StoreError> {
        let kind = named(&self.kind).map_err(RowPlace("sanctions", self.number).column("kind"))?;
        Ok(Sanction {
            number: self.number,
            kind,
            player: self.player.map(|id| player_of((id, self.name, self.registered))),
            addresses: self.addresses.filter(|_| self.whose.is_none()),
            address_of: self.whose.map(|id| player_of((id, self.whose_name, self.whose_registered))),
            reason: self.reason,
            by: player_of((self.by_id, self.by_name, self.by_registered)),
            ms: self.ms,
            until_ms: self.until_ms,
            lifted_ms: self.lifted_ms,
        })
    }
}

/// Which sanctions are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sanctions {
    /// Those that hold at a time, in milliseconds since 1970.
    InForce(i64),
    /// All that a player ever had.
    Of(Uuid),
    /// The one of that number.
    One(i64),
}

impl Store {
    /// Sanctions below a number, the newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn sanctions(
        &self,
        which: Sanctions,
        below: Option<i64>,
        limit: usize,
    ) -> Result<Page<Sanction>, StoreError> {
        let mut statement = Statement::of(
            "SELECT sanctions.number, kind, sanctions.player, about.name, about.registered_ms IS NOT NULL AS registered,
             addresses, whose, theirs.name AS whose_name, theirs.registered_ms IS NOT NULL AS whose_registered,
             reason, by_player AS by_id, moderator.name AS by_name,
             moderator.registered_ms IS NOT NULL AS by_registered, ms, until_ms, lifted_ms
             FROM sanctions LEFT JOIN players AS about ON about.id = sanctions.player
             LEFT JOIN players AS theirs ON theirs.id = sanctions.whose
             LEFT JOIN players AS moderator ON moderator.id = by_player",
        );
        statement.bound(" WHERE sanctions.number < ", below.unwrap_or(i64::MAX));
        match which {
            Sanctions::InForce(now_ms) => {
                statement.bound(" AND lifted_ms IS NULL AND (until_ms IS NULL OR until_ms > ", now_ms);
                statement.text(")");
            }
            Sanctions::Of(player) => statement.bound(" AND sanctions.player = ", player),
            Sanctions::One(number) => statement.bound(" AND sanctions.number = ", number),
        }
        statement.bound(" ORDER BY sanctions.number DESC LIMIT ", limit as i64 + 1);
        let rows: Vec<Row> = statement.fetch_all(&mut self.readers.lookups.lend().await?).await?;
        Ok(Page::of(rows, limit, |row| row.number).read(Row::read))
    }

    /// All that a player ever had, the last first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn sanctions_of(&self, player: Uuid) -> Result<Vec<OwnSanction>, StoreError> {
        let page = self.sanctions(Sanctions::Of(player), None, limits::OWN_FILED).await?;
        Ok(page.all.into_iter().map(OwnSanction::from).collect())
    }

    /// All that hold at a time, in milliseconds since 1970.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn sanctions_in_force(&self, now_ms: i64) -> Result<Vec<SanctionInForce>, StoreError> {
        type Row = (i64, String, Option<Uuid>, Option<String>, String, i64, Option<i64>);
        let rows: Vec<Row> = Statement::of(
            "SELECT number, kind, player, addresses, reason, ms, until_ms FROM sanctions
             WHERE lifted_ms IS NULL AND (player IS NOT NULL OR addresses IS NOT NULL) AND (until_ms IS NULL OR until_ms > $1)",
        )
        .bind(now_ms)
        .fetch_all(&mut self.readers.play.lend().await?)
        .await?;
        let read = |(number, kind, player, addresses, reason, ms, until_ms): Row| {
            let kind = named(&kind).map_err(RowPlace("sanctions", number).column("kind"));
            // One that is damaged hides no other.
            let kind =
                kind.inspect_err(|damage| tracing::error!(number, %damage, "a sanction is left out")).ok()?;
            Some(SanctionInForce { kind, player, addresses, reason, ms, until_ms })
        };
        Ok(rows.into_iter().filter_map(read).collect())
    }
}
