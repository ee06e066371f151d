//! Analyses of finished games, and of what all who play allow of games that are on: made position by position on a thread of the
//! lowest priority, kept, and shared by all who ask.

mod document;
mod subject;
mod under_way;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cydonia_players::{ANALYSIS_VERSION, Analysis, analysis_nodes};
use cydonia_protocol::{AnalysisProgress, ErrorCode, ServerMessage};
use cydonia_rules::AnyGame;
use cydonia_table::{Rejection, Table};
use tokio::sync::{oneshot, watch};
use tokio_util::task::TaskTracker;
use tracing::Instrument;
use uuid::Uuid;

pub(crate) use self::subject::{Analysable, UnderWay};
use self::subject::{End, Played, Subject};
use self::under_way::LatestDocuments;
use crate::admission::{Address, Admission, Person};
use crate::background::{Background, yield_core};
use crate::limits;
use crate::outbox::Outbox;
use crate::patience::Asking;
use crate::rejection::by_store;
use crate::store::{KeepAnalysis, Kept, Store, StoreError};
use crate::thinker::Thinker;
use crate::workers::{WorkerError, Workers};

/// The analyses under way, and who makes them. Nothing of them outlives the house but what is ready: whoever wants one asks
/// again.
#[derive(Debug)]
pub(crate) struct Analyses {
    store: Store,
    thinker: Thinker,
    /// One thread: those who play think on others.
    workers: Workers,
    tasks: TaskTracker,
    stopping: watch::Receiver<bool>,
    under_way: Mutex<HashMap<Subject, Job>>,
    /// What was made of games that are on.
    latest: Mutex<LatestDocuments>,
}

/// One analysis that waits or is made.
#[derive(Debug)]
struct Job {
    by: Person,
    progress: AnalysisProgress,
    listeners: Vec<Outbox>,
    /// Dropped with it, and so its task knows that it is wanted no more.
    _wanted: oneshot::Sender<()>,
}

/// Tells whether a game could be read.
type Begun = oneshot::Receiver<Result<(), Rejection>>;

/// Whoever asks for an analysis.
pub(crate) struct Inquirer<'a> {
    /// The player, if one has said a name.
    pub player: Option<Uuid>,
    /// Where from.
    pub address: Address,
    /// What they may.
    pub admission: &'a Admission,
    /// The socket that is told how it goes on, if it is one.
    pub socket: Option<&'a Outbox>,
}

/// Ends an analysis once it is dropped: whatever becomes of the task that made it, its place is free again.
struct Ending {
    analyses: Arc<Analyses>,
    subject: Subject,
    made: Result<u32, Rejection>,
}

impl Drop for Ending {
    fn drop(&mut self) {
        self.analyses.end(self.subject, std::mem::replace(&mut self.made, Err(failed())));
    }
}

impl Job {
    /// Has one more socket told of it; how far it is.
    fn join(&mut self, subject: Subject, socket: Option<&Outbox>) -> AnalysisProgress {
        if let Some(outbox) = socket
            && !self.listeners.iter().any(|other| other.number() == outbox.number())
        {
            self.listeners.push(outbox.clone());
        }
        tell(socket, subject, self.progress, None);
        self.progress
    }
}

impl Analyses {
    pub(crate) fn new(
        store: Store,
        thinker: Thinker,
        tasks: TaskTracker,
        stopping: watch::Receiver<bool>,
    ) -> Self {
        let workers = Workers::with_threads(1, Background::new());
        Self {
            store,
            thinker,
            workers,
            tasks,
            stopping,
            under_way: Mutex::default(),
            latest: Mutex::default(),
        }
    }

    /// The document of a game, if it is ready.
    pub(crate) async fn ready(&self, kept: &Kept) -> Result<Option<(String, u32)>, StoreError> {
        self.store.analysis(kept.summary.number, ANALYSIS_VERSION).await
    }

