//! Players, each with the session that they are made with.

use cydonia_protocol::{Player, PlayerPage};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::engine::Statement;
use super::write::{Batch, Write};
use super::{Store, StoreError};
use crate::{limits, text};

/// The SHA-256 of a session's token: all that is kept of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TokenHash([u8; 32]);

impl TokenHash {
    /// The hash of a token as the client holds it.
    #[must_use]
    pub(crate) fn of(token: &str) -> Self {
        Self(Sha256::digest(token.as_bytes()).into())
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Keeps a new player and the hash of its first session's token; not if somebody who has an account is called so.
#[derive(Clone, Debug)]
pub(crate) struct CreatePlayer {
    /// Who.
    pub player: Player,
    /// The session's token, hashed.
    pub token: TokenHash,
    /// When, in milliseconds since 1970.
    pub created_ms: i64,
}

impl Write for CreatePlayer {
    type Output = Result<(), NameTaken>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Result<(), NameTaken>, StoreError> {
        let connection = &mut batch.connection;
        let made: Option<(i64,)> = Statement::of(
            "INSERT INTO players (id, name, created_ms, search) SELECT $1, $2, $3, $4
             WHERE NOT EXISTS (SELECT 1 FROM players WHERE account_look = $5) RETURNING number",
        )
        .bind(self.player.id)
        .bind(&self.player.name)
        .bind(self.created_ms)
        .bind(text::search_key(&self.player.name))
        .bind(text::look(&self.player.name))
        .fetch_optional(connection)
        .await?;
        let Some((number,)) = made else { return Ok(Err(NameTaken)) };
        Statement::of(
            "INSERT INTO sessions (token_hash, player, created_ms, used_ms) VALUES ($1, $2, $3, $3)",
        )
        .bind(self.token.bytes())
        .bind(number)
        .bind(self.created_ms)
        .execute(connection)
        .await?;
        Ok(Ok(()))
    }
}

/// Somebody who has an account is called so, or what looks like it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NameTaken;

/// Gives a player another name; not one that is somebody else's who has an account.
#[derive(Clone, Debug)]
pub(crate) struct RenamePlayer {
    /// Who.
    pub id: Uuid,
    /// The name.
    pub name: String,
}

impl Write for RenamePlayer {
    type Output = Result<(), NameTaken>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Result<(), NameTaken>, StoreError> {
        let renamed = Statement::of(
            "UPDATE players SET name = $2, search = $3,
             account_look = CASE WHEN registered_ms IS NULL THEN NULL ELSE $4 END
             WHERE id = $1 AND deleted_ms IS NULL AND id NOT IN (SELECT player FROM merges)
             AND NOT EXISTS (SELECT 1 FROM players AS other
             WHERE other.account_look = $4 AND other.id <> $1)",
        )
        .bind(self.id)
        .bind(&self.name)
        .bind(text::search_key(&self.name))
        .bind(text::look(&self.name))
        .execute(&mut batch.connection)
        .await?;
        Ok(if renamed > 0 { Ok(()) } else { Err(NameTaken) })
    }
}

impl Store {
    /// A player.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn player(&self, id: Uuid) -> Result<Option<Player>, StoreError> {
        if let Some(computer) = computer(id) {
            return Ok(Some(computer));
        }
        let found: Option<(String, bool)> =
            Statement::of("SELECT name, registered_ms IS NOT NULL FROM players WHERE id = $1")
                .bind(id)
                .fetch_optional(&mut self.readers.play.lend().await?)
                .await?;
        Ok(found.map(|(name, registered)| Player::new(id, name).with_account(registered)))
    }

    /// Somebody, or whom they have become part of, and how many public games they have finished; none if nobody has that id.
    ///
    /// # Errors
    /// If the database fails or a row is damaged.
    pub(crate) async fn player_page(&self, id: Uuid) -> Result<Option<PlayerPage>, StoreError> {
        let id = self.is_now(id).await?;
        let found: Option<(String, i64, bool)> =
            Statement::of("SELECT name, created_ms, registered_ms IS NOT NULL FROM players WHERE id = $1")
                .bind(id)
                .fetch_optional(&mut self.readers.lookups.lend().await?)
                .await?;
        // Of computers there is no row: they are the same in every house, and were always there.
        let found = found.or_else(|| computer(id).map(|computer| (computer.name, 0, false)));
        let Some((name, since_ms, registered)) = found else { return Ok(None) };
        let counts: Vec<(String, i64)> = Statement::of(
            "SELECT game, count(*) FROM match_seats WHERE player = $1 AND NOT private GROUP BY game",
        )
        .bind(id)
        .fetch_all(&mut self.readers.lookups.lend().await?)
        .await?;
        let finished =
            counts.into_iter().map(|(game, count)| (game, u32::try_from(count).unwrap_or(u32::MAX)));
        let player = Player::new(id, name).with_account(registered);
        Ok(Some(PlayerPage { player, since_ms, finished: finished.collect() }))
    }
}

/// Rows that are read together in a search by name.
const NAMES_AT_ONCE: i64 = 200;

/// A page of players.
#[derive(Clone, Debug)]
pub(crate) struct PlayersFound {
    /// The players.
    pub players: Vec<Player>,
    /// The number of the last player that was looked at, if there may be others behind.
    pub next: Option<i64>,
}

impl Store {
    /// Up to `limit` of those who have a public game among their last hundred and whose name begins so, to whoever reads it with a glance, in the order
    /// of their names, from after the player of that number.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn players_called(
        &self,
        name: &str,
        after: Option<i64>,
        limit: usize,
    ) -> Result<PlayersFound, StoreError> {
        let (store, key) = (self.clone(), text::search_key(name));
        self.look(async move {
            let mut moment = store.readers.lookups.begin_snapshot().await?;
            let after: Option<(String, i64)> = match after {
                None => None,
                Some(number) => {
                    Statement::of(
                        "SELECT search, number FROM players WHERE number = $1 AND search IS NOT NULL",
                    )
                    .bind(number)
                    .fetch_optional(&mut moment)
                    .await?
                }
            };
            // Whoever is called otherwise since is no place in this list: it begins again.
            let (mut from, mut number) =
                after.filter(|(search, _)| *search >= key).unwrap_or((key.clone(), 0));
            let mut players = Vec::new();
            // As many are looked at as a list may; who is rarer than that comes in more pages.
            for _ in 0..limits::MAX_ROWS_SCANNED / NAMES_AT_ONCE {
                let looked_at: Vec<(Uuid, String, bool, String, i64, bool)> = Statement::of(
                    "SELECT id, name, registered_ms IS NOT NULL, search, number, EXISTS (SELECT 1 FROM (SELECT private FROM match_seats
                     WHERE player = id ORDER BY match_number DESC LIMIT 100) AS last WHERE NOT private)
                     FROM players WHERE search >= $1 AND search < $2 AND (search > $1 OR number > $3)
                     AND deleted_ms IS NULL
                     ORDER BY search, number LIMIT $4",
                )
                .bind(from.clone())
                .bind(format!("{key}{}", char::MAX))
                .bind(number)
                .bind(NAMES_AT_ONCE)
                .fetch_all(&mut moment)
                .await?;
                let is_last = (looked_at.len() as i64) < NAMES_AT_ONCE;
                for (id, name, registered, search, its_number, has_played) in looked_at {
                    if players.len() == limit {
                        return Ok(PlayersFound { players, next: Some(number) });
                    }
                    (from, number) = (search, its_number);
                    if has_played {
                        players.push(Player::new(id, name).with_account(registered));
                    }
                }
                if is_last {
                    return Ok(PlayersFound { players, next: None });
                }
            }
            Ok(PlayersFound { players, next: Some(number) })
        })
        .await
    }
}

/// A player as they are joined to a row: id, name, and whether they have an account.
type Joined = (Uuid, Option<String>, bool);

/// Of a computer or somebody unknown there is no row: they are known by their id alone.
pub(super) fn player_of((id, name, registered): Joined) -> Player {
    match (computer(id), name) {
        (Some(computer), _) => computer,
        (None, name) => Player::new(id, name.unwrap_or_default()).with_account(registered),
    }
}

/// The computer player with that id, if it is one's.
pub(super) fn computer(id: Uuid) -> Option<Player> {
    Player::computer(Player::new(id, String::new()).computer?)
}
