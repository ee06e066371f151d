//! Socket abuse: what is done over sockets: never to read, to send garbage, to send without end.

use std::net::SocketAddr;
use std::time::Duration;

use cydonia_protocol::{Command as Say, Envelope, VERSION};
use uuid::Uuid;

use super::PAUSE;
use crate::guests::{Guest, SOURCES};
use crate::wire::{Wire, source};

/// How often each of the others says something: all that one may.
const EVERY: Duration = Duration::from_millis(50);
/// What the flood sends in one go; it does not wait for more than a moment before the next.
const GUSH: usize = 20;
/// Between two of them: this program has to make the others' moves meanwhile.
const BREATH: Duration = Duration::from_millis(20);

/// Asks for the whole table again and again, and takes none of it in. Whoever is thrown out comes back.
pub(super) async fn never_read(house: SocketAddr, guest: Guest, table: Uuid) {
    let command = Say::Watch { table, since: None, key: None, quiet: false };
    let frame = serde_json::to_string(&Envelope { id: 1, command }).expect("a command is JSON");
    loop {
        if let Ok(mut line) = guest.open(house).await {
            while line.send(frame.clone()).await.is_ok() {
                tokio::time::sleep(EVERY).await;
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Says what nobody understands, in turn in every way.
pub(super) async fn send_garbage(house: SocketAddr, guest: Guest) {
    for turn in 0_usize.. {
        if let Ok(mut line) = guest.open(house).await {
            for k in turn.. {
                let sent = match k % 5 {
                    0 => line.send("{\"id\":1,\"do\":{\"type\":\"act\"".to_owned()).await,
                    1 => line.send("[".repeat(4_000)).await,
                    2 => line.send(r#"{"id":-1,"do":{"type":"watch","table":"nowhere"}}"#.to_owned()).await,
                    3 => line.send("x".repeat(8 * 1024)).await,
                    _ if k % 100 == 99 => line.send_bytes(vec![0; 100]).await,
                    _ => line.send(String::new()).await,
                };
                if sent.is_err() || listen(&mut line).await.is_err() {
                    break;
                }
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Hears what there is to hear until it is time to speak again.
async fn listen(line: &mut Wire) -> Result<(), String> {
    let time = tokio::time::sleep(EVERY);
    tokio::pin!(time);
    loop {
        tokio::select! {
            () = &mut time => return Ok(()),
            heard = line.hear() => drop(heard?),
        }
    }
}

/// Opens a socket and sends as much as goes through; all from one address.
pub(super) async fn flood(house: SocketAddr) {
    let from = source(SOURCES);
    loop {
        if let Ok(mut line) = Wire::open(house, from, &format!("/ws?protocol={VERSION}"), None).await {
            while gush(&mut line).await.is_ok() {
                tokio::time::sleep(BREATH).await;
            }
        }
        tokio::time::sleep(BREATH).await;
    }
}

async fn gush(line: &mut Wire) -> Result<(), String> {
    for id in 0..GUSH {
        line.send(format!(r#"{{"id":{id},"do":{{"type":"ping"}}}}"#)).await?;
    }
    for _ in 0..GUSH {
        line.hear().await?;
    }
    Ok(())
}
