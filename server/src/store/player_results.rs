//! What somebody's public games add up to: by game and seat, by opponent, by day. Each looks at so many of the last games at most, and so
//! takes some milliseconds, whoever it is.

use std::collections::{BTreeMap, HashMap};

use cydonia_protocol::{ActiveDay, GameResult, Opponent, Player, SeatResults, Tally};
use cydonia_rules::GameKind;
use uuid::Uuid;

use super::engine::{Snapshot, Statement, from_row};
use super::matches::result_of;
use super::players::computer;
use super::{Store, StoreError};
use crate::limits;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Which of somebody's games.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnGames {
    /// Whose.
    pub player: Uuid,
    /// Of which game alone, by its id.
    pub game: Option<&'static str>,
    /// Against whom alone.
    pub opponent: Option<Uuid>,
}

/// What they add up to.
#[derive(Clone, Debug)]
pub(crate) struct AddedUp<T> {
    /// The number of the first game that was looked at; none if all were.
    pub since: Option<i64>,
    /// The sums.
    pub sums: Vec<T>,
}

/// One sum of an answer: what was counted apart, how the games ended, how many they were.
struct SumRow {
    game: String,
    seats: i64,
    seat: i64,
    day: i64,
    other: Option<Uuid>,
    result: i64,
    games: i64,
}

from_row!(SumRow: game, seats, seat, day, other, result, games);

impl SumRow {
    fn add_to(&self, tally: &mut Tally) {
        let games = u32::try_from(self.games).unwrap_or(u32::MAX);
        tally.games += games;
        match result_of(self.result) {
            Some(GameResult::Won) => tally.won += games,
            Some(GameResult::Drawn) => tally.drawn += games,
            Some(GameResult::Lost) | None => tally.lost += games,
        }
    }
}

/// What is counted apart.
#[derive(Clone, Copy)]
enum Apart {
    Seats,
    Opponents,
    Days,
}

impl Store {
    /// How somebody's games went, by game and seat.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn results_of(&self, of: OwnGames) -> Result<AddedUp<SeatResults>, StoreError> {
        let AddedUp { since, sums } = self.add_up(of, Apart::Seats).await?;
        let mut tallies: BTreeMap<(usize, u8, u8), Tally> = BTreeMap::new();
        for row in &sums {
            let place = GameKind::ALL.iter().position(|kind| kind.id() == row.game);
            let (Some(place), Ok(seats), Ok(seat)) = (place, u8::try_from(row.seats), u8::try_from(row.seat))
            else {
                continue;
            };
            row.add_to(tallies.entry((place, seats, seat)).or_default());
        }
        let told = |((place, seats, seat), tally): ((usize, u8, u8), Tally)| SeatResults {
            game: GameKind::ALL[place].id().to_owned(),
            seats,
            seat,
            tally,
        };
        Ok(AddedUp { since, sums: tallies.into_iter().map(told).collect() })
    }

    /// How somebody's games went against each opponent, the one first whom they met most often.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn opponents_of(&self, of: OwnGames) -> Result<AddedUp<Opponent>, StoreError> {
        let AddedUp { since, sums } = self.add_up(of, Apart::Opponents).await?;
        let mut tallies: HashMap<Uuid, Tally> = HashMap::new();
        for row in &sums {
            if let Some(other) = row.other {
                row.add_to(tallies.entry(other).or_default());
            }
        }
        let mut all: Vec<_> = tallies.into_iter().collect();
        // Ids as a tie-break: the same question has the same answer.
        all.sort_by_key(|(id, tally)| (std::cmp::Reverse(tally.games), *id));
        all.truncate(limits::MAX_PAGE_SIZE);
        let ids = all.iter().map(|(id, _)| *id).collect();
        let mut names: HashMap<Uuid, Player> =
            self.players_of(ids).await?.into_iter().map(|player| (player.id, player)).collect();
        let told = |(id, tally)| Some(Opponent { player: names.remove(&id)?, tally });
        Ok(AddedUp { since, sums: all.into_iter().filter_map(told).collect() })
    }

    /// On which days they ended, the last first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn activity_of(&self, of: OwnGames) -> Result<AddedUp<ActiveDay>, StoreError> {
        let AddedUp { since, sums } = self.add_up(of, Apart::Days).await?;
        let mut days: BTreeMap<i64, ActiveDay> = BTreeMap::new();
        for row in &sums {
            let from_ms = row.day * DAY_MS;
            let day = days.entry(row.day).or_insert_with(|| ActiveDay {
                from_ms,
                finished: BTreeMap::new(),
                tally: Tally::default(),
            });
            let games = u32::try_from(row.games).unwrap_or(u32::MAX);
            *day.finished.entry(row.game.clone()).or_default() += games;
            row.add_to(&mut day.tally);
        }
        Ok(AddedUp { since, sums: days.into_values().rev().collect() })
    }

    async fn add_up(&self, of: OwnGames, apart: Apart) -> Result<AddedUp<SumRow>, StoreError> {
        let store = self.clone();
        self.look(async move {
            let mut moment = store.readers.lookups.begin_snapshot().await?;
            let since = first_looked_at(&mut moment, of.player).await?;
            let sums = sums(&of, apart, since.unwrap_or(0)).fetch_all(&mut moment).await?;
            moment.end().await?;
            Ok(AddedUp { since, sums })
        })
        .await
    }

    /// Those players whose ids are given, as far as there are any.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn players_of(&self, ids: Vec<Uuid>) -> Result<Vec<Player>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let store = self.clone();
        self.look(async move {
            let mut statement =
                Statement::of("SELECT id, name, registered_ms IS NOT NULL FROM players WHERE id IN ");
            statement.list(ids.iter().copied());
            let rows: Vec<(Uuid, String, bool)> =
                statement.fetch_all(&mut store.readers.lookups.lend().await?).await?;
            let read = |(id, name, registered)| (id, Player::new(id, name).with_account(registered));
            let known: HashMap<Uuid, Player> = rows.into_iter().map(read).collect();
            let player = |id: &Uuid| known.get(id).cloned().or_else(|| computer(*id));
            Ok(ids.iter().filter_map(player).collect())
        })
        .await
    }
}

