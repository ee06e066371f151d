//! Sign-in: whose a name or a passkey is, and the sessions of those who have shown who they are.

use cydonia_protocol::Player;
use uuid::Uuid;

use super::engine::{Connection, Statement};
use super::merging::{self, NoMerge};
use super::sessions::numbers;
use super::write::{Batch, Write};
use super::{Store, StoreError, TokenHash};
use crate::{limits, text};

/// What has shown who somebody is.
#[derive(Debug)]
pub(crate) enum ProvedBy {
    /// Their password, of which that was kept.
    Password(String),
    /// One of their passkeys.
    Passkey {
        /// Its number.
        number: i64,
        /// Key, counter and flags as they were read, as JSON.
        was: String,
        /// The same as they are from now on.
        is: String,
    },
    /// One of their recovery codes, hashed: it goes.
    RecoveryCode(TokenHash),
}

/// Opens a session for somebody who has shown who they are, or notes down that they have shown it once more. Gives the numbers of sessions
/// that end for it: more than anybody has are not kept.
#[derive(Debug)]
pub(crate) struct SignIn {
    /// Who.
    pub player: Uuid,
    /// What has shown it.
    pub by: ProvedBy,
    /// The session.
    pub session: SignInSession,
    /// The guest that they were here, who becomes part of them.
    pub guest: Option<Uuid>,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Of which session it is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SignInSession {
    /// A new one with that token, hashed.
    New(TokenHash),
    /// The one of theirs that asks.
    Same {
        /// Its number.
        number: i64,
        /// What opens it from then on, hashed; none if that stays.
        next_token: Option<TokenHash>,
    },
}

/// Why nobody is signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoSignIn {
    /// It is not so any more: what was shown may be gone or another by then.
    Wrong,
    /// The guest does not become part of them.
    NoMerge(NoMerge),
}

impl Write for SignIn {
    type Output = Result<Vec<i64>, NoSignIn>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Self::Output, StoreError> {
        let connection = &mut batch.connection;
        if let Some(guest) = self.guest
            && let Err(no) = merging::check(connection, guest, self.player).await?
        {
            return Ok(Err(NoSignIn::NoMerge(no)));
        }
        if !self.by.is_so(connection, self.player, self.now_ms).await? {
            return Ok(Err(NoSignIn::Wrong));
        }
        let mut ended = match self.guest {
            Some(guest) => merging::merge(connection, guest, self.player, self.now_ms).await?,
            None => Vec::new(),
        };
        match self.session {
            SignInSession::Same { number, next_token } => {
                prove(connection, number, next_token, self.now_ms).await?;
            }
            SignInSession::New(token) => {
                ended.extend(open(connection, self.player, token, self.now_ms).await?);
            }
        }
        Ok(Ok(ended))
    }
}

impl ProvedBy {
    /// Whether it could have been found by trying.
    pub(crate) fn was_guessed(&self) -> bool {
        !matches!(self, Self::Passkey { .. })
    }

    /// Whether what was shown of somebody is still what is kept; a recovery code is used up by it.
    pub(super) async fn is_so(
        &self,
        connection: &mut Connection<'_>,
        player: Uuid,
        now_ms: i64,
    ) -> Result<bool, StoreError> {
        let touched = match self {
            Self::Password(kept) => {
                let (fits,): (i64,) =
                    Statement::of("SELECT count(*) FROM players WHERE id = $1 AND password = $2")
                        .bind(player)
                        .bind(kept)
                        .fetch_one(connection)
                        .await?;
                fits.unsigned_abs()
            }
            Self::Passkey { number, was, is } => {
                Statement::of(
                    "UPDATE passkeys SET used_ms = $2, document = $4 WHERE number = $1 AND document = $3",
                )
                .bind(number)
                .bind(now_ms)
                .bind(was)
                .bind(is)
                .execute(connection)
                .await?
            }
            Self::RecoveryCode(code) => {
                Statement::of(
                    "DELETE FROM recovery_codes WHERE code_hash = $2
                     AND player = (SELECT number FROM players WHERE id = $1)",
                )
                .bind(player)
                .bind(code.bytes())
                .execute(connection)
                .await?
            }
        };
        Ok(touched > 0)
    }
}

