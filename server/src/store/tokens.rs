//! Tokens: sessions that their owner has made for programs, each with a name, and good for some of what its owner may do.

use cydonia_protocol::Scope;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::engine::Statement;
use super::write::{Batch, Write};
use super::{Store, StoreError, TokenHash};
use crate::limits;

/// What a token is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Scopes(i64);

impl Scopes {
    pub(crate) fn has(self, scope: Scope) -> bool {
        self.0 & bit(scope) != 0
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.iter().copied().filter(move |scope| self.has(*scope))
    }

    /// As they are kept.
    pub(super) fn of_row(bits: i64) -> Self {
        Self(bits)
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        Self(scopes.into_iter().fold(0, |bits, scope| bits | bit(scope)))
    }
}

/// As it is kept: this must stay.
fn bit(scope: Scope) -> i64 {
    match scope {
        Scope::Read => 1,
        Scope::Play => 2,
        Scope::Chat => 4,
    }
}

/// A token that is live.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LiveToken {
    /// What it is told of and revoked by.
    pub number: i64,
    /// What its owner knows it by.
    pub name: String,
    /// What it is good for.
    pub scopes: Scopes,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// When it was last used, as was last noted down.
    pub used_ms: i64,
}

/// Makes a token, and gives its number; none if its owner has as many as one may.
#[derive(Clone, Debug)]
pub(crate) struct CreateToken {
    /// Whose it is.
    pub player: Uuid,
    /// The token, hashed.
    pub token: TokenHash,
    /// What its owner knows it by.
    pub name: String,
    /// What it is good for.
    pub scopes: Scopes,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

impl Write for CreateToken {
    type Output = Option<i64>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Option<i64>, StoreError> {
        let made: Option<(i64,)> = Statement::of(
            "INSERT INTO sessions (token_hash, player, token_name, scopes, created_ms, used_ms)
             SELECT $1, players.number, $2, $3, $4, $4 FROM players WHERE players.id = $5 AND deleted_ms IS NULL
             AND players.id NOT IN (SELECT player FROM merges)
             AND (SELECT count(*) FROM sessions WHERE player = players.number AND scopes IS NOT NULL) < $6
             RETURNING number",
        )
        .bind(self.token.bytes())
        .bind(&self.name)
        .bind(self.scopes.0)
        .bind(self.now_ms)
        .bind(self.player)
        .bind(limits::TOKENS)
        .fetch_optional(&mut batch.connection)
        .await?;
        Ok(made.map(|(number,)| number))
    }
}

impl Store {
    /// Every token of a player, the newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn tokens_of(&self, player: Uuid) -> Result<Vec<LiveToken>, StoreError> {
        let rows: Vec<(i64, String, i64, i64, i64)> = Statement::of(
            "SELECT sessions.number, token_name, scopes, sessions.created_ms, used_ms
             FROM sessions JOIN players ON players.number = sessions.player
             WHERE players.id = $1 AND scopes IS NOT NULL ORDER BY sessions.number DESC",
        )
        .bind(player)
        .fetch_all(&mut self.readers.play.lend().await?)
        .await?;
        let read = |(number, name, scopes, created_ms, used_ms)| {
            let scopes = Scopes::of_row(scopes);
            LiveToken { number, name, scopes, created_ms, used_ms }
        };
        Ok(rows.into_iter().map(read).collect())
    }
}
