//! One socket's task: reads requests, hands them on, writes what comes back, and knows when to stop.

use std::collections::HashSet;
use std::sync::Arc;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use cydonia_protocol::{
    Close, Command, Envelope, ErrorCode, MAX_FRAME, Player, ServerMessage, VERSION, read,
};
use tokio_tungstenite::tungstenite;
use tracing::Instrument;
use uuid::Uuid;

use super::outbox::{Outbox, Outgoing};
use crate::app::App;
use crate::limits;
use crate::table::{Ask, Refused, Registry, Request, Wish, create};

/// How a socket ended.
enum Ending {
    /// By the other side, or by the network.
    Theirs,
    /// By us, for a reason that is told.
    Ours(Close),
    /// By a frame so long that the library reads no further.
    Cut,
}

pub(super) async fn run(app: Arc<App>, mut socket: WebSocket, player: Option<Player>, speaks_ours: bool) {
    if !speaks_ours {
        return say_goodbye(&app, &mut socket, Ending::Ours(Close::Version)).await;
    }
    let (outbox, outgoing) = Outbox::new(player);
    let span = tracing::info_span!("socket", number = outbox.number());
    let mut connection = Connection { app: Arc::clone(&app), outbox, watched: HashSet::new() };
    async {
        connection.greet();
        let ending = connection.live(&mut socket, outgoing).await;
        connection.leave().await;
        say_goodbye(&app, &mut socket, ending).await;
    }
    .instrument(span)
    .await;
}

/// Tells why we close, or answers the other side's close; but does not wait for ever for someone who does not listen.
async fn say_goodbye(app: &App, socket: &mut WebSocket, ending: Ending) {
    let farewell = async {
        let reason = match ending {
            Ending::Ours(close) => Some(close),
            Ending::Cut => Some(Close::TooBig),
            Ending::Theirs => None,
        };
        if let Some(close) = reason {
            let frame = CloseFrame { code: close.code(), reason: close.sentence().into() };
            if socket.send(Message::Close(Some(frame))).await.is_err() {
                return;
            }
        }
        // Reading on sends what the library has to say, and ends when the other side has closed: a socket dropped
        // with unread bytes would be reset, and the reason might never arrive.
        while let Some(Ok(_)) = socket.recv().await {}
        if let Ending::Cut = ending {
            // Nothing more can be read, so there is only time to let the reason arrive.
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = farewell => {}
        () = app.clock.sleep(limits::FAREWELL) => {}
        () = app.stopped(), if matches!(ending, Ending::Cut) => {}
    }
}

struct Connection {
    app: Arc<App>,
    outbox: Outbox,
    /// The tables to tell when this socket is gone.
    watched: HashSet<Uuid>,
}

impl Connection {
    fn greet(&self) {
        self.outbox.send(&ServerMessage::Hello {
            protocol: VERSION,
            server: env!("CARGO_PKG_VERSION").to_owned(),
            player: self.outbox.player().cloned(),
            ping_every_ms: limits::PING_EVERY.as_millis() as u64,
        });
    }

    async fn live(&mut self, socket: &mut WebSocket, mut outgoing: Outgoing) -> Ending {
        let app = Arc::clone(&self.app);
        let (stopped, given_up) = (app.stopped(), outgoing.given_up());
        tokio::pin!(stopped, given_up);
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
                    message = socket.recv() => break message,
                    Some(frame) = outgoing.next() => {
                        // A client that does not read blocks the sending; then its queue overflows, or silence falls.
                        tokio::select! {
                            sent = socket.send(Message::Text(frame.0)) => if sent.is_err() { return Ending::Theirs },
                            () = &mut given_up => return Ending::Ours(Close::Slow),
                            () = &mut stopped => return Ending::Ours(Close::Restarting),
                            () = &mut silence => return Ending::Ours(Close::Silent),
                        }
                    }
                }
            };
            match message {
                Some(Ok(Message::Text(text))) if text.len() > MAX_FRAME => {
                    return Ending::Ours(Close::TooBig);
                }
                Some(Ok(Message::Text(text))) => self.hear(&text).await,
                Some(Ok(Message::Binary(_))) => return Ending::Ours(Close::Binary),
                // Pongs are sent by the library.
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Err(error)) if is_too_big(&error) => return Ending::Cut,
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Ending::Theirs,
            }
        }
    }

    async fn hear(&mut self, text: &str) {
        let Envelope { id, command } = match read(text) {
            Ok(envelope) => envelope,
            Err(unreadable) => {
                let (id, message) = (unreadable.id, unreadable.message);
                return self.outbox.send(&ServerMessage::Error { id, code: ErrorCode::BadMessage, message });
            }
        };
        let (table, ask) = match command {
            Command::Ping {} => return self.ok(id),
            Command::Lobby { on } => {
                self.app.lobby.follow(&self.outbox, on);
                return self.ok(id);
            }
            Command::Create { request, game, seats, options, private, seat } => {
                return self.create(id, Wish { request, game, seats, options, private, seat }).await;
            }
            Command::Watch { table, since, key } => {
                self.watched.insert(table);
                (table, Ask::Watch { since, key })
            }
            // Whoever does not watch need not wake a table to say so.
            Command::Unwatch { table } if !self.watched.remove(&table) => return self.ok(id),
            Command::Unwatch { table } => (table, Ask::Unwatch),
            Command::Sit { table, seat, key } => (table, Ask::Sit { seat, key }),
            Command::Stand { table } => (table, Ask::Stand),
            Command::Act { table, at, action } => (table, Ask::Act { at, action }),
            Command::Roll { table, k } => (table, Ask::Roll { k }),
            Command::Undo { table, at } => (table, Ask::Undo { at }),
            Command::Resign { table } => (table, Ask::Resign),
            Command::Rematch { table } => (table, Ask::Rematch),
        };
        Registry::send(&self.app, table, Request { outbox: self.outbox.clone(), id, ask }).await;
    }

    fn ok(&self, id: u64) {
        self.outbox.send(&ServerMessage::Ok { id, table: None, seat: None, key: None });
    }

    async fn create(&self, id: u64, wish: Wish) {
        let created = match self.outbox.player() {
            Some(player) => create(&self.app, player, wish).await,
            None => Err(Refused::no_session()),
        };
        self.outbox.send(&match created {
            Ok(created) => {
                ServerMessage::Ok { id, table: Some(created.id), seat: created.seat, key: created.key }
            }
            Err(Refused { code, message }) => ServerMessage::Error { id: Some(id), code, message },
        });
    }

    async fn leave(&mut self) {
        self.app.lobby.forget(&self.outbox);
        for table in self.watched.drain() {
            Registry::gone(&self.app, table, self.outbox.number()).await;
        }
    }
}

/// Whether the library gave up on a frame for its length.
fn is_too_big(error: &axum::Error) -> bool {
    use std::error::Error;
    let inner = error.source().and_then(|source| source.downcast_ref::<tungstenite::Error>());
    matches!(inner, Some(tungstenite::Error::Capacity(_)))
}
