//! Lists over plain HTTP that go on: finished games as they end, and public tables as they come and go.

use cydonia_protocol::{
    Command, ErrorCode, MatchPage, MatchSummary, Problem, ServerMessage, TableStatus, TimeControl,
};
use cydonia_server::limits;
use cydonia_tests::{PATIENCE, TestClient, TestServer};
use futures_util::future::join_all;
use reqwest::{Client, RequestBuilder, StatusCode};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpSocket;
use tokio::time::timeout;
use uuid::Uuid;

use crate::streams::Lines;
use crate::support::{create, create_game, hidden, seated, seated_by, sit, watch, wish};

const FISCHER: TimeControl = TimeControl::Fischer { initial_s: 60, increment_s: 5 };

fn finished(server: &TestServer, query: &str) -> RequestBuilder {
    Client::new().get(server.url(&format!("/api/v1/matches/events{query}")))
}

async fn game(lines: &mut Lines) -> MatchSummary {
    serde_json::from_str(&lines.next().await.expect("it goes on")).expect("a game")
}

async fn end(players: &mut [TestClient], seat: usize, table: Uuid) {
    players[seat].call(Command::Resign { table }).await.expect("resigned");
    players[0].until(table, |table| table.outcome.is_some()).await;
}

async fn refused(request: RequestBuilder) -> ErrorCode {
    let response = request.send().await.expect("an answer");
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
    response.json::<Problem>().await.expect("a problem").code
}

/// Two games, in one of which nobody but Ada and Ben play.
async fn play(server: &TestServer) {
    let (table, mut players) = seated(server, 2).await;
    end(&mut players, 0, table).await;
    let (table, mut players) = seated_by(server, wish("martian-go", 3, FISCHER)).await;
    for seat in [2, 0] {
        players[seat].call(Command::Resign { table }).await.expect("resigned");
    }
    players[1].until(table, |table| table.outcome.is_some()).await;
    let (table, mut players) = seated_by(server, wish("martian-go", 2, FISCHER)).await;
    end(&mut players, 1, table).await;
    // Nobody is told of it but its players.
    let mut ada = server.join("Ada").await;
    let made = ada.call(hidden(create(2))).await.expect("a table");
    let (table, key) = (made.table.expect("its id"), made.key);
    server.join("Ben").await.call(Command::Sit { table, seat: None, key }).await.expect("a seat");
    ada.call(Command::Resign { table }).await.expect("resigned");
}

#[tokio::test]
async fn finished_games_are_told_as_lists_have_them_each_to_those_whom_it_concerns() {
    let server = TestServer::start().await;
    play(&server).await;
    let first: MatchPage = server.get("/api/v1/matches?order=oldest&limit=1").await;
    let player = first.matches[0].seats[1].player.id;
    let filters = [
        String::new(),
        "game=martian-go".to_owned(),
        "game=martian-go&seats=3".to_owned(),
        "game=martian-chess&options.rules=classic".to_owned(),
        "game=martian-chess&options.rules=arcade".to_owned(),
        "clock=fischer".to_owned(),
        "clock=none&rated=false".to_owned(),
        "reason=resigned&computers=false".to_owned(),
        "computers=true".to_owned(),
        "rated=true".to_owned(),
        "finished_from=1970-01-01&finished_to=2001-01-01".to_owned(),
        format!("player={player}"),
        format!("player={player}&result=won"),
        format!("player={player}&result=lost"),
    ];
    let mut new = Vec::new();
    let mut behind = Vec::new();
    for filter in &filters {
        new.push(Lines::of(finished(&server, &format!("?{filter}"))).await);
        behind.push(Lines::of(finished(&server, &format!("?after=0&{filter}"))).await);
    }
    let before = first.matches[0].number + 2;
    play(&server).await;
    // The last of all fits every filter or none: what each was told before it is all there is for it.
    for (filter, (mut new, mut behind)) in filters.iter().zip(new.into_iter().zip(behind)) {
        let MatchPage { matches, .. } =
            server.get(&format!("/api/v1/matches?order=oldest&limit=100&{filter}")).await;
        for expected in &matches {
            assert_eq!(&game(&mut behind).await, expected, "{filter}");
        }
        for expected in matches.iter().filter(|game| game.number > before + 1) {
            assert_eq!(&game(&mut new).await, expected, "{filter}");
        }
    }
}

#[tokio::test]
async fn whoever_comes_back_is_told_what_they_have_missed_and_nothing_twice() {
    let server = TestServer::start().await;
    let mut numbers = Vec::new();
    let mut events = Lines::of(finished(&server, "").header("accept", "text/event-stream")).await;
    // Where one is, before anything is told.
    assert_eq!(events.next().await.as_deref(), Some("id: 0"));
    assert_eq!(events.next().await.as_deref(), Some(""));
    for _ in 0..3 {
        let (table, mut players) = seated(&server, 2).await;
        end(&mut players, 1, table).await;
        let id = events.next().await.expect("an id");
        let number: i64 = id.strip_prefix("id: ").expect("an id").parse().expect("a number");
        let data = events.next().await.expect("data");
        let game: MatchSummary =
            serde_json::from_str(data.strip_prefix("data: ").expect("data")).expect("a game");
        assert_eq!((game.number, game.id), (number, table));
        assert_eq!(events.next().await.as_deref(), Some(""));
        numbers.push(number);
    }
    drop(events);
    for (known, number) in numbers.iter().enumerate() {
        let mut lines = Lines::of(finished(&server, "").header("last-event-id", *number)).await;
        for expected in &numbers[known + 1..] {
            assert_eq!(game(&mut lines).await.number, *expected);
        }
        // What comes next is new.
        let (table, mut players) = seated_by(&server, create_game("martian-mud-wrestling", 2)).await;
        end(&mut players, 0, table).await;
        let mut next = game(&mut lines).await;
        while next.id != table {
            next = game(&mut lines).await;
        }
    }
    // The header goes before the query.
    let mut lines = Lines::of(finished(&server, "?after=0").header("last-event-id", numbers[1])).await;
    assert_eq!(game(&mut lines).await.number, numbers[2]);
}

