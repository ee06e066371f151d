//! Data that somebody or something has damaged: it is told and logged, it changes nothing, and it disturbs nobody else.

mod finished;
mod live;

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use sqlx::SqliteConnection;
use tracing::subscriber::DefaultGuard;
use uuid::Uuid;

/// What the server logs. For tests whose server runs in the test's own thread, as it does unless they ask otherwise.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Begins to keep what is logged, until the guard is dropped.
    fn keep() -> (Self, DefaultGuard) {
        let log = Self::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone());
        (log, tracing::subscriber::set_default(subscriber.finish()))
    }

    /// Whether some line is an error that holds all these words.
    fn has_error(&self, words: &[&str]) -> bool {
        let text = String::from_utf8(self.0.lock().expect("whole").clone()).expect("text");
        text.lines().any(|line| line.contains("ERROR") && words.iter().all(|word| line.contains(word)))
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("whole").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Everything that is stored of tables and finished games, as text.
async fn stored(database: &mut SqliteConnection) -> Vec<Option<String>> {
    let mut all = Vec::new();
    for rows in [
        "SELECT group_concat(quote(number) || quote(id) || quote(private) || quote(access_key) || quote(rematch_of)
           || quote(info), char(10)) FROM tables",
        "SELECT group_concat(quote(table_number) || quote(seq) || quote(body), char(10)) FROM events",
        "SELECT group_concat(quote(number) || quote(id) || quote(private) || quote(access_key) || quote(rematch_of)
           || quote(game) || quote(options) || quote(reason) || quote(plies) || quote(started_ms)
           || quote(finished_ms) || quote(record), char(10)) FROM matches",
        "SELECT group_concat(quote(match_number) || quote(seat) || quote(player) || quote(name) || quote(score)
           || quote(rank), char(10)) FROM match_seats",
        "SELECT group_concat(quote(player) || quote(request) || quote(table_id), char(10)) FROM wishes",
    ] {
        all.push(sqlx::query_scalar(rows).fetch_one(&mut *database).await.expect("rows"));
    }
    all
}

/// Another id for each of many.
fn id(number: usize) -> Uuid {
    Uuid::from_u128(0x0193_0000_0000_7000_8000_0000_0000_0000 + number as u128)
}
