//! Sessions: a player's own, and those that a seat's link has opened, which go with the game.

use cydonia_protocol::Player;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use uuid::Uuid;

use super::engine::{Connection, Statement};
use super::write::{Batch, Queued, Write};
use super::{Scopes, Store, StoreError, TokenHash};
use crate::limits;

/// A session that is live.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LiveSession {
    /// What it is told of and ended by.
    pub number: i64,
    /// Whose it is.
    pub player: Player,
    /// The one table that it is for, if a seat's link has opened it.
    pub table: Option<Uuid>,
    /// What it is good for, if it is a token; otherwise for everything.
    pub scopes: Option<Scopes>,
    /// When it was opened, in milliseconds since 1970.
    pub created_ms: i64,
    /// When it was last used, as was last noted down.
    pub used_ms: i64,
    /// When whoever has it last proved who they are, in milliseconds since 1970; 0 if they said a name.
    pub proved_ms: i64,
}

/// Opens a session for a seat by its key; gives those that end for it, as more than anybody has devices are not kept. None
/// if the key opens nothing: it goes with the game, or when the seat is given up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenSeat {
    /// The table.
    pub table: Uuid,
    /// The key, hashed.
    pub key: TokenHash,
    /// The session's token, hashed.
    pub token: TokenHash,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Ends sessions, and gives their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndSessions {
    /// The very one that asks.
    This(i64),
    /// One of a player's. Links to the seat that it was for open nothing any more, or it would be back at once.
    One { player: Uuid, number: i64 },
    /// One of a player's tokens.
    Token { player: Uuid, number: i64 },
    /// The token that this is.
    TokenItself(TokenHash),
    /// All of a player's but one, tokens too, and all links to their seats.
    Others { player: Uuid, but: i64 },
    /// Those that were last used before that time; and those for a table that is gone.
    Idle { before_ms: i64 },
}

impl Write for OpenSeat {
    type Output = Option<Vec<i64>>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Option<Vec<i64>>, StoreError> {
        let connection = &mut batch.connection;
        let opened: Option<(i64, i64)> = Statement::of(
            "INSERT INTO sessions (token_hash, player, table_number, created_ms, used_ms)
             SELECT $1, players.number, tables.number, $4, $4 FROM seat_keys
             JOIN tables ON tables.number = seat_keys.table_number AND NOT tables.closed
             JOIN players ON players.id = seat_keys.player WHERE seat_keys.key_hash = $2
             AND tables.id = $3 RETURNING player, table_number",
        )
        .bind(self.token.bytes())
        .bind(self.key.bytes())
        .bind(self.table)
        .bind(self.now_ms)
        .fetch_optional(connection)
        .await?;
        let Some((player, table)) = opened else { return Ok(None) };
        let ended: Vec<(i64,)> = Statement::of(
            "DELETE FROM sessions WHERE player = $1 AND table_number = $2
             AND number NOT IN (SELECT number FROM sessions WHERE player = $1 AND table_number = $2
             ORDER BY number DESC LIMIT $3)
             RETURNING number",
        )
        .bind(player)
        .bind(table)
        .bind(limits::SESSIONS)
        .fetch_all(connection)
        .await?;
        Ok(Some(numbers(ended)))
    }
}

impl Write for EndSessions {
    type Output = Vec<i64>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Vec<i64>, StoreError> {
        let connection = &mut batch.connection;
        let ended: Vec<(i64,)> = match self {
            Self::This(number) => {
                Statement::of("DELETE FROM sessions WHERE number = $1 RETURNING number")
                    .bind(number)
                    .fetch_all(connection)
                    .await?
            }
            Self::One { player, number } => {
                Statement::of(
                    "DELETE FROM seat_keys WHERE player = $1
                     AND table_number IN (SELECT table_number FROM sessions
                     JOIN players ON players.number = sessions.player WHERE sessions.number = $2
                     AND players.id = $1)",
                )
                .bind(player)
                .bind(number)
                .execute(connection)
                .await?;
                Statement::of(
                    "DELETE FROM sessions WHERE number = $2 AND scopes IS NULL
                     AND player = (SELECT number FROM players WHERE id = $1) RETURNING number",
                )
                .bind(player)
                .bind(number)
                .fetch_all(connection)
                .await?
            }
            Self::Token { player, number } => {
                Statement::of(
                    "DELETE FROM sessions WHERE number = $2 AND scopes IS NOT NULL
                     AND player = (SELECT number FROM players WHERE id = $1) RETURNING number",
                )
                .bind(player)
                .bind(number)
                .fetch_all(connection)
                .await?
            }
            Self::TokenItself(token) => {
                Statement::of(
                    "DELETE FROM sessions WHERE token_hash = $1 AND scopes IS NOT NULL RETURNING number",
                )
                .bind(token.bytes())
                .fetch_all(connection)
                .await?
            }
            Self::Others { player, but } => {
                Statement::of("DELETE FROM seat_keys WHERE player = $1")
                    .bind(player)
                    .execute(connection)
                    .await?;
                Statement::of(
                    "DELETE FROM sessions WHERE number <> $2
                     AND player = (SELECT number FROM players WHERE id = $1) RETURNING number",
                )
                .bind(player)
                .bind(but)
                .fetch_all(connection)
                .await?
            }
            Self::Idle { before_ms } => {
                let mut idle: Vec<(i64,)> =
                    Statement::of("DELETE FROM sessions WHERE used_ms < $1 RETURNING number")
                        .bind(before_ms)
                        .fetch_all(connection)
                        .await?;
                let orphaned: Vec<(i64,)> = Statement::of(
                    "DELETE FROM sessions WHERE table_number IS NOT NULL
                     AND NOT EXISTS (SELECT 1 FROM tables WHERE number = table_number AND NOT closed)
                     RETURNING number",
                )
                .fetch_all(connection)
                .await?;
                idle.extend(orphaned);
                idle
            }
        };
        Ok(numbers(ended))
    }
}

