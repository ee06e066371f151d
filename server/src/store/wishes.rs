//! Wishes: who has asked for which table by which id of their own, so that a repeat finds the first.

use std::collections::HashSet;

use cydonia_protocol::TableInfo;
use uuid::Uuid;

use super::engine::{Connection, Statement};
use super::seated::holders;
use super::write::{Batch, Write};
use super::{Store, StoreError};
use crate::limits;

/// A table's number, and the wish that is carried out there: the player, and the player's own id for it.
type Claim = (i64, (Uuid, Uuid));

/// Claims wishes for the tables at which they are about to be carried out, in one order wherever that is done; which of them were carried
/// out at another table before. Whoever claims the same one elsewhere waits until this is committed, or is not.
pub(super) async fn claim(
    connection: &mut Connection<'_>,
    wishes: &[Claim],
) -> Result<HashSet<Claim>, StoreError> {
    let mut wishes = wishes.to_vec();
    wishes.sort_unstable_by_key(|(_, wish)| *wish);
    let mut lost = HashSet::new();
    for (number, (player, request)) in wishes {
        Statement::of(
            "INSERT INTO wishes (player, request, table_id) SELECT $1, $2, id FROM tables
             WHERE number = $3 ON CONFLICT DO NOTHING",
        )
        .bind(player)
        .bind(request)
        .bind(number)
        .execute(connection)
        .await?;
        let (elsewhere,): (i64,) = Statement::of(
            "SELECT count(*) FROM wishes WHERE player = $1 AND request = $2
             AND table_id <> (SELECT id FROM tables WHERE number = $3)",
        )
        .bind(player)
        .bind(request)
        .bind(number)
        .fetch_one(connection)
        .await?;
        if elsewhere > 0 {
            lost.insert((number, (player, request)));
        }
    }
    Ok(lost)
}

/// Takes a claim back, as the wish was not carried out after all.
pub(super) async fn give_back(
    connection: &mut Connection<'_>,
    number: i64,
    (player, request): (Uuid, Uuid),
) -> Result<(), StoreError> {
    Statement::of(
        "DELETE FROM wishes WHERE player = $1 AND request = $2
         AND table_id = (SELECT id FROM tables WHERE number = $3)",
    )
    .bind(player)
    .bind(request)
    .bind(number)
    .execute(connection)
    .await?;
    Ok(())
}

/// How many tables that are not over a player has wished for.
pub(super) async fn count(connection: &mut Connection<'_>, player: Uuid) -> Result<u32, StoreError> {
    let (count,): (i64,) = Statement::of(
        "SELECT count(DISTINCT table_id) FROM wishes JOIN tables ON tables.id = wishes.table_id
         WHERE wishes.player = $1 AND wishes.seated AND NOT tables.closed",
    )
    .bind(player)
    .fetch_one(connection)
    .await?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Notes down whether whoever set a rematch up has a seat there: only then does it count as a table of theirs.
pub(super) async fn note_seated(
    connection: &mut Connection<'_>,
    rematch: &TableInfo,
) -> Result<(), StoreError> {
    let holders: Vec<Uuid> = holders(&rematch.seats).collect();
    let mut statement = Statement::of("UPDATE wishes SET seated = ");
    if holders.is_empty() {
        statement.text("FALSE");
    } else {
        statement.text("player IN ");
        statement.list(holders);
    }
    // The wish's id is the table's own.
    statement.bound(" WHERE request = table_id AND table_id = ", rematch.id);
    statement.execute(connection).await?;
    Ok(())
}

/// Forgets whose wishes led to a table that there is not, or no more.
pub(super) async fn forget(connection: &mut Connection<'_>, table: Uuid) -> Result<(), StoreError> {
    Statement::of("DELETE FROM wishes WHERE table_id = $1").bind(table).execute(connection).await?;
    Ok(())
}

/// Forgets some wishes of tables that are gone and have ids below `before`; how many.
struct ForgetWishes {
    before: Uuid,
}

impl Write for ForgetWishes {
    type Output = u64;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<u64, StoreError> {
        Statement::of(
            "DELETE FROM wishes
             WHERE table_id IN (SELECT table_id FROM wishes WHERE table_id < $1
             AND NOT EXISTS (SELECT 1 FROM tables WHERE id = table_id) LIMIT $2)",
        )
        .bind(self.before)
        .bind(limits::WISHES_FORGOTTEN)
        .execute(&mut batch.connection)
        .await
    }
}

impl Store {
    /// The table with which a wish was carried out, if it was.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn wished(&self, player: Uuid, request: Uuid) -> Result<Option<Uuid>, StoreError> {
        let found: Option<(Uuid,)> =
            Statement::of("SELECT table_id FROM wishes WHERE player = $1 AND request = $2")
                .bind(player)
                .bind(request)
                .fetch_optional(&mut self.readers.play.lend().await?)
                .await?;
        Ok(found.map(|(id,)| id))
    }

    /// Forgets what was wished for, if its table is gone and was set up before that time; all of it, in several goes.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub(crate) async fn forget_wishes(&self, before_ms: i64) -> Result<(), StoreError> {
        // The least id of that time.
        let ms = u64::try_from(before_ms).unwrap_or(0);
        let before = Uuid::from_u128(u128::from(ms) << 80);
        while self.write(ForgetWishes { before }).await? > 0 {}
        Ok(())
    }
}
