//! Low-priority threads: what may wait gives way to play, even where there is only one core.

use std::cell::Cell;
use std::io::{self, Write};
#[cfg(target_os = "linux")]
use std::num::NonZeroU64;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tracing::Instrument;
use tracing::instrument::WithSubscriber;

use crate::limits;

/// What is done on threads of low priority, and how much of it is under way.
#[derive(Clone, Debug)]
pub(crate) struct Background(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    under_way: AtomicUsize,
    /// As many as may be carried at a time.
    carried: Arc<Semaphore>,
}

/// Something under way there, until it is dropped.
#[derive(Debug)]
pub(crate) struct UnderWay(Background);

impl Background {
    pub(crate) fn new() -> Self {
        let carried = Arc::new(Semaphore::new(limits::READERS as usize));
        Self(Arc::new(Shared { under_way: AtomicUsize::new(0), carried }))
    }

    /// Counts what begins now.
    pub(crate) fn begin(&self) -> UnderWay {
        self.0.under_way.fetch_add(1, Ordering::Relaxed);
        UnderWay(self.clone())
    }

    /// Whether nothing is under way.
    pub(crate) fn is_idle(&self) -> bool {
        self.0.under_way.load(Ordering::Relaxed) == 0
    }

    /// Has a thread of low priority poll a future to its end, whoever waits for it meanwhile. It is for futures that are woken
    /// often, as by each row of a list. None if the runtime ends before.
    pub(crate) async fn carry<T: Send + 'static>(
        &self,
        future: impl Future<Output = T> + Send + 'static,
    ) -> Option<T> {
        let permit = Arc::clone(&self.0.carried).acquire_owned().await.ok()?;
        let under_way = self.begin();
        let (runtime, future) = (Handle::current(), future.in_current_span().with_current_subscriber());
        let carried = tokio::task::spawn_blocking(move || {
            let _until_the_end = (permit, under_way);
            lower_priority();
            runtime.block_on(future)
        });
        match carried.await {
            Ok(outcome) => Some(outcome),
            Err(error) => match error.try_into_panic() {
                Ok(panic) => resume_unwind(panic),
                Err(_ended) => None,
            },
        }
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.0.under_way.fetch_sub(1, Ordering::Relaxed);
    }
}

thread_local! {
    /// When a thread of low priority last let go of its core; none on all others.
    static RESTED: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Yields the core for a moment, if the calling thread is one of low priority and has computed for a while; else it does
/// nothing. Whatever takes long calls it again and again: a priority alone does not do, as Linux lets the threads of its own
/// disks' queues wait for milliseconds beside a thread that never sleeps, and with them every move that is flushed.
#[expect(
    clippy::disallowed_methods,
    reason = "it is the scheduler that is to see it sleep; no test waits for it"
)]
pub(crate) fn yield_core() {
    let Some(rested) = RESTED.get() else { return };
    if rested.elapsed() >= limits::YIELD_EVERY {
        thread::sleep(limits::YIELD_FOR);
        RESTED.set(Some(Instant::now()));
    }
}

/// Bytes that are written to while the thread [yields](yield_core).
#[derive(Debug)]
pub(crate) struct Yielding<W> {
    inner: W,
    /// Bytes since it was last asked whether it is time to.
    since: usize,
}

impl<W> Yielding<W> {
    pub(crate) fn new(inner: W) -> Self {
        Self { inner, since: 0 }
    }

    pub(crate) fn into_inner(self) -> W {
        self.inner
    }
}

impl<W: Write> Write for Yielding<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // No more at a time than is done with soon.
        let written = self.inner.write(&bytes[..bytes.len().min(limits::YIELD_BYTES)])?;
        self.since += written;
        if self.since >= limits::YIELD_BYTES {
            self.since = 0;
            yield_core();
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Has the calling thread run when no other wants its core (`SCHED_IDLE`). The lowest priority of the usual kind does not do:
/// of several such threads one has begun its slice most of the time, and is left to end it, four milliseconds a time. On Linux
/// each thread has a priority of its own; elsewhere the system sees to it that all have their share.
#[cfg(target_os = "linux")]
pub(crate) fn lower_priority() {
    begin_to_yield();
    use thread_priority::unix::{set_thread_priority_and_policy, thread_native_id};

    if is_low() {
        return;
    }
    wake_on_time();
    let set = set_thread_priority_and_policy(thread_native_id(), thread_priority::ThreadPriority::Min, IDLE);
    // Niceness is set after it and may be refused, but means nothing there.
    if let Err(error) = set
        && !is_low()
    {
        tracing::warn!(%error, "what may wait cannot be given a lower priority than play");
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn lower_priority() {
    begin_to_yield();
}

#[expect(clippy::disallowed_methods, reason = "see `yield_core`")]
fn begin_to_yield() {
    RESTED.set(Some(Instant::now()));
}

/// Has the calling thread end a sleep when it is over, and not up to 50 µs later, by which each yield would take twice as long.
#[cfg(target_os = "linux")]
fn wake_on_time() {
    let a_nanosecond = NonZeroU64::new(1);
    if let Err(error) = rustix::thread::set_current_timer_slack(a_nanosecond) {
        tracing::debug!(%error, "sleeps of low priority last longer than they should");
    }
}

#[cfg(target_os = "linux")]
const IDLE: thread_priority::ThreadSchedulePolicy =
    thread_priority::ThreadSchedulePolicy::Normal(thread_priority::NormalThreadSchedulePolicy::Idle);

/// Whether the calling thread gives way to all others.
#[cfg(target_os = "linux")]
pub(crate) fn is_low() -> bool {
    thread_priority::unix::thread_schedule_policy() == Ok(IDLE)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    #[test]
    fn whatever_yields_writes_all_that_it_is_given() {
        let given: Vec<u8> = (0..3 * limits::YIELD_BYTES + 7).map(|n| n as u8).collect();
        let written = |given: Vec<u8>| {
            let mut bytes = Yielding::new(Vec::new());
            bytes.write_all(&given).and_then(|()| bytes.flush()).expect("a vector takes all");
            bytes.into_inner()
        };
        assert_eq!(written(given.clone()), given);
        let low = given.clone();
        let yielded = thread::spawn(move || {
            lower_priority();
            written(low)
        });
        assert_eq!(yielded.join().expect("no panic"), given);
    }

    #[tokio::test]
    async fn what_is_carried_is_counted_to_its_end_and_no_more_than_a_few_at_a_time() {
        let background = Background::new();
        let (mut ends, mut carried) = (Vec::new(), Vec::new());
        for _ in 0..limits::READERS {
            let (begun, begins) = oneshot::channel();
            let (end, ended) = oneshot::channel::<()>();
            let one = background.clone();
            carried.push(tokio::spawn(async move {
                let work = async move {
                    begun.send(()).expect("somebody waits for it");
                    ended.await.is_ok()
                };
                one.carry(work).await
            }));
            begins.await.expect("it has begun");
            ends.push(end);
        }
        let mut late = Box::pin(background.carry(async { is_low() }));
        tokio::select! {
            biased;
            _ = &mut late => panic!("all threads are taken"),
            () = tokio::task::yield_now() => {}
        }
        // Whoever goes away does not end what they asked for.
        carried.remove(0).abort();
        assert!(!background.is_idle());
        for end in ends.drain(1..) {
            end.send(()).expect("it goes on");
        }
        assert_eq!(late.await, Some(true));
        for one in carried {
            assert_eq!(one.await.expect("done"), Some(true));
        }
        assert!(!background.is_idle());
        ends.remove(0).send(()).expect("it goes on");
        assert!(!is_low(), "this thread goes on as it did");
    }
}
