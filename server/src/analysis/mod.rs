//! Analyses of finished games: made position by position on a thread of the lowest priority, kept with the game, and shared by
//! all who ask.

mod document;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cydonia_players::{ANALYSIS_VERSION, Analysis, analysis_nodes};
use cydonia_protocol::{AnalysisProgress, ErrorCode, ServerMessage};
use cydonia_rules::Outcome;
use cydonia_table::{Acted, Rejection, Table};
use tokio::sync::{oneshot, watch};
use tokio_util::task::TaskTracker;
use tracing::Instrument;
use uuid::Uuid;

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
    under_way: Mutex<HashMap<Uuid, Job>>,
}

/// One analysis that waits or is made.
#[derive(Debug)]
struct Job {
    by: Person,
    progress: AnalysisProgress,
    listeners: Vec<Outbox>,
}

/// A game as it is looked at.
struct Played {
    acted: Vec<Acted>,
    outcome: Outcome,
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
    id: Uuid,
    made: Result<u32, Rejection>,
}

impl Drop for Ending {
    fn drop(&mut self) {
        self.analyses.end(self.id, std::mem::replace(&mut self.made, Err(failed())));
    }
}

impl Job {
    /// Has one more socket told of it; how far it is.
    fn join(&mut self, id: Uuid, socket: Option<&Outbox>) -> AnalysisProgress {
        if let Some(outbox) = socket
            && !self.listeners.iter().any(|other| other.number() == outbox.number())
        {
            self.listeners.push(outbox.clone());
        }
        tell(socket, id, self.progress, None);
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
        Self { store, thinker, workers, tasks, stopping, under_way: Mutex::default() }
    }

    /// The document of a game, if it is ready.
    pub(crate) async fn ready(&self, kept: &Kept) -> Result<Option<(String, u32)>, StoreError> {
        self.store.analysis(kept.summary.number, ANALYSIS_VERSION).await
    }

    /// Has a game analysed, unless it was or is; how far it is. A socket is told at once, and from then on.
    ///
    /// # Errors
    /// If too many are under way, whoever asks has asked for too many, or the game cannot be read.
    pub(crate) async fn ask(
        self: &Arc<Self>,
        kept: Kept,
        by: &Inquirer<'_>,
    ) -> Result<AnalysisProgress, Rejection> {
        let (id, number) = (kept.summary.id, kept.summary.number);
        if let Some(progress) = self.progress(id, number, by.socket).await? {
            return Ok(progress);
        }
        if let Some(begun) = self.begin(kept, by)? {
            begun.await.unwrap_or_else(|_cut| Err(failed()))?;
        }
        // Short games may be ready already.
        self.progress(id, number, by.socket).await?.ok_or_else(failed)
    }

