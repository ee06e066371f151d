//! Lobby: the list of public tables, as everyone who follows it sees it.

use cydonia_protocol::{
    ClockKind, Command, ErrorCode, LobbyFilter, LobbyStanding, ServerMessage, TableStatus, TimeControl,
};
use cydonia_server::limits;
use cydonia_tests::{TestClient, TestServer};
use uuid::Uuid;

use crate::support::{create, database, hidden, play_on, refused, seated, sit, until_listed, watch, wish};

/// Sets a table up and stays there: an open one is listed only while somebody waits at it.
async fn wait_at(client: &mut TestClient, wish: Command) -> Uuid {
    let table = client.call(wish).await.expect("a table").table.expect("its id");
    client.call(watch(table)).await.expect("watching");
    table
}

#[tokio::test]
async fn tables_appear_fill_and_go() {
    let server = TestServer::start().await;
    let mut onlooker = server.connect(None).await;
    onlooker
        .call(Command::Lobby { on: true, filter: LobbyFilter::default() })
        .await
        .expect("the lobby is for everybody");
    assert!(onlooker.lobby.is_empty());

    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    let table = wait_at(&mut ada, create(2)).await;
    until_listed(&mut onlooker, &server, |lobby| lobby.len() == 1).await;
    assert_eq!((onlooker.lobby[0].info.id, onlooker.lobby[0].info.status), (table, TableStatus::Open));
    assert_eq!(onlooker.lobby[0].info.seats[0].sitter().map(|player| player.name.as_str()), Some("Ada"));

    ben.call(sit(table)).await.expect("a seat");
    until_listed(&mut onlooker, &server, |lobby| {
        lobby.iter().all(|table| table.info.status == TableStatus::Playing)
    })
    .await;
    // Whoever comes now sees the same at once.
    let mut late = server.connect(None).await;
    late.call(Command::Lobby { on: true, filter: LobbyFilter::default() }).await.expect("the lobby");
    assert_eq!(late.lobby, onlooker.lobby);

    ben.call(Command::Resign { table }).await.expect("resigned");
    until_listed(&mut onlooker, &server, <[_]>::is_empty).await;

    let table = wait_at(&mut ada, create(2)).await;
    until_listed(&mut onlooker, &server, |lobby| lobby.len() == 1).await;
    ada.call(Command::Stand { table }).await.expect("stood up");
    until_listed(&mut onlooker, &server, <[_]>::is_empty).await;
    ada.call(sit(table)).await.expect("a seat again");
    until_listed(&mut onlooker, &server, |lobby| lobby.len() == 1).await;
}

#[tokio::test]
async fn open_and_live_tables_are_listed_again_after_a_restart() {
    let server = TestServer::start().await;
    let (guest, mut ben) = (server.guest("Ada").await, server.join("Ben").await);
    let mut ada = server.connect(Some(&guest)).await;
    let by_post = wish("martian-go", 2, TimeControl::Correspondence { days: 3 });
    wait_at(&mut ada, by_post).await;
    let at_once = wait_at(&mut ada, create(2)).await;
    let live = wait_at(&mut ada, create(2)).await;
    ben.call(sit(live)).await.expect("a seat");
    drop((ada, ben));
    let server = server.restart().await;
    let mut onlooker = server.connect(None).await;
    onlooker.call(Command::Lobby { on: true, filter: LobbyFilter::default() }).await.expect("the lobby");
    let statuses: Vec<_> = onlooker.lobby.iter().map(|table| table.info.status).collect();
    assert_eq!(statuses, [TableStatus::Open, TableStatus::Playing]);
    // Where one would be met, only once somebody has come back.
    let mut ada = server.connect(Some(&guest)).await;
    ada.call(watch(at_once)).await.expect("watching");
    until_listed(&mut onlooker, &server, |lobby| lobby.len() == 3).await;
    drop(ada);
    until_listed(&mut onlooker, &server, |lobby| lobby.len() == 2).await;
}

