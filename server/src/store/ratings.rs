//! Ratings: how players stand, and what each rated game changed. All of it follows from the finished games in the order of
//! their numbers.

use std::collections::{BTreeSet, HashMap};

use cydonia_protocol::{MatchSeat, MatchSummary, Player, Pool, SeatState};
use cydonia_table::journal::{CorruptData, Record};
use uuid::Uuid;

use super::engine::{Connection, Lenient, Session, Statement, Value, from_row};
use super::{NewTable, Store, StoreError};
use crate::glicko::{self, Change, Placed, Standing, rate_seats};
use crate::limits;

/// A row of `ratings`.
pub(super) struct StandingRow {
    rating: f64,
    deviation: f64,
    volatility: f64,
    games: i64,
    last_ms: i64,
}

from_row!(StandingRow: rating, deviation, volatility, games, last_ms);

impl From<StandingRow> for Standing {
    fn from(StandingRow { rating, deviation, volatility, games, last_ms }: StandingRow) -> Self {
        Self { rating, deviation, volatility, games, last_ms }
    }
}

pub(super) fn read_pool(player: Uuid, text: &str) -> Result<Pool, CorruptData> {
    let unknown = || format!("“{}” is no pool", text.escape_debug());
    Pool::from_name(text).ok_or_else(|| CorruptData::value("ratings", "pool", player, unknown()))
}

/// A standing as a row has it, or none if it cannot be read. All of it follows from the games, and can be worked out anew
/// at any time: it would not do to refuse a game its end because of it.
pub(super) fn readable(row: Lenient<StandingRow>, player: Uuid, game: &str, pool: Pool) -> Option<Standing> {
    let standing = row.0.map(Standing::from);
    if let Ok(standing) = standing
        && standing.is_sound()
    {
        return Some(standing);
    }
    let pool = pool.name();
    tracing::error!(%player, game, pool, ?standing, "a rating cannot be read: `cydonia recompute-ratings` mends it");
    None
}

/// Somebody's rating in a game and pool.
pub(super) type Whose = (Uuid, String, Pool);

/// A game that is rated: who sat at its seats, how they ranked, and what the seats are worth.
pub(super) struct RatedGame {
    pub(super) sat: Vec<(Whose, u8)>,
    pub(super) offsets: Vec<f64>,
    pub(super) finished_ms: i64,
}

impl RatedGame {
    fn of(summary: &MatchSummary) -> Self {
        let pool = summary.pool();
        let seat = |seat: &MatchSeat| ((seat.player.id, summary.game.clone(), pool), seat.rank);
        let MatchSummary { game, seats, options, first, finished_ms, .. } = summary;
        Self {
            sat: seats.iter().map(seat).collect(),
            offsets: glicko::offsets(game, seats.len(), options, *first),
            finished_ms: *finished_ms,
        }
    }
}

/// Rates rated games that were just kept under their numbers. Must be called in the order of the numbers.
pub(super) async fn rate(
    connection: &mut Connection<'_>,
    rated: &[(i64, &MatchSummary)],
) -> Result<(), StoreError> {
    if rated.is_empty() {
        return Ok(());
    }
    let games: Vec<_> = rated.iter().map(|(number, summary)| (*number, RatedGame::of(summary))).collect();
    let all = games.iter().flat_map(|(_, game)| &game.sat).map(|(whose, _)| whose.clone());
    let mut standings = standings(connection, all.collect()).await?;
    let mut changes = Vec::new();
    for (number, game) in games {
        let changed = rate_in(&mut standings, game);
        let numbered = (0i64..).zip(changed);
        changes.extend(numbered.map(|(seat, (whose, change))| SeatChange { number, seat, whose, change }));
    }
    keep_standings(connection, &standings).await?;
    keep_changes(connection, &changes).await
}

/// Rates one game; what it did to each who sat there, in the order of their seats.
pub(super) fn rate_in(standings: &mut HashMap<Whose, Standing>, game: RatedGame) -> Vec<(Whose, Change)> {
    let RatedGame { sat, offsets, finished_ms } = game;
    let placed = |((whose, rank), offset): (&(Whose, u8), &f64)| Placed {
        player: whose.0,
        standing: standings.get(whose).copied(),
        rank: *rank,
        offset: *offset,
    };
    let changes = rate_seats(&sat.iter().zip(&offsets).map(placed).collect::<Vec<_>>(), finished_ms);
    let changes: Vec<_> = sat.into_iter().map(|(whose, _)| whose).zip(changes).collect();
    standings.extend(changes.iter().map(|(whose, change)| (whose.clone(), change.after)));
    changes
}

