//! Context: what the parts of a running server share.

use std::sync::Arc;

use tokio::sync::watch;
use tokio_util::task::TaskTracker;

use cydonia_table::DiceSecrets;

use crate::accounts::Accounts;
use crate::admission::Admission;
use crate::analysis::Analyses;
use crate::clock::Clock;
use crate::config::Conduct;
use crate::dumps::Dumps;
use crate::entropy::Entropy;
use crate::finished_games::FinishedGames;
use crate::lobby::Lobby;
use crate::mail::Mail;
use crate::metrics::Metrics;
use crate::moderation::Sanctions;
use crate::own_games::OwnGames;
use crate::proof::Sealer;
use crate::push::Push;
use crate::review::Reviews;
use crate::sessions::Sessions;
use crate::store::{EndSessions, Store, StoreError};
use crate::thinker::Thinker;
use crate::tls::Tls;
use crate::workers::Workers;

/// All that tables, sockets and requests work with, but for each other.
#[derive(Debug)]
pub(crate) struct Context {
    /// What outlives the process.
    pub store: Store,
    /// What people may say, and whether newcomers are let in.
    pub conduct: Conduct,
    /// Who may come in, and how fast.
    pub admission: Admission,
    /// What is remembered of accounts between two requests.
    pub accounts: Accounts,
    /// Who may not play or talk just now.
    pub sanctions: Sanctions,
    /// The open sockets of sessions.
    pub sessions: Sessions,
    /// The list of public tables.
    pub lobby: Lobby,
    /// Time.
    pub clock: Clock,
    /// Randomness.
    pub entropy: Entropy,
    /// What the server adds to dice.
    pub dice_secrets: DiceSecrets,
    /// The threads for what takes long.
    pub workers: Workers,
    /// What computer players think.
    pub thinker: Thinker,
    /// The threads on which they do. What is read does not wait for them, nor they for that.
    pub thinkers: Workers,
    /// The analyses of games.
    pub analyses: Arc<Analyses>,
    /// Games as they are kept, for those who follow them.
    pub finished: FinishedGames,
    /// Those who follow their own games.
    pub own_games: OwnGames,
    /// All finished games as files, if the house makes such.
    pub dumps: Option<Dumps>,
    /// Those who look at finished games together.
    pub reviews: Reviews,
    /// The way to those who are not here.
    pub push: Arc<Push>,
    /// The way to their letter boxes.
    pub mail: Mail,
    /// What the house speaks TLS with, if it does.
    pub tls: Option<Tls>,
    /// What is counted and measured of all this.
    pub metrics: Metrics,
    /// What signs the proofs of games.
    pub sealer: Sealer,
    /// Sockets and tables, to be waited for at the end.
    pub tasks: TaskTracker,
    /// Turns true when the server stops.
    pub stopping: watch::Receiver<bool>,
}

impl Context {
    /// Whether the server is stopping.
    pub(crate) fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Ends sessions, with their sockets and streams; whether there was any.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn end_sessions(&self, which: EndSessions) -> Result<bool, StoreError> {
        let ended = self.store.write(which).await?;
        self.sessions.end(&ended);
        Ok(!ended.is_empty())
    }

    /// Reads anew who may not play or talk, if that may be another by now. What cannot be read now the timer reads in a moment.
    pub(crate) async fn refresh_sanctions(&self) {
        if let Err(error) = self.sanctions.refresh(&self.store).await {
            tracing::error!(%error, "it could not be read who may not play or talk");
        }
    }

    /// Waits until the server stops.
    pub(crate) async fn stopped(&self) {
        let mut stopping = self.stopping.clone();
        // If the sender is gone, so is the server.
        drop(stopping.wait_for(|stopping| *stopping).await);
    }
}
