//! Actor: owns one table and takes one request at a time, from checking to the answer.
//!
//! Order is everything here. A record is durable before its event is seen; the event goes to players before it goes
//! to watchers, and to the one who caused it before the `ok`.

use std::sync::Arc;

use cydonia_protocol::{Command, ErrorCode, SeatState, ServerMessage};
use cydonia_rules::{Objection, Seat};
use cydonia_table::{Action, Rejection, Table, UnixMs};
use tokio::sync::mpsc;
use tracing::Instrument;
use uuid::Uuid;

use super::broadcast::Watcher;
use super::chat::Chat;
use super::computers::Computers;
use super::deadlines::Noted;
use super::hints::Hints;
use super::matchmaking::Quick;
use super::message::{Ask, Asker, Request, TableMessage};
use super::presence::Absences;
use super::rated::PlayedFrom;
use super::registry::Registry;
use super::replay_buffer::ReplayBuffer;
use crate::context::Context;
use crate::limits;
use crate::outbox::Outbox;
use crate::store::holders;

/// Runs until the table falls asleep. It is read when it is first needed, unless it is `new`.
#[expect(clippy::manual_async_fn, reason = "an async function's future has room for its arguments twice")]
pub(super) fn run(
    registry: Arc<Registry>,
    id: Uuid,
    new: Option<Box<Table>>,
    mut letters: mpsc::Receiver<TableMessage>,
    mailbox: mpsc::WeakSender<TableMessage>,
) -> impl Future<Output = ()> + Send {
    async move {
        let context = Arc::clone(registry.context());
        let mut task = TableActor::new(Arc::clone(&registry), id, new);
        let mut stopped = std::pin::pin!(context.stopped());
        // When the alarm goes off. It is set anew if it must go off earlier, and otherwise when it has: most letters only
        // put it off.
        let mut alarm_ms = i64::MIN;
        let mut alarm = std::pin::pin!(context.clock.sleep_until(alarm_ms));
        loop {
            tokio::select! {
                biased;
                letter = letters.recv() => match letter {
                    Some(TableMessage::LetGo) => {
                        task.watchers.iter().for_each(|watcher| watcher.outbox.have_come_back());
                        break;
                    }
                    // Boxed, as all of these are: what is only needed while something is done takes no room while nothing is.
                    Some(letter) => Box::pin(task.take(letter)).await,
                    None => break,
                },
                choice = task.computers.answered() => Box::pin(task.take_answer(choice)).await,
                choice = task.hints.found() => task.give_hint(choice),
                () = &mut alarm => {
                    alarm_ms = i64::MAX;
                    if !Box::pin(task.on_alarm()).await {
                        break;
                    }
                }
                () = &mut stopped => break,
            }
            if task.table.is_none() && task.watchers.is_empty() && letters.is_empty() {
                // There is no such table, or it cannot be read just now.
                break;
            }
            let due_ms = task.due_ms();
            if due_ms < alarm_ms {
                alarm.set(context.clock.sleep_until(due_ms));
                alarm_ms = due_ms;
            }
        }
        // Nobody watches any more, or the server tells them itself that it stops.
        task.watchers.clear();
        context.lobby.attended(id, None);
        // Closed before it is forgotten: whoever writes from now on wakes the table anew, and never are two awake at once.
        letters.close();
        if let Some(mailbox) = mailbox.upgrade() {
            registry.forget(id, &mailbox);
        }
        while let Some(letter) = letters.recv().await {
            // Came in the very moment of falling asleep. When the server stops, its sender is told by the close.
            if !context.is_stopping() {
                Box::pin(registry.post(id, letter)).await;
            }
        }
    }
}

pub(super) struct TableActor {
    pub(super) context: Arc<Context>,
    pub(super) registry: Arc<Registry>,
    pub(super) id: Uuid,
    /// None until first needed, and after a write whose outcome is unknown.
    pub(super) table: Option<Box<Table>>,
    /// The number of the last event that the watchers were told.
    pub(super) told: u64,
    pub(super) watchers: Vec<Watcher>,
    pub(super) absences: Absences,
    pub(super) noted: Noted,
    /// What was said here, once somebody wants to know.
    pub(super) chat: Option<Chat>,
    /// When it is to be told that others watch now than before; none if nothing has changed.
    pub(super) watchers_due: Option<UnixMs>,
    /// How many outages of the running house it has given back.
    pub(super) outages: u64,
    pub(super) recent: ReplayBuffer,
    /// From where those who play here for points have last played.
    pub(super) played_from: Vec<PlayedFrom>,
    /// Whether somebody who sits at the open table was there when that was last looked at.
    pub(super) is_attended: bool,
    /// What computers do here.
    pub(super) computers: Computers,
    /// What is thought of for those who play against them.
    pub(super) hints: Hints,
    /// Whether somebody may have given a seat up since it was looked, or the game have ended.
    pub(super) seats_changed: bool,
    /// When something last happened here, on the clock that is never set.
    active_ms: i64,
}

