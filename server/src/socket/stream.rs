//! Socket over plain HTTP: a socket without a line. What is said comes in a request, and what it is told goes out in the answer.

use std::collections::VecDeque;

use bytes::Bytes;
use cydonia_protocol::{Close, Command, ServerMessage};
use cydonia_table::Rejection;
use serde::Deserialize;

use super::Guest;
use super::connection::Connection;
use crate::outbox::{Frame, OutboxClosed, Outgoing};

/// The id under which the one thing is said that is.
const ID: u64 = 1;

/// One end of what a table, or the house, tells somebody: messages as a socket gets them.
pub(crate) struct Stream {
    /// Gone only while this is dropped.
    connection: Option<Connection>,
    outgoing: Outgoing,
    /// What came and was not taken yet.
    ahead: VecDeque<Bytes>,
}

/// How what was said was answered.
#[derive(Debug)]
pub(crate) enum Answered {
    /// By `ok`, which this is.
    Ok(Box<ServerMessage>),
    /// By an error.
    Refused(Rejection),
    /// Not at all: the socket is at its end.
    Closed(Close),
}

impl Stream {
    /// Opens one, for whoever asks. What it is refused is counted where that is answered.
    pub(crate) async fn open(guest: Guest) -> Self {
        let (connection, outgoing) = Connection::of(Box::new(guest), None);
        let stream = Self { connection: Some(connection), outgoing, ahead: VecDeque::new() };
        // Whoever goes away meanwhile has gone.
        if let Some(connection) = &stream.connection {
            connection.come_in().await;
        }
        stream
    }

    /// Says something, and waits until it is answered. What comes before is kept to be taken.
    pub(crate) async fn say(&mut self, command: Command) -> Answered {
        if let Some(connection) = &mut self.connection
            && let Some(slow) = connection.carry_out(ID, command)
        {
            connection.run_deferred(slow).await;
        }
        loop {
            let frames = match self.outgoing.next().await {
                Ok(frames) => frames,
                Err(OutboxClosed(close)) => return Answered::Closed(close),
            };
            let mut answer = None;
            for message in frames.iter().map(Frame::message_of) {
                match answer_in(&message) {
                    Some(answered) => answer = Some(answered),
                    None => self.ahead.push_back(message),
                }
            }
            if let Some(answer) = answer {
                return answer;
            }
        }
    }

    /// Waits for messages, each in JSON.
    ///
    /// # Errors
    /// If the socket is at its end: its session is, or whoever reads it does not keep up.
    pub(crate) async fn next(&mut self) -> Result<VecDeque<Bytes>, OutboxClosed> {
        if !self.ahead.is_empty() {
            return Ok(std::mem::take(&mut self.ahead));
        }
        Ok(self.outgoing.next().await?.iter().map(Frame::message_of).collect())
    }
}

/// The answer to what was said, if a message is that. All others, which may be long, are looked at no closer.
fn answer_in(message: &[u8]) -> Option<Answered> {
    #[derive(Deserialize)]
    struct Head {
        id: Option<u64>,
    }
    let head: Head = serde_json::from_slice(message).ok()?;
    if head.id != Some(ID) {
        return None;
    }
    match serde_json::from_slice(message).ok()? {
        ok @ ServerMessage::Ok { .. } => Some(Answered::Ok(Box::new(ok))),
        ServerMessage::Error { code, message, .. } => Some(Answered::Refused(Rejection::new(code, message))),
        _ => None,
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else { return };
        // Tables are told that it is gone, which they may have to be waited for.
        let tasks = connection.registry.context().tasks.clone();
        tasks.spawn(async move { connection.leave().await });
    }
}