#[tokio::test]
async fn a_game_that_nobody_attends_leaves_the_list_until_one_of_its_people_comes_back() {
    let server = TestServer::start().await;
    let guests = [server.guest("Ada").await, server.guest("Ben").await];
    let mut ada = server.connect(Some(&guests[0])).await;
    let mut ben = server.connect(Some(&guests[1])).await;
    let table = wait_at(&mut ada, create(2)).await;
    ben.call(sit(table)).await.expect("a seat");
    let by_post = wait_at(&mut ada, wish("martian-go", 2, TimeControl::Correspondence { days: 3 })).await;
    ben.call(sit(by_post)).await.expect("a seat");
    let mut onlooker = server.connect(None).await;
    onlooker.call(Command::Lobby { on: true, filter: LobbyFilter::default() }).await.expect("a list");
    until_listed(&mut onlooker, &server, |lobby| {
        lobby.iter().filter(|table| table.info.status == TableStatus::Playing).count() == 2
    })
    .await;

    // Whoever only looks on keeps no game in the list, and while somebody plays it stays, however long they think.
    onlooker.call(watch(table)).await.expect("watching");
    let mut people = [ada, ben, onlooker];
    server.pass(&mut people, limits::PRESENT * 2).await;
    let [ada, ben, mut onlooker] = people;
    assert_eq!(listed(&onlooker), [by_post, table]);
    drop((ada, ben));
    let gone_at = server.now_ms();
    until_listed(&mut onlooker, &server, |lobby| lobby.len() == 1).await;
    assert_eq!(listed(&onlooker), [by_post], "by correspondence nobody needs to be there");
    let after = server.now_ms() - gone_at;
    let (least, coalesced) = (limits::PRESENT.as_millis() as i64, limits::LOBBY_COALESCE.as_millis() as i64);
    assert!((least..=least + 4 * coalesced).contains(&after), "{after} ms");
    let found: serde_json::Value = server.get("/api/v1/tables").await;
    assert_eq!(found["total"], 1);

    let mut ada = server.connect(Some(&guests[0])).await;
    ada.call(watch(table)).await.expect("the game is there as ever");
    until_listed(&mut onlooker, &server, |lobby| lobby.len() == 2).await;
}

fn listed(client: &TestClient) -> Vec<Uuid> {
    client.lobby.iter().map(|table| table.info.id).collect()
}

#[tokio::test]
async fn each_sees_the_tables_that_they_asked_for() {
    let server = TestServer::start().await;
    let mut ada = server.join("Ada").await;
    let live = TimeControl::Fischer { initial_s: 600, increment_s: 5 };
    let mut tables = Vec::new();
    for (game, seats, clock) in [
        ("martian-chess", 2, TimeControl::None {}),
        ("martian-chess", 3, live),
        ("martian-go", 2, live),
        ("martian-go", 4, TimeControl::Correspondence { days: 3 }),
    ] {
        // The order is that of time.
        server.advance(std::time::Duration::from_millis(1));
        tables.push(wait_at(&mut ada, wish(game, seats, clock)).await);
    }
    let mut ben = server.join("Ben").await;
    ben.call(sit(tables[0])).await.expect("a seat: the game is on");
    let all = LobbyFilter::default();
    let chess = LobbyFilter { game: Some("martian-chess".to_owned()), ..all.clone() };
    let four = LobbyFilter { seats: Some(4), ..all.clone() };
    let fischer = LobbyFilter { clock: Some(ClockKind::Fischer), ..all.clone() };
    let open = LobbyFilter { standing: Some(LobbyStanding::Open), ..all.clone() };
    let playing = LobbyFilter { standing: Some(LobbyStanding::Playing), ..all.clone() };
    let open_chess = LobbyFilter { standing: Some(LobbyStanding::Open), ..chess.clone() };
    let mut onlooker = server.connect(None).await;
    for (filter, wanted) in [
        (all, vec![3, 2, 1, 0]),
        (chess, vec![1, 0]),
        (four, vec![3]),
        (fischer, vec![2, 1]),
        (open, vec![3, 2, 1]),
        (playing, vec![0]),
        (open_chess, vec![1]),
    ] {
        onlooker.call(Command::Lobby { on: true, filter: filter.clone() }).await.expect("a list");
        let wanted: Vec<Uuid> = wanted.into_iter().map(|place: usize| tables[place]).collect();
        assert_eq!(listed(&onlooker), wanted, "{filter:?}");
        assert_eq!(onlooker.lobby_total as usize, wanted.len());
    }
    // What one does not ask for, one is not told.
    wait_at(&mut ada, create(3)).await;
    wait_at(&mut ada, create(2)).await;
    until_listed(&mut onlooker, &server, |lobby| lobby.len() == 3).await;
    assert!(onlooker.lobby.iter().all(|table| table.info.game == "martian-chess"));
}

