//! Event streams over plain HTTP: messages as they come, a line of JSON each or server-sent events, with a heartbeat where nothing comes.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, header};
use axum::response::{IntoResponse, Response};
use cydonia_protocol::TableStatus;
use futures_util::{Stream as Messages, stream};
use serde::Deserialize;

use super::app::App;
use super::query_error::QueryError;
use crate::connections::LongLived;
use crate::limits;
use crate::outbox::OutboxClosed;
use crate::socket::Stream;

pub(super) const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Where whoever comes back was, by the number in the header.
///
/// # Errors
/// If that is no number.
pub(super) fn last_event_id(headers: &HeaderMap) -> Result<Option<u64>, QueryError> {
    let Some(last) = headers.get(LAST_EVENT_ID) else { return Ok(None) };
    let last = last.to_str().ok().and_then(|last| last.parse().ok());
    Ok(Some(last.ok_or(QueryError::LastEventId)?))
}

/// An answer that goes on for as long as something comes.
pub(super) fn answer(
    form: Form,
    messages: impl Messages<Item = Result<Bytes, Infallible>> + Send + 'static,
) -> Response {
    let head = [
        (header::CONTENT_TYPE, form.media_type()),
        (header::CACHE_CONTROL, "no-store"),
        // Proxies that gather answers would hold it back.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    (Extension(LongLived), head, Body::from_stream(messages)).into_response()
}

/// What a socket without a line is told, from here on.
pub(super) fn follow(app: Arc<App>, stream: Stream, form: Form) -> Response {
    let following = Following { app, stream, form, is_over: false };
    answer(form, stream::unfold(following, Following::next))
}

/// How messages are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Newline-delimited JSON.
    Lines,
    /// Server-sent events.
    Events,
}

impl Form {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
        let wants =
            accepted.flat_map(|list| list.split(',')).any(|one| one.trim().starts_with("text/event-stream"));
        if wants { Self::Events } else { Self::Lines }
    }

    fn media_type(self) -> &'static str {
        match self {
            Self::Lines => "application/x-ndjson",
            Self::Events => "text/event-stream",
        }
    }

    pub(super) fn written(self, message: &[u8], n: Option<u64>) -> Vec<u8> {
        let mut written = Vec::with_capacity(message.len() + 32);
        if self == Self::Events {
            if let Some(n) = n {
                written.extend_from_slice(format!("id: {n}\n").as_bytes());
            }
            written.extend_from_slice(b"data: ");
        }
        written.extend_from_slice(message);
        written.extend_from_slice(if self == Self::Events { b"\n\n" } else { b"\n" });
        written
    }

    /// Tells whoever listens where they are, with no event; lines by themselves have nothing for that.
    pub(super) fn place(self, n: i64) -> Option<Vec<u8>> {
        (self == Self::Events).then(|| format!("id: {n}\n\n").into_bytes())
    }

    /// What is sent so that the line is known to be good.
    pub(super) fn heartbeat(self) -> &'static [u8] {
        match self {
            Self::Lines => b"\n",
            Self::Events => b":\n\n",
        }
    }
}

/// What has to be known of a message: how far it leads, and whether the table is at its end.
#[derive(Debug, Default, PartialEq, Eq)]
struct Place {
    n: Option<u64>,
    is_end: bool,
}

impl Place {
    fn of(message: &[u8]) -> Self {
        #[derive(Deserialize)]
        struct Told {
            #[serde(rename = "type")]
            kind: String,
            n: Option<u64>,
            #[serde(default)]
            events: Vec<Numbered>,
            info: Option<Info>,
        }
        #[derive(Deserialize)]
        struct Numbered {
            n: u64,
            #[serde(rename = "type")]
            kind: String,
        }
        #[derive(Deserialize)]
        struct Info {
            status: TableStatus,
        }
        let Ok(told) = serde_json::from_slice::<Told>(message) else { return Self::default() };
        match told.kind.as_str() {
            "events" => Self {
                n: told.events.last().map(|event| event.n),
                is_end: told.events.iter().any(|event| matches!(event.kind.as_str(), "finish" | "abort")),
            },
            "table" => Self {
                n: told.n,
                is_end: told
                    .info
                    .is_some_and(|info| matches!(info.status, TableStatus::Finished | TableStatus::Aborted)),
            },
            _ => Self::default(),
        }
    }
}

struct Following {
    app: Arc<App>,
    stream: Stream,
    form: Form,
    is_over: bool,
}

impl Following {
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        if self.is_over {
            return None;
        }
        let context = Arc::clone(&self.app.context);
        let messages: VecDeque<Bytes> = tokio::select! {
            biased;
            messages = self.stream.next() => match messages {
                Ok(messages) => messages,
                Err(OutboxClosed(_)) => return None,
            },
            () = context.clock.sleep(limits::STREAM_HEARTBEAT) => {
                return Some((Ok(Bytes::from_static(self.form.heartbeat())), self));
            }
            () = context.stopped() => return None,
        };
        let mut written = Vec::new();
        for message in messages {
            let Place { n, is_end } = Place::of(&message);
            written.extend(self.form.written(&message, n));
            self.is_over |= is_end;
        }
        Some((Ok(written.into()), self))
    }
}
