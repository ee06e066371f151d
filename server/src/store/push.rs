//! Web Push: the house's key, and where browsers want to be told.

use uuid::Uuid;

use super::engine::{Statement, from_row};
use super::write::{Batch, Write};
use super::{Store, StoreError};
use crate::limits;

/// Keeps the house's private key. Subscriptions that were made for another are void.
#[derive(Debug)]
pub(crate) struct KeepPushKey {
    /// Its bytes.
    pub private: Vec<u8>,
}

/// A browser's subscription, which can be sent to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewSubscription {
    /// Its push service's address for it.
    pub endpoint: String,
    /// What is encrypted for.
    pub p256dh: Vec<u8>,
    /// What goes into the encryption besides.
    pub auth: Vec<u8>,
}

/// Keeps a session's subscription; the one that it had before goes.
#[derive(Debug)]
pub(crate) struct Subscribe {
    /// The session's number.
    pub session: i64,
    /// Where.
    pub subscription: NewSubscription,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Forgets a session's subscription, if it has one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unsubscribe {
    /// The session's number.
    pub session: i64,
}

/// What became of a message, once nothing more is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PushOutcome {
    /// Its push service has it.
    Arrived,
    /// It did not take it.
    Failed,
    /// It knows the subscription no more.
    Gone,
}

/// Notes down what became of a message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NotePush {
    /// The subscription's number.
    pub subscription: i64,
    /// What.
    pub outcome: PushOutcome,
}

/// Where somebody wants to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subscription {
    /// Its number.
    pub number: i64,
    /// Its push service's address for it.
    pub endpoint: String,
    /// What is encrypted for.
    pub p256dh: Vec<u8>,
    /// What goes into the encryption besides.
    pub auth: Vec<u8>,
    /// Messages that failed since one arrived.
    pub failures: i64,
    /// The one table that its session is for, if a seat's link has opened that.
    pub at_table: Option<Uuid>,
}

from_row!(Subscription: number, endpoint, p256dh, auth, failures, at_table);

impl Write for KeepPushKey {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        let connection = &mut batch.connection;
        let changed = Statement::of(
            "INSERT INTO push_key (one, private) VALUES (1, $1)
             ON CONFLICT (one) DO UPDATE SET private = excluded.private
             WHERE push_key.private <> excluded.private",
        )
        .bind(&self.private[..])
        .execute(connection)
        .await?;
        if changed > 0 {
            Statement::of("DELETE FROM push_subscriptions").execute(connection).await?;
        }
        Ok(())
    }
}

impl Write for Subscribe {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        let Self { session, subscription: NewSubscription { endpoint, p256dh, auth }, now_ms } = self;
        let connection = &mut batch.connection;
        // A browser whose people say another name has the same endpoint still.
        Statement::of("DELETE FROM push_subscriptions WHERE session = $1 OR endpoint = $2")
            .bind(session)
            .bind(&endpoint)
            .execute(connection)
            .await?;
        Statement::of(
            "INSERT INTO push_subscriptions (session, endpoint, p256dh, auth, failures, created_ms)
             SELECT number, $2, $3, $4, 0, $5 FROM sessions WHERE number = $1",
        )
        .bind(session)
        .bind(&endpoint)
        .bind(&p256dh[..])
        .bind(&auth[..])
        .bind(now_ms)
        .execute(connection)
        .await?;
        Statement::of(
            "DELETE FROM push_subscriptions WHERE number IN (
             SELECT push_subscriptions.number FROM push_subscriptions
             JOIN sessions ON sessions.number = push_subscriptions.session
             WHERE sessions.player = (SELECT player FROM sessions WHERE number = $1)
             ORDER BY push_subscriptions.number DESC LIMIT 1000 OFFSET $2)",
        )
        .bind(session)
        .bind(limits::PUSH_SUBSCRIPTIONS)
        .execute(connection)
        .await?;
        Ok(())
    }
}

impl Write for Unsubscribe {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        Statement::of("DELETE FROM push_subscriptions WHERE session = $1")
            .bind(self.session)
            .execute(&mut batch.connection)
            .await?;
        Ok(())
    }
}

impl Write for NotePush {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        let connection = &mut batch.connection;
        let note = match self.outcome {
            PushOutcome::Arrived => "UPDATE push_subscriptions SET failures = 0 WHERE number = $1",
            PushOutcome::Failed => "UPDATE push_subscriptions SET failures = failures + 1 WHERE number = $1",
            PushOutcome::Gone => "DELETE FROM push_subscriptions WHERE number = $1",
        };
        Statement::of(note).bind(self.subscription).execute(connection).await?;
        Statement::of("DELETE FROM push_subscriptions WHERE number = $1 AND failures >= $2")
            .bind(self.subscription)
            .bind(limits::PUSH_FAILURES)
            .execute(connection)
            .await?;
        Ok(())
    }
}

impl Store {
    /// The house's private key, if there is one.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn push_key(&self) -> Result<Option<Vec<u8>>, StoreError> {
        let found: Option<(Vec<u8>,)> = Statement::of("SELECT private FROM push_key")
            .fetch_optional(&mut self.readers.play.lend().await?)
            .await?;
        Ok(found.map(|(private,)| private))
    }

    /// Whether a session has a subscription.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn is_subscribed(&self, session: i64) -> Result<bool, StoreError> {
        let (count,): (i64,) = Statement::of("SELECT count(*) FROM push_subscriptions WHERE session = $1")
            .bind(session)
            .fetch_one(&mut self.readers.play.lend().await?)
            .await?;
        Ok(count > 0)
    }

    /// Where a player wants to be told.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn subscriptions_of(&self, player: Uuid) -> Result<Vec<Subscription>, StoreError> {
        Statement::of(
            "SELECT push_subscriptions.number AS number, endpoint, p256dh, auth, failures, tables.id AS at_table
             FROM push_subscriptions JOIN sessions ON sessions.number = push_subscriptions.session
             JOIN players ON players.number = sessions.player
             LEFT JOIN tables ON tables.number = table_number AND NOT closed WHERE players.id = $1
             AND (table_number IS NULL OR tables.id IS NOT NULL) ORDER BY push_subscriptions.number",
        )
        .bind(player)
        .fetch_all(&mut self.readers.play.lend().await?)
        .await
    }
}