impl Drop for TableActor {
    /// Should the task fail, whoever still watches comes back and resumes, instead of waiting for events for ever.
    fn drop(&mut self) {
        for watcher in &self.watchers {
            watcher.outbox.give_up();
        }
    }
}

/// What a request brought about, for its `ok`.
#[derive(Default)]
pub(super) struct Ack {
    pub(super) table: Option<Uuid>,
    pub(super) seat: Option<Seat>,
    pub(super) key: Option<String>,
    pub(super) offer: Option<u64>,
    pub(super) objection: Option<Objection>,
}

impl Ack {
    pub(super) fn told(self, id: u64) -> ServerMessage {
        let Self { table, seat, key, offer, objection } = self;
        ServerMessage::Ok { id, table, seat, key, offer, objection, ms: None }
    }
}

impl TableActor {
    fn new(registry: Arc<Registry>, id: Uuid, new: Option<Box<Table>>) -> Self {
        let context = Arc::clone(registry.context());
        let (active_ms, outages) = (context.clock.running_ms(), context.store.outages());
        let deadline = new.as_ref().and_then(|table| table.noted_deadline);
        let noted = Noted { deadline, at: UnixMs(context.clock.now_ms()) };
        Self {
            context,
            registry,
            id,
            told: 0,
            watchers: Vec::new(),
            absences: Absences::default(),
            noted,
            // At a new table nobody has said anything.
            chat: new.is_some().then(Chat::default),
            table: new,
            watchers_due: None,
            outages,
            recent: ReplayBuffer::default(),
            played_from: Vec::new(),
            is_attended: false,
            computers: Computers::default(),
            hints: Hints::default(),
            seats_changed: true,
            active_ms,
        }
    }

    /// The time of the day.
    pub(super) fn now(&self) -> UnixMs {
        UnixMs(self.context.clock.now_ms())
    }

    /// When it falls asleep if nothing happens and nobody watches.
    fn idle_deadline_ms(&self) -> i64 {
        let is_kept = self.table.as_ref().is_some_and(|table| table.number.is_none());
        let nap = if is_kept { limits::KEPT_IDLE_TIMEOUT } else { limits::TABLE_IDLE_TIMEOUT };
        self.active_ms + nap.as_millis() as i64
    }

    /// When it next has to look around though nothing comes.
    fn due_ms(&self) -> i64 {
        let waited_for = self.wait().map(|wait| self.context.clock.running_ms().saturating_add(wait.0));
        let again_ms = self.computers.again_ms().unwrap_or(i64::MAX);
        waited_for.unwrap_or(i64::MAX).min(self.idle_deadline_ms()).min(again_ms)
    }

    /// Does what is due; false if it is to fall asleep.
    async fn on_alarm(&mut self) -> bool {
        let now_ms = self.context.clock.running_ms();
        let is_again = self.computers.take_again(now_ms);
        if is_again || self.alarm().is_some_and(|alarm| alarm <= self.now()) {
            self.take(TableMessage::Wake).await;
        } else if self.idle_deadline_ms() <= now_ms {
            // Of a socket that is gone the farewell may have been missed.
            self.drop_closed();
            self.active_ms = now_ms;
            return !self.watchers.is_empty();
        }
        true
    }

