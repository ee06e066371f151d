//! Anti-farming quotas: what may count for ratings: not more games of the same company than people play in a day, and nobody
//! leaves game after game before it counts. All of it is known while the process lives.

use std::collections::{BTreeSet, HashMap};
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cydonia_protocol::COMPUTERS;
use governor::clock::Clock as _;
use uuid::Uuid;

use super::{Address, Keyed, Time, keyed, over};
use crate::limits::{self, Limits};

/// The quotas of rated games.
pub(crate) struct FairPlay {
    clock: Time,
    /// Games of two players with each other.
    pairs: Keyed<(Uuid, Uuid)>,
    /// Games of one player with others of the same address.
    households: Keyed<Uuid>,
    /// Games that a player has left before they counted.
    early: Keyed<Uuid>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// From where each player of a rated game that is on has last played.
    played_from: HashMap<Uuid, Vec<(Uuid, Address)>>,
    /// Who has left too many games early, and until when no other rated one is begun.
    barred_until_ms: HashMap<Uuid, i64>,
}

impl FairPlay {
    pub(super) fn new(limits: &Limits, clock: Time) -> Self {
        let a_day = |count: NonZeroU32| over(limits::DAY, count);
        Self {
            pairs: keyed(a_day(limits.rated_a_pair), clock.clone()),
            households: keyed(a_day(limits.rated_an_address), clock.clone()),
            early: keyed(a_day(limits.early_leaves), clock.clone()),
            known: Mutex::default(),
            clock,
        }
    }

    /// Takes in from where somebody has played in a rated game.
    pub(crate) fn played(&self, table: Uuid, player: Uuid, address: Address) {
        let mut known = self.lock();
        let from = known.played_from.entry(table).or_default();
        from.retain(|(who, _)| *who != player);
        from.push((player, address));
    }

    /// A table's game is over, or the table is gone.
    pub(crate) fn forget(&self, table: Uuid) {
        self.lock().played_from.remove(&table);
    }

    /// Whether one more rated game of these players counts. Who has not played since the house was opened counts as one
    /// from an address of their own. A computer is an opponent like any other, however many seats it has; computers among
    /// themselves are none.
    pub(crate) fn admits(&self, table: Uuid, players: &[Uuid]) -> bool {
        let sharing = self.sharing(table, players);
        let both = players.iter().enumerate().flat_map(|(place, one)| {
            players[place + 1..].iter().map(|other| (*one.min(other), *one.max(other)))
        });
        let is_computer = |player: &Uuid| COMPUTERS.contains(player);
        let pairs: BTreeSet<_> =
            both.filter(|(one, other)| !(is_computer(one) && is_computer(other))).collect();
        pairs.into_iter().all(|pair| self.pairs.check_key(&pair).is_ok())
            && sharing.iter().all(|player| self.households.check_key(player).is_ok())
    }

    /// Those of a rated game's players who have last played it from the address of another of them.
    pub(crate) fn sharing(&self, table: Uuid, players: &[Uuid]) -> Vec<Uuid> {
        let from = self.lock().played_from.get(&table).cloned().unwrap_or_default();
        let address = |player: &Uuid| from.iter().find(|(who, _)| who == player).map(|(_, address)| *address);
        let shares = |player: &&Uuid| {
            let own = address(player);
            own.is_some() && players.iter().any(|other| other != *player && address(other) == own)
        };
        players.iter().filter(shares).copied().collect()
    }

    /// Somebody has left a rated game before it counted.
    pub(crate) fn left_early(&self, player: Uuid) {
        if self.early.check_key(&player).is_err() {
            let until_ms = self.now_ms() + limits::DAY.as_millis() as i64;
            self.lock().barred_until_ms.insert(player, until_ms);
        }
    }

    /// Whether somebody has left so many rated games early that they begin no other for now.
    pub(crate) fn is_barred(&self, player: Uuid) -> bool {
        let now_ms = self.now_ms();
        self.lock().barred_until_ms.get(&player).is_some_and(|until_ms| now_ms < *until_ms)
    }

    /// Forgets those of whom nothing need be known any more.
    pub(super) fn evict_idle(&self) {
        let now_ms = self.now_ms();
        self.lock().barred_until_ms.retain(|_, until_ms| now_ms < *until_ms);
        self.pairs.retain_recent();
        self.households.retain_recent();
        self.early.retain_recent();
    }

    fn now_ms(&self) -> i64 {
        i64::try_from(self.clock.now().as_millis()).unwrap_or(i64::MAX)
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        // Every change is made whole under one lock, whatever panicked elsewhere.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
