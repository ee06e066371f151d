//! Clock: time comes in by handle, so that tests can freeze it and move it on.

use std::time::{Duration, Instant, SystemTime};

use tokio::sync::watch;

/// What time it is, and waiting until it is later.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    /// Since when it runs.
    System(Instant),
    Frozen(Frozen),
}

/// A clock that a test moves.
#[derive(Clone, Debug)]
struct Frozen {
    now: watch::Receiver<i64>,
    /// What [`Clock::instant`] counts from: a moment, and where the clock stood then.
    from: (Instant, i64),
}

/// Moves a frozen [`Clock`] on.
#[derive(Debug)]
pub struct ClockHand(watch::Sender<i64>);

impl Clock {
    /// The machine's clock.
    #[must_use]
    pub fn system() -> Self {
        #[expect(clippy::disallowed_methods, reason = "this is the one place where time comes in")]
        Self(Source::System(Instant::now()))
    }

    /// A clock that stands at `ms` until its hand is moved.
    #[must_use]
    pub fn frozen_at(ms: i64) -> (Self, ClockHand) {
        let (hand, now) = watch::channel(ms);
        #[expect(
            clippy::disallowed_methods,
            reason = "only what passes since then counts, and a test moves that"
        )]
        let from = (Instant::now(), ms);
        (Self(Source::Frozen(Frozen { now, from })), ClockHand(hand))
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        match &self.0 {
            Source::System(_) => {
                #[expect(clippy::disallowed_methods, reason = "this is the one place where time comes in")]
                let now = SystemTime::now();
                now.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
            }
            Source::Frozen(Frozen { now, .. }) => *now.borrow(),
        }
    }

    /// Milliseconds since some moment, for what lasts: the time of day can be set back or forward.
    #[must_use]
    pub fn running_ms(&self) -> i64 {
        match &self.0 {
            Source::System(since) => since.elapsed().as_millis() as i64,
            Source::Frozen(Frozen { now, .. }) => *now.borrow(),
        }
    }

    /// The same as a moment, for libraries that want one.
    #[must_use]
    pub fn instant(&self) -> Instant {
        match &self.0 {
            Source::System(since) => *since + since.elapsed(),
            Source::Frozen(Frozen { now, from: (instant, ms) }) => {
                *instant + Duration::from_millis(u64::try_from(*now.borrow() - ms).unwrap_or(0))
            }
        }
    }

    /// Waits until [`running_ms`](Self::running_ms) is that.
    pub fn sleep_until(&self, running_ms: i64) -> impl Future<Output = ()> {
        let left_ms = running_ms.saturating_sub(self.running_ms());
        self.sleep(Duration::from_millis(u64::try_from(left_ms).unwrap_or(0)))
    }

    /// Waits for `duration` to pass.
    pub async fn sleep(&self, duration: Duration) {
        match &self.0 {
            Source::System(_) => {
                #[expect(clippy::disallowed_methods, reason = "this is the one place where time comes in")]
                tokio::time::sleep(duration).await;
            }
            Source::Frozen(Frozen { now, .. }) => {
                let mut now = now.clone();
                let until = *now.borrow() + duration.as_millis() as i64;
                // Boxed, as only tests have any use for it.
                if Box::pin(now.wait_for(|ms| *ms >= until)).await.is_err() {
                    // The hand is gone: this clock stands still for ever.
                    std::future::pending::<()>().await;
                }
            }
        }
    }
}

impl ClockHand {
    /// Where the clock stands, in milliseconds since 1970.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        *self.0.borrow()
    }

    /// Moves the clock on.
    pub fn advance(&self, duration: Duration) {
        self.0.send_modify(|ms| *ms += duration.as_millis() as i64);
    }
}
