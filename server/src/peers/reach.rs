//! What other nodes reach of a server, and what it does of what they say.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use cydonia_cluster::{Changes, Incarnation, Mirrored, Whole};
use tokio::sync::Notify;

use crate::bus::{Announcement, NatsBus};
use crate::context::Context;
use crate::gossip::{Heard, Key};
use crate::limits;
use crate::node::Standing;
use crate::table::Registry;
use crate::table::relay::Relay;

/// A server, as other nodes reach it.
#[derive(Debug)]
pub(super) struct Reach {
    pub(super) bus: Arc<NatsBus>,
    pub(super) relay: Arc<Relay>,
    pub(super) registry: Arc<Registry>,
    /// How much each node has said.
    heard: Mutex<HashMap<Incarnation, u64>>,
    /// Another has missed some of what is told.
    is_whole_wanted: AtomicBool,
    /// Nobody tells of some tables any more: which there are is to be read.
    tables_left: Notify,
}

impl Reach {
    pub(super) fn new(bus: Arc<NatsBus>, relay: Arc<Relay>, registry: Arc<Registry>) -> Self {
        let (is_whole_wanted, tables_left) = (AtomicBool::new(false), Notify::new());
        Self { bus, relay, registry, heard: Mutex::default(), is_whole_wanted, tables_left }
    }

    pub(super) fn context(&self) -> &Arc<Context> {
        self.registry.context()
    }

    /// Another node has said something.
    pub(super) fn hear(&self, from: Incarnation, said: u64, what: Announcement) {
        let (context, own) = (self.context(), self.relay.own());
        if self.has_missed(from, said, what.is_counted()) {
            tracing::warn!(node = %from, "what another node has said to all is missing: it is read anew");
            self.begin(catch_up);
        }
        match what {
            Announcement::Beat { lines, told } => {
                for line in lines.into_iter().filter(|line| line.to() == own) {
                    self.relay.hear_beat(from, line);
                }
                if context.gossip.is_behind(from, told) {
                    self.ask_for_whole(from);
                }
            }
            Announcement::Changes { n, entries } => {
                self.apply(from, context.gossip.hear_changes(from, Changes { n, entries }));
            }
            Announcement::Whole { n, entries } => {
                self.apply(from, context.gossip.hear_whole(from, Whole { n, entries }));
            }
            Announcement::Behind { of } => {
                if of == own.0 {
                    self.is_whole_wanted.store(true, Ordering::Release);
                }
            }
            Announcement::GameKept => context.store.note_kept_game(),
            Announcement::SessionsEnded { numbers } => context.sessions.end(&numbers),
            Announcement::LinksEnded { table, seated } => context.sessions.end_at(table, &seated),
            Announcement::PlayerRenewed { player } => context.sessions.renew(player),
            Announcement::OwnGame { players, message } => context.own_games.tell_here(&players, &message),
            Announcement::SanctionsChanged => self.begin(read_sanctions),
            Announcement::PlayerErased { player } => {
                context.store.note_deleted(player);
                self.begin(async move |registry| registry.erased(player).await);
            }
            Announcement::PlayersParted { players: (by, blocked) } => self.begin(async move |registry| {
                if let Err(error) = registry.part(by, blocked).await {
                    tracing::warn!(%error, "two of whom one has blocked the other may sit at a table still");
                }
            }),
        }
    }

    /// Takes in how much a node has said; whether some of it never came. What was said before it was first heard is read from the store.
    fn has_missed(&self, from: Incarnation, said: u64, is_counted: bool) -> bool {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        let before = heard.insert(from, said);
        before.is_some_and(|before| said > before + u64::from(is_counted))
    }

    /// What takes a while: nothing else is heard later for it.
    fn begin<F: Future<Output = ()> + Send>(&self, what: impl FnOnce(Arc<Registry>) -> F + Send + 'static) {
        let registry = Arc::clone(&self.registry);
        self.context().tasks.spawn(async move { what(registry).await });
    }

    fn apply(&self, from: Incarnation, heard: Heard) {
        match heard {
            Mirrored::Known => {}
            Mirrored::Behind => self.ask_for_whole(from),
            Mirrored::Changed(entries) => {
                let mut is_to_read = false;
                for (key, news) in entries {
                    if let Key::Table(id) = key {
                        is_to_read |= self.context().lobby.hear(id, news);
                    }
                }
                if is_to_read {
                    self.tables_left.notify_one();
                }
            }
        }
    }

    fn ask_for_whole(&self, from: Incarnation) {
        self.bus.announce(Announcement::Behind { of: from.0 });
    }

    /// Tells of what is its own, as it changes, for as long as there is anybody to tell.
    pub(super) async fn tell(&self) {
        let gossip = &self.context().gossip;
        loop {
            self.context().clock.sleep(limits::GOSSIP).await;
            if let Some(Changes { n, entries }) = gossip.changes() {
                self.bus.announce(Announcement::Changes { n, entries });
            }
            if self.is_whole_wanted.swap(false, Ordering::AcqRel)
                && let Some(Whole { n, entries }) = gossip.whole()
            {
                self.bus.announce(Announcement::Whole { n, entries });
            }
        }
    }

    /// Tells of games that are kept here.
    pub(super) async fn tell_of_games(&self) {
        let mut kept = self.context().store.games_kept_here();
        while kept.changed().await.is_ok() {
            self.bus.announce(Announcement::GameKept);
        }
    }

    /// Lets go of nodes that have ended.
    pub(super) async fn lose_ended(&self, mut standing: tokio::sync::watch::Receiver<Standing>) {
        while standing.changed().await.is_ok() {
            let living = Arc::clone(&standing.borrow_and_update().living);
            let is_living =
                |node: Incarnation| living.contains(&node) || living.last().is_none_or(|last| node > *last);
            self.relay.keep(is_living);
            let left = self.context().gossip.keep(is_living);
            let mut is_to_read = false;
            for table in left {
                is_to_read |= self.context().lobby.leave(table);
            }
            if is_to_read {
                self.tables_left.notify_one();
            }
        }
    }

    /// Reads which public tables there are when nobody tells of some any more.
    pub(super) async fn read_tables(&self) {
        let context = self.context();
        loop {
            self.tables_left.notified().await;
            // Whoever has them from now on tells of those that are awake.
            context.clock.sleep(limits::LOBBY_READ_AGAIN).await;
            if let Err(error) = context.lobby.read_again(&context.store).await {
                tracing::warn!(%error, "the list of tables may be incomplete");
                self.tables_left.notify_one();
            }
        }
    }
}

/// Reads who may not play or talk, and has those leave who may not.
async fn read_sanctions(registry: Arc<Registry>) {
    let context = registry.context();
    context.sanctions.note_change();
    context.refresh_sanctions().await;
    registry.banish_all().await;
}

/// Something that was said to all has not come: what it may have been about is read.
async fn catch_up(registry: Arc<Registry>) {
    let context = Arc::clone(registry.context());
    context.store.note_kept_game();
    for session in context.sessions.open() {
        // As with all that is no move, a few at a time.
        context.admission.wait_behind_moves().await;
        match context.store.is_session_live(session).await {
            Ok(true) => {}
            Ok(false) => context.sessions.end(&[session]),
            Err(error) => tracing::warn!(%error, "a socket may be open of a session that has ended"),
        }
    }
    // Whoever follows their own games comes back, and is told anew.
    context.own_games.have_come_back();
    read_sanctions(registry).await;
}
