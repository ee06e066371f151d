//! The one task that writes. Whatever waits when a commit is done shares the next one: a busy house pays for one
//! flush to disk per group, a calm one commits at once.

use cydonia_protocol::TableInfo;
use serde::Serialize;
use sqlx::{Acquire, SqliteConnection};
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

use super::{Finished, NewPlayer, NewTable, StoreError, matches, players, tables};
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
    /// The finished game, if the records end it: the table's row and journal then go.
    pub finished: Option<Finished>,
}

pub(super) enum Write {
    Append { append: Box<Append>, reply: Reply<()> },
    CreateTable { table: Box<NewTable>, reply: Reply<Uuid> },
    CreatePlayer { player: NewPlayer, reply: Reply<()> },
    RenamePlayer { id: Uuid, name: String, reply: Reply<()> },
    Stop,
}

/// Answers are held back until the commit that makes them true.
type Answer = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

pub(super) async fn run(mut connection: SqliteConnection, mut queue: mpsc::Receiver<Write>) {
    let mut group = Vec::with_capacity(limits::GROUP);
    let mut stopping = false;
    while !stopping && queue.recv_many(&mut group, limits::GROUP).await > 0 {
        if let Some(stop) = group.iter().position(|write| matches!(write, Write::Stop)) {
            // What came later gets no answer, which its senders read as "unavailable".
            group.truncate(stop);
            stopping = true;
        }
        let mut answers = Vec::with_capacity(group.len());
        let outcome = commit(&mut connection, group.drain(..), &mut answers).await;
        if let Err(error) = &outcome {
            tracing::error!(%error, "a commit failed");
        }
        let committed = outcome.is_ok();
        for answer in answers {
            answer(if committed { Ok(()) } else { Err(StoreError::Unavailable) });
        }
    }
    if let Err(error) = sqlx::Connection::close(connection).await {
        tracing::error!(%error, "the database did not close");
    }
}

async fn commit(
    connection: &mut SqliteConnection,
    group: impl Iterator<Item = Write>,
    answers: &mut Vec<Answer>,
) -> Result<(), StoreError> {
    let mut transaction = connection.begin().await?;
    let mut appends = Vec::new();
    for write in group {
        match write {
            Write::Append { append, reply } => appends.push((append, reply)),
            Write::CreateTable { table, reply } => {
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
            Write::Stop => {}
        }
    }
    append_all(&mut transaction, appends, answers).await?;
    transaction.commit().await?;
    Ok(())
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
    let rows = serde_json::to_string(&rows).map_err(|_| StoreError::Damaged("append"))?;
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
            if let Some(finished) = &append.finished {
                matches::keep(&mut *connection, append.table, finished).await?;
            } else if let Some(info) = &append.info {
                tables::update(&mut *connection, append.table, info).await?;
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
        let body = serde_json::to_string(&append.records).map_err(|_| StoreError::Damaged("append"))?;
        Ok(Self(append.table, append.seq, body))
    }
}
