//! Appends to journals: what a table has kept of what happened at it, and what goes with that.

use std::collections::HashSet;

use cydonia_protocol::TableInfo;
use cydonia_protocol::dice::Bytes32;
use cydonia_table::journal::{Finished, Stamped};
use uuid::Uuid;

use super::delta::CommitDelta;
use super::staging::JournalStaging;
use super::{Answer, Reply};
use crate::store::engine::Connection;
use crate::store::engine::postgres::Pen;
use crate::store::{Made, NewTable, StoreError, deadlines, matches, ratings, tables, uptime, wishes};

/// Records of one table, in order.
#[derive(Debug)]
pub(crate) struct Append {
    /// The table's number.
    pub table: i64,
    /// The number of the first record: the fence against a second writer.
    pub seq: u64,
    /// The records.
    pub records: Vec<Stamped>,
    /// The table as the lobby shows it, if the records change that.
    pub(crate) info: Option<TableInfo>,
    /// What the table's dice are made from, if the records start its game.
    pub dice_key: Option<Bytes32>,
    /// When the table next wants attention, if that is to be noted down.
    pub deadline: Option<Option<i64>>,
    /// The wish that the records carry out: the player, and the player's own id for it.
    pub wish: Option<(Uuid, Uuid)>,
    /// The finished game, if the records end it: the table's row and journal then go.
    pub finished: Option<Box<Finished>>,
    /// The next table of its series, if the finished game is followed by another.
    pub next: Option<Box<NewTable>>,
}

impl Append {
    /// Whether nothing is to be kept but the records, of a game that goes on.
    pub(in crate::store) fn is_plain(&self) -> bool {
        // What comes next comes with a finished game.
        let Self { table: _, seq: _, records: _, info, dice_key, deadline, wish, finished, next: _ } = self;
        info.is_none() && dice_key.is_none() && deadline.is_none() && wish.is_none() && finished.is_none()
    }
}

/// Carries out all appends of a batch. Without a transaction around it this is fenced by a pen.
pub(super) async fn append_all(
    connection: &mut Connection<'_>,
    pen: Option<Pen>,
    intake: &JournalStaging,
    change: &mut CommitDelta,
    appends: Vec<(Box<Append>, Reply<()>)>,
    answers: &mut Vec<Answer>,
) -> Result<(), StoreError> {
    let claims: Vec<_> =
        appends.iter().filter_map(|(append, _)| Some((append.table, append.wish?))).collect();
    let done = if claims.is_empty() { HashSet::new() } else { wishes::claim(connection, &claims).await? };
    let is_done = |append: &Append| append.wish.is_some_and(|wish| done.contains(&(append.table, wish)));
    let (done, appends): (Vec<_>, Vec<_>) = appends.into_iter().partition(|(append, _)| is_done(append));
    for (_, reply) in done {
        answers.push(Box::new(move |committed| {
            drop(reply.send(committed.and(Err(StoreError::CarriedOut))));
        }));
    }
    let kept = intake.keep(connection, pen, appends.iter().map(|(append, _)| &**append), change).await?;
    let (mut over, mut next) = (Vec::new(), Vec::new());
    for ((append, reply), kept) in appends.into_iter().zip(kept) {
        if let Some(wish) = append.wish.filter(|_| !kept) {
            wishes::give_back(connection, append.table, wish).await?;
        }
        if kept {
            if let Some(finished) = append.finished {
                over.push((append.table, finished));
                next.extend(append.next);
            } else {
                if let Some(info) = &append.info {
                    tables::update(connection, append.table, info, append.deadline).await?;
                } else if let Some(deadline_ms) = append.deadline {
                    deadlines::set(connection, append.table, deadline_ms).await?;
                }
                if let Some(key) = &append.dice_key {
                    tables::keep_dice_key(connection, append.table, key).await?;
                }
            }
        }
        answers.push(Box::new(move |committed| {
            let answer = committed.and_then(|()| if kept { Ok(()) } else { Err(StoreError::Fenced) });
            drop(reply.send(answer));
        }));
    }
    if !over.is_empty() {
        // Of what ends no record is left that would be a sign of life.
        uptime::record_heartbeat(connection, intake.node(), change.last_ms()).await?;
        let (tables, games): (Vec<_>, Vec<_>) = over.iter().map(|(table, game)| (*table, &**game)).unzip();
        matches::keep(connection, &games).await?;
        tables::forget(connection, &tables).await?;
        for mut table in next {
            // With the ratings that the games before it have left.
            ratings::refresh(connection, &mut table).await?;
            if let Made::Now(number) = tables::create(connection, &table, u32::MAX).await? {
                change.begin(number, table.records.len() as u64);
            }
        }
    }
    Ok(())
}
