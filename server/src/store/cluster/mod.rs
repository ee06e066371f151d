//! Cluster: what several servers on one Postgres, the nodes of one house, have of each other there. Each beats in a row of its own, over
//! a connection of its own, and reads with it who else does, and who owns which tables.
//!
//! What is to be done about that is for [`cydonia_cluster`] to say; whether it is done, the database decides: all that is written here
//! holds only as long as whoever writes it, and whoever it is for, has not been condemned.

mod listing;
mod takeover;

pub(crate) use listing::{ListedNode, nodes};
pub(crate) use takeover::{ConfirmOwnership, HandOver};

use cydonia_cluster::{Beat, Incarnation, Slot, SlotMap};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, PgConnection};
use uuid::Uuid;

use super::StoreError;
use super::engine::postgres::{self, HouseLock, JOINING_LOCK, MIGRATIONS, OPENING_LOCK};
use super::engine::{Engine, Statement, WriterConnection, from_row};
use super::uptime::ALONE;
use super::write::{ASIDE, JournalStaging};
use crate::clock::Clock;
use crate::config::DatabaseUrl;
use crate::limits;

/// Waits for its turn to bring what follows from the games to this program's version.
///
/// # Errors
/// If the database fails.
pub(super) async fn lock_opening(owner: &mut WriterConnection, clock: &Clock) -> Result<(), StoreError> {
    loop {
        let mut transaction = owner.begin().await?;
        let (is_locked,): (bool,) = Statement::of("SELECT pg_try_advisory_lock($1)")
            .bind(OPENING_LOCK)
            .fetch_one(&mut transaction)
            .await?;
        transaction.commit().await?;
        if is_locked {
            return Ok(());
        }
        clock.sleep(limits::OPENING_TURN).await;
    }
}

/// Lets the next one do so.
///
/// # Errors
/// If the database fails.
pub(super) async fn unlock_opening(owner: &mut WriterConnection) -> Result<(), StoreError> {
    let mut transaction = owner.begin().await?;
    Statement::of("SELECT pg_advisory_unlock($1)").bind(OPENING_LOCK).execute(&mut transaction).await?;
    transaction.commit().await
}

/// A node's own line to what all nodes have in common.
#[derive(Debug)]
pub(crate) struct NodeConnection {
    /// None while there is no way to the database: one on which something went wrong may be in the middle of anything.
    connection: Option<PgConnection>,
    options: PgConnectOptions,
    own: Incarnation,
    house: Uuid,
}

/// What a node has read with a beat of its own.
#[derive(Debug)]
pub(crate) struct Seen {
    /// The last beats of all that nobody has condemned, its own among them.
    pub beats: Vec<Beat>,
    /// Who owns which slot.
    pub slots: SlotMap,
}

struct BeatRow {
    node: i64,
    n: i64,
    hears: String,
    leaving: bool,
    weight: i64,
}

from_row!(BeatRow: node, n, hears, leaving, weight);

impl NodeConnection {
    /// Joins the others as a new node, which owns nothing yet. What a house left that was alone on the database is sorted in first.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if such a house has it still; or if the database cannot be reached, is newer than this program, or fails.
    pub(crate) async fn join(url: &DatabaseUrl, weight: u32) -> Result<Self, StoreError> {
        let (mut connection, _) =
            postgres::connect(&postgres::writing(url.options(), "cydonia joins"), HouseLock::Shared).await?;
        MIGRATIONS.run(&mut connection).await?;
        let mut transaction = connection.begin().await?;
        // One after another, so that what was left is sorted in once.
        sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(JOINING_LOCK).execute(&mut *transaction).await?;
        // A house alone whose lock is gone may still have a connection that only its pen keeps off.
        sqlx::query("DELETE FROM pens WHERE node NOT IN (SELECT node FROM beats)")
            .execute(&mut *transaction)
            .await?;
        JournalStaging::of_node(ALONE).sort_in(&mut Engine::Postgres(&mut transaction)).await?;
        // What stays of it was put aside.
        sqlx::query("UPDATE intake SET node = $1 WHERE node = $2")
            .bind(ASIDE)
            .bind(ALONE)
            .execute(&mut *transaction)
            .await?;
        let own = postgres::number_start(&mut transaction, weight).await?;
        sqlx::query(
            "INSERT INTO beats (node, n, ms, hears, leaving)
             VALUES ($1, 0, (extract(epoch FROM clock_timestamp()) * 1000)::bigint, '[]', FALSE)",
        )
        .bind(own)
        .execute(&mut *transaction)
        .await?;
        sqlx::query("INSERT INTO house (one, id) VALUES (1, $1) ON CONFLICT DO NOTHING")
            .bind(Uuid::new_v4())
            .execute(&mut *transaction)
            .await?;
        let house = sqlx::query_scalar("SELECT id FROM house").fetch_one(&mut *transaction).await?;
        transaction.commit().await?;
        let own = Incarnation(own);
        let options = postgres::writing(url.options(), &postgres::name("beats", Some(own)));
        let mut node = Self { connection: None, options, own, house };
        node.lay_anew().await?;
        // Only now, so that no house alone comes in between.
        connection.close().await?;
        Ok(node)
    }

    /// Another of the same node, for what takes longer than a beat may.
    ///
    /// # Errors
    /// As for [`Self::lay_anew`].
    pub(crate) async fn for_reconciler(&self) -> Result<Self, StoreError> {
        let options = self.options.clone().application_name(&postgres::name("reconciler", Some(self.own)));
        let mut other = Self { connection: None, options, own: self.own, house: self.house };
        other.lay_anew().await?;
        Ok(other)
    }

