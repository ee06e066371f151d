//! Puzzles of the house's own games, and how hard each puzzle is and was for whom.

mod attempts;

use std::collections::HashMap;

use cydonia_protocol::{Rating, TriedPuzzle};
use cydonia_table::journal::CorruptData;
use uuid::Uuid;

use super::engine::{Lenient, RowPlace, Statement, from_row};
use super::ratings::StandingRow;
use super::write::{Batch, Write};
use super::{Store, StoreError};
use crate::glicko::Standing;
use crate::limits;
use crate::puzzles::PuzzleRecord;

pub(crate) use attempts::AttemptPuzzle;

/// Adds a puzzle out of one of the house's games.
#[derive(Debug)]
pub(crate) struct AddPuzzle {
    /// The puzzle.
    pub puzzle: PuzzleRecord,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Added {
    /// It is kept.
    New,
    /// It was kept before.
    Known,
    /// There are as many as there may be.
    Full,
}

impl Write for AddPuzzle {
    type Output = Added;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Added, StoreError> {
        let connection = &mut batch.connection;
        let (count,): (i64,) = Statement::of("SELECT count(*) FROM puzzles").fetch_one(connection).await?;
        if count >= limits::OWN_PUZZLES {
            return Ok(Added::Full);
        }
        let record = serde_json::to_string(&self.puzzle).map_err(StoreError::unwritable("puzzle"))?;
        let added = Statement::of(
            "INSERT INTO puzzles (id, game, record, added_ms) VALUES ($1, $2, $3, $4)
             ON CONFLICT (id) DO NOTHING",
        )
        .bind(self.puzzle.id)
        .bind(self.puzzle.game)
        .bind(record)
        .bind(self.now_ms)
        .execute(connection)
        .await?;
        Ok(if added > 0 { Added::New } else { Added::Known })
    }
}

/// How hard a puzzle is, and whether somebody has solved it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct PuzzleStanding {
    /// Its rating, once somebody has tried.
    pub rating: Option<Standing>,
    /// Whether their first attempt was right, if there was one.
    pub solved: Option<bool>,
}

/// A page of the house's own puzzles.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct OwnPuzzles {
    /// Those that can be read.
    pub puzzles: Vec<PuzzleRecord>,
    /// The number after which the next page begins, if there is one.
    pub next: Option<i64>,
}

