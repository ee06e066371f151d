//! The actor that owns one table: one request at a time, from checking to the answer.
//!
//! Order is everything here. A record is durable before its event is seen; the event goes to players before it goes
//! to watchers, and to the one who caused it before the `ok`.

use std::sync::Arc;
use std::time::Duration;

use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::{ErrorCode, Event, Player, ServerMessage, TableStatus};
use cydonia_rules::Seat;
use tokio::sync::mpsc;
use tracing::Instrument;
use uuid::Uuid;

use super::chat::Chat;
use super::clocks::Way;
use super::create::Sitter;
use super::playing::Action;
use super::presence::Absences;
use super::quick::Quick;
use super::recent::Recent;
use super::record::{Record, Stamped};
use super::refused::Refused;
use super::registry::{Ask, Letter, Registry, Request};
use super::state::Table;
use super::timing::Lost;
use super::watching::Watcher;
use crate::app::App;
use crate::limits;
use crate::socket::Outbox;
use crate::store::{Append, Damage, StoreError};

pub(super) async fn run(
    app: Arc<App>,
    id: Uuid,
    mut letters: mpsc::Receiver<Letter>,
    mailbox: mpsc::WeakSender<Letter>,
) {
    let mut task = Task::new(Arc::clone(&app), id);
    let mut stopped = std::pin::pin!(app.stopped());
    let mut alarm = std::pin::pin!(app.clock.sleep(Duration::ZERO));
    // When the alarm goes off. It is set anew if it must go off earlier, and otherwise when it has: most letters only
    // put it off.
    let mut alarm_ms = i64::MIN;
    loop {
        tokio::select! {
            biased;
            letter = letters.recv() => match letter {
                // Boxed, as all of these are: what is only needed while something is done takes no room while nothing is.
                // Boxed, as all that takes time: it needs no room while nothing is done.
                Some(letter) => Box::pin(task.take(letter)).await,
                None => break,
            },
            () = &mut alarm => {
                alarm_ms = i64::MAX;
                if !Box::pin(task.look_around()).await {
                    break;
                }
            }
            () = &mut stopped => break,
        }
        if task.table.is_none() && task.watchers.is_empty() && letters.is_empty() {
            // There is no such table, or it cannot be read just now.
            break;
        }
        let (now_ms, due_ms) = (app.clock.running_ms(), task.due_ms());
        if due_ms < alarm_ms {
            alarm.set(app.clock.sleep(Duration::from_millis(u64::try_from(due_ms - now_ms).unwrap_or(0))));
            alarm_ms = due_ms;
        }
    }
    // Nobody watches any more, or the server tells them itself that it stops.
    task.watchers.clear();
    app.lobby.attended(id, false);
    // Closed before it is forgotten: whoever writes from now on wakes the table anew, and never are two awake at once.
    letters.close();
    if let Some(mailbox) = mailbox.upgrade() {
        app.registry.forget(id, &mailbox);
    }
    while let Some(letter) = letters.recv().await {
        // Came in the very moment of falling asleep. When the server stops, its sender is told by the close.
        if !app.is_stopping() {
            Box::pin(Registry::post(&app, id, letter)).await;
        }
    }
}

pub(super) struct Task {
    pub(super) app: Arc<App>,
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
    pub(super) recent: Recent,
    /// When something last happened here, on the clock that is never set.
    active_ms: i64,
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
pub(super) struct Done {
    pub(super) table: Option<Uuid>,
    pub(super) seat: Option<Seat>,
    pub(super) key: Option<String>,
    pub(super) offer: Option<u64>,
}

impl Done {
    fn told(self, id: u64) -> ServerMessage {
        let Self { table, seat, key, offer } = self;
        ServerMessage::Ok { id, table, seat, key, offer, ms: None }
    }
}

impl Task {
    fn new(app: Arc<App>, id: Uuid) -> Self {
        let active_ms = app.clock.running_ms();
        Self {
            app,
            id,
            table: None,
            told: 0,
            watchers: Vec::new(),
            absences: Absences::default(),
            noted: (None, 0),
            chat: None,
            watchers_due_ms: None,
            outages: 0,
            recent: Recent::default(),
            active_ms,
        }
    }

