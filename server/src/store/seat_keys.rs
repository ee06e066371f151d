//! Capability keys: secret links with which a player comes back to a seat from another device.

use cydonia_protocol::Player;
use uuid::Uuid;

use super::engine::{Connection, on};
use super::{Store, StoreError, TokenHash};
use crate::limits;

pub(super) async fn keep(
    connection: &mut Connection<'_>,
    table: i64,
    player: Uuid,
    key: TokenHash,
) -> Result<(), StoreError> {
    on!(connection, |c| sqlx::query(
        "INSERT INTO seat_keys (key_hash, table_number, player)
         SELECT $1, $2, $3 WHERE EXISTS (SELECT 1 FROM tables WHERE number = $2 AND NOT closed)",
    )
    .bind(key.bytes())
    .bind(table)
    .bind(player)
    .execute(c)
    .await?
    .rows_affected());
    // More links than anybody has devices: the oldest go.
    on!(connection, |c| {
        sqlx::query(
        "DELETE FROM seat_keys WHERE table_number = $1 AND player = $2 AND number NOT IN
           (SELECT number FROM seat_keys WHERE table_number = $1 AND player = $2 ORDER BY number DESC LIMIT $3)",
    )
    .bind(table)
    .bind(player)
    .bind(limits::SEAT_KEYS).execute(c).await?.rows_affected()
    });
    Ok(())
}

impl Store {
    /// Whose seat at that table this key opens, if anyone's.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn player_of_seat(
        &self,
        table: Uuid,
        key: TokenHash,
    ) -> Result<Option<Player>, StoreError> {
        let found: Option<(Uuid, String)> = on!(self.readers.play, |c| sqlx::query_as(
            "SELECT players.id, players.name FROM seat_keys
             JOIN tables ON tables.number = seat_keys.table_number
             JOIN players ON players.id = seat_keys.player WHERE seat_keys.key_hash = $1 AND tables.id = $2",
        )
        .bind(key.bytes())
        .bind(table)
        .fetch_optional(c)
        .await?);
        Ok(found.map(|(id, name)| Player { id, name }))
    }
}
