//! Exponential backoff for wrong guesses: after some, a name and an address wait, and after each further one twice as long.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::admission::Address;
use crate::clock::Clock;
use crate::limits;

/// A name's look, hashed: of one length however long a name is that somebody tries.
type NameKey = [u8; 32];

/// Wrong guesses, by the name that was tried and by the address from which.
#[derive(Debug)]
pub(crate) struct Guesses {
    clock: Clock,
    wrong: Mutex<Wrong>,
}

#[derive(Debug)]
struct Wrong {
    names: Backoff<NameKey>,
    addresses: Backoff<Address>,
}

#[derive(Debug)]
struct Backoff<K> {
    /// How many may be wrong before there is a pause.
    free: u32,
    counts: HashMap<K, Count>,
    /// Each key once, as it was first counted, the oldest first.
    order: VecDeque<K>,
}

#[derive(Clone, Copy, Debug)]
struct Count {
    wrong: u32,
    last_ms: i64,
}

impl Guesses {
    pub(crate) fn new(clock: Clock) -> Self {
        let names = Backoff::new(limits::GUESSES);
        let addresses = Backoff::new(limits::GUESSES_AN_ADDRESS);
        Self { clock, wrong: Mutex::new(Wrong { names, addresses }) }
    }

    /// Counts a guess as wrong until it is known to be right: so many that come at once are as many.
    ///
    /// # Errors
    /// If there is a pause: how long it still is. Nothing is counted then.
    pub(crate) fn begin(&self, look: &str, address: Address) -> Result<(), Duration> {
        let now_ms = self.clock.now_ms();
        let name = key_of(look);
        let mut wrong = self.lock();
        let wait_ms = wrong.names.wait_ms(&name, now_ms);
        let wait_ms = wait_ms.max(wrong.addresses.wait_ms(&address, now_ms));
        if wait_ms > 0 {
            return Err(Duration::from_millis(wait_ms.unsigned_abs()));
        }
        wrong.names.count(name, now_ms);
        wrong.addresses.count(address, now_ms);
        Ok(())
    }

