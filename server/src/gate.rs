//! How much comes in at most: how fast, how often, from whom; and who is heard first. Whoever means well never notices.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use governor::clock;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::Semaphore;
use uuid::Uuid;

use crate::clock::Clock;
use crate::limits::{self, Limits};

/// The house's own time, as the limiters want it.
#[derive(Clone, Debug)]
struct Time(Clock);

impl clock::Clock for Time {
    type Instant = Duration;

    fn now(&self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.now_ms()).unwrap_or(0))
    }
}

type Keyed<K> = RateLimiter<K, HashMapStateStore<K>, Time, NoOpMiddleware<Duration>>;

/// One socket's pace.
#[derive(Debug)]
pub(crate) struct Pace(RateLimiter<NotKeyed, InMemoryState, Time, NoOpMiddleware<Duration>>);

impl Pace {
    /// Whether one message more is not too fast.
    pub(crate) fn admits(&self) -> bool {
        self.0.check().is_ok()
    }
}

/// Who may still come in, and how much of everything.
pub(crate) struct Gate {
    limits: Limits,
    clock: Time,
    names: Keyed<Address>,
    links: Keyed<Address>,
    talk: Keyed<Uuid>,
    tables: Keyed<Uuid>,
    arrivals: Keyed<Address>,
    sockets: Arc<Mutex<HashMap<Address, u32>>>,
    /// Of those who ask for something else than a move.
    turns: Semaphore,
}

/// What counts as one address: of IPv6 the part that a network gives to one household.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Address(IpAddr);

impl From<IpAddr> for Address {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(address) => address.into(),
            IpAddr::V6(address) => {
                let [one, two, three, four, ..] = address.segments();
                Ipv6Addr::new(one, two, three, four, 0, 0, 0, 0).into()
            }
        })
    }
}

/// A socket's place, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    address: Address,
    sockets: Arc<Mutex<HashMap<Address, u32>>>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = sockets.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(&self.address);
            }
        }
    }
}

impl std::fmt::Debug for Gate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gate").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Gate {
    /// For a house in the runtime that this is called in.
    pub(crate) fn new(limits: Limits, clock: Clock) -> Self {
        let clock = Time(clock);
        Self {
            names: keyed(Quota::per_hour(limits.names_an_hour), clock.clone()),
            links: keyed(Quota::per_hour(limits.links_an_hour), clock.clone()),
            talk: keyed(over(limits::TALK, limits.lines), clock.clone()),
            tables: keyed(over(limits::TALK, limits::TABLE_LINES), clock.clone()),
            arrivals: keyed(Quota::per_second(limits.messages).allow_burst(limits.burst), clock.clone()),
            sockets: Arc::default(),
            turns: Semaphore::new(limits::TURNS * Handle::current().metrics().num_workers()),
            limits,
            clock,
        }
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The pace that a new socket has to keep.
    pub(crate) fn pace(&self) -> Pace {
        let quota = Quota::per_second(self.limits.messages).allow_burst(self.limits.burst);
        Pace(RateLimiter::direct_with_clock(quota, self.clock.clone()))
    }

    /// Waits until one who makes no move may be heard: a few at a time, each when everybody who is ready now has had a turn.
    /// Whoever plays waits for no crowd that way, however large.
    pub(crate) async fn turn(&self) {
        // Never closed.
        let _turn = self.turns.acquire().await;
        if Handle::current().runtime_flavor() == RuntimeFlavor::CurrentThread {
            // The threads that write have only this core, and the kernel would let them wait for milliseconds.
            std::thread::yield_now();
        }
        tokio::task::yield_now().await;
    }

    /// A place for a socket from that address, if there is one left and they do not come too fast.
    pub(crate) fn place(&self, address: Address) -> Option<Place> {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let count = sockets.get(&address).copied().unwrap_or(0);
        if count >= self.limits.sockets || self.arrivals.check_key(&address).is_err() {
            return None;
        }
        sockets.insert(address, count + 1);
        Some(Place { address, sockets: Arc::clone(&self.sockets) })
    }

    /// Whether one more may say a name from that address.
    pub(crate) fn admits_name(&self, address: Address) -> bool {
        self.names.check_key(&address).is_ok()
    }

    /// Whether one more seat's link may be opened from that address.
    pub(crate) fn admits_link(&self, address: Address) -> bool {
        self.links.check_key(&address).is_ok()
    }

    /// Whether that player may say something more, and at that table.
    pub(crate) fn admits_line(&self, player: Uuid, table: Uuid) -> bool {
        self.talk.check_key(&player).is_ok() && self.tables.check_key(&table).is_ok()
    }

    /// Forgets those who have not come for so long that they may as much as anybody.
    pub(crate) fn tidy(&self) {
        self.names.retain_recent();
        self.links.retain_recent();
        self.talk.retain_recent();
        self.tables.retain_recent();
        self.arrivals.retain_recent();
    }
}

/// So many at once, and as many more over that time.
fn over(period: Duration, count: NonZeroU32) -> Quota {
    let each = period / count.get();
    Quota::with_period(each).unwrap_or(Quota::per_second(count)).allow_burst(count)
}

fn keyed<K: Hash + Eq + Clone>(quota: Quota, clock: Time) -> Keyed<K> {
    RateLimiter::new(quota, HashMapStateStore::default(), clock)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn a_crowd_is_heard_a_few_at_a_time_while_who_plays_goes_on() {
        let gate = Arc::new(Gate::new(Limits::default(), Clock::system()));
        let heard = Arc::new(AtomicUsize::new(0));
        const CROWD: usize = 100;
        for _ in 0..CROWD {
            let (gate, heard) = (Arc::clone(&gate), Arc::clone(&heard));
            tokio::spawn(async move {
                gate.turn().await;
                heard.fetch_add(1, Ordering::Relaxed);
            });
        }
        let mut moves = 0;
        while heard.load(Ordering::Relaxed) < CROWD {
            let before = heard.load(Ordering::Relaxed);
            tokio::task::yield_now().await;
            moves += 1;
            assert!(heard.load(Ordering::Relaxed) - before <= limits::TURNS, "after {moves} moves");
        }
        assert!(moves >= CROWD / limits::TURNS, "{moves}");
    }
}
