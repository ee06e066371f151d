//! NATS: the connection of one node, over which it sends without waiting, and what comes to it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use async_nats::{ConnectOptions, Event, Subscriber};
use bytes::Bytes;
use cydonia_cluster::Incarnation;
use futures_util::{FutureExt, StreamExt};
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

/// How many letters that have come are taken in before an announcement, at most.
const LETTERS_FIRST: usize = 1024;

/// A node's way to the others.
#[derive(Debug)]
pub(crate) struct NatsBus {
    own: Incarnation,
    /// What all subjects of the house begin with.
    prefix: String,
    queue: mpsc::UnboundedSender<(String, Bytes)>,
    /// How much waits to be sent, in bytes.
    waiting: Arc<AtomicUsize>,
    /// How much was sent, by which parts are told apart.
    letters: AtomicU64,
    /// How many announcements were made that are counted.
    said: Mutex<u64>,
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
    /// What has come of letters in parts.
    letters_coming: Assembler,
    /// The same of announcements.
    announcements_coming: Assembler,
    /// What has come and is not given yet.
    ready: VecDeque<Delivery>,
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
        let bus = Self { own, prefix, queue, waiting, letters: AtomicU64::new(0), said: Mutex::new(0) };
        let deliveries = Deliveries {
            letters,
            announcements,
            letters_coming: Assembler::default(),
            announcements_coming: Assembler::default(),
            ready: VecDeque::new(),
        };
        Ok((bus, deliveries))
    }

    /// Sends a letter to a node. Letters to one node go in the order in which this is called.
    pub(crate) fn send(&self, to: Incarnation, letter: &[u8]) {
        let subject = format!("{}.to.{}", self.prefix, to.0);
        // Nobody waits: what is too much is lost, whole, as other things may be.
        if self.waiting.load(Ordering::Relaxed) > limits::BUS_WAITING {
            return;
        }
        for part in cut(self.own, self.letters.fetch_add(1, Ordering::Relaxed), letter) {
            self.queue(subject.clone(), part);
        }
    }

    /// Says something to all nodes, itself included.
    pub(crate) fn announce(&self, what: Announcement) {
        let subject = format!("{}.all", self.prefix);
        // Counted and put in line at once, so that they go in the order of their count.
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        *said += u64::from(what.is_counted());
        let announced = Announced::encode(self.own, *said, what);
        for part in cut(self.own, self.letters.fetch_add(1, Ordering::Relaxed), &announced) {
            self.queue(subject.clone(), part);
        }
    }

    fn queue(&self, subject: String, message: Bytes) {
        let length = message.len();
        self.waiting.fetch_add(length, Ordering::Relaxed);
        if self.queue.send((subject, message)).is_err() {
            self.waiting.fetch_sub(length, Ordering::Relaxed);
        }
    }
}

impl Deliveries {
    /// What comes next; none once the connection is closed for good.
    pub(crate) async fn next(&mut self) -> Option<Delivery> {
        loop {
            if let Some(ready) = self.ready.pop_front() {
                return Some(ready);
            }
            tokio::select! {
                letter = self.letters.next() => self.take(letter?.payload),
                announcement = self.announcements.next() => {
                    let announcement = announcement?.payload;
                    // A beat tells of letters that came before it.
                    while self.ready.len() < LETTERS_FIRST
                        && let Some(Some(letter)) = self.letters.next().now_or_never()
                    {
                        self.take(letter.payload);
                    }
                    let whole = self.announcements_coming.take(announcement);
                    self.ready.extend(whole.map(Delivery::Announcement));
                }
            }
        }
    }

    fn take(&mut self, letter: Bytes) {
        self.ready.extend(self.letters_coming.take(letter).map(Delivery::Letter));
    }
}

fn tell(event: &Event) {
    match event {
        Event::Connected => tracing::info!("the message bus is reached"),
        Event::Disconnected => tracing::warn!("the message bus is not reached any more"),
        event => tracing::warn!(%event, "the message bus"),
    }
}
