//! Deadlines: when a table next wants attention, though nobody asks for it.

use uuid::Uuid;

use super::engine::{Connection, Statement};
use super::write::{Batch, Write};
use super::{Store, StoreError};
use crate::limits;

/// Notes down when a table next wants attention.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetDeadline {
    /// The table's number.
    pub table: i64,
    /// In milliseconds since 1970.
    pub deadline_ms: Option<i64>,
}

impl Write for SetDeadline {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        set(&mut batch.connection, self.table, self.deadline_ms).await
    }
}

/// See [`SetDeadline`].
pub(super) async fn set(
    connection: &mut Connection<'_>,
    number: i64,
    deadline_ms: Option<i64>,
) -> Result<(), StoreError> {
    Statement::of("UPDATE tables SET deadline_ms = $2 WHERE number = $1")
        .bind(number)
        .bind(deadline_ms)
        .execute(connection)
        .await?;
    Ok(())
}

/// Has a table that cannot be looked after now wait, though it may be in no state to be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BackOff {
    /// The table.
    pub table: Uuid,
    /// Until when, in milliseconds since 1970.
    pub deadline_ms: i64,
}

impl Write for BackOff {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        Statement::of("UPDATE tables SET deadline_ms = $2 WHERE id = $1 AND deadline_ms < $2")
            .bind(self.table)
            .bind(self.deadline_ms)
            .execute(&mut batch.connection)
            .await?;
        Ok(())
    }
}

impl Store {
    /// The tables whose deadline has passed, the longest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn overdue(&self, now_ms: i64) -> Result<Vec<Uuid>, StoreError> {
        let rows: Vec<(Uuid,)> =
            Statement::of("SELECT id FROM tables WHERE deadline_ms <= $1 ORDER BY deadline_ms LIMIT $2")
                .bind(now_ms)
                .bind(limits::WAKE_BATCH)
                .fetch_all(&mut self.readers.play.lend().await?)
                .await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }
}
