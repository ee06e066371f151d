//! Play and watching over plain HTTP: a table's messages as a stream, and commands by POST.

use cydonia_protocol::{Command, CommandAnswer, ErrorCode, EventKind, Problem, ServerMessage, TimeControl};
use cydonia_server::limits;
use cydonia_tests::{Guest, TestServer, fresh_id};
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{create, hidden, refused, seated, sit, watch, wish};

/// The lines of a stream, as they come.
pub(crate) struct Lines {
    response: Response,
    text: String,
}

impl Lines {
    pub(crate) async fn of(request: RequestBuilder) -> Self {
        let response = request.send().await.expect("an answer");
        assert_eq!(response.status(), StatusCode::OK);
        Self { response, text: String::new() }
    }

    /// The next line; none at the end.
    pub(crate) async fn next(&mut self) -> Option<String> {
        loop {
            if let Some((line, rest)) = self.text.split_once('\n') {
                let (line, rest) = (line.to_owned(), rest.to_owned());
                self.text = rest;
                return Some(line);
            }
            let chunk = self.response.chunk().await.expect("the line is good")?;
            self.text.push_str(str::from_utf8(&chunk).expect("text"));
        }
    }

    /// The next message, whatever heartbeats come before it; none at the end.
    pub(crate) async fn message(&mut self) -> Option<ServerMessage> {
        let mut line = self.next().await?;
        while line.is_empty() {
            line = self.next().await?;
        }
        Some(serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}")))
    }

    /// Everything that is left.
    async fn rest(mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = self.next().await {
            lines.push(line);
        }
        lines
    }
}

fn follow(server: &TestServer, table: Uuid, query: &str) -> RequestBuilder {
    Client::new().get(server.url(&format!("/api/v1/tables/{table}/events{query}")))
}

fn post(server: &TestServer, guest: &Guest, command: &Command) -> RequestBuilder {
    Client::new().post(server.url("/api/v1/commands")).bearer_auth(&guest.token).json(command)
}

async fn carried_out(request: RequestBuilder) -> CommandAnswer {
    let response = request.send().await.expect("an answer");
    let (status, body) = (response.status(), response.text().await.expect("text"));
    assert_eq!(status, StatusCode::OK, "{body}");
    serde_json::from_str(&body).expect("an answer")
}

async fn problem(request: RequestBuilder) -> (StatusCode, ErrorCode) {
    let response = request.send().await.expect("an answer");
    let status = response.status();
    let problem: Problem = response.json().await.expect("a problem");
    (status, problem.code)
}

