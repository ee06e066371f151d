//! Who sits where: the tables of each player that are open or playing.

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
        // One damaged row must not hide all others.
        Ok(rows
            .into_iter()
            .filter_map(|row| row.read_or_log("a table is left out of its players' own"))
            .collect())
    }
}
