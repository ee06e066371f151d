//! Match rows: finished games, each packed into one row.

use cydonia_protocol::{
    ClockKind, ExactRating, GameResult, MatchSeat, MatchSummary, Player, Rating, RatingChange,
};
use cydonia_rules::{GameKind, Options, Reason};
use cydonia_table::journal::{CorruptData, Finished, PackedLine};
use uuid::Uuid;

use super::deletion::erase_later;
use super::engine::{Connection, Lenient, RowPlace, Statement, Value, from_row};
use super::merging::hand_over_later;
use super::{Store, StoreError, ratings};

/// A finished game as it is kept, its line not yet read: that takes long, and not everybody who asks for a game wants it.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    /// What the lists show.
    pub summary: MatchSummary,
    key: Option<String>,
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
        finished(self.summary, self.key, &self.record)
    }
}

/// A game as it is replayed from.
///
/// # Errors
/// If its line is damaged.
pub(super) fn finished(
    summary: MatchSummary,
    key: Option<String>,
    record: &str,
) -> Result<Finished, CorruptData> {
    let packed = PackedLine::read(record);
    let packed = packed.map_err(RowPlace("match_lines", summary.number).column("record"))?;
    Ok(Finished { summary, key, packed })
}

/// Keeps games that ended, in this order, and rates them. One that is kept already stays as it is.
pub(super) async fn keep(connection: &mut Connection<'_>, ended: &[&Finished]) -> Result<(), StoreError> {
    connection.number_alone().await?;
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
    let clock = serde_json::to_string(&summary.clock).map_err(StoreError::unwritable("clock"))?;
    let kept: Option<(i64,)> = Statement::of(
        "INSERT INTO matches (number, id, private, access_key, rematch_of, game, options, rated,
         reason, plies, started_ms, finished_ms, seats, series, first, clock)
         VALUES ((SELECT coalesce(max(number), 0) + 1
         FROM matches), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
         ON CONFLICT (id) DO NOTHING RETURNING number",
    )
    .bind(summary.id)
    .bind(summary.private)
    .bind(&finished.key)
    .bind(summary.rematch_of)
    .bind(&summary.game)
    .bind(serde_json::to_string(&said(summary)).map_err(StoreError::unwritable("options"))?)
    .bind(summary.rated)
    .bind(summary.reason.name())
    .bind(i64::from(summary.plies))
    .bind(summary.started_ms)
    .bind(summary.finished_ms)
    .bind(summary.seats.len() as i64)
    .bind(series)
    .bind(i64::from(summary.first))
    .bind(clock)
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

/// The options that are kept: where nothing is, they stand at their default.
fn said(summary: &MatchSummary) -> Options {
    GameKind::from_id(&summary.game)
        .map_or_else(|| summary.options.clone(), |kind| kind.info().options_that_differ(&summary.options))
}

/// Keeps what lists ask for of options: those that differ from the default.
async fn keep_options(connection: &mut Connection<'_>, kept: &[(i64, &Finished)]) -> Result<(), StoreError> {
    let mut rows: Vec<[Value; 3]> = Vec::new();
    for (number, finished) in kept {
        for (name, value) in said(&finished.summary) {
            let value = serde_json::to_string(&value).map_err(StoreError::unwritable("options"))?;
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
         reason, seats, result, team, registered)
         VALUES ",
    );
    statement.rows(kept.iter().flat_map(|(number, Finished { summary, .. })| {
        let row = move |(seat, sat): (i64, &MatchSeat)| -> [Value; 13] {
            [
                (*number).into(),
                seat.into(),
                sat.player.id.into(),
                sat.player.name.as_str().into(),
                i64::from(sat.score).into(),
                i64::from(sat.rank).into(),
                summary.private.into(),
                summary.game.as_str().into(),
                summary.reason.name().into(),
                (summary.seats.len() as i64).into(),
                number_of(sat.result).into(),
                sat.team.map(i64::from).into(),
                sat.player.registered.into(),
            ]
        };
        (0i64..).zip(&summary.seats).map(row)
    }));
    statement.execute(connection).await?;
    let mut players = Vec::new();
    for (_, finished) in kept {
        players.extend(finished.summary.seats.iter().map(|sat| sat.player.id));
    }
    hand_over_later(connection, &players).await?;
    erase_later(connection, players).await
}

/// A result as it is kept.
pub(super) fn number_of(result: GameResult) -> i64 {
    match result {
        GameResult::Lost => 0,
        GameResult::Drawn => 1,
        GameResult::Won => 2,
    }
}

/// The result that is kept so.
pub(super) fn result_of(number: i64) -> Option<GameResult> {
    [GameResult::Lost, GameResult::Drawn, GameResult::Won].into_iter().find(|one| number_of(*one) == number)
}

/// How a clock of that kind begins as it is kept, in JSON whose first field is its type.
pub(super) fn pattern_of(clock: ClockKind) -> &'static str {
    match clock {
        ClockKind::None => r#"{"type":"none"%"#,
        ClockKind::Fischer => r#"{"type":"fischer"%"#,
        ClockKind::Correspondence => r#"{"type":"correspondence"%"#,
    }
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
    first: Option<i64>,
    clock: Option<String>,
    private: bool,
    rematch_of: Option<Uuid>,
}

