//! The actor that owns one table: one request at a time, from checking to the answer.
//!
//! Order is everything here. A record is durable before its event is seen; the event goes to players before it goes
//! to watchers, and to the one who caused it before the `ok`.

use std::sync::Arc;

use cydonia_protocol::{ErrorCode, Event, Player, ServerMessage, TableStatus};
use cydonia_rules::Seat;
use tokio::sync::mpsc;
use uuid::Uuid;

use super::create;
use super::record::{Record, Stamped};
use super::refused::Refused;
use super::registry::{Ask, Letter, Registry, Request};
use super::state::Table;
use crate::app::App;
use crate::limits;
use crate::socket::{Frame, Outbox};
use crate::store::{Append, StoreError};

pub(super) async fn run(
    app: Arc<App>,
    id: Uuid,
    mut letters: mpsc::Receiver<Letter>,
    mailbox: mpsc::WeakSender<Letter>,
) {
    let mut task = Task { app: Arc::clone(&app), id, table: None, told: 0, watchers: Vec::new() };
    loop {
        tokio::select! {
            letter = letters.recv() => match letter {
                Some(letter) => task.take(letter).await,
                None => break,
            },
            () = app.clock.sleep(limits::TABLE_NAP) => {
                // Of a socket that is gone the farewell may have been missed.
                task.watchers.retain(|watcher| !watcher.outbox.is_closed());
                if task.watchers.is_empty() {
                    break;
                }
            }
            () = app.stopped() => break,
        }
        if task.table.is_none() && task.watchers.is_empty() && letters.is_empty() {
            // There is no such table, or it cannot be read just now.
            break;
        }
    }
    // Nobody watches any more, or the server tells them itself that it stops.
    task.watchers.clear();
    // Closed before it is forgotten: whoever writes from now on wakes the table anew, and never are two awake at once.
    letters.close();
    if let Some(mailbox) = mailbox.upgrade() {
        app.registry.forget(id, &mailbox);
    }
    while let Some(letter) = letters.recv().await {
        // Came in the very moment of falling asleep. When the server stops, its sender is told by the close.
        if !app.is_stopping() {
            Registry::post(&app, id, letter).await;
        }
    }
}

struct Task {
    app: Arc<App>,
    id: Uuid,
    /// None until first needed, and after a write whose outcome is unknown.
    table: Option<Table>,
    /// The number of the last event that the watchers were told.
    told: u64,
    watchers: Vec<Watcher>,
}

struct Watcher {
    outbox: Outbox,
    /// Players are served first.
    seat: Option<Seat>,
}

impl Drop for Task {
    /// Should the task fail, whoever still watches comes back and resumes, instead of waiting for events for ever.
    fn drop(&mut self) {
        for watcher in &self.watchers {
            watcher.outbox.give_up();
        }
    }
}

/// What a request brought about, for its `ok`.
#[derive(Default)]
struct Done {
    table: Option<Uuid>,
    seat: Option<Seat>,
    key: Option<String>,
}

impl Task {
    async fn take(&mut self, letter: Letter) {
        let Request { outbox, id, ask } = match letter {
            Letter::Request(request) => request,
            Letter::Gone(socket) => return self.forget(socket),
        };
        let answer = match self.answer(&outbox, ask).await {
            Ok(Done { table, seat, key }) => ServerMessage::Ok { id, table, seat, key },
            Err(Answered::Refused(Refused { code, message })) => {
                ServerMessage::Error { id: Some(id), code, message }
            }
            Err(Answered::By(next)) => {
                let request = Request { outbox, id, ask: Ask::Join };
                return Registry::send(&self.app, next, request).await;
            }
        };
        outbox.send(&answer);
    }

    fn forget(&mut self, socket: u64) {
        self.watchers.retain(|watcher| watcher.outbox.number() != socket);
    }

    async fn answer(&mut self, outbox: &Outbox, ask: Ask) -> Result<Done, Answered> {
        if matches!(ask, Ask::Unwatch) {
            self.forget(outbox.number());
            return Ok(Done::default());
        }
        let entropy = self.app.entropy.clone();
        let table = self.awake().await?;
        let key = match &ask {
            Ask::Watch { key, .. } | Ask::Sit { key, .. } => key.as_deref(),
            _ => None,
        };
        if !table.admits(outbox.player().map(|player| player.id), key) {
            return Err(no_table().into());
        }
        if let Ask::Watch { since, .. } = ask {
            self.watch(outbox, since).await?;
            return Ok(Done::default());
        }
        let player = outbox.player().ok_or_else(Refused::no_session)?;
        let records = match ask {
            Ask::Sit { seat, .. } => return Ok(self.sit(player, seat).await?),
            Ask::Join => return Ok(self.join(player).await?),
            Ask::Rematch => return self.rematch(player).await,
            Ask::Stand => table.stand(player.id)?,
            Ask::Act { at, action } => table.act(player.id, at, &action)?,
            Ask::Roll { k } => table.roll(player.id, k, || entropy.dice())?,
            Ask::Undo { at } => table.undo(player.id, at)?,
            Ask::Resign => table.resign(player.id)?,
            Ask::Watch { .. } | Ask::Unwatch => Vec::new(),
        };
        self.carry_out(records).await?;
        Ok(Done::default())
    }

