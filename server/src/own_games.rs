//! Own games: whoever follows their own is told of every table at which they sit, or a seat is kept for them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cydonia_protocol::{OwnGameEvent, ServerMessage, TableInfo};
use smallvec::SmallVec;
use uuid::Uuid;

use crate::bus::{Announcement, Announcer};
use crate::gossip::{Gossip, Key, News};
use crate::outbox::{Frame, Outbox};

/// The sockets of those who follow, by their player.
type Followers = HashMap<Uuid, SmallVec<[Outbox; 1]>>;

/// Those who follow their own games, by their player.
#[derive(Debug, Default)]
pub(crate) struct OwnGames {
    gossip: Gossip,
    announcer: Announcer,
    followers: Mutex<Followers>,
    /// How many players follow theirs: as every page does, but few programs, and tables ask at every move.
    count: AtomicUsize,
}

impl OwnGames {
    /// Without any here, while there may be some at other nodes.
    pub(crate) fn new(gossip: Gossip, announcer: Announcer) -> Self {
        Self { gossip, announcer, ..Self::default() }
    }

    /// From now on a socket is told of its player's games.
    pub(crate) fn follow(&self, player: Uuid, outbox: &Outbox) {
        let mut followers = self.lock();
        let outboxes = followers.entry(player).or_default();
        outboxes.retain(|one| one.number() != outbox.number());
        outboxes.push(outbox.clone());
        self.gossip.tell(Key::Follower(player), News::Follows);
        self.count.store(followers.len(), Ordering::Release);
    }

    /// A socket is told no more, or is gone.
    pub(crate) fn forget(&self, outbox: &Outbox) {
        if self.count.load(Ordering::Acquire) == 0 {
            return;
        }
        let Some(player) = outbox.session().map(|session| session.player.id) else { return };
        let mut followers = self.lock();
        if let Some(outboxes) = followers.get_mut(&player) {
            outboxes.retain(|one| one.number() != outbox.number());
            if outboxes.is_empty() {
                followers.remove(&player);
                self.gossip.forget(Key::Follower(player));
            }
        }
        self.count.store(followers.len(), Ordering::Release);
    }

    /// Something that was to be told is missing: all who follow here come back, and are told how it stands.
    pub(crate) fn have_come_back(&self) {
        self.lock().values().flatten().for_each(Outbox::have_come_back);
    }

    /// Whether anybody follows theirs.
    pub(crate) fn has_followers(&self) -> bool {
        self.count.load(Ordering::Acquire) > 0 || self.gossip.has_followers()
    }

    /// Whether somebody follows theirs.
    pub(crate) fn is_followed_by(&self, player: Uuid) -> bool {
        self.has_followers()
            && (self.lock().contains_key(&player) || self.gossip.is_elsewhere(Key::Follower(player)))
    }

    /// Tells some players of a table of theirs, if they follow.
    pub(crate) fn tell(
        &self,
        players: &[Uuid],
        what: OwnGameEvent,
        at: u64,
        info: impl FnOnce() -> TableInfo,
    ) {
        let is_elsewhere = |player: &Uuid| self.gossip.is_elsewhere(Key::Follower(*player));
        let is_followed_elsewhere = players.iter().any(is_elsewhere);
        let followers = self.lock();
        let is_followed_here = players.iter().any(|player| followers.contains_key(player));
        if !is_followed_here && !is_followed_elsewhere {
            return;
        }
        let message = ServerMessage::OwnGame { what, at, info: info() };
        if is_followed_here {
            push(&followers, players, &message);
        }
        if is_followed_elsewhere {
            let players = players.to_vec();
            self.announcer.announce(|| Announcement::OwnGame { players, message: Box::new(message) });
        }
    }

    /// Tells those of them who follow here, of what another node tells.
    pub(crate) fn tell_here(&self, players: &[Uuid], message: &ServerMessage) {
        push(&self.lock(), players, message);
    }

    /// Tells one socket that it is its player's turn at a table, if it still follows as that player's.
    pub(crate) fn tell_turn_to(
        &self,
        outbox: &Outbox,
        player: Uuid,
        at: u64,
        info: impl FnOnce() -> TableInfo,
    ) {
        let followers = self.lock();
        let mut outboxes = followers.get(&player).into_iter().flatten();
        if outboxes.any(|one| one.number() == outbox.number()) {
            outbox.send(&ServerMessage::OwnGame { what: OwnGameEvent::Turn, at, info: info() });
        }
    }

    fn lock(&self) -> MutexGuard<'_, Followers> {
        // Every change is made whole under one lock, whatever panicked elsewhere.
        self.followers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn push(followers: &Followers, players: &[Uuid], message: &ServerMessage) {
    let frame = Frame::of(message);
    let outboxes = players.iter().filter_map(|player| followers.get(player)).flatten();
    outboxes.for_each(|outbox| outbox.push(frame.clone()));
}
