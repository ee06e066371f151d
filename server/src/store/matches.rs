//! Match rows: finished games, each packed into one row.

use cydonia_protocol::{MatchSeat, MatchSummary, Player, Rating, RatingChange};
use cydonia_rules::{AnyGame, GameKind, Reason, Setup};
use cydonia_table::journal::{CorruptData, Finished, PackedLine};
use uuid::Uuid;

use super::engine::{Connection, Lenient, RowPlace, Statement, Value, from_row};
use super::history::GameResult;
use super::{Store, StoreError, ratings};

/// A finished game as it is kept, its line not yet read: that takes long, and not everybody who asks for a game wants it.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    /// What the lists show.
    pub summary: MatchSummary,
    /// Whether it is left out of public lists.
    pub private: bool,
    key: Option<String>,
    rematch_of: Option<Uuid>,
    record: String,
}

impl Kept {
    /// The line as it is kept.
    pub(crate) fn record(&self) -> &str {
        &self.record
    }

    /// Whether that player, or whoever has that key, may see the game.
    pub(crate) fn admits(&self, player: Option<Uuid>, key: Option<&str>) -> bool {
        let played = || self.summary.seats.iter().any(|seat| Some(seat.player.id) == player);
        self.key.as_deref().is_none_or(|own| key == Some(own) || played())
    }

    /// The game with its line.
    ///
    /// # Errors
    /// If that is damaged.
    pub(crate) fn read(self) -> Result<Finished, CorruptData> {
        let Self { summary, private, key, rematch_of, record } = self;
        let packed = PackedLine::read(&record);
        let packed = packed.map_err(RowPlace("match_lines", summary.number).column("record"))?;
        Ok(Finished { summary, private, key, rematch_of, packed })
    }
}

/// Keeps games that ended, in this order, and rates them. One that is kept already stays as it is.
pub(super) async fn keep(connection: &mut Connection<'_>, ended: &[&Finished]) -> Result<(), StoreError> {
    let mut kept = Vec::with_capacity(ended.len());
    for finished in ended.iter().copied() {
        if let Some(number) = keep_row(connection, finished).await? {
            kept.push((number, finished));
        }
    }
    if kept.is_empty() {
        return Ok(());
    }
    keep_lines(connection, &kept).await?;
    keep_options(connection, &kept).await?;
    keep_seats(connection, &kept).await?;
    let rated = kept.iter().filter(|(_, finished)| finished.summary.rated);
    let rated: Vec<_> = rated.map(|(number, finished)| (*number, &finished.summary)).collect();
    ratings::rate(connection, &rated).await
}

/// Keeps what lists tell of a game; its number, unless it was kept before.
async fn keep_row(connection: &mut Connection<'_>, finished: &Finished) -> Result<Option<i64>, StoreError> {
    let summary = &finished.summary;
    let series = summary.series.as_ref().map(serde_json::to_string).transpose();
    let series = series.map_err(StoreError::unwritable("series"))?;
    let kept: Option<(i64,)> = Statement::of(
        "INSERT INTO matches (number, id, private, access_key, rematch_of, game, options, rated,
         reason, plies, started_ms, finished_ms, seats, series)
         VALUES ((SELECT coalesce(max(number), 0) + 1
         FROM matches), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         ON CONFLICT (id) DO NOTHING RETURNING number",
    )
    .bind(summary.id)
    .bind(finished.private)
    .bind(&finished.key)
    .bind(finished.rematch_of)
    .bind(&summary.game)
    .bind(serde_json::to_string(&summary.options).map_err(StoreError::unwritable("options"))?)
    .bind(summary.rated)
    .bind(summary.reason.name())
    .bind(i64::from(summary.plies))
    .bind(summary.started_ms)
    .bind(summary.finished_ms)
    .bind(summary.seats.len() as i64)
    .bind(series)
    .fetch_optional(connection)
    .await?;
    Ok(kept.map(|(number,)| number))
}

async fn keep_lines(connection: &mut Connection<'_>, kept: &[(i64, &Finished)]) -> Result<(), StoreError> {
    let mut rows: Vec<[Value; 2]> = Vec::with_capacity(kept.len());
    for (number, finished) in kept {
        let line = serde_json::to_string(&finished.packed).map_err(StoreError::unwritable("line"))?;
        rows.push([(*number).into(), line.into()]);
    }
    let mut statement = Statement::of("INSERT INTO match_lines (number, record) VALUES ");
    statement.rows(rows);
    statement.execute(connection).await?;
    Ok(())
}