    /// Has a game analysed, unless it was or is; how far it is. A socket is told at once, and from then on.
    ///
    /// # Errors
    /// If it is on and not all who play have allowed it, too many are under way, whoever asks has asked for too many, or the game
    /// cannot be read.
    pub(crate) async fn ask(
        self: &Arc<Self>,
        game: Analysable,
        by: &Inquirer<'_>,
    ) -> Result<AnalysisProgress, Rejection> {
        let subject = game.subject()?;
        let number = game.number();
        if let Some(progress) = self.progress(subject, number, by.socket).await? {
            return Ok(progress);
        }
        if let Some(begun) = self.begin(game, subject, by)? {
            begun.await.unwrap_or_else(|_cut| Err(failed()))?;
        }
        // Short games may be ready already.
        self.progress(subject, number, by.socket).await?.ok_or_else(failed)
    }

    /// How far the analysis of a game, of that number if it is over, is, if there is one or will be; the socket is told of it from
    /// now on.
    async fn progress(
        &self,
        subject: Subject,
        number: Option<i64>,
        socket: Option<&Outbox>,
    ) -> Result<Option<AnalysisProgress>, Rejection> {
        if let Some(job) = self.lock().get_mut(&subject) {
            return Ok(Some(job.join(subject, socket)));
        }
        let all = match number {
            Some(number) => self
                .store
                .analysis(number, ANALYSIS_VERSION)
                .await
                .map_err(|error| by_store(&error, "the store does not answer just now; try again"))?
                .map(|(_, all)| all),
            None => self.latest().get(subject).map(|(_, all)| all),
        };
        let progress = all.map(|all| subject.progress(all, all, true));
        if let Some(progress) = progress {
            tell(socket, subject, progress, None);
        }
        Ok(progress)
    }

    /// Tells a socket no more.
    pub(crate) fn forget(&self, outbox: &Outbox) {
        for job in self.lock().values_mut() {
            job.listeners.retain(|other| other.number() != outbox.number());
        }
    }

    /// Begins with a game; what comes of reading it. None if somebody else was quicker.
    fn begin(
        self: &Arc<Self>,
        game: Analysable,
        subject: Subject,
        by: &Inquirer<'_>,
    ) -> Result<Option<Begun>, Rejection> {
        let person = Person::of(by.player, by.address);
        let (wanted, unwanted) = oneshot::channel();
        {
            let mut under_way = self.lock();
            if under_way.contains_key(&subject) {
                return Ok(None);
            }
            if under_way.values().filter(|job| job.by == person).count() >= limits::ANALYSES_A_PERSON {
                let why = "as many analyses as one may have are under way for you: wait for one of them";
                return Err(Rejection::new(ErrorCode::TooMany, why));
            }
            if under_way.len() >= limits::ANALYSES {
                let why = "as many games as may be are analysed just now; try again in some minutes";
                return Err(Rejection::new(ErrorCode::Unavailable, why));
            }
            if !by.admission.admits_analysis(person, by.address) {
                let why = "as many games were analysed for you as may be in an hour: come back later";
                return Err(Rejection::new(ErrorCode::TooFast, why));
            }
            let progress = subject.progress(0, 0, false);
            let job = Job { by: person, progress, listeners: Vec::new(), _wanted: wanted };
            under_way.insert(subject, job);
        }
        let (reply, begun) = oneshot::channel();
        let analyses = Arc::clone(self);
        let ending = Ending { analyses: Arc::clone(self), subject, made: Err(failed()) };
        let work = async move {
            // All of it, so that it is dropped here, whatever happens.
            let mut ending = ending;
            let mut stopping = analyses.stopping.clone();
            tokio::select! {
                made = analyses.make(game, subject, reply) => ending.made = made,
                // What all who play had allowed holds no more; whoever listened was told.
                _ = unwanted => {}
                // Its sockets are told that the house stops. What was found until then is dropped with the search.
                _ = stopping.wait_for(|stopping| *stopping) => drop(analyses.lock().remove(&subject)),
            }
        };
        self.tasks.spawn(work.instrument(tracing::info_span!("analysis", id = %subject.table)));
        Ok(Some(begun))
    }

