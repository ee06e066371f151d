//! Rows and journals of tables that are open or playing.

use cydonia_protocol::TableInfo;
use sqlx::SqliteConnection;
use uuid::Uuid;

use super::{Store, StoreError};
use crate::limits;
use crate::table::Stamped;

/// A table to be set up.
#[derive(Debug)]
pub(crate) struct NewTable {
    /// As the lobby shows it.
    pub info: TableInfo,
    /// A private table's key.
    pub key: Option<String>,
    /// The player who asked for it and that player's own id for the wish; none for a rematch, which there is but once.
    pub wish: Option<(Uuid, Uuid)>,
    /// The first records of its journal.
    pub records: Vec<Stamped>,
}

/// A table's row.
#[derive(Debug)]
pub(crate) struct TableRow {
    /// What the journal knows it by.
    pub number: i64,
    /// As the lobby shows it.
    pub info: TableInfo,
    /// A private table's key.
    pub key: Option<String>,
}

/// Returns the new table's id, or that of the table with which the wish was carried out before.
pub(super) async fn create(connection: &mut SqliteConnection, new: &NewTable) -> Result<Uuid, StoreError> {
    if let Some((player, request)) = new.wish {
        let is_new = sqlx::query(
            "INSERT INTO wishes (player, request, table_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        )
        .bind(player)
        .bind(request)
        .bind(new.info.id)
        .execute(&mut *connection)
        .await?;
        if is_new.rows_affected() == 0 {
            let (first,): (Uuid,) =
                sqlx::query_as("SELECT table_id FROM wishes WHERE player = $1 AND request = $2")
                    .bind(player)
                    .bind(request)
                    .fetch_one(connection)
                    .await?;
            return Ok(first);
        }
    }
    let created: Option<(i64,)> = sqlx::query_as(
        "INSERT INTO tables (id, private, access_key, rematch_of, info)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING number",
    )
    .bind(new.info.id)
    .bind(new.info.private)
    .bind(&new.key)
    .bind(new.info.rematch_of)
    .bind(write_info(&new.info)?)
    .fetch_optional(&mut *connection)
    .await?;
    let Some((number,)) = created else {
        let (first,): (Uuid,) = sqlx::query_as("SELECT id FROM tables WHERE rematch_of = $1")
            .bind(new.info.rematch_of)
            .fetch_one(connection)
            .await?;
        return Ok(first);
    };
    let body = serde_json::to_string(&new.records).map_err(|_| StoreError::Damaged("append"))?;
    sqlx::query("INSERT INTO events (table_number, seq, body) VALUES ($1, 1, $2)")
        .bind(number)
        .bind(body)
        .execute(connection)
        .await?;
    Ok(new.info.id)
}

pub(super) async fn update(
    connection: &mut SqliteConnection,
    number: i64,
    info: &TableInfo,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE tables SET info = $2 WHERE number = $1")
        .bind(number)
        .bind(write_info(info)?)
        .execute(connection)
        .await?;
    Ok(())
}

fn write_info(info: &TableInfo) -> Result<String, StoreError> {
    serde_json::to_string(info).map_err(|_| StoreError::Damaged("table"))
}

fn read_info(json: &str) -> Result<TableInfo, StoreError> {
    serde_json::from_str(json).map_err(|_| StoreError::Damaged("table"))
}

impl Store {
    /// The row of a table that is open or playing.
    ///
    /// # Errors
    /// If the database fails or the row is damaged.
    pub(crate) async fn table(&self, id: Uuid) -> Result<Option<TableRow>, StoreError> {
        let found: Option<(i64, String, Option<String>)> =
            sqlx::query_as("SELECT number, info, access_key FROM tables WHERE id = $1")
                .bind(id)
                .fetch_optional(&self.reader)
                .await?;
        found.map(|(number, info, key)| Ok(TableRow { number, info: read_info(&info)?, key })).transpose()
    }

    /// A table's whole journal, in order.
    ///
    /// # Errors
    /// If the database fails or a row is damaged.
    pub(crate) async fn journal(&self, number: i64) -> Result<Vec<Stamped>, StoreError> {
        let rows: Vec<(i64, String)> =
            sqlx::query_as("SELECT seq, body FROM events WHERE table_number = $1 ORDER BY seq")
                .bind(number)
                .fetch_all(&self.reader)
                .await?;
        let mut records: Vec<Stamped> = Vec::with_capacity(rows.len());
        for (seq, body) in rows {
            if seq != records.len() as i64 + 1 {
                return Err(StoreError::Damaged("journal"));
            }
            let append: Vec<Stamped> =
                serde_json::from_str(&body).map_err(|_| StoreError::Damaged("journal"))?;
            records.extend(append);
        }
        Ok(records)
    }

    /// The public tables that are open or playing, newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn public_tables(&self) -> Result<Vec<TableInfo>, StoreError> {
        let rows: Vec<(String,)> =
            sqlx::query_as("SELECT info FROM tables WHERE NOT private ORDER BY number DESC LIMIT $1")
                .bind(limits::LOBBY)
                .fetch_all(&self.reader)
                .await?;
        let readable = |(info,): &(String,)| match read_info(info) {
            Ok(info) => Some(info),
            Err(error) => {
                // One damaged row must not hide all others.
                tracing::error!(%error, "a table is left out of the lobby");
                None
            }
        };
        Ok(rows.iter().filter_map(readable).collect())
    }

    /// The rematch of a finished table, wherever it stands now.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn rematch_of(&self, id: Uuid) -> Result<Option<Uuid>, StoreError> {
        let found: Option<(Uuid,)> = sqlx::query_as(
            "SELECT id FROM tables WHERE rematch_of = $1 UNION ALL SELECT id FROM matches WHERE rematch_of = $1",
        )
        .bind(id)
        .fetch_optional(&self.reader)
        .await?;
        Ok(found.map(|(id,)| id))
    }
}