/// Has a new table tell how those who sit at it stand now.
pub(super) async fn refresh(connection: &mut Connection<'_>, table: &mut NewTable) -> Result<(), StoreError> {
    let NewTable { info, records, .. } = table;
    let pool = info.pool();
    let whose = |player: &Player| (player.id, info.game.clone(), pool);
    let sitters: BTreeSet<Whose> = info.seats.iter().filter_map(SeatState::sitter).map(whose).collect();
    let standings = standings(connection, sitters).await?;
    let now_ms = info.created_ms;
    let shown = |player: &Player| {
        let standing = standings.get(&(player.id, info.game.clone(), pool));
        standing.map(|standing| standing.shown(now_ms))
    };
    for (_, record) in records {
        if let Record::Sit { seat, player, rating } = record {
            *rating = shown(player);
            if let Some(state) = info.seats.get_mut(usize::from(*seat)) {
                *state = SeatState::Taken { player: player.clone(), rating: *rating };
            }
        }
    }
    Ok(())
}

/// How some players stand; those of whom nothing is known are not among them.
async fn standings(
    connection: &mut impl Session,
    whose: BTreeSet<Whose>,
) -> Result<HashMap<Whose, Standing>, StoreError> {
    struct Row {
        player: Uuid,
        game: String,
        pool: String,
        standing: Lenient<StandingRow>,
    }
    from_row!(Row: player, game, pool; standing);
    let mut statement = Statement::of("WITH whose (player, game, pool) AS (VALUES ");
    statement.rows(
        whose.iter().map(|(player, game, pool)| [(*player).into(), game.as_str().into(), pool.name().into()]),
    );
    statement.text(
        ") SELECT player, game, pool, rating, deviation, volatility, games, last_ms FROM whose
         JOIN ratings USING (player, game, pool)",
    );
    let rows: Vec<Row> = statement.fetch_all(connection).await?;
    let mut standings = HashMap::new();
    for Row { player, game, pool, standing } in rows {
        let pool = read_pool(player, &pool)?;
        if let Some(standing) = readable(standing, player, &game, pool) {
            standings.insert((player, game, pool), standing);
        }
    }
    Ok(standings)
}

pub(super) async fn keep_standings(
    connection: &mut Connection<'_>,
    standings: &HashMap<Whose, Standing>,
) -> Result<(), StoreError> {
    let standings: Vec<_> = standings.iter().collect();
    for standings in standings.chunks(limits::ROWS) {
        let mut statement = Statement::of(
            "INSERT INTO ratings (player, game, pool, rating, deviation, volatility, games, last_ms)
             VALUES ",
        );
        statement.rows(standings.iter().map(|((player, game, pool), standing)| -> [Value; 8] {
            [
                (*player).into(),
                game.as_str().into(),
                pool.name().into(),
                standing.rating.into(),
                standing.deviation.into(),
                standing.volatility.into(),
                standing.games.into(),
                standing.last_ms.into(),
            ]
        }));
        statement.text(
            " ON CONFLICT (player, game, pool) DO UPDATE
             SET rating = excluded.rating, deviation = excluded.deviation, volatility =
             excluded.volatility, games = excluded.games, last_ms = excluded.last_ms",
        );
        statement.execute(connection).await?;
    }
    Ok(())
}

/// What a game did to who sat at one of its seats.
pub(super) struct SeatChange {
    pub(super) number: i64,
    pub(super) seat: i64,
    pub(super) whose: Whose,
    pub(super) change: Change,
}

pub(super) async fn keep_changes(
    connection: &mut Connection<'_>,
    changes: &[SeatChange],
) -> Result<(), StoreError> {
    let mut statement = Statement::of(
        "INSERT INTO rating_changes (match_number, seat, player, game, pool, before_rating,
         before_deviation, rating, deviation, volatility)
         VALUES ",
    );
    statement.rows(changes.iter().map(|SeatChange { number, seat, whose: (player, game, pool), change }| {
        [
            (*number).into(),
            (*seat).into(),
            (*player).into(),
            game.as_str().into(),
            pool.name().into(),
            change.before.map(|before| before.rating).into(),
            change.before.map(|before| before.deviation).into(),
            change.after.rating.into(),
            change.after.deviation.into(),
            change.after.volatility.into(),
        ]
    }));
    statement.execute(connection).await?;
    Ok(())
}

impl Store {
    /// How a player stands in one game and pool; none before the first rated game.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn standing(
        &self,
        player: Uuid,
        game: &str,
        pool: Pool,
    ) -> Result<Option<Standing>, StoreError> {
        let whose = (player, game.to_owned(), pool);
        let asked = BTreeSet::from([whose.clone()]);
        Ok(standings(&mut self.readers.play.lend().await?, asked).await?.remove(&whose))
    }
}