    /// Takes a letter in. Whatever needs room is boxed, as it needs none while nothing is done; an action, which is what
    /// mostly comes, needs little.
    async fn take(&mut self, letter: TableMessage) {
        // That somebody was deleted is nothing that happens here.
        if !matches!(letter, TableMessage::Erased(_)) {
            self.active_ms = self.context.clock.running_ms();
        }
        match letter {
            TableMessage::Request(request) => match *request {
                Request { from, ask: Ask::Command(Command::Act { at, action, share, .. }) }
                    if self.is_in_order(&from) =>
                {
                    let answer = match self.act(&from, Action { at, text: action, share }).await {
                        Ok(()) => Ack::default().told(from.id),
                        Err(rejection) => {
                            if matches!(rejection.code, ErrorCode::Damaged | ErrorCode::Unavailable) {
                                tracing::error!(table = %self.id, rejection.message, "an action was not taken");
                            }
                            rejection.told(from.id)
                        }
                    };
                    from.outbox.send(&answer);
                }
                request => {
                    let span = tracing::info_span!("table", id = %self.id);
                    Box::pin(self.take_request(request).instrument(span)).await;
                    self.note_attendance().await;
                }
            },
            TableMessage::Gone(socket) => {
                self.forget(socket);
                self.note_attendance().await;
            }
            TableMessage::Erased(player) => self.reread(player),
            TableMessage::Parted(one, other) => self.part(one, other).await,
            TableMessage::Banned(player) => self.banish(player).await,
            TableMessage::Followed { outbox, done } => {
                self.tell_turn(&outbox).await;
                drop(done);
            }
            // Whoever runs the task ends it.
            TableMessage::LetGo => {}
            TableMessage::Wake => {
                let span = tracing::info_span!("table", id = %self.id);
                Box::pin(self.take_wake().instrument(span)).await;
            }
        }
        self.look_after_computers().await;
        self.look_after_hints();
        self.end_links();
    }

    /// Has read anew, when it is next needed, what has the name of somebody who was deleted: what they said, and the table if a seat is
    /// theirs.
    fn reread(&mut self, player: Uuid) {
        if self.chat.as_ref().is_some_and(|chat| chat.has(player)) {
            self.chat = None;
        }
        if self.table.as_ref().is_some_and(|table| holders(&table.seats).any(|holder| holder == player)) {
            self.table = None;
        }
        // They may have sat here before.
        self.recent = ReplayBuffer::default();
    }

    /// Whoever came by the link of a seat that its player has given up, or of a game that is over, is there no more. Their
    /// sessions ended in the store with it; their sockets do now that everything is answered.
    fn end_links(&mut self) {
        let Some(table) = self.table.as_ref().filter(|_| self.seats_changed) else { return };
        let sitters = table.seats.iter().filter_map(SeatState::sitter).map(|player| player.id);
        let seated = if table.is_over() { Vec::new() } else { sitters.collect() };
        self.context.links_ended(self.id, seated);
        self.seats_changed = false;
    }

    /// Whether nothing need be looked after before a watcher's action is.
    fn is_in_order(&self, from: &Asker) -> bool {
        let store = &self.context.store;
        let is_kept_up = !store.is_failing() && store.outages() == self.outages;
        let is_quiet = self.alarm().is_none_or(|alarm| from.came < alarm);
        self.table.is_some() && is_kept_up && is_quiet && self.has_watcher(&from.outbox)
    }

    async fn take_wake(&mut self) {
        if let Err(rejection) = self.wake().await {
            self.back_off(&rejection).await;
        }
    }

    async fn take_request(&mut self, request: Request) {
        let Request { from, ask } = request;
        let is_about_watching = ask.is_about_watching();
        let answer = self.answer(&from, ask).await;
        if is_about_watching {
            from.outbox.watched().answered(self.id, self.has_watcher(&from.outbox));
        }
        let answer = match answer {
            Ok(done) => done.told(from.id),
            Err(Answered::Rejection(rejection)) => rejection.told(from.id),
            Err(Answered::Later) => return,
            Err(Answered::By(next)) => {
                return self.registry.send(next, Request { from, ask: Ask::Join }).await;
            }
            Err(Answered::Quick(quick)) => {
                // Apart from this table, which may be tried in turn by one that this one tries.
                let registry = Arc::clone(&self.registry);
                self.context.tasks.spawn(async move { quick.go_on(&registry, from).await });
                return;
            }
        };
        from.outbox.send(&answer);
    }

    pub(super) fn has_watcher(&self, outbox: &Outbox) -> bool {
        self.watchers.iter().any(|watcher| watcher.outbox.number() == outbox.number())
    }

    pub(super) fn forget(&mut self, socket: u64) {
        let gone = self.watchers.iter().position(|watcher| watcher.outbox.number() == socket);
        if let Some(place) = gone {
            let gone = self.watchers.remove(place);
            self.note_watcher(&gone);
        }
        self.tell_presence(None);
    }
}

/// Why a request got no `ok` here.
pub(super) enum Answered {
    Rejection(Rejection),
    /// It is answered when what it asks for was thought of.
    Later,
    /// Another table answers it.
    By(Uuid),
    /// Another table, or a new one.
    Quick(Quick),
}

impl From<Rejection> for Answered {
    fn from(rejection: Rejection) -> Self {
        Self::Rejection(rejection)
    }
}
