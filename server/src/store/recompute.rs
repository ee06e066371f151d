//! All ratings worked out anew from the finished games, as after a database was mended by hand, or to show that nobody
//! touched them.

use std::collections::HashMap;

use cydonia_protocol::{COMPUTERS, Pool};
use cydonia_table::journal::CorruptData;
use uuid::Uuid;

use super::engine::{
    Connection, Lenient, MigrationPolicy, RowPlace, Session, Statement, WriterConnection, from_row,
};
use super::merging::{self, Merge};
use super::ratings::{self, RatedGame, SeatChange, StandingRow, Whose};
use super::{StoreError, backfill, engine, explorer, rating_rule};
use crate::config::Database;
use crate::glicko::{self, Change, Standing};
use crate::limits;

/// What working all ratings out anew has shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recomputed {
    /// How many rated games there are.
    pub games: u64,
    /// How many ratings follow from them: one for each player, game and pool.
    pub ratings: u64,
    /// How many rows were not what follows from the games, to the last bit.
    pub wrong: u64,
}

struct GameRow {
    number: i64,
    game: String,
    finished_ms: i64,
    told: Lenient<ToldSetup>,
}

from_row!(GameRow: number, game, finished_ms; told);

/// What a row says of how a game was set up.
struct ToldSetup {
    options: String,
    first: Option<i64>,
}

from_row!(ToldSetup: options, first);

struct SeatRow {
    match_number: i64,
    player: Uuid,
    rank: i64,
}

from_row!(SeatRow: match_number, player, rank);

struct ChangeRow {
    match_number: i64,
    told: Lenient<ToldChange>,
}

from_row!(ChangeRow: match_number; told);

/// What a row says that a game did.
struct ToldChange {
    seat: i64,
    player: Uuid,
    game: String,
    pool: String,
    before_rating: Option<f64>,
    before_deviation: Option<f64>,
    rating: f64,
    deviation: f64,
    volatility: f64,
}

from_row!(ToldChange: seat, player, game, pool, before_rating, before_deviation, rating, deviation, volatility);

/// Works all ratings out anew, in the order in which the games ended, and puts right what is wrong if `mends`. All of it
/// is one transaction; no server may have the data open meanwhile. A rating that cannot be read is a wrong one.
/// Whoever mends is also brought to this program's version first; whoever only looks changes nothing.
///
/// # Errors
/// If the database cannot be opened, fails, holds a damaged game, is older and only to be looked at, or a server has it
/// open.
pub async fn recompute_ratings(database: &Database, mends: bool) -> Result<Recomputed, StoreError> {
    let opening = if mends { MigrationPolicy::Migrate } else { MigrationPolicy::RequireCurrent };
    let (mut owner, readers) = engine::open(database, opening).await?;
    if mends {
        // Who began is part of what ratings follow from.
        backfill::run(&mut owner).await?;
    }
    let found = work_out(&mut owner, mends).await?;
    readers.close().await;
    owner.close().await?;
    Ok(found)
}

/// Works all of it out in a transaction, which is kept if it `mends`; with that the ratings are of this program's rule.
pub(super) async fn work_out(owner: &mut WriterConnection, mends: bool) -> Result<Recomputed, StoreError> {
    let mut transaction = owner.begin().await?;
    let mut connection = transaction.connection();
    let mut found = Recomputed::default();
    let mut standings: HashMap<Whose, Standing> = HashMap::new();
    let mut merges = merging::all(&mut connection).await?.into_iter().peekable();
    let mut after = 0;
    loop {
        let games = games(&mut connection, after).await?;
        let (Some(first), Some(last)) = (games.first(), games.last()) else { break };
        after = last.number;
        let mut seats = seats(&mut connection, first.number, last.number).await?;
        let mut kept = changes(&mut connection, first.number, last.number).await?;
        for game in games {
            while let Some(merge) = merges.next_if(|merge| merge.after_game < game.number) {
                hand_over(merge, &mut standings);
            }
            found.games += 1;
            let seats = seats
                .remove(&game.number)
                .ok_or_else(|| CorruptData::value("match_seats", "seat", game.number, "there is none"))?;
            let kept = kept.remove(&game.number).unwrap_or_default();
            let changes = rate(&game, &seats, &mut standings)?;
            let says = |seat: i64, whose: &Whose, change: &Change| {
                kept.iter().flat_map(|row| &row.told.0).any(|told| told.says(seat, whose, change))
            };
            let right =
                (0..).zip(&changes).filter(|(seat, (whose, change))| says(*seat, whose, change)).count();
            let wrong = changes.len().max(kept.len()) - right;
            found.wrong += wrong as u64;
            if mends && wrong > 0 {
                keep_anew(&mut connection, game.number, &changes).await?;
            }
        }
    }
    for merge in merges {
        hand_over(merge, &mut standings);
    }
    found.wrong += forget_unrated(&mut connection, mends).await?;
    found.ratings = standings.len() as u64;
    found.wrong += settle(&mut connection, &standings, mends).await?;
    if mends {
        // The explorer tells mean ratings.
        if found.wrong > 0 {
            explorer::empty(&mut connection).await?;
        }
        rating_rule::keep(&mut connection).await?;
        transaction.commit().await?;
    } else {
        drop(transaction);
    }
    Ok(found)
}

