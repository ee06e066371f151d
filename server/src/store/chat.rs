//! What was said at tables, kept for a while.

use cydonia_protocol::{ChatLine, Player, Room, SaidLine, Words};
use cydonia_table::journal::CorruptData;
use uuid::Uuid;

use super::engine::{RowPlace, Statement};
use super::write::{Batch, Write};
use super::{Store, StoreError};
use crate::limits;

/// Keeps what somebody said under the next number of its room, which it gives; none if it was said before.
#[derive(Debug)]
pub(crate) struct Say {
    /// The table.
    pub table: Uuid,
    /// Where it was said.
    pub room: Room,
    /// The speaker's own id for it: a repeat is said once.
    pub request: Uuid,
    /// What.
    pub line: ChatLine,
}

impl Write for Say {
    type Output = Option<u64>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Option<u64>, StoreError> {
        let Self { table, room, request, line } = self;
        let connection = &mut batch.connection;
        let words = serde_json::to_string(&line.words).map_err(StoreError::unwritable("line"))?;
        let kept: Option<(i64,)> = Statement::of(
            "INSERT INTO chat (table_id, room, n, ms, player, name, registered, seat, words, request)
             SELECT $1, $2, coalesce(max(n), 0) + 1, $3, $4, $5, $6, $7, $8, $9 FROM chat
             WHERE table_id = $1 AND room = $2
             HAVING NOT EXISTS (SELECT 1 FROM players WHERE id = $4 AND deleted_ms IS NOT NULL)
             ON CONFLICT (player, request) DO NOTHING RETURNING n",
        )
        .bind(table)
        .bind(number(room))
        .bind(line.ms)
        .bind(line.player.id)
        .bind(&line.player.name)
        .bind(line.player.registered)
        .bind(line.seat.map(i64::from))
        .bind(words)
        .bind(request)
        .fetch_optional(connection)
        .await?;
        let number = |(n,): (i64,)| Ok(u64::try_from(n).map_err(RowPlace("chat", table).column("n"))?);
        kept.map(number).transpose()
    }
}

/// Forgets what was said before a time; but the last line of a table that is not over, as numbers go on from there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ForgetChat {
    /// In milliseconds since 1970.
    pub before_ms: i64,
}

impl Write for ForgetChat {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        Statement::of(
            "DELETE FROM chat WHERE ms < $1
             AND (NOT EXISTS (SELECT 1 FROM tables WHERE id = chat.table_id AND NOT closed)
             OR EXISTS (SELECT 1 FROM chat AS later WHERE later.table_id = chat.table_id
             AND later.room = chat.room AND later.n > chat.n))",
        )
        .bind(self.before_ms)
        .execute(&mut batch.connection)
        .await?;
        Ok(())
    }
}

pub(super) fn number(room: Room) -> i64 {
    match room {
        Room::Players => 0,
        Room::Watchers => 1,
    }
}

impl Store {
    /// The last lines of a room, in order.
    ///
    /// # Errors
    /// If the database fails or a line is damaged.
    pub(crate) async fn chat(&self, table: Uuid, room: Room) -> Result<Vec<ChatLine>, StoreError> {
        type Row = (i64, i64, Uuid, String, bool, Option<i64>, String);
        let rows: Vec<Row> = Statement::of(
            "SELECT n, ms, player, name, registered, seat, words FROM chat WHERE table_id = $1 AND room = $2
             ORDER BY n DESC LIMIT $3",
        )
        .bind(table)
        .bind(number(room))
        .bind(limits::CHAT_TOLD as i64)
        .fetch_all(&mut self.readers.play.lend().await?)
        .await?;
        let at = RowPlace("chat", table);
        let read = |(n, ms, id, name, registered, seat, words): Row| {
            let words: Words = serde_json::from_str(&words).map_err(at.column("words"))?;
            let n = u64::try_from(n).map_err(at.column("n"))?;
            let seat = seat.map(u8::try_from).transpose().map_err(at.column("seat"))?;
            let player = Player::new(id, name).with_account(registered);
            Ok(ChatLine { n, ms, player, seat, words })
        };
        rows.into_iter().rev().map(read).collect()
    }

    /// All that somebody has said and is kept, in the order of time.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn said_by(&self, player: Uuid) -> Result<Vec<SaidLine>, StoreError> {
        let rows: Vec<(Uuid, i64, i64, String)> =
            Statement::of("SELECT table_id, room, ms, words FROM chat WHERE player = $1 ORDER BY ms, n")
                .bind(player)
                .fetch_all(&mut self.readers.lookups.lend().await?)
                .await?;
        let read = |(table, room, ms, words): (Uuid, i64, i64, String)| {
            let words = serde_json::from_str(&words).map_err(RowPlace("chat", table).column("words"))?;
            let room = if room == number(Room::Players) { Room::Players } else { Room::Watchers };
            Ok::<_, CorruptData>(SaidLine { table, room, ms, words })
        };
        let mut said = Vec::with_capacity(rows.len());
        for row in rows {
            match read(row) {
                Ok(line) => said.push(line),
                // One damaged line must not hide all others.
                Err(damage) => tracing::error!(%player, %damage, "a line is left out of what somebody said"),
            }
        }
        Ok(said)
    }

    /// Whether a player has said something under that id of their own.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn has_said(&self, player: Uuid, request: Uuid) -> Result<bool, StoreError> {
        let found: Option<(i64,)> = Statement::of("SELECT n FROM chat WHERE player = $1 AND request = $2")
            .bind(player)
            .bind(request)
            .fetch_optional(&mut self.readers.play.lend().await?)
            .await?;
        Ok(found.is_some())
    }

    /// A player's last games of which there is more than their end, the newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn last_games_of(&self, player: Uuid) -> Result<Vec<Uuid>, StoreError> {
        let found: Vec<(Uuid,)> = Statement::of(
            "SELECT id FROM match_seats JOIN matches ON number = match_number WHERE player = $1
             AND plies > 0 ORDER BY match_number DESC LIMIT $2",
        )
        .bind(player)
        .bind(limits::GAMES_LOOKED_AT as i64)
        .fetch_all(&mut self.readers.play.lend().await?)
        .await?;
        Ok(found.into_iter().map(|(id,)| id).collect())
    }
}