/// Notes down that whoever has a session has shown who they are.
pub(super) async fn prove(
    connection: &mut Connection<'_>,
    session: i64,
    next_token: Option<TokenHash>,
    now_ms: i64,
) -> Result<(), StoreError> {
    Statement::of(
        "UPDATE sessions SET proved_ms = $2, token_hash = coalesce($3, token_hash) WHERE number = $1",
    )
    .bind(session)
    .bind(now_ms)
    .bind(next_token.as_ref().map(TokenHash::bytes))
    .execute(connection)
    .await?;
    Ok(())
}

/// Opens a session; gives the numbers of those that end for it.
async fn open(
    connection: &mut Connection<'_>,
    player: Uuid,
    token: TokenHash,
    now_ms: i64,
) -> Result<Vec<i64>, StoreError> {
    Statement::of(
        "INSERT INTO sessions (token_hash, player, created_ms, used_ms, proved_ms)
         SELECT $1, number, $2, $2, $2 FROM players WHERE id = $3",
    )
    .bind(token.bytes())
    .bind(now_ms)
    .bind(player)
    .execute(connection)
    .await?;
    let ended: Vec<(i64,)> = Statement::of(
        "DELETE FROM sessions WHERE player = (SELECT number FROM players WHERE id = $1)
         AND table_number IS NULL AND scopes IS NULL AND number NOT IN (SELECT sessions.number FROM sessions
         JOIN players ON players.number = sessions.player WHERE players.id = $1 AND table_number IS NULL
         AND scopes IS NULL ORDER BY sessions.number DESC LIMIT $2)
         RETURNING number",
    )
    .bind(player)
    .bind(limits::OWN_SESSIONS)
    .fetch_all(connection)
    .await?;
    Ok(numbers(ended))
}

/// A passkey, and whose it is.
#[derive(Clone, Debug)]
pub(crate) struct KeptPasskey {
    /// Its number.
    pub number: i64,
    /// Whose.
    pub player: Player,
    /// The house's name for which it was made.
    pub host: String,
    /// Key, counter and flags, as JSON.
    pub document: String,
}

impl Store {
    /// Who has an account under that name, and their password, hashed.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn account_called(
        &self,
        name: &str,
    ) -> Result<Option<(Player, Option<String>)>, StoreError> {
        let found: Option<(Uuid, String, Option<String>)> =
            Statement::of("SELECT id, name, password FROM players WHERE account_look = $1")
                .bind(text::look(name))
                .fetch_optional(&mut self.readers.play.lend().await?)
                .await?;
        Ok(found.map(|(id, name, password)| (Player::new(id, name).with_account(true), password)))
    }

    /// The passkey that an authenticator knows by that id.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn passkey(&self, credential_id: &[u8]) -> Result<Option<KeptPasskey>, StoreError> {
        let found: Option<(i64, String, String, Uuid, String, bool)> = Statement::of(
            "SELECT passkeys.number, host, document, players.id, players.name, registered_ms IS NOT NULL
             FROM passkeys JOIN players ON players.number = passkeys.player WHERE credential_id = $1",
        )
        .bind(credential_id)
        .fetch_optional(&mut self.readers.play.lend().await?)
        .await?;
        Ok(found.map(|(number, host, document, id, name, registered)| {
            let player = Player::new(id, name).with_account(registered);
            KeptPasskey { number, player, host, document }
        }))
    }

    /// Whether that is one of somebody's recovery codes.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn has_recovery_code(&self, player: Uuid, code: TokenHash) -> Result<bool, StoreError> {
        let (found,): (i64,) = Statement::of(
            "SELECT count(*) FROM recovery_codes JOIN players ON players.number = player
             WHERE players.id = $1 AND code_hash = $2",
        )
        .bind(player)
        .bind(code.bytes())
        .fetch_one(&mut self.readers.play.lend().await?)
        .await?;
        Ok(found > 0)
    }
}