/// Keeps what lists ask for of options: those that were said.
async fn keep_options(connection: &mut Connection<'_>, kept: &[(i64, &Finished)]) -> Result<(), StoreError> {
    let mut rows: Vec<[Value; 3]> = Vec::new();
    for (number, finished) in kept {
        for (name, value) in &finished.summary.options {
            let value = serde_json::to_string(value).map_err(StoreError::unwritable("options"))?;
            rows.push([(*number).into(), name.as_str().into(), value.into()]);
        }
    }
    if rows.is_empty() {
        return Ok(());
    }
    let mut statement = Statement::of("INSERT INTO match_options (match_number, name, value) VALUES ");
    statement.rows(rows);
    statement.execute(connection).await?;
    Ok(())
}

async fn keep_seats(connection: &mut Connection<'_>, kept: &[(i64, &Finished)]) -> Result<(), StoreError> {
    let mut statement = Statement::of(
        "INSERT INTO match_seats (match_number, seat, player, name, score, rank, private, game,
         reason, seats, result)
         VALUES ",
    );
    statement.rows(kept.iter().flat_map(|(number, Finished { summary, private, .. })| {
        let row = move |((seat, sat), result): ((i64, &MatchSeat), GameResult)| -> [Value; 11] {
            [
                (*number).into(),
                seat.into(),
                sat.player.id.into(),
                sat.player.name.as_str().into(),
                i64::from(sat.score).into(),
                i64::from(sat.rank).into(),
                (*private).into(),
                summary.game.as_str().into(),
                summary.reason.name().into(),
                (summary.seats.len() as i64).into(),
                result.number().into(),
            ]
        };
        (0i64..).zip(&summary.seats).zip(results(summary)).map(row)
    }));
    statement.execute(connection).await?;
    Ok(())
}

/// What a game was to each seat.
fn results(summary: &MatchSummary) -> Vec<GameResult> {
    let seats = || summary.seats.iter();
    let has_one_winner = seats().filter(|seat| seat.rank == 1).count() == 1;
    // Only where several are first does it matter who plays with whom.
    let teams = if has_one_winner { Vec::new() } else { teams(summary).unwrap_or_default() };
    let are_opponents =
        |one: usize, other: usize| one != other && (teams.is_empty() || teams.get(one) != teams.get(other));
    let result = |(place, seat): (usize, &MatchSeat)| {
        let is_shared = seats().enumerate().any(|(other, sat)| sat.rank == 1 && are_opponents(place, other));
        match seat.rank {
            1 if is_shared => GameResult::Drawn,
            1 => GameResult::Won,
            _ => GameResult::Lost,
        }
    };
    seats().enumerate().map(result).collect()
}

/// Each seat's team, if there are teams.
fn teams(summary: &MatchSummary) -> Option<Vec<u8>> {
    let kind = GameKind::from_id(&summary.game)?;
    let seats = u8::try_from(summary.seats.len()).ok()?;
    let setup = Setup { seats, options: summary.options.clone(), first: 0 };
    Some(AnyGame::start(kind, &setup).ok()?.layout().teams)
}

/// What of a row the lists show.
pub(super) struct SummaryRow {
    number: i64,
    id: Uuid,
    game: String,
    options: String,
    rated: bool,
    reason: String,
    plies: i64,
    started_ms: i64,
    finished_ms: i64,
    series: Option<String>,
}

from_row!(SummaryRow: number, id, game, options, rated, reason, plies, started_ms, finished_ms, series);

/// The rest of a row.
struct WholeRow {
    summary: SummaryRow,
    private: bool,
    access_key: Option<String>,
    rematch_of: Option<Uuid>,
    record: String,
}

from_row!(WholeRow: private, access_key, rematch_of, record; summary);

/// A row as the lists read it.
pub(super) struct ListedRow {
    pub(super) number: i64,
    pub(super) summary: Lenient<SummaryRow>,
}

from_row!(ListedRow: number; summary);

pub(super) struct SeatRow {
    seat: i64,
    player: Uuid,
    name: String,
    score: i64,
    rank: i64,
    before_rating: Option<f64>,
    before_deviation: Option<f64>,
    rating: Option<f64>,
    deviation: Option<f64>,
}

