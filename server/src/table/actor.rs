//! Actor: owns one table and takes one request at a time, from checking to the answer.
//!
//! Order is everything here. A record is durable before its event is seen; the event goes to players before it goes
//! to watchers, and to the one who caused it before the `ok`.

use std::sync::Arc;

use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::{ErrorCode, ServerMessage};
use cydonia_rules::Seat;
use cydonia_table::{Action, Arrival, Rejection, Table};
use tokio::sync::mpsc;
use tracing::Instrument;
use uuid::Uuid;

use super::broadcast::Watcher;
use super::chat::Chat;
use super::matchmaking::Quick;
use super::persist::{Transition, no_table};
use super::presence::Absences;
use super::registry::{Registry, Request, TableCommand, TableMessage};
use super::replay_buffer::ReplayBuffer;
use crate::admission::Address;
use crate::context::Context;
use crate::limits;
use crate::outbox::Outbox;

/// Runs until the table falls asleep. It is read when it is first needed, unless it is `new`.
pub(super) async fn run(
    registry: Arc<Registry>,
    id: Uuid,
    new: Option<Box<Table>>,
    mut letters: mpsc::Receiver<TableMessage>,
    mailbox: mpsc::WeakSender<TableMessage>,
) {
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
                // Boxed, as all of these are: what is only needed while something is done takes no room while nothing is.
                Some(letter) => Box::pin(task.take(letter)).await,
                None => break,
            },
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
    /// The table's deadline as it was last noted down, and when.
    pub(super) noted: (Option<i64>, i64),
    /// What was said here, once somebody wants to know.
    pub(super) chat: Option<Chat>,
    /// When it is to be told that others watch now than before; none if nothing has changed.
    pub(super) watchers_due_ms: Option<i64>,
    /// How many outages of the running house it has given back.
    pub(super) outages: u64,
    pub(super) recent: ReplayBuffer,
    /// From where those who play here for points have last played.
    pub(super) played_from: Vec<(Uuid, Address)>,
    /// Whether somebody who sits at the open table was there when that was last looked at.
    pub(super) is_attended: bool,
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
}

impl Ack {
    fn told(self, id: u64) -> ServerMessage {
        let Self { table, seat, key, offer } = self;
        ServerMessage::Ok { id, table, seat, key, offer, ms: None }
    }
}

