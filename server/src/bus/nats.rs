//! NATS: the connection of one node, over which it sends without waiting, and what comes to it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use async_nats::{ConnectOptions, Event, Subscriber};
use bytes::Bytes;
use cydonia_cluster::Incarnation;
use futures_util::StreamExt;
use tokio::sync::mpsc;
use uuid::Uuid;

use super::announcement::{Announced, Announcement};
use super::parts::{Assembler, cut};
use crate::config::NatsServers;
use crate::limits;

/// Why there is no way to the bus.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// What it was told of servers and certificates does not do.
    #[error("the message bus: {0}")]
    Connect(#[from] async_nats::ConnectError),
    /// It does not take what is to be heard.
    #[error("the message bus: {0}")]
    Subscribe(#[from] async_nats::SubscribeError),
}

/// A node's way to the others.
#[derive(Debug)]
pub(crate) struct NatsBus {
    own: Incarnation,
    /// What all subjects of the house begin with.
    prefix: String,
    queue: mpsc::UnboundedSender<(String, Bytes)>,
    /// How much waits to be sent, in bytes.
    waiting: Arc<AtomicUsize>,
    /// How many letters were cut up.
    letters: AtomicU64,
}

/// What has come to a node.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Delivery {
    /// To it alone.
    Letter(Bytes),
    /// To all, itself included.
    Announcement(Bytes),
}

/// All that comes to a node.
#[derive(Debug)]
pub(crate) struct Deliveries {
    letters: Subscriber,
    announcements: Subscriber,
    assembler: Assembler,
}

impl NatsBus {
    /// The way of a node of that house. It is there at once, and as long as no server of NATS can be reached nothing goes over it.
    ///
    /// # Errors
    /// If what it was told of servers cannot do.
    pub(crate) async fn join(
        servers: &NatsServers,
        house: Uuid,
        own: Incarnation,
    ) -> Result<(Self, Deliveries), BusError> {
        let client = ConnectOptions::new()
            .name(format!("cydonia {}", own.0))
            .retry_on_initial_connect()
            .connection_timeout(limits::CONNECT)
            .ping_interval(limits::BUS_PING)
            .reconnect_delay_callback(|_| limits::BUS_RECONNECT)
            .event_callback(|event| async move { tell(&event) })
            .connect(servers.addresses())
            .await?;
        let prefix = format!("cydonia.{}", house.simple());
        let letters = client.subscribe(format!("{prefix}.to.{}", own.0)).await?;
        let announcements = client.subscribe(format!("{prefix}.all")).await?;
        let (queue, mut queued) = mpsc::unbounded_channel::<(String, Bytes)>();
        let waiting = Arc::new(AtomicUsize::new(0));
        let sent = Arc::clone(&waiting);
        tokio::spawn(async move {
            while let Some((subject, message)) = queued.recv().await {
                let length = message.len();
                if let Err(error) = client.publish(subject, message).await {
                    tracing::warn!(%error, "a message to other nodes is lost");
                }
                sent.fetch_sub(length, Ordering::Relaxed);
            }
        });
        let bus = Self { own, prefix, queue, waiting, letters: AtomicU64::new(0) };
        Ok((bus, Deliveries { letters, announcements, assembler: Assembler::default() }))
    }

    /// Sends a letter to a node. Letters to one node go in the order in which this is called.
    pub(crate) fn send(&self, to: Incarnation, letter: Bytes) {
        let subject = format!("{}.to.{}", self.prefix, to.0);
        for part in cut(self.own, self.letters.fetch_add(1, Ordering::Relaxed), letter) {
            self.queue(subject.clone(), part);
        }
    }

    /// Says something to all nodes, itself included.
    pub(crate) fn announce(&self, what: Announcement) {
        self.queue(format!("{}.all", self.prefix), Announced::encode(self.own, what));
    }

    /// Nobody waits: what is too much is lost, as other things may be.
    fn queue(&self, subject: String, message: Bytes) {
        let length = message.len();
        if self.waiting.fetch_add(length, Ordering::Relaxed) + length > limits::BUS_WAITING
            || self.queue.send((subject, message)).is_err()
        {
            self.waiting.fetch_sub(length, Ordering::Relaxed);
        }
    }
}

impl Deliveries {
    /// What comes next; none once the connection is closed for good.
    pub(crate) async fn next(&mut self) -> Option<Delivery> {
        loop {
            tokio::select! {
                letter = self.letters.next() => {
                    if let Some(whole) = self.assembler.take(letter?.payload) {
                        return Some(Delivery::Letter(whole));
                    }
                }
                announcement = self.announcements.next() => {
                    return Some(Delivery::Announcement(announcement?.payload));
                }
            }
        }
    }
}

fn tell(event: &Event) {
    match event {
        Event::Connected => tracing::info!("the message bus is reached"),
        Event::Disconnected => tracing::warn!("the message bus is not reached any more"),
        event => tracing::warn!(%event, "the message bus"),
    }
}
