//! One's own games: whoever follows theirs is told of all of them, from wherever they come, and nobody else is.

use cydonia_protocol::{Command, ErrorCode, OfferKind, OwnGameEvent, ServerMessage, TimeControl};
use cydonia_tests::{Guest, TestClient, TestServer};
use reqwest::Client;
use uuid::Uuid;

use crate::company::agreed;
use crate::streams::Lines;
use crate::support::{create, play_on, refused, seated_guests, sit, watch, wish};
use crate::tokens;

pub(crate) async fn follow(server: &TestServer, guest: &Guest) -> Lines {
    Lines::of(Client::new().get(server.url("/api/v1/session/events")).bearer_auth(&guest.token)).await
}

pub(crate) async fn tables(lines: &mut Lines) -> Vec<Uuid> {
    match lines.message().await {
        Some(ServerMessage::OwnGames { tables }) => tables.iter().map(|info| info.id).collect(),
        other => panic!("{other:?}"),
    }
}

pub(crate) async fn events(lines: &mut Lines, table: Uuid, expected: &[OwnGameEvent]) {
    for what in expected {
        match lines.message().await {
            Some(ServerMessage::OwnGame { what: told, info, .. }) => {
                assert_eq!((told, info.id), (*what, table));
            }
            other => panic!("{other:?}"),
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
    let mut hers = follow(&server, &tokens::token(&server, &ada, &[]).await).await;
    let mut his = follow(&server, &ben).await;
    assert_eq!((tables(&mut hers).await.len(), tables(&mut his).await.len()), (0, 0));

    let mut a = server.connect(Some(&ada)).await;
    let mut b = server.connect(Some(&ben)).await;
    let table = a.call(create(2)).await.expect("a table").table.expect("its id");
    events(&mut hers, table, &[OwnGameEvent::Seat]).await;
    b.call(sit(table)).await.expect("a seat");
    events(&mut his, table, &[OwnGameEvent::Seat, OwnGameEvent::Full, OwnGameEvent::Start]).await;
    events(&mut hers, table, &[OwnGameEvent::Full, OwnGameEvent::Start, OwnGameEvent::Turn]).await;
    // Whoever comes later finds it as it stands, and hears if it is their turn.
    let mut later = follow(&server, &ada).await;
    assert_eq!(tables(&mut later).await, [table]);
    events(&mut later, table, &[OwnGameEvent::Turn]).await;

    let mut players = [a, b];
    for player in &mut players {
        player.call(watch(table)).await.expect("a snapshot");
    }
    let mut rng = fastrand::Rng::with_seed(1);
    play_on(table, &mut players, 1, &mut rng).await;
    events(&mut hers, table, &[OwnGameEvent::Wait]).await;
    events(&mut his, table, &[OwnGameEvent::Turn]).await;
    play_on(table, &mut players, 1, &mut rng).await;
    events(&mut hers, table, &[OwnGameEvent::Turn]).await;
    events(&mut his, table, &[OwnGameEvent::Wait]).await;
    let [mut a, mut b] = players;
    b.call(Command::Resign { table }).await.expect("resigned");
    events(&mut hers, table, &[OwnGameEvent::Finish]).await;
    events(&mut his, table, &[OwnGameEvent::Finish]).await;

    // A rematch keeps a seat for the other, who may leave it to others.
    let next = rematch(&mut a, table).await;
    events(&mut hers, next, &[OwnGameEvent::Seat]).await;
    events(&mut his, next, &[OwnGameEvent::Seat]).await;
    assert_eq!(rematch(&mut b, table).await, next);
    // In the rematch he begins.
    events(&mut his, next, &[OwnGameEvent::Full, OwnGameEvent::Start, OwnGameEvent::Turn]).await;
    events(&mut hers, next, &[OwnGameEvent::Full, OwnGameEvent::Start]).await;
    a.call(Command::Abort { table: next }).await.expect("nobody has moved");
    events(&mut hers, next, &[OwnGameEvent::Abort]).await;
    events(&mut his, next, &[OwnGameEvent::Abort]).await;
    assert!(tables(&mut follow(&server, &ada).await).await.is_empty());
}

#[tokio::test]
async fn while_a_game_is_paused_it_is_nobodys_turn() {
    let server = TestServer::start().await;
    let clock = TimeControl::Fischer { initial_s: 600, increment_s: 5 };
    let wish = wish("martian-chess", 2, clock);
    let (table, [ada, ben], mut players) = seated_guests(&server, wish).await;
    let (mut hers, mut his) = (follow(&server, &ada).await, follow(&server, &ben).await);
    assert_eq!((tables(&mut hers).await, tables(&mut his).await), (vec![table], vec![table]));
    events(&mut hers, table, &[OwnGameEvent::Turn]).await;
    agreed(&mut players, table, 0, OfferKind::Pause).await;
    events(&mut hers, table, &[OwnGameEvent::Wait]).await;
    players[1].call(Command::Resume { table }).await.expect("on it goes");
    events(&mut hers, table, &[OwnGameEvent::Turn]).await;
    // Of all this he hears nothing, as it was never his.
    players[0].call(Command::Resign { table }).await.expect("resigned");
    events(&mut his, table, &[OwnGameEvent::Finish]).await;
}

#[tokio::test]
async fn of_a_table_that_sleeps_one_is_told_too() {
    let server = TestServer::start().await;
    let (table, [ada, ben], players) = seated_guests(&server, create(2)).await;
    drop(players);
    let server = server.restart().await;
    let mut hers = follow(&server, &ada).await;
    assert_eq!(tables(&mut hers).await, [table]);
    events(&mut hers, table, &[OwnGameEvent::Turn]).await;
    let mut his = follow(&server, &ben).await;
    assert_eq!(tables(&mut his).await, [table]);
    server.connect(Some(&ada)).await.call(Command::Resign { table }).await.expect("resigned");
    events(&mut his, table, &[OwnGameEvent::Finish]).await;
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