pub(super) fn numbers(rows: Vec<(i64,)>) -> Vec<i64> {
    rows.into_iter().map(|(number,)| number).collect()
}

/// Whoever has given a seat up has left it to others, and so have their links and whoever came by them.
pub(super) async fn keep_seated(
    connection: &mut Connection<'_>,
    table: i64,
    seated: &[Uuid],
) -> Result<(), StoreError> {
    let mut sessions = Statement::of("");
    sessions.bound("DELETE FROM sessions WHERE table_number = ", table);
    let mut keys = Statement::of("");
    keys.bound("DELETE FROM seat_keys WHERE table_number = ", table);
    if !seated.is_empty() {
        sessions.text(" AND player NOT IN (SELECT number FROM players WHERE id IN ");
        sessions.list(seated.iter().copied());
        sessions.text(")");
        keys.text(" AND player NOT IN ");
        keys.list(seated.iter().copied());
    }
    sessions.execute(connection).await?;
    keys.execute(connection).await?;
    Ok(())
}

/// Notes down that a session is used.
struct UseSession {
    number: i64,
    now_ms: i64,
}

impl Write for UseSession {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        Statement::of("UPDATE sessions SET used_ms = $2 WHERE number = $1 AND used_ms < $2")
            .bind(self.number)
            .bind(self.now_ms)
            .execute(&mut batch.connection)
            .await?;
        Ok(())
    }
}

/// What is read of a session.
type Row = (i64, Vec<u8>, i64, i64, i64, Uuid, String, bool, Option<Uuid>, Option<i64>);

fn read(row: Row) -> LiveSession {
    let (number, _, created_ms, used_ms, proved_ms, id, name, registered, table, scopes) = row;
    let player = Player::new(id, name).with_account(registered);
    LiveSession { number, player, table, scopes: scopes.map(Scopes::of_row), created_ms, used_ms, proved_ms }
}

impl Store {
    /// The session that a token opens, if it opens any; but first the one that another opens for a seat.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn session_of(
        &self,
        own: Option<TokenHash>,
        seat: Option<TokenHash>,
    ) -> Result<Option<LiveSession>, StoreError> {
        let Some(some) = own.or(seat) else { return Ok(None) };
        let rows: Vec<Row> = Statement::of(
            "SELECT sessions.number, token_hash, sessions.created_ms, used_ms, proved_ms, players.id, name,
             registered_ms IS NOT NULL, tables.id, scopes
             FROM sessions JOIN players ON players.number = sessions.player
             LEFT JOIN tables ON tables.number = table_number AND NOT closed
             WHERE token_hash IN ($1, $2) AND (table_number IS NULL OR tables.id IS NOT NULL)",
        )
        .bind(own.unwrap_or(some).bytes())
        .bind(seat.unwrap_or(some).bytes())
        .fetch_all(&mut self.readers.play.lend().await?)
        .await?;
        let is = |row: &Row, token: Option<TokenHash>| token.is_some_and(|token| token.bytes() == row.1);
        let (of_seat, others): (Vec<_>, Vec<_>) =
            rows.into_iter().partition(|row| row.8.is_some() && is(row, seat));
        let own = others.into_iter().find(|row| is(row, own));
        Ok(of_seat.into_iter().next().or(own).map(read))
    }

    /// Whether a session has not ended.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn is_session_live(&self, number: i64) -> Result<bool, StoreError> {
        let (count,): (i64,) = Statement::of("SELECT count(*) FROM sessions WHERE number = $1")
            .bind(number)
            .fetch_one(&mut self.readers.play.lend().await?)
            .await?;
        Ok(count > 0)
    }

    /// Every session of a player that is no token, the newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn sessions_of(&self, player: Uuid) -> Result<Vec<LiveSession>, StoreError> {
        let rows: Vec<Row> = Statement::of(
            "SELECT sessions.number, token_hash, sessions.created_ms, used_ms, proved_ms, players.id, name,
             registered_ms IS NOT NULL, tables.id, scopes
             FROM sessions JOIN players ON players.number = sessions.player
             LEFT JOIN tables ON tables.number = table_number AND NOT closed WHERE players.id = $1
             AND scopes IS NULL AND (table_number IS NULL OR tables.id IS NOT NULL) ORDER BY sessions.number DESC",
        )
        .bind(player)
        .fetch_all(&mut self.readers.play.lend().await?)
        .await?;
        Ok(rows.into_iter().map(read).collect())
    }

    /// Has it noted down that a session is used, if that is not a matter of this day already. Nobody waits for it, and if
    /// the store is in trouble it is left for later.
    pub(crate) fn note_use(&self, session: &LiveSession, now_ms: i64) {
        let is_due = now_ms.saturating_sub(session.used_ms) >= limits::SESSION_NOTED.as_millis() as i64;
        if is_due && !self.is_failing() {
            let (reply, _) = oneshot::channel();
            drop(self.writes.try_send(Queued::of(UseSession { number: session.number, now_ms }, reply)));
        }
    }
}
