//! The actor that owns one table: one request at a time, from checking to the answer.
//!
//! Order is everything here. A record is durable before its event is seen; the event goes to players before it goes
//! to watchers, and to the one who caused it before the `ok`.

use std::ops::ControlFlow;
use std::sync::Arc;

use cydonia_protocol::{ErrorCode, Event, Player, ServerMessage, TableStatus};
use cydonia_rules::Seat;
use tokio::sync::mpsc;
use uuid::Uuid;

use super::record::{Record, Stamped};
use super::registry::{Ask, Letter, Registry, Request};
use super::state::{Refused, Table};
use crate::app::App;
use crate::limits;
use crate::socket::{Frame, Outbox};
use crate::store::{Append, NewTable, StoreError};

pub(super) async fn run(
    app: Arc<App>,
    id: Uuid,
    mut letters: mpsc::Receiver<Letter>,
    mailbox: mpsc::WeakSender<Letter>,
) {
    let mut task = Task { app: Arc::clone(&app), id, table: None, watchers: Vec::new() };
    loop {
        let quiet = task.watchers.is_empty();
        let letter = tokio::select! {
            letter = letters.recv() => letter,
            () = app.clock.sleep(limits::TABLE_NAP), if quiet => None,
            () = app.stopped() => None,
        };
        match letter {
            Some(letter) => task.take(letter).await,
            None => break,
        }
    }
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
    watchers: Vec<Watcher>,
}

