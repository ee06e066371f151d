//! Deletion: somebody wants to be forgotten. What is theirs alone goes at once; what they played stays, as it is others' too, and loses
//! their name.

use std::collections::HashSet;
use std::sync::{PoisonError, RwLock};

use cydonia_protocol::{Player, SeatState, Words};
use cydonia_table::journal::PackedLine;
use uuid::Uuid;

use super::engine::{Connection, Session, Statement};
use super::merging::parts_of;
use super::sessions::numbers;
use super::tables::read_info;
use super::write::{Batch, Write};
use super::{Store, StoreError, clubs, contacts, moderation};
use crate::limits;

/// Deletes what is a player's alone: how they signed in, what they chose, which puzzles they tried; and their name, with those of all who
/// have become part of them. None if they sit at a table, and nothing is deleted.
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

/// Somebody who was deleted.
#[derive(Clone, Debug)]
pub(crate) struct DeletedPlayer {
    /// The numbers of the sessions that end for it.
    pub ended: Vec<i64>,
    /// Who had become part of them.
    pub parts: Vec<Uuid>,
}

impl Write for DeletePlayer {
    type Output = Option<DeletedPlayer>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Option<DeletedPlayer>, StoreError> {
        let connection = &mut batch.connection;
        if sits_somewhere(connection, self.player).await? {
            return Ok(None);
        }
        let (number,): (i64,) = Statement::of(
            "UPDATE players SET name = $2, search = '', created_ms = 0, registered_ms = NULL,
             account_look = NULL, password = NULL, deleted_ms = $3 WHERE id = $1 RETURNING number",
        )
        .bind(self.player)
        .bind(Player::DELETED)
        .bind(self.now_ms)
        .fetch_one(connection)
        .await?;
        Statement::of("DELETE FROM seated WHERE player = $1").bind(self.player).execute(connection).await?;
        let ended = forget_alone(connection, self.player, number, self.now_ms).await?;
        let parts = parts_of(connection, self.player).await?;
        if !parts.is_empty() {
            let mut named = Statement::of("");
            named.bound("UPDATE players SET name = ", Player::DELETED);
            named.bound(", created_ms = 0, deleted_ms = ", self.now_ms);
            named.text(" WHERE id IN ");
            named.list(parts.iter().copied());
            named.execute(connection).await?;
        }
        Ok(Some(DeletedPlayer { ended, parts }))
    }
}

impl Write for EraseName {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        let connection = &mut batch.connection;
        let next: Vec<(i64,)> = Statement::of(
            "SELECT match_number FROM match_seats WHERE player = $1
             AND match_number > (SELECT erased_through FROM players WHERE id = $1)
             ORDER BY match_number LIMIT $2",
        )
        .bind(self.player)
        .bind(limits::GAMES_ERASED_AT_ONCE)
        .fetch_all(connection)
        .await?;
        let Some((through,)) = next.last().copied() else {
            self.erase_words(connection).await?;
            Statement::of("UPDATE players SET erased = TRUE WHERE id = $1")
                .bind(self.player)
                .execute(connection)
                .await?;
            return Ok(());
        };
        Statement::of(
            "UPDATE match_seats SET name = $2, registered = FALSE WHERE player = $1
             AND match_number > (SELECT erased_through FROM players WHERE id = $1) AND match_number <= $3",
        )
        .bind(self.player)
        .bind(Player::DELETED)
        .bind(through)
        .execute(connection)
        .await?;
        Statement::of("UPDATE players SET erased_through = $2 WHERE id = $1")
            .bind(self.player)
            .bind(through)
            .execute(connection)
            .await?;
        Ok(())
    }
}

/// Forgets what is a player's alone, of whom that is the number: what they chose and tried, whom they knew, how they signed in. Gives the
/// numbers of the sessions that end for it.
pub(super) async fn forget_alone(
    connection: &mut Connection<'_>,
    player: Uuid,
    number: i64,
    now_ms: i64,
) -> Result<Vec<i64>, StoreError> {
    for own in [
        "DELETE FROM preferences WHERE player = $1",
        "DELETE FROM mail WHERE player = $1",
        "DELETE FROM aborted_seats WHERE player = $1",
        "DELETE FROM puzzle_attempts WHERE player = $1",
        "DELETE FROM solver_ratings WHERE player = $1",
        "DELETE FROM seat_keys WHERE player = $1",
        "DELETE FROM wishes WHERE player = $1",
    ] {
        Statement::of(own).bind(player).execute(connection).await?;
    }
    contacts::forget(connection, player).await?;
    clubs::forget(connection, player, now_ms).await?;
    moderation::forget(connection, player).await?;
    for own in ["DELETE FROM passkeys WHERE player = $1", "DELETE FROM recovery_codes WHERE player = $1"] {
        Statement::of(own).bind(number).execute(connection).await?;
    }
    // With what browsers subscribed to.
    let ended: Vec<(i64,)> = Statement::of("DELETE FROM sessions WHERE player = $1 RETURNING number")
        .bind(number)
        .fetch_all(connection)
        .await?;
    Ok(numbers(ended))
}

