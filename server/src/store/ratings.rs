//! Ratings: how players stand, and what each rated game changed. All of it follows from the finished games in the order of
//! their numbers.

use std::collections::{BTreeSet, HashMap};

use cydonia_protocol::{MatchSummary, Player, Pool, Rating, SeatState};
use cydonia_table::journal::{CorruptData, Record};
use uuid::Uuid;

use super::engine::{Connection, Lenient, Session, Statement, Value, from_row};
use super::{NewTable, Store, StoreError};
use crate::glicko::{Change, Standing, rate_game};
use crate::limits;

/// Who is on a leaderboard: in the words of the index, or it would not be used.
pub(super) const LISTED: &str = "games >= 10 AND deviation <= 110";

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

/// One player's rating in one game and pool.
#[derive(Clone, Debug)]
pub(crate) struct RatedIn {
    /// Which game, by its id.
    pub game: String,
    /// With two seats or with more.
    pub pool: Pool,
    /// As it was after the last game.
    pub standing: Standing,
}

/// What one game left of a rating.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    /// The game's number.
    pub number: i64,
    /// Its id.
    pub id: Uuid,
    /// When it ended, in milliseconds since 1970.
    pub ms: i64,
    /// The rating that it left.
    pub rating: Rating,
}

/// Somebody on a leaderboard.
#[derive(Clone, Debug)]
pub(crate) struct LeaderRow {
    /// Who.
    pub player: Player,
    /// As it was after the last game.
    pub standing: Standing,
}

fn read_pool(player: Uuid, text: &str) -> Result<Pool, CorruptData> {
    let unknown = || format!("“{}” is no pool", text.escape_debug());
    Pool::from_name(text).ok_or_else(|| CorruptData::value("ratings", "pool", player, unknown()))
}

