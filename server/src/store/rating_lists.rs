//! Lists of ratings: somebody's own, how one came about, and who is rated highest.

use cydonia_protocol::{COMPUTERS, ExactRating, Player, Pool, Rating};
use uuid::Uuid;

use super::engine::{Lenient, Statement, from_row};
use super::players::computer;
use super::ratings::{StandingRow, read_pool, readable};
use super::{Store, StoreError};
use crate::glicko::Standing;

/// Who is on a leaderboard: in the words of the index, or it would not be used.
pub(super) const LISTED: &str = "games >= 10 AND deviation <= 110";

/// Who is not yet, in the words of theirs.
pub(super) const PROVISIONAL: &str = "games < 10 OR deviation > 110";

/// One player's rating in one game and pool.
#[derive(Clone, Debug)]
pub(crate) struct RatedIn {
    /// Which game, by its id.
    pub game: String,
    /// With two seats or with more, among people or with computers.
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
    /// The same with decimals.
    pub exact: ExactRating,
}

/// Which of two lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standings {
    /// Those who have played enough, and whose rating can be relied on.
    Listed,
    /// Those of whom that is not so yet.
    Provisional,
}

/// Somebody on a leaderboard.
#[derive(Clone, Debug)]
pub(crate) struct LeaderRow {
    /// Who.
    pub player: Player,
    /// As it was after the last game.
    pub standing: Standing,
}

impl Store {
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
            volatility: f64,
        }
        from_row!(Row: number, id, finished_ms, rating, deviation, volatility);
        // One more than asked tells whether there are more.
        let mut statement = Statement::of(
            "SELECT number, id, finished_ms, rating, deviation, volatility FROM rating_changes
             JOIN matches ON number = match_number WHERE player = ",
        );
        statement.bound("", player);
        statement.bound(" AND rating_changes.game = ", game);
        statement.bound(" AND pool = ", pool.name());
        statement.bound(" AND match_number < ", before);
        if COMPUTERS.contains(&player) {
            // All seats of one computer tell the same.
            statement.text(
                " AND NOT EXISTS (SELECT 1 FROM rating_changes AS earlier
                 WHERE earlier.match_number = rating_changes.match_number
                 AND earlier.player = rating_changes.player AND earlier.seat < rating_changes.seat)",
            );
        }
        statement.bound(" ORDER BY match_number DESC LIMIT ", limit as i64 + 1);
        let rows: Vec<Row> = statement.fetch_all(&mut self.readers.lookups.lend().await?).await?;
        let more = rows.len() > limit;
        let point = |row: Row| Point {
            number: row.number,
            id: row.id,
            ms: row.finished_ms,
            rating: Rating::of(row.rating, row.deviation),
            exact: ExactRating::of(row.rating, row.deviation, row.volatility),
        };
        let points: Vec<Point> = rows.into_iter().take(limit).map(point).collect();
        let next = points.last().map(|point| point.number).filter(|_| more);
        Ok((points, next))
    }

    /// Up to `limit` of those who are rated highest, from whoever comes after `after` on: of those in one of the two lists who
    /// have played since `active_ms`; and whether there are more.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn leaders(
        &self,
        game: &str,
        pool: Pool,
        standings: Standings,
        active_ms: i64,
        after: Option<(f64, Uuid)>,
        limit: usize,
    ) -> Result<(Vec<LeaderRow>, bool), StoreError> {
        let (store, game) = (self.clone(), game.to_owned());
        self.look(async move { store.read_leaders(&game, pool, standings, active_ms, after, limit).await })
            .await
    }

    async fn read_leaders(
        &self,
        game: &str,
        pool: Pool,
        standings: Standings,
        active_ms: i64,
        after: Option<(f64, Uuid)>,
        limit: usize,
    ) -> Result<(Vec<LeaderRow>, bool), StoreError> {
        struct Row {
            player: Uuid,
            name: Option<String>,
            registered: bool,
            standing: StandingRow,
        }
        from_row!(Row: player, name, registered; standing);
        let (rating, player) = after.unwrap_or((f64::MAX, Uuid::nil()));
        // Names are looked for on the page alone: where Postgres takes a long list for a short one, it reads and sorts all that follows.
        let mut statement = Statement::of(
            "SELECT player, name, registered_ms IS NOT NULL AS registered, rating, deviation, volatility, games, last_ms FROM
             (SELECT player, rating, deviation, volatility, games, last_ms FROM ratings WHERE (",
        );
        statement.text(match standings {
            Standings::Listed => LISTED,
            Standings::Provisional => PROVISIONAL,
        });
        statement.bound(") AND game = ", game);
        statement.bound(" AND pool = ", pool.name());
        statement.bound(" AND last_ms >= ", active_ms);
        statement.bound(" AND rating <= ", rating);
        // Whoever was deleted is not listed; what they are rated still counts for those whom they played.
        statement.text(
            " AND NOT EXISTS (SELECT 1 FROM players WHERE players.id = ratings.player AND deleted_ms IS NOT NULL)
             AND NOT EXISTS (SELECT 1 FROM merges WHERE merges.player = ratings.player)",
        );
        statement.bound(" AND (rating < ", rating);
        statement.bound(" OR player > ", player);
        statement.bound(") ORDER BY rating DESC, player LIMIT ", limit as i64 + 1);
        // Whoever is rated has a row of their own, as no player is ever removed, but for computers, who are the same in every house.
        statement.text(") AS page LEFT JOIN players ON players.id = player ORDER BY rating DESC, player");
        let rows: Vec<Row> = statement.fetch_all(&mut self.readers.lookups.lend().await?).await?;
        let more = rows.len() > limit;
        let named = |player: Uuid, name: Option<String>, registered| match name {
            Some(name) => Player::new(player, name).with_account(registered),
            None => computer(player).unwrap_or_else(|| Player::new(player, String::new())),
        };
        let leader = |Row { player, name, registered, standing }: Row| LeaderRow {
            player: named(player, name, registered),
            standing: standing.into(),
        };
        Ok((rows.into_iter().take(limit).map(leader).collect(), more))
    }
}