    /// The table's state, read from the store if it is not in memory.
    async fn awake(&mut self) -> Result<&mut Table, Refused> {
        if self.table.is_none()
            && let Some((table, mut events)) = load(&self.app, self.id).await.map_err(unreadable)?
        {
            self.table = Some(table);
            // After a write whose outcome was unknown: what was kept after all has not been told to anyone.
            events.retain(|event| event.n > self.told);
            if !self.watchers.is_empty() && !events.is_empty() {
                self.fan_out(events);
            }
        }
        self.table.as_mut().ok_or_else(no_table)
    }

    /// Makes records durable, then lets everyone see what they mean.
    async fn carry_out(&mut self, records: Vec<Record>) -> Result<(), Refused> {
        // Taken out: if anything fails from here on, what memory holds is not to be trusted.
        let Some(mut table) = self.table.take() else { return Err(no_table()) };
        let Some(number) = table.number else {
            return Err(Refused::new(ErrorCode::Over, "the game is over"));
        };
        let (seq, before) = (table.n + 1, table.info.clone());
        let now = self.app.clock.now_ms();
        let records: Vec<Stamped> = records.into_iter().map(|record| (now, record)).collect();
        let events: Result<Vec<Event>, _> =
            records.iter().map(|(ms, record)| table.apply(*ms, record)).collect();
        let events = events.map_err(unstored)?;
        let finished = if table.info.status == TableStatus::Finished {
            let mut journal = self.app.store.journal(number).await.map_err(unstored)?;
            journal.extend(records.iter().cloned());
            table.number = None;
            Some(table.finished(&journal).ok_or_else(|| unstored(StoreError::Damaged("journal")))?)
        } else {
            None
        };
        let in_lobby = table.info != before;
        let info = in_lobby.then(|| table.info.clone());
        let append = Append { table: number, seq, records, info, finished };
        self.app.store.append(append).await.map_err(unstored)?;
        self.table = Some(table);
        if in_lobby {
            self.app.lobby.touch();
        }
        self.fan_out(events);
        Ok(())
    }

    /// The same bytes for everyone, players first; then the choices, for the seat to act alone.
    fn fan_out(&mut self, events: Vec<Event>) {
        let Some(table) = &self.table else { return };
        self.told = table.n;
        let seat_of = |outbox: &Outbox| outbox.player().and_then(|player| table.seat_of(player.id));
        if events.iter().any(|event| !event.what.moves_position()) {
            // Someone may have sat down or stood up.
            for watcher in &mut self.watchers {
                watcher.seat = seat_of(&watcher.outbox);
            }
        }
        let frame = Frame::of(&ServerMessage::Events { table: self.id, events });
        for watcher in self.watchers.iter().filter(|watcher| watcher.seat.is_some()) {
            watcher.outbox.push(frame.clone());
        }
        let to_act = table.seat_to_act();
        let mut at_turn =
            self.watchers.iter().filter(|watcher| to_act.is_some() && watcher.seat == to_act).peekable();
        if at_turn.peek().is_some()
            && let Some(choices) = choices(table)
        {
            let frame = Frame::of(&choices);
            at_turn.for_each(|watcher| watcher.outbox.push(frame.clone()));
        }
        for watcher in self.watchers.iter().filter(|watcher| watcher.seat.is_none()) {
            watcher.outbox.push(frame.clone());
        }
    }

