//! `GET /api/v1/tables/{id}/events`, `/api/v1/tables/events` and `/api/v1/session/events`: the messages of a table, of the list of tables, or
//! of one's own games, over plain HTTP, as whoever follows them over a socket gets them.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use cydonia_protocol::{Command, ErrorCode, LobbyFilter, ServerMessage};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::missing;
use crate::admission::Address;
use crate::http::app::App;
use crate::http::event_stream::{Form, follow, last_event_id};
use crate::http::extract::{ApiPath, ApiQuery, Caller, CurrentVisitor, TABLE_KEY, key};
use crate::http::openapi::{Operation, Tag};
use crate::http::problem::ApiError;
use crate::http::websocket::place;
use crate::http::work::Work;
use crate::socket::{Answered, Guest, Stream};
use crate::visitor::Visitor;

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

pub(super) fn operations() -> [Operation; 3] {
    [stream_lobby(), stream_table(), stream_own_games()]
}

fn stream_table() -> Operation {
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
    let since = last_event_id(&headers)?.or(query.since);
    let key = key(&headers, TABLE_KEY).map(str::to_owned);
    let watch = Command::Watch { table, since, key, quiet: query.quiet };
    let stream = listen(&app, visitor, address, watch).await?;
    // From here on it only waits.
    work.hand_back();
    Ok(follow(app, stream, Form::of(&headers)))
}

fn stream_lobby() -> Operation {
    Operation::get(Tag::Tables, "/api/v1/tables/events", "streamTables", lobby)
        .summary("Public tables as they come and go")
        .description(
            "The messages that come over a socket to whoever follows the lobby, word for word and in the form of a table's events: the \
             whole list first, and then what differs. Whoever comes back gets the whole list again.",
        )
        .query::<LobbyFilter>()
        .responds_as::<ServerMessage>("application/x-ndjson", "A message on each line; this is the schema of one.")
        .errors([ErrorCode::BadQuery, ErrorCode::BadGame, ErrorCode::BadPlayers])
        .auth_optional()
}

async fn lobby(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
    Caller(address): Caller,
    headers: HeaderMap,
    work: Work,
    filter: ApiQuery<LobbyFilter>,
) -> Result<Response, ApiError> {
    let stream = listen(&app, visitor, address, Command::Lobby { on: true, filter: filter.0.0 }).await?;
    work.hand_back();
    Ok(follow(app, stream, Form::of(&headers)))
}

fn stream_own_games() -> Operation {
    Operation::get(Tag::Tables, "/api/v1/session/events", "streamOwnGames", own_games)
        .summary("One's own games as they go on")
        .description(
            "The messages that come over a socket to whoever follows their own games, word for word and in the form of a table's events: \
             `own_games` first, which are all tables at which one sits, or a seat is kept for one, and then an `own_game` whenever a seat is \
             taken or kept, a game begins or ends, or it is one's turn or no more; first of all for each of the newest 32 that are played at \
             which it is. Whoever comes back gets the whole list again.",
        )
        .responds_as::<ServerMessage>("application/x-ndjson", "A message on each line; this is the schema of one.")
        .errors([ErrorCode::NoSession, ErrorCode::SeatOnly])
        .auth_required()
}

async fn own_games(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
    Caller(address): Caller,
    headers: HeaderMap,
    work: Work,
) -> Result<Response, ApiError> {
    let stream = listen(&app, visitor, address, Command::OwnGames { on: true }).await?;
    work.hand_back();
    Ok(follow(app, stream, Form::of(&headers)))
}

/// A socket without a line that has said one thing.
async fn listen(
    app: &Arc<App>,
    visitor: Visitor,
    address: Address,
    command: Command,
) -> Result<Stream, ApiError> {
    let place = place(app, address)?;
    let guest = Guest { registry: Arc::clone(&app.registry), visitor, place, speaks_ours: true };
    let mut stream = Stream::open(guest).await;
    match stream.say(command).await {
        Answered::Ok(_) => Ok(stream),
        Answered::Refused(rejection) => Err(rejection.into()),
        Answered::Closed(close) => Err(ApiError::new(ErrorCode::NoSession, close.sentence())),
    }
}
