//! `cydonia check`: plays everything that is kept through by the rules.

use std::fmt::Display;
use std::process::ExitCode;

use cydonia_table::Table;
use uuid::Uuid;

use super::arguments::Data;
use super::{CommandError, block_on, existing};
use crate::clock::Clock;
use crate::metrics::Metrics;
use crate::store::{Store, StoreError};

pub(super) fn run(data: Data) -> Result<ExitCode, CommandError> {
    let database = existing(data)?;
    let Checked { games, tables, damaged } = block_on(async {
        let (store, writer) = Store::open(&database, Clock::system(), Metrics::new()).await?;
        let checked = check(&store).await;
        store.stop().await;
        let ended = writer.await.unwrap_or(Ok(()));
        let checked = checked?;
        ended?;
        Ok(checked)
    })?;
    println!("games played through: {games}; tables that are on: {tables}; damaged: {damaged}");
    Ok(if damaged > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// What was found.
#[derive(Debug, Default)]
struct Checked {
    games: u64,
    tables: u64,
    damaged: u64,
}

impl Checked {
    /// Damage does not hide what comes behind it; all else ends the check.
    fn note(
        &mut self,
        what: impl Display,
        id: Uuid,
        found: Result<bool, StoreError>,
    ) -> Result<(), StoreError> {
        match found {
            Ok(true) => return Ok(()),
            Ok(false) => println!("{what} {id}: what was played is missing"),
            Err(StoreError::Damaged(damage)) => println!("{what} {id}: {damage}"),
            Err(error) => return Err(error),
        }
        self.damaged += 1;
        Ok(())
    }
}

async fn check(store: &Store) -> Result<Checked, StoreError> {
    let mut checked = Checked::default();
    let mut last = 0;
    loop {
        let games = store.games_after(last).await?;
        if games.is_empty() {
            break;
        }
        for (number, id) in games {
            let found = play_through(store, id).await;
            checked.note(format!("game {number}"), id, found)?;
            checked.games += 1;
            last = number;
        }
    }
    for (number, id) in store.live_tables().await? {
        let found = wake(store, id).await;
        checked.note(format!("table {number}"), id, found)?;
        checked.tables += 1;
    }
    Ok(checked)
}

/// Whether a game's line is there; it must replay to the result that is kept.
async fn play_through(store: &Store, id: Uuid) -> Result<bool, StoreError> {
    let Some(kept) = store.kept(id).await? else { return Ok(false) };
    Table::of_finished(&kept.read()?, || ())?;
    Ok(true)
}

/// The same of a table's journal.
async fn wake(store: &Store, id: Uuid) -> Result<bool, StoreError> {
    let Some((row, journal)) = store.table(id).await? else { return Ok(false) };
    Table::of_row(row, &journal)?;
    Ok(true)
}
