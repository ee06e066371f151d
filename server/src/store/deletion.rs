//! Deletion: somebody wants to be forgotten. What is theirs alone goes at once; what they played stays, as it is others' too, and loses
//! their name.

use cydonia_protocol::{Player, Words};
use uuid::Uuid;

use super::engine::{Connection, Statement};
use super::sessions::numbers;
use super::write::{Batch, Write};
use super::{Store, StoreError};
use crate::limits;

/// Deletes what is a player's alone: how they signed in, what they chose, which puzzles they tried; and their name. Gives the numbers of
/// the sessions that end for it; none if they sit at a table, and nothing is deleted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeletePlayer {
    /// Who.
    pub player: Uuid,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Takes the name of one who was deleted off the next few of their games, and off all that they said once there are none left.
struct EraseName {
    player: Uuid,
}

impl Write for DeletePlayer {
    type Output = Option<Vec<i64>>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Option<Vec<i64>>, StoreError> {
        let connection = &mut batch.connection;
        let (seats,): (i64,) = Statement::of(
            "SELECT count(*) FROM seated JOIN tables ON number = table_number WHERE player = $1 AND NOT closed",
        )
        .bind(self.player)
        .fetch_one(connection)
        .await?;
        if seats > 0 {
            return Ok(None);
        }
        let (number,): (i64,) = Statement::of(
            "UPDATE players SET name = $2, search = '', registered_ms = NULL, account_look = NULL,
             password = NULL, deleted_ms = $3 WHERE id = $1 RETURNING number",
        )
        .bind(self.player)
        .bind(Player::DELETED)
        .bind(self.now_ms)
        .fetch_one(connection)
        .await?;
        for own in [
            "DELETE FROM preferences WHERE player = $1",
            "DELETE FROM puzzle_attempts WHERE player = $1",
            "DELETE FROM solver_ratings WHERE player = $1",
            "DELETE FROM seat_keys WHERE player = $1",
            "DELETE FROM wishes WHERE player = $1",
        ] {
            Statement::of(own).bind(self.player).execute(connection).await?;
        }
        for own in ["DELETE FROM passkeys WHERE player = $1", "DELETE FROM recovery_codes WHERE player = $1"]
        {
            Statement::of(own).bind(number).execute(connection).await?;
        }
        // With what browsers subscribed to.
        let ended: Vec<(i64,)> = Statement::of("DELETE FROM sessions WHERE player = $1 RETURNING number")
            .bind(number)
            .fetch_all(connection)
            .await?;
        Ok(Some(numbers(ended)))
    }
}

impl Write for EraseName {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        let connection = &mut batch.connection;
        let renamed = Statement::of(
            "UPDATE match_seats SET name = $2, registered = FALSE WHERE player = $1 AND name <> $2
             AND match_number IN (SELECT match_number FROM match_seats WHERE player = $1 AND name <> $2 LIMIT $3)",
        )
        .bind(self.player)
        .bind(Player::DELETED)
        .bind(limits::GAMES_ERASED_AT_ONCE)
        .execute(connection)
        .await?;
        if renamed > 0 {
            return Ok(());
        }
        self.erase_words(connection).await?;
        Statement::of("UPDATE players SET erased = TRUE WHERE id = $1")
            .bind(self.player)
            .execute(connection)
            .await?;
        Ok(())
    }
}

impl EraseName {
    /// Of what was said the place stays, as others may have answered to it.
    async fn erase_words(&self, connection: &mut Connection<'_>) -> Result<(), StoreError> {
        let nothing = Words::Text { text: "—".to_owned() };
        let nothing = serde_json::to_string(&nothing).map_err(StoreError::unwritable("line"))?;
        Statement::of("UPDATE chat SET name = $2, registered = FALSE, words = $3 WHERE player = $1")
            .bind(self.player)
            .bind(Player::DELETED)
            .bind(nothing)
            .execute(connection)
            .await?;
        Ok(())
    }
}

impl Store {
    /// Goes on with taking the names of those who were deleted off what they played and said; whether there may be more to do.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn erase_some(&self) -> Result<bool, StoreError> {
        let next: Option<(Uuid,)> = Statement::of(
            "SELECT id FROM players WHERE deleted_ms IS NOT NULL AND NOT erased ORDER BY number LIMIT 1",
        )
        .fetch_optional(&mut self.readers.lookups.lend().await?)
        .await?;
        let Some((player,)) = next else { return Ok(false) };
        self.write(EraseName { player }).await?;
        Ok(true)
    }
}
