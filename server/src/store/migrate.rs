//! Moving a house: all that one database holds, copied into an empty one of either engine. Both describe their tables themselves,
//! so that no step of the schema is forgotten here.

use super::StoreError;
use super::engine::copying::{self, TableShape};
use super::engine::{self, MigrationPolicy, Session, Statement, Transaction, WriterConnection};
use crate::config::Database;

/// Copies everything that `from` holds to `to`, in one transaction: should it be stopped half-way, `to` is as empty as before. No
/// server may have either open. Each table is told with its number of rows.
///
/// # Errors
/// If a server has one of them open, one of them is of another version than this program, `to` holds anything of a house already, or a
/// database fails.
pub(crate) async fn migrate(
    from: &Database,
    to: &Database,
    mut tell: impl FnMut(&str, u64),
) -> Result<(), StoreError> {
    let (mut source, source_readers) = engine::open(from, MigrationPolicy::RequireCurrent).await?;
    let (mut target, target_readers) = engine::open(to, MigrationPolicy::RequireCurrentOrNone).await?;
    let copied = copy(&mut source, &mut target, &mut tell).await;
    source_readers.close().await;
    target_readers.close().await;
    // All is there by now, or nothing is: what fails from here on changes neither.
    if copied.is_ok()
        && let WriterConnection::Postgres(target) = &mut target
        && let Err(error) = target.vacuum().await
    {
        tracing::warn!(%error, "the copy was not tidied up: Postgres does so by itself in a while");
    }
    for closed in [source.close().await, target.close().await] {
        if let Err(error) = closed {
            tracing::warn!(%error, "a connection did not close in good order");
        }
    }
    copied
}

async fn copy(
    source: &mut WriterConnection,
    target: &mut WriterConnection,
    tell: &mut impl FnMut(&str, u64),
) -> Result<(), StoreError> {
    // Nobody writes here: this keeps others from it, as on the other side.
    let mut reading = source.begin().await?;
    let mut writing = target.begin().await?;
    if !is_empty(&mut writing).await? {
        return Err(StoreError::NotEmpty);
    }
    let from = copying::tables(&mut reading.connection()).await?;
    let to = copying::tables(&mut writing.connection()).await?;
    // Both are of one version, and have the same tables. What else is in either is somebody else's.
    let pairs: Vec<(&TableShape, &TableShape)> = to
        .iter()
        .filter_map(|target| from.iter().find(|shape| shape.name == target.name).map(|shape| (shape, target)))
        .collect();
    // What the steps of the schema have put there comes with the rest.
    for (_, target) in pairs.iter().rev() {
        copying::clear(&mut writing.connection(), target).await?;
    }
    for (shape, target) in pairs {
        let rows =
            copying::copy_rows(&mut reading.connection(), shape, &mut writing.connection(), target).await?;
        if rows > 0 {
            tell(&target.name, rows);
        }
    }
    for (table, last) in numbered(&mut reading, &from).await? {
        copying::set_number(&mut writing.connection(), &table, last).await?;
    }
    writing.commit().await
}

/// Whether nobody has ever been in a house.
async fn is_empty(of: &mut Transaction<'_>) -> Result<bool, StoreError> {
    let (people, tables, games): (i64, i64, i64) = Statement::of(
        "SELECT (SELECT count(*) FROM players), (SELECT count(*) FROM tables), (SELECT count(*) FROM matches)",
    )
    .fetch_one(of)
    .await?;
    Ok(people + tables + games == 0)
}

/// The last number that each table has given.
async fn numbered(of: &mut Transaction<'_>, tables: &[TableShape]) -> Result<Vec<(String, i64)>, StoreError> {
    let noted = copying::numbers(&mut of.connection()).await?;
    let mut numbered = Vec::new();
    for shape in tables {
        let own = noted.iter().find(|(table, _)| *table == shape.name).map(|(_, last)| *last);
        // Where none is noted the highest that there is must do, as it does for that engine.
        let highest = copying::highest_number(&mut of.connection(), shape).await?;
        // One that has given none yet begins as any does.
        let last = own.max(highest).filter(|last| *last > 0);
        numbered.extend(last.map(|last| (shape.name.clone(), last)));
    }
    Ok(numbered)
}
