//! Sign-in: whose a name or a passkey is, and the sessions of those who have shown who they are.

use cydonia_protocol::Player;
use uuid::Uuid;

use super::engine::Statement;
use super::write::{Batch, Write};
use super::{Store, StoreError, TokenHash};
use crate::text;

/// What has shown who somebody is.
#[derive(Debug)]
pub(crate) enum ProvedBy {
    /// Their password.
    Password,
    /// One of their passkeys, and what is to be kept of it if that has changed.
    Passkey {
        /// Its number.
        number: i64,
        /// Key, counter and flags, as JSON.
        document: Option<String>,
    },
    /// One of their recovery codes, hashed: it goes.
    RecoveryCode(TokenHash),
}

/// Opens a session for somebody who has shown who they are, or notes down that they have shown it once more. Whether it is so:
/// a recovery code may be gone by then, and so may a passkey.
#[derive(Debug)]
pub(crate) struct SignIn {
    /// Who.
    pub player: Uuid,
    /// What has shown it.
    pub by: ProvedBy,
    /// The session.
    pub session: SignInSession,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Of which session it is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SignInSession {
    /// A new one with that token, hashed.
    New(TokenHash),
    /// The one of theirs that asks.
    Same(i64),
}

impl Write for SignIn {
    type Output = bool;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<bool, StoreError> {
        let connection = &mut batch.connection;
        let used =
            match self.by {
                ProvedBy::Password => 1,
                ProvedBy::Passkey { number, document } => Statement::of(
                    "UPDATE passkeys SET used_ms = $2, document = coalesce($3, document) WHERE number = $1",
                )
                .bind(number)
                .bind(self.now_ms)
                .bind(document)
                .execute(connection)
                .await?,
                ProvedBy::RecoveryCode(code) => {
                    Statement::of(
                        "DELETE FROM recovery_codes WHERE code_hash = $2
                     AND player = (SELECT number FROM players WHERE id = $1)",
                    )
                    .bind(self.player)
                    .bind(code.bytes())
                    .execute(connection)
                    .await?
                }
            };
        if used == 0 {
            return Ok(false);
        }
        match self.session {
            SignInSession::Same(number) => {
                Statement::of("UPDATE sessions SET proved_ms = $2 WHERE number = $1")
                    .bind(number)
                    .bind(self.now_ms)
            }
            SignInSession::New(token) => Statement::of(
                "INSERT INTO sessions (token_hash, player, created_ms, used_ms, proved_ms)
                 SELECT $1, number, $2, $2, $2 FROM players WHERE id = $3",
            )
            .bind(token.bytes())
            .bind(self.now_ms)
            .bind(self.player),
        }
        .execute(connection)
        .await?;
        Ok(true)
    }
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
}
