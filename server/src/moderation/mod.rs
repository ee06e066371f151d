//! Moderation: who may not play or talk just now. It is asked before every command, and so is known in memory; what holds is what is
//! stored.

mod range;

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use cydonia_protocol::{ErrorCode, OwnSanction, Player, SanctionKind, Scope};
use cydonia_table::Rejection;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tokio::sync::Mutex;
use uuid::Uuid;

use crate::admission::Address;
use crate::store::{SanctionInForce, Store, StoreError};

pub(crate) use range::{AddressRange, RangeError};

/// The sanctions that are in force.
#[derive(Debug, Default)]
pub(crate) struct Sanctions {
    held: RwLock<Held>,
    /// Held while they are read anew: whoever reads last has read the last.
    reading: Mutex<()>,
}

#[derive(Debug, Default)]
struct Held {
    players: HashMap<Uuid, Vec<OwnSanction>>,
    ranges: Vec<(AddressRange, OwnSanction)>,
}

impl Sanctions {
    /// Reads them: when the house opens, and whenever one was imposed or lifted.
    ///
    /// # Errors
    /// If the store fails or a row is damaged.
    pub(crate) async fn read(&self, store: &Store, now_ms: i64) -> Result<(), StoreError> {
        let _reading = self.reading.lock().await;
        let mut held = Held::default();
        for SanctionInForce { kind, player, addresses, reason, ms, until_ms } in
            store.sanctions_in_force(now_ms).await?
        {
            let by_address = player.is_none();
            let sanction = OwnSanction { kind, by_address, reason, ms, until_ms };
            match (player, addresses.and_then(|range| range.parse().ok())) {
                (Some(player), _) => held.players.entry(player).or_default().push(sanction),
                (None, Some(range)) => held.ranges.push((range, sanction)),
                (None, None) => {}
            }
        }
        *self.held.write().unwrap_or_else(PoisonError::into_inner) = held;
        Ok(())
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
        now_ms: i64,
    ) -> Result<(), Rejection> {
        let forbids = |kind| match scope {
            Scope::Read => false,
            Scope::Play => kind == SanctionKind::Ban,
            Scope::Chat => true,
        };
        let mut of_them = self.of(player, address, now_ms);
        // Whoever may do neither is told that.
        of_them.sort_by_key(|sanction| sanction.kind == SanctionKind::Mute);
        match of_them.into_iter().find(|sanction| forbids(sanction.kind)) {
            None => Ok(()),
            Some(sanction) => Err(refusal(&sanction)),
        }
    }

    /// What is held against somebody at a time, in milliseconds since 1970.
    pub(crate) fn of(&self, player: Option<&Player>, address: Address, now_ms: i64) -> Vec<OwnSanction> {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        let own = player.and_then(|player| held.players.get(&player.id)).into_iter().flatten();
        let is_guest = player.is_none_or(|player| !player.registered);
        let by_address = held.ranges.iter().filter(|(range, _)| is_guest && range.contains(address));
        let all = own.chain(by_address.map(|(_, sanction)| sanction));
        all.filter(|sanction| sanction.until_ms.is_none_or(|until_ms| now_ms < until_ms)).cloned().collect()
    }
}

/// What somebody is told of it.
fn refusal(sanction: &OwnSanction) -> Rejection {
    let (code, what) = match sanction.kind {
        SanctionKind::Mute => (ErrorCode::Muted, "talk"),
        SanctionKind::Ban => (ErrorCode::Banned, "play or talk"),
    };
    let whom = if sanction.by_address { "guests from your address may not" } else { "you may not" };
    let until = sanction.until_ms.and_then(|ms| OffsetDateTime::from_unix_timestamp(ms / 1000).ok());
    let until = until.and_then(|until| until.format(&Rfc3339).ok()).map(|until| format!(" until {until}"));
    let message = format!("{whom} {what} here{}: {}", until.unwrap_or_default(), sanction.reason);
    Rejection::new(code, message)
}
