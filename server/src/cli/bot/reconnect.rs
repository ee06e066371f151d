//! Heartbeat and reconnecting: whether the line to the house is good, and how the bot comes back when it is cut.

use std::time::Duration;

use uuid::Uuid;

use super::BotError;
use super::play::Bot;
use super::socket::{Cut, Socket};
use crate::clock::Clock;

/// The shortest and the longest that one waits before another attempt (exponential backoff).
const WAITS_MS: (i64, i64) = (100, 10_000);

/// When the house was last heard, and when to ask whether it is there.
#[derive(Debug)]
pub(super) struct Heartbeat {
    every_ms: i64,
    /// When the next ping is due.
    ping_ms: i64,
    /// When something was last heard on this socket.
    heard_ms: i64,
    /// When a message was last carried out, on any.
    answered_ms: i64,
    /// How long one waits before the next attempt.
    wait_ms: i64,
}

impl Heartbeat {
    /// None yet.
    pub(super) fn new(clock: &Clock) -> Self {
        let now = clock.running_ms();
        Self { every_ms: 1_000, ping_ms: now, heard_ms: now, answered_ms: now, wait_ms: WAITS_MS.0 }
    }

    /// A socket has greeted.
    pub(super) fn begin(&mut self, ping_every: Duration, clock: &Clock) {
        // Whatever a house says, it is asked at least now and then, and not all the time.
        let every_ms = i64::try_from(ping_every.as_millis()).unwrap_or(i64::MAX);
        self.every_ms = every_ms.clamp(1_000, 60_000);
        self.hears(clock);
        self.ping_ms = self.heard_ms + self.every_ms;
    }

    /// Something was heard.
    pub(super) fn hears(&mut self, clock: &Clock) {
        self.heard_ms = clock.running_ms();
    }

    /// A message was carried out: the line is good. A greeting alone does not show that.
    pub(super) fn is_answered(&mut self, clock: &Clock) {
        self.answered_ms = clock.running_ms();
        self.wait_ms = WAITS_MS.0;
    }

    /// When the next ping is due.
    pub(super) fn ping_ms(&self) -> i64 {
        self.ping_ms
    }

    /// A ping goes out, unless those before had no answer.
    pub(super) fn pings(&mut self, now_ms: i64) -> Result<(), Cut> {
        if now_ms - self.heard_ms > 2 * self.every_ms {
            return Err(Cut::Line("the house is silent".to_owned()));
        }
        self.ping_ms = now_ms + self.every_ms;
        Ok(())
    }

    /// How long to wait now; longer each time, until something is answered.
    fn next_wait_ms(&mut self) -> i64 {
        let wait_ms = self.wait_ms;
        self.wait_ms = (wait_ms * 2).min(WAITS_MS.1);
        wait_ms
    }
}

impl Bot {
    /// Opens another socket, again and again, for as long as it has patience.
    pub(super) async fn come_back(&mut self, player: Uuid) -> Result<Socket, BotError> {
        let until_ms = self.heartbeat.answered_ms + i64::from(self.settings.patience) * 1_000;
        (self.watches, self.under_way, self.refused) = (false, None, None);
        loop {
            let wait_ms = self.heartbeat.next_wait_ms();
            // Not all who were cut off come back at the same moment.
            let jitter = i64::from(u16::from_be_bytes(self.entropy.bytes())) * wait_ms / i64::from(u16::MAX);
            tokio::select! {
                () = self.clock.sleep_until(self.clock.running_ms() + wait_ms + jitter) => {}
                () = self.stop.cancelled() => return Err(BotError::StoppedAway),
            }
            match Socket::open(&self.way, &self.token, &self.clock).await {
                Ok((_, greeting)) if greeting.player.as_ref().map(|player| player.id) != Some(player) => {
                    return Err(BotError::NoSession);
                }
                Ok((socket, greeting)) => {
                    self.heartbeat.begin(greeting.ping_every, &self.clock);
                    self.is_back();
                    return Ok(socket);
                }
                Err(Cut::ForGood(why)) => return Err(BotError::Socket(Cut::ForGood(why))),
                Err(Cut::Line(why)) if self.clock.running_ms() >= until_ms => {
                    return Err(BotError::Away { seconds: self.settings.patience, why });
                }
                Err(Cut::Line(_)) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_grow_rarer_until_something_is_answered() {
        let (clock, _hand) = Clock::frozen_at(0);
        let mut heartbeat = Heartbeat::new(&clock);
        let waits: Vec<i64> = (0..9).map(|_| heartbeat.next_wait_ms()).collect();
        assert_eq!(waits, [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
        heartbeat.begin(Duration::from_secs(20), &clock);
        assert_eq!(heartbeat.next_wait_ms(), 10_000, "a greeting alone is no answer");
        heartbeat.is_answered(&clock);
        assert_eq!(heartbeat.next_wait_ms(), 100);
    }

    #[test]
    fn a_silent_house_is_left() {
        let (clock, hand) = Clock::frozen_at(0);
        let mut heartbeat = Heartbeat::new(&clock);
        heartbeat.begin(Duration::from_secs(20), &clock);
        for due in [20_000, 40_000] {
            assert_eq!(heartbeat.ping_ms(), due);
            hand.advance(Duration::from_secs(20));
            assert!(heartbeat.pings(clock.running_ms()).is_ok());
        }
        hand.advance(Duration::from_secs(20));
        assert!(heartbeat.pings(clock.running_ms()).is_err(), "nothing was heard for a minute");
        heartbeat.hears(&clock);
        assert!(heartbeat.pings(clock.running_ms()).is_ok());
    }
}
