//! Accounts: who has registered, and what they sign in by. How it is used is told in `sign_in.rs`.

use cydonia_protocol::OwnPasskey;
use uuid::Uuid;

use super::engine::{Connection, Statement};
use super::write::{Batch, Write};
use super::{Store, StoreError, TokenHash, sign_in};
use crate::{limits, text};

/// Something that one signs in by, as it is kept.
#[derive(Debug)]
pub(crate) enum NewCredential {
    /// A password, hashed: a PHC string.
    Password(String),
    /// A passkey.
    Passkey(NewPasskeyRow),
}

/// A passkey, as it is kept.
#[derive(Debug)]
pub(crate) struct NewPasskeyRow {
    /// The id that its authenticator knows it by.
    pub credential_id: Vec<u8>,
    /// The house's name for which it was made.
    pub host: String,
    /// Key, counter and flags, as JSON.
    pub document: String,
    /// What its owner knows it by.
    pub name: String,
}

/// Keeps what somebody signs in by. Whoever was a guest has an account from then on, under the name that they have.
#[derive(Debug)]
pub(crate) struct KeepCredential {
    /// Whose it is.
    pub player: Uuid,
    /// The session that asks: it is theirs by proof from then on.
    pub session: i64,
    /// What opens that session from then on, hashed, if they register: whoever has a copy of what did before has nothing.
    pub next_token: Option<TokenHash>,
    /// The password or passkey.
    pub credential: NewCredential,
    /// Recovery codes, hashed, for whoever registers by this.
    pub recovery_codes: Vec<TokenHash>,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CredentialKept {
    /// They have an account now, and those recovery codes.
    Registered,
    /// They had one.
    Added,
    /// Somebody who has an account is called so.
    NameTaken,
    /// There are as many passkeys as one may have.
    TooMany,
    /// There is such a passkey already.
    Known,
    /// They have been deleted meanwhile, or have become part of another.
    Deleted,
}

impl Write for KeepCredential {
    type Output = CredentialKept;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<CredentialKept, StoreError> {
        let connection = &mut batch.connection;
        let found: Option<(i64, String, bool)> = Statement::of(
            "SELECT number, name, registered_ms IS NOT NULL FROM players WHERE id = $1 AND deleted_ms IS NULL
             AND id NOT IN (SELECT player FROM merges)",
        )
        .bind(self.player)
        .fetch_optional(connection)
        .await?;
        let Some((number, name, registered)) = found else { return Ok(CredentialKept::Deleted) };
        if let NewCredential::Passkey(passkey) = &self.credential {
            let (known, own): (i64, i64) = Statement::of(
                "SELECT (SELECT count(*) FROM passkeys WHERE credential_id = $1),
                 (SELECT count(*) FROM passkeys WHERE player = $2)",
            )
            .bind(&passkey.credential_id[..])
            .bind(number)
            .fetch_one(connection)
            .await?;
            if known > 0 {
                return Ok(CredentialKept::Known);
            }
            if own >= limits::PASSKEYS {
                return Ok(CredentialKept::TooMany);
            }
        }
        if !registered && !self.register(number, &name, connection).await? {
            return Ok(CredentialKept::NameTaken);
        }
        match self.credential {
            NewCredential::Password(hash) => {
                Statement::of("UPDATE players SET password = $2 WHERE number = $1").bind(number).bind(hash)
            }
            NewCredential::Passkey(NewPasskeyRow { credential_id, host, document, name }) => Statement::of(
                "INSERT INTO passkeys (player, credential_id, host, document, name, created_ms, used_ms)
                 VALUES ($1, $2, $3, $4, $5, $6, $6)",
            )
            .bind(number)
            .bind(&credential_id[..])
            .bind(host)
            .bind(document)
            .bind(name)
            .bind(self.now_ms),
        }
        .execute(connection)
        .await?;
        Ok(if registered { CredentialKept::Added } else { CredentialKept::Registered })
    }
}

impl KeepCredential {
    /// Gives a guest an account, with recovery codes; not if somebody who has one is called so.
    async fn register(
        &self,
        number: i64,
        name: &str,
        connection: &mut Connection<'_>,
    ) -> Result<bool, StoreError> {
        let registered = Statement::of(
            "UPDATE players SET registered_ms = $2, account_look = $3 WHERE number = $1
             AND NOT EXISTS (SELECT 1 FROM players AS other WHERE other.account_look = $3)",
        )
        .bind(number)
        .bind(self.now_ms)
        .bind(text::look(name))
        .execute(connection)
        .await?;
        if registered == 0 {
            return Ok(false);
        }
        sign_in::prove(connection, self.session, self.next_token, self.now_ms).await?;
        keep_codes(connection, number, &self.recovery_codes).await?;
        Ok(true)
    }
}

async fn keep_codes(
    connection: &mut Connection<'_>,
    player: i64,
    codes: &[TokenHash],
) -> Result<(), StoreError> {
    Statement::of("DELETE FROM recovery_codes WHERE player = $1").bind(player).execute(connection).await?;
    let mut statement = Statement::of("INSERT INTO recovery_codes (player, code_hash) VALUES ");
    statement.rows(codes.iter().map(|code| [player.into(), code.bytes().into()]));
    statement.execute(connection).await?;
    Ok(())
}

/// Keeps other recovery codes in place of those there are; whether whose they are has an account.
#[derive(Debug)]
pub(crate) struct RenewRecoveryCodes {
    /// Whose.
    pub player: Uuid,
    /// The codes, hashed; one at least.
    pub codes: Vec<TokenHash>,
}

impl Write for RenewRecoveryCodes {
    type Output = bool;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<bool, StoreError> {
        let connection = &mut batch.connection;
        let account: Option<(i64,)> =
            Statement::of("SELECT number FROM players WHERE id = $1 AND registered_ms IS NOT NULL")
                .bind(self.player)
                .fetch_optional(connection)
                .await?;
        let Some((number,)) = account else { return Ok(false) };
        keep_codes(connection, number, &self.codes).await?;
        Ok(true)
    }
}

/// What is removed of what somebody signs in by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OldCredential {
    /// The password.
    Password,
    /// The passkey of that number.
    Passkey(i64),
}