    /// A guess was right: the name begins anew, and the address has one less.
    pub(crate) fn was_right(&self, look: &str, address: Address) {
        let mut wrong = self.lock();
        if let Some(count) = wrong.names.counts.get_mut(&key_of(look)) {
            count.wrong = 0;
        }
        if let Some(count) = wrong.addresses.counts.get_mut(&address) {
            count.wrong = count.wrong.saturating_sub(1);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Wrong> {
        // Every change is made whole under one lock, whatever panicked elsewhere.
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key_of(look: &str) -> NameKey {
    Sha256::digest(look.as_bytes()).into()
}

/// How many of the oldest are looked at for one that can be forgotten, before one in a pause is.
const LOOKED_AT: usize = 64;

impl<K: Hash + Eq + Clone> Backoff<K> {
    fn new(free: u32) -> Self {
        Self { free, counts: HashMap::new(), order: VecDeque::new() }
    }

    fn wait_ms(&self, key: &K, now_ms: i64) -> i64 {
        let Some(count) = self.counts.get(key).filter(|count| !count.is_forgotten(now_ms)) else { return 0 };
        let Some(doublings) = count.wrong.checked_sub(self.free) else { return 0 };
        let most_ms = limits::MAX_GUESS_PAUSE.as_millis() as i64;
        let pause_ms = (limits::GUESS_PAUSE.as_millis() as i64) << doublings.min(16);
        // A clock that was set back lets nobody wait longer than the pause is.
        let since_ms = now_ms.saturating_sub(count.last_ms).max(0);
        pause_ms.min(most_ms) - since_ms
    }

    fn count(&mut self, key: K, now_ms: i64) {
        if let Some(count) = self.counts.get_mut(&key) {
            let wrong = if count.is_forgotten(now_ms) { 0 } else { count.wrong };
            *count = Count { wrong: wrong.saturating_add(1), last_ms: now_ms };
            return;
        }
        if self.order.len() >= limits::GUESSES_KEPT {
            self.forget_one(now_ms);
        }
        self.order.push_back(key.clone());
        self.counts.insert(key, Count { wrong: 1, last_ms: now_ms });
    }

    /// Forgets the oldest that is in no pause, or the oldest.
    fn forget_one(&mut self, now_ms: i64) {
        for _ in 0..LOOKED_AT {
            let Some(oldest) = self.order.pop_front() else { return };
            if self.wait_ms(&oldest, now_ms) <= 0 {
                self.counts.remove(&oldest);
                return;
            }
            self.order.push_back(oldest);
        }
        if let Some(oldest) = self.order.pop_front() {
            self.counts.remove(&oldest);
        }
    }
}

impl Count {
    fn is_forgotten(self, now_ms: i64) -> bool {
        now_ms.saturating_sub(self.last_ms) >= limits::GUESSES_FORGOTTEN.as_millis() as i64
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;
    use crate::clock::ClockHand;

    fn address(last: u8) -> Address {
        IpAddr::V4(Ipv4Addr::new(192, 0, 2, last)).into()
    }

    fn guesses() -> (Guesses, ClockHand) {
        let (clock, hand) = Clock::frozen_at(1_000_000);
        (Guesses::new(clock), hand)
    }

    #[test]
    fn a_name_waits_twice_as_long_each_time_from_however_many_addresses_it_is_tried() {
        let (guesses, hand) = guesses();
        for guess in 0..limits::GUESSES {
            assert_eq!(guesses.begin("ada", address(guess as u8)), Ok(()));
        }
        let mut waits = Vec::new();
        for guess in 0..14 {
            let wait = guesses.begin("ada", address(100 + guess)).expect_err("a pause");
            assert_eq!(guesses.begin("ben", address(200)), Ok(()), "others do not wait");
            guesses.was_right("ben", address(200));
            waits.push(wait.as_secs());
            hand.advance(wait);
            assert_eq!(guesses.begin("ada", address(guess)), Ok(()), "and then one is heard");
        }
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900]);
        hand.advance(limits::GUESSES_FORGOTTEN);
        for _ in 0..limits::GUESSES {
            assert_eq!(guesses.begin("ada", address(1)), Ok(()), "a day later all is forgotten");
        }
    }

    #[test]
    fn an_address_waits_whatever_names_it_tries_and_whoever_is_right_does_not() {
        let (guesses, _) = guesses();
        for guess in 0..limits::GUESSES_AN_ADDRESS {
            assert_eq!(guesses.begin(&format!("name {guess}"), address(1)), Ok(()));
        }
        assert!(guesses.begin("another", address(1)).is_err());
        assert_eq!(guesses.begin("another", address(2)), Ok(()));
        for _ in 0..100 {
            assert_eq!(guesses.begin("ada", address(3)), Ok(()));
            guesses.was_right("ada", address(3));
        }
        assert_eq!(guesses.lock().names.order.iter().filter(|name| **name == key_of("ada")).count(), 1);
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let (guesses, _) = guesses();
        for guess in 0..=limits::GUESSES {
            // Whoever is in a pause is remembered longest.
            assert_eq!(guesses.begin("ada", address(guess as u8)).is_ok(), guess < limits::GUESSES);
        }
        for guess in 0..limits::GUESSES_KEPT as u32 + 10 {
            let from = IpAddr::V4(Ipv4Addr::from_bits(guess)).into();
            assert_eq!(guesses.begin(&guess.to_string(), from), Ok(()));
        }
        assert!(guesses.begin("ada", address(99)).is_err());
        let wrong = guesses.lock();
        assert_eq!(
            (wrong.names.counts.len(), wrong.names.order.len()),
            (limits::GUESSES_KEPT, limits::GUESSES_KEPT)
        );
    }
}