impl Store {
    /// The puzzles that somebody has tried, in the order of time.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn tried_by(&self, player: Uuid) -> Result<Vec<TriedPuzzle>, StoreError> {
        let rows: Vec<(Uuid, bool, i64)> = Statement::of(
            "SELECT puzzle, solved, ms FROM puzzle_attempts WHERE player = $1 ORDER BY ms, puzzle",
        )
        .bind(player)
        .fetch_all(&mut self.readers.lookups.lend().await?)
        .await?;
        Ok(rows.into_iter().map(|(puzzle, solved, ms)| TriedPuzzle { puzzle, solved, ms }).collect())
    }

    /// One of the house's own puzzles.
    ///
    /// # Errors
    /// If the database fails or the puzzle is damaged.
    pub(crate) async fn own_puzzle(&self, id: Uuid) -> Result<Option<PuzzleRecord>, StoreError> {
        let row: Option<(String,)> = Statement::of("SELECT record FROM puzzles WHERE id = $1")
            .bind(id)
            .fetch_optional(&mut self.readers.lookups.lend().await?)
            .await?;
        Ok(row.map(|(record,)| read(id, &record)).transpose()?)
    }

    /// Up to `limit` of the house's own puzzles, of one game or of all, with numbers above `after`.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn own_puzzles(
        &self,
        game: Option<&str>,
        after: i64,
        limit: usize,
    ) -> Result<OwnPuzzles, StoreError> {
        let (store, game) = (self.clone(), game.map(str::to_owned));
        self.look(async move { store.read_own_puzzles(game, after, limit).await }).await
    }

    async fn read_own_puzzles(
        &self,
        game: Option<String>,
        after: i64,
        limit: usize,
    ) -> Result<OwnPuzzles, StoreError> {
        struct Row {
            number: i64,
            puzzle: Lenient<PuzzleRow>,
        }
        struct PuzzleRow {
            id: Uuid,
            record: String,
        }
        from_row!(PuzzleRow: id, record);
        from_row!(Row: number; puzzle);
        let mut statement = Statement::of("SELECT number, id, record FROM puzzles");
        statement.bound(" WHERE number > ", after);
        statement.bound_if_any(" AND game = ", game);
        // One more than asked tells whether there are more.
        statement.bound(" ORDER BY number LIMIT ", limit as i64 + 1);
        let mut rows: Vec<Row> = statement.fetch_all(&mut self.readers.lookups.lend().await?).await?;
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next = rows.last().map(|row| row.number).filter(|_| more);
        let readable = |Row { number, puzzle }| {
            let row = RowPlace("puzzles", number).part(puzzle);
            // One damaged row must not hide all others.
            row.and_then(|PuzzleRow { id, record }| Ok(read(id, &record)?))
                .inspect_err(|error| tracing::error!(number, %error, "a puzzle is left out of the list"))
                .ok()
        };
        Ok(OwnPuzzles { puzzles: rows.into_iter().filter_map(readable).collect(), next })
    }

    /// How hard some puzzles are, and whether that player has solved them; only of what somebody has tried.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn puzzle_standings(
        &self,
        puzzles: Vec<Uuid>,
        player: Option<Uuid>,
    ) -> Result<HashMap<Uuid, PuzzleStanding>, StoreError> {
        let store = self.clone();
        self.look(async move { store.read_puzzle_standings(puzzles, player).await }).await
    }

    async fn read_puzzle_standings(
        &self,
        puzzles: Vec<Uuid>,
        player: Option<Uuid>,
    ) -> Result<HashMap<Uuid, PuzzleStanding>, StoreError> {
        let mut standings: HashMap<Uuid, PuzzleStanding> = HashMap::new();
        if puzzles.is_empty() {
            return Ok(standings);
        }
        struct Row {
            puzzle: Uuid,
            standing: Lenient<StandingRow>,
        }
        from_row!(Row: puzzle; standing);
        let mut statement = Statement::of(
            "SELECT puzzle, rating, deviation, volatility, games, last_ms FROM puzzle_ratings WHERE puzzle IN ",
        );
        statement.list(puzzles.iter());
        let rows: Vec<Row> = statement.fetch_all(&mut self.readers.lookups.lend().await?).await?;
        for Row { puzzle, standing } in rows {
            standings.entry(puzzle).or_default().rating = readable(standing, "puzzle_ratings", puzzle);
        }
        if let Some(player) = player {
            let mut statement = Statement::of("SELECT puzzle, solved FROM puzzle_attempts");
            statement.bound(" WHERE player = ", player);
            statement.text(" AND puzzle IN ");
            statement.list(puzzles.iter());
            let rows: Vec<(Uuid, bool)> =
                statement.fetch_all(&mut self.readers.lookups.lend().await?).await?;
            for (puzzle, solved) in rows {
                standings.entry(puzzle).or_default().solved = Some(solved);
            }
        }
        Ok(standings)
    }

    /// How well a player solves puzzles; none before the first attempt.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn solver_rating(&self, player: Uuid) -> Result<Option<Rating>, StoreError> {
        let row: Option<Lenient<StandingRow>> = Statement::of(
            "SELECT rating, deviation, volatility, games, last_ms FROM solver_ratings WHERE player = $1",
        )
        .bind(player)
        .fetch_optional(&mut self.readers.lookups.lend().await?)
        .await?;
        let standing = row.and_then(|row| readable(row, "solver_ratings", player));
        Ok(standing.map(|standing| Rating::of(standing.rating, standing.deviation)))
    }
}

fn read(id: Uuid, record: &str) -> Result<PuzzleRecord, CorruptData> {
    let at = RowPlace("puzzles", id);
    let puzzle = PuzzleRecord::read(record).map_err(at.column("record"))?;
    if puzzle.id == id { Ok(puzzle) } else { Err(at.column("id")("its record is another puzzle's")) }
}

/// A standing as a row has it, or none if it cannot be read: it would not do to refuse an attempt because of it.
fn readable(row: Lenient<StandingRow>, table: &'static str, key: Uuid) -> Option<Standing> {
    let standing = row.0.map(Standing::from);
    if let Ok(standing) = standing
        && standing.is_sound()
    {
        return Some(standing);
    }
    tracing::error!(table, %key, ?standing, "a rating cannot be read, and begins anew");
    None
}
