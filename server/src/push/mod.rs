//! Web Push: telling those who are not there that a table waits for them. Tables say so ([`Push::awaits`], [`Push::settled`]) and
//! wait for nothing; [`agenda`] gathers what one player is to be told, [`sender`] encrypts and sends it, [`client`] over a line of
//! which [`endpoint`] has said that it leads outside, signed by [`identity`].

mod agenda;
mod client;
mod endpoint;
mod identity;
mod sender;

use cydonia_protocol::PushRequest;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Mutex, OnceCell, mpsc};
use uuid::Uuid;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use web_push_native::p256;

use crate::clock::Clock;
use crate::config::{PushKey, PushSettings};
use crate::entropy::Entropy;
use crate::limits;
use crate::metrics::Metrics;
use crate::store::{KeepPushKey, NewSubscription, Store, StoreError};

pub(crate) use agenda::Awaited;
use client::PushClient;
use endpoint::{EndpointError, PushEndpoint};
use identity::Identity;
pub(crate) use sender::run;

/// The house's way to browsers that are not here.
#[derive(Debug)]
pub(crate) struct Push {
    store: Store,
    clock: Clock,
    entropy: Entropy,
    settings: PushSettings,
    client: PushClient,
    metrics: Metrics,
    /// Read or made when it is first needed.
    identity: OnceCell<Identity>,
    news: mpsc::Sender<News>,
    /// What the sender takes, once it runs.
    queue: Mutex<Option<mpsc::Receiver<News>>>,
}

/// What tables say.
#[derive(Debug)]
enum News {
    /// A table waits for somebody since then, in milliseconds of the running clock.
    Awaits { player: Uuid, awaited: Awaited, at_ms: i64 },
    /// A player, and a table that waits for them no more.
    Settled(Uuid, Uuid),
}

/// Why a subscription is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SubscriptionError {
    /// The house does not send there.
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    /// Nothing can be encrypted for it.
    #[error("p256dh must be a public key on P-256, uncompressed, in base64url")]
    Key,
    /// The secret is none.
    #[error("auth must be 16 bytes in base64url")]
    Secret,
}

impl Push {
    pub(crate) fn new(
        store: Store,
        clock: Clock,
        entropy: Entropy,
        settings: PushSettings,
        metrics: Metrics,
    ) -> Self {
        let (news, queue) = mpsc::channel(limits::PUSH_QUEUE);
        let (client, identity) = (PushClient::default(), OnceCell::new());
        Self {
            store,
            clock,
            entropy,
            settings,
            client,
            metrics,
            identity,
            news,
            queue: Mutex::new(Some(queue)),
        }
    }

    /// How much of what tables say is not yet taken in.
    pub(crate) fn queued(&self) -> usize {
        self.news.max_capacity() - self.news.capacity()
    }

    /// A table waits for somebody who does not look at it.
    pub(crate) fn awaits(&self, player: Uuid, awaited: Awaited) {
        self.tell(News::Awaits { player, awaited, at_ms: self.clock.running_ms() });
    }

    /// A table waits for somebody no more, or they look at it.
    pub(crate) fn settled(&self, player: Uuid, table: Uuid) {
        self.tell(News::Settled(player, table));
    }

    fn tell(&self, news: News) {
        match self.news.try_send(news) {
            // At the end of the house nobody is told any more.
            Ok(()) | Err(TrySendError::Closed(_)) => {}
            Err(TrySendError::Full(_)) => tracing::warn!("more news than can be told: some is left out"),
        }
    }

    /// The house's public key, for which browsers subscribe.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn public_key(&self) -> Result<String, StoreError> {
        Ok(self.identity().await?.public())
    }

    /// Reads a browser's subscription.
    ///
    /// # Errors
    /// If nothing can or may be sent there.
    pub(crate) fn read(&self, request: PushRequest) -> Result<NewSubscription, SubscriptionError> {
        PushEndpoint::read(&request.endpoint, &self.settings.push_service)?;
        let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap_or_default();
        let p256dh = decode(&request.p256dh);
        if p256dh.len() != 65 || p256::PublicKey::from_sec1_bytes(&p256dh).is_err() {
            return Err(SubscriptionError::Key);
        }
        let auth = decode(&request.auth);
        if auth.len() != 16 {
            return Err(SubscriptionError::Secret);
        }
        Ok(NewSubscription { endpoint: request.endpoint, p256dh, auth })
    }

    async fn identity(&self) -> Result<&Identity, StoreError> {
        self.identity
            .get_or_try_init(|| async {
                let key = match &self.settings.push_key {
                    Some(key) => key.clone(),
                    None => match self.store.push_key().await?.as_deref().and_then(PushKey::from_bytes) {
                        Some(key) => key,
                        None => self.draw_key(),
                    },
                };
                // Should it be another than before, what was subscribed for that is void.
                self.store.write(KeepPushKey { private: key.to_bytes() }).await?;
                Ok(Identity::new(key, self.settings.push_contact.clone()))
            })
            .await
    }

    fn draw_key(&self) -> PushKey {
        loop {
            // One draw in four thousand million is no key.
            if let Some(key) = PushKey::from_bytes(&self.entropy.bytes::<32>()) {
                return key;
            }
        }
    }
}
