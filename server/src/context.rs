//! Context: what the parts of a running server share.

use std::sync::Arc;

use tokio::sync::watch;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use cydonia_table::DiceSecrets;

use crate::accounts::Accounts;
use crate::admission::Admission;
use crate::analysis::Analyses;
use crate::bus::{Announcement, Announcer};
use crate::clock::Clock;
use crate::config::Conduct;
use crate::dumps::Dumps;
use crate::entropy::Entropy;
use crate::finished_games::FinishedGames;
use crate::gossip::Gossip;
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
    /// What other nodes tell of what is theirs, and are told.
    pub gossip: Gossip,
    /// The way to say something to all of them.
    pub announcer: Announcer,
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
        self.sessions_ended(&ended);
        Ok(!ended.is_empty())
    }

    /// Sessions have ended: their sockets and streams are closed, wherever they are.
    pub(crate) fn sessions_ended(&self, numbers: &[i64]) {
        if !numbers.is_empty() {
            self.sessions.end(numbers);
            self.announcer.announce(|| Announcement::SessionsEnded { numbers: numbers.to_vec() });
        }
    }

    /// So have those that are for a table, but for those of whoever has a seat there still.
    pub(crate) fn links_ended(&self, table: Uuid, seated: Vec<Uuid>) {
        self.sessions.end_at(table, &seated);
        self.announcer.announce(|| Announcement::LinksEnded { table, seated });
    }

    /// Somebody is called otherwise by now: wherever they are in person they come back, and know.
    pub(crate) fn player_renewed(&self, player: Uuid) {
        self.sessions.renew(player);
        self.announcer.announce(|| Announcement::PlayerRenewed { player });
    }

    /// Who may not play or talk may be another by now: it is read anew, here and at other nodes.
    pub(crate) async fn sanctions_changed(&self) {
        self.sanctions.note_change();
        self.refresh_sanctions().await;
        self.announcer.announce(|| Announcement::SanctionsChanged);
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
