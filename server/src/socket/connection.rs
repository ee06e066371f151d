//! Socket actor: one socket's task: reads requests, hands them on, writes what comes back, and knows when to stop.

use std::collections::VecDeque;
use std::sync::Arc;

use bytes::Bytes;
use cydonia_protocol::{Close, MAX_FRAME, ServerMessage, VERSION};
use futures_util::FutureExt;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::Guest;
use super::dispatch::Deferred;
use super::heartbeat::Heartbeat;
use super::wire::Wire;
use crate::admission::{AddressPermit, MessageRateLimiter};
use crate::context::Context;
use crate::limits;
use crate::metrics::Metrics;
use crate::outbox::{Outbox, OutboxClosed, Outgoing};
use crate::table::Registry;

/// How a socket ended.
enum Ending {
    /// By the other side, or by the network.
    Theirs,
    /// By us, for a reason that is told.
    Ours(Close),
    /// By a frame that is so long, or so wrong, that the library reads no further.
    Cut(Close),
}

#[expect(clippy::manual_async_fn, reason = "an async function's future has room for its arguments twice")]
pub(super) fn run(guest: Box<Guest>, mut line: Box<Wire>) -> impl Future<Output = ()> + Send {
    async move {
        let metrics = guest.registry.context().metrics.clone();
        if !guest.speaks_ours {
            metrics.closed(Close::Version);
            return Box::pin(say_goodbye(guest.registry.context(), &mut line, Ending::Ours(Close::Version)))
                .await;
        }
        let _open = metrics.socket();
        let (mut connection, outgoing) = Connection::of(guest, Some(metrics.clone()));
        if Box::pin(connection.come_in()).await {
            connection.greet();
        }
        let ending = connection.live(&mut line, outgoing).await;
        if let Ending::Ours(close) | Ending::Cut(close) = ending {
            metrics.closed(close);
        }
        Box::pin(async {
            connection.leave().await;
            say_goodbye(connection.registry.context(), &mut line, ending).await;
        })
        .await;
    }
}

