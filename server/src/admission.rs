//! Admission control: how much comes in at most, how fast, how often, from whom; and who is heard first. Whoever means well
//! never notices.

mod address_quota;
mod fair_play;
mod request_quota;

use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use governor::clock;
use governor::middleware::{NoOpMiddleware, StateInformationMiddleware};
use governor::state::keyed::HashMapStateStore;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};
use serde::{Deserialize, Serialize};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

use crate::background::Background;
use crate::clock::Clock;
use crate::limits::{self, Limits};
pub(crate) use address_quota::{AddressPermit, AddressQuota};
use fair_play::FairPlay;
pub(crate) use request_quota::RequestQuota;

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
pub(crate) struct MessageRateLimiter(RateLimiter<NotKeyed, InMemoryState, Time, NoOpMiddleware<Duration>>);

impl MessageRateLimiter {
    /// Whether one message more is not too fast.
    pub(crate) fn admits(&self) -> bool {
        self.0.check().is_ok()
    }
}

/// Who may still come in, and how much of everything.
pub(crate) struct Admission {
    limits: Limits,
    clock: Time,
    names: Keyed<Address>,
    links: Keyed<Address>,
    attempts: Keyed<Address>,
    talk: Keyed<Uuid>,
    reports: Keyed<Uuid>,
    mail_codes: Keyed<Uuid>,
    mail_codes_to: Keyed<String>,
    mail_codes_from: Keyed<Address>,
    tables: Keyed<Uuid>,
    arrivals: Keyed<Address>,
    requests: RateLimiter<Address, HashMapStateStore<Address>, Time, StateInformationMiddleware>,
    files: Keyed<Address>,
    sockets: AddressQuota,
    connections: AddressQuota,
    held_back: AddressQuota,
    seatings: Keyed<Uuid>,
    analyses: Keyed<Person>,
    analyses_from: Keyed<Address>,
    hints: Keyed<Uuid>,
    fair_play: FairPlay,
    /// Of those who ask for something else than a move.
    non_moves: Semaphore,
    /// Of requests that only read.
    reads: Arc<Semaphore>,
    /// Of requests that change something, and wait for a commit.
    changes: Arc<Semaphore>,
    background: Background,
}

/// A request's permit to be worked on, held for as long as that takes.
#[derive(Clone, Debug)]
pub(crate) struct Permit(Arc<Mutex<Option<OwnedSemaphorePermit>>>);