/// Removes something that somebody signs in by, unless it is the last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RemoveCredential {
    /// Whose.
    pub player: Uuid,
    /// What.
    pub credential: OldCredential,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CredentialRemoved {
    /// It is gone.
    Gone,
    /// There is none such.
    Missing,
    /// It is the last, and stays.
    Last,
}

impl Write for RemoveCredential {
    type Output = CredentialRemoved;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<CredentialRemoved, StoreError> {
        let connection = &mut batch.connection;
        let number = match self.credential {
            OldCredential::Password => None,
            OldCredential::Passkey(number) => Some(number),
        };
        let (is_there, others): (bool, bool) = Statement::of(
            "SELECT CASE WHEN $2 IS NULL THEN password IS NOT NULL
               ELSE EXISTS (SELECT 1 FROM passkeys WHERE player = players.number AND number = $2) END,
             ($2 IS NOT NULL AND password IS NOT NULL)
               OR EXISTS (SELECT 1 FROM passkeys WHERE player = players.number
               AND ($2 IS NULL OR number <> $2))
             FROM players WHERE id = $1",
        )
        .bind(self.player)
        .bind(number)
        .fetch_one(connection)
        .await?;
        if !is_there {
            return Ok(CredentialRemoved::Missing);
        }
        if !others {
            return Ok(CredentialRemoved::Last);
        }
        match number {
            None => Statement::of("UPDATE players SET password = NULL WHERE id = $1").bind(self.player),
            Some(number) => Statement::of("DELETE FROM passkeys WHERE number = $1").bind(number),
        }
        .execute(connection)
        .await?;
        Ok(CredentialRemoved::Gone)
    }
}

/// How somebody signs in.
#[derive(Clone, Debug)]
pub(crate) struct SignsInBy {
    /// The passkeys, the newest first, each with the id that its authenticator knows it by.
    pub passkeys: Vec<(OwnPasskey, Vec<u8>)>,
    /// Whether there is a password.
    pub password: bool,
    /// How many recovery codes are left.
    pub recovery_codes: u32,
}

impl Store {
    /// How somebody signs in.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn signs_in_by(&self, player: Uuid) -> Result<SignsInBy, StoreError> {
        let mut connection = self.readers.play.lend().await?;
        let (number, password, codes): (i64, bool, i64) = Statement::of(
            "SELECT number, password IS NOT NULL,
             (SELECT count(*) FROM recovery_codes WHERE player = players.number) FROM players WHERE id = $1",
        )
        .bind(player)
        .fetch_one(&mut connection)
        .await?;
        let rows: Vec<(i64, Vec<u8>, String, String, i64, i64)> = Statement::of(
            "SELECT number, credential_id, name, host, created_ms, used_ms FROM passkeys WHERE player = $1
             ORDER BY number DESC",
        )
        .bind(number)
        .fetch_all(&mut connection)
        .await?;
        let read = |(id, credential_id, name, host, created_ms, used_ms)| {
            (OwnPasskey { id, name, host, created_ms, used_ms }, credential_id)
        };
        let passkeys = rows.into_iter().map(read).collect();
        Ok(SignsInBy { passkeys, password, recovery_codes: u32::try_from(codes).unwrap_or(u32::MAX) })
    }
}
