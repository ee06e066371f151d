//! Actor directory: where is this table? In memory, or soon to be.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use cydonia_protocol::dice::{Bytes32, Share};
use cydonia_protocol::{OfferKind, Room, Words};
use cydonia_rules::Seat;
use cydonia_table::{Action, Table};
use tokio::sync::mpsc;
use uuid::Uuid;

use super::actor;
use super::matchmaking::Quick;
use super::persist::{no_table, unreadable};
use crate::context::Context;
use crate::limits;
use crate::outbox::{Awaited, Outbox};

/// A request to one table.
#[derive(Debug)]
pub(crate) struct Request {
    /// The socket that asks: it gets the answer, and events if it watches.
    pub outbox: Outbox,
    /// The message's id, to be repeated in the answer.
    pub id: u64,
    /// When it came in: what it waits here from then on is not its player's to pay.
    pub came_ms: i64,
    /// What is asked.
    pub ask: TableCommand,
}

/// What can be asked of a table.
#[derive(Debug)]
pub(crate) enum TableCommand {
    /// Follow it.
    Watch {
        /// The last event already known.
        since: Option<u64>,
        /// A private table's key.
        key: Option<String>,
        /// Whether the watcher is not to be counted.
        quiet: bool,
        /// Until this is answered the socket says nothing more.
        awaited: Awaited,
    },
    /// Stop following it.
    Unwatch,
    /// Take a seat.
    Sit {
        /// Which.
        seat: Option<Seat>,
        /// A private table's key.
        key: Option<String>,
    },
    /// Give one's seat up.
    Stand,
    /// Take a seat if it can be had at once, or go on to the next of these tables.
    Quick(Quick),
    /// Begin without waiting for the free seats.
    Begin,
    /// Be ready to play with dice.
    Ready {
        /// One's first pledge; none to add nothing.
        pledge: Option<Bytes32>,
    },
    /// Take an action.
    Act(Action),
    /// Give one's share for the other's roll.
    Share {
        /// The number of the roll.
        k: u64,
        /// What one gives.
        share: Share,
    },
    /// Have the dice rolled.
    Roll {
        /// The number of the roll.
        k: u64,
        /// What one pledged.
        share: Share,
        /// One's next pledge.
        pledge: Bytes32,
    },
    /// Say that one has lost what one pledged.
    Lost {
        /// The number of the roll.
        k: u64,
        /// One's next pledge.
        pledge: Bytes32,
    },
    /// Take one's last action of this turn back.
    Undo {
        /// The position it is meant for.
        at: u64,
    },
    /// Give the game up.
    Resign,
    /// End the game before it has really begun.
    Abort,
    /// Offer something.
    Offer {
        /// The client's own id for the offer.
        request: Uuid,
        /// What.
        what: OfferKind,
    },
    /// Agree to an offer or decline it.
    Answer {
        /// Which.
        offer: u64,
        /// Agree or decline.
        agree: bool,
    },
    /// Take one's offer back.
    Withdraw {
        /// Which.
        offer: u64,
    },
    /// Go on after a pause.
    Resume,
    /// Have an absent seat leave.
    Claim {
        /// Which.
        seat: Seat,
    },
    /// Say something.
    Say {
        /// The client's own id for it.
        request: Uuid,
        /// Where.
        room: Room,
        /// What.
        words: Words,
        /// Whether one has finished a game in which one moved, which words of one's own want.
        has_played: bool,
    },
    /// Set up a rematch, or join the one that was set up.
    Rematch,
    /// Sit down where a seat is kept, unless that was done before.
    Join,
    /// Be told once more of the table that one has set up.
    Recall,
}

/// What a table is told.
#[derive(Debug)]
pub(crate) enum TableMessage {
    /// Boxed, as a mailbox has room for many and is mostly empty.
    Request(Box<Request>),
    /// Its deadline has passed.
    Wake,
    /// The socket of that number is gone.
    Gone(u64),
}

/// The tables in memory, each a mailbox.
#[derive(Debug)]
pub(crate) struct Registry {
    context: Arc<Context>,
    tables: Mutex<HashMap<Uuid, mpsc::Sender<TableMessage>>>,
}

impl Registry {
    /// Without any table.
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context, tables: Mutex::default() }
    }

    /// What it shares with the rest of the server.
    pub(crate) fn context(&self) -> &Arc<Context> {
        &self.context
    }

    /// Hands a request to a table, waking it if it sleeps. Waits while its mailbox is full.
    pub(crate) async fn send(self: &Arc<Self>, table: Uuid, request: Request) {
        self.post(table, TableMessage::Request(Box::new(request))).await;
    }

    /// Hands a letter to a table that is awake. Gives it back if it is not, or its mailbox is full, or just closed.
    pub(crate) fn try_post(self: &Arc<Self>, table: Uuid, letter: TableMessage) -> Result<(), TableMessage> {
        match self.lock().get(&table) {
            Some(mailbox) => mailbox.try_send(letter).map_err(mpsc::error::TrySendError::into_inner),
            None => Err(letter),
        }
    }

    /// Hands a request to a table that somebody has named, if there is one: what is none gets no task and no mailbox. One
    /// that was just set up is awake before anybody is told of it.
    pub(crate) async fn find(self: &Arc<Self>, table: Uuid, request: Box<Request>) {
        let is_awake = self.lock().contains_key(&table);
        if !is_awake {
            // As with all that is no move, a few at a time.
            self.context.admission.wait_behind_moves().await;
            let rejection = match self.context.store.has_table(table).await {
                Ok(true) => None,
                Ok(false) => Some(no_table()),
                Err(error) => Some(unreadable(error)),
            };
            if let Some(rejection) = rejection {
                let Request { outbox, id, ask, .. } = *request;
                outbox.set_plays(false);
                if matches!(ask, TableCommand::Watch { .. } | TableCommand::Unwatch) {
                    outbox.watched().answered(table, false);
                }
                return outbox.send(&rejection.told(id));
            }
        }
        self.post(table, TableMessage::Request(request)).await;
    }

    /// Hands a letter to a table, waking it if it sleeps. Waits while its mailbox is full.
    pub(crate) async fn post(self: &Arc<Self>, table: Uuid, mut letter: TableMessage) {
        loop {
            let mailbox = self.mailbox(table);
            match mailbox.send(letter).await {
                Ok(()) => return,
                // It fell asleep between being found and being written to: wake it again.
                Err(mpsc::error::SendError(returned)) => letter = returned,
            }
            self.forget(table, &mailbox);
        }
    }

    /// Has a table that was just set up awake, as it is.
    pub(super) fn begin(self: &Arc<Self>, table: Box<Table>) {
        let id = table.info.id;
        self.lock().entry(id).or_insert_with(|| self.wake_up(id, Some(table)));
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

    fn mailbox(self: &Arc<Self>, table: Uuid) -> mpsc::Sender<TableMessage> {
        self.lock().entry(table).or_insert_with(|| self.wake_up(table, None)).clone()
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
