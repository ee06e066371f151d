//! Metrics: what a house counts and measures of itself, for whoever watches over it, in the text format of Prometheus.
//!
//! Counters and histograms are noted down where things happen; gauges that somebody knows anyway are asked for when they are wanted
//! (`http/metrics.rs`). No label holds what comes from outside, so that there are never more rows than the code has words.

use std::sync::Arc;
use std::time::Duration;

use cydonia_protocol::{Close, ErrorCode};
use prometheus_client::encoding::{EncodeLabelSet, prometheus_text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

/// What [`Metrics::text`] is in.
pub(crate) const CONTENT_TYPE: &str = prometheus_text::CONTENT_TYPE;

/// All that is counted. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Metrics(Arc<Kept>);

#[derive(Debug)]
struct Kept {
    registry: Registry,
    moves: Family<OfGame, Counter>,
    finished: Family<OfGame, Counter>,
    commit_seconds: Histogram,
    commit_writes: Histogram,
    failed_commits: Counter,
    sockets: Gauge,
    streams: Gauge,
    closes: Family<Closed, Counter>,
    refusals: Family<Refused, Counter>,
    requests: Family<Answered, Histogram, fn() -> Histogram>,
    notifications: Family<Notified, Counter>,
    mail_sweeps: Counter,
    gauges: Gauges,
}

/// What is asked for when it is wanted.
#[derive(Debug, Default)]
struct Gauges {
    ready: Gauge,
    awake: Gauge,
    queued: Family<InQueue, Gauge>,
    busy: Family<OfPool, Gauge>,
    certificate: Gauge,
}

/// How things stand at the moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    /// Whether it can read its store, and write to it as far as is known.
    pub is_ready: bool,
    /// Tables in memory.
    pub tables_awake: usize,
    /// Writes that wait for the writer.
    pub writes: usize,
    /// Jobs that wait for a worker, those on one included.
    pub jobs: usize,
    /// Workers that do something.
    pub workers: usize,
    /// Threads on which computers think.
    pub thinkers: usize,
    /// What tables say of whom they wait for, and is not yet taken in.
    pub push: usize,
    /// Until when the certificate holds, in milliseconds since 1970, if the house has one.
    pub certificate_until_ms: Option<i64>,
}

/// What became of a message to somebody who is not here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotificationOutcome {
    /// Whoever carries it has it.
    Arrived,
    /// They will not have it.
    Refused,
    /// They know nobody there any more.
    Expired,
    /// They could not be reached, or had no time.
    Later,
}

impl NotificationOutcome {
    const ALL: [Self; 4] = [Self::Arrived, Self::Refused, Self::Expired, Self::Later];