impl TableActor {
    fn new(registry: Arc<Registry>, id: Uuid, new: Option<Box<Table>>) -> Self {
        let context = Arc::clone(registry.context());
        let (active_ms, outages) = (context.clock.running_ms(), context.store.outages());
        let noted = (new.as_ref().and_then(|table| table.noted_deadline_ms), context.clock.now_ms());
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
            watchers_due_ms: None,
            outages,
            recent: ReplayBuffer::default(),
            played_from: Vec::new(),
            is_attended: false,
            seats_changed: true,
            active_ms,
        }
    }

    /// When it falls asleep if nothing happens and nobody watches.
    fn idle_deadline_ms(&self) -> i64 {
        let is_kept = self.table.as_ref().is_some_and(|table| table.number.is_none());
        let nap = if is_kept { limits::KEPT_IDLE_TIMEOUT } else { limits::TABLE_IDLE_TIMEOUT };
        self.active_ms + nap.as_millis() as i64
    }

    /// When it next has to look around though nothing comes.
    fn due_ms(&self) -> i64 {
        let waited_for =
            self.wait_ms().map(|wait_ms| self.context.clock.running_ms().saturating_add(wait_ms));
        waited_for.unwrap_or(i64::MAX).min(self.idle_deadline_ms())
    }

    /// Does what is due; false if it is to fall asleep.
    async fn on_alarm(&mut self) -> bool {
        let now_ms = self.context.clock.running_ms();
        if self.alarm_ms().is_some_and(|alarm_ms| alarm_ms <= self.context.clock.now_ms()) {
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
        self.active_ms = self.context.clock.running_ms();
        match letter {
            TableMessage::Request(request) => match *request {
                Request { outbox, id, came_ms, ask: TableCommand::Act(action) }
                    if self.is_in_order(&outbox, came_ms) =>
                {
                    let answer = match self.act(&outbox, came_ms, action).await {
                        Ok(()) => Ack::default().told(id),
                        Err(rejection) => {
                            if matches!(rejection.code, ErrorCode::Damaged | ErrorCode::Unavailable) {
                                tracing::error!(table = %self.id, rejection.message, "an action was not taken");
                            }
                            rejection.told(id)
                        }
                    };
                    outbox.send(&answer);
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
            TableMessage::Wake => {
                let span = tracing::info_span!("table", id = %self.id);
                Box::pin(self.take_wake().instrument(span)).await;
            }
        }
        self.end_links();
    }

    /// Whoever came by the link of a seat that its player has given up, or of a game that is over, is there no more. Their
    /// sessions ended in the store with it; their sockets do now that everything is answered.
    fn end_links(&mut self) {
        let Some(table) = self.table.as_ref().filter(|_| self.seats_changed) else { return };
        let (is_over, is_seated) = (table.is_over(), |player| table.seat_of(player).is_some());
        self.context.sessions.end_at(self.id, |player| !is_over && is_seated(player));
        self.seats_changed = false;
    }

    /// Whether nothing need be looked after before a watcher's action is.
    fn is_in_order(&self, outbox: &Outbox, came_ms: i64) -> bool {
        let store = &self.context.store;
        let is_kept_up = !store.is_failing() && store.outages() == self.outages;
        let is_quiet = self.alarm_ms().is_none_or(|alarm_ms| came_ms < alarm_ms);
        self.table.is_some() && is_kept_up && is_quiet && self.has_watcher(outbox)
    }

    async fn act(&mut self, outbox: &Outbox, came_ms: i64, action: Action) -> Result<(), Rejection> {
        let player = outbox.seated_at(self.id)?;
        self.note_place(outbox);
        let plan = self.plan(outbox, player.id, came_ms, TableCommand::Act(action))?;
        self.commit(plan).await?;
        outbox.set_plays(true);
        Ok(())
    }

    async fn take_wake(&mut self) {
        if let Err(rejection) = self.wake().await {
            self.back_off(&rejection).await;
        }
    }

    async fn take_request(&mut self, request: Request) {
        let Request { outbox, id, came_ms, ask } = request;
        let is_about_watching = matches!(ask, TableCommand::Watch { .. } | TableCommand::Unwatch);
        let answer = self.answer(&outbox, came_ms, ask).await;
        if is_about_watching {
            outbox.watched().answered(self.id, self.has_watcher(&outbox));
        }
        let answer = match answer {
            Ok(done) => done.told(id),
            Err(Answered::Rejection(rejection)) => rejection.told(id),
            Err(Answered::By(next)) => {
                let request = Request { outbox, id, came_ms, ask: TableCommand::Join };
                return self.registry.send(next, request).await;
            }
            Err(Answered::Quick(quick)) => {
                // Apart from this table, which may be tried in turn by one that this one tries.
                let registry = Arc::clone(&self.registry);
                self.context.tasks.spawn(async move { quick.go_on(&registry, outbox, id, came_ms).await });
                return;
            }
        };
        outbox.send(&answer);
    }

    fn has_watcher(&self, outbox: &Outbox) -> bool {
        self.watchers.iter().any(|watcher| watcher.outbox.number() == outbox.number())
    }

    fn forget(&mut self, socket: u64) {
        let gone = self.watchers.iter().position(|watcher| watcher.outbox.number() == socket);
        if let Some(place) = gone {
            let gone = self.watchers.remove(place);
            self.note_watcher(&gone);
        }
        self.tell_presence(None);
    }

    async fn answer(&mut self, outbox: &Outbox, came_ms: i64, ask: TableCommand) -> Result<Ack, Answered> {
        if matches!(ask, TableCommand::Unwatch) {
            self.forget(outbox.number());
            return Ok(Ack::default());
        }
        if let TableCommand::Quick(quick) = ask {
            return self.quick(outbox, came_ms, quick).await;
        }
        self.ensure_loaded().await?;
        if matches!(ask, TableCommand::Recall) {
            return Ok(self.recall(outbox));
        }
        let table = self.here()?;
        let key = match &ask {
            TableCommand::Watch { key, .. } | TableCommand::Sit { key, .. } => key.as_deref(),
            _ => None,
        };
        // Whoever was let in by the key need not show it again.
        if !self.has_watcher(outbox) && !table.admits(outbox.player_at(self.id).map(|player| player.id), key)
        {
            return Err(no_table().into());
        }
        self.run_due(came_ms).await?;
        if let TableCommand::Watch { since, quiet, awaited, .. } = ask {
            self.watch(outbox, since, quiet).await?;
            drop(awaited);
            return Ok(Ack::default());
        }
        let player = outbox.seated_at(self.id)?;
        match ask {
            TableCommand::Sit { seat, .. } => return Ok(self.sit(player, seat, None).await?),
            TableCommand::Say { request, room, words, has_played } => {
                self.say(player, request, room, words, has_played).await?;
                return Ok(Ack::default());
            }
            TableCommand::Join => return Ok(self.join(player, None).await?),
            // A link ends with the game, and what comes after is another.
            TableCommand::Rematch => return self.rematch(outbox.signed_in()?, outbox.address()).await,
            TableCommand::Ready { pledge } => return Ok(self.ready(player, pledge).await?),
            TableCommand::Offer { request, what } => {
                let (offer, records) = self.here()?.offer(player.id, request, what)?;
                self.commit(records).await?;
                return Ok(Ack { offer: Some(offer), ..Ack::default() });
            }
            ask => {
                let is_seating = matches!(ask, TableCommand::Stand | TableCommand::Begin);
                self.note_place(outbox);
                let plan = self.plan(outbox, player.id, came_ms, ask)?;
                if is_seating {
                    self.check_pace(player.id)?;
                }
                self.commit(plan).await?;
            }
        }
        Ok(Ack::default())
    }

    /// What a request that only asks for records would bring about.
    fn plan(
        &self,
        outbox: &Outbox,
        player: Uuid,
        came_ms: i64,
        ask: TableCommand,
    ) -> Result<Transition, Rejection> {
        let table = self.here()?;
        let key = table.dice_key;
        let secrets = |k| self.secret(key, k);
        let now_ms = self.context.clock.now_ms();
        let way = Arrival { came_ms, now_ms, lag_ms: 0 };
        let records = match ask {
            TableCommand::Act(action) => {
                let lag_ms = table.seat_of(player).map_or(0, |seat| self.lag_ms(seat)).max(outbox.lag_ms());
                let (records, tried) = table.act(player, action, Arrival { lag_ms, ..way }, &secrets)?;
                return Ok(Transition { tried: Some(tried), ..Transition::at(now_ms, records) });
            }
            TableCommand::Stand => table.stand(player),
            TableCommand::Begin => table.begin(player),
            TableCommand::Share { k, share } => table.share(player, k, share, way, &secrets),
            TableCommand::Roll { k, share, pledge } => table.roll(player, k, &share, pledge, way, &secrets),
            TableCommand::Lost { k, pledge } => table.lost(player, k, pledge, way, &secrets),
            TableCommand::Undo { at } => table.undo(player, at, way),
            TableCommand::Resign => table.resign(player),
            TableCommand::Abort => table.abort(player),
            TableCommand::Answer { offer, agree } => table.answer(player, offer, agree),
            TableCommand::Withdraw { offer } => table.withdraw(player, offer),
            TableCommand::Resume => table.resume(player, now_ms, self.absences.is_nobody_away()),
            TableCommand::Claim { seat } => {
                let is_claimable = self.absences.is_claimable(table, seat, now_ms);
                table.claim(player, seat, is_claimable)
            }
            TableCommand::Watch { .. }
            | TableCommand::Unwatch
            | TableCommand::Sit { .. }
            | TableCommand::Quick(_)
            | TableCommand::Say { .. }
            | TableCommand::Join
            | TableCommand::Recall
            | TableCommand::Rematch
            | TableCommand::Ready { .. }
            | TableCommand::Offer { .. } => Ok(Vec::new()),
        };
        records.map(|records| Transition::at(now_ms, records))
    }

    /// The server's secret for a roll; of a game without a key there are none, and nobody gets to ask for one.
    pub(super) fn secret(&self, key: Option<Bytes32>, k: u64) -> Bytes32 {
        self.context.dice_secrets.secret(&key.unwrap_or(Bytes32([0; 32])), self.id, k)
    }

    pub(super) fn here(&self) -> Result<&Table, Rejection> {
        self.table.as_deref().ok_or_else(no_table)
    }
}

/// Why a request got no `ok` here.
pub(super) enum Answered {
    Rejection(Rejection),
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
