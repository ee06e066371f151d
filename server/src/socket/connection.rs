//! One socket's task: reads requests, hands them on, writes what comes back, and knows when to stop.

use std::sync::Arc;
use std::time::Duration;

use cydonia_protocol::{
    Close, Command, Envelope, ErrorCode, MAX_FRAME, Player, ServerMessage, VERSION, read,
};
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};
use tracing::Instrument;

use super::line::Line;
use super::outbox::{Frame, Outbox, Outgoing};
use crate::app::App;
use crate::gate::{Pace, Place};
use crate::table::{Action, Ask, Quick, Refused, Registry, Request, Wish, create};
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

pub(super) async fn run(
    app: Arc<App>,
    mut line: Line,
    player: Option<Player>,
    place: Place,
    speaks_ours: bool,
) {
    if !speaks_ours {
        return say_goodbye(&app, &mut line, Ending::Ours(Close::Version)).await;
    }
    let (outbox, outgoing) = Outbox::new(player);
    let span = tracing::info_span!("socket", number = outbox.number());
    let mut connection =
        Connection { app: Arc::clone(&app), outbox, pace: app.gate.pace(), _place: place, echo_ms: None };
    async {
        connection.greet();
        let ending = connection.live(&mut line, outgoing).await;
        Box::pin(async {
            connection.leave().await;
            say_goodbye(&app, &mut line, ending).await;
        })
        .await;
    }
    .instrument(span)
    .await;
}

/// Tells why we close, or answers the other side's close; but does not wait for ever for someone who does not listen.
async fn say_goodbye(app: &App, line: &mut Line, ending: Ending) {
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
        while let Some(Ok(_)) = line.hear().await {}
        if let Ending::Cut(_) = ending {
            // Nothing more can be read, so there is only time to let the reason arrive.
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = farewell => {}
        () = app.clock.sleep(limits::FAREWELL) => {}
        () = app.stopped(), if matches!(ending, Ending::Cut(_)) => {}
    }
}

struct Connection {
    app: Arc<App>,
    outbox: Outbox,
    pace: Pace,
    /// Held for as long as the socket is open.
    _place: Place,
    /// When an echo was last asked for that has not come.
    echo_ms: Option<i64>,
}

impl Connection {
    fn greet(&self) {
        self.outbox.send(&ServerMessage::Hello {
            protocol: VERSION,
            server: env!("CARGO_PKG_VERSION").to_owned(),
            player: self.outbox.player().cloned(),
            ping_every_ms: limits::PING_EVERY.as_millis() as u64,
            ms: self.app.clock.now_ms(),
            limits: limits::told(),
        });
    }

    async fn live(&mut self, line: &mut Line, mut outgoing: Outgoing) -> Ending {
        let app = Arc::clone(&self.app);
        let (stopped, given_up) = (app.stopped(), outgoing.given_up());
        tokio::pin!(stopped, given_up);
        let mut echo = std::pin::pin!(app.clock.sleep(Duration::ZERO));
        loop {
            let silence = app.clock.sleep(limits::SILENCE);
            tokio::pin!(silence);
            // Until something is heard or the silence has lasted too long; sending does not count as hearing.
            let message = loop {
                tokio::select! {
                    // In this order: nothing may be sent any more once a frame was left out.
                    biased;
                    () = &mut given_up => return Ending::Ours(Close::Slow),
                    () = &mut stopped => return Ending::Ours(Close::Restarting),
                    () = &mut silence => return Ending::Ours(Close::Silent),
                    message = line.hear() => break message,
                    () = &mut echo, if self.outbox.player().is_some() => {
                        // How long its answer takes is how long a move is under way.
                        let now_ms = app.clock.now_ms();
                        if line.send(Message::Ping(now_ms.to_be_bytes().to_vec().into())).await.is_err() {
                            return Ending::Theirs;
                        }
                        self.echo_ms = Some(now_ms);
                        echo.set(app.clock.sleep(limits::ECHO_EVERY));
                    }
                    Some(frame) = outgoing.next() => {
                        // A client that does not read blocks the sending; then its queue overflows, or silence falls.
                        tokio::select! {
                            sent = send_all(line, &frame, &mut outgoing) => if sent.is_err() { return Ending::Theirs },
                            () = &mut given_up => return Ending::Ours(Close::Slow),
                            () = &mut stopped => return Ending::Ours(Close::Restarting),
                            () = &mut silence => return Ending::Ours(Close::Silent),
                        }
                    }
                }
            };
            if matches!(message, Some(Ok(_))) && !self.pace.admits() {
                return Ending::Ours(Close::Flood);
            }
            match message {
                Some(Ok(Message::Text(text))) if text.len() > MAX_FRAME => {
                    return Ending::Ours(Close::TooBig);
                }
                // Boxed, so that it takes no room while nothing is heard.
                Some(Ok(Message::Text(text))) => Box::pin(self.hear(&text)).await,
                Some(Ok(Message::Binary(_))) => return Ending::Ours(Close::Binary),
                Some(Ok(Message::Pong(echo))) => self.measure(&echo),
                // Pongs are sent by the library, which gives no frames as they come.
                Some(Ok(Message::Ping(_) | Message::Frame(_))) => {}
                Some(Err(error)) => return unreadable(&error).map_or(Ending::Theirs, Ending::Cut),
                Some(Ok(Message::Close(_))) | None => return Ending::Theirs,
            }
        }
    }

