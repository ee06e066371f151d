//! Edge: the sockets here that have asked tables elsewhere for something, what of that is not answered yet, and what comes back for them.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use cydonia_cluster::Incarnation;
use cydonia_protocol::Command;
use cydonia_table::UnixMs;
use serde::Deserialize;
use uuid::Uuid;

use super::letter::FarAsk;
use crate::limits;
use crate::outbox::{Awaited, Frame, Outbox};
use crate::table::{Ask, Asker, Request};

/// The sockets, by their number.
#[derive(Debug, Default)]
pub(super) struct Edge {
    callers: Mutex<HashMap<u64, Caller>>,
}

/// A socket that has asked elsewhere.
#[derive(Debug)]
struct Caller {
    outbox: Outbox,
    /// Where.
    owners: BTreeSet<Incarnation>,
    /// For what: it hears of these tables from there, as far as anybody knows.
    tables: BTreeSet<(Incarnation, Uuid)>,
    /// What is not answered yet, by the message's id.
    asked: HashMap<u64, Asked>,
}

#[derive(Debug)]
struct Asked {
    table: Uuid,
    about: About,
    /// The socket is not heard before this is answered.
    awaited: Option<Awaited>,
    /// When it came in.
    came: UnixMs,
    /// Whether the socket had asked that node for nothing about the table before: if it was not done, it hears nothing of it from there.
    is_first: bool,
}

/// What of an ask the socket itself keeps track of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum About {
    Watching,
    WatchingNoMore,
    Acting,
    Else,
}

/// The beginning of an answer.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Answer {
    Ok { id: u64 },
    Error { id: Option<u64> },
}

impl Edge {
    /// Notes down what is asked of an owner, and gives it as it is sent; none if the socket is gone.
    pub(super) fn ask(
        &self,
        owner: Incarnation,
        table: Uuid,
        request: Request,
        now_ms: i64,
    ) -> Option<FarAsk> {
        let Request { from, ask } = request;
        let outbox = from.outbox;
        let about = match &ask {
            Ask::Command(Command::Watch { .. }) => About::Watching,
            Ask::Command(Command::Unwatch { .. }) => About::WatchingNoMore,
            Ask::Command(Command::Act { .. }) => About::Acting,
            Ask::Command(_) | Ask::Quick(_) | Ask::Join | Ask::Recall => About::Else,
        };
        let far = FarAsk {
            socket: outbox.number(),
            session: outbox.visitor().session().cloned(),
            address: outbox.address(),
            lag_ms: outbox.lag_ms(),
            table,
            id: from.id,
            has_played: outbox.has_played(),
            waited_ms: (now_ms - from.came.0).max(0),
            ask,
        };
        let mut callers = self.lock();
        // Looked at under the lock under which it is forgotten: nobody would forget it again.
        if outbox.is_closed() {
            return None;
        }
        let caller = callers.entry(outbox.number()).or_insert_with(|| Caller {
            outbox,
            owners: BTreeSet::new(),
            tables: BTreeSet::new(),
            asked: HashMap::new(),
        });
        caller.owners.insert(owner);
        let is_first = caller.tables.insert((owner, table));
        caller
            .asked
            .insert(from.id, Asked { table, about, awaited: from.awaited, came: from.came, is_first });
        Some(far)
    }

    /// Something has come for a socket from a node that it has asked. Whoever else sends anything is not heard.
    pub(super) fn hear(&self, from: Incarnation, socket: u64, frame: Bytes) {
        let mut callers = self.lock();
        let Some(caller) = callers.get_mut(&socket).filter(|caller| caller.owners.contains(&from)) else {
            return;
        };
        let answered = answered(&frame).and_then(|(id, is_ok)| Some((caller.asked.remove(&id)?, is_ok)));
        let outbox = caller.outbox.clone();
        let awaits = answered.is_none() && caller.asked.values().any(|asked| asked.about == About::Watching);
        drop(callers);
        let length = frame.len();
        let frame = Frame::encoded(frame);
        // What is long was asked for, as far as something was: however long it is, it is sent.
        if awaits && length > limits::WRITE_BUFFER {
            outbox.answer(frame);
        } else {
            outbox.push(frame);
        }
        match answered {
            Some((Asked { table, about: About::Watching, .. }, is_ok)) => {
                outbox.watched().answered(table, is_ok);
            }
            Some((Asked { table, about: About::WatchingNoMore, .. }, is_ok)) => {
                outbox.watched().answered(table, !is_ok);
            }
            Some((Asked { about: About::Acting, .. }, is_ok)) => outbox.set_plays(is_ok),
            Some((Asked { about: About::Else, .. }, _)) => outbox.set_plays(false),
            None => {}
        }
    }

    /// What a socket asked of a node is not done: it is to be asked again, if it is asked for still.
    pub(super) fn moved(&self, from: Incarnation, socket: u64, id: u64, ask: Ask) -> Option<Request> {
        let mut callers = self.lock();
        let caller = callers.get_mut(&socket).filter(|caller| caller.owners.contains(&from))?;
        let Asked { table, came, awaited, is_first, .. } = caller.asked.remove(&id)?;
        if is_first && !caller.asked.values().any(|asked| asked.table == table) {
            caller.tables.remove(&(from, table));
        }
        let from = Asker { outbox: caller.outbox.clone(), id, came, awaited };
        Some(Request { from, ask })
    }

    /// A socket is gone; those who were asked for something by it.
    pub(super) fn gone(&self, socket: u64) -> BTreeSet<Incarnation> {
        self.lock().remove(&socket).map(|caller| caller.owners).unwrap_or_default()
    }

    /// A node has let go of a socket, or of all that have asked it for something: they come back.
    pub(super) fn dropped(&self, owner: Incarnation, socket: Option<u64>) {
        for (number, caller) in &*self.lock() {
            let hears = || caller.tables.iter().any(|(node, _)| *node == owner);
            if socket.is_none_or(|socket| socket == *number) && hears() {
                caller.outbox.have_come_back();
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Caller>> {
        // The map is whole after every operation, whatever panicked elsewhere.
        self.callers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Which message a frame answers, if any, and whether with `ok`.
fn answered(frame: &Bytes) -> Option<(u64, bool)> {
    let message = Frame::message_of(frame);
    // Most are no answers, and not read for that.
    let beginnings = [&br#"{"type":"ok""#[..], br#"{"type":"error""#];
    if !beginnings.iter().any(|beginning| message.starts_with(beginning)) {
        return None;
    }
    match serde_json::from_slice(&message).ok()? {
        Answer::Ok { id } => Some((id, true)),
        Answer::Error { id } => Some((id?, false)),
    }
}
