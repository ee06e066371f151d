//! Who sits where: the tables of each player that are open or playing, and those whose games were aborted.

use cydonia_protocol::{SeatState, TableInfo};
use uuid::Uuid;

use super::engine::{Connection, Statement};
use super::tables::ListedRow;
use super::{Store, StoreError};
use crate::limits;

/// The people who sit at a table, and those for whom a seat is kept there.
pub(crate) fn holders(seats: &[SeatState]) -> impl Iterator<Item = Uuid> {
    let holder = |seat: &SeatState| match seat {
        SeatState::Taken { player, .. } | SeatState::Reserved { player } => {
            player.computer.is_none().then_some(player.id)
        }
        SeatState::Free {} => None,
    };
    seats.iter().filter_map(holder)
}

/// Notes down who sits at a table now.
pub(super) async fn note(
    connection: &mut Connection<'_>,
    number: i64,
    info: &TableInfo,
) -> Result<(), StoreError> {
    let holders: Vec<Uuid> = holders(&info.seats).collect();
    let mut gone = Statement::of("");
    gone.bound("DELETE FROM seated WHERE table_number = ", number);
    if !holders.is_empty() {
        gone.text(" AND player NOT IN ");
        gone.list(holders.iter().copied());
    }
    gone.execute(connection).await?;
    for player in holders {
        Statement::of("INSERT INTO seated (player, table_number) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(player)
            .bind(number)
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// A table's game was aborted: nobody sits there any more, and whoever did finds it among all that is theirs.
pub(super) async fn abort(connection: &mut Connection<'_>, number: i64) -> Result<(), StoreError> {
    for statement in [
        "INSERT INTO aborted_seats (player, table_number) SELECT player, table_number FROM seated
         WHERE table_number = $1 ON CONFLICT DO NOTHING",
        "DELETE FROM seated WHERE table_number = $1",
    ] {
        Statement::of(statement).bind(number).execute(connection).await?;
    }
    Ok(())
}

impl Store {
    /// The tables at which somebody sits, or a seat is kept for them, and whose game is not over: the newest first, and as many as
    /// anybody has.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn own_tables(&self, player: Uuid) -> Result<Vec<TableInfo>, StoreError> {
        let rows: Vec<ListedRow> = Statement::of(
            "SELECT number, info FROM seated JOIN tables ON number = table_number
             WHERE player = $1 AND NOT closed ORDER BY number DESC LIMIT $2",
        )
        .bind(player)
        .bind(limits::OWN_TABLES)
        .fetch_all(&mut self.readers.play.lend().await?)
        .await?;
        Ok(read(rows))
    }

    /// The same with those whose games were aborted, for somebody who wants to know all that is kept of them: the newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn all_own_tables(&self, player: Uuid) -> Result<Vec<TableInfo>, StoreError> {
        let rows: Vec<ListedRow> = Statement::of(
            "SELECT number, info FROM tables WHERE number IN (SELECT table_number FROM seated WHERE player = $1
             UNION ALL SELECT table_number FROM aborted_seats WHERE player = $1) ORDER BY number DESC LIMIT $2",
        )
        .bind(player)
        .bind(limits::OWN_DATA_TABLES)
        .fetch_all(&mut self.readers.lookups.lend().await?)
        .await?;
        let mut tables = read(rows);
        for table in &mut tables {
            self.deleted.mask_seats(&mut table.seats);
        }
        Ok(tables)
    }
}

/// One damaged row must not hide all others.
fn read(rows: Vec<ListedRow>) -> Vec<TableInfo> {
    rows.into_iter().filter_map(|row| row.read_or_log("a table is left out of its players' own")).collect()
}