    /// Takes the time that an echo was under way; what is no answer to the last one asked for tells nothing.
    fn measure(&mut self, echo: &[u8]) {
        if let Some(sent_ms) = self.echo_ms.take_if(|sent_ms| sent_ms.to_be_bytes() == *echo) {
            let passed_ms = self.app.clock.now_ms().saturating_sub(sent_ms);
            self.outbox.set_lag_ms(u32::try_from(passed_ms).unwrap_or(0));
        }
    }

    async fn hear(&mut self, text: &str) {
        let came_ms = self.app.clock.now_ms();
        let Envelope { id, command } = match read(text) {
            Ok(envelope) => envelope,
            Err(unreadable) => {
                let (id, message) = (unreadable.id, unreadable.message);
                return self.outbox.send(&ServerMessage::Error { id, code: ErrorCode::BadMessage, message });
            }
        };
        let (table, ask) = match command {
            Command::Ping {} => {
                let ms = Some(came_ms);
                return self.outbox.send(&ServerMessage::Ok {
                    id,
                    table: None,
                    seat: None,
                    key: None,
                    offer: None,
                    ms,
                });
            }
            Command::Lobby { on, filter } => {
                return match lobby::check(&filter) {
                    Ok(()) => {
                        self.app.lobby.forget(&self.outbox);
                        if on {
                            self.app.lobby.follow(&self.outbox, filter);
                        }
                        self.ok(id);
                    }
                    Err(refused) => self.refuse(id, refused),
                };
            }
            Command::Create { request, game, seats, options, clock, private, rated, seat } => {
                let wish = Wish { request, game, seats, options, clock, private, rated, seat };
                return create(&self.app, &self.outbox, id, came_ms, wish).await;
            }
            Command::Quick { request, game, seats, clock, rated } => {
                let quick = Quick { request, game, seats, clock, rated, tries: Vec::new() };
                return quick.begin(&self.app, self.outbox.clone(), id, came_ms).await;
            }
            Command::Watch { table, since, key, quiet } => {
                if !self.outbox.watched().ask(table, self.app.gate.limits().watched) {
                    let why = "you watch as many tables as one page may";
                    return self.refuse(id, Refused::new(ErrorCode::TooMany, why));
                }
                (table, Ask::Watch { since, key, quiet })
            }
            // Whoever does not watch need not wake a table to say so.
            Command::Unwatch { table } if !self.outbox.watched().ask_to_stop(table) => return self.ok(id),
            Command::Unwatch { table } => (table, Ask::Unwatch),
            Command::Sit { table, seat, key } => (table, Ask::Sit { seat, key }),
            Command::Stand { table } => (table, Ask::Stand),
            Command::Begin { table } => (table, Ask::Begin),
            Command::Say { table, request, room, words } => (table, Ask::Say { request, room, words }),
            Command::Ready { table, pledge } => (table, Ask::Ready { pledge }),
            Command::Act { table, at, action, share } => {
                (table, Ask::Act(Action { at, text: action, share }))
            }
            Command::Share { table, k, share } => (table, Ask::Share { k, share }),
            Command::Roll { table, k, share, pledge } => (table, Ask::Roll { k, share, pledge }),
            Command::Lost { table, k, pledge } => (table, Ask::Lost { k, pledge }),
            Command::Undo { table, at } => (table, Ask::Undo { at }),
            Command::Resign { table } => (table, Ask::Resign),
            Command::Abort { table } => (table, Ask::Abort),
            Command::Offer { table, request, what } => (table, Ask::Offer { request, what }),
            Command::Answer { table, offer, agree } => (table, Ask::Answer { offer, agree }),
            Command::Withdraw { table, offer } => (table, Ask::Withdraw { offer }),
            Command::Resume { table } => (table, Ask::Resume),
            Command::Claim { table, seat } => (table, Ask::Claim { seat }),
            Command::Rematch { table } => (table, Ask::Rematch),
        };
        Registry::send(&self.app, table, Request { outbox: self.outbox.clone(), id, came_ms, ask }).await;
    }

    fn ok(&self, id: u64) {
        self.outbox.send(&ServerMessage::Ok {
            id,
            table: None,
            seat: None,
            key: None,
            offer: None,
            ms: None,
        });
    }

    fn refuse(&self, id: u64, Refused { code, message }: Refused) {
        self.outbox.send(&ServerMessage::Error { id: Some(id), code, message });
    }

    async fn leave(&mut self) {
        self.app.lobby.forget(&self.outbox);
        for table in self.outbox.watched().take() {
            Registry::gone(&self.app, table, self.outbox.number()).await;
        }
    }
}

/// Sends a frame and those that wait behind it, as many as go into one piece.
async fn send_all(line: &mut Line, first: &Frame, outgoing: &mut Outgoing) -> Result<(), Error> {
    let mut has_room = line.put(first);
    while has_room && let Some(frame) = outgoing.try_next() {
        has_room = line.put(&frame);
    }
    line.flush().await
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