from_row!(SummaryRow: number, id, game, options, rated, reason, plies, started_ms, finished_ms, series, first, clock, private, rematch_of);

/// The rest of a row.
struct WholeRow {
    summary: SummaryRow,
    access_key: Option<String>,
    record: String,
}

from_row!(WholeRow: access_key, record; summary);

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
    registered: bool,
    score: i64,
    rank: i64,
    result: i64,
    team: Option<i64>,
    before_rating: Option<f64>,
    before_deviation: Option<f64>,
    rating: Option<f64>,
    deviation: Option<f64>,
    volatility: Option<f64>,
}

from_row!(SeatRow: seat, player, name, registered, score, rank, result, team, before_rating, before_deviation, rating, deviation, volatility);

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
        let missing = |column| at.column(column)("it is missing");
        let options: Options = serde_json::from_str(&self.options).map_err(at.column("options"))?;
        let options = match GameKind::from_id(&self.game) {
            Some(kind) => kind.info().options_in_full(seats.len() as u8, &options),
            None => options,
        };
        let clock = self.clock.ok_or_else(|| missing("clock"))?;
        Ok(MatchSummary {
            number: self.number,
            id: self.id,
            game: self.game,
            options,
            first: u8::try_from(self.first.ok_or_else(|| missing("first"))?).map_err(at.column("first"))?,
            clock: serde_json::from_str(&clock).map_err(at.column("clock"))?,
            private: self.private,
            rated: self.rated,
            series: series.map_err(at.column("series"))?,
            winners: MatchSeat::winners(&seats),
            seats,
            reason: Reason::from_name(&self.reason).ok_or_else(no_reason)?,
            plies: u32::try_from(self.plies).map_err(at.column("plies"))?,
            started_ms: self.started_ms,
            finished_ms: self.finished_ms,
            duration_ms: self.finished_ms.saturating_sub(self.started_ms),
            rematch_of: self.rematch_of,
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
            player: Player::new(row.player, row.name).with_account(row.registered),
            score: i32::try_from(row.score).map_err(at.column("score"))?,
            rank: u8::try_from(row.rank).map_err(at.column("rank"))?,
            result: result_of(row.result)
                .ok_or_else(|| at.column("result")(format!("{} is none", row.result)))?,
            team: row.team.map(u8::try_from).transpose().map_err(at.column("team"))?,
            rating: row.rating.zip(row.deviation).map(|(rating, deviation)| RatingChange {
                before: row.before_rating.zip(row.before_deviation).map(|(was, by)| Rating::of(was, by)),
                after: Rating::of(rating, deviation),
                exact: row.volatility.map(|volatility| ExactRating::of(rating, deviation, volatility)),
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

    /// The same game with its players as they were when it was played: some may have become part of others since.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn as_played(&self, mut kept: Kept) -> Result<Kept, StoreError> {
        let others: Vec<(i64, Uuid)> = Statement::of(
            "SELECT seat, played_as FROM match_seats WHERE match_number = $1 AND played_as IS NOT NULL",
        )
        .bind(kept.summary.number)
        .fetch_all(&mut self.readers.lookups.lend().await?)
        .await?;
        for (seat, played_as) in others {
            let seat = usize::try_from(seat).ok().and_then(|seat| kept.summary.seats.get_mut(seat));
            if let Some(sat) = seat {
                sat.player.id = played_as;
            }
        }
        Ok(kept)
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
            "SELECT match_seats.*, before_rating, before_deviation, rating, deviation, volatility
             FROM match_seats LEFT JOIN rating_changes USING (match_number, seat)
             WHERE match_number = $1 ORDER BY seat",
        )
        .bind(number)
        .fetch_all(&mut self.readers.lookups.lend().await?)
        .await?;
        let seats = seats.into_iter().map(|row| row.seat);
        Ok(Some(Kept {
            summary: row.summary.read(read_seats(number, seats)?)?,
            key: row.access_key,
            record: self.deleted.masked_line(row.record),
        }))
    }
}
