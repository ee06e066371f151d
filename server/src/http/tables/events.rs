//! `GET /api/v1/tables/{id}/events`: a table's messages over plain HTTP, as whoever watches it over a socket gets them: a line of
//! JSON each, or server-sent events.

use std::collections::VecDeque;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, header};
use axum::response::{IntoResponse, Response};
use cydonia_protocol::{Command, ErrorCode, ServerMessage, TableStatus};
use futures_util::stream;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::missing;
use crate::http::app::App;
use crate::http::extract::{ApiPath, ApiQuery, Caller, CurrentVisitor, TABLE_KEY, key};
use crate::http::openapi::{Operation, Tag};
use crate::http::problem::ApiError;
use crate::http::query_error::QueryError;
use crate::http::websocket::place;
use crate::http::work::Work;
use crate::limits;
use crate::outbox::OutboxClosed;
use crate::socket::{Answered, Guest, Stream};

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// From where on.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct EventsQuery {
    /// The number of the last event that one has: what comes behind it is sent. Left out, a snapshot comes first.
    #[schemars(range(min = 0, max = 9_007_199_254_740_991_i64))]
    since: Option<u64>,
    /// Whether one only glances at it: then one is not counted among those who watch, and a player is not taken for being there.
    #[serde(default)]
    quiet: bool,
}

pub(super) fn operation() -> Operation {
    Operation::get(Tag::Tables, "/api/v1/tables/{id}/events", "streamTable", events)
        .summary("A table as it goes on")
        .description(
            "The messages that come over a socket to whoever watches the table, word for word: a line of JSON \
             each, and an empty line where nothing came for a quarter of a minute. With `Accept: \
             text/event-stream` server-sent events, whose `id` is the number of the last event: whoever \
             comes back with it as `Last-Event-ID` goes on there. It ends when the game is over.",
        )
        .path::<Uuid>("id", "The table.")
        .query::<EventsQuery>()
        .header::<String>(TABLE_KEY, "A private table's key, for those who do not sit there.")
        .header::<String>("last-event-id", "The same as `since`, and goes before it.")
        .responds_as::<ServerMessage>("application/x-ndjson", "A message on each line; this is the schema of one.")
        .errors([ErrorCode::NoTable, ErrorCode::Regressed, ErrorCode::BadQuery])
        .auth_optional()
}

/// How messages are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Newline-delimited JSON.
    Lines,
    /// Server-sent events.
    Events,
}

impl Form {
    fn of(headers: &HeaderMap) -> Self {
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

    fn written(self, message: &[u8], n: Option<u64>) -> Vec<u8> {
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

    /// What is sent so that the line is known to be good.
    fn heartbeat(self) -> &'static [u8] {
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

async fn events(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
    Caller(address): Caller,
    headers: HeaderMap,
    id: ApiPath<Uuid>,
    work: Work,
    query: ApiQuery<EventsQuery>,
) -> Result<Response, ApiError> {
    let Ok(Path(table)) = id else { return Err(missing()) };
    let since = match headers.get(LAST_EVENT_ID) {
        Some(last) => {
            let last = last.to_str().ok().and_then(|last| last.parse().ok());
            Some(last.ok_or(QueryError::LastEventId)?)
        }
        None => query.since,
    };
    let guest = Guest {
        registry: Arc::clone(&app.registry),
        visitor,
        place: place(&app, address)?,
        speaks_ours: true,
    };
    let mut stream = Stream::open(guest).await;
    let key = key(&headers, TABLE_KEY).map(str::to_owned);
    match stream.say(Command::Watch { table, since, key, quiet: query.quiet }).await {
        Answered::Ok(_) => {}
        Answered::Refused(rejection) => return Err(rejection.into()),
        Answered::Closed(close) => return Err(ApiError::new(ErrorCode::NoSession, close.sentence())),
    }
    // From here on it only waits.
    work.hand_back();
    let form = Form::of(&headers);
    let following = Following { app, stream, form, is_over: false };
    let body = Body::from_stream(stream::unfold(following, Following::next));
    let head = [
        (header::CONTENT_TYPE, form.media_type()),
        (header::CACHE_CONTROL, "no-store"),
        // Proxies that gather answers would hold it back.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((head, body).into_response())
}

struct Following {
    app: Arc<App>,
    stream: Stream,
    form: Form,
    is_over: bool,
}

impl Following {
    async fn next(mut self) -> Option<(Result<Bytes, std::convert::Infallible>, Self)> {
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
