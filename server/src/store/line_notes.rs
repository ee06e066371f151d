//! Line notes: what a replay works out of a finished game's line, kept beside it, so that the game can be told whole without one.
//! They follow from the games and may be made anew.

use std::collections::{HashMap, VecDeque};

use crc32fast::Hasher;
use cydonia_protocol::{MatchRecord, MatchSummary, RecordedMove, Standstill};
use cydonia_rules::Seat;
use cydonia_table::journal::{BareLine, CorruptData, Finished};
use cydonia_table::{LineDetail, Table};
use serde::{Deserialize, Serialize};

use super::engine::{Lenient, RowPlace, Statement, WriterConnection, from_row};
use super::matches::finished;
use super::write::{Batch, Write};
use super::{Store, StoreError};
use crate::limits;

/// The form of the notes that this program makes. Those of another are made anew.
const FORM: i64 = 1;

/// What a replay works out of a line.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LineNotes {
    /// The checksum of all that the replay depended on and was held against.
    check: u32,
    /// Who acted, rolled, left …: a digit for each entry of the line as it is told.
    seats: String,
    /// Where the clock got back another time than the entry has: its place, and how much.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    credits: Vec<(usize, u32)>,
    /// How many actions each takeback took.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    takebacks: Vec<u32>,
    /// When no clock ran.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    standstills: Vec<Standstill>,
}

impl LineNotes {
    /// The notes of a game by which it is told as its replay has it; none if they cannot.
    pub(crate) fn of(whole: &MatchRecord, record: &str) -> Option<Self> {
        let digit = |entry: &RecordedMove| char::from_digit(entry.seat.into(), 10);
        let mut notes = Self {
            check: checksum(&whole.summary, record)?,
            seats: whole.line.iter().map(digit).collect::<Option<_>>()?,
            credits: Vec::new(),
            takebacks: whole.line.iter().filter_map(|entry| entry.takeback).collect(),
            standstills: whole.standstills.clone(),
        };
        let without = notes.tell(&whole.summary, record)?;
        let entries = whole.line.iter().zip(&without.line).enumerate();
        let others = entries.filter(|(_, (is, bare))| is.credit_ms != bare.credit_ms);
        notes.credits = others.map(|(place, (is, _))| (place, is.credit_ms)).collect();
        (notes.tell(&whole.summary, record)? == *whole).then_some(notes)
    }

    /// The game whole; none if they are not of this game as it is kept now.
    pub(crate) fn tell(&self, summary: &MatchSummary, record: &str) -> Option<MatchRecord> {
        if checksum(summary, record)? != self.check {
            return None;
        }
        let bare = BareLine::read(record).ok()?;
        let mut line = bare.entries().ok()?;
        if line.len() != self.seats.len() {
            return None;
        }
        let mut takebacks = self.takebacks.iter();
        for (entry, digit) in line.iter_mut().zip(self.seats.bytes()) {
            entry.seat = Seat::from(digit.checked_sub(b'0')?);
            if entry.takeback.is_some() {
                entry.takeback = Some(*takebacks.next()?);
            }
        }
        for (place, credit_ms) in &self.credits {
            line.get_mut(*place)?.credit_ms = *credit_ms;
        }
        Some(MatchRecord {
            summary: summary.clone(),
            pie: bare.pie,
            rules_version: bare.rules_version,
            line,
            standstills: self.standstills.clone(),
        })
    }
}

/// Of the line, the set-up that it is replayed from, and the result that it is held against.
fn checksum(summary: &MatchSummary, record: &str) -> Option<u32> {
    let mut sum = Hasher::new();
    sum.update(record.as_bytes());
    sum.update(summary.game.as_bytes());
    sum.update(&serde_json::to_vec(&summary.options).ok()?);
    sum.update(summary.reason.name().as_bytes());
    for seat in &summary.seats {
        sum.update(&seat.score.to_le_bytes());
        sum.update(&[seat.rank]);
    }
    Some(sum.finalize())
}

/// A finished game with its line, and the notes of that if there are any; none of it read yet.
#[derive(Debug)]
pub(crate) struct KeptLine {
    /// What the lists show.
    pub summary: MatchSummary,
    record: String,
    notes: Option<String>,
}

impl KeptLine {
    /// The game whole: by its notes where they tell all that is asked for, and else by its replay. `between` is called again and again.
    ///
    /// # Errors
    /// If it has no notes and its line does not replay.
    pub(crate) fn whole(self, detail: LineDetail, between: impl FnMut()) -> Result<MatchRecord, CorruptData> {
        let Self { summary, record, notes } = self;
        let is_noted = detail == LineDetail::default();
        let notes =
            notes.filter(|_| is_noted).and_then(|notes| serde_json::from_str::<LineNotes>(&notes).ok());
        match notes.and_then(|notes| notes.tell(&summary, &record)) {
            Some(whole) => Ok(whole),
            None => Table::match_record(finished(summary, None, &record)?, detail, between),
        }
    }

