//! The one task that writes. Whatever waits when a commit is done shares the next one: a busy house pays for one
//! flush to disk per group, a calm one commits at once.

use std::sync::Arc;

use cydonia_protocol::TableInfo;
use cydonia_protocol::dice::Bytes32;
use serde::Serialize;
use sqlx::{Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

use super::uptime::Uptime;
use super::{
    Finished, NewLine, NewPlayer, NewTable, StoreError, TokenHash, chat, matches, players, seat_keys, tables,
    uptime,
};
use crate::clock::Clock;
use crate::limits;
use crate::table::Stamped;

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

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
    pub finished: Option<Finished>,
}

pub(super) enum Write {
    Append { append: Box<Append>, reply: Reply<()> },
    CreateTable { table: Box<NewTable>, reply: Reply<Uuid> },
    CreatePlayer { player: NewPlayer, reply: Reply<()> },
    RenamePlayer { id: Uuid, name: String, reply: Reply<()> },
    CreateSession { player: Uuid, token: TokenHash, now_ms: i64, reply: Reply<()> },
    SeatKey { table: i64, player: Uuid, key: TokenHash, reply: Reply<()> },
    Deadline { table: i64, deadline_ms: Option<i64>, reply: Reply<()> },
    Say { line: Box<NewLine>, reply: Reply<Option<u64>> },
    ForgetChat { before_ms: i64, reply: Reply<()> },
    PutOff { table: Uuid, deadline_ms: i64, reply: Reply<()> },
    Heartbeat { now_ms: i64, reply: Reply<()> },
    Stop,
}

/// Answers are held back until the commit that makes them true.
type Answer = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

pub(super) async fn run(
    mut connection: SqliteConnection,
    mut queue: mpsc::Receiver<Write>,
    uptime: Arc<Uptime>,
    clock: Clock,
) {
    let mut group = Vec::with_capacity(limits::GROUP);
    let mut stopping = false;
    while !stopping && queue.recv_many(&mut group, limits::GROUP).await > 0 {
        if let Some(stop) = group.iter().position(|write| matches!(write, Write::Stop)) {
            // What came later gets no answer, which its senders read as "unavailable".
            group.truncate(stop);
            stopping = true;
        }
        let mut answers = Vec::with_capacity(group.len());
        let comes_back = uptime.is_failing().then_some(&clock);
        let outcome = commit(&mut connection, comes_back, group.drain(..), &mut answers).await;
        match &outcome {
            Ok(()) if comes_back.is_some() => uptime.recover(),
            Ok(()) => {}
            Err(error) => {
                uptime.fail();
                tracing::error!(%error, "a commit failed");
            }
        }
        let committed = outcome.is_ok();
        for answer in answers {
            answer(if committed { Ok(()) } else { Err(StoreError::Unavailable) });
        }
    }
    if let Err(error) = connection.close().await {
        tracing::error!(%error, "the database did not close");
    }
}

async fn commit(
    connection: &mut SqliteConnection,
    comes_back: Option<&Clock>,
    group: impl Iterator<Item = Write>,
    answers: &mut Vec<Answer>,
) -> Result<(), StoreError> {
    // At once for writing: whoever waits for the lock waits here, and what time it is shows only then.
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    if let Some(clock) = comes_back {
        // Before anything else is kept: it would look as if the house had been open all the time.
        uptime::come_back(&mut transaction, clock.now_ms()).await?;
    }
    let mut appends = Vec::new();
    let mut last_ms = None;
    for write in group {
        match write {
            Write::Append { append, reply } => {
                last_ms = last_ms.max(last_of(&append.records));
                appends.push((append, reply));
            }
            Write::CreateTable { table, reply } => {
                last_ms = last_ms.max(last_of(&table.records));
                let id = tables::create(&mut transaction, &table).await;
                hold(answers, reply, id)?;
            }
            Write::CreatePlayer { player, reply } => {
                let done = players::create(&mut transaction, &player).await;
                hold(answers, reply, done)?;
            }
            Write::RenamePlayer { id, name, reply } => {
                let done = players::rename(&mut transaction, id, &name).await;
                hold(answers, reply, done)?;
            }
            Write::CreateSession { player, token, now_ms, reply } => {
                let done = players::create_session(&mut transaction, player, &token, now_ms).await;
                hold(answers, reply, done)?;
            }
            Write::SeatKey { table, player, key, reply } => {
                let done = seat_keys::keep(&mut transaction, table, player, key).await;
                hold(answers, reply, done)?;
            }
            Write::Deadline { table, deadline_ms, reply } => {
                let done = tables::set_deadline(&mut transaction, table, deadline_ms).await;
                hold(answers, reply, done)?;
            }
            Write::Say { line, reply } => {
                let done = chat::say(&mut transaction, &line).await;
                hold(answers, reply, done)?;
            }
            Write::ForgetChat { before_ms, reply } => {
                let done = chat::forget(&mut transaction, before_ms).await;
                hold(answers, reply, done)?;
            }
            Write::PutOff { table, deadline_ms, reply } => {
                let done = tables::put_off(&mut transaction, table, deadline_ms).await;
                hold(answers, reply, done)?;
            }
            Write::Heartbeat { now_ms, reply } => {
                let done = uptime::live(&mut transaction, now_ms).await;
                hold(answers, reply, done)?;
            }
            Write::Stop => {}
        }
    }
    if let Some(last_ms) = last_ms {
        uptime::live(&mut transaction, last_ms).await?;
    }
    append_all(&mut transaction, appends, answers).await?;
    transaction.commit().await?;
    Ok(())
}