#[tokio::test]
async fn how_many_watch_is_told_in_the_lobby_and_at_the_table() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    let mut onlooker = server.connect(None).await;
    onlooker.call(Command::Lobby { on: true, filter: LobbyFilter::default() }).await.expect("a list");
    let wanda = server.guest("Wanda").await;
    let mut watchers = vec![server.connect(None).await, server.connect(Some(&wanda)).await];
    watchers.push(server.connect(Some(&wanda)).await);
    let mut glances = server.connect(None).await;
    glances.call(Command::Watch { table, since: None, key: None, quiet: true }).await.expect("watching");
    for watcher in &mut watchers {
        watcher.call(watch(table)).await.expect("watching");
    }
    until_listed(&mut onlooker, &server, |lobby| lobby[0].watchers == 2).await;
    players[0].call(Command::Ping {}).await.expect("the line is good");
    let told = players[0].watchers[&table].clone();
    assert_eq!((told.count, told.names), (2, vec!["Wanda".to_owned()]), "two sockets of one are one");
    drop(watchers);
    until_listed(&mut onlooker, &server, |lobby| lobby[0].watchers == 0).await;
    glances.call(watch(table)).await.expect("now it watches in earnest");
    until_listed(&mut onlooker, &server, |lobby| lobby[0].watchers == 1).await;
}

#[tokio::test]
async fn a_quick_match_brings_strangers_together_and_leaves_nobody_alone_twice() {
    let server = TestServer::start().await;
    let clock = TimeControl::Fischer { initial_s: 300, increment_s: 5 };
    let quick = |number: u128| Command::Quick {
        request: Uuid::from_u128(number),
        game: "martian-go".to_owned(),
        seats: 2,
        clock,
        rated: false,
    };
    let mut ada = server.join("Ada").await;
    let opened = ada.call(quick(1)).await.expect("a table");
    let table = opened.table.expect("its id");
    ada.call(watch(table)).await.expect("watching");
    assert_eq!(ada.call(quick(1)).await.expect("a repeat"), opened, "a repeat gets the first table");
    // Neither a private table, nor one with options or another clock, nor one's own, is for a stranger who only wants to play.
    let mut ben = server.join("Ben").await;
    ben.call(wish("martian-go", 2, TimeControl::None {})).await.expect("a table without a clock");
    let found = ben.call(quick(1)).await.expect("Ada's table");
    assert_eq!((found.table, found.seat), (opened.table, Some(1)));
    assert_eq!(ben.call(quick(1)).await.expect("a repeat"), found, "and no seat at another");
    let mut eve = server.join("Eve").await;
    let other = eve.call(quick(1)).await.expect("a table of her own");
    assert_ne!(other.table, opened.table, "the first is full");
    assert_eq!(eve.call(quick(9)).await.expect("where she waits already").table, other.table);
    // Nobody is sent to a table where nobody is, unless somebody may be just about to come.
    server.advance(limits::ARRIVAL);
    let mut will = server.join("Will").await;
    assert_ne!(will.call(quick(1)).await.expect("a table of his own").table, other.table);

    // Of many who come at once nobody is one too many anywhere.
    let mut crowd = Vec::new();
    for number in 0..9 {
        crowd.push(server.join(&format!("Guest {number}")).await);
    }
    for client in &mut crowd {
        client.send(quick(2)).await;
    }
    let mut seats = std::collections::HashMap::<Uuid, usize>::new();
    for client in &mut crowd {
        let answer = loop {
            if let ServerMessage::Ok { table: Some(table), .. } = client.next().await {
                break table;
            }
        };
        *seats.entry(answer).or_default() += 1;
    }
    assert!(seats.values().all(|players| *players <= 2), "{seats:?}");
    assert_eq!(seats.values().sum::<usize>(), 9);
}

