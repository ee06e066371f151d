//! Socket actor: one socket's task: reads requests, hands them on, writes what comes back, and knows when to stop.

use std::collections::VecDeque;
use std::sync::Arc;

use bytes::Bytes;
use cydonia_protocol::{Close, Command, Envelope, ErrorCode, MAX_FRAME, ServerMessage, VERSION, Words, read};
use cydonia_table::{Action, Rejection};
use futures_util::FutureExt;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};
use uuid::Uuid;

use super::Guest;
use super::wire::Wire;
use crate::admission::{AddressPermit, MessageRateLimiter};
use crate::context::Context;
use crate::outbox::{GivenUp, Outbox, Outgoing};
use crate::table::{Quick, Registry, Request, TableCommand, TableMessage, Wish, create, has_played};
use crate::{limits, lobby};

/// How a socket ended.
enum Ending {
    /// By the other side, or by the network.
    Theirs,
    /// By us, for a reason that is told.
    Ours(Close),
    /// By a frame that is so long, or so wrong, that the library reads no further.
    Cut(Close),
}

pub(super) async fn run(guest: Box<Guest>, mut line: Box<Wire>) {
    if !guest.speaks_ours {
        return Box::pin(say_goodbye(guest.registry.context(), &mut line, Ending::Ours(Close::Version)))
            .await;
    }
    let Guest { registry, visitor, place, speaks_ours: _ } = guest.unboxed();
    let (outbox, outgoing) = Outbox::new(visitor, place.address());
    let now_ms = registry.context().clock.running_ms();
    let mut connection = Connection {
        registry: Arc::clone(&registry),
        outbox,
        pace: registry.context().admission.message_rate_limiter(),
        _place: place,
        heard_ms: now_ms,
        echo_due_ms: now_ms,
        echo_ms: None,
        echoes_ms: [None; limits::ECHOES],
    };
    Box::pin(connection.come_in()).await;
    let ending = connection.live(&mut line, outgoing).await;
    Box::pin(async {
        connection.leave().await;
        say_goodbye(registry.context(), &mut line, ending).await;
    })
    .await;
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

struct Connection {
    registry: Arc<Registry>,
    outbox: Outbox,
    pace: MessageRateLimiter,
    /// Held for as long as the socket is open.
    _place: AddressPermit,
    /// When the client was last heard.
    heard_ms: i64,
    /// When an echo is next asked for, of a player.
    echo_due_ms: i64,
    /// When an echo was last asked for that has not come.
    echo_ms: Option<i64>,
    /// How long the last echoes were under way, the last first.
    echoes_ms: [Option<u32>; limits::ECHOES],
}

/// What a socket waits for.
enum News {
    Heard(Option<Result<Message, Error>>),
    /// There is something to hear, of one who is heard in turn.
    Readable,
    ToSend(Result<VecDeque<Bytes>, GivenUp>),
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
    /// Makes the socket one of its session's, and greets. Of a session that has ended since it was looked for the socket
    /// ends at once.
    async fn come_in(&self) {
        if self.registry.context().sessions.opened(&self.outbox)
            && let Some(session) = self.outbox.session()
            // When the store does not answer, nothing is ended there either.
            && let Ok(false) = self.registry.context().store.is_session_live(session.number).await
        {
            return self.outbox.end();
        }
        self.greet();
    }

    fn greet(&self) {
        let session = self.outbox.session();
        self.outbox.send(&ServerMessage::Hello {
            protocol: VERSION,
            server: env!("CARGO_PKG_VERSION").to_owned(),
            player: session.map(|session| session.player.clone()),
            table: session.and_then(|session| session.table),
            ping_every_ms: limits::PING_EVERY.as_millis() as u64,
            ms: self.registry.context().clock.now_ms(),
            limits: limits::told(),
        });
    }

    async fn live(&mut self, line: &mut Wire, mut outgoing: Outgoing) -> Ending {
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
                News::ToSend(Err(GivenUp(close))) => Some(Ending::Ours(close)),
                News::Heard(heard) => self.take_in(heard).await,
                News::Readable => Box::pin(self.recv_throttled(line)).await,
                News::Alarm => {
                    let ending = Box::pin(self.look_around(line, &mut outgoing)).await;
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

    /// When the silence has lasted too long, if nothing is heard.
    fn silent_ms(&self) -> i64 {
        self.heard_ms + limits::IDLE_TIMEOUT.as_millis() as i64
    }

    /// Until when nothing need be looked after, if nothing is heard.
    fn due_ms(&self) -> i64 {
        let silent_ms = self.silent_ms();
        if self.outbox.session().is_some() { silent_ms.min(self.echo_due_ms) } else { silent_ms }
    }

    /// Ends what is silent, and asks for an echo if that is due.
    async fn look_around(&mut self, line: &mut Wire, outgoing: &mut Outgoing) -> Option<Ending> {
        let now_ms = self.registry.context().clock.running_ms();
        if self.silent_ms() <= now_ms {
            return Some(Ending::Ours(Close::Silent));
        }
        if self.outbox.session().is_some() && self.echo_due_ms <= now_ms {
            // How long its answer takes is how long a move is under way.
            self.echo_ms = Some(now_ms);
            self.echo_due_ms = now_ms + limits::ECHO_EVERY.as_millis() as i64;
            let echo = Message::Ping(now_ms.to_be_bytes().to_vec().into());
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
                Ok(false) => self.heard_ms = self.registry.context().clock.running_ms(),
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
            sent = sending => sent.map_err(|_| Ending::Theirs),
            () = self.registry.context().clock.sleep_until(self.silent_ms()) => Err(Ending::Ours(Close::Silent)),
            () = self.registry.context().stopped() => Err(Ending::Ours(Close::Restarting)),
        }
    }

    /// Takes the time that an echo was under way; what is no answer to the last one asked for tells nothing.
    fn measure(&mut self, echo: &[u8]) {
        if let Some(sent_ms) = self.echo_ms.take_if(|sent_ms| sent_ms.to_be_bytes() == *echo) {
            let passed_ms = self.registry.context().clock.running_ms().saturating_sub(sent_ms);
            self.echoes_ms.rotate_right(1);
            self.echoes_ms[0] = u32::try_from(passed_ms).ok();
            self.outbox.set_lag_ms(self.echoes_ms.iter().flatten().copied().min().unwrap_or(0));
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
                    Box::pin(self.carry_out(slow)).await;
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
        self.heard_ms = self.registry.context().clock.running_ms();
        if !self.pace.admits() {
            return Err(Ending::Ours(Close::Flood));
        }
        match message {
            Message::Text(text) if text.len() > MAX_FRAME => Err(Ending::Ours(Close::TooBig)),
            Message::Text(text) => Ok(self.dispatch(&text)),
            Message::Binary(_) => Err(Ending::Ours(Close::Binary)),
            Message::Pong(echo) => {
                self.measure(&echo);
                Ok(None)
            }
            // Pongs are sent by the library, which gives no frames as they come.
            Message::Ping(_) | Message::Frame(_) => Ok(None),
            Message::Close(_) => Err(Ending::Theirs),
        }
    }

    /// Does what a frame asks for, or gives what must be waited for.
    fn dispatch(&mut self, text: &str) -> Option<Deferred> {
        let came_ms = self.registry.context().clock.now_ms();
        let said = read(text);
        if !matches!(said, Ok(Envelope { command: Command::Act { .. }, .. })) {
            self.outbox.set_plays(false);
        }
        let Envelope { id, command } = match said {
            Ok(envelope) => envelope,
            Err(unreadable) => {
                let (id, message) = (unreadable.id, unreadable.message);
                self.outbox.send(&ServerMessage::Error { id, code: ErrorCode::BadMessage, message });
                return None;
            }
        };
        let (table, ask) = match command {
            Command::Ping {} => {
                self.ok(id, Some(came_ms));
                return None;
            }
            Command::Lobby { on, filter } => {
                match lobby::check(&filter) {
                    Ok(()) => {
                        self.registry.context().lobby.forget(&self.outbox);
                        if on {
                            self.registry.context().lobby.follow(&self.outbox, filter);
                        }
                        self.ok(id, None);
                    }
                    Err(rejection) => self.refuse(id, rejection),
                }
                return None;
            }
            Command::Create { request, game, seats, options, clock, private, rated, seat } => {
                let wish = Wish { request, game, seats, options, clock, private, rated, seat };
                return Some(Deferred::Create { id, came_ms, wish: Box::new(wish) });
            }
            Command::Quick { request, game, seats, clock, rated } => {
                let quick = Quick { request, game, seats, clock, rated, tries: Vec::new() };
                return Some(Deferred::Quick { id, came_ms, quick: Box::new(quick) });
            }
            Command::Watch { table, since, key, quiet } => {
                if !self.outbox.watched().ask(table, self.registry.context().admission.limits().watched) {
                    let why = "you watch as many tables as one page may";
                    self.refuse(id, Rejection::new(ErrorCode::TooMany, why));
                    return None;
                }
                (table, TableCommand::Watch { since, key, quiet, awaited: self.outbox.await_answer() })
            }
            // Whoever does not watch need not wake a table to say so.
            Command::Unwatch { table } if !self.outbox.watched().ask_to_stop(table) => {
                self.ok(id, None);
                return None;
            }
            Command::Unwatch { table } => (table, TableCommand::Unwatch),
            Command::Sit { table, seat, key } => (table, TableCommand::Sit { seat, key }),
            Command::Stand { table } => (table, TableCommand::Stand),
            Command::Begin { table } => (table, TableCommand::Begin),
            Command::Say { table, request, room, words: words @ Words::Text { .. } } => {
                let ask = TableCommand::Say { request, room, words, has_played: false };
                let outbox = self.outbox.clone();
                return Some(Deferred::Say {
                    table,
                    request: Box::new(Request { outbox, id, came_ms, ask }),
                });
            }
            Command::Say { table, request, room, words } => {
                (table, TableCommand::Say { request, room, words, has_played: false })
            }
            Command::Ready { table, pledge } => (table, TableCommand::Ready { pledge }),
            Command::Act { table, at, action, share } => {
                (table, TableCommand::Act(Action { at, text: action, share }))
            }
            Command::Share { table, k, share } => (table, TableCommand::Share { k, share }),
            Command::Roll { table, k, share, pledge } => (table, TableCommand::Roll { k, share, pledge }),
            Command::Lost { table, k, pledge } => (table, TableCommand::Lost { k, pledge }),
            Command::Undo { table, at } => (table, TableCommand::Undo { at }),
            Command::Resign { table } => (table, TableCommand::Resign),
            Command::Abort { table } => (table, TableCommand::Abort),
            Command::Offer { table, request, what } => (table, TableCommand::Offer { request, what }),
            Command::Answer { table, offer, agree } => (table, TableCommand::Answer { offer, agree }),
            Command::Withdraw { table, offer } => (table, TableCommand::Withdraw { offer }),
            Command::Resume { table } => (table, TableCommand::Resume),
            Command::Claim { table, seat } => (table, TableCommand::Claim { seat }),
            Command::Rematch { table } => (table, TableCommand::Rematch),
        };
        let letter =
            TableMessage::Request(Box::new(Request { outbox: self.outbox.clone(), id, came_ms, ask }));
        // Only where a table is not in memory, or many wait for it already, must this one wait, too.
        let TableMessage::Request(unposted) = self.registry.try_post(table, letter).err()? else {
            return None;
        };
        Some(Deferred::Post { table, request: unposted })
    }

    async fn carry_out(&mut self, slow: Deferred) {
        match slow {
            Deferred::Create { id, came_ms, wish } => {
                create(&self.registry, &self.outbox, id, came_ms, *wish).await;
            }
            Deferred::Quick { id, came_ms, quick } => {
                quick.begin(&self.registry, self.outbox.clone(), id, came_ms).await;
            }
            Deferred::Say { table, mut request } => {
                match has_played(self.registry.context(), &self.outbox, table).await {
                    Ok(found) => {
                        if let TableCommand::Say { has_played, .. } = &mut request.ask {
                            *has_played = found;
                        }
                        self.registry.find(table, request).await;
                    }
                    Err(rejection) => self.refuse(request.id, rejection),
                }
            }
            Deferred::Post { table, request } => self.registry.find(table, request).await,
        }
    }

    fn ok(&self, id: u64, ms: Option<i64>) {
        self.outbox.send(&ServerMessage::Ok { id, table: None, seat: None, key: None, offer: None, ms });
    }

    fn refuse(&self, id: u64, rejection: Rejection) {
        self.outbox.send(&rejection.told(id));
    }

    async fn leave(&mut self) {
        self.registry.context().sessions.closed(&self.outbox);
        self.registry.context().lobby.forget(&self.outbox);
        for table in self.outbox.watched().take() {
            self.registry.gone(table, self.outbox.number()).await;
        }
    }
}

/// What a message asks for that cannot be done at once.
enum Deferred {
    Create {
        id: u64,
        came_ms: i64,
        wish: Box<Wish>,
    },
    Quick {
        id: u64,
        came_ms: i64,
        quick: Box<Quick>,
    },
    /// Words of one's own, for which it must be looked whether one has played here.
    Say {
        table: Uuid,
        request: Box<Request>,
    },
    Post {
        table: Uuid,
        request: Box<Request>,
    },
}

/// Why the library gave up on a frame, if that is why it reads no further.
fn unreadable(error: &Error) -> Option<Close> {
    match error {
        Error::Capacity(_) => Some(Close::TooBig),
        // The line was cut: there is nobody to tell.
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        Error::Protocol(_) | Error::Utf8(_) => Some(Close::Malformed),
        _ => None,
    }
}