#[tokio::test]
async fn two_play_a_game_to_its_end_over_plain_http_alone() {
    let server = TestServer::start().await;
    let [ada, ben] = [server.guest("Ada").await, server.guest("Ben").await];
    let mut watcher = server.connect(None).await;
    let table = carried_out(post(&server, &ada, &create(2))).await.table.expect("its id");
    let mut streams = Vec::new();
    for guest in [&ada, &ben] {
        let mut lines = Lines::of(follow(&server, table, "").bearer_auth(&guest.token)).await;
        assert!(matches!(lines.message().await, Some(ServerMessage::Table { .. })), "a snapshot comes first");
        streams.push(lines);
    }
    watcher.call(watch(table)).await.expect("watching");
    let seat = carried_out(post(&server, &ben, &sit(table))).await.seat;
    assert_eq!(seat, Some(1));
    'game: for acted in 0.. {
        let turn = acted % 2;
        let guest = [&ada, &ben][turn];
        let (at, actions) = loop {
            match streams[turn].message().await.expect("it goes on") {
                ServerMessage::Choices { at, actions, .. } => break (at, actions),
                ServerMessage::Events { events, .. }
                    if events.iter().any(|event| matches!(event.what, EventKind::Finish { .. })) =>
                {
                    break 'game;
                }
                _ => {}
            }
        };
        if acted == 20 {
            carried_out(post(&server, guest, &Command::Resign { table })).await;
            break;
        }
        let actions: Vec<&str> = actions.iter().collect();
        let action = actions[acted % actions.len()].to_owned();
        carried_out(post(&server, guest, &Command::Act { table, at, action, share: None })).await;
    }
    watcher.until(table, |table| table.outcome.is_some()).await;
    for stream in streams {
        let lines = stream.rest().await;
        assert!(
            lines.last().is_some_and(|line| line.contains(r#""type":"finish""#)),
            "it ends with the game"
        );
    }
    let game: Value = server.get(&format!("/api/v1/matches/{table}")).await;
    assert_eq!((game["reason"].as_str(), game["plies"].as_u64()), (Some("resigned"), Some(21)));
    // Whoever comes later has the same events, and the end.
    let late = Lines::of(follow(&server, table, "")).await.rest().await;
    assert!(late.len() == 1 && late[0].contains(r#""status":"finished""#), "{late:?}");
}

#[tokio::test]
async fn a_stream_resumes_where_it_was_cut_as_lines_and_as_server_sent_events() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    let mut first = Lines::of(follow(&server, table, "?since=0")).await;
    let Some(ServerMessage::Events { events, .. }) = first.message().await else { panic!("no snapshot") };
    assert_eq!(events[0].n, 1, "from the first event on");
    let known = events.last().expect("some").n;
    drop(first);
    players[0].play(table, |_| 0).await.expect("legal");
    let more = Lines::of(follow(&server, table, &format!("?since={known}"))).await.message().await;
    let Some(ServerMessage::Events { events, .. }) = more else { panic!("what is missing") };
    assert!(matches!(events[..], [ref act] if act.n == known + 1), "{events:?}");

    let sse = |last: &str| {
        follow(&server, table, "?since=1")
            .header("accept", "text/event-stream")
            .header("last-event-id", last.to_owned())
    };
    let mut lines = Lines::of(sse(&known.to_string())).await;
    assert_eq!(lines.response.headers()["content-type"], "text/event-stream");
    assert_eq!(lines.next().await, Some(format!("id: {}", known + 1)), "Last-Event-ID goes before since");
    let data = lines.next().await.expect("data");
    let message: ServerMessage =
        serde_json::from_str(data.strip_prefix("data: ").expect("data")).expect("a message");
    assert!(matches!(message, ServerMessage::Events { .. }));
    assert_eq!(lines.next().await.as_deref(), Some(""));
    for (last, told) in [
        ("nonsense", (StatusCode::BAD_REQUEST, ErrorCode::BadQuery)),
        ("-1", (StatusCode::BAD_REQUEST, ErrorCode::BadQuery)),
        ("999999", (StatusCode::CONFLICT, ErrorCode::Regressed)),
    ] {
        assert_eq!(problem(sse(last)).await, told, "{last}");
    }
    assert_eq!(problem(follow(&server, Uuid::nil(), "")).await, (StatusCode::NOT_FOUND, ErrorCode::NoTable));
    assert_eq!(problem(follow(&server, table, "?loud=true")).await.1, ErrorCode::BadQuery);
}

#[tokio::test]
async fn a_stream_says_that_it_is_there_and_ends_with_its_session() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let made = carried_out(post(&server, &ada, &hidden(create(2)))).await;
    let (table, key) = (made.table.expect("its id"), made.key.expect("its key"));
    assert_eq!(problem(follow(&server, table, "")).await.1, ErrorCode::NoTable, "it is private");
    let mut by_key = Lines::of(follow(&server, table, "").header("x-table-key", key)).await;
    let mut own = Lines::of(follow(&server, table, "").bearer_auth(&ada.token)).await;
    for lines in [&mut by_key, &mut own] {
        assert!(matches!(lines.message().await, Some(ServerMessage::Table { .. })));
        while !matches!(lines.message().await, Some(ServerMessage::Presence { .. })) {}
    }
    let end = Client::new().delete(server.url("/api/v1/session")).bearer_auth(&ada.token).send().await;
    assert_eq!(end.expect("an answer").status(), StatusCode::OK);
    let rest = own.rest().await;
    assert!(rest.len() < 4, "nothing is told to a session that has ended: {rest:?}");
    // The others go on, and hear that the line is good.
    loop {
        server.advance(limits::STREAM_HEARTBEAT);
        if by_key.next().await.expect("it goes on").is_empty() {
            break;
        }
    }
}

#[tokio::test]
async fn a_command_under_a_word_of_its_own_is_carried_out_once() {
    let server = TestServer::start().await;
    let [ada, ben] = [server.guest("Ada").await, server.guest("Ben").await];
    let wished = |guest: &Guest, word: &str, seats: u8| {
        let mut wish = create(seats);
        if let Command::Create { request, .. } = &mut wish {
            *request = Uuid::from_u128(7);
        }
        post(&server, guest, &wish).header("idempotency-key", word.to_owned())
    };
    let first = carried_out(wished(&ada, "one", 2)).await;
    assert_eq!(carried_out(wished(&ada, "one", 2)).await, first, "it is not done again");
    assert_eq!(problem(wished(&ada, "one", 3)).await, (StatusCode::BAD_REQUEST, ErrorCode::BadMessage));
    let table = first.table.expect("its id");
    let act = |guest: &Guest, at: u64, action: &str, word: Option<&str>| {
        let request =
            post(&server, guest, &Command::Act { table, at, action: action.to_owned(), share: None });
        match word {
            Some(word) => request.header("idempotency-key", word.to_owned()),
            None => request,
        }
    };
    carried_out(post(&server, &ben, &sit(table)).header("idempotency-key", "one")).await;
    let mut lines = Lines::of(follow(&server, table, "").bearer_auth(&ada.token)).await;
    let (at, action) = loop {
        if let Some(ServerMessage::Choices { at, actions, .. }) = lines.message().await {
            break (at, actions.iter().next().expect("one is legal").to_owned());
        }
    };
    let refused_first = problem(act(&ada, at, "a1-a9", Some("bad"))).await;
    assert_eq!(refused_first.1, ErrorCode::BadNotation);
    assert_eq!(problem(act(&ada, at, "a1-a9", Some("bad"))).await, refused_first);
    let done = carried_out(act(&ada, at, &action, Some("move"))).await;
    assert_eq!(carried_out(act(&ada, at, &action, Some("move"))).await, done, "as it was answered");
    assert_eq!(problem(act(&ada, at, &action, None)).await, (StatusCode::CONFLICT, ErrorCode::Stale));
    let long = "x".repeat(65);
    assert_eq!(problem(act(&ada, at, &action, Some(&long))).await.1, ErrorCode::BadMessage);
}

#[tokio::test]
async fn what_is_no_command_for_a_request_is_refused_and_changes_nothing() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let nothing = Uuid::nil();
    let body =
        |body: Value| Client::new().post(server.url("/api/v1/commands")).bearer_auth(&ada.token).json(&body);
    for bad in [
        json!({ "type": "ping" }),
        json!({ "type": "watch", "table": nothing }),
        json!({ "type": "hint", "table": nothing, "at": 1 }),
        json!({ "type": "lobby", "on": true }),
        json!({ "type": "fly" }),
        json!({ "type": "resign", "table": nothing, "loudly": true }),
        json!({ "id": 1, "do": { "type": "ping" } }),
    ] {
        assert_eq!(
            problem(body(bad.clone())).await,
            (StatusCode::BAD_REQUEST, ErrorCode::BadMessage),
            "{bad}"
        );
    }
    let garbled =
        Client::new().post(server.url("/api/v1/commands")).bearer_auth(&ada.token).body(&b"\xff{}"[..]);
    assert_eq!(problem(garbled).await, (StatusCode::BAD_REQUEST, ErrorCode::BadMessage));
    let resign = json!({ "type": "resign", "table": nothing });
    assert_eq!(problem(body(resign.clone())).await, (StatusCode::NOT_FOUND, ErrorCode::NoTable));
    let nobodys = Client::new().post(server.url("/api/v1/commands")).json(&resign);
    assert_eq!(problem(nobodys).await, (StatusCode::UNAUTHORIZED, ErrorCode::NoSession));
    let foreign = body(resign).header("origin", "https://elsewhere.example");
    assert_eq!(problem(foreign).await.1, ErrorCode::NoTable, "a token opens what is its own, from anywhere");
    let clock = TimeControl::Fischer { initial_s: 1, increment_s: 0 };
    assert_eq!(problem(post(&server, &ada, &wish("martian-chess", 2, clock))).await.1, ErrorCode::BadClock);
    // A socket is told of neither of them.
    let mut line = server.connect(Some(&ada)).await;
    refused(&mut line, Command::Resign { table: fresh_id() }, ErrorCode::NoTable).await;
}