/// Gives somebody's ratings to whom they became part of, where those had none.
fn hand_over(Merge { player, into, .. }: Merge, standings: &mut HashMap<Whose, Standing>) {
    let own: Vec<Whose> = standings.keys().filter(|(whose, ..)| *whose == player).cloned().collect();
    for whose in own {
        let Some(standing) = standings.remove(&whose) else { continue };
        let (_, game, pool) = whose;
        standings.entry((into, game, pool)).or_insert(standing);
    }
}

/// What a game did to those who played it, in the order of their seats.
fn rate(
    game: &GameRow,
    seats: &[SeatRow],
    standings: &mut HashMap<Whose, Standing>,
) -> Result<Vec<(Whose, Change)>, CorruptData> {
    let pool = Pool::of(seats.len(), seats.iter().any(|row| COMPUTERS.contains(&row.player)));
    let mut sat = Vec::with_capacity(seats.len());
    for row in seats {
        let rank =
            u8::try_from(row.rank).map_err(RowPlace("match_seats", row.match_number).column("rank"))?;
        sat.push(((row.player, game.game.clone(), pool), rank));
    }
    let offsets = game.offsets(seats.len());
    Ok(ratings::rate_in(standings, RatedGame { sat, offsets, finished_ms: game.finished_ms }))
}

impl GameRow {
    /// What its seats are worth. Where damage hides how it was set up no seat is worth more than the others: that holds up no rating.
    fn offsets(&self, seats: usize) -> Vec<f64> {
        let setup = self.told.0.as_ref().ok().and_then(|ToldSetup { options, first }| {
            Some((serde_json::from_str(options).ok()?, u8::try_from((*first)?).ok()?))
        });
        match setup {
            Some((options, first)) => glicko::offsets(&self.game, seats, &options, first),
            None => vec![0.0; seats],
        }
    }
}

impl ToldChange {
    /// Whether the row says just that of a seat, to the last bit.
    fn says(&self, seat: i64, (player, game, pool): &Whose, change: &Change) -> bool {
        let bits = |figure: Option<f64>| figure.map(f64::to_bits);
        let before = change.before;
        (self.seat, &self.player, &self.game, self.pool.as_str()) == (seat, player, game, pool.name())
            && bits(self.before_rating) == bits(before.map(|before| before.rating))
            && bits(self.before_deviation) == bits(before.map(|before| before.deviation))
            && self.rating.to_bits() == change.after.rating.to_bits()
            && self.deviation.to_bits() == change.after.deviation.to_bits()
            && self.volatility.to_bits() == change.after.volatility.to_bits()
    }
}

