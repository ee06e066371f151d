//! Timer adapter: the house's time, as hyper wants it.

use std::pin::Pin;
use std::time::{Duration, Instant};

use hyper::rt::{Sleep, Timer};

use crate::clock::Clock;

/// Measures how long a request's head takes.
#[derive(Clone, Debug)]
pub(super) struct Watch(pub(super) Clock);

/// A wait.
struct Wait(Pin<Box<dyn Future<Output = ()> + Send + Sync>>);

impl Future for Wait {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut std::task::Context<'_>) -> std::task::Poll<()> {
        self.0.as_mut().poll(context)
    }
}

impl Sleep for Wait {}

impl Timer for Watch {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        let clock = self.0.clone();
        let until_ms = clock.running_ms() + duration.as_millis() as i64;
        Box::pin(Wait(Box::pin(async move { clock.sleep_until(until_ms).await })))
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn Sleep>> {
        self.sleep(deadline.saturating_duration_since(self.0.instant()))
    }

    fn now(&self) -> Instant {
        self.0.instant()
    }
}
