//! Heartbeat and reconnecting: whether the line to the house is good, and how the bot comes back when it is cut.

use std::fmt::Display;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::play::Bot;
use super::socket::{Cut, Socket};
use super::{BotError, tell_error};
use crate::clock::Clock;
use crate::entropy::Entropy;

/// The shortest and the longest that one waits before another attempt (exponential backoff), the longest as the page does: a game
/// goes on soon after its house is there again, however long it was away.
const WAITS_MS: (i64, i64) = (100, 8_000);

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
    attempts: Attempts,
}

/// Attempts to reach the house, each longer after the one before.
#[derive(Debug)]
pub(super) struct Attempts {
    /// How long one waits before the next.
    wait_ms: i64,
}

/// What an attempt needs besides the house.
pub(super) struct Meanwhile<'a> {
    pub(super) clock: &'a Clock,
    pub(super) entropy: &'a Entropy,
    /// Cancelled when the bot is to stop.
    pub(super) stop: &'a CancellationToken,
}

impl Heartbeat {
    /// None yet.
    pub(super) fn new(clock: &Clock) -> Self {
        let now = clock.running_ms();
        Self { every_ms: 1_000, ping_ms: now, heard_ms: now, answered_ms: now, attempts: Attempts::new() }
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
        self.attempts = Attempts::new();
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
}

impl Attempts {
    /// None was made yet.
    pub(super) fn new() -> Self {
        Self { wait_ms: WAITS_MS.0 }
    }

    /// How long to wait now at most; longer each time.
    fn next_wait_ms(&mut self) -> i64 {
        let wait_ms = self.wait_ms;
        self.wait_ms = (wait_ms * 2).min(WAITS_MS.1);
        wait_ms
    }

    /// Waits for the next one. False if the bot is to stop instead.
    pub(super) async fn next(&mut self, meanwhile: &Meanwhile<'_>) -> bool {
        let Meanwhile { clock, entropy, stop } = meanwhile;
        let wait_ms = self.next_wait_ms();
        // Not all who were cut off come back at the same moment: half of the wait is left to chance.
        let jitter = i64::from(u16::from_be_bytes(entropy.bytes())) * wait_ms / (2 * i64::from(u16::MAX));
        tokio::select! {
            () = clock.sleep_until(clock.running_ms() + wait_ms - jitter) => true,
            () = stop.cancelled() => false,
        }
    }
}

/// Tries something until it is done, is refused for good, or took longer than the house is waited for: one that begins, or has
/// too many guests for a moment, is there soon.
///
/// # Errors
/// What the last attempt failed by; [`BotError::Stopped`].
pub(super) async fn persist<T, E: Display + Into<BotError>>(
    patience_s: u32,
    meanwhile: &Meanwhile<'_>,
    mut attempt: impl AsyncFnMut() -> Result<T, E>,
    may_pass: impl Fn(&E) -> bool,
) -> Result<T, BotError> {
    let until_ms = meanwhile.clock.running_ms() + i64::from(patience_s) * 1_000;
    let (mut attempts, mut is_told) = (Attempts::new(), false);
    loop {
        match attempt().await {
            Ok(done) => return Ok(done),
            Err(error) if may_pass(&error) && meanwhile.clock.running_ms() < until_ms => {
                if !is_told {
                    tell_error(&format!("the house is not to be reached yet ({error}); the bot tries again"));
                }
                is_told = true;
            }
            Err(error) => return Err(error.into()),
        }
        if !attempts.next(meanwhile).await {
            return Err(BotError::Stopped);
        }
    }
}

impl Bot {
    /// Opens the first socket, again and again, for as long as it has patience; who the session says the bot is.
    pub(super) async fn arrive(&mut self) -> Result<(Socket, Uuid), BotError> {
        let meanwhile = Meanwhile { clock: &self.clock, entropy: &self.entropy, stop: &self.stop };
        let open = async || Socket::open(&self.way, &self.token, &self.clock).await;
        let may_pass = |cut: &Cut| matches!(cut, Cut::Line(_));
        let (socket, greeting) = persist(self.settings.patience, &meanwhile, open, may_pass).await?;
        let player = greeting.player.as_ref().map(|player| player.id).ok_or(BotError::NoSession)?;
        self.heartbeat.begin(greeting.ping_every, &self.clock);
        Ok((socket, player))
    }

    /// Opens another socket, again and again, for as long as it has patience.
    pub(super) async fn come_back(&mut self, player: Uuid) -> Result<Socket, BotError> {
        let until_ms = self.heartbeat.answered_ms + i64::from(self.settings.patience) * 1_000;
        (self.watches, self.under_way, self.refused) = (false, None, None);
        loop {
            let meanwhile = Meanwhile { clock: &self.clock, entropy: &self.entropy, stop: &self.stop };
            if !self.heartbeat.attempts.next(&meanwhile).await {
                return Err(BotError::StoppedAway);
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
        let waits: Vec<i64> = (0..9).map(|_| heartbeat.attempts.next_wait_ms()).collect();
        assert_eq!(waits, [100, 200, 400, 800, 1_600, 3_200, 6_400, 8_000, 8_000]);
        heartbeat.begin(Duration::from_secs(20), &clock);
        assert_eq!(heartbeat.attempts.next_wait_ms(), 8_000, "a greeting alone is no answer");
        heartbeat.is_answered(&clock);
        assert_eq!(heartbeat.attempts.next_wait_ms(), 100);
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
