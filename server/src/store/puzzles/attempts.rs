//! Attempts at puzzles: the first of each player is a game of theirs against the puzzle, and rates both.

use cydonia_protocol::{Rating, RatingChange};
use uuid::Uuid;

use super::readable;
use crate::glicko::{Standing, rate_pair};
use crate::store::StoreError;
use crate::store::engine::{Connection, Lenient, Statement, from_row};
use crate::store::ratings::StandingRow;
use crate::store::write::{Batch, Write};

/// Keeps a player's attempt at a puzzle and rates both, if it is the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttemptPuzzle {
    /// Who.
    pub player: Uuid,
    /// The puzzle.
    pub puzzle: Uuid,
    /// What the puzzle is rated with before anybody has tried.
    pub guess: f64,
    /// Whether they found the solution.
    pub solved: bool,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

/// What came of an attempt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Attempted {
    /// Whether it was the first, and counted.
    pub counted: bool,
    /// The puzzle's rating now.
    pub puzzle: Rating,
    /// What the first attempt did to the player's rating in puzzles.
    pub own: RatingChange,
}

impl Write for AttemptPuzzle {
    type Output = Attempted;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Attempted, StoreError> {
        let connection = &mut batch.connection;
        let known = puzzle_standing(connection, self.puzzle).await?;
        // How hard a puzzle is does not fade while nobody tries it.
        let puzzle = Standing {
            last_ms: self.now_ms,
            ..known.unwrap_or_else(|| Standing::guessed(self.guess, self.now_ms))
        };
        if let Some(own) = kept(connection, self.player, self.puzzle).await? {
            let puzzle = Rating::of(puzzle.rating, puzzle.deviation);
            return Ok(Attempted { counted: false, puzzle, own });
        }
        let solver = solver_standing(connection, self.player).await?;
        let ranks = if self.solved { [1, 2] } else { [2, 1] };
        let [own, puzzle] = rate_pair([(solver, ranks[0]), (Some(puzzle), ranks[1])], self.now_ms);
        let before = own.before.map(|before| Rating::of(before.rating, before.deviation));
        Statement::of(
            "INSERT INTO puzzle_attempts (player, puzzle, solved, before_rating, before_deviation, rating,
             deviation, ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(self.player)
        .bind(self.puzzle)
        .bind(self.solved)
        .bind(own.before.map(|before| before.rating))
        .bind(own.before.map(|before| before.deviation))
        .bind(own.after.rating)
        .bind(own.after.deviation)
        .bind(self.now_ms)
        .execute(connection)
        .await?;
        let keep_solver = Statement::of(
            "INSERT INTO solver_ratings (player, rating, deviation, volatility, games, last_ms)
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (player) DO UPDATE SET rating = excluded.rating,
             deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games,
             last_ms = excluded.last_ms",
        );
        keep(keep_solver, connection, self.player, &own.after).await?;
        let keep_puzzle = Statement::of(
            "INSERT INTO puzzle_ratings (puzzle, rating, deviation, volatility, games, last_ms)
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (puzzle) DO UPDATE SET rating = excluded.rating,
             deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games,
             last_ms = excluded.last_ms",
        );
        keep(keep_puzzle, connection, self.puzzle, &puzzle.after).await?;
        Ok(Attempted {
            counted: true,
            puzzle: Rating::of(puzzle.after.rating, puzzle.after.deviation),
            own: RatingChange {
                before,
                after: Rating::of(own.after.rating, own.after.deviation),
                exact: None,
            },
        })
    }
}

async fn keep(
    statement: Statement,
    connection: &mut Connection<'_>,
    whose: Uuid,
    standing: &Standing,
) -> Result<(), StoreError> {
    let statement = statement.bind(whose).bind(standing.rating).bind(standing.deviation);
    let statement = statement.bind(standing.volatility).bind(standing.games).bind(standing.last_ms);
    statement.execute(connection).await?;
    Ok(())
}

async fn puzzle_standing(
    connection: &mut Connection<'_>,
    puzzle: Uuid,
) -> Result<Option<Standing>, StoreError> {
    let row: Option<Lenient<StandingRow>> = Statement::of(
        "SELECT rating, deviation, volatility, games, last_ms FROM puzzle_ratings WHERE puzzle = $1",
    )
    .bind(puzzle)
    .fetch_optional(connection)
    .await?;
    Ok(row.and_then(|row| readable(row, "puzzle_ratings", puzzle)))
}

async fn solver_standing(
    connection: &mut Connection<'_>,
    player: Uuid,
) -> Result<Option<Standing>, StoreError> {
    let row: Option<Lenient<StandingRow>> = Statement::of(
        "SELECT rating, deviation, volatility, games, last_ms FROM solver_ratings WHERE player = $1",
    )
    .bind(player)
    .fetch_optional(connection)
    .await?;
    Ok(row.and_then(|row| readable(row, "solver_ratings", player)))
}

/// What a player's first attempt did, if there was one.
async fn kept(
    connection: &mut Connection<'_>,
    player: Uuid,
    puzzle: Uuid,
) -> Result<Option<RatingChange>, StoreError> {
    struct Row {
        before_rating: Option<f64>,
        before_deviation: Option<f64>,
        rating: f64,
        deviation: f64,
    }
    from_row!(Row: before_rating, before_deviation, rating, deviation);
    let row: Option<Row> = Statement::of(
        "SELECT before_rating, before_deviation, rating, deviation FROM puzzle_attempts
         WHERE player = $1 AND puzzle = $2",
    )
    .bind(player)
    .bind(puzzle)
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| RatingChange {
        before: row.before_rating.zip(row.before_deviation).map(|(was, by)| Rating::of(was, by)),
        after: Rating::of(row.rating, row.deviation),
        exact: None,
    }))
}
