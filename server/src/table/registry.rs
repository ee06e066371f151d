//! Actor directory: where is this table? In memory, or soon to be; or at another node, to which what is asked goes by a [`Relay`].

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cydonia_cluster::Slot;
use cydonia_table::Table;
use tokio::sync::{mpsc, watch};
use uuid::Uuid;

use super::actor;
use super::message::{Request, TableMessage};
use super::persist::{no_table, unreadable};
use super::relay::{Relay, Route, unknown};
use crate::context::Context;
use crate::limits;
use crate::node::{Standing, Tables};

/// The tables in memory, each a mailbox.
#[derive(Debug)]
pub(crate) struct Registry {
    context: Arc<Context>,
    tables: Mutex<HashMap<Uuid, mpsc::Sender<TableMessage>>>,
    /// The way to other nodes; none of a house alone.
    relay: OnceLock<Arc<Relay>>,
}

impl Registry {
    /// Without any table.
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context, tables: Mutex::default(), relay: OnceLock::new() }
    }

    /// Has what is asked of tables of other nodes go there from now on, before anything is asked.
    pub(crate) fn reach_others_by(&self, relay: Arc<Relay>) {
        // There is one node to a server.
        drop(self.relay.set(relay));
    }

    /// What it shares with the rest of the server.
    pub(crate) fn context(&self) -> &Arc<Context> {
        &self.context
    }

    /// Tables in memory.
    pub(crate) fn awake(&self) -> usize {
        self.lock().len()
    }

    /// Hands a request to a table, waking it if it sleeps. Waits while its mailbox is full.
    pub(crate) async fn send(self: &Arc<Self>, table: Uuid, request: Request) {
        self.post(table, TableMessage::Request(Box::new(request))).await;
    }

    /// Hands a letter to a table that is awake. Gives it back if it is not, or its mailbox is full, or just closed.
    pub(crate) fn try_post(self: &Arc<Self>, table: Uuid, letter: TableMessage) -> Result<(), TableMessage> {
        if !self.plays(table) {
            return Err(letter);
        }
        match self.lock().get(&table) {
            Some(mailbox) => mailbox.try_send(letter).map_err(mpsc::error::TrySendError::into_inner),
            None => Err(letter),
        }
    }

    /// Hands a request to a table that somebody has named, if there is one: what is none gets no task and no mailbox. One
    /// that was just set up is awake before anybody is told of it.
    pub(crate) async fn find(self: &Arc<Self>, table: Uuid, request: Box<Request>) {
        let is_awake = self.lock().contains_key(&table);
        if !is_awake && self.plays(table) {
            // As with all that is no move, a few at a time.
            self.context.admission.wait_behind_moves().await;
            let rejection = match self.context.store.has_table(table).await {
                Ok(true) => None,
                Ok(false) => Some(no_table()),
                Err(error) => Some(unreadable(error)),
            };
            if let Some(rejection) = rejection {
                let Request { from, ask } = *request;
                from.outbox.set_plays(false);
                if ask.is_about_watching() {
                    from.outbox.watched().answered(table, false);
                }
                return from.outbox.send(&rejection.told(from.id));
            }
        }
        self.post(table, TableMessage::Request(request)).await;
    }

    /// Hands a letter to a table, waking it if it sleeps. Waits while its mailbox is full.
    pub(crate) async fn post(self: &Arc<Self>, table: Uuid, letter: TableMessage) {
        let Some(mut letter) = self.keep_own(table, letter).await else { return };
        loop {
            if let Some(mailbox) = self.mailbox(table) {
                match mailbox.send(letter).await {
                    Ok(()) => return,
                    // It fell asleep between being found and being written to: wake it again.
                    Err(mpsc::error::SendError(returned)) => letter = returned,
                }
                self.forget(table, &mailbox);
            }
            let Some(own) = self.keep_own(table, letter).await else { return };
            letter = own;
        }
    }

    /// Whether people may be sent here, as far as other nodes have to do with it.
    pub(crate) fn is_ready(&self) -> bool {
        self.relay.get().is_none_or(|relay| relay.is_ready())
    }

    /// How this node stands; none of a house alone.
    pub(crate) fn standing(&self) -> Option<watch::Receiver<Standing>> {
        self.relay.get().map(|relay| relay.standing())
    }

    /// Whether a table is played here, as far as is known.
    pub(crate) fn plays(&self, table: Uuid) -> bool {
        self.relay.get().is_none_or(|relay| relay.route(table) == Some(Route::Here))
    }

    /// Gives back what is for a table of this node. A request for any other goes to its owner, once it is known who that is; of the rest
    /// an owner learns by itself.
    async fn keep_own(&self, table: Uuid, letter: TableMessage) -> Option<TableMessage> {
        let Some(relay) = self.relay.get() else { return Some(letter) };
        let known = relay.route(table);
        let TableMessage::Request(request) = letter else {
            return (known == Some(Route::Here)).then_some(letter);
        };
        if known == Some(Route::Here) {
            return Some(TableMessage::Request(request));
        }
        let request = relay.keep_near(table, request)?;
        let route = match known {
            None => Box::pin(relay.find(table)).await,
            known => known,
        };
        match route {
            Some(Route::Here) => return Some(TableMessage::Request(request)),
            Some(Route::Elsewhere(owner)) => relay.ask(owner, table, *request),
            None => unknown(table, *request),
        }
        None
    }

    /// Has a table of another node look whether its time has come.
    fn wake_elsewhere(&self, table: Uuid) {
        if let Some(relay) = self.relay.get()
            && let Some(Route::Elsewhere(owner)) = relay.route(table)
        {
            relay.wake(owner, table);
        }
    }

    /// An id for a table that is set up at that time and played here; of a node that owns none the next best.
    pub(crate) fn new_table_id(&self, now_ms: i64) -> Uuid {
        if self.relay.get().is_some_and(|relay| !relay.owns_any()) {
            return self.context.entropy.id(now_ms);
        }
        let mut drawn = std::iter::repeat_with(|| self.context.entropy.id(now_ms)).take(limits::ID_DRAWS);
        let first = drawn.next();
        let own = first.filter(|id| self.plays(*id)).or_else(|| drawn.find(|id| self.plays(*id)));
        own.or(first).unwrap_or_else(|| self.context.entropy.id(now_ms))
    }

    /// Has a table that was just set up awake, as it is.
    pub(super) fn begin(self: &Arc<Self>, table: Box<Table>) {
        let (id, has_computers) = (table.id, table.has_computers());
        let mut tables = self.lock();
        if !self.plays(id) {
            // A node that owns nothing sets tables up for others, who read it when it is first asked for.
            drop(tables);
            if has_computers {
                self.wake_elsewhere(id);
            }
            return;
        }
        let mailbox = tables.entry(id).or_insert_with(|| self.wake_up(id, Some(table)));
        if has_computers {
            // Its game may begin by itself. Where the mailbox is full, whatever is in there has it look.
            drop(mailbox.try_send(TableMessage::Wake));
        }
    }

    /// Has a table look whether its time has come.
    pub(crate) async fn wake(self: &Arc<Self>, table: Uuid) {
        self.post(table, TableMessage::Wake).await;
    }

    /// Tells a table, if it is awake, that a socket is gone.
    pub(crate) async fn gone(self: &Arc<Self>, table: Uuid, socket: u64) {
        let mailbox = self.lock().get(&table).cloned();
        if let Some(mailbox) = mailbox {
            // A table that is asleep has no watchers to forget.
            drop(mailbox.send(TableMessage::Gone(socket)).await);
        }
    }

    /// A socket is gone from all that it asked of other nodes.
    pub(crate) fn gone_elsewhere(&self, socket: u64) {
        if let Some(relay) = self.relay.get() {
            relay.gone(socket);
        }
    }

    /// Tells the tables here that are awake that somebody was deleted.
    pub(crate) async fn erased(&self, player: Uuid) {
        let awake: Vec<_> = self.lock().values().cloned().collect();
        for mailbox in awake {
            // One that has fallen asleep since remembers nothing.
            drop(mailbox.send(TableMessage::Erased(player)).await);
        }
    }

    /// The mailbox of a table that is played here, which is awake from now on. Looked at under the lock under which those are found that are
    /// let go of: none is woken behind their back.
    fn mailbox(self: &Arc<Self>, table: Uuid) -> Option<mpsc::Sender<TableMessage>> {
        let mut tables = self.lock();
        if !tables.contains_key(&table) && !self.plays(table) {
            return None;
        }
        Some(tables.entry(table).or_insert_with(|| self.wake_up(table, None)).clone())
    }

    fn wake_up(self: &Arc<Self>, table: Uuid, new: Option<Box<Table>>) -> mpsc::Sender<TableMessage> {
        let (mailbox, letters) = mpsc::channel(limits::MAILBOX_LEN);
        self.context.tasks.spawn(actor::run(Arc::clone(self), table, new, letters, mailbox.downgrade()));
        mailbox
    }

    /// Takes a table off the list, unless another has taken its place.
    pub(super) fn forget(&self, table: Uuid, mailbox: &mpsc::Sender<TableMessage>) {
        let mut tables = self.lock();
        if tables.get(&table).is_some_and(|listed| listed.same_channel(mailbox)) {
            tables.remove(&table);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Uuid, mpsc::Sender<TableMessage>>> {
        // The map is whole after every operation, whatever panicked elsewhere.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a node has to do with its tables.
impl Tables for Arc<Registry> {
    async fn let_go(&mut self, slots: &[Slot]) {
        let leaving = |(id, mailbox): (&Uuid, &mpsc::Sender<TableMessage>)| {
            slots.contains(&Slot::of(*id)).then(|| mailbox.clone())
        };
        let mailboxes: Vec<_> = self.lock().iter().filter_map(leaving).collect();
        for mailbox in &mailboxes {
            // One that has fallen asleep since has ended.
            drop(mailbox.send(TableMessage::LetGo).await);
        }
        for mailbox in mailboxes {
            mailbox.closed().await;
        }
        // Their new owners tell of them from now on.
        self.context.gossip.forget_tables(|table| slots.contains(&Slot::of(table)));
    }
}
