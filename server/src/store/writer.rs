//! Single-writer actor with group commit: the one task that writes. Whatever waits when a commit is done shares the next one: a
//! busy house pays for one flush to disk per group, a calm one commits at once.

use std::sync::Arc;

use cydonia_protocol::TableInfo;
use cydonia_protocol::dice::Bytes32;
use cydonia_table::journal::{Finished, Stamped};
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

use super::engine::{Connection, Engine, WriterConnection};
use super::staging::{CommitDelta, JournalStaging};
use super::uptime::Uptime;
use super::{
    Made, NewLine, NewPlayer, NewTable, SeatOpened, SessionEnd, StoreError, TokenHash, chat, matches,
    players, seat_keys, sessions, tables, uptime,
};
use crate::clock::Clock;
use crate::limits;

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
    pub finished: Option<Box<Finished>>,
}

impl Append {
    /// Whether nothing is to be kept but the records, of a game that goes on.
    fn is_plain(&self) -> bool {
        let Self { table: _, seq: _, records: _, info, dice_key, deadline, wish, finished } = self;
        info.is_none() && dice_key.is_none() && deadline.is_none() && wish.is_none() && finished.is_none()
    }
}

pub(super) enum Write {
    Append { append: Box<Append>, reply: Reply<()> },
    CreateTable { table: Box<NewTable>, most: u32, reply: Reply<Made> },
    CloseTable { number: i64, id: Uuid, seq: u64, reply: Reply<bool> },
    ForgetWishes { before: Uuid, reply: Reply<u64> },
    CreatePlayer { player: NewPlayer, reply: Reply<()> },
    RenamePlayer { id: Uuid, name: String, reply: Reply<()> },
    OpenSeat { new: SeatOpened, reply: Reply<Option<Vec<i64>>> },
    EndSessions { which: SessionEnd, reply: Reply<Vec<i64>> },
    UseSession { number: i64, now_ms: i64 },
    SeatKey { table: i64, player: Uuid, key: TokenHash, reply: Reply<()> },
    Deadline { table: i64, deadline_ms: Option<i64>, reply: Reply<()> },
    Say { line: Box<NewLine>, reply: Reply<Option<u64>> },
    ForgetChat { before_ms: i64, reply: Reply<()> },
    PutOff { table: Uuid, deadline_ms: i64, reply: Reply<()> },
    Heartbeat { now_ms: i64, reply: Reply<()> },
    Stop,
}

impl Write {
    fn append(self) -> Option<(Box<Append>, Reply<()>)> {
        match self {
            Self::Append { append, reply } => Some((append, reply)),
            _ => None,
        }
    }
}

/// How often the others have their turn before a group is closed, as long as they ask for something.
const TURNS: usize = 8;

/// After how many turns in which nobody asks for anything. A message that has come in is read by its socket in one, and
/// goes through its table in the next.
const QUIET_TURNS: usize = 2;

/// Answers are held back until the commit that makes them true.
type Answer = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

pub(super) async fn run(
    mut owner: WriterConnection,
    mut queue: mpsc::Receiver<Write>,
    intake: Arc<JournalStaging>,
    uptime: Arc<Uptime>,
    clock: Clock,
) -> Result<(), StoreError> {
    let mut group = Vec::with_capacity(limits::MAX_COMMIT_BATCH);
    let mut stopping = false;
    while !stopping && queue.recv_many(&mut group, limits::MAX_COMMIT_BATCH).await > 0 {
        linger(&mut queue, &mut group).await;
        if let Some(stop) = group.iter().position(|write| matches!(write, Write::Stop)) {
            // What came later gets no answer, which its senders read as "unavailable".
            group.truncate(stop);
            stopping = true;
        }
        let mut answers = Vec::with_capacity(group.len());
        let comes_back = uptime.is_failing().then_some(&clock);
        let outcome = commit_in_time(&mut owner, &intake, comes_back, &mut group, &mut answers).await;
        // Before anybody is answered: whoever goes on then looks there whether time is to be given back.
        match &outcome {
            Ok(()) if comes_back.is_some() => uptime.recover(),
            // One of the group may have asked for what cannot be: the database is as well as ever.
            Ok(()) | Err(StoreError::Taken(_)) => {}
            Err(_) => {
                uptime.fail();
                intake.invalidate();
            }
        }
        let committed = outcome.is_ok();
        for answer in answers {
            answer(if committed { Ok(()) } else { Err(StoreError::Unavailable) });
        }
        match outcome {
            Ok(()) => {}
            Err(error @ StoreError::Taken(_)) => tracing::error!(%error, "a commit was refused"),
            Err(error) => {
                tracing::error!(%error, "a commit failed");
                match connected(owner, &mut queue, &clock).await? {
                    Some(connected) => owner = connected,
                    None => return Ok(()),
                }
            }
        }
    }
    let sorting = tokio::time::timeout(limits::COMMIT, intake.compact(&mut owner));
    if let Err(error) = sorting.await.unwrap_or_else(|_| Err(StoreError::silent())) {
        tracing::warn!(%error, "the journals are sorted at the next start");
    }
    owner.close().await
}

