//! Baseline socket: a socket of a bare server.

use std::sync::{Arc, PoisonError};

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::durable::Append;
use super::{Kind, Server};

/// Where somebody wants to be.
#[derive(Debug, Deserialize)]
pub(super) struct Wish {
    table: u64,
    #[serde(default)]
    watch: bool,
}

pub(super) async fn open(
    State(server): State<Arc<Server>>,
    Query(wish): Query<Wish>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade
        .read_buffer_size(server.read_buffer)
        .write_buffer_size(0)
        .on_upgrade(move |socket| run(server, socket, wish))
}

async fn run(server: Arc<Server>, mut socket: WebSocket, wish: Wish) {
    let (sender, mut frames) = unbounded_channel();
    let table = server.table(wish.table);
    {
        let mut table = table.write().unwrap_or_else(PoisonError::into_inner);
        let members = if wish.watch { &mut table.watchers } else { &mut table.players };
        members.push(sender);
    }
    while let Some(frame) = next(&mut socket, &mut frames).await {
        match (server.kind, &server.writer) {
            (Kind::Durable, Some(writer)) => {
                writer.append(Append { number: wish.table as i64, frame, table: Arc::clone(&table) });
            }
            (Kind::Broadcast, _) => table.read().unwrap_or_else(PoisonError::into_inner).tell(&frame),
            _ => {
                if socket.send(Message::Text(frame)).await.is_err() {
                    return;
                }
            }
        }
    }
}

/// What the socket says next; meanwhile it is told what there is to tell. None when it is gone.
async fn next(socket: &mut WebSocket, frames: &mut UnboundedReceiver<Utf8Bytes>) -> Option<Utf8Bytes> {
    loop {
        tokio::select! {
            biased;
            message = socket.recv() => match message? {
                Ok(Message::Text(text)) => return Some(text),
                Ok(_) => {}
                Err(_) => return None,
            },
            Some(frame) = frames.recv() => socket.send(Message::Text(frame)).await.ok()?,
        }
    }
}