impl Permit {
    /// Hands it back before the request is answered: what is left to do is done elsewhere.
    pub(crate) fn hand_back(&self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// What counts as one address: of IPv6 the part that a network gives to one household.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

impl Address {
    /// The address; of IPv6 the first one of its household.
    pub(crate) fn ip(self) -> IpAddr {
        self.0
    }
}

/// What counts as one person who asks for something that takes long: a player, or an address where nobody has said a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Person {
    Player(Uuid),
    Nameless(Address),
}

impl Person {
    pub(crate) fn of(player: Option<Uuid>, address: Address) -> Self {
        player.map_or(Self::Nameless(address), Self::Player)
    }
}

impl std::fmt::Debug for Admission {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Admission").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Admission {
    /// For a house in the runtime that this is called in.
    pub(crate) fn new(limits: Limits, clock: Clock, background: Background) -> Self {
        let clock = Time(clock);
        let threads = Handle::current().metrics().num_workers();
        let requests = Quota::per_second(limits.requests).allow_burst(limits.requests_at_once);
        let times = |count: NonZeroU32| count.saturating_mul(limits::FILES_FOR_A_REQUEST);
        let files = Quota::per_second(times(limits.requests)).allow_burst(times(limits.requests_at_once));
        Self {
            names: keyed(Quota::per_hour(limits.names_an_hour), clock.clone()),
            links: keyed(Quota::per_hour(limits.links_an_hour), clock.clone()),
            attempts: keyed(Quota::per_minute(limits.attempts), clock.clone()),
            talk: keyed(over(limits::CHAT_WINDOW, limits.lines), clock.clone()),
            tables: keyed(over(limits::CHAT_WINDOW, limits::TABLE_LINES), clock.clone()),
            reports: keyed(over(limits::DAY, limits::REPORTS_A_DAY), clock.clone()),
            mail_codes: keyed(over(limits::DAY, limits::MAIL_CODES_A_PLAYER), clock.clone()),
            mail_codes_to: keyed(over(limits::DAY, limits::MAIL_CODES_AN_ADDRESS), clock.clone()),
            mail_codes_from: keyed(over(limits::DAY, limits::MAIL_CODES_FROM), clock.clone()),
            arrivals: keyed(Quota::per_second(limits.messages).allow_burst(limits.burst), clock.clone()),
            requests: keyed(requests, clock.clone()).with_middleware(),
            files: keyed(files, clock.clone()),
            seatings: keyed(Quota::per_minute(limits.seatings), clock.clone()),
            analyses: keyed(Quota::per_hour(limits.analyses), clock.clone()),
            analyses_from: keyed(Quota::per_hour(limits.analyses_an_address), clock.clone()),
            hints: keyed(Quota::per_minute(limits.hints), clock.clone()),
            fair_play: FairPlay::new(&limits, clock.clone()),
            sockets: AddressQuota::new(limits.sockets),
            connections: AddressQuota::new(if limits.behind_proxy { u32::MAX } else { limits.connections }),
            held_back: AddressQuota::new(limits::HELD_BACK),
            non_moves: Semaphore::new(limits::NON_MOVE_PERMITS_PER_CORE * threads),
            reads: Arc::new(Semaphore::new(threads.clamp(1, limits::READERS as usize - 1))),
            changes: Arc::new(Semaphore::new(limits::CHANGES)),
            background,
            limits,
            clock,
        }
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The pace that a new socket has to keep.
    pub(crate) fn message_rate_limiter(&self) -> MessageRateLimiter {
        let quota = Quota::per_second(self.limits.messages).allow_burst(self.limits.burst);
        MessageRateLimiter(RateLimiter::direct_with_clock(quota, self.clock.clone()))
    }

    /// Waits until one who makes no move may be heard: a few at a time, each when everybody who is ready now has had a turn.
    /// Whoever plays waits for no crowd that way, however large.
    pub(crate) async fn wait_behind_moves(&self) {
        // Never closed.
        let _permit = self.non_moves.acquire().await;
        self.stand_back().await;
    }

    /// A permit to work on a request. Whatever reads holds one of few: as many as there are cores, and fewer than there are
    /// readers of the store, so that a table always finds one that is free. What changes something mostly waits, for a
    /// commit that it shares with others; so there are more of those.
    pub(crate) async fn permit(&self, only_reads: bool) -> Permit {
        let permits = if only_reads { &self.reads } else { &self.changes };
        // Never closed.
        let permit = Arc::clone(permits).acquire_owned().await.ok();
        self.stand_back().await;
        Permit(Arc::new(Mutex::new(permit)))
    }

    /// Lets everybody who is ready now go first.
    async fn stand_back(&self) {
        if Handle::current().runtime_flavor() == RuntimeFlavor::CurrentThread && self.background.is_idle() {
            // The threads that write have only this core, and the kernel would let them wait for milliseconds. A core that is
            // given up goes to one of low priority as well, and until the next tick. Measured: `docs/performance.md#what-was-tried`.
            std::thread::yield_now();
        }
        tokio::task::yield_now().await;
    }

    /// A place for a socket from that address, if there is one left.
    pub(crate) fn place(&self, address: Address) -> Option<AddressPermit> {
        self.sockets.take(address)
    }

    /// Whether one more may ask for a socket from that address.
    pub(crate) fn admits_arrival(&self, address: Address) -> bool {
        self.arrivals.check_key(&address).is_ok()
    }

    /// A place for a connection from that address, if there is one left. A proxy has as many as it likes.
    pub(crate) fn connection(&self, address: Address) -> Option<AddressPermit> {
        self.connections.take(address)
    }

    /// Whether that address may make one request more; and what is left to it then.
    ///
    /// # Errors
    /// If it may not: with what is left, which is nothing.
    pub(crate) fn admits_request(&self, address: Address) -> Result<RequestQuota, RequestQuota> {
        let Limits { requests, requests_at_once, .. } = self.limits;
        match self.requests.check_key(&address) {
            Ok(state) => Ok(RequestQuota::of(&state, requests)),
            Err(_) => Err(RequestQuota::spent(requests_at_once, requests)),
        }
    }

    /// Whether that address may ask for one file of the page more.
    pub(crate) fn admits_file(&self, address: Address) -> bool {
        self.files.check_key(&address).is_ok()
    }

    /// A place among those that are held back for having asked too fast, if there is one left.
    pub(crate) fn hold_back(&self, address: Address) -> Option<AddressPermit> {
        self.held_back.take(address)
    }

    /// Whether one more may say a name from that address; if not, after how long.
    pub(crate) fn admits_name(&self, address: Address) -> Result<(), Duration> {
        self.paced(&self.names, address)
    }

    /// Whether a limiter admits one more from that address; if not, after how long.
    fn paced(&self, limiter: &Keyed<Address>, address: Address) -> Result<(), Duration> {
        limiter
            .check_key(&address)
            .map_err(|not_until| not_until.wait_time_from(clock::Clock::now(&self.clock)))
    }

    /// Whether one more seat's link may be opened from that address; if not, after how long.
    pub(crate) fn admits_link(&self, address: Address) -> Result<(), Duration> {
        self.paced(&self.links, address)
    }

    /// Whether one more puzzle may be tried from that address; if not, after how long.
    pub(crate) fn admits_attempt(&self, address: Address) -> Result<(), Duration> {
        self.paced(&self.attempts, address)
    }

    /// Whether that player may say something more, and at that table.
    pub(crate) fn admits_line(&self, player: Uuid, table: Uuid) -> bool {
        self.talk.check_key(&player).is_ok() && self.tables.check_key(&table).is_ok()
    }

    /// Whether that player may report somebody once more.
    pub(crate) fn admits_report(&self, player: Uuid) -> bool {
        self.reports.check_key(&player).is_ok()
    }

    /// Whether that player may have a code sent once more, from that network address, and to that address of e-mail.
    pub(crate) fn admits_mail_code(&self, player: Uuid, from: Address, to: &str) -> bool {
        // What stands behind a plus leads to the same letter box almost everywhere.
        let (user, domain) = to.rsplit_once('@').unwrap_or((to, ""));
        let letter_box =
            format!("{}@{domain}", user.split('+').next().unwrap_or_default()).to_ascii_lowercase();
        self.mail_codes.check_key(&player).is_ok()
            && self.mail_codes_from.check_key(&from).is_ok()
            && self.mail_codes_to.check_key(&letter_box).is_ok()
    }

    /// Whether that player may once more sit down, stand up, be ready or begin.
    pub(crate) fn admits_seating(&self, player: Uuid) -> bool {
        self.seatings.check_key(&player).is_ok()
    }

    /// Whether that person may have one game more analysed, and that address.
    pub(crate) fn admits_analysis(&self, person: Person, address: Address) -> bool {
        self.analyses.check_key(&person).is_ok() && self.analyses_from.check_key(&address).is_ok()
    }

    /// Whether that player may have one hint more.
    pub(crate) fn admits_hint(&self, player: Uuid) -> bool {
        self.hints.check_key(&player).is_ok()
    }

    /// What may count for ratings.
    pub(crate) fn fair_play(&self) -> &FairPlay {
        &self.fair_play
    }

    /// Forgets those who have not come for so long that they may as much as anybody.
    pub(crate) fn evict_idle(&self) {
        self.names.retain_recent();
        self.links.retain_recent();
        self.attempts.retain_recent();
        self.talk.retain_recent();
        self.reports.retain_recent();
        self.mail_codes.retain_recent();
        self.mail_codes_to.retain_recent();
        self.mail_codes_from.retain_recent();
        self.tables.retain_recent();
        self.arrivals.retain_recent();
        self.requests.retain_recent();
        self.files.retain_recent();
        self.seatings.retain_recent();
        self.analyses.retain_recent();
        self.analyses_from.retain_recent();
        self.hints.retain_recent();
        self.fair_play.evict_idle();
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
    async fn non_moves_are_throttled_and_never_starve_moves() {
        let admission = Arc::new(Admission::new(Limits::default(), Clock::system(), Background::new()));
        let heard = Arc::new(AtomicUsize::new(0));
        const CROWD: usize = 100;
        for _ in 0..CROWD {
            let (admission, heard) = (Arc::clone(&admission), Arc::clone(&heard));
            tokio::spawn(async move {
                admission.wait_behind_moves().await;
                heard.fetch_add(1, Ordering::Relaxed);
            });
        }
        let mut moves = 0;
        while heard.load(Ordering::Relaxed) < CROWD {
            let before = heard.load(Ordering::Relaxed);
            tokio::task::yield_now().await;
            moves += 1;
            assert!(
                heard.load(Ordering::Relaxed) - before <= limits::NON_MOVE_PERMITS_PER_CORE,
                "after {moves} moves"
            );
        }
        assert!(moves >= CROWD / limits::NON_MOVE_PERMITS_PER_CORE, "{moves}");
    }
}