/// Compares the ratings as they are kept with those that follow from the games; gives how many are wrong.
async fn settle(
    connection: &mut Connection<'_>,
    standings: &HashMap<Whose, Standing>,
    mends: bool,
) -> Result<u64, StoreError> {
    struct Row {
        player: Uuid,
        game: String,
        pool: String,
        standing: StandingRow,
    }
    from_row!(Row: player, game, pool; standing);
    let rows: Vec<Lenient<Row>> = Statement::of("SELECT * FROM ratings").fetch_all(connection).await?;
    let count = rows.len();
    let is_right = |Row { player, game, pool, standing }: Row| {
        let Some(pool) = Pool::from_name(&pool) else { return false };
        let due = standings.get(&(player, game, pool));
        due.is_some_and(|due| same_bits(due, &standing.into()))
    };
    let right = rows.into_iter().flat_map(|row| row.0).map(is_right).filter(|right| *right).count();
    let wrong = count.max(standings.len()) - right;
    if mends && wrong > 0 {
        // All of them, as there may be some that cannot even be named.
        Statement::of("DELETE FROM ratings").execute(connection).await?;
        ratings::keep_standings(connection, standings).await?;
    }
    Ok(wrong as u64)
}

fn same_bits(one: &Standing, other: &Standing) -> bool {
    let bits =
        |standing: &Standing| [standing.rating, standing.deviation, standing.volatility].map(f64::to_bits);
    bits(one) == bits(other) && (one.games, one.last_ms) == (other.games, other.last_ms)
}

async fn games(connection: &mut Connection<'_>, after: i64) -> Result<Vec<GameRow>, StoreError> {
    Statement::of(
        "SELECT number, game, finished_ms, options, first FROM matches WHERE rated AND number > $1
         ORDER BY number LIMIT $2",
    )
    .bind(after)
    .bind(limits::RECOMPUTED)
    .fetch_all(connection)
    .await
}

async fn seats(
    connection: &mut Connection<'_>,
    first: i64,
    last: i64,
) -> Result<HashMap<i64, Vec<SeatRow>>, StoreError> {
    let rows: Vec<SeatRow> = Statement::of(
        "SELECT match_number, COALESCE(played_as, player) AS player, rank FROM match_seats JOIN matches ON number = match_number
         WHERE rated AND match_number BETWEEN $1 AND $2 ORDER BY match_number, seat",
    )
    .bind(first)
    .bind(last)
    .fetch_all(connection)
    .await?;
    Ok(by_game(rows, |row| row.match_number))
}

async fn changes(
    connection: &mut Connection<'_>,
    first: i64,
    last: i64,
) -> Result<HashMap<i64, Vec<ChangeRow>>, StoreError> {
    let rows: Vec<ChangeRow> = Statement::of(
        "SELECT rating_changes.* FROM rating_changes JOIN matches ON number = match_number
         WHERE rated AND match_number BETWEEN $1 AND $2",
    )
    .bind(first)
    .bind(last)
    .fetch_all(connection)
    .await?;
    Ok(by_game(rows, |row| row.match_number))
}

fn by_game<T>(rows: Vec<T>, number: impl Fn(&T) -> i64) -> HashMap<i64, Vec<T>> {
    let mut games: HashMap<i64, Vec<T>> = HashMap::new();
    for row in rows {
        games.entry(number(&row)).or_default().push(row);
    }
    games
}

/// Writes down anew what a game did, whatever was kept of that.
async fn keep_anew(
    connection: &mut Connection<'_>,
    number: i64,
    changes: &[(Whose, Change)],
) -> Result<(), StoreError> {
    Statement::of("DELETE FROM rating_changes WHERE match_number = $1")
        .bind(number)
        .execute(connection)
        .await?;
    let changes: Vec<SeatChange> = (0..)
        .zip(changes)
        .map(|(seat, (whose, change))| SeatChange { number, seat, whose: whose.clone(), change: *change })
        .collect();
    ratings::keep_changes(connection, &changes).await
}

/// Finds changes by games that are not rated, or that there are not; gives how many.
async fn forget_unrated(connection: &mut Connection<'_>, mends: bool) -> Result<u64, StoreError> {
    let (count,): (i64,) = Statement::of(
        "SELECT count(*) FROM rating_changes
         WHERE match_number NOT IN (SELECT number FROM matches WHERE rated)",
    )
    .fetch_one(connection)
    .await?;
    if mends && count > 0 {
        Statement::of(
            "DELETE FROM rating_changes
             WHERE match_number NOT IN (SELECT number FROM matches WHERE rated)",
        )
        .execute(connection)
        .await?;
    }
    Ok(count.unsigned_abs())
}