/// The number of the first of the games that are looked at, if there are more of that player.
async fn first_looked_at(moment: &mut Snapshot, player: Uuid) -> Result<Option<i64>, StoreError> {
    let first: Option<(i64,)> = Statement::of(
        "SELECT match_number FROM match_seats WHERE player = $1
         ORDER BY match_number DESC LIMIT 1 OFFSET $2",
    )
    .bind(player)
    .bind(limits::RESULTS_SCANNED)
    .fetch_optional(moment)
    .await?;
    // That one is the first that is left out.
    Ok(first.map(|(number,)| number + 1))
}

fn sums(of: &OwnGames, apart: Apart, since: i64) -> Statement {
    let mut statement = Statement::of(match apart {
        Apart::Seats => {
            "SELECT own.game, own.seats, own.seat, own.result AS day, own.player AS other, own.result,
             count(*) AS games FROM match_seats AS own"
        }
        // A computer may sit at several seats: it is met once a game.
        Apart::Opponents => {
            "SELECT own.game, own.seats, own.seats AS seat, own.result AS day, other.player AS other, own.result,
             count(DISTINCT own.match_number) AS games FROM match_seats AS own
             JOIN match_seats AS other ON other.match_number = own.match_number
             AND other.player <> own.player AND (own.team IS NULL OR other.team <> own.team)"
        }
        Apart::Days => {
            "SELECT own.game, own.seats, own.seats AS seat, matches.finished_ms / 86400000 AS day,
             own.player AS other, own.result, count(*) AS games FROM match_seats AS own
             JOIN matches ON matches.number = own.match_number"
        }
    });
    statement.bound(" WHERE own.player = ", of.player);
    statement.bound(" AND NOT own.private AND own.match_number >= ", since);
    statement.bound_if_any(" AND own.game = ", of.game);
    if let Some(opponent) = of.opponent {
        statement.bound(
            " AND EXISTS (SELECT 1 FROM match_seats AS met WHERE met.match_number = own.match_number
             AND (own.team IS NULL OR met.team <> own.team) AND met.player = ",
            opponent,
        );
        statement.text(")");
    }
    statement.text(match apart {
        Apart::Seats => " GROUP BY own.game, own.seats, own.seat, own.player, own.result",
        Apart::Opponents => " GROUP BY own.game, own.seats, other.player, own.result",
        Apart::Days => {
            " GROUP BY own.game, own.seats, matches.finished_ms / 86400000, own.player, own.result"
        }
    });
    statement
}