    /// What is to be noted of its line, in JSON; nothing if that cannot be told by notes.
    ///
    /// # Errors
    /// If its line does not replay.
    pub(crate) fn note(self, between: impl FnMut()) -> Result<Option<String>, CorruptData> {
        let Self { summary, record, .. } = self;
        let whole = Table::match_record(finished(summary, None, &record)?, LineDetail::default(), between)?;
        Ok(LineNotes::of(&whole, &record).and_then(|notes| serde_json::to_string(&notes).ok()))
    }

    /// The game as it is replayed from.
    ///
    /// # Errors
    /// If its line is damaged.
    pub(crate) fn read(self) -> Result<Finished, CorruptData> {
        finished(self.summary, None, &self.record)
    }
}

/// Keeps notes of games, unless there are some.
#[derive(Debug)]
pub(crate) struct KeepLineNotes {
    /// By the games' numbers, in JSON. There must be one at least.
    pub notes: Vec<(i64, String)>,
}

impl Write for KeepLineNotes {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        let mut statement = Statement::of("INSERT INTO line_notes (number, form, notes) VALUES ");
        statement.rows(
            self.notes.into_iter().map(|(number, notes)| [number.into(), FORM.into(), notes.as_str().into()]),
        );
        statement.text(" ON CONFLICT (number) DO NOTHING");
        statement.execute(&mut batch.connection).await?;
        Ok(())
    }
}

struct LineRow {
    number: i64,
    told: Lenient<ToldLine>,
}

from_row!(LineRow: number; told);

struct ToldLine {
    record: String,
    notes: Lenient<ToldNotes>,
}

from_row!(ToldLine: record; notes);

/// Notes are a cache: what cannot be read is taken for none.
struct ToldNotes {
    notes: Option<String>,
}

from_row!(ToldNotes: notes);

impl Store {
    /// Up to which game there are notes of lines; 0 if there are none.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn noted_through(&self) -> Result<i64, StoreError> {
        let last: Option<(i64,)> =
            Statement::of("SELECT number FROM line_notes ORDER BY number DESC LIMIT 1")
                .fetch_optional(&mut self.readers.lookups.lend().await?)
                .await?;
        Ok(last.map_or(0, |(number,)| number))
    }

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
            let mut statement = Statement::of(
                "SELECT number, record, notes FROM match_lines LEFT JOIN line_notes USING (number)
                 WHERE number IN ",
            );
            statement.list(games.iter().map(|game| game.number));
            let rows: Vec<LineRow> = statement.fetch_all(&mut store.readers.lookups.lend().await?).await?;
            let mut lines: HashMap<_, _> = rows.into_iter().map(|row| (row.number, row.told)).collect();
            let with_line = |summary: MatchSummary| {
                let at = RowPlace("match_lines", summary.number);
                let missing = || at.column("number")("it is missing").into();
                match lines.remove(&summary.number).ok_or_else(missing).and_then(|told| at.part(told)) {
                    Ok(ToldLine { record, notes: Lenient(notes) }) => {
                        let record = store.deleted.masked_line(record);
                        Some(KeptLine { summary, record, notes: notes.ok().and_then(|told| told.notes) })
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

/// Takes the next games of a list whose lines are read together: so much that it pays, and no more than is soon told.
pub(crate) fn next_games(ahead: &mut VecDeque<MatchSummary>) -> Vec<MatchSummary> {
    let mut plies = 0_u32;
    let fits = |game: &MatchSummary| {
        let is_first = plies == 0;
        plies = plies.saturating_add(game.plies.max(1));
        is_first || plies <= limits::EXPORTED_PLIES
    };
    let count = ahead.iter().map(fits).take_while(|fits| *fits).count();
    ahead.drain(..count).collect()
}

/// Has the log tell of a damaged game, which hides no other.
pub(crate) fn left_out(number: i64, of: &str, damage: &dyn std::fmt::Display) {
    tracing::error!(number, %damage, "a game is left out of {of}");
}

/// Forgets notes of another form when the house opens: they are made anew.
pub(super) async fn open(owner: &mut WriterConnection) -> Result<(), StoreError> {
    let mut transaction = owner.begin().await?;
    Statement::of("DELETE FROM line_notes WHERE form <> $1").bind(FORM).execute(&mut transaction).await?;
    transaction.commit().await
}
