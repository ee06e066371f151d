//! Data that somebody or something has damaged: it is told and logged, it changes nothing, and it disturbs nobody else.

mod finished;
mod live;

use cydonia_tests::{Outside, TestDatabase, on};
use serde_json::Value;
use uuid::Uuid;

/// JSON that is kept in a column: how it is read and written, `$1` being the number of its table or game.
type Column = [&'static str; 2];

const RECORD: Column = [
    "SELECT record FROM match_lines WHERE number = $1",
    "UPDATE match_lines SET record = $2 WHERE number = $1",
];
const INFO: Column =
    ["SELECT info FROM tables WHERE number = $1", "UPDATE tables SET info = $2 WHERE number = $1"];
const JOURNAL: Column = [
    "SELECT body FROM events WHERE table_number = $1",
    "UPDATE events SET body = $2 WHERE table_number = $1",
];

/// What is done to a table or a game.
#[derive(Clone, Copy)]
enum Deed {
    /// A statement, `$1` being its number.
    Sql(&'static str),
    /// One that Postgres does not carry out: there no column holds a value that is not of its type.
    Sqlite(&'static str),
    /// Some of its JSON is changed.
    Json(Column, fn(&mut Value)),
    /// The key of its dice is replaced.
    DiceKey(&'static [u8]),
}

impl Deed {
    async fn be_done(self, database: &mut Outside, number: i64) {
        let done = match self {
            Self::Sql(statement) | Self::Sqlite(statement) => {
                on!(*database, |c| sqlx::query(statement)
                    .bind(number)
                    .execute(c)
                    .await
                    .map(|done| done.rows_affected()))
            }
            Self::Json(column, edit) => return change(database, column, number, edit).await,
            Self::DiceKey(key) => {
                on!(*database, |c| sqlx::query("UPDATE dice_keys SET dice_key = $2 WHERE table_number = $1")
                    .bind(number)
                    .bind(key)
                    .execute(c)
                    .await
                    .map(|done| done.rows_affected()))
            }
        };
        assert!(done.expect("done") > 0);
    }
}

/// Those deeds that can be done to this database.
fn possible(deeds: &[(&'static str, Deed)], data: &TestDatabase) -> Vec<(&'static str, Deed)> {
    let is_sqlite = data.folder().is_some();
    deeds.iter().copied().filter(|(_, deed)| is_sqlite || !matches!(deed, Deed::Sqlite(_))).collect()
}

/// Changes some JSON that is kept.
async fn change(database: &mut Outside, [read, write]: Column, number: i64, edit: impl FnOnce(&mut Value)) {
    let text: String =
        on!(*database, |c| sqlx::query_scalar(read).bind(number).fetch_one(c).await).expect("JSON");
    let mut json = serde_json::from_str(&text).expect("JSON");
    edit(&mut json);
    let text = json.to_string();
    on!(*database, |c| sqlx::query(write).bind(number).bind(&text).execute(c).await.map(drop))
        .expect("written");
}

/// Everything that is stored of tables and finished games, as text.
async fn stored(database: &mut Outside) -> Vec<String> {
    let rows = match database {
        Outside::Sqlite(_) => [
            "SELECT quote(number) || quote(id) || quote(private) || quote(access_key) || quote(rematch_of)
               || quote(info) FROM tables ORDER BY number",
            "SELECT quote(table_number) || quote(seq) || quote(body) FROM events ORDER BY table_number, seq",
            "SELECT quote(number) || quote(id) || quote(private) || quote(access_key) || quote(rematch_of)
               || quote(game) || quote(options) || quote(reason) || quote(plies) || quote(started_ms)
               || quote(finished_ms) FROM matches ORDER BY number",
            "SELECT quote(number) || quote(record) FROM match_lines ORDER BY number",
            "SELECT quote(match_number) || quote(seat) || quote(player) || quote(name) || quote(score)
               || quote(rank) FROM match_seats ORDER BY match_number, seat",
            "SELECT quote(player) || quote(request) || quote(table_id) FROM wishes ORDER BY player, request",
        ],
        Outside::Postgres(_) => [
            "SELECT CAST(kept AS TEXT) FROM tables AS kept ORDER BY number",
            "SELECT CAST(kept AS TEXT) FROM events AS kept ORDER BY table_number, seq",
            "SELECT CAST(kept AS TEXT) FROM matches AS kept ORDER BY number",
            "SELECT CAST(kept AS TEXT) FROM match_lines AS kept ORDER BY number",
            "SELECT CAST(kept AS TEXT) FROM match_seats AS kept ORDER BY match_number, seat",
            "SELECT CAST(kept AS TEXT) FROM wishes AS kept ORDER BY player, request",
        ],
    };
    let mut all = Vec::new();
    for rows in rows {
        let rows: Vec<String> =
            on!(*database, |c| sqlx::query_scalar(rows).fetch_all(c).await).expect("rows");
        all.extend(rows);
    }
    all
}

/// Another id for each of many.
fn id(number: usize) -> Uuid {
    Uuid::from_u128(0x0193_0000_0000_7000_8000_0000_0000_0000 + number as u128)
}