/// Whether somebody sits at a table whose game is not over. A seat that is only kept for them is nothing that they could give up.
pub(super) async fn sits_somewhere(
    connection: &mut Connection<'_>,
    player: Uuid,
) -> Result<bool, StoreError> {
    let tables: Vec<(i64, String)> = Statement::of(
        "SELECT number, info FROM seated JOIN tables ON number = table_number WHERE player = $1 AND NOT closed",
    )
    .bind(player)
    .fetch_all(connection)
    .await?;
    for (number, info) in tables {
        let sits = |seat: &SeatState| seat.sitter().is_some_and(|sitter| sitter.id == player);
        if read_info(number, &info)?.seats.iter().any(sits) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Has a name taken off games that ended after their player was deleted, as one that was begun in that very moment.
pub(super) async fn erase_later(
    connection: &mut Connection<'_>,
    players: Vec<Uuid>,
) -> Result<(), StoreError> {
    let mut statement = Statement::of("UPDATE players SET erased = FALSE WHERE erased AND id IN ");
    statement.list(players);
    statement.execute(connection).await?;
    Ok(())
}

/// Who was deleted: what was written down at a table is not written anew, and tells who sat there, but not their names any more.
#[derive(Debug, Default)]
pub(super) struct Deleted(RwLock<HashSet<Uuid>>);

impl Deleted {
    /// Those of a database.
    pub(super) async fn read(on: &mut impl Session) -> Result<Self, StoreError> {
        let deleted: Vec<(Uuid,)> =
            Statement::of("SELECT id FROM players WHERE deleted_ms IS NOT NULL").fetch_all(on).await?;
        Ok(Self(RwLock::new(deleted.into_iter().map(|(player,)| player).collect())))
    }

    fn add(&self, players: impl IntoIterator<Item = Uuid>) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).extend(players);
    }

    fn contains(&self, player: &Player) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).contains(&player.id)
    }

    /// Takes the name off somebody who was deleted.
    pub(super) fn mask(&self, player: &mut Player) {
        if self.contains(player) {
            *player = Player::new(player.id, Player::DELETED.to_owned());
        }
    }

    /// The same of all who sit at a table, or for whom a seat is kept there.
    pub(super) fn mask_seats(&self, seats: &mut [SeatState]) {
        for seat in seats {
            if let SeatState::Taken { player, .. } | SeatState::Reserved { player } = seat {
                self.mask(player);
            }
        }
    }

    /// The same of those whose seats computers took over, in a game's line as it is kept. One that cannot be read stays as it is.
    pub(super) fn masked_line(&self, line: String) -> String {
        if !line.contains(TAKEN_OVER) {
            return line;
        }
        let Ok(mut packed) = PackedLine::read(&line) else { return line };
        // Nothing is written anew for nothing.
        if !packed.taken_over.iter().any(|(_, player)| self.contains(player)) {
            return line;
        }
        packed.taken_over.iter_mut().for_each(|(_, player)| self.mask(player));
        serde_json::to_string(&packed).unwrap_or(line)
    }
}

/// How a line begins to tell whose seats computers took over, if they did.
const TAKEN_OVER: &str = "\"taken_over\":[[";

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
    /// Deletes what is a player's alone, as [`DeletePlayer`] tells.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn delete_player(
        &self,
        deletion: DeletePlayer,
    ) -> Result<Option<DeletedPlayer>, StoreError> {
        let deleted = self.write(deletion).await?;
        if let Some(DeletedPlayer { parts, .. }) = &deleted {
            self.deleted.add(parts.iter().copied().chain([deletion.player]));
        }
        Ok(deleted)
    }

    /// Somebody was deleted by another node.
    pub(crate) fn note_deleted(&self, player: Uuid) {
        self.deleted.add(std::iter::once(player));
    }

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
