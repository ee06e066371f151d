//! Startup and graceful shutdown: from settings to a running house and to its end.

use std::io;
use std::sync::Arc;

use axum::Router;
use futures_util::future::OptionFuture;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::task::TaskTracker;

use crate::accounts::Accounts;
use crate::admission::Admission;
use crate::analysis::Analyses;
use crate::background::Background;
use crate::bus::{Announcer, BusError};
use crate::config::{Config, Database};
use crate::context::Context;
use crate::dumps::{self, Dumps};
use crate::finished_games::FinishedGames;
use crate::gossip::Gossip;
use crate::http::{App, Site};
use crate::lobby::Lobby;
use crate::mail::Mail;
use crate::metrics::Metrics;
use crate::moderation::Sanctions;
use crate::own_games::OwnGames;
use crate::peers::{JoinError, Peers, while_leading};
use crate::proof::Sealer;
use crate::push::Push;
use crate::review::Reviews;
use crate::sessions::Sessions;
use crate::store::{Beat, Store, StoreError};
use crate::table::Registry;
use crate::workers::Workers;
use crate::{connections, digest, followers, http, limits, push, timer, tournaments};

/// A house that is ready to open.
#[derive(Debug)]
pub struct Server {
    app: Arc<App>,
    stop: watch::Sender<bool>,
    writer: JoinHandle<Result<(), StoreError>>,
    /// The number of the last game that was kept before it opens.
    last_kept: i64,
    /// The port by which people reach it, if it is not the one that it listens on.
    public_port: Option<u16>,
    /// The other nodes, if it is one of several.
    peers: Option<Peers>,
    /// Where it tells what it counts, if anywhere.
    metrics: Option<TcpListener>,
    /// Where it sends on whoever comes without TLS, if anywhere.
    redirects: Option<TcpListener>,
}

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Its store does not open.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no way to other nodes.
    #[error(transparent)]
    Bus(#[from] BusError),
    /// It is to be one of several nodes, and has no database that they could share.
    #[error("several nodes of one house share a Postgres database: --nats needs --database-url")]
    NothingShared,
}

impl From<JoinError> for StartError {
    fn from(error: JoinError) -> Self {
        match error {
            JoinError::Store(error) => Self::Store(error),
            JoinError::Bus(error) => Self::Bus(error),
        }
    }
}

impl Server {
    /// Opens the store, as one of several nodes after joining the others. Games that were on are found again; each is read when it is first
    /// touched.
    ///
    /// # Errors
    /// If the store cannot be opened.
    pub async fn new(config: Config) -> Result<Self, StartError> {
        let (metrics, public_port) = (Metrics::new(), config.public_port);
        let peers = match (&config.nodes, &config.database) {
            (None, _) => None,
            (Some(settings), Database::Postgres(url)) => {
                Some(Peers::join(url, settings, config.clock.clone()).await?)
            }
            (Some(_), _) => return Err(StartError::NothingShared),
        };
        let database = peers.as_ref().map_or(&config.database, Peers::database);
        let (store, writer) = Store::open(database, config.clock.clone(), metrics.clone()).await?;
        let last_kept = store.last_number().await?;
        let (stop, stopping) = watch::channel(false);
        let workers = Workers::start(store.background().clone());
        let thinkers = Workers::start(Background::new());
        let admission =
            Admission::new(config.limits.clone(), config.clock.clone(), store.background().clone());
        let tasks = TaskTracker::new();
        let analyses = Analyses::new(store.clone(), config.thinker.clone(), tasks.clone(), stopping.clone());
        let push = Push::new(
            store.clone(),
            config.clock.clone(),
            config.entropy.clone(),
            config.push,
            metrics.clone(),
        );
        let mail = Mail::new(config.mail, config.clock.clone(), config.entropy.clone(), metrics.clone());
        let sealer = Sealer::new(store.clone(), config.clock.clone(), config.key_entropy);
        let gossip = peers.as_ref().map_or_else(Gossip::default, |_| Gossip::among_nodes());
        let announcer = Announcer::default();
        let context = Arc::new(Context {
            store,
            lobby: Lobby::new(config.limits, config.clock.clone(), gossip.clone()),
            accounts: Accounts::new(config.clock.clone()),
            sanctions: Sanctions::new(&config.conduct, config.clock.clone()),
            sessions: Sessions::new(gossip.clone()),
            clock: config.clock,
            entropy: config.entropy,
            dice_secrets: config.dice_secrets,
            conduct: config.conduct,
            admission,
            workers,
            thinker: config.thinker,
            thinkers,
            analyses: Arc::new(analyses),
            finished: FinishedGames::default(),
            own_games: OwnGames::new(gossip.clone(), announcer.clone()),
            gossip,
            announcer,
            dumps: config.dumps.map(Dumps::of),
            reviews: Reviews::default(),
            push: Arc::new(push),
            mail,
            tls: config.tls,
            metrics,
            sealer,
            tasks,
            stopping,
        });
        context.sanctions.refresh(&context.store).await?;
        let registry = Arc::new(Registry::new(Arc::clone(&context)));
        if let Some(peers) = &peers {
            peers.connect(&registry);
        }
        let app = Arc::new(App::new(context, registry, Site::new(config.base, config.service_worker)));
        Ok(Self { app, stop, writer, last_kept, public_port, peers, metrics: None, redirects: None })
    }

    /// Has it tell what it counts and measures, at `/metrics` behind this listener.
    #[must_use]
    pub fn with_metrics(self, listener: TcpListener) -> Self {
        Self { metrics: Some(listener), ..self }
    }

