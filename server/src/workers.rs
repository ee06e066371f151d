//! Worker pool: the threads for what takes long: games played through, texts checked, answers packed. They are few and of the
//! lowest priority, so that play goes first even where there is only one core; who waits for them is counted, and nobody waits
//! for long.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tracing::Span;
use tracing::dispatcher::{get_default, with_default};

use crate::admission::{Address, AddressPermit, AddressQuota};
use crate::background::{Background, lower_priority, yield_core};
use crate::limits;

type Job = Box<dyn FnOnce() + Send>;

/// The threads, and who waits for them. They end when this is dropped.
#[derive(Debug)]
pub(crate) struct Workers {
    jobs: Sender<Job>,
    /// As many as there are threads.
    free: Arc<Semaphore>,
    threads: usize,
    /// As many as may wait, those on a thread included.
    queue: Arc<Semaphore>,
    of_address: AddressQuota,
    background: Background,
}

/// Why a job was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum WorkerError {
    /// That address has as many as one may have.
    #[error("too many jobs of one address wait")]
    TooMany,
    /// Too many wait.
    #[error("too many jobs wait")]
    Full,
    /// It was cut short.
    #[error("the job was cut short")]
    Cut,
}

/// A place in the queue. Dropped before its job has begun, it makes room at once.
#[derive(Debug)]
pub(crate) struct Ticket {
    _queue: OwnedSemaphorePermit,
    place: AddressPermit,
}

impl Workers {
    /// Starts the threads: all but one of the cores' worth, and one at least.
    /// Whatever is under way on them is counted by `background`.
    pub(crate) fn start(background: Background) -> Self {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Self::with_threads(cores.saturating_sub(1).max(1), background)
    }

    /// Starts so many.
    pub(crate) fn with_threads(threads: usize, background: Background) -> Self {
        let (jobs, queue) = mpsc::channel();
        let queue = Arc::new(Mutex::new(queue));
        let start = |_: &usize| {
            let queue = Arc::clone(&queue);
            let thread = thread::Builder::new().name("cydonia-worker".to_owned());
            let started = thread.spawn(move || work(&queue));
            started
                .inspect_err(|error| tracing::error!(%error, "a thread for replays cannot be started"))
                .is_ok()
        };
        let started = (0..threads).filter(start).count();
        let free = Semaphore::new(started);
        if started == 0 {
            // Nobody is to wait for what never comes.
            free.close();
        }
        Self {
            jobs,
            free: Arc::new(free),
            threads: started,
            queue: Arc::new(Semaphore::new(limits::JOBS)),
            of_address: AddressQuota::new(limits::JOBS_AN_ADDRESS),
            background,
        }
    }

    /// A place in the queue for somebody from that address.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn ticket(&self, address: Address) -> Result<Ticket, WorkerError> {
        let place = self.share(address)?;
        let queue = Arc::clone(&self.queue).try_acquire_owned().map_err(|_full| WorkerError::Full)?;
        Ok(Ticket { _queue: queue, place })
    }

    /// One of the places of an address alone, for a list that comes here again and again.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn share(&self, address: Address) -> Result<AddressPermit, WorkerError> {
        self.of_address.take(address).ok_or(WorkerError::TooMany)
    }

    /// Threads that do something.
    pub(crate) fn busy(&self) -> usize {
        self.threads.saturating_sub(self.free.available_permits())
    }

    /// Jobs that have a ticket, those on a thread included.
    pub(crate) fn queued(&self) -> usize {
        limits::JOBS.saturating_sub(self.queue.available_permits())
    }

    /// Has a job done in its turn. The address's place is given back with what came of it, which may be large: it is to be held
    /// for as long as that is.
    ///
    /// # Errors
    /// If it was cut short.
    pub(crate) async fn serve<T: Send + 'static>(
        &self,
        Ticket { _queue, place }: Ticket,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<(T, AddressPermit), WorkerError> {
        Ok((self.run(job).await?, place))
    }

    /// Has a job done in its turn, for somebody who is counted elsewhere.
    ///
    /// # Errors
    /// If it was cut short.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkerError> {
        let thread = Arc::clone(&self.free).acquire_owned().await.map_err(|_closed| WorkerError::Cut)?;
        let (reply, answer) = oneshot::channel();
        // What a job has to say goes to the log of whoever asked for it.
        let (log, span) = (get_default(Clone::clone), Span::current());
        let under_way = self.background.begin();
        let job = move || {
            let (_thread, _under_way) = (thread, under_way);
            // Nobody may be there any more.
            drop(reply.send(with_default(&log, || span.in_scope(job))));
        };
        self.jobs.send(Box::new(job)).map_err(|_unsent| WorkerError::Cut)?;
        answer.await.map_err(|_dropped| WorkerError::Cut)
    }
}

