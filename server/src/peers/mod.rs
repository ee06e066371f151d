//! Peers: a server as one of several nodes. It joins them before its store is opened, takes its share of the tables once it serves, and leaves
//! them when its store has stopped; meanwhile it says that it is there, and hears the others.

mod ear;
mod leader;
mod mouth;
mod reach;

use std::sync::{Arc, OnceLock};

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use self::ear::Ear;
pub(crate) use self::leader::while_leading;
use self::mouth::Mouth;
use self::reach::Reach;
use crate::bus::{BusError, NatsBus};
use crate::clock::Clock;
use crate::config::{Database, DatabaseUrl, NodeSettings};
use crate::limits;
use crate::node::{Hearing, Heartbeat, Intent, Reconciler, Shared, Standing};
use crate::store::{NodeConnection, StoreError};
use crate::table::Registry;
use crate::table::relay::{Carrier, Relay};

/// What the other nodes reach, once there is a server.
type Reachable = Arc<OnceLock<Arc<Reach>>>;

/// A node that has joined the others.
#[derive(Debug)]
pub(crate) struct Peers {
    database: Database,
    bus: Arc<NatsBus>,
    clock: Clock,
    shared: Shared,
    intent: watch::Sender<Intent>,
    heartbeat: JoinHandle<Result<NodeConnection, StoreError>>,
    /// For the reconciler, until that begins.
    connection: Option<NodeConnection>,
    reconciler: Option<JoinHandle<()>>,
    reach: Reachable,
    /// Done when others have condemned it.
    condemned: CancellationToken,
}

/// Why a server could not join.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JoinError {
    /// The database does not take it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no way to the others.
    #[error(transparent)]
    Bus(#[from] BusError),
}

impl Carrier for Arc<NatsBus> {
    fn carry(&self, to: cydonia_cluster::Incarnation, letter: bytes::Bytes) {
        self.send(to, &letter);
    }
}

impl Peers {
    /// Joins the nodes of the house on that database. It is there from then on, and wants nothing yet.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if a house alone has the database; or if that, or the bus, does not take it.
    pub(crate) async fn join(
        url: &DatabaseUrl,
        settings: &NodeSettings,
        clock: Clock,
    ) -> Result<Self, JoinError> {
        let connection = NodeConnection::join(url, settings.weight).await?;
        let (own, house) = (connection.own(), connection.house());
        let reconciling = connection.for_reconciler().await?;
        let (bus, deliveries) = NatsBus::join(&settings.nats, house, own).await?;
        let (bus, hearing, reach) = (Arc::new(bus), Hearing::default(), Reachable::default());
        let mouth = Mouth { bus: Arc::clone(&bus), hearing: hearing.clone(), reach: Arc::clone(&reach) };
        let ear = Ear { own, clock: clock.clone(), hearing, reach: Arc::clone(&reach) };
        tokio::spawn(ear.hear(deliveries));
        let (intent, intends) = watch::channel(Intent::Opening);
        let heartbeat = Heartbeat::new(connection, mouth, clock.clone(), intends);
        let (shared, condemned) = (heartbeat.shared(), CancellationToken::new());
        let is_condemned = condemned.clone();
        let heartbeat = tokio::spawn(async move {
            let beaten = heartbeat.run().await;
            if let Err(error) = &beaten {
                tracing::error!(%error, "this node is none any more");
                is_condemned.cancel();
            }
            beaten
        });
        tracing::info!(node = %own, "joined the other nodes of the house");
        let database = Database::Node(url.clone(), own);
        let connection = Some(reconciling);
        Ok(Self {
            database,
            bus,
            clock,
            shared,
            intent,
            heartbeat,
            connection,
            reconciler: None,
            reach,
            condemned,
        })
    }

    /// What its store is opened with.
    pub(crate) fn database(&self) -> &Database {
        &self.database
    }

    /// Has what is asked of tables of other nodes go there, and what they ask of those here be heard.
    pub(crate) fn connect(&self, registry: &Arc<Registry>) {
        let relay = Relay::new(self.shared.standing(), self.clock.clone(), Arc::clone(&self.bus));
        registry.reach_others_by(Arc::clone(&relay));
        registry.context().announcer.reach_others_by(Arc::clone(&self.bus));
        let reach = Arc::new(Reach::new(Arc::clone(&self.bus), relay, Arc::clone(registry)));
        drop(self.reach.set(Arc::clone(&reach)));
        let (standing, context) = (self.shared.standing(), Arc::clone(registry.context()));
        registry.context().tasks.spawn(async move {
            tokio::select! {
                () = reach.tell() => {}
                () = reach.tell_of_games() => {}
                () = reach.lose_ended(standing) => {}
                () = reach.read_tables() => {}
                () = context.stopped() => {}
            }
        });
    }

    /// Takes its share of the tables from now on.
    pub(crate) fn open(&mut self, registry: &Arc<Registry>) {
        self.intent.send_replace(Intent::Open);
        let Some(connection) = self.connection.take() else { return };
        let store = registry.context().store.clone();
        let reconciler = Reconciler::new(self.shared.clone(), connection, Arc::clone(registry), store);
        self.reconciler = Some(tokio::spawn(async move {
            if let Err(error) = reconciler.run().await {
                tracing::error!(%error, "this node looks after tables no more");
            }
        }));
    }

    /// Waits until others have condemned it.
    pub(crate) fn condemned(&self) -> impl Future<Output = ()> + Send + use<> {
        self.condemned.clone().cancelled_owned()
    }

    /// Gives all that is its own to others, as far as there are any.
    pub(crate) fn hand_over(&self) -> impl Future<Output = ()> + Send + use<> {
        let (mut standing, clock) = (self.shared.standing(), self.clock.clone());
        let (intent, condemned) = (self.intent.clone(), self.condemned());
        async move {
            intent.send_replace(Intent::Leaving);
            tokio::select! {
                _ = standing.wait_for(|standing: &Standing| standing.may_leave) => {}
                () = condemned => {}
                () = clock.sleep(limits::NODE_LEAVING) => {
                    tracing::warn!("others do not have all tables of this node yet, and take them over now");
                }
            }
        }
    }

    /// Goes, once its store has stopped.
    pub(crate) async fn leave(self) {
        self.intent.send_replace(Intent::Left);
        let Ok(Ok(connection)) = self.heartbeat.await else { return };
        if let Some(reconciler) = self.reconciler {
            // It works by what the heartbeat sees, and that has ended.
            reconciler.abort();
        }
        if let Err(error) = connection.leave().await {
            tracing::warn!(%error, "the other nodes find out by themselves that this one is gone");
        }
    }
}