    /// Has it send whoever comes to this listener to where it speaks TLS.
    #[must_use]
    pub fn with_redirects(self, listener: TcpListener) -> Self {
        Self { redirects: Some(listener), ..self }
    }

    /// Where its tables are found.
    #[cfg(test)]
    pub(crate) fn registry(&self) -> &Arc<Registry> {
        &self.app.registry
    }

    /// Serves until `shutdown` is done, then lets what is under way come to its end: sockets are told, tables finish
    /// their request, writes are committed.
    ///
    /// # Errors
    /// If the listener fails, or another server has taken the database.
    pub async fn serve(
        self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        let Self { app, stop, writer, last_kept, public_port, mut peers, metrics, redirects } = self;
        let context = Arc::clone(&app.context);
        if let Err(error) = context.lobby.fill(&context.store).await {
            tracing::error!(%error, "the list of tables could not be read");
        }
        let parts = Self::begin(&app, last_kept);
        if let Some(tls) = context.tls.clone() {
            let (clock, stopping) = (context.clock.clone(), Arc::clone(&context));
            context.tasks.spawn(async move {
                tokio::select! {
                    () = tls.renew(clock) => {}
                    () = stopping.stopped() => {}
                }
            });
        }
        let public_port = public_port.unwrap_or(listener.local_addr()?.port());
        let tls = context.tls.clone();
        let is_strict = tls.is_some() && public_port == http::HTTPS_PORT;
        if let Some(redirects) = redirects {
            Self::beside(&context, redirects, http::redirects(&context, public_port));
        }
        if let Some(metrics) = metrics {
            Self::beside(&context, metrics, http::metrics(Arc::clone(&app)));
        }
        if let Some(peers) = &mut peers {
            peers.open(&app.registry);
        }
        let closing = Arc::clone(&context);
        let (handing_over, condemned) = (
            OptionFuture::from(peers.as_ref().map(Peers::hand_over)),
            OptionFuture::from(peers.as_ref().map(Peers::condemned)),
        );
        let stopping = async move {
            tokio::select! {
                () = async { shutdown.await; handing_over.await; } => {}
                () = closing.store.ended() => {}
                Some(()) = condemned => {}
            }
            // Before anybody is told: from then on no move is taken, and no time counts.
            let closed = closing.store.write(Beat { now_ms: closing.clock.now_ms() }).await;
            if let Err(error) = closed {
                tracing::warn!(%error, "the time of closing could not be noted down");
            }
            stop.send_replace(true);
        };
        let stopped = context.stopped();
        tokio::pin!(stopped);
        let stopping = tokio::spawn(stopping);
        tokio::select! {
            () = connections::serve(&context, listener, tls, http::router(Arc::clone(&app), is_strict)) => {}
            // A connection on which half a request has come must not hold the end up.
            () = async { stopped.await; context.clock.sleep(limits::SHUTDOWN).await } => {}
        }
        stopping.abort();
        context.tasks.close();
        tokio::select! {
            () = context.tasks.wait() => {}
            () = context.clock.sleep(limits::SHUTDOWN) => tracing::warn!("some sockets did not close in time"),
        }
        context.store.stop().await;
        for task in parts {
            if let Err(error) = task.await {
                tracing::error!(%error, "a part of the server failed");
            }
        }
        let written = writer.await;
        if let Some(peers) = peers {
            peers.leave().await;
        }
        match written {
            Ok(written) => written.map_err(io::Error::other),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    /// Begins all that goes on by itself; each part ends when the server stops.
    fn begin(app: &Arc<App>, last_kept: i64) -> Vec<JoinHandle<()>> {
        let context = &app.context;
        let shared = || Arc::clone(context);
        let (lobby, sender, dumping) = (shared(), shared(), shared());
        let tasks = &context.tasks;
        vec![
            tasks.spawn(async move { lobby.lobby.run(lobby.stopped()).await }),
            tasks.spawn(timer::run(Arc::clone(&app.registry))),
            tasks.spawn(followers::finished::run(shared(), last_kept)),
            Self::once(app, tournaments::run),
            Self::once(app, |registry| followers::explorer::run(Arc::clone(registry.context()))),
            Self::once(app, |registry| followers::rendered_lines::run(Arc::clone(registry.context()))),
            Self::once(app, |registry| followers::sealing::run(Arc::clone(registry.context()))),
            Self::once(app, |registry| followers::merging::run(Arc::clone(registry.context()))),
            Self::once(app, |registry| followers::erasing::run(Arc::clone(registry.context()))),
            Self::once(app, |registry| digest::run(Arc::clone(registry.context()))),
            tasks.spawn(async move { push::run(Arc::clone(&sender.push), sender.stopped()).await }),
            tasks.spawn(async move {
                let Context { store, clock, dumps: Some(dumps), .. } = &*dumping else { return };
                dumps::nightly::run(store, clock, dumps, dumping.stopped()).await;
            }),
        ]
    }

    /// Begins what one of several nodes does for all of them.
    fn once<F: Future<Output = ()> + Send>(
        app: &Arc<App>,
        part: impl Fn(Arc<Registry>) -> F + Send + Sync + 'static,
    ) -> JoinHandle<()> {
        let registry = Arc::clone(&app.registry);
        app.context.tasks.spawn(async move {
            while_leading(Arc::clone(&registry), || part(Arc::clone(&registry))).await;
        })
    }

    /// Serves plainly at another address until it stops.
    fn beside(context: &Arc<Context>, listener: TcpListener, router: Router) {
        let serving = Arc::clone(context);
        context.tasks.spawn(async move { connections::serve(&serving, listener, None, router).await });
    }
}