/// A thread's whole life.
fn work(queue: &Mutex<Receiver<Job>>) {
    lower_priority();
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        // What was asked for is cut short, which its sender is told; the thread goes on.
        if catch_unwind(AssertUnwindSafe(job)).is_err() {
            tracing::error!("a job failed");
        }
        yield_core();
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;
    use crate::background::is_low;

    fn address(last: u8) -> Address {
        IpAddr::from([127, 0, 0, last]).into()
    }

    #[tokio::test]
    async fn an_address_has_so_many_jobs_until_what_came_of_them_is_gone() {
        let workers = Workers::with_threads(1, Background::new());
        let mut held = Vec::new();
        for number in 0..limits::JOBS_AN_ADDRESS {
            let ticket = workers.ticket(address(1)).expect("a place");
            held.push(workers.serve(ticket, move || number).await.expect("done"));
        }
        assert_eq!(workers.ticket(address(1)).err(), Some(WorkerError::TooMany));
        assert!(workers.ticket(address(2)).is_ok());
        held.pop();
        assert!(workers.ticket(address(1)).is_ok());
    }

    #[tokio::test]
    async fn only_so_many_wait_and_whoever_goes_gives_the_place_back_at_once() {
        let workers = Workers::with_threads(1, Background::new());
        let (go, wait) = mpsc::channel::<()>();
        let (begun, begins) = oneshot::channel();
        let long = workers.ticket(address(0)).expect("a place");
        let mut long = Box::pin(workers.serve(long, move || {
            begun.send(()).expect("somebody waits for it");
            wait.recv().expect("a word");
        }));
        tokio::select! {
            _ = &mut long => panic!("it waits"),
            begun = begins => begun.expect("it has begun"),
        }
        let mut waiting = Vec::new();
        for number in 1..limits::JOBS {
            let ticket = workers.ticket(address(number as u8)).expect("a place");
            let mut job = Box::pin(workers.serve(ticket, move || number));
            tokio::select! {
                biased;
                _ = &mut job => panic!("the thread is taken"),
                () = tokio::task::yield_now() => {}
            }
            waiting.push(job);
        }
        assert_eq!(workers.ticket(address(200)).err(), Some(WorkerError::Full));
        // The second of those who wait goes away: no thread has to look at it first.
        drop(waiting.remove(1));
        drop(workers.ticket(address(200)).expect("its place"));
        go.send(()).expect("it waits");
        long.await.expect("done");
        for (done, number) in waiting.into_iter().zip((1..).filter(|number| *number != 2)) {
            assert_eq!(done.await.expect("done").0, number);
        }
    }

    #[tokio::test]
    async fn a_job_that_fails_is_told_of_and_the_thread_goes_on() {
        let background = Background::new();
        let workers = Workers::with_threads(1, background.clone());
        assert_eq!(workers.run(|| panic!("as it is meant to")).await, Err::<(), _>(WorkerError::Cut));
        let count = background.clone();
        assert_eq!(workers.run(move || (7, count.is_idle())).await, Ok((7, false)));
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn the_threads_let_all_others_go_first() {
        assert_eq!(Workers::with_threads(1, Background::new()).run(is_low).await, Ok(true));
        assert!(!is_low(), "this thread goes on as it did");
    }
}