/// A standing as a row has it, or none if it cannot be read. All of it follows from the games, and can be worked out anew
/// at any time: it would not do to refuse a game its end because of it.
fn readable(row: Lenient<StandingRow>, player: Uuid, game: &str, pool: Pool) -> Option<Standing> {
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

/// Rates rated games that were just kept under their numbers. Must be called in the order of the numbers.
pub(super) async fn rate(
    connection: &mut Connection<'_>,
    rated: &[(i64, &MatchSummary)],
) -> Result<(), StoreError> {
    if rated.is_empty() {
        return Ok(());
    }
    let whose =
        |summary: &MatchSummary, player: Uuid| (player, summary.game.clone(), Pool::of(summary.seats.len()));
    let all = rated.iter().flat_map(|(_, game)| game.seats.iter().map(|seat| whose(game, seat.player.id)));
    let mut standings = standings(connection, all.collect()).await?;
    let mut changes = Vec::new();
    for &(number, summary) in rated {
        let sat: Vec<Whose> = summary.seats.iter().map(|seat| whose(summary, seat.player.id)).collect();
        let ranks = summary.seats.iter().map(|seat| seat.rank);
        let players: Vec<_> = sat.iter().map(|whose| standings.get(whose).copied()).zip(ranks).collect();
        for ((seat, whose), change) in (0i64..).zip(sat).zip(rate_game(&players, summary.finished_ms)) {
            standings.insert(whose.clone(), change.after);
            changes.push(SeatChange { number, seat, whose, change });
        }
    }
    keep_standings(connection, &standings).await?;
    keep_changes(connection, &changes).await
}

/// Has a new table tell how those who sit at it stand now.
pub(super) async fn refresh(connection: &mut Connection<'_>, table: &mut NewTable) -> Result<(), StoreError> {
    let NewTable { info, records, .. } = table;
    let pool = Pool::of(info.seats.len());
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
    connection: &mut Connection<'_>,
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
        Ok(standings(&mut self.readers.play.lend().await?.connection(), asked).await?.remove(&whose))
    }

    /// All ratings of one player that can be read.
    ///
    /// # Errors
    /// If the database fails or a row is damaged.
    pub(crate) async fn ratings_of(&self, player: Uuid) -> Result<Vec<RatedIn>, StoreError> {
        struct Row {
            game: String,
            pool: String,
            standing: Lenient<StandingRow>,
        }
        from_row!(Row: game, pool; standing);
        let rows: Vec<Row> = Statement::of(
            "SELECT game, pool, rating, deviation, volatility, games, last_ms FROM ratings
             WHERE player = $1",
        )
        .bind(player)
        .fetch_all(&mut self.readers.lookups.lend().await?)
        .await?;
        let mut ratings = Vec::with_capacity(rows.len());
        for Row { game, pool, standing } in rows {
            let pool = read_pool(player, &pool)?;
            if let Some(standing) = readable(standing, player, &game, pool) {
                ratings.push(RatedIn { game, pool, standing });
            }
        }
        Ok(ratings)
    }

    /// Up to `limit` of the games that made a rating what it is, with numbers below `before`, the last finished first; and,
    /// if there are more, the number that they are all below. Games that are for their players alone are not among them,
    /// as none of those is rated.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn rating_history(
        &self,
        player: Uuid,
        game: &str,
        pool: Pool,
        before: i64,
        limit: usize,
    ) -> Result<(Vec<Point>, Option<i64>), StoreError> {
        let (store, game) = (self.clone(), game.to_owned());
        self.look(async move { store.read_rating_history(player, &game, pool, before, limit).await }).await
    }

    async fn read_rating_history(
        &self,
        player: Uuid,
        game: &str,
        pool: Pool,
        before: i64,
        limit: usize,
    ) -> Result<(Vec<Point>, Option<i64>), StoreError> {
        struct Row {
            number: i64,
            id: Uuid,
            finished_ms: i64,
            rating: f64,
            deviation: f64,
        }
        from_row!(Row: number, id, finished_ms, rating, deviation);
        // One more than asked tells whether there are more.
        let rows: Vec<Row> = Statement::of(
            "SELECT number, id, finished_ms, rating, deviation FROM rating_changes
             JOIN matches ON number = match_number WHERE player = $1 AND rating_changes.game = $2
             AND pool = $3 AND match_number < $4 ORDER BY match_number DESC LIMIT $5",
        )
        .bind(player)
        .bind(game)
        .bind(pool.name())
        .bind(before)
        .bind(limit as i64 + 1)
        .fetch_all(&mut self.readers.lookups.lend().await?)
        .await?;
        let more = rows.len() > limit;
        let point = |row: Row| Point {
            number: row.number,
            id: row.id,
            ms: row.finished_ms,
            rating: Rating::of(row.rating, row.deviation),
        };
        let points: Vec<Point> = rows.into_iter().take(limit).map(point).collect();
        let next = points.last().map(|point| point.number).filter(|_| more);
        Ok((points, next))
    }

    /// Up to `limit` of those who are rated highest, from whoever comes after `after` on: of those who have played enough,
    /// whose rating can be relied on, and who have played since `active_ms`; and whether there are more.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn leaders(
        &self,
        game: &str,
        pool: Pool,
        active_ms: i64,
        after: Option<(f64, Uuid)>,
        limit: usize,
    ) -> Result<(Vec<LeaderRow>, bool), StoreError> {
        let (store, game) = (self.clone(), game.to_owned());
        self.look(async move { store.read_leaders(&game, pool, active_ms, after, limit).await }).await
    }

    async fn read_leaders(
        &self,
        game: &str,
        pool: Pool,
        active_ms: i64,
        after: Option<(f64, Uuid)>,
        limit: usize,
    ) -> Result<(Vec<LeaderRow>, bool), StoreError> {
        struct Row {
            player: Uuid,
            name: String,
            standing: StandingRow,
        }
        from_row!(Row: player, name; standing);
        let (rating, player) = after.unwrap_or((f64::MAX, Uuid::nil()));
        let mut statement = Statement::of(
            "SELECT player, name, rating, deviation, volatility, games, last_ms FROM ratings
             JOIN players ON players.id = player WHERE ",
        );
        statement.text(LISTED);
        statement.bound(" AND game = ", game);
        statement.bound(" AND pool = ", pool.name());
        statement.bound(" AND last_ms >= ", active_ms);
        statement.bound(" AND rating <= ", rating);
        statement.bound(" AND (rating < ", rating);
        statement.bound(" OR player > ", player);
        statement.bound(") ORDER BY rating DESC, player LIMIT ", limit as i64 + 1);
        let rows: Vec<Row> = statement.fetch_all(&mut self.readers.lookups.lend().await?).await?;
        let more = rows.len() > limit;
        let leader = |Row { player, name, standing }: Row| LeaderRow {
            player: Player::new(player, name),
            standing: standing.into(),
        };
        Ok((rows.into_iter().take(limit).map(leader).collect(), more))
    }
}