    /// Sends what is missing, or everything, and follows from there on.
    async fn watch(&mut self, outbox: &Outbox, since: Option<u64>) -> Result<(), Refused> {
        let Some(table) = &self.table else { return Err(no_table()) };
        let seat = outbox.player().and_then(|player| table.seat_of(player.id));
        let resumes = since.filter(|since| *since <= table.n && table.info.status != TableStatus::Finished);
        if resumes != Some(table.n) {
            let loaded = load(&self.app, self.id).await.map_err(unreadable)?;
            let mut events = loaded.map(|(_, events)| events).unwrap_or_default();
            match resumes {
                Some(since) => {
                    events.retain(|event| event.n > since);
                    outbox.send(&ServerMessage::Events { table: self.id, events });
                }
                None => outbox.send(&ServerMessage::Table {
                    n: table.n,
                    info: table.info.clone(),
                    key: seat.and_then(|_| table.key.clone()),
                    game: table.game_state(events).map(Box::new),
                }),
            }
        }
        if seat.is_some()
            && table.seat_to_act() == seat
            && let Some(choices) = choices(table)
        {
            outbox.send(&choices);
        }
        self.told = table.n;
        self.forget(outbox.number());
        self.watchers.push(Watcher { outbox: outbox.clone(), seat });
        Ok(())
    }

    async fn sit(&mut self, player: &Player, wish: Option<Seat>) -> Result<Done, Refused> {
        let Some(table) = &self.table else { return Err(no_table()) };
        let key = table.key.clone();
        let (seat, records) = table.sit(player, wish)?;
        self.carry_out(records).await?;
        Ok(Done { table: Some(self.id), seat: Some(seat), key })
    }

    /// Sits down, unless that was done before.
    async fn join(&mut self, player: &Player) -> Result<Done, Refused> {
        let Some(table) = &self.table else { return Err(no_table()) };
        match table.seat_of(player.id) {
            Some(seat) => Ok(Done { table: Some(self.id), seat: Some(seat), key: table.key.clone() }),
            None => self.sit(player, None).await,
        }
    }

    /// Sets a rematch up, or leaves the answer to the one that was set up before.
    async fn rematch(&mut self, player: &Player) -> Result<Done, Answered> {
        let Some(table) = &mut self.table else { return Err(no_table().into()) };
        let now = self.app.clock.now_ms();
        let (seat, info) = table.rematch(player.id, self.app.entropy.id(now), now)?;
        if let Some(next) = table.info.rematch {
            return Err(Answered::By(next));
        }
        // Whoever was let in here is let in there: the key stays the same.
        let key = table.key.clone();
        let made = info.id;
        let new = create::seated(info, key.clone(), None, seat, player.clone(), now);
        let next = self.app.store.create_table(new).await.map_err(unstored)?;
        table.info.rematch = Some(next);
        self.app.lobby.touch();
        let frame = Frame::of(&ServerMessage::Rematch { table: self.id, next });
        for watcher in &self.watchers {
            watcher.outbox.push(frame.clone());
        }
        if next == made {
            Ok(Done { table: Some(next), seat: Some(seat), key })
        } else {
            Err(Answered::By(next))
        }
    }
}

/// Why a request got no `ok` here.
enum Answered {
    Refused(Refused),
    /// Another table answers it.
    By(Uuid),
}

impl From<Refused> for Answered {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

/// A table and all its events, from wherever it is kept.
pub(crate) async fn load(app: &App, id: Uuid) -> Result<Option<(Table, Vec<Event>)>, StoreError> {
    let (mut table, records) = if let Some(row) = app.store.table(id).await? {
        let records = app.store.journal(row.number).await?;
        (Table::new(row), records)
    } else if let Some(kept) = app.store.finished(id).await? {
        let records = kept.packed.unpack().ok_or(StoreError::Damaged("match"))?;
        let mut table = Table::of_match(&kept);
        table.info.rematch = app.store.rematch_of(id).await?;
        (table, records)
    } else {
        return Ok(None);
    };
    let events = records.iter().map(|(ms, record)| table.apply(*ms, record)).collect::<Result<_, _>>()?;
    Ok(Some((table, events)))
}

fn choices(table: &Table) -> Option<ServerMessage> {
    table.seat_to_act()?;
    let game = table.game()?;
    Some(ServerMessage::Choices {
        table: table.info.id,
        at: table.at,
        actions: game.actions(),
        ends: game.ends(),
        undo: table.can_undo(),
    })
}

fn no_table() -> Refused {
    Refused::new(ErrorCode::NoTable, "there is no such table, or it is private and wants its key")
}

#[expect(clippy::needless_pass_by_value, reason = "made for map_err")]
fn unreadable(error: StoreError) -> Refused {
    tracing::error!(%error, "a table could not be read");
    Refused::new(ErrorCode::Unavailable, "the table could not be read just now; try again")
}

#[expect(clippy::needless_pass_by_value, reason = "made for map_err")]
fn unstored(error: StoreError) -> Refused {
    tracing::error!(%error, "a table could not be written");
    Refused::new(ErrorCode::Unavailable, "this could not be stored just now; look at the table and try again")
}