#[tokio::test]
async fn numbers_of_tomorrow_and_what_belongs_to_pages_are_refused() {
    let server = TestServer::start().await;
    for query in [
        "?after=1",
        "?after=-1",
        "?limit=1",
        "?cursor=1-00000000",
        "?order=oldest",
        "?whole=true",
        "?clocks=true",
        "?positions=true",
        "?position=martian-go:2",
        "?private=true",
        "?ids=00000000-0000-0000-0000-000000000000",
        "?game=chess",
        "?nothing=1",
    ] {
        assert_eq!(refused(finished(&server, query)).await, ErrorCode::BadQuery, "{query}");
    }
    for number in ["1", "x", "-1", "18446744073709551615", ""] {
        let request = finished(&server, "").header("last-event-id", number);
        assert_eq!(refused(request).await, ErrorCode::BadQuery, "{number}");
    }
    let url = |query: &str| server.url(&format!("/api/v1/tables/events{query}"));
    assert_eq!(refused(Client::new().get(url("?seats=two"))).await, ErrorCode::BadQuery);
    assert_eq!(refused(Client::new().get(url("?game=chess"))).await, ErrorCode::BadGame);
    assert_eq!(refused(Client::new().get(url("?game=martian-chess&seats=9"))).await, ErrorCode::BadPlayers);
}

/// Waits for a change of the list of tables that is as wished; the time that the house lets pass between two goes by for as long as none
/// comes.
async fn until_changed(server: &TestServer, lines: &mut Lines, wish: impl Fn(&ServerMessage) -> bool) {
    loop {
        let passing = async {
            reqwest::get(server.url("/readyz")).await.expect("an answer");
            server.advance(limits::LOBBY_COALESCE);
        };
        let line = tokio::select! {
            line = lines.next() => line.expect("it goes on"),
            () = passing => continue,
        };
        // An empty line says that it is there.
        if !line.is_empty() && wish(&serde_json::from_str(&line).expect("a message")) {
            return;
        }
    }
}

#[tokio::test]
async fn the_list_of_tables_comes_whole_and_then_as_it_changes() {
    let server = TestServer::start().await;
    let url = server.url("/api/v1/tables/events?game=martian-chess");
    let mut lines = Lines::of(Client::new().get(&url)).await;
    let first = lines.message().await.expect("the list");
    assert!(matches!(first, ServerMessage::Lobby { tables, .. } if tables.is_empty()));
    let mut ada = server.join("Ada").await;
    let table = ada.call(create(2)).await.expect("a table").table.expect("its id");
    ada.call(watch(table)).await.expect("watching");
    let stands = |message: &ServerMessage, status: TableStatus| match message {
        ServerMessage::LobbyDiff { set, .. } => {
            set.iter().any(|listed| listed.info.id == table && listed.info.status == status)
        }
        _ => false,
    };
    until_changed(&server, &mut lines, |message| stands(message, TableStatus::Open)).await;
    let mut ben = server.join("Ben").await;
    ben.call(sit(table)).await.expect("a seat");
    until_changed(&server, &mut lines, |message| stands(message, TableStatus::Playing)).await;
    // Whoever comes now gets the list as it is.
    let mut late = Lines::of(Client::new().get(&url)).await;
    let Some(ServerMessage::Lobby { tables, .. }) = late.message().await else { panic!("the list") };
    assert_eq!(tables.iter().map(|listed| listed.info.id).collect::<Vec<_>>(), [table]);
    ada.call(Command::Resign { table }).await.expect("resigned");
    until_changed(
        &server,
        &mut lines,
        |message| matches!(message, ServerMessage::LobbyDiff { gone, .. } if gone.contains(&table)),
    )
    .await;
}

/// Pairs that play at a time, and games of each: more together than lines, queues and the memory of a stream hold.
const PAIRS: usize = 20;
const GAMES: usize = 30;

#[tokio::test]
async fn whoever_does_not_read_for_long_disturbs_nobody_and_misses_nothing() {
    let server = TestServer::start().await;
    // Its kernel takes little ahead.
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4_096).expect("a small buffer");
    let mut idle = socket.connect(server.address).await.expect("a line");
    let request = "GET /api/v1/matches/events?after=0 HTTP/1.1\r\nhost: house\r\n\r\n";
    idle.write_all(request.as_bytes()).await.expect("asked");
    let mut reads = Lines::of(finished(&server, "?after=0")).await;
    let play = async {
        let pair = async || {
            for _ in 0..GAMES {
                let (table, mut players) = seated(&server, 2).await;
                end(&mut players, 0, table).await;
            }
        };
        join_all((0..PAIRS).map(|_| pair())).await;
    };
    let read = async {
        for number in 1..=(PAIRS * GAMES) as i64 {
            assert_eq!(game(&mut reads).await.number, number, "to whoever reads");
        }
    };
    tokio::join!(play, read);
    // Now it reads: what it was behind comes from the store.
    let mut lines = BufReader::new(idle).lines();
    let mut number = 0;
    while number < (PAIRS * GAMES) as i64 {
        let line = timeout(PATIENCE, lines.next_line())
            .await
            .expect("in time")
            .expect("no error")
            .expect("it goes on");
        let Ok(game) = serde_json::from_str::<MatchSummary>(&line) else { continue };
        number += 1;
        assert_eq!(game.number, number);
    }
}
