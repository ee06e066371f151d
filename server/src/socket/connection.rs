//! One socket's task: reads requests, hands them on, writes what comes back, and knows when to stop.

use std::collections::HashSet;
use std::sync::Arc;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use cydonia_protocol::{
    Close, Command, Envelope, ErrorCode, Player, SeatState, ServerMessage, VERSION, read,
};
use uuid::Uuid;

use super::outbox::{Outbox, Outgoing};
use crate::app::App;
use crate::limits;
use crate::store::{NewTable, StoreError};
use crate::table::{Ask, Record, Refused, Registry, Request, new_info};

/// How a socket ended.
enum Ending {
    /// By the other side, or by the network.
    Theirs,
    /// By us, for a reason that is told.
    Ours(Close),
}

pub(super) async fn run(app: Arc<App>, mut socket: WebSocket, player: Option<Player>, speaks_ours: bool) {
    if !speaks_ours {
        return say_goodbye(&app, &mut socket, Close::Version).await;
    }
    let (outbox, outgoing) = Outbox::new(player);
    let mut connection = Connection { app: Arc::clone(&app), outbox, watched: HashSet::new() };
    connection.greet();
    let ending = connection.live(&mut socket, outgoing).await;
    connection.leave().await;
    if let Ending::Ours(close) = ending {
        say_goodbye(&app, &mut socket, close).await;
    }
}

/// Tells why we close, but does not wait for ever for someone who does not listen.
async fn say_goodbye(app: &App, socket: &mut WebSocket, close: Close) {
    let frame = CloseFrame { code: close.code(), reason: close.sentence().into() };
    let farewell = async {
        if socket.send(Message::Close(Some(frame))).await.is_ok() {
            // Read on until the other side has closed too: dropping a socket with unread bytes would reset it, and
            // the reason might never arrive.
            while let Some(Ok(_)) = socket.recv().await {}
        }
    };
    tokio::select! {
        () = farewell => {}
        () = app.clock.sleep(limits::FAREWELL) => {}
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
        let stopped = app.stopped();
        tokio::pin!(stopped);
        let mut heard = app.clock.now_ms();
        loop {
            let silence = app.clock.sleep(limits::SILENCE);
            tokio::pin!(silence);
            // Until something is heard or the silence has lasted too long; sending does not count as hearing.
            let message = loop {
                tokio::select! {
                    message = socket.recv() => break message,
                    Some(frame) = outgoing.queue.recv() => {
                        // A client that does not read blocks the sending; then its queue overflows, or silence falls.
                        tokio::select! {
                            sent = socket.send(Message::Text(frame.0)) => if sent.is_err() { return Ending::Theirs },
                            () = outgoing.overflow.notified() => return Ending::Ours(Close::Slow),
                            () = &mut silence => return Ending::Ours(Close::Silent),
                            () = &mut stopped => return Ending::Ours(Close::Restarting),
                        }
                    }
                    () = outgoing.overflow.notified() => return Ending::Ours(Close::Slow),
                    () = &mut silence => return Ending::Ours(Close::Silent),
                    () = &mut stopped => return Ending::Ours(Close::Restarting),
                }
            };
            heard = heard.max(app.clock.now_ms());
            match message {
                Some(Ok(Message::Text(text))) => self.hear(&text).await,
                Some(Ok(Message::Binary(_))) => return Ending::Ours(Close::Binary),
                // Pongs are sent by the library.
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_))) | None => return Ending::Theirs,
                Some(Err(error)) => {
                    return if is_too_big(&error) { Ending::Ours(Close::TooBig) } else { Ending::Theirs };
                }
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
                self.app.lobby.follow(&self.app, &self.outbox, on).await;
                return self.ok(id);
            }
            Command::Create { request, game, seats, options, private, seat } => {
                let wish = Wish { request, game, seats, options, private, seat };
                let answer = match self.create(wish).await {
                    Ok((table, seat, key)) => {
                        ServerMessage::Ok { id, table: Some(table), seat: Some(seat), key }
                    }
                    Err(Refused { code, message }) => ServerMessage::Error { id: Some(id), code, message },
                };
                return self.outbox.send(&answer);
            }
            Command::Watch { table, since, key } => {
                self.watched.insert(table);
                (table, Ask::Watch { since, key })
            }
            Command::Unwatch { table } => {
                self.watched.remove(&table);
                (table, Ask::Unwatch)
            }
            Command::Sit { table, seat, key } => (table, Ask::Sit { seat, key }),
            Command::Stand { table } => (table, Ask::Stand),
            Command::Act { table, at, action } => (table, Ask::Act { at, action }),
            Command::Resign { table } => (table, Ask::Resign),
            Command::Rematch { table } => (table, Ask::Rematch),
        };
        Registry::send(&self.app, table, Request { outbox: self.outbox.clone(), id, ask }).await;
    }

    fn ok(&self, id: u64) {
        self.outbox.send(&ServerMessage::Ok { id, table: None, seat: None, key: None });
    }

    /// Sets up a table with its creator sitting at it.
    async fn create(&self, wish: Wish) -> Result<(Uuid, u8, Option<String>), Refused> {
        let Some(player) = self.outbox.player().cloned() else {
            return Err(Refused::new(ErrorCode::NoSession, "say first what you want to be called"));
        };
        let now = self.app.clock.now_ms();
        let id = self.app.entropy.id(now);
        let mut info = new_info(id, now, &wish.game, wish.seats, wish.options, wish.private)?;
        let Some(seat) = info.seats.get_mut(usize::from(wish.seat)) else {
            return Err(Refused::new(ErrorCode::BadSeat, "there is no such seat"));
        };
        *seat = SeatState::Taken { player: player.clone() };
        let key = wish.private.then(|| self.app.entropy.secret::<16>());
        let new = NewTable {
            info,
            key,
            creator: player.id,
            request: wish.request,
            records: vec![(now, Record::Sit { seat: wish.seat, player })],
        };
        let unavailable = |_: StoreError| {
            Refused::new(ErrorCode::Unavailable, "the table could not be stored just now; try again")
        };
        let id = self.app.store.create_table(new).await.map_err(unavailable)?;
        // A repeated wish gets the first table, and so that table's key.
        let row = self.app.store.table(id).await.map_err(unavailable)?;
        self.app.lobby.touch();
        Ok((id, wish.seat, row.and_then(|row| row.key)))
    }

    async fn leave(&mut self) {
        self.app.lobby.forget(&self.outbox);
        for table in self.watched.drain() {
            Registry::gone(&self.app, table, self.outbox.number()).await;
        }
    }
}

/// What `create` asks for.
struct Wish {
    request: Uuid,
    game: String,
    seats: u8,
    options: cydonia_rules::Options,
    private: bool,
    seat: u8,
}

/// Whether the library gave up on a frame for its length.
fn is_too_big(error: &axum::Error) -> bool {
    use std::error::Error;
    use tokio_tungstenite::tungstenite;
    let inner = error.source().and_then(|source| source.downcast_ref::<tungstenite::Error>());
    matches!(inner, Some(tungstenite::Error::Capacity(_)))
}
