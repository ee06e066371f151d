//! Capability keys: secret links with which a player comes back to a seat from another device.

use cydonia_protocol::Player;
use uuid::Uuid;

use super::engine::Statement;
use super::write::{Batch, Write};
use super::{Store, StoreError, TokenHash};
use crate::limits;

/// Keeps a secret link to a player's seat, hashed. It goes when the game is over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeepSeatKey {
    /// The table's number.
    pub table: i64,
    /// Whose seat it is.
    pub player: Uuid,
    /// The link's secret, hashed.
    pub key: TokenHash,
}

impl Write for KeepSeatKey {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        let Self { table, player, key } = self;
        let connection = &mut batch.connection;
        Statement::of(
            "INSERT INTO seat_keys (key_hash, table_number, player) SELECT $1, $2, $3
             WHERE EXISTS (SELECT 1 FROM tables WHERE number = $2 AND NOT closed)",
        )
        .bind(key.bytes())
        .bind(table)
        .bind(player)
        .execute(connection)
        .await?;
        // More links than anybody has devices: the oldest go.
        Statement::of(
            "DELETE FROM seat_keys WHERE table_number = $1 AND player = $2
             AND number NOT IN (SELECT number FROM seat_keys WHERE table_number = $1
             AND player = $2 ORDER BY number DESC LIMIT $3)",
        )
        .bind(table)
        .bind(player)
        .bind(limits::SEAT_KEYS)
        .execute(connection)
        .await?;
        Ok(())
    }
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
        let found: Option<(Uuid, String, bool)> = Statement::of(
            "SELECT players.id, players.name, registered_ms IS NOT NULL FROM seat_keys
             JOIN tables ON tables.number = seat_keys.table_number
             JOIN players ON players.id = seat_keys.player WHERE seat_keys.key_hash = $1
             AND tables.id = $2",
        )
        .bind(key.bytes())
        .bind(table)
        .fetch_optional(&mut self.readers.play.lend().await?)
        .await?;
        Ok(found.map(|(id, name, registered)| Player::new(id, name).with_account(registered)))
    }
}