struct Watcher {
    outbox: Outbox,
    /// Players are served first.
    seat: Option<Seat>,
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
        let (Request { outbox, id, ask }, player) = match letter {
            Letter::Request { request, player } => (request, player),
            Letter::Gone(socket) => return self.watchers.retain(|watcher| watcher.outbox.number() != socket),
        };
        match self.answer(&outbox, id, ask, player).await {
            Ok(ControlFlow::Continue(done)) => {
                outbox.send(&ServerMessage::Ok { id, table: done.table, seat: done.seat, key: done.key });
            }
            Ok(ControlFlow::Break(())) => {}
            Err(Refused { code, message }) => {
                outbox.send(&ServerMessage::Error { id: Some(id), code, message });
            }
        }
    }

    /// Carries a request out. `Break` if someone else answers it.
    async fn answer(
        &mut self,
        outbox: &Outbox,
        id: u64,
        ask: Ask,
        player: Option<Player>,
    ) -> Result<ControlFlow<(), Done>, Refused> {
        if matches!(ask, Ask::Unwatch) {
            self.watchers.retain(|watcher| watcher.outbox.number() != outbox.number());
            return Ok(ControlFlow::Continue(Done::default()));
        }
        let table = self.awake().await?;
        let key = match &ask {
            Ask::Watch { key, .. } | Ask::Sit { key, .. } => key.as_deref(),
            _ => None,
        };
        if !table.admits(player.as_ref().map(|player| player.id), key) {
            return Err(no_table());
        }
        let done = match (ask, player) {
            (Ask::Watch { since, .. }, player) => {
                self.watch(outbox, player.as_ref(), since).await?;
                Done::default()
            }
            (_, None) => {
                return Err(Refused::new(ErrorCode::NoSession, "say first what you want to be called"));
            }
            (Ask::Sit { seat, .. }, Some(player)) => {
                let (seat, records) = table.sit(&player, seat)?;
                let key = table.key.clone();
                self.carry_out(records).await?;
                Done { table: Some(self.id), seat: Some(seat), key }
            }
            (Ask::Stand, Some(player)) => {
                let records = table.stand(player.id)?;
                self.carry_out(records).await?;
                Done::default()
            }
            (Ask::Act { at, action }, Some(player)) => {
                let records = table.act(player.id, at, &action)?;
                self.carry_out(records).await?;
                Done::default()
            }
            (Ask::Resign, Some(player)) => {
                let records = table.resign(player.id)?;
                self.carry_out(records).await?;
                Done::default()
            }
            (Ask::Rematch, Some(player)) => return self.rematch(outbox, id, player).await,
            (Ask::Unwatch, Some(_)) => Done::default(),
        };
        Ok(ControlFlow::Continue(done))
    }

    /// The table's state, read from the store if it is not in memory.
    async fn awake(&mut self) -> Result<&mut Table, Refused> {
        if self.table.is_none() {
            self.table = load(&self.app, self.id).await.map_err(unavailable)?.map(|(table, _)| table);
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
        let seq = table.n + 1;
        let now = self.app.clock.now_ms();
        let records: Vec<Stamped> = records.into_iter().map(|record| (now, record)).collect();
        let mut events = Vec::with_capacity(records.len());
        let seats_before = (table.info.seats.clone(), table.info.status);
        for (ms, record) in &records {
            events.push(table.apply(*ms, record).map_err(unavailable)?);
        }
        let in_lobby = (&table.info.seats, table.info.status) != (&seats_before.0, seats_before.1);
        let info = in_lobby.then(|| serde_json::to_string(&table.info)).transpose();
        let info = info.map_err(|_| unavailable(StoreError::Damaged("table")))?;
        let finished = if table.info.status == TableStatus::Finished {
            let mut journal = self.app.store.journal(number).await.map_err(unavailable)?;
            journal.extend(records.iter().cloned());
            Some(table.finished(&journal).ok_or_else(|| unavailable(StoreError::Damaged("journal")))?)
        } else {
            None
        };
        if finished.is_some() {
            table.number = None;
        }
        let append = Append { table: number, seq, records, info, finished };
        self.app.store.append(append).await.map_err(unavailable)?;
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
    async fn watch(
        &mut self,
        outbox: &Outbox,
        player: Option<&Player>,
        since: Option<u64>,
    ) -> Result<(), Refused> {
        let Some(table) = &self.table else { return Err(no_table()) };
        let seat = player.and_then(|player| table.seat_of(player.id));
        let resumes = since.filter(|since| *since <= table.n && table.info.status != TableStatus::Finished);
        if resumes != Some(table.n) {
            let loaded = load(&self.app, self.id).await.map_err(unavailable)?;
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
        self.watchers.retain(|watcher| watcher.outbox.number() != outbox.number());
        self.watchers.push(Watcher { outbox: outbox.clone(), seat });
        Ok(())
    }

    async fn rematch(
        &mut self,
        outbox: &Outbox,
        id: u64,
        player: Player,
    ) -> Result<ControlFlow<(), Done>, Refused> {
        let Some(table) = &self.table else { return Err(no_table()) };
        let now = self.app.clock.now_ms();
        let (seat, mut info) = table.rematch(player.id, self.app.entropy.id(now), now)?;
        if let Some(next) = table.info.rematch {
            // Someone was faster: sit down there.
            let request =
                Request { outbox: outbox.clone(), id, ask: Ask::Sit { seat: None, key: table.key.clone() } };
            Registry::send(&self.app, next, request).await;
            return Ok(ControlFlow::Break(()));
        }
        info.seats[usize::from(seat)] = cydonia_protocol::SeatState::Taken { player: player.clone() };
        let key = table.key.clone();
        let new = NewTable {
            info,
            // Whoever was let in here is let in there.
            key: key.clone(),
            creator: player.id,
            request: self.id,
            records: vec![(now, Record::Sit { seat, player })],
        };
        let next = self.app.store.create_table(new).await.map_err(unavailable)?;
        if let Some(table) = &mut self.table {
            table.info.rematch = Some(next);
        }
        self.app.lobby.touch();
        let frame = Frame::of(&ServerMessage::Rematch { table: self.id, next });
        for watcher in &self.watchers {
            watcher.outbox.push(frame.clone());
        }
        Ok(ControlFlow::Continue(Done { table: Some(next), seat: Some(seat), key }))
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
    let game = table.game()?;
    Some(ServerMessage::Choices {
        table: table.info.id,
        at: table.at,
        actions: game.actions(),
        ends: game.ends(),
    })
}

fn no_table() -> Refused {
    Refused::new(ErrorCode::NoTable, "there is no such table, or it is private and wants its key")
}

#[expect(clippy::needless_pass_by_value, reason = "made for map_err")]
fn unavailable(error: StoreError) -> Refused {
    tracing::error!(%error, "a table could not be read or written");
    Refused::new(
        ErrorCode::Unavailable,
        "the move could not be stored just now; nothing has changed, try again",
    )
}
