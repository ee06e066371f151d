//! Lines of finished games, many at a time.

use std::collections::HashMap;

use cydonia_protocol::{MatchRecord, MatchSummary};
use cydonia_table::journal::{CorruptData, Finished};
use cydonia_table::{LineDetail, Table};

use super::engine::{Lenient, RowPlace, Statement, from_row};
use super::matches::finished;
use super::{Store, StoreError};

/// A finished game with its line, unread.
#[derive(Debug)]
pub(crate) struct KeptLine {
    /// What the lists show.
    pub summary: MatchSummary,
    record: String,
}

impl KeptLine {
    /// The game whole, by its replay. `between` is called again and again meanwhile.
    ///
    /// # Errors
    /// If its line does not replay.
    pub(crate) fn replayed(
        self,
        detail: LineDetail,
        between: impl FnMut(),
    ) -> Result<MatchRecord, CorruptData> {
        Table::match_record(self.read()?, detail, between)
    }

    /// The game as it is replayed from.
    ///
    /// # Errors
    /// If its line is damaged.
    pub(crate) fn read(self) -> Result<Finished, CorruptData> {
        finished(self.summary, None, &self.record)
    }
}

struct LineRow {
    number: i64,
    line: Lenient<Record>,
}

from_row!(LineRow: number; line);

struct Record {
    record: String,
}

from_row!(Record: record);

impl Store {
    /// Games with their lines, in their order. One whose line is missing or damaged is left out, and the log is told.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn with_lines(&self, games: Vec<MatchSummary>) -> Result<Vec<KeptLine>, StoreError> {
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let store = self.clone();
        let read = async move {
            let mut statement = Statement::of("SELECT number, record FROM match_lines WHERE number IN ");
            statement.list(games.iter().map(|game| game.number));
            let rows: Vec<LineRow> = statement.fetch_all(&mut store.readers.lookups.lend().await?).await?;
            let mut lines: HashMap<_, _> = rows.into_iter().map(|row| (row.number, row.line)).collect();
            let with_line = |summary: MatchSummary| {
                let at = RowPlace("match_lines", summary.number);
                let missing = || at.column("number")("it is missing").into();
                match lines.remove(&summary.number).ok_or_else(missing).and_then(|line| at.part(line)) {
                    Ok(Record { record }) => {
                        Some(KeptLine { summary, record: store.deleted.masked_line(record) })
                    }
                    Err(damage) => {
                        left_out(summary.number, "the list", &damage);
                        None
                    }
                }
            };
            Ok(games.into_iter().filter_map(with_line).collect())
        };
        self.look(read).await
    }
}

/// Has the log tell of a damaged game, which hides no other.
pub(crate) fn left_out(number: i64, of: &str, damage: &dyn std::fmt::Display) {
    tracing::error!(number, %damage, "a game is left out of {of}");
}