    /// When it falls asleep if nothing happens and nobody watches.
    fn nap_ms(&self) -> i64 {
        let is_kept = self.table.as_ref().is_some_and(|table| table.number.is_none());
        let nap = if is_kept { limits::KEPT_NAP } else { limits::TABLE_NAP };
        self.active_ms + nap.as_millis() as i64
    }

    /// When it next has to look around though nothing comes.
    fn due_ms(&self) -> i64 {
        let waited_for = self.wait_ms().map(|wait_ms| self.app.clock.running_ms().saturating_add(wait_ms));
        waited_for.unwrap_or(i64::MAX).min(self.nap_ms())
    }

    /// Does what is due; false if it is to fall asleep.
    async fn look_around(&mut self) -> bool {
        let now_ms = self.app.clock.running_ms();
        if self.alarm_ms().is_some_and(|alarm_ms| alarm_ms <= self.app.clock.now_ms()) {
            self.take(Letter::Wake).await;
        } else if self.nap_ms() <= now_ms {
            // Of a socket that is gone the farewell may have been missed.
            self.drop_closed();
            self.active_ms = now_ms;
            return !self.watchers.is_empty();
        }
        true
    }

    /// Takes a letter in. Whatever needs room is boxed, as it needs none while nothing is done; an action, which is what
    /// mostly comes, needs little.
    async fn take(&mut self, letter: Letter) {
        self.active_ms = self.app.clock.running_ms();
        match letter {
            Letter::Request(request) => match *request {
                Request { outbox, id, came_ms, ask: Ask::Act(action) }
                    if self.is_in_order(&outbox, came_ms) =>
                {
                    let answer = match self.act(&outbox, came_ms, action).await {
                        Ok(()) => Done::default().told(id),
                        Err(refused) => {
                            if matches!(refused.code, ErrorCode::Damaged | ErrorCode::Unavailable) {
                                tracing::error!(table = %self.id, refused.message, "an action was not taken");
                            }
                            refused.told(id)
                        }
                    };
                    outbox.send(&answer);
                }
                request => {
                    let span = tracing::info_span!("table", id = %self.id);
                    Box::pin(self.take_request(request).instrument(span)).await;
                }
            },
            Letter::Gone(socket) => self.forget(socket),
            Letter::Wake => {
                let span = tracing::info_span!("table", id = %self.id);
                Box::pin(self.take_wake().instrument(span)).await;
            }
        }
    }

    /// Whether nothing need be looked after before a watcher's action is.
    fn is_in_order(&self, outbox: &Outbox, came_ms: i64) -> bool {
        let store = &self.app.store;
        let is_kept_up = !store.is_failing() && store.outages() == self.outages;
        let is_quiet = self.alarm_ms().is_none_or(|alarm_ms| came_ms < alarm_ms);
        self.table.is_some() && is_kept_up && is_quiet && self.has_watcher(outbox)
    }

    async fn act(&mut self, outbox: &Outbox, came_ms: i64, action: Action) -> Result<(), Refused> {
        let player = outbox.player().ok_or_else(Refused::no_session)?;
        let records = self.records(outbox, player.id, came_ms, Ask::Act(action))?;
        self.carry_out(records).await
    }

    async fn take_wake(&mut self) {
        if let Err(refused) = self.wake().await {
            self.put_off(&refused).await;
        }
    }

