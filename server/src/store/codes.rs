//! Table codes: the short addresses of tables, and of the games that were played there.

use uuid::Uuid;

use super::engine::{Connection, Statement};
use super::write::{Batch, Write};
use super::{Store, StoreError};
use crate::text::TableCode;

/// Gives a table its code: the one that it has, or else the first of the candidates that is no other's. None if all are taken.
#[derive(Debug)]
pub(crate) struct GiveCode {
    /// The table's id.
    pub table: Uuid,
    /// What is tried, in this order.
    pub candidates: Vec<TableCode>,
}

impl Write for GiveCode {
    type Output = Option<String>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Option<String>, StoreError> {
        let connection = &mut batch.connection;
        let known: Option<(String,)> = Statement::of("SELECT code FROM table_codes WHERE table_id = $1")
            .bind(self.table)
            .fetch_optional(connection)
            .await?;
        if let Some((code,)) = known {
            return Ok(Some(code));
        }
        for code in self.candidates {
            let added = Statement::of(
                "INSERT INTO table_codes (code, table_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            )
            .bind(code.as_str())
            .bind(self.table)
            .execute(connection)
            .await?;
            if added == 1 {
                return Ok(Some(code.to_string()));
            }
        }
        Ok(None)
    }
}

/// Forgets the code of a table at which no game came about.
pub(super) async fn forget(connection: &mut Connection<'_>, table: Uuid) -> Result<(), StoreError> {
    Statement::of("DELETE FROM table_codes WHERE table_id = $1").bind(table).execute(connection).await?;
    Ok(())
}

impl Store {
    /// The table that a code leads to.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn table_of_code(&self, code: &TableCode) -> Result<Option<Uuid>, StoreError> {
        let found: Option<(Uuid,)> = Statement::of("SELECT table_id FROM table_codes WHERE code = $1")
            .bind(code.as_str())
            .fetch_optional(&mut self.readers.play.lend().await?)
            .await?;
        Ok(found.map(|(id,)| id))
    }
}