#[tokio::test]
async fn the_host_begins_with_fewer_and_whoever_stays_is_numbered_anew() {
    let server = TestServer::start().await;
    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    let table = ada.call(create(5)).await.expect("a table").table.expect("its id");
    for player in [&mut ada, &mut ben] {
        player.call(watch(table)).await.expect("watching");
    }
    ben.call(Command::Sit { table, seat: Some(3), key: None }).await.expect("a seat");
    let mut eve = server.join("Eve").await;
    eve.call(Command::Sit { table, seat: Some(1), key: None }).await.expect("a seat");
    // The first to come goes: now the second is the host.
    ada.call(Command::Stand { table }).await.expect("stood up");
    ada.call(Command::Sit { table, seat: Some(4), key: None }).await.expect("the last seat");
    refused(&mut ada, Command::Begin { table }, ErrorCode::NotHost).await;
    ben.call(Command::Begin { table }).await.expect("it begins");
    let mut all = vec![eve, ben, ada];
    for (seat, player) in all.iter_mut().enumerate() {
        player.call(watch(table)).await.expect("watching");
        let folded = player.until(table, |table| table.view.is_some()).await;
        assert_eq!(folded.info.seats.len(), 3);
        let me = player.player.as_ref().expect("a player").id;
        assert_eq!(player.tables[&table].seat_of(me), Some(seat as u8), "in the order of the seats");
    }
    play_on(table, &mut all, 9, &mut fastrand::Rng::with_seed(5)).await;
    let view = all[0].tables[&table].view.clone();
    drop(all);
    let server = server.restart().await;
    let mut watcher = server.connect(None).await;
    watcher.call(watch(table)).await.expect("watching");
    assert_eq!(watcher.tables[&table].info.seats.len(), 3);
    assert_eq!(watcher.tables[&table].view, view);
}

/// A table tells the list of itself. Whoever asks for one once more reads it from the database, where it stands as it was a
/// moment ago: here that moment lasts, as the row was changed by hand.
#[tokio::test]
async fn whoever_asks_for_a_table_again_does_not_tell_the_list_how_it_stands() {
    let server = TestServer::start().await;
    let mut ada = server.join("Ada").await;
    let wish = create(2);
    let made = ada.call(wish.clone()).await.expect("a table");
    let table = made.table.expect("its id");
    ada.call(watch(table)).await.expect("watching");
    let mut outside = database(&server).await;
    outside.run(r#"UPDATE tables SET info = replace(info, '"first":0', '"first":1')"#).await;
    let changed = outside.number(r#"SELECT count(*) FROM tables WHERE info LIKE '%"first":1%'"#, None).await;
    assert_eq!(changed, 1);
    assert_eq!(ada.call(wish.clone()).await.expect("the same answer"), made);
    let mut onlooker = server.connect(None).await;
    onlooker.call(Command::Lobby { on: true, filter: LobbyFilter::default() }).await.expect("a list");
    assert_eq!(
        onlooker.lobby.iter().map(|listed| &listed.info).collect::<Vec<_>>(),
        [&ada.tables[&table].info]
    );

    // When the game is over it is still the same answer.
    let mut ben = server.join("Ben").await;
    ben.call(sit(table)).await.expect("a seat");
    ben.call(Command::Resign { table }).await.expect("resigned");
    assert_eq!(ada.call(wish).await.expect("the same answer"), made);
}

#[tokio::test]
async fn whoever_has_stood_up_and_asks_again_finds_the_way_back() {
    let server = TestServer::start().await;
    let mut ada = server.join("Ada").await;
    let wish = hidden(create(2));
    let made = ada.call(wish.clone()).await.expect("a table");
    ada.call(Command::Stand { table: made.table.expect("its id") }).await.expect("stood up");
    let again = ada.call(wish).await.expect("the same table");
    assert_eq!((again.table, again.seat, again.key), (made.table, None, made.key));
}
