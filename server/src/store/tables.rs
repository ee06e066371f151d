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
    /// The player who asked for it.
    pub creator: Uuid,
    /// The creator's own id for the wish.
    pub request: Uuid,
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

pub(super) async fn create(connection: &mut SqliteConnection, new: &NewTable) -> Result<Uuid, StoreError> {
    let info = serde_json::to_string(&new.info).map_err(|_| StoreError::Damaged("table"))?;
    let created: Option<(i64,)> = sqlx::query_as(
        "INSERT INTO tables (id, private, access_key, creator, request, rematch_of, info)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING number",
    )
    .bind(new.info.id)
    .bind(new.info.private)
    .bind(&new.key)
    .bind(new.creator)
    .bind(new.request)
    .bind(new.info.rematch_of)
    .bind(info)
    .fetch_optional(&mut *connection)
    .await?;
    let Some((number,)) = created else {
        // Asked before: by the same wish, or for the same rematch.
        let (first,): (Uuid,) =
            sqlx::query_as("SELECT id FROM tables WHERE (creator = $1 AND request = $2) OR rematch_of = $3")
                .bind(new.creator)
                .bind(new.request)
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
    info: &str,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE tables SET info = $2 WHERE number = $1")
        .bind(number)
        .bind(info)
        .execute(connection)
        .await?;
    Ok(())
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
    /// If the database fails or a row is damaged.
    pub(crate) async fn public_tables(&self) -> Result<Vec<TableInfo>, StoreError> {
        let rows: Vec<(String,)> =
            sqlx::query_as("SELECT info FROM tables WHERE NOT private ORDER BY number DESC LIMIT $1")
                .bind(limits::LOBBY)
                .fetch_all(&self.reader)
                .await?;
        rows.iter().map(|(info,)| read_info(info)).collect()
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