    fn name(self) -> &'static str {
        match self {
            Self::Arrived => "arrived",
            Self::Refused => "refused",
            Self::Expired => "expired",
            Self::Later => "later",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfGame {
    game: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Closed {
    reason: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Refused {
    over: &'static str,
    code: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Notified {
    by: &'static str,
    outcome: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct InQueue {
    queue: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfPool {
    pool: &'static str,
}

/// Counted for as long as it is kept.
#[derive(Debug)]
pub(crate) struct Open(Gauge);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Metrics {
    /// With nothing counted.
    pub(crate) fn new() -> Self {
        let mut kept = Kept {
            registry: Registry::with_prefix("cydonia"),
            moves: Family::default(),
            finished: Family::default(),
            // From a tenth of a millisecond, which a commit in memory takes, to the three seconds that a very slow disk may take.
            commit_seconds: Histogram::new(exponential_buckets(0.000_1, 2.0, 16)),
            commit_writes: Histogram::new(exponential_buckets(1.0, 2.0, 10)),
            failed_commits: Counter::default(),
            sockets: Gauge::default(),
            streams: Gauge::default(),
            closes: Family::default(),
            refusals: Family::default(),
            requests: Family::new_with_constructor(request_seconds),
            notifications: Family::default(),
            mail_sweeps: Counter::default(),
            gauges: Gauges::default(),
        };
        kept.register();
        kept.begin_at_zero();
        Self(Arc::new(kept))
    }

    /// So many actions or rolls were kept.
    pub(crate) fn moved(&self, game: &'static str, moves: usize) {
        self.0.moves.get_or_create(&OfGame { game }).inc_by(moves as u64);
    }

    /// A game was over, and was kept.
    pub(crate) fn finished(&self, game: &'static str) {
        self.0.finished.get_or_create(&OfGame { game }).inc();
    }

    /// So many writes were committed together.
    pub(crate) fn committed(&self, writes: usize, took: Duration) {
        self.0.commit_writes.observe(writes as f64);
        self.0.commit_seconds.observe(took.as_secs_f64());
    }

    /// A commit failed, and nothing of it was kept.
    pub(crate) fn commit_failed(&self) {
        self.0.failed_commits.inc();
    }

    /// A socket was opened.
    pub(crate) fn socket(&self) -> Open {
        self.0.sockets.inc();
        Open(self.0.sockets.clone())
    }

    /// An answer has begun that goes on.
    pub(crate) fn stream(&self) -> Open {
        self.0.streams.inc();
        Open(self.0.streams.clone())
    }

    /// A socket was closed by the house.
    pub(crate) fn closed(&self, close: Close) {
        self.0.closes.get_or_create(&Closed { reason: close.name() }).inc();
    }

    /// Something that came over a socket was refused.
    pub(crate) fn refused_over_socket(&self, code: ErrorCode) {
        self.refused("socket", code);
    }

    /// A request over HTTP was refused.
    pub(crate) fn refused_over_http(&self, code: ErrorCode) {
        self.refused("http", code);
    }

    fn refused(&self, over: &'static str, code: ErrorCode) {
        self.0.refusals.get_or_create(&Refused { over, code: code.name() }).inc();
    }

    /// A request was answered. The route is one that the house has, never an address as it came.
    pub(crate) fn answered(&self, method: &'static str, route: &str, status: u16, took: Duration) {
        let what = Answered { method, route: route.to_owned(), status };
        self.0.requests.get_or_create(&what).observe(took.as_secs_f64());
    }

    /// Somebody was to be told by Web Push.
    pub(crate) fn told_by_push(&self, told: NotificationOutcome) {
        self.told("push", told);
    }

    /// Somebody was to be told by e-mail.
    pub(crate) fn told_by_mail(&self, told: NotificationOutcome) {
        self.told("mail", told);
    }

    /// It was looked who is to be written to, and they were.
    pub(crate) fn mail_swept(&self) {
        self.0.mail_sweeps.inc();
    }

    fn told(&self, by: &'static str, told: NotificationOutcome) {
        self.0.notifications.get_or_create(&Notified { by, outcome: told.name() }).inc();
    }

    /// All of it as text.
    pub(crate) fn text(&self, standing: Standing) -> String {
        self.0.gauges.set(standing);
        let mut text = String::new();
        prometheus_text::encode(&mut text, &self.0.registry).expect("memory takes whatever is written to it");
        text
    }
}

/// From a quarter of a millisecond, in which most is answered, to eight seconds.
fn request_seconds() -> Histogram {
    Histogram::new(exponential_buckets(0.000_25, 2.0, 16))
}

impl Gauges {
    fn set(&self, standing: Standing) {
        let Standing { is_ready, tables_awake, writes, jobs, workers, thinkers, push, .. } = standing;
        self.ready.set(is_ready.into());
        self.awake.set(tables_awake as i64);
        for (queue, length) in [("writes", writes), ("jobs", jobs), ("push", push)] {
            self.queued.get_or_create(&InQueue { queue }).set(length as i64);
        }
        for (pool, busy) in [("workers", workers), ("thinkers", thinkers)] {
            self.busy.get_or_create(&OfPool { pool }).set(busy as i64);
        }
        self.certificate.set(standing.certificate_until_ms.unwrap_or(0) / 1000);
    }
}

impl Kept {
    /// Makes the rows that alerts watch: the first of what is counted is no increase where there was no row before.
    fn begin_at_zero(&self) {
        for close in Close::ALL {
            drop(self.closes.get_or_create(&Closed { reason: close.name() }));
        }
        for (over, code) in
            ["socket", "http"].iter().flat_map(|over| ErrorCode::ALL.iter().map(move |code| (over, code)))
        {
            drop(self.refusals.get_or_create(&Refused { over, code: code.name() }));
        }
        for (by, told) in
            ["push", "mail"].iter().flat_map(|by| NotificationOutcome::ALL.map(|told| (by, told)))
        {
            drop(self.notifications.get_or_create(&Notified { by, outcome: told.name() }));
        }
    }

    fn register(&mut self) {
        let Self { registry, gauges, .. } = self;
        let build = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The program that runs", build);
        registry.register(
            "ready",
            "1 if the store can be read and written, 0 if it cannot",
            gauges.ready.clone(),
        );
        registry.register("sockets", "Open sockets", self.sockets.clone());
        registry.register("streams", "Answers over HTTP that go on", self.streams.clone());
        registry.register("tables_awake", "Tables in memory", gauges.awake.clone());
        registry.register("moves", "Actions and rolls that were kept", self.moves.clone());
        registry.register("games_finished", "Games that were over, and were kept", self.finished.clone());
        registry.register_with_unit(
            "commit",
            "How long a commit takes",
            Unit::Seconds,
            self.commit_seconds.clone(),
        );
        registry.register("commit_writes", "How much is committed together", self.commit_writes.clone());
        registry.register("commits_failed", "Commits of which nothing was kept", self.failed_commits.clone());
        registry.register(
            "queue_length",
            "What waits: writes for the writer, jobs for a worker, word for whoever tells people by Web Push",
            gauges.queued.clone(),
        );
        registry.register("threads_busy", "Threads of the background that do something", gauges.busy.clone());
        registry.register("socket_closes", "Sockets that the house closed, by reason", self.closes.clone());
        registry.register("refusals", "What was refused, by code", self.refusals.clone());
        registry.register(
            "notifications",
            "Messages to those who are not here, by what carries them and what became of it",
            self.notifications.clone(),
        );
        registry.register(
            "mail_sweeps",
            "How often it was looked who is to be told by e-mail what waits for them",
            self.mail_sweeps.clone(),
        );
        registry.register(
            "certificate_not_after_timestamp_seconds",
            "Until when the certificate of the house holds, in seconds since 1970; 0 without one",
            gauges.certificate.clone(),
        );
        registry.register_with_unit(
            "http_request",
            "Until the head of an answer, by route as the interface lists it",
            Unit::Seconds,
            self.requests.clone(),
        );
    }
}
