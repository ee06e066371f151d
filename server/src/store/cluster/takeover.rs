//! Takeover: a node that stands still is condemned, and its tables go to others, in one transaction. And handing over, by an owner of its
//! own will.

use cydonia_cluster::{Candidate, Failure, Incarnation, Slot, SlotMap};
use sqlx::{Connection, PgConnection};

use super::NodeConnection;
use crate::store::StoreError;
use crate::store::engine::postgres;
use crate::store::engine::{Engine, Session};
use crate::store::write::{Batch, JournalStaging, Write};

impl NodeConnection {
    /// Condemns a node, unless it has beaten since it was seen to stand still, or somebody was faster: false then. Of what it had
    /// under way nothing is kept any more; what it had kept is sorted into the journals, and its slots go to those who may own them. The
    /// time since its last sign of life is noted down as an outage of its tables.
    ///
    /// # Errors
    /// If the database fails; whether anything has changed shows with the next beat.
    pub(crate) async fn condemn(
        &mut self,
        failure: Failure,
        candidates: &[Candidate],
    ) -> Result<bool, StoreError> {
        let Failure { node, n } = failure;
        let n = i64::try_from(n).unwrap_or(i64::MAX);
        let mut transaction = self.connection()?.begin().await?;
        let stands_still = sqlx::query("SELECT 1 FROM beats WHERE node = $1 AND n = $2")
            .bind(node.0)
            .bind(n)
            .fetch_optional(&mut *transaction)
            .await?;
        if stands_still.is_none() {
            return Ok(false);
        }
        // First: what stands still in the middle of a transaction may hold its pen, or somebody's beat, and would be waited for.
        sqlx::query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND application_name = ANY($1)",
        )
        .bind(LINES.map(|purpose| postgres::name(purpose, Some(node))).to_vec())
        .execute(&mut *transaction)
        .await?;
        let beaten_ms: Option<i64> =
            sqlx::query_scalar("DELETE FROM beats WHERE node = $1 AND n = $2 RETURNING ms")
                .bind(node.0)
                .bind(n)
                .fetch_optional(&mut *transaction)
                .await?;
        let Some(beaten_ms) = beaten_ms else { return Ok(false) };
        let kept_ms: Vec<i64> = sqlx::query_scalar("DELETE FROM pens WHERE node = $1 RETURNING ms")
            .bind(node.0)
            .fetch_all(&mut *transaction)
            .await?;
        // Whoever beats and can keep nothing is closed all the same.
        let alive_ms = kept_ms.into_iter().max().unwrap_or(beaten_ms);
        sqlx::query("UPDATE nodes SET ended_ms = $2 WHERE number = $1")
            .bind(node.0)
            .bind(alive_ms)
            .execute(&mut *transaction)
            .await?;
        JournalStaging::of_node(node.0).sort_in(&mut Engine::Postgres(&mut transaction)).await?;
        bequeath(&mut transaction, node, alive_ms, candidates).await?;
        transaction.commit().await?;
        Ok(true)
    }
}

/// What a node's connections that write are for.
const LINES: [&str; 4] = ["writer", "moves", "beats", "reconciler"];

/// Gives a node's slots to those of the candidates who live, and notes down the time since its last sign of life as an outage of their
/// tables. Where there is no such candidate they stay whose they were, and so nobody's.
async fn bequeath(
    connection: &mut PgConnection,
    of: Incarnation,
    alive_ms: i64,
    candidates: &[Candidate],
) -> Result<(), StoreError> {
    let nodes: Vec<i64> = candidates.iter().map(|candidate| candidate.node.0).collect();
    // Whoever is just being condemned elsewhere is no heir: to wait for that might be to wait for each other.
    let alive: Vec<i64> =
        sqlx::query_scalar("SELECT node FROM beats WHERE node = ANY($1) FOR KEY SHARE SKIP LOCKED")
            .bind(nodes)
            .fetch_all(&mut *connection)
            .await?;
    let heirs: Vec<Candidate> =
        candidates.iter().filter(|candidate| alive.contains(&candidate.node.0)).copied().collect();
    let slots: Vec<i64> = sqlx::query_scalar("SELECT slot FROM slots WHERE node = $1")
        .bind(of.0)
        .fetch_all(&mut *connection)
        .await?;
    let mut owned = SlotMap::default();
    slots.into_iter().filter_map(Slot::numbered).for_each(|slot| owned.set(slot, Some(of)));
    let bequests = owned.bequests(of, &heirs).into_iter();
    let (slots, owners): (Vec<i64>, Vec<i64>) =
        bequests.filter_map(|(slot, heir)| Some((i64::from(slot.number()), heir?.0))).unzip();
    sqlx::query(
        "WITH bequest AS (
           UPDATE slots SET node = heir FROM unnest($2::bigint[], $3::bigint[]) AS bequest (number, heir)
           WHERE slot = number AND node = $1 RETURNING slot
         )
         INSERT INTO outages (slot, from_ms, to_ms)
         SELECT slot, $4, greatest($4, (extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM bequest",
    )
    .bind(of.0)
    .bind(slots)
    .bind(owners)
    .bind(alive_ms)
    .execute(connection)
    .await?;
    Ok(())
}

/// Hands slots over to another node, none of whose tables is being played at here any more: what they have appended is sorted into their
/// journals, where the other finds it. Tells which of them it got: none if it was condemned meanwhile, or is just being condemned.
#[derive(Debug)]
pub(crate) struct HandOver {
    pub slots: Vec<Slot>,
    pub to: Incarnation,
}

impl Write for HandOver {
    type Output = Vec<Slot>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Vec<Slot>, StoreError> {
        let Self { slots, to } = self;
        let own = batch.staging.node();
        // Where so much waits, the batch has begun with that.
        if !batch.delta.is_sorted() {
            let sorted = batch.staging.sort_in(&mut batch.connection).await?;
            batch.delta.take_sorted(sorted);
        }
        batch.delta.let_go();
        let Engine::Postgres(connection) = batch.connection.connection() else { return Ok(Vec::new()) };
        let numbers = numbers(&slots);
        let handed: Vec<i64> = sqlx::query_scalar(
            "WITH heir AS (SELECT node FROM beats WHERE node = $2 FOR KEY SHARE SKIP LOCKED)
             UPDATE slots SET node = heir.node FROM heir WHERE slot = ANY($3) AND slots.node = $1 RETURNING slot",
        )
        .bind(own)
        .bind(to.0)
        .bind(numbers)
        .fetch_all(connection)
        .await?;
        Ok(handed.into_iter().filter_map(Slot::numbered).collect())
    }
}

/// Makes sure of slots whose hand-over has an outcome that is unknown, or that nobody was there to have: tells which of them are this
/// node's own. By the pen with which they were to be handed over: what is under way with it is decided by then.
#[derive(Debug)]
pub(crate) struct ConfirmOwnership {
    pub slots: Vec<Slot>,
}

impl Write for ConfirmOwnership {
    type Output = Vec<Slot>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Vec<Slot>, StoreError> {
        let own = batch.staging.node();
        let Engine::Postgres(connection) = batch.connection.connection() else { return Ok(Vec::new()) };
        let kept: Vec<i64> = sqlx::query_scalar("SELECT slot FROM slots WHERE node = $1 AND slot = ANY($2)")
            .bind(own)
            .bind(numbers(&self.slots))
            .fetch_all(connection)
            .await?;
        Ok(kept.into_iter().filter_map(Slot::numbered).collect())
    }
}

fn numbers(slots: &[Slot]) -> Vec<i64> {
    slots.iter().map(|slot| i64::from(slot.number())).collect()
}