    /// Reads a game, looks at each position, and keeps what was found; how many there were.
    async fn make(
        &self,
        game: Analysable,
        subject: Subject,
        begun: oneshot::Sender<Result<(), Rejection>>,
    ) -> Result<u32, Rejection> {
        let number = game.number();
        let played = match self.read(game, subject).await {
            Ok(played) => played,
            Err(rejection) => {
                // Whoever asked may have gone.
                drop(begun.send(Err(rejection.clone())));
                return Err(rejection);
            }
        };
        let all = played.positions().count();
        self.note(subject, subject.progress(0, all as u32, false));
        drop(begun.send(Ok(())));
        let nodes = played.positions().next().map_or(0, |first| analysis_nodes(first, all));
        let mut found = Vec::with_capacity(all);
        for (done, position) in (1..).zip(played.positions()) {
            // The same for the same game, whenever and wherever it is analysed.
            let step = played.acted.get(found.len()).map_or(u32::MAX, |acted| acted.step);
            let seed = (subject.table.as_u128() as u64) ^ u64::from(step);
            found.push(self.look_at(position.clone(), nodes, seed).await?);
            self.note(subject, subject.progress(done, all as u32, false));
        }
        let write =
            async move { serde_json::to_string(&document::document(subject, nodes, &played, &found)) };
        let document = self.store.background().carry(write).await.ok_or_else(failed)?.map_err(|error| {
            tracing::error!(%error, "an analysis cannot be written");
            failed()
        })?;
        match number {
            Some(number) => {
                let write = KeepAnalysis { number, version: ANALYSIS_VERSION, document };
                let kept = self.store.write(write).await;
                kept.map_err(|error| by_store(&error, "this analysis could not be kept; try again"))?;
            }
            None => self.latest().keep(subject, document, all as u32),
        }
        Ok(all as u32)
    }

    /// Plays a game through: where what is read is, and not behind what is thought about for others.
    async fn read(&self, game: Analysable, subject: Subject) -> Result<Played, Rejection> {
        let store = self.store.clone();
        let read = async move {
            match game {
                Analysable::Kept(kept) => {
                    let (acted, outcome) = Table::acted(&kept.read()?, yield_core)?;
                    Ok(Some(Played { acted, end: End::Over(outcome) }))
                }
                Analysable::UnderWay(_) => under_way::played(&store, subject).await,
            }
        };
        let played = self.store.background().carry(read).await.unwrap_or(Err(StoreError::Unavailable));
        let played =
            played.map_err(|error| by_store(&error, "this game cannot be read just now; try again"))?;
        played
            .ok_or_else(|| Rejection::new(ErrorCode::NotOver, "a turn was taken back: all are to agree anew"))
    }

    async fn look_at(&self, game: AnyGame, nodes: u64, seed: u64) -> Result<Analysis, Rejection> {
        let thinker = self.thinker.clone();
        let (asking, patience) = Asking::begin();
        let found = self.workers.run(move || thinker.analyse(&game, nodes, seed, &*patience)).await;
        drop(asking);
        found.map_err(cut)?.ok_or_else(|| {
            tracing::error!("nothing was found in a position");
            failed()
        })
    }

    fn note(&self, subject: Subject, progress: AnalysisProgress) {
        if let Some(job) = self.lock().get_mut(&subject) {
            job.progress = progress;
            for outbox in &job.listeners {
                tell(Some(outbox), subject, progress, None);
            }
        }
    }

    /// Tells everybody what became of one.
    fn end(&self, subject: Subject, made: Result<u32, Rejection>) {
        let Some(job) = self.lock().remove(&subject) else { return };
        let (progress, error) = match made {
            Ok(all) => (subject.progress(all, all, true), None),
            Err(rejection) => (job.progress, Some(rejection.code)),
        };
        for outbox in &job.listeners {
            tell(Some(outbox), subject, progress, error);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Subject, Job>> {
        // The map is whole after every operation, whatever panicked elsewhere.
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn latest(&self) -> MutexGuard<'_, LatestDocuments> {
        // As above.
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn tell(socket: Option<&Outbox>, subject: Subject, progress: AnalysisProgress, error: Option<ErrorCode>) {
    let (table, AnalysisProgress { done, all, ready, until }) = (subject.table, progress);
    if let Some(outbox) = socket {
        outbox.send(&ServerMessage::Analysis { table, done, all, ready, until, error });
    }
}

/// What the log was told of when it happened.
fn cut(_known: WorkerError) -> Rejection {
    failed()
}

fn failed() -> Rejection {
    Rejection::new(ErrorCode::Unavailable, "this analysis was cut short; try again")
}