    async fn take_request(&mut self, request: Request) {
        let Request { outbox, id, came_ms, ask } = request;
        let is_about_watching = matches!(ask, Ask::Watch { .. } | Ask::Unwatch);
        let answer = self.answer(&outbox, came_ms, ask).await;
        if is_about_watching {
            outbox.watched().answered(self.id, self.has_watcher(&outbox));
        }
        let answer = match answer {
            Ok(done) => done.told(id),
            Err(Answered::Refused(refused)) => refused.told(id),
            Err(Answered::By(next)) => {
                let request = Request { outbox, id, came_ms, ask: Ask::Join };
                return Registry::send(&self.app, next, request).await;
            }
            Err(Answered::Quick(quick)) => {
                // Apart from this table, which may be tried in turn by one that this one tries.
                let app = Arc::clone(&self.app);
                self.app.tasks.spawn(async move { quick.go_on(&app, outbox, id, came_ms).await });
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

    async fn answer(&mut self, outbox: &Outbox, came_ms: i64, ask: Ask) -> Result<Done, Answered> {
        if matches!(ask, Ask::Unwatch) {
            self.forget(outbox.number());
            return Ok(Done::default());
        }
        if let Ask::Quick(quick) = ask {
            return self.quick(outbox, came_ms, quick).await;
        }
        self.awake().await?;
        if matches!(ask, Ask::Recall) {
            return Ok(self.recall(outbox));
        }
        let table = self.here()?;
        let key = match &ask {
            Ask::Watch { key, .. } | Ask::Sit { key, .. } => key.as_deref(),
            _ => None,
        };
        // Whoever was let in by the key need not show it again.
        if !self.has_watcher(outbox) && !table.admits(outbox.player().map(|player| player.id), key) {
            return Err(no_table().into());
        }
        self.attend(came_ms).await?;
        if let Ask::Watch { since, quiet, .. } = ask {
            self.watch(outbox, since, quiet).await?;
            return Ok(Done::default());
        }
        let player = outbox.player().ok_or_else(Refused::no_session)?;
        match ask {
            Ask::Sit { seat, .. } => return Ok(self.sit(player, seat, None).await?),
            Ask::Say { request, room, words } => {
                self.say(player, request, room, words).await?;
                return Ok(Done::default());
            }
            Ask::Join => return Ok(self.join(player, None).await?),
            Ask::Rematch => return self.rematch(player).await,
            Ask::Ready { pledge } => return Ok(self.ready(player, pledge).await?),
            Ask::Offer { request, what } => {
                let (offer, records) = self.here()?.offer(player.id, request, what)?;
                self.carry_out(records).await?;
                return Ok(Done { offer: Some(offer), ..Done::default() });
            }
            ask => {
                let records = self.records(outbox, player.id, came_ms, ask)?;
                self.carry_out(records).await?;
            }
        }
        Ok(Done::default())
    }

    /// What a request that only asks for records would record.
    fn records(&self, outbox: &Outbox, player: Uuid, came_ms: i64, ask: Ask) -> Result<Vec<Record>, Refused> {
        let table = self.here()?;
        let key = table.dice_key;
        let secrets = |k| self.secret(key, k);
        let now_ms = self.app.clock.now_ms();
        match ask {
            Ask::Stand => table.stand(player),
            Ask::Begin => table.begin(player),
            Ask::Act(action) => {
                let lag_ms = table.seat_of(player).map_or(0, |seat| self.lag_ms(seat)).max(outbox.lag_ms());
                let way = Way { came_ms, now_ms, lag_ms };
                table.act(player, action, way, &secrets)
            }
            Ask::Share { k, share } => table.share(player, k, share, &secrets),
            Ask::Roll { k, share, pledge } => table.roll(player, k, &share, pledge, &secrets),
            Ask::Lost { k, pledge } => table.lost(player, k, pledge, &secrets),
            Ask::Undo { at } => table.undo(player, at),
            Ask::Resign => table.resign(player),
            Ask::Abort => table.abort(player),
            Ask::Answer { offer, agree } => table.answer(player, offer, agree),
            Ask::Withdraw { offer } => table.withdraw(player, offer),
            Ask::Resume => table.resume(player, now_ms, self.absences.is_nobody_away()),
            Ask::Claim { seat } => {
                let is_claimable = self.absences.is_claimable(table, seat, now_ms);
                table.claim(player, seat, is_claimable)
            }
            Ask::Watch { .. }
            | Ask::Unwatch
            | Ask::Sit { .. }
            | Ask::Quick(_)
            | Ask::Say { .. }
            | Ask::Join
            | Ask::Recall
            | Ask::Rematch
            | Ask::Ready { .. }
            | Ask::Offer { .. } => Ok(Vec::new()),
        }
    }

    /// The server's secret for a roll; of a game without a key there are none, and nobody gets to ask for one.
    fn secret(&self, key: Option<Bytes32>, k: u64) -> Bytes32 {
        self.app.dice_secrets.secret(&key.unwrap_or(Bytes32([0; 32])), self.id, k)
    }

    pub(super) fn here(&self) -> Result<&Table, Refused> {
        self.table.as_deref().ok_or_else(no_table)
    }

    /// The table's state, read from the store if it is not in memory; none if there is no such table.
    pub(super) async fn awake(&mut self) -> Result<Option<&Table>, Refused> {
        if self.table.is_none()
            && let Some((table, mut events)) = load(&self.app, self.id).await.map_err(unreadable)?
        {
            // Of what was kept meanwhile nothing was told.
            self.recent = Recent::default();
            self.noted = (table.noted_deadline_ms, self.app.clock.now_ms());
            self.outages = self.app.store.outages();
            // All that is asked of the store comes first: a table is whole in memory or not there.
            let lost = Lost::of(&table, &self.app.store).await.map_err(unreadable)?;
            // What was kept though its commit seemed to fail may be news to the lobby too.
            self.app.lobby.put(&table.info);
            self.table = Some(Box::new(table));
            // After a write whose outcome was unknown: what was kept after all has not been told to anyone.
            events.retain(|event| event.n > self.told);
            if !self.watchers.is_empty() && !events.is_empty() {
                let moved_over = self.fan_out(events).await;
                self.tell_rooms(&moved_over, false).await;
            }
            self.tell_presence(None);
            self.give_back(lost).await?;
        }
        Ok(self.table.as_deref())
    }

    /// Makes records durable, then lets everyone see what they mean.
    pub(super) async fn carry_out(&mut self, records: Vec<Record>) -> Result<(), Refused> {
        self.carry_out_wish(records, None).await
    }

    /// The same, when the records carry a wish out.
    async fn carry_out_wish(
        &mut self,
        records: Vec<Record>,
        wish: Option<(Uuid, Uuid)>,
    ) -> Result<(), Refused> {
        if records.is_empty() {
            return Ok(());
        }
        // Taken out: if anything fails from here on, what memory holds is not to be trusted.
        let Some(mut table) = self.table.take() else { return Err(no_table()) };
        let Some(number) = table.number else {
            return Err(Refused::new(ErrorCode::Over, "the game is over"));
        };
        let seq = table.n + 1;
        let now = self.app.clock.now_ms();
        // The start of a game alone brings a key.
        let dice_key = table.dice_key.filter(|_| table.info.status == TableStatus::Open);
        let records: Vec<Stamped> = records.into_iter().map(|record| (now, record)).collect();
        let in_lobby = records.iter().any(|(_, record)| record.changes_info());
        let is_move =
            records.iter().all(|(_, record)| matches!(record, Record::Act { .. } | Record::Roll { .. }));
        let events = table.replay(&records).map_err(|damage| unstored(damage.into()))?;
        let finished = if table.info.status == TableStatus::Finished {
            let mut journal = Box::pin(self.app.store.journal(number)).await.map_err(unstored)?;
            journal.extend(records.iter().cloned());
            table.number = None;
            let finished = table.finished(&journal);
            Some(Box::new(finished.ok_or_else(|| unstored(Damage::Value("journal").into()))?))
        } else {
            None
        };
        let info = in_lobby.then(|| table.info.clone());
        let deadline = self.deadline_to_note(&table, now);
        let append =
            Box::new(Append { table: number, seq, records, info, dice_key, deadline, wish, finished });
        self.app.store.append(append).await.map_err(unstored)?;
        if let Some(noted) = deadline {
            self.noted = (noted, now);
        }
        if in_lobby {
            self.app.lobby.put(&table.info);
        }
        let ends = in_lobby && table.is_over();
        self.table = Some(table);
        let moved_over = self.fan_out(events).await;
        if !moved_over.is_empty() {
            self.note_watchers();
        }
        if !is_move {
            self.tell_presence(None);
        }
        if ends || !moved_over.is_empty() {
            Box::pin(self.tell_rooms(&moved_over, ends)).await;
        }
        Ok(())
    }

    /// Sits down if a seat can be had at once, and else leaves it to another table.
    async fn quick(&mut self, outbox: &Outbox, came_ms: i64, quick: Quick) -> Result<Done, Answered> {
        match self.try_quick(outbox, came_ms, quick.request).await {
            Ok(done) => Ok(done),
            // Whether it was kept is unknown: a seat at another table might be the second.
            Err(refused) if refused.code == ErrorCode::Unavailable => Err(refused.into()),
            Err(_) => Err(Answered::Quick(quick)),
        }
    }

    async fn try_quick(&mut self, outbox: &Outbox, came_ms: i64, request: Uuid) -> Result<Done, Refused> {
        let player = outbox.player().ok_or_else(Refused::no_session)?;
        self.awake().await?;
        self.attend(came_ms).await?;
        // Whoever sits here already has said the same wish twice in one breath.
        self.join(player, Some((player.id, request))).await
    }

    async fn sit(
        &mut self,
        player: &Player,
        seat: Option<Seat>,
        wish: Option<(Uuid, Uuid)>,
    ) -> Result<Done, Refused> {
        let table = self.here()?;
        let key = table.key.clone();
        let sitter = Sitter::of(&self.app, player, &table.info).await.map_err(unreadable)?;
        let (seat, records) = table.sit(sitter, seat)?;
        self.carry_out_wish(records, wish).await?;
        Ok(Done { table: Some(self.id), seat: Some(seat), key, offer: None })
    }

    /// Says that a player is ready. The last one starts the game, and with it the table has a key for its dice.
    async fn ready(&mut self, player: &Player, pledge: Option<Bytes32>) -> Result<Done, Refused> {
        let key = Bytes32(self.app.entropy.bytes());
        let records = self.here()?.ready(player.id, pledge, &|k| self.secret(Some(key), k))?;
        let starts = records.iter().any(|record| matches!(record, Record::Start { .. }));
        if let Some(table) = self.table.as_mut().filter(|_| starts) {
            table.dice_key = Some(key);
        }
        self.carry_out(records).await?;
        Ok(Done::default())
    }

    /// Sits down, unless that was done before.
    async fn join(&mut self, player: &Player, wish: Option<(Uuid, Uuid)>) -> Result<Done, Refused> {
        let Some(table) = &self.table else { return Err(no_table()) };
        match table.seat_of(player.id) {
            Some(seat) => {
                Ok(Done { table: Some(self.id), seat: Some(seat), key: table.key.clone(), offer: None })
            }
            None => self.sit(player, None, wish).await,
        }
    }

    /// What whoever set the table up was told, but for a seat that they have given up. They need not show its key: they
    /// may have asked again because the answer that told it was lost.
    fn recall(&self, outbox: &Outbox) -> Done {
        let table = self.table.as_ref();
        let seat = table.zip(outbox.player()).and_then(|(table, player)| table.seat_of(player.id));
        let key = table.and_then(|table| table.key.clone());
        Done { table: Some(self.id), seat, key, offer: None }
    }
}

/// Why a request got no `ok` here.
pub(super) enum Answered {
    Refused(Refused),
    /// Another table answers it.
    By(Uuid),
    /// Another table, or a new one.
    Quick(Quick),
}

impl From<Refused> for Answered {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

/// A table and all its events, from wherever it is kept.
pub(crate) async fn load(app: &App, id: Uuid) -> Result<Option<(Table, Vec<Event>)>, StoreError> {
    if let Some((row, journal)) = app.store.table(id).await? {
        let (mut table, events) = Table::of_row(row, &journal)?;
        table.check_dice(&app.dice_secrets)?;
        if table.info.status == TableStatus::Aborted {
            table.info.rematch = app.store.rematch_of(id).await?;
        }
        Ok(Some((table, events)))
    } else if let Some(kept) = app.store.finished(id).await? {
        let (mut table, events) = Table::of_finished(&kept)?;
        table.info.rematch = app.store.rematch_of(id).await?;
        Ok(Some((table, events)))
    } else {
        Ok(None)
    }
}

pub(super) fn no_table() -> Refused {
    Refused::new(ErrorCode::NoTable, "there is no such table, or it is private and wants its key")
}

#[expect(clippy::needless_pass_by_value, reason = "made for map_err")]
pub(super) fn unreadable(error: StoreError) -> Refused {
    Refused::by_store(&error, "the table could not be read just now; try again")
}

#[expect(clippy::needless_pass_by_value, reason = "made for map_err")]
pub(super) fn unstored(error: StoreError) -> Refused {
    Refused::by_store(&error, "this could not be stored just now; look at the table and try again")
}
