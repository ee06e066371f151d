//! One's own games: whoever follows theirs is told of all of them, from wherever they come, and nobody else is.

use cydonia_protocol::{Command, ErrorCode, OwnGameEvent, ServerMessage, TableInfo};
use cydonia_tests::{Guest, PATIENCE, TestClient, TestServer};
use reqwest::{Client, Response};
use tokio::time::timeout;
use uuid::Uuid;

use crate::support::{create, play_on, refused, sit, watch};
use crate::tokens;

/// A stream of somebody's own games, over plain HTTP.
struct Lines {
    answer: Response,
    ahead: Vec<u8>,
}

impl Lines {
    async fn of(server: &TestServer, guest: &Guest) -> Self {
        let asked = Client::new().get(server.url("/api/v1/session/events")).bearer_auth(&guest.token);
        let answer = asked.send().await.expect("an answer");
        assert!(answer.status().is_success(), "{answer:?}");
        Self { answer, ahead: Vec::new() }
    }

    async fn next(&mut self) -> ServerMessage {
        loop {
            if let Some(end) = self.ahead.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.ahead.drain(..=end).collect();
                if line.len() > 1 {
                    return serde_json::from_slice(&line).expect("a message");
                }
                continue;
            }
            let chunk = timeout(PATIENCE, self.answer.chunk()).await.expect("in time").expect("no error");
            self.ahead.extend_from_slice(&chunk.expect("it goes on"));
        }
    }

    async fn tables(&mut self) -> Vec<TableInfo> {
        match self.next().await {
            ServerMessage::OwnGames { tables } => tables,
            other => panic!("{other:?}"),
        }
    }

    async fn event(&mut self) -> (OwnGameEvent, Uuid) {
        match self.next().await {
            ServerMessage::OwnGame { what, info, .. } => (what, info.id),
            other => panic!("{other:?}"),
        }
    }

    async fn events(&mut self, table: Uuid, expected: &[OwnGameEvent]) {
        for what in expected {
            assert_eq!(self.event().await, (*what, table));
        }
    }
}

async fn rematch(client: &mut TestClient, table: Uuid) -> Uuid {
    client.call(Command::Rematch { table }).await.expect("a rematch").table.expect("its id")
}

#[tokio::test]
async fn whoever_follows_their_own_games_hears_of_each_from_seat_to_finish() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    // A program of hers that only reads may listen.
    let mut hers = Lines::of(&server, &tokens::token(&server, &ada, &[]).await).await;
    let mut his = Lines::of(&server, &ben).await;
    assert_eq!((hers.tables().await, his.tables().await), (vec![], vec![]));

    let mut a = server.connect(Some(&ada)).await;
    let mut b = server.connect(Some(&ben)).await;
    let table = a.call(create(2)).await.expect("a table").table.expect("its id");
    hers.events(table, &[OwnGameEvent::Seat]).await;
    b.call(sit(table)).await.expect("a seat");
    his.events(table, &[OwnGameEvent::Seat, OwnGameEvent::Full, OwnGameEvent::Start]).await;
    hers.events(table, &[OwnGameEvent::Full, OwnGameEvent::Start, OwnGameEvent::Turn]).await;
    // Whoever comes later finds it as it stands.
    let again = Lines::of(&server, &ada).await.tables().await;
    assert_eq!(again.iter().map(|info| info.id).collect::<Vec<_>>(), [table]);

    let mut players = [a, b];
    for player in &mut players {
        player.call(watch(table)).await.expect("a snapshot");
    }
    let mut rng = fastrand::Rng::with_seed(1);
    play_on(table, &mut players, 1, &mut rng).await;
    his.events(table, &[OwnGameEvent::Turn]).await;
    play_on(table, &mut players, 1, &mut rng).await;
    hers.events(table, &[OwnGameEvent::Turn]).await;
    let [mut a, mut b] = players;
    b.call(Command::Resign { table }).await.expect("resigned");
    hers.events(table, &[OwnGameEvent::Finish]).await;
    his.events(table, &[OwnGameEvent::Finish]).await;

    // A rematch keeps a seat for the other, who may leave it to others.
    let next = rematch(&mut a, table).await;
    hers.events(next, &[OwnGameEvent::Seat]).await;
    his.events(next, &[OwnGameEvent::Seat]).await;
    assert_eq!(rematch(&mut b, table).await, next);
    // In the rematch he begins.
    his.events(next, &[OwnGameEvent::Full, OwnGameEvent::Start, OwnGameEvent::Turn]).await;
    hers.events(next, &[OwnGameEvent::Full, OwnGameEvent::Start]).await;
    a.call(Command::Abort { table: next }).await.expect("nobody has moved");
    hers.events(next, &[OwnGameEvent::Abort]).await;
    his.events(next, &[OwnGameEvent::Abort]).await;
    assert_eq!(Lines::of(&server, &ada).await.tables().await, vec![]);
}

/// What a socket is told next of its player's own games.
async fn told(client: &mut TestClient) -> (Option<OwnGameEvent>, Vec<Uuid>) {
    loop {
        match client.next().await {
            ServerMessage::OwnGames { tables } => return (None, tables.iter().map(|info| info.id).collect()),
            ServerMessage::OwnGame { what, info, .. } => return (Some(what), vec![info.id]),
            _ => {}
        }
    }
}

#[tokio::test]
async fn over_a_socket_it_is_the_same_and_ends_when_one_says_so() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let mut listens = server.connect(Some(&ada)).await;
    let mut plays = server.connect(Some(&ada)).await;
    let open = plays.call(create(3)).await.expect("a table").table.expect("its id");
    listens.send(Command::OwnGames { on: true }).await;
    assert_eq!(told(&mut listens).await, (None, vec![open]));
    let other = plays.call(create(2)).await.expect("a table").table.expect("its id");
    assert_eq!(told(&mut listens).await, (Some(OwnGameEvent::Seat), vec![other]));
    plays.call(Command::Stand { table: open }).await.expect("stood up");
    assert_eq!(told(&mut listens).await, (Some(OwnGameEvent::Gone), vec![open]));
    listens.call(Command::OwnGames { on: false }).await.expect("no more");
    plays.call(create(2)).await.expect("a table");
    // What comes next is the answer to this: nothing else is told.
    let id = listens.send(Command::Ping {}).await;
    assert!(matches!(listens.next().await, ServerMessage::Ok { id: to, .. } if to == id));
    // Nobody has none.
    refused(&mut server.connect(None).await, Command::OwnGames { on: true }, ErrorCode::NoSession).await;
}
