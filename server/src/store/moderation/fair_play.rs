//! Fair play: how a player's rated games look to a moderator, and which games were played from one address.

use std::collections::{HashMap, HashSet};

use cydonia_protocol::{FairPlay, FairPlayOpponent, GameResult};
use cydonia_rules::Reason;
use uuid::Uuid;

use super::super::engine::Statement;
use super::super::matches::number_of;
use super::super::players::player_of;
use super::super::write::{Batch, Write};
use super::super::{Store, StoreError};
use crate::limits;

/// Notes that several players of a rated game played it from one address; of what is noted already nothing is new.
#[derive(Clone, Debug)]
pub(crate) struct NoteSharedAddress {
    /// The game.
    pub game: Uuid,
    /// They.
    pub players: Vec<Uuid>,
}

impl Write for NoteSharedAddress {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        for player in self.players {
            Statement::of(
                "INSERT INTO shared_addresses (match_id, player) SELECT $1, $2
                 WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = $2 AND deleted_ms IS NOT NULL)
                 ON CONFLICT (match_id, player) DO NOTHING",
            )
            .bind(self.game)
            .bind(player)
            .execute(&mut batch.connection)
            .await?;
        }
        Ok(())
    }
}

/// A rated game as a moderator looks at it.
struct Looked {
    number: i64,
    id: Uuid,
    /// Whether it ended within a few moves as somebody gave it up, left it, or had no time left.
    was_given_up: bool,
    result: i64,
}

/// How a game ends that somebody gives away.
const GIVEN_UP: [Reason; 3] = [Reason::RESIGNED, Reason::TIMEOUT, Reason::ABANDONED];

impl Store {
    /// How somebody's last rated games look.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn fair_play(&self, player: Uuid) -> Result<FairPlay, StoreError> {
        let mut reader = self.readers.lookups.lend().await?;
        let rows: Vec<(i64, Uuid, String, i64, i64, i64)> = Statement::of(
            "SELECT matches.number, matches.id, matches.reason, matches.plies, matches.seats, result
             FROM match_seats JOIN matches ON matches.number = match_seats.match_number
             JOIN rating_changes ON rating_changes.match_number = match_seats.match_number
             AND rating_changes.seat = match_seats.seat
             WHERE match_seats.player = $1 ORDER BY match_seats.match_number DESC LIMIT $2",
        )
        .bind(player)
        .bind(limits::FAIR_PLAY_GAMES)
        .fetch_all(&mut reader)
        .await?;
        let looked =
            |(number, id, reason, plies, seats, result): (i64, Uuid, String, i64, i64, i64)| Looked {
                number,
                id,
                // The last entry is that somebody leaves.
                was_given_up: plies - 1 <= limits::THROWN_PLIES * seats
                    && GIVEN_UP.iter().any(|given| given.name() == reason),
                result,
            };
        let games: Vec<Looked> = rows.into_iter().map(looked).collect();
        if games.is_empty() {
            return Ok(FairPlay { games: 0, thrown: 0, given: 0, opponents: Vec::new() });
        }
        let mut shared = Statement::of("SELECT match_id, player FROM shared_addresses WHERE match_id IN ");
        shared.list(games.iter().map(|game| game.id));
        let shared: HashSet<(Uuid, Uuid)> =
            shared.fetch_all::<(Uuid, Uuid)>(&mut reader).await?.into_iter().collect();
        let mut seats = Statement::of(
            "SELECT match_number, player, players.name, players.registered_ms IS NOT NULL
             FROM match_seats LEFT JOIN players ON players.id = player WHERE match_number IN ",
        );
        seats.list(games.iter().map(|game| game.number));
        let seats: Vec<(i64, Uuid, Option<String>, bool)> = seats.fetch_all(&mut reader).await?;
        let by_number: HashMap<i64, &Looked> = games.iter().map(|game| (game.number, game)).collect();
        let (won, lost) = (number_of(GameResult::Won), number_of(GameResult::Lost));
        let mut opponents: HashMap<Uuid, FairPlayOpponent> = HashMap::new();
        // A computer may have had several seats of a game.
        let mut met = HashSet::new();
        for (number, id, name, registered) in seats {
            let Some(game) = by_number.get(&number) else { continue };
            if id == player || !met.insert((number, id)) {
                continue;
            }
            let new = || FairPlayOpponent {
                player: player_of((id, name, registered)),
                games: 0,
                won: 0,
                same_address: 0,
            };
            let opponent = opponents.entry(id).or_insert_with(new);
            opponent.games += 1;
            opponent.won += u32::from(game.result == won);
            let is_shared = shared.contains(&(game.id, id)) && shared.contains(&(game.id, player));
            opponent.same_address += u32::from(is_shared);
        }
        let mut opponents: Vec<_> = opponents.into_values().collect();
        opponents.sort_by_key(|one| (std::cmp::Reverse(one.games), one.player.id));
        opponents.truncate(limits::FAIR_PLAY_OPPONENTS);
        let count = |result| games.iter().filter(|game| game.was_given_up && game.result == result).count();
        Ok(FairPlay {
            games: games.len() as u32,
            thrown: count(lost) as u32,
            given: count(won) as u32,
            opponents,
        })
    }

    /// The games that somebody played from the address of another who played them, as far as that was noted.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn shared_address_games(&self, player: Uuid) -> Result<Vec<Uuid>, StoreError> {
        let games: Vec<(Uuid,)> = Statement::of("SELECT match_id FROM shared_addresses WHERE player = $1")
            .bind(player)
            .fetch_all(&mut self.readers.lookups.lend().await?)
            .await?;
        Ok(games.into_iter().map(|(game,)| game).collect())
    }
}