/// Lets everybody who is about to ask for something ask first. A calm house has nobody to wait for; on a busy one the
/// groups are larger, and each costs a flush. What the turns gave is in `docs/performance.md#what-was-tried`.
async fn linger(queue: &mut mpsc::Receiver<Write>, group: &mut Vec<Write>) {
    let mut quiet = 0;
    for _ in 0..TURNS {
        let waiting = queue.len();
        tokio::task::yield_now().await;
        quiet = if queue.len() > waiting { 0 } else { quiet + 1 };
        if quiet == QUIET_TURNS {
            break;
        }
    }
    while group.len() < limits::MAX_COMMIT_BATCH
        && let Ok(write) = queue.try_recv()
    {
        group.push(write);
    }
}

/// Sees to it that the connection serves again after something went wrong. Nothing is taken meanwhile. None if the
/// server stops before.
///
/// # Errors
/// [`StoreError::InUse`] if another server has taken the database. What this one remembers is out of date then, and
/// only a start helps.
async fn connected(
    owner: WriterConnection,
    queue: &mut mpsc::Receiver<Write>,
    clock: &Clock,
) -> Result<Option<WriterConnection>, StoreError> {
    // At once, as most often no more is needed, and whoever asks for something in that moment need not be refused.
    let lost = match owner.renew().await {
        Ok(owner) => return Ok(Some(owner)),
        Err(lost) => lost,
    };
    let reconnecting = lost.reconnect(clock);
    tokio::pin!(reconnecting);
    let mut refused = Vec::with_capacity(limits::MAX_COMMIT_BATCH);
    loop {
        tokio::select! {
            outcome = &mut reconnecting => return Ok(Some(outcome?)),
            taken = queue.recv_many(&mut refused, limits::MAX_COMMIT_BATCH) => {
                // Without an answer, which their senders read as "unavailable".
                if taken == 0 || refused.drain(..).any(|write| matches!(write, Write::Stop)) {
                    return Ok(None);
                }
            }
        }
    }
}

/// Commits. At the other end of a line to Postgres there may be nobody any more, which only a wait that is too long
/// shows; SQLite sees to that by itself.
async fn commit_in_time(
    owner: &mut WriterConnection,
    intake: &JournalStaging,
    comes_back: Option<&Clock>,
    group: &mut Vec<Write>,
    answers: &mut Vec<Answer>,
) -> Result<(), StoreError> {
    match owner {
        // One statement is a transaction of its own, and each more is two turns of two threads.
        Engine::Sqlite(owner) if comes_back.is_none() && is_one_statement(intake, group) => {
            let mut connection = Engine::Sqlite(owner.connection());
            let mut change = CommitDelta::default();
            let appends = group.drain(..).filter_map(Write::append).collect();
            append_all(&mut connection, intake, &mut change, appends, answers).await?;
            intake.take_in(change);
            Ok(())
        }
        Engine::Sqlite(_) => commit(owner, intake, comes_back, group.drain(..), answers).await,
        Engine::Postgres(_) => {
            let committing = commit(owner, intake, comes_back, group.drain(..), answers);
            tokio::time::timeout(limits::COMMIT, committing)
                .await
                .unwrap_or_else(|_| Err(StoreError::silent()))
        }
    }
}

/// Whether a group of writes comes to one row of the intake, and nothing else.
fn is_one_statement(intake: &JournalStaging, group: &[Write]) -> bool {
    let plain = |write: &Write| match write {
        Write::Append { append, .. } if append.is_plain() => Some(append.table),
        _ => None,
    };
    let tables: Option<Vec<i64>> = group.iter().map(plain).collect();
    tables.is_some_and(|tables| intake.is_ready_for(&tables))
}

