//! Sender: the task that tells players what waits for them, many at the same time, and each after a while.

use std::sync::Arc;

use cydonia_protocol::PushMessage;
use futures_util::future::join_all;
use hyper::StatusCode;
use tokio::task::JoinSet;
use uuid::Uuid;
use web_push_native::{Auth, encrypt, p256};

use super::agenda::{Agenda, Digest, Failed, Round};
use super::client::{Post, Reply};
use super::endpoint::PushEndpoint;
use super::{News, Push};
use crate::limits;
use crate::metrics::NotificationOutcome;
use crate::store::{NotePush, PushOutcome, StoreError, Subscription};

/// A topic of which push services keep the latest message alone: it tells everything.
const TOPIC: &str = "waiting";

/// What became of a round.
struct Told {
    player: Uuid,
    /// When it began, in milliseconds of the running clock.
    at_ms: i64,
    failed: Vec<Failed>,
}

/// What became of one message.
enum Sent {
    Arrived,
    /// Its push service knows the subscription no more.
    Gone,
    /// The service takes nothing of the kind.
    Refused,
    /// It may go better later.
    Later {
        wait_ms: Option<i64>,
    },
}

/// Runs until the server stops; what is under way then is let go.
pub(crate) async fn run(push: Arc<Push>, stopped: impl Future<Output = ()>) {
    let Some(mut queue) = push.queue.lock().await.take() else { return };
    let mut agenda = Agenda::default();
    let mut rounds: JoinSet<Told> = JoinSet::new();
    tokio::pin!(stopped);
    loop {
        while rounds.len() < limits::PUSH_AT_ONCE
            && let Some(round) = agenda.take_due(push.clock.running_ms())
        {
            rounds.spawn(tell(Arc::clone(&push), round));
        }
        let is_busy = rounds.len() >= limits::PUSH_AT_ONCE;
        let due_ms = agenda.next_due_ms().filter(|_| !is_busy);
        tokio::select! {
            () = &mut stopped => return,
            news = queue.recv() => match news {
                Some(News::Awaits { player, awaited, at_ms }) => agenda.awaits(player, awaited, at_ms),
                Some(News::Settled(player, table)) => agenda.settled(player, table),
                None => return,
            },
            Some(told) = rounds.join_next() => match told {
                Ok(Told { player, at_ms, failed }) => agenda.told(player, &failed, at_ms),
                Err(error) => tracing::error!(%error, "a push message failed"),
            },
            () = push.clock.sleep_until(due_ms.unwrap_or_default()), if due_ms.is_some() => {}
        }
    }
}

/// Tells one player, wherever they want to be told.
async fn tell(push: Arc<Push>, round: Round) -> Told {
    let Round { player, at_ms, .. } = round;
    match push.store.subscriptions_of(player).await {
        Ok(subscriptions) => {
            let mut sent = Vec::new();
            for subscription in &subscriptions {
                if !round.is_repeat || round.tries.contains_key(&subscription.number) {
                    sent.push(push.send(subscription, &round));
                }
            }
            Told { player, at_ms, failed: join_all(sent).await.into_iter().flatten().collect() }
        }
        Err(error) => {
            tracing::warn!(%error, "it could not be looked where a player wants to be told");
            Told { player, at_ms, failed: Vec::new() }
        }
    }
}

impl Push {
    /// Sends all that concerns one subscription; gives it back if that is to be tried again.
    async fn send(&self, subscription: &Subscription, round: &Round) -> Option<Failed> {
        let number = subscription.number;
        let digest = round.message(subscription.at_table)?;
        let sent = match self.post(subscription, &digest).await {
            Ok(sent) => sent,
            Err(error) => {
                tracing::warn!(%error, "a push message could not be made");
                return None;
            }
        };
        self.metrics.told_by_push(match sent {
            Sent::Arrived => NotificationOutcome::Arrived,
            Sent::Gone => NotificationOutcome::Expired,
            Sent::Refused => NotificationOutcome::Refused,
            Sent::Later { .. } => NotificationOutcome::Later,
        });
        let tries = round.tries.get(&number).copied().unwrap_or(0) + 1;
        let outcome = match sent {
            Sent::Later { wait_ms } if tries <= limits::PUSH_RETRIES => {
                return Some(Failed { subscription: number, tries, wait_ms });
            }
            Sent::Arrived => PushOutcome::Arrived,
            Sent::Gone => PushOutcome::Gone,
            Sent::Refused | Sent::Later { .. } => PushOutcome::Failed,
        };
        if outcome == PushOutcome::Arrived && subscription.failures == 0 {
            return None;
        }
        if let Err(error) = self.store.write(NotePush { subscription: number, outcome }).await {
            tracing::warn!(%error, "what became of a push message could not be noted down");
        }
        None
    }

    async fn post(&self, subscription: &Subscription, digest: &Digest) -> Result<Sent, StoreError> {
        let Ok(endpoint) = PushEndpoint::read(&subscription.endpoint, &self.settings.push_service) else {
            // It was one once: the house was told otherwise since then.
            return Ok(Sent::Refused);
        };
        let Some(body) = sealed(subscription, &digest.message) else { return Ok(Sent::Gone) };
        let identity = self.identity().await?;
        let authorization = identity.authorization(endpoint.service(), self.clock.now_ms());
        let left_ms = (digest.until_ms - self.clock.running_ms()).max(0);
        let urgency = if digest.is_urgent { "high" } else { "normal" };
        let post = Post { body, authorization, ttl_s: left_ms as u64 / 1000, urgency, topic: TOPIC };
        let service = endpoint.service().host().to_owned();
        let reply = tokio::select! {
            reply = self.client.post(&endpoint, post) => reply,
            () = self.clock.sleep(limits::PUSH_TIMEOUT) => {
                tracing::debug!(service, "a push service did not answer in time");
                return Ok(Sent::Later { wait_ms: None });
            }
        };
        Ok(match reply {
            Ok(Reply { status, retry_after_s }) => {
                tracing::debug!(service, %status, "a push message was sent");
                let wait_ms =
                    retry_after_s.map(|seconds| i64::try_from(seconds).unwrap_or(i64::MAX / 1000) * 1000);
                judge(status, wait_ms)
            }
            Err(error) => {
                tracing::debug!(service, %error, "a push message did not arrive");
                Sent::Later { wait_ms: None }
            }
        })
    }
}

/// What an answer means (RFC 8030, 7.3; RFC 8292, 2).
fn judge(status: StatusCode, wait_ms: Option<i64>) -> Sent {
    match status {
        status if status.is_success() => Sent::Arrived,
        StatusCode::NOT_FOUND | StatusCode::GONE => Sent::Gone,
        StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => Sent::Later { wait_ms },
        status if status.is_server_error() => Sent::Later { wait_ms },
        status => {
            tracing::warn!(%status, "a push service refuses what it is sent");
            Sent::Refused
        }
    }
}

/// A message encrypted for a browser; none if its keys are no keys.
fn sealed(subscription: &Subscription, message: &PushMessage) -> Option<Vec<u8>> {
    let key = p256::PublicKey::from_sec1_bytes(&subscription.p256dh).ok()?;
    let auth: [u8; 16] = subscription.auth.as_slice().try_into().ok()?;
    encrypt(serde_json::to_vec(message).ok()?, &key, &Auth::from(auth)).ok()
}