    /// Connects anew, after something went wrong.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if a house alone has the database by now; or if that cannot be reached.
    pub(crate) async fn lay_anew(&mut self) -> Result<(), StoreError> {
        self.connection = None;
        self.connection = Some(postgres::connect(&self.options, HouseLock::Shared).await?.0);
        Ok(())
    }

    /// Whether there is no way to the database at present.
    pub(crate) fn is_lost(&self) -> bool {
        self.connection.is_none()
    }

    /// Gives up what there is: after a failure it may be in the middle of anything.
    pub(crate) fn lose(&mut self) {
        self.connection = None;
    }

    fn connection(&mut self) -> Result<&mut PgConnection, StoreError> {
        self.connection.as_mut().ok_or(StoreError::Unavailable)
    }

    /// Which node it is.
    pub(crate) fn own(&self) -> Incarnation {
        self.own
    }

    /// The id of the house that it is a node of.
    pub(crate) fn house(&self) -> Uuid {
        self.house
    }

    /// Beats, and says whom one has heard; gives what there is to be seen.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if it was condemned; or if the database cannot be reached.
    pub(crate) async fn beat(&mut self, hears: &[Incarnation], leaving: bool) -> Result<Seen, StoreError> {
        let numbers: Vec<i64> = hears.iter().map(|node| node.0).collect();
        let hears = serde_json::to_string(&numbers).map_err(StoreError::unwritable("beat"))?;
        let own = self.own.0;
        let connection = self.connection()?;
        let beaten = sqlx::query(
            "UPDATE beats SET n = n + 1, hears = $2, leaving = $3, ms = (extract(epoch FROM clock_timestamp()) * 1000)::bigint
             WHERE node = $1",
        )
        .bind(own)
        .bind(hears)
        .bind(leaving)
        .execute(&mut *connection)
        .await?;
        if beaten.rows_affected() == 0 {
            return Err(StoreError::InUse);
        }
        let beats: Vec<BeatRow> = sqlx::query_as(
            "SELECT node, n, hears, leaving, weight FROM beats JOIN nodes ON number = node ORDER BY node",
        )
        .fetch_all(&mut *connection)
        .await?;
        let owned: Vec<(i64, i64)> =
            sqlx::query_as("SELECT slot, node FROM slots JOIN nodes ON number = node WHERE ended_ms IS NULL")
                .fetch_all(connection)
                .await?;
        let mut slots = SlotMap::default();
        for (slot, node) in owned {
            if let Some(slot) = Slot::numbered(slot) {
                slots.set(slot, Some(Incarnation(node)));
            }
        }
        Ok(Seen { beats: beats.into_iter().map(BeatRow::read).collect(), slots })
    }

    /// Takes slots that nobody owns, as far as that is so still. Since whoever had them gave its last sign of life, or the last house
    /// that was alone, their tables stood still: that is noted down as an outage.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn claim(&mut self, slots: &[Slot]) -> Result<(), StoreError> {
        let slots: Vec<i64> = slots.iter().map(|slot| i64::from(slot.number())).collect();
        // A node that has ended never lives again: whoever took one of its slots meanwhile is another, and keeps it.
        sqlx::query(
            "WITH alive AS (SELECT node FROM beats WHERE node = $1 FOR KEY SHARE),
             claimed AS (
               INSERT INTO slots (slot, node) SELECT slot, node FROM unnest($2::bigint[]) AS slot, alive
               ON CONFLICT (slot) DO UPDATE SET node = excluded.node
               WHERE EXISTS (SELECT 1 FROM nodes WHERE number = slots.node AND ended_ms IS NOT NULL)
               RETURNING slot
             ),
             unowned AS (
               SELECT claimed.slot, greatest(ended_ms, (SELECT ms FROM heartbeat)) AS from_ms,
                 (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS to_ms
               FROM claimed LEFT JOIN slots ON slots.slot = claimed.slot LEFT JOIN nodes ON number = slots.node
             )
             INSERT INTO outages (slot, from_ms, to_ms) SELECT slot, from_ms, to_ms FROM unowned WHERE from_ms < to_ms",
        )
        .bind(self.own.0)
        .bind(slots)
        .execute(self.connection()?)
        .await?;
        Ok(())
    }

    /// Goes, when its store has stopped: nobody need condemn it. What is its own still, as nobody was there to take it, is nobody's now.
    ///
    /// # Errors
    /// If the database fails; it is condemned then, as any that has stopped.
    pub(crate) async fn leave(mut self) -> Result<(), StoreError> {
        let own = self.own.0;
        let mut transaction = self.connection()?.begin().await?;
        JournalStaging::of_node(own).sort_in(&mut Engine::Postgres(&mut transaction)).await?;
        postgres::end_nodes(&mut transaction, Some(own)).await?;
        for away in ["DELETE FROM beats WHERE node = $1", "DELETE FROM pens WHERE node = $1"] {
            sqlx::query(away).bind(own).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        match self.connection {
            Some(connection) => Ok(connection.close().await?),
            None => Ok(()),
        }
    }
}

impl BeatRow {
    fn read(self) -> Beat {
        let Self { node, n, hears, leaving, weight } = self;
        // Whoever cannot be understood hears nobody.
        let hears: Vec<i64> = serde_json::from_str(&hears).unwrap_or_default();
        Beat {
            node: Incarnation(node),
            n: u64::try_from(n).unwrap_or(0),
            hears: hears.into_iter().map(Incarnation).collect(),
            leaving,
            weight: u32::try_from(weight).unwrap_or(0),
        }
    }
}