/// When the last of some records was made.
fn last_of(records: &[Stamped]) -> Option<i64> {
    records.last().map(|(ms, _)| *ms)
}

/// Keeps an answer for after the commit. A failed statement spoils its whole group, as SQLite's transaction is lost.
fn hold<T: Send + 'static>(
    answers: &mut Vec<Answer>,
    reply: Reply<T>,
    outcome: Result<T, StoreError>,
) -> Result<(), StoreError> {
    let (value, failed) = match outcome {
        Ok(value) => (Some(value), Ok(())),
        Err(error) => (None, Err(error)),
    };
    answers.push(Box::new(move |committed| {
        let answer = committed.and_then(|()| value.ok_or(StoreError::Unavailable));
        // Whoever asked may have gone; the write stands all the same.
        drop(reply.send(answer));
    }));
    failed
}

async fn append_all(
    connection: &mut SqliteConnection,
    appends: Vec<(Box<Append>, Reply<()>)>,
    answers: &mut Vec<Answer>,
) -> Result<(), StoreError> {
    if appends.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = appends.iter().map(|(append, _)| JournalRow::of(append)).collect::<Result<_, _>>()?;
    let rows = serde_json::to_string(&rows).map_err(|_| StoreError::Unwritable("append"))?;
    let taken: Vec<(i64, i64)> = sqlx::query_as(
        "INSERT INTO events (table_number, seq, body)
         SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each($1)
         WHERE EXISTS (SELECT 1 FROM tables WHERE number = value ->> 0)
         ON CONFLICT DO NOTHING RETURNING table_number, seq",
    )
    .bind(rows)
    .fetch_all(&mut *connection)
    .await?;
    let taken: std::collections::HashSet<_> = taken.into_iter().collect();
    for (append, reply) in appends {
        let fenced = !taken.contains(&(append.table, append.seq as i64));
        if !fenced {
            if let Some(wish) = append.wish {
                tables::keep_wish(&mut *connection, append.table, wish).await?;
            }
            if let Some(finished) = &append.finished {
                matches::keep(&mut *connection, append.table, finished).await?;
            } else {
                if let Some(info) = &append.info {
                    tables::update(&mut *connection, append.table, info).await?;
                }
                if let Some(key) = &append.dice_key {
                    tables::keep_dice_key(&mut *connection, append.table, key).await?;
                }
                if let Some(deadline_ms) = append.deadline {
                    tables::set_deadline(&mut *connection, append.table, deadline_ms).await?;
                }
            }
        }
        answers.push(Box::new(move |committed| {
            let answer = committed.and_then(|()| if fenced { Err(StoreError::Fenced) } else { Ok(()) });
            drop(reply.send(answer));
        }));
    }
    Ok(())
}

/// One row as `json_each` takes it: table, seq, body.
#[derive(Serialize)]
struct JournalRow(i64, u64, String);

impl JournalRow {
    fn of(append: &Append) -> Result<Self, StoreError> {
        let body = serde_json::to_string(&append.records).map_err(|_| StoreError::Unwritable("append"))?;
        Ok(Self(append.table, append.seq, body))
    }
}
