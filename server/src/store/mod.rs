//! Store: what outlives the process: players, tables, the journal and finished games, in SQLite or in Postgres.
//!
//! One task holds the connections that write, and commits what many senders ask for together
//! ([`mod@write`]); a pool of others reads. An answer to a write means that it is durable.

mod accounts;
mod analyses;
mod archive;
mod backfill;
mod chat;
mod clubs;
mod cluster;
mod codes;
mod contacts;
mod deadlines;
mod deletion;
mod engine;
mod error;
mod explorer;
mod history;
mod journal;
mod mail;
mod match_filter;
mod match_lines;
mod matches;
mod merging;
mod migrate;
mod moderation;
mod page;
mod player_results;
mod players;
mod preferences;
mod push;
mod puzzles;
mod rating_lists;
mod rating_rule;
mod ratings;
mod recompute;
mod rendered_lines;
mod seals;
mod seat_keys;
mod seated;
mod sessions;
mod sign_in;
mod signing_keys;
mod tables;
#[cfg(test)]
pub(crate) mod tests;
mod tokens;
mod tournaments;
mod uptime;
mod whole_game;
mod wishes;
mod write;

use std::sync::Arc;

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;

pub(crate) use accounts::{
    CredentialKept, CredentialRemoved, KeepCredential, NewCredential, NewPasskeyRow, OldCredential,
    RemoveCredential, RenewRecoveryCodes,
};
pub(crate) use analyses::KeepAnalysis;
pub use archive::Archive;
pub(crate) use chat::{ForgetChat, Say};
pub(crate) use clubs::{
    AdmitMember, ChangeClub, CloseClub, ClubFilter, ClubWords, ExpelMember, FoundClub, HandOverClub,
    JoinClub, LeaveClub, NoClub, WholeClub,
};
pub(crate) use cluster::{ConfirmOwnership, HandOver, ListedNode, NodeConnection, nodes};
pub(crate) use codes::GiveCode;
pub(crate) use contacts::{
    Block, BlockPlayer, Follow, Followed, KeepContactSettings, NoContact, Unblock, Unfollow,
};
pub(crate) use deadlines::{BackOff, SetDeadline};
pub(crate) use deletion::DeletePlayer;
pub use error::{StoreError, Unique};
pub(crate) use explorer::{Counts, Explored, IndexGames};
pub(crate) use mail::{
    ClaimLetter, ConfirmMailAddress, ForgetMail, ForgetUnconfirmedMail, KeepMailAddress, MailOutcome,
    MailRecipient, NoteMail,
};
pub(crate) use match_filter::{MatchFilter, OptionFilter, Order};
pub(crate) use match_lines::{KeptLine, left_out};
pub(crate) use matches::Kept;
pub(crate) use merging::{MergePlayers, NoMerge};
pub(crate) use migrate::migrate;
pub(crate) use moderation::{
    CloseReport, ForgetModeration, Impose, KeepReport, Lift, NoReport, NoteSharedAddress, Reports,
    SanctionInForce, Sanctions, TakeName,
};
pub(crate) use player_results::{AddedUp, OwnGames};
pub(crate) use players::{CreatePlayer, NameTaken, RenamePlayer, TokenHash};
pub(crate) use preferences::KeepPreferences;
pub(crate) use push::{
    KeepPushKey, NewSubscription, NotePush, PushOutcome, Subscribe, Subscription, Unsubscribe,
};
pub(crate) use puzzles::{AddPuzzle, Added, AttemptPuzzle, OwnPuzzles, PuzzleStanding};
pub(crate) use rating_lists::{LeaderRow, Point, RatedIn, Standings};
pub use recompute::{Recomputed, recompute_ratings};
pub(crate) use rendered_lines::{DOCUMENTS, GamesAhead, KeepRenderedLines};
pub(crate) use seals::{SealGames, SealedGame, SealedRatings};
pub(crate) use seat_keys::KeepSeatKey;
pub(crate) use seated::holders;
pub(crate) use sessions::{EndSessions, LiveSession, OpenSeat};
pub(crate) use sign_in::{KeptPasskey, NoSignIn, ProvedBy, SignIn, SignInSession};
pub(crate) use signing_keys::{HouseKeys, KeepFirstKey, rotate_signing_key};
pub(crate) use tables::{CreateTable, Made, NewTable};
pub(crate) use tokens::{CreateToken, LiveToken, Scopes};
pub(crate) use tournaments::{
    CancelTournament, CreateTournament, EndTournament, Entered, GameFate, GameResult, JoinTournament,
    NewGame, NoTournament, NoteResults, PairRound, RunningTournament, StartTournament, TournamentFilter,
    WithdrawPlayer,
};
pub(crate) use uptime::Beat;
pub(crate) use whole_game::{RenderedLine, ToldGame, Unpacker, WholeGame};
pub(crate) use write::{Append, Write};

use crate::background::Background;
use crate::clock::Clock;
use crate::config::Database;
use crate::limits;
use crate::metrics::Metrics;
use deletion::Deleted;
pub(crate) use engine::sqlite::{BackupError, back_up, restore};
use engine::{MigrationPolicy, Readers};
use uptime::{ALONE, Uptime};
use write::{JournalStaging, Queued, Reply, Writer};

/// A handle to the store; cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    readers: Readers,
    background: Background,
    writes: mpsc::Sender<Queued>,
    /// The way of records of games that go on, where that is one of its own.
    moves: Option<mpsc::Sender<Queued>>,
    intake: Arc<JournalStaging>,
    uptime: Arc<Uptime>,
    deleted: Arc<Deleted>,
    /// Changes with each game that is kept, here or by another node.
    kept: watch::Sender<()>,
    /// Changes with each game that is kept here.
    kept_here: watch::Sender<()>,
}