from_row!(SeatRow: seat, player, name, score, rank, before_rating, before_deviation, rating, deviation);

/// The same of a seat.
pub(super) struct ListedSeatRow {
    pub(super) match_number: i64,
    pub(super) seat: Lenient<SeatRow>,
}

from_row!(ListedSeatRow: match_number; seat);

impl SummaryRow {
    pub(super) fn read(self, seats: Vec<MatchSeat>) -> Result<MatchSummary, CorruptData> {
        let at = RowPlace("matches", self.number);
        let no_reason = || at.column("reason")(format!("“{}” is no reason", self.reason.escape_debug()));
        let series = self.series.as_deref().map(serde_json::from_str).transpose();
        Ok(MatchSummary {
            number: self.number,
            id: self.id,
            game: self.game,
            options: serde_json::from_str(&self.options).map_err(at.column("options"))?,
            rated: self.rated,
            series: series.map_err(at.column("series"))?,
            seats,
            reason: Reason::from_name(&self.reason).ok_or_else(no_reason)?,
            plies: u32::try_from(self.plies).map_err(at.column("plies"))?,
            started_ms: self.started_ms,
            finished_ms: self.finished_ms,
        })
    }
}

/// The seats of the game of that number, from their rows in order.
pub(super) fn read_seats(
    number: i64,
    rows: impl IntoIterator<Item = Lenient<SeatRow>>,
) -> Result<Vec<MatchSeat>, StoreError> {
    let at = RowPlace("match_seats", number);
    let read = |(place, row): (_, Lenient<SeatRow>)| -> Result<MatchSeat, StoreError> {
        let row = at.part(row)?;
        if row.seat != place {
            return Err(at.column("seat")(format!("seat {place} is missing")).into());
        }
        Ok(MatchSeat {
            player: Player::new(row.player, row.name),
            score: i32::try_from(row.score).map_err(at.column("score"))?,
            rank: u8::try_from(row.rank).map_err(at.column("rank"))?,
            rating: row.rating.zip(row.deviation).map(|(rating, deviation)| RatingChange {
                before: row.before_rating.zip(row.before_deviation).map(|(was, by)| Rating::of(was, by)),
                after: Rating::of(rating, deviation),
            }),
        })
    };
    let seats: Vec<MatchSeat> = (0i64..).zip(rows).map(read).collect::<Result<_, _>>()?;
    if seats.is_empty() { Err(at.column("seat")("there is none").into()) } else { Ok(seats) }
}

impl Store {
    /// One finished game.
    ///
    /// # Errors
    /// If the database fails or the row is damaged.
    #[cfg(test)]
    pub(crate) async fn finished(&self, id: Uuid) -> Result<Option<Finished>, StoreError> {
        Ok(self.kept(id).await?.map(Kept::read).transpose()?)
    }

    /// One finished game, its line unread.
    ///
    /// # Errors
    /// If the database fails or what lists tell of the game is damaged.
    pub(crate) async fn kept(&self, id: Uuid) -> Result<Option<Kept>, StoreError> {
        let store = self.clone();
        self.look(async move { store.read_kept(id).await }).await
    }

    async fn read_kept(&self, id: Uuid) -> Result<Option<Kept>, StoreError> {
        let row: Option<WholeRow> =
            Statement::of("SELECT * FROM matches JOIN match_lines USING (number) WHERE id = $1")
                .bind(id)
                .fetch_optional(&mut self.readers.lookups.lend().await?)
                .await?;
        let Some(row) = row else { return Ok(None) };
        let number = row.summary.number;
        let seats: Vec<ListedSeatRow> = Statement::of(
            "SELECT match_seats.*, before_rating, before_deviation, rating, deviation
             FROM match_seats LEFT JOIN rating_changes USING (match_number, seat)
             WHERE match_number = $1 ORDER BY seat",
        )
        .bind(number)
        .fetch_all(&mut self.readers.lookups.lend().await?)
        .await?;
        let seats = seats.into_iter().map(|row| row.seat);
        Ok(Some(Kept {
            summary: row.summary.read(read_seats(number, seats)?)?,
            private: row.private,
            key: row.access_key,
            rematch_of: row.rematch_of,
            record: row.record,
        }))
    }
}