/// Tells why we close, or answers the other side's close; but does not wait for ever for someone who does not listen.
async fn say_goodbye(context: &Context, line: &mut Wire, ending: Ending) {
    let farewell = async {
        let reason = match ending {
            Ending::Ours(close) => Some(close),
            Ending::Cut(close) => Some(close),
            Ending::Theirs => None,
        };
        if let Some(close) = reason {
            let frame = CloseFrame { code: close.code().into(), reason: close.sentence().into() };
            if line.send(Message::Close(Some(frame))).await.is_err() {
                return;
            }
        }
        // Reading on sends what the library has to say, and ends when the other side has closed: a socket dropped
        // with unread bytes would be reset, and the reason might never arrive.
        while let Some(Ok(_)) = line.recv().await {}
        if let Ending::Cut(_) = ending {
            // Nothing more can be read, so there is only time to let the reason arrive.
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = farewell => {}
        () = context.clock.sleep(limits::CLOSE_TIMEOUT) => {}
        () = context.stopped(), if matches!(ending, Ending::Cut(_)) => {}
    }
}

pub(super) struct Connection {
    pub(super) registry: Arc<Registry>,
    pub(super) outbox: Outbox,
    pace: MessageRateLimiter,
    /// Held for as long as the socket is open.
    _place: AddressPermit,
    heartbeat: Heartbeat,
}

/// What a socket waits for.
enum News {
    Heard(Option<Result<Message, Error>>),
    /// There is something to hear, of one who is heard in turn.
    Readable,
    ToSend(Result<VecDeque<Bytes>, OutboxClosed>),
    Alarm,
    Stopping,
}

/// Waits for what the client says, and hears at once only one who plays; and nobody who has yet to get what they asked for.
async fn listen(line: &mut Wire, outbox: &Outbox) -> News {
    outbox.answered().await;
    if outbox.plays() {
        return News::Heard(line.recv().await);
    }
    line.readable().await;
    News::Readable
}

impl Connection {
    /// Takes the guest out of its box, which goes at once: a future would keep it to the end.
    #[expect(clippy::boxed_local, reason = "it is what the box is for")]
    pub(super) fn of(guest: Box<Guest>, metrics: Option<Metrics>) -> (Self, Outgoing) {
        let Guest { registry, visitor, place, speaks_ours: _ } = *guest;
        let (outbox, outgoing) = Outbox::new(visitor, place.address(), metrics);
        let pace = registry.context().admission.message_rate_limiter();
        let heartbeat = Heartbeat::new(registry.context().clock.running_ms());
        (Self { registry, outbox, pace, _place: place, heartbeat }, outgoing)
    }

    /// Makes the socket one of its session's. Of a session that has ended since it was looked for the socket ends at once: then it
    /// is not greeted.
    pub(super) async fn come_in(&self) -> bool {
        if self.registry.context().sessions.opened(&self.outbox)
            && let Some(session) = self.outbox.session()
            // When the store does not answer, nothing is ended there either.
            && let Ok(false) = self.registry.context().store.is_session_live(session.number).await
        {
            self.outbox.end();
            return false;
        }
        true
    }

    fn greet(&self) {
        let (session, context) = (self.outbox.session(), self.registry.context());
        self.outbox.send(&ServerMessage::Hello {
            protocol: VERSION,
            server: env!("CARGO_PKG_VERSION").to_owned(),
            player: session.map(|session| session.player.clone()),
            table: session.and_then(|session| session.table),
            ping_every_ms: limits::PING_EVERY.as_millis() as u64,
            ms: context.clock.now_ms(),
            limits: limits::told(
                context.admission.limits(),
                context.conduct.chat,
                context.conduct.no_newcomers,
            ),
        });
    }

    #[expect(clippy::manual_async_fn, reason = "an async function's future has room for its arguments twice")]
    fn live(&mut self, line: &mut Wire, mut outgoing: Outgoing) -> impl Future<Output = Ending> + Send {
        async move {
            let registry = Arc::clone(&self.registry);
            let mut stopped = std::pin::pin!(registry.context().stopped());
            let mut alarm = std::pin::pin!(registry.context().clock.sleep_until(i64::MIN));
            loop {
                let news = tokio::select! {
                    // What comes most often first: whatever comes later is not asked then.
                    biased;
                    frames = outgoing.next() => News::ToSend(frames),
                    news = listen(line, &self.outbox) => news,
                    () = &mut alarm => News::Alarm,
                    () = &mut stopped => News::Stopping,
                };
                // What takes time is boxed, so that it takes no room while nothing is done.
                let ending = match news {
                    News::ToSend(Ok(frames)) => match line.try_send(frames) {
                        Ok(true) => None,
                        Ok(false) => Box::pin(self.drain(line, &mut outgoing)).await,
                        Err(_) => Some(Ending::Theirs),
                    },
                    News::ToSend(Err(OutboxClosed(close))) => Some(Ending::Ours(close)),
                    News::Heard(heard) => Box::pin(self.take_in(heard)).await,
                    News::Readable => Box::pin(self.recv_throttled(line)).await,
                    News::Alarm => {
                        let ending = Box::pin(self.on_alarm(line, &mut outgoing)).await;
                        // Set once in a while, and not for every message.
                        alarm.set(registry.context().clock.sleep_until(self.due_ms()));
                        ending
                    }
                    News::Stopping => Some(Ending::Ours(Close::Restarting)),
                };
                if let Some(ending) = ending {
                    return ending;
                }
            }
        }
    }

    /// Until when nothing need be looked after, if nothing is heard.
    fn due_ms(&self) -> i64 {
        let silent_ms = self.heartbeat.silent_ms();
        let is_measured = self.outbox.session().is_some();
        if is_measured { silent_ms.min(self.heartbeat.echo_due_ms()) } else { silent_ms }
    }

    /// Ends what is silent, and asks for an echo if that is due.
    async fn on_alarm(&mut self, line: &mut Wire, outgoing: &mut Outgoing) -> Option<Ending> {
        let now_ms = self.registry.context().clock.running_ms();
        if self.heartbeat.silent_ms() <= now_ms {
            return Some(Ending::Ours(Close::Silent));
        }
        if self.outbox.session().is_some() && self.heartbeat.echo_due_ms() <= now_ms {
            let echo = Message::Ping(self.heartbeat.ask_echo(now_ms).into());
            return self.unless_ended(line.send(echo), outgoing).await.err();
        }
        None
    }

    /// Sends what could not be sent at once, and hears nothing meanwhile. A client that does not read blocks that; then
    /// its queue overflows, or silence falls. One that reads slowly goes on reading, which is a sign of life.
    async fn drain(&mut self, line: &mut Wire, outgoing: &mut Outgoing) -> Option<Ending> {
        loop {
            match self.unless_ended(line.flush_some(), outgoing).await {
                Ok(true) => return None,
                Ok(false) => self.heartbeat.heard(self.registry.context().clock.running_ms()),
                Err(ending) => return Some(ending),
            }
        }
    }

    /// Waits for something to be sent, or else for a reason to end.
    async fn unless_ended<T>(
        &self,
        sending: impl Future<Output = Result<T, Error>>,
        outgoing: &mut Outgoing,
    ) -> Result<T, Ending> {
        tokio::select! {
            biased;
            close = outgoing.given_up() => Err(Ending::Ours(close)),
            sent = sending => sent.map_err(|_line_is_gone| Ending::Theirs),
            () = self.registry.context().clock.sleep_until(self.heartbeat.silent_ms()) => Err(Ending::Ours(Close::Silent)),
            () = self.registry.context().stopped() => Err(Ending::Ours(Close::Restarting)),
        }
    }

    /// Hears what one says who does not play, when all others have had a turn.
    async fn recv_throttled(&mut self, line: &mut Wire) -> Option<Ending> {
        self.registry.context().admission.wait_behind_moves().await;
        match line.recv().now_or_never() {
            Some(heard) => self.take_in(heard).await,
            // The rest of it is under way.
            None => None,
        }
    }

    /// Takes in what was heard, and does it.
    async fn take_in(&mut self, heard: Option<Result<Message, Error>>) -> Option<Ending> {
        match heard {
            Some(Ok(message)) => match self.recv(message) {
                Ok(None) => None,
                Ok(Some(slow)) => {
                    // Boxed as all that takes time.
                    Box::pin(self.run_deferred(slow)).await;
                    None
                }
                Err(ending) => Some(ending),
            },
            Some(Err(error)) => Some(unreadable(&error).map_or(Ending::Theirs, Ending::Cut)),
            None => Some(Ending::Theirs),
        }
    }

    /// Takes a message in. Gives what must be waited for; an error if it is the last.
    fn recv(&mut self, message: Message) -> Result<Option<Deferred>, Ending> {
        let now_ms = self.registry.context().clock.running_ms();
        self.heartbeat.heard(now_ms);
        if !self.pace.admits() {
            return Err(Ending::Ours(Close::Flood));
        }
        match message {
            Message::Text(text) if text.len() > MAX_FRAME => Err(Ending::Ours(Close::TooBig)),
            Message::Text(text) => Ok(self.dispatch(&text)),
            Message::Binary(_) => Err(Ending::Ours(Close::Binary)),
            Message::Pong(echo) => {
                if let Some(lag_ms) = self.heartbeat.measure(&echo, now_ms) {
                    self.outbox.set_lag_ms(lag_ms);
                }
                Ok(None)
            }
            // Pongs are sent by the library, which gives no frames as they come.
            Message::Ping(_) | Message::Frame(_) => Ok(None),
            Message::Close(_) => Err(Ending::Theirs),
        }
    }

    pub(super) async fn leave(&mut self) {
        self.registry.context().sessions.closed(&self.outbox);
        self.registry.context().lobby.forget(&self.outbox);
        self.registry.context().own_games.forget(&self.outbox);
        self.registry.context().analyses.forget(&self.outbox);
        self.registry.context().reviews.forget(&self.outbox);
        for table in self.outbox.watched().take() {
            self.registry.gone(table, self.outbox.number()).await;
        }
        self.registry.gone_elsewhere(self.outbox.number());
    }
}

/// Why the library gave up on a frame, if that is why it reads no further.
fn unreadable(error: &Error) -> Option<Close> {
    match error {
        Error::Capacity(_) => Some(Close::TooBig),
        // The line was cut: there is nobody to tell.
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        Error::Protocol(_) => Some(Close::Malformed),
        Error::Utf8(_) => Some(Close::NotText),
        _ => None,
    }
}