impl Store {
    /// Opens the database, made if missing where that is up to this program, and brings it to this program's version.
    /// The task that writes ends, and closes the database whole, after [`Store::stop`]; or before, if another server
    /// has taken the database.
    ///
    /// # Errors
    /// If the database cannot be opened, is newer than this program, or another server has it.
    pub(crate) async fn open(
        database: &Database,
        clock: Clock,
        metrics: Metrics,
    ) -> Result<(Self, JoinHandle<Result<(), StoreError>>), StoreError> {
        let (mut owner, readers) = engine::open(database, MigrationPolicy::Migrate).await?;
        let node = database.node().map_or(ALONE, |node| node.0);
        let intake = Arc::new(JournalStaging::of_node(node));
        intake.compact(&mut owner).await?;
        if node != ALONE {
            // Nodes one after another: whoever comes later finds it done.
            cluster::lock_opening(&mut owner, &clock).await?;
        }
        backfill::run(&mut owner).await?;
        rating_rule::run(&mut owner).await?;
        explorer::open(&mut owner).await?;
        rendered_lines::open(&mut owner).await?;
        if node != ALONE {
            cluster::unlock_opening(&mut owner).await?;
        }
        if node == ALONE {
            uptime::open(&mut owner, clock.now_ms()).await?;
        }
        let deleted = Arc::new(Deleted::read(&mut readers.play.lend().await?).await?);
        let uptime = Arc::new(Uptime::default());
        let (writes, queue) = mpsc::channel(limits::WRITE_QUEUE_LEN);
        let (moves, plain) = match owner.for_moves().await? {
            Some(connection) => {
                let (moves, plain) = mpsc::channel(limits::WRITE_QUEUE_LEN);
                (Some(moves), Some((connection, plain)))
            }
            None => (None, None),
        };
        let writer = Writer { intake: Arc::clone(&intake), uptime: Arc::clone(&uptime), clock, metrics };
        let writer = tokio::spawn(writer.run(owner, queue, plain));
        let (background, kept, kept_here) =
            (Background::new(), watch::Sender::new(()), watch::Sender::new(()));
        Ok((Self { readers, background, writes, moves, intake, uptime, deleted, kept, kept_here }, writer))
    }

    /// Appends records of one table to its journal, and moves a finished game to the matches.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] or [`StoreError::Unavailable`]; what the table remembers must then be read anew.
    pub(crate) async fn append(&self, append: impl Into<Box<Append>>) -> Result<(), StoreError> {
        let append = append.into();
        let ends = append.finished.is_some();
        let way = self.moves.as_ref().filter(|_| append.is_plain()).unwrap_or(&self.writes);
        send(way, |reply| Queued::Append(append, reply)).await?;
        if ends {
            self.kept_here.send_replace(());
            self.note_kept_game();
        }
        Ok(())
    }

    /// Another game is kept, be it by another node.
    pub(crate) fn note_kept_game(&self) {
        self.kept.send_replace(());
    }

    /// Changes whenever another game is kept here.
    pub(crate) fn games_kept_here(&self) -> watch::Receiver<()> {
        self.kept_here.subscribe()
    }

    /// Changes whenever another game is kept.
    pub(crate) fn kept_games(&self) -> watch::Receiver<()> {
        self.kept.subscribe()
    }

    /// Has something kept that is no record of a table's.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`]; or [`StoreError::Taken`] if there is something of that mark.
    pub(crate) async fn write<W: Write>(&self, write: W) -> Result<W::Output, StoreError> {
        send(&self.writes, |reply| Queued::of(write, reply)).await
    }

    /// Carries out what was asked before and ends the task that writes.
    pub(crate) async fn stop(&self) {
        // A writer that has stopped already is just what is wanted.
        drop(self.writes.send(Queued::Stop).await);
        self.readers.close().await;
    }

    /// Writes that wait for the task that writes.
    pub(crate) fn queued_writes(&self) -> usize {
        let ways = self.moves.iter().chain([&self.writes]);
        ways.map(|way| way.max_capacity() - way.capacity()).sum()
    }

    /// Waits until nothing is written any more.
    pub(crate) async fn ended(&self) {
        self.writes.closed().await;
    }

    /// What is done on threads of low priority, lookups among it.
    pub(crate) fn background(&self) -> &Background {
        &self.background
    }

    /// Looks something up in the background: SQLite hands over row by row, and each would wake the thread that plays.
    async fn look<T: Send + 'static>(
        &self,
        lookup: impl Future<Output = Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.background.carry(lookup).await.unwrap_or(Err(StoreError::Unavailable))
    }
}

/// Sends something to the task that writes, and waits until it is durable.
async fn send<T>(way: &mpsc::Sender<Queued>, ask: impl FnOnce(Reply<T>) -> Queued) -> Result<T, StoreError> {
    let (reply, answer) = oneshot::channel();
    match way.try_send(ask(reply)) {
        Ok(()) => {}
        Err(TrySendError::Full(queued)) => {
            if Box::pin(way.send(queued)).await.is_err() {
                return Err(StoreError::Unavailable);
            }
        }
        Err(TrySendError::Closed(_)) => return Err(StoreError::Unavailable),
    }
    answer.await.unwrap_or(Err(StoreError::Unavailable))
}