async fn commit(
    owner: &mut WriterConnection,
    intake: &JournalStaging,
    comes_back: Option<&Clock>,
    group: impl Iterator<Item = Write>,
    answers: &mut Vec<Answer>,
) -> Result<(), StoreError> {
    let mut transaction = owner.begin().await?;
    let mut connection = transaction.connection();
    let connection = &mut connection;
    let mut change = intake.prepare(connection).await?;
    if let Some(clock) = comes_back {
        // Before anything else is kept: it would look as if the house had been open all the time.
        uptime::live(connection, intake.last_ms()).await?;
        uptime::come_back(connection, clock.now_ms()).await?;
    }
    let mut appends = Vec::new();
    let mut last_ms = None;
    for write in group {
        match write {
            Write::Append { append, reply } => appends.push((append, reply)),
            Write::CreateTable { table, most, reply } => {
                last_ms = table.records.iter().map(|(ms, _)| Some(*ms)).fold(last_ms, Option::max);
                let made = tables::create(connection, &table, most).await;
                if let Ok(Made::Now(number)) = made {
                    change.begin(number, table.records.len() as u64);
                }
                defer_reply(answers, reply, made)?;
            }
            Write::CloseTable { number, id, seq, reply } => {
                let done = close_table(connection, intake, &mut change, number, id, seq).await;
                defer_reply(answers, reply, done)?;
            }
            Write::ForgetWishes { before, reply } => {
                let done = tables::forget_old_wishes(connection, before).await;
                defer_reply(answers, reply, done)?;
            }
            Write::CreatePlayer { player, reply } => {
                let done = players::create(connection, &player).await;
                defer_reply(answers, reply, done)?;
            }
            Write::RenamePlayer { id, name, reply } => {
                let done = players::rename(connection, id, &name).await;
                defer_reply(answers, reply, done)?;
            }
            Write::OpenSeat { new, reply } => {
                let opened = sessions::open_seat(connection, &new).await;
                defer_reply(answers, reply, opened)?;
            }
            Write::EndSessions { which, reply } => {
                let ended = sessions::end(connection, which).await;
                defer_reply(answers, reply, ended)?;
            }
            Write::UseSession { number, now_ms } => sessions::note_use(connection, number, now_ms).await?,
            Write::SeatKey { table, player, key, reply } => {
                let done = seat_keys::keep(connection, table, player, key).await;
                defer_reply(answers, reply, done)?;
            }
            Write::Deadline { table, deadline_ms, reply } => {
                let done = tables::set_deadline(connection, table, deadline_ms).await;
                defer_reply(answers, reply, done)?;
            }
            Write::Say { line, reply } => {
                let done = chat::say(connection, &line).await;
                defer_reply(answers, reply, done)?;
            }
            Write::ForgetChat { before_ms, reply } => {
                let done = chat::forget(connection, before_ms).await;
                defer_reply(answers, reply, done)?;
            }
            Write::PutOff { table, deadline_ms, reply } => {
                let done = tables::back_off(connection, table, deadline_ms).await;
                defer_reply(answers, reply, done)?;
            }
            Write::Heartbeat { now_ms, reply } => {
                let done = uptime::live(connection, now_ms).await;
                defer_reply(answers, reply, done)?;
            }
            Write::Stop => {}
        }
    }
    if let Some(last_ms) = last_ms {
        uptime::live(connection, last_ms).await?;
    }
    append_all(connection, intake, &mut change, appends, answers).await?;
    transaction.commit().await?;
    intake.take_in(change);
    Ok(())
}

/// Removes a table that was never played at; false if its journal goes on: then it is another's by now.
async fn close_table(
    connection: &mut Connection<'_>,
    intake: &JournalStaging,
    change: &mut CommitDelta,
    number: i64,
    id: Uuid,
    seq: u64,
) -> Result<bool, StoreError> {
    let ends_there = intake.ends_at(connection, number, seq).await?;
    if ends_there {
        tables::close(connection, number, id).await?;
        change.end(number);
    }
    Ok(ends_there)
}

/// Keeps an answer for after the commit. A failed statement spoils its whole group, as the transaction is lost; if it
/// asked for what cannot be, it is told so.
fn defer_reply<T: Send + 'static>(
    answers: &mut Vec<Answer>,
    reply: Reply<T>,
    outcome: Result<T, StoreError>,
) -> Result<(), StoreError> {
    // Whoever asked may have gone; the write stands all the same.
    match outcome {
        Ok(value) => {
            answers.push(Box::new(move |committed| drop(reply.send(committed.map(|()| value)))));
            Ok(())
        }
        Err(StoreError::Taken(unique)) => {
            drop(reply.send(Err(StoreError::Taken(unique))));
            Err(StoreError::Taken(unique))
        }
        Err(error) => Err(error),
    }
}

async fn append_all(
    connection: &mut Connection<'_>,
    intake: &JournalStaging,
    change: &mut CommitDelta,
    appends: Vec<(Box<Append>, Reply<()>)>,
    answers: &mut Vec<Answer>,
) -> Result<(), StoreError> {
    let kept = intake.keep(connection, appends.iter().map(|(append, _)| &**append), change).await?;
    let mut over = Vec::new();
    for ((append, reply), kept) in appends.into_iter().zip(kept) {
        if kept {
            if let Some(wish) = append.wish {
                tables::keep_wish(connection, append.table, wish).await?;
            }
            if let Some(finished) = append.finished {
                over.push((append.table, finished));
            } else {
                if let Some(info) = &append.info {
                    tables::update(connection, append.table, info, append.deadline).await?;
                } else if let Some(deadline_ms) = append.deadline {
                    tables::set_deadline(connection, append.table, deadline_ms).await?;
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
        uptime::live(connection, change.last_ms()).await?;
        let (tables, games): (Vec<_>, Vec<_>) = over.iter().map(|(table, game)| (*table, &**game)).unzip();
        matches::keep(connection, &games).await?;
        tables::forget(connection, &tables).await?;
    }
    Ok(())
}
