//! Moderation: who may not play or talk just now. It is asked before every command, and so is known in memory; what holds is what is
//! stored.

mod range;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};

use cydonia_protocol::{ErrorCode, OwnSanction, Player, SanctionKind, Scope};
use cydonia_table::Rejection;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tokio::sync::Mutex;
use uuid::Uuid;

use crate::admission::Address;
use crate::clock::Clock;
use crate::config::Conduct;
use crate::store::{SanctionInForce, Store, StoreError};

pub(crate) use range::{AddressRange, RangeError};

/// The sanctions that are in force.
#[derive(Debug)]
pub(crate) struct Sanctions {
    /// To whom whoever finds one wrong turns.
    appeals: Option<String>,
    clock: Clock,
    /// Those for whom none is.
    moderators: Vec<Uuid>,
    held: RwLock<Held>,
    /// Whether what is stored may be another by now.
    is_stale: AtomicBool,
    /// Held while they are read anew: whoever reads last has read the last.
    reading: Mutex<()>,
}

#[derive(Debug, Default)]
struct Held {
    players: HashMap<Uuid, Vec<OwnSanction>>,
    ranges: Vec<(AddressRange, OwnSanction)>,
}

impl Sanctions {
    /// Of a house that is kept so; they are still to be read.
    pub(crate) fn new(conduct: &Conduct, clock: Clock) -> Self {
        let (appeals, moderators) = (conduct.appeals.clone(), conduct.moderators.clone());
        let (held, is_stale, reading) = (RwLock::default(), AtomicBool::new(true), Mutex::default());
        Self { appeals, clock, moderators, held, is_stale, reading }
    }

    /// One was imposed or lifted, or may have been.
    pub(crate) fn note_change(&self) {
        self.is_stale.store(true, Ordering::Release);
    }

    /// Reads them anew if what is stored may be another. What cannot be read is to be read the next time.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn refresh(&self, store: &Store) -> Result<(), StoreError> {
        let _reading = self.reading.lock().await;
        if !self.is_stale.swap(false, Ordering::AcqRel) {
            return Ok(());
        }
        let stored = store.sanctions_in_force(self.clock.now_ms()).await;
        let stored = stored.inspect_err(|_| self.note_change())?;
        let mut held = Held::default();
        for SanctionInForce { kind, player, addresses, reason, ms, until_ms } in stored {
            let by_address = player.is_none();
            let sanction = OwnSanction { kind, by_address, reason, ms, until_ms, lifted_ms: None };
            match (player, addresses.as_deref().map(AddressRange::stored)) {
                (Some(player), _) => held.players.entry(player).or_default().push(sanction),
                (None, Some(Ok(range))) => held.ranges.push((range, sanction)),
                (None, unread) => tracing::error!(?unread, "a sanction is for nobody"),
            }
        }
        *self.held.write().unwrap_or_else(PoisonError::into_inner) = held;
        Ok(())
    }

    /// Players who are banned.
    pub(crate) fn banned_players(&self) -> Vec<Uuid> {
        let now_ms = self.clock.now_ms();
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        held.players.keys().copied().filter(|player| held.bans(*player, now_ms)).collect()
    }

    /// Whether a player is banned, wherever they are.
    pub(crate) fn bans(&self, player: Uuid) -> bool {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        !self.moderators.contains(&player) && held.bans(player, self.clock.now_ms())
    }

    /// Checks that somebody may do at a table what that scope is for. Guests are meant by their address, too.
    ///
    /// # Errors
    /// `banned` or `muted`.
    pub(crate) fn check(
        &self,
        player: Option<&Player>,
        address: Address,
        scope: Scope,
    ) -> Result<(), Rejection> {
        let forbids: fn(SanctionKind) -> bool = match scope {
            Scope::Read => return Ok(()),
            Scope::Play => |kind| kind == SanctionKind::Ban,
            Scope::Chat => |_kind| true,
        };
        let mut of_them = self.of(player, address);
        // Whoever may do neither is told that.
        of_them.sort_by_key(|sanction| sanction.kind == SanctionKind::Mute);
        match of_them.into_iter().find(|sanction| forbids(sanction.kind)) {
            None => Ok(()),
            Some(sanction) => Err(refusal(&sanction, self.appeals.as_deref())),
        }
    }

    /// What is held against somebody just now.
    pub(crate) fn of(&self, player: Option<&Player>, address: Address) -> Vec<OwnSanction> {
        if player.is_some_and(|player| self.moderators.contains(&player.id)) {
            return Vec::new();
        }
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        let own = player.and_then(|player| held.players.get(&player.id)).into_iter().flatten();
        let now_ms = self.clock.now_ms();
        let is_guest = player.is_none_or(|player| !player.registered);
        let by_address = held.ranges.iter().filter(|(range, _)| is_guest && range.contains(address));
        let all = own.chain(by_address.map(|(_, sanction)| sanction));
        all.filter(|sanction| holds(sanction, now_ms)).cloned().collect()
    }
}

impl Held {
    fn bans(&self, player: Uuid, now_ms: i64) -> bool {
        let own = self.players.get(&player).into_iter().flatten();
        own.filter(|sanction| holds(sanction, now_ms)).any(|sanction| sanction.kind == SanctionKind::Ban)
    }
}

/// Whether it is not over yet.
fn holds(sanction: &OwnSanction, now_ms: i64) -> bool {
    sanction.until_ms.is_none_or(|until_ms| now_ms < until_ms)
}

/// What somebody is told of it.
fn refusal(sanction: &OwnSanction, appeals: Option<&str>) -> Rejection {
    let (code, what) = match sanction.kind {
        SanctionKind::Mute => (ErrorCode::Muted, "talk"),
        SanctionKind::Ban => (ErrorCode::Banned, "play or talk"),
    };
    let whom = if sanction.by_address { "guests from your address may not" } else { "you may not" };
    let until = sanction.until_ms.and_then(|ms| OffsetDateTime::from_unix_timestamp(ms / 1000).ok());
    let until = until.and_then(|until| until.format(&Rfc3339).ok()).map(|until| format!(" until {until}"));
    let appeals = appeals.map(|appeals| format!(" ({appeals})")).unwrap_or_default();
    let message = format!("{whom} {what} here{}: {}{appeals}", until.unwrap_or_default(), sanction.reason);
    Rejection::new(code, message)
}