    /// How far the analysis of a game is, if there is one or will be; the socket is told of it from now on.
    async fn progress(
        &self,
        id: Uuid,
        number: i64,
        socket: Option<&Outbox>,
    ) -> Result<Option<AnalysisProgress>, Rejection> {
        if let Some(job) = self.lock().get_mut(&id) {
            return Ok(Some(job.join(id, socket)));
        }
        let ready = self.store.analysis(number, ANALYSIS_VERSION).await;
        let ready =
            ready.map_err(|error| by_store(&error, "the store does not answer just now; try again"))?;
        let progress = ready.map(|(_, all)| AnalysisProgress { done: all, all, ready: true });
        if let Some(progress) = progress {
            tell(socket, id, progress, None);
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
    fn begin(self: &Arc<Self>, kept: Kept, by: &Inquirer<'_>) -> Result<Option<Begun>, Rejection> {
        let id = kept.summary.id;
        let person = Person::of(by.player, by.address);
        {
            let mut under_way = self.lock();
            if under_way.contains_key(&id) {
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
            let progress = AnalysisProgress { done: 0, all: 0, ready: false };
            under_way.insert(id, Job { by: person, progress, listeners: Vec::new() });
        }
        let (reply, begun) = oneshot::channel();
        let analyses = Arc::clone(self);
        let ending = Ending { analyses: Arc::clone(self), id, made: Err(failed()) };
        let work = async move {
            // All of it, so that it is dropped here, whatever happens.
            let mut ending = ending;
            let mut stopping = analyses.stopping.clone();
            tokio::select! {
                made = analyses.make(kept, reply) => ending.made = made,
                // Its sockets are told that the house stops. What was found until then is dropped with the search.
                _ = stopping.wait_for(|stopping| *stopping) => drop(analyses.lock().remove(&id)),
            }
        };
        self.tasks.spawn(work.instrument(tracing::info_span!("analysis", %id)));
        Ok(Some(begun))
    }

    /// Reads a game, looks at each position, and keeps what was found; how many there were.
    async fn make(
        &self,
        kept: Kept,
        begun: oneshot::Sender<Result<(), Rejection>>,
    ) -> Result<u32, Rejection> {
        let (id, number) = (kept.summary.id, kept.summary.number);
        let game = match self.read(kept).await {
            Ok(game) => game,
            Err(rejection) => {
                // Whoever asked may have gone.
                drop(begun.send(Err(rejection.clone())));
                return Err(rejection);
            }
        };
        let all = game.acted.len() as u32;
        self.note(id, AnalysisProgress { done: 0, all, ready: false });
        drop(begun.send(Ok(())));
        let nodes = game.acted.first().map_or(0, |first| analysis_nodes(&first.game, game.acted.len()));
        let mut found = Vec::with_capacity(game.acted.len());
        for (done, position) in (1..).zip(&game.acted) {
            found.push(self.look_at(id, position, nodes).await?);
            self.note(id, AnalysisProgress { done, all, ready: false });
        }
        let write = async move {
            let Played { acted, outcome } = game;
            serde_json::to_string(&document::document(id, nodes, &acted, &found, &outcome))
        };
        let document = self.store.background().carry(write).await.ok_or_else(failed)?.map_err(|error| {
            tracing::error!(%error, "an analysis cannot be written");
            failed()
        })?;
        let kept = self.store.write(KeepAnalysis { number, version: ANALYSIS_VERSION, document }).await;
        kept.map_err(|error| by_store(&error, "this analysis could not be kept; try again"))?;
        Ok(all)
    }

    /// Plays a game through: where what is read is, and not behind what is thought about for others.
    async fn read(&self, kept: Kept) -> Result<Played, Rejection> {
        let read = async move {
            let (acted, outcome) = Table::acted(&kept.read()?, yield_core)?;
            Ok(Played { acted, outcome })
        };
        let played = self.store.background().carry(read).await.unwrap_or(Err(StoreError::Unavailable));
        played.map_err(|error| by_store(&error, "this game cannot be read just now; try again"))
    }

    async fn look_at(&self, id: Uuid, position: &Acted, nodes: u64) -> Result<Analysis, Rejection> {
        // The same for the same game, whenever and wherever it is analysed.
        let seed = (id.as_u128() as u64) ^ u64::from(position.step);
        let (game, thinker) = (position.game.clone(), self.thinker.clone());
        let (asking, patience) = Asking::begin();
        let found = self.workers.run(move || thinker.analyse(&game, nodes, seed, &*patience)).await;
        drop(asking);
        found.map_err(cut)?.ok_or_else(|| {
            tracing::error!("nothing was found in a position");
            failed()
        })
    }

    fn note(&self, id: Uuid, progress: AnalysisProgress) {
        if let Some(job) = self.lock().get_mut(&id) {
            job.progress = progress;
            for outbox in &job.listeners {
                tell(Some(outbox), id, progress, None);
            }
        }
    }

    /// Tells everybody what became of one.
    fn end(&self, id: Uuid, made: Result<u32, Rejection>) {
        let Some(job) = self.lock().remove(&id) else { return };
        let (progress, error) = match made {
            Ok(all) => (AnalysisProgress { done: all, all, ready: true }, None),
            Err(rejection) => (job.progress, Some(rejection.code)),
        };
        for outbox in &job.listeners {
            tell(Some(outbox), id, progress, error);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, Job>> {
        // The map is whole after every operation, whatever panicked elsewhere.
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn tell(socket: Option<&Outbox>, table: Uuid, progress: AnalysisProgress, error: Option<ErrorCode>) {
    let AnalysisProgress { done, all, ready } = progress;
    if let Some(outbox) = socket {
        outbox.send(&ServerMessage::Analysis { table, done, all, ready, error });
    }
}

/// What the log was told of when it happened.
fn cut(_known: WorkerError) -> Rejection {
    failed()
}

fn failed() -> Rejection {
    Rejection::new(ErrorCode::Unavailable, "this analysis was cut short; try again")
}
