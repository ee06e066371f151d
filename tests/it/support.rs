//! Helpers: what several tests do on the way to what they test.

use std::path::{Path, PathBuf};

use cydonia_protocol::{Command, ErrorCode, ListedTable, Room, TimeControl, Words};
use cydonia_rules::Turn;
use cydonia_server::limits;
use cydonia_tests::{Guest, Outside, Process, TestClient, TestServer, fresh_id};
use uuid::Uuid;

/// The folder that holds the whole project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A wish for a table of Martian Chess that is unlike all others.
pub(crate) fn create(seats: u8) -> Command {
    create_game("martian-chess", seats)
}

/// A wish for a table of any game that is unlike all others.
pub(crate) fn create_game(game: &str, seats: u8) -> Command {
    wish(game, seats, TimeControl::default())
}

/// The same at a clock.
pub(crate) fn wish(game: &str, seats: u8, clock: TimeControl) -> Command {
    Command::Create {
        request: fresh_id(),
        game: game.to_owned(),
        seats,
        options: Default::default(),
        clock,
        private: false,
        rated: false,
        seat: 0,
        computers: Vec::new(),
        challenged: Vec::new(),
        games: 1,
        pie: false,
    }
}

/// The same wish, for a private table.
pub(crate) fn hidden(mut wish: Command) -> Command {
    if let Command::Create { private, .. } = &mut wish {
        *private = true;
    }
    wish
}

/// Follow a table from now on.
pub(crate) fn watch(table: Uuid) -> Command {
    Command::Watch { table, since: None, key: None, quiet: false }
}

/// Take any seat.
pub(crate) fn sit(table: Uuid) -> Command {
    Command::Sit { table, seat: None, key: None }
}

/// Asks for something that is refused for that reason.
pub(crate) async fn refused(client: &mut TestClient, command: Command, code: ErrorCode) {
    let refusal = client.call(command.clone()).await.expect_err("refused");
    assert_eq!(refusal.code, code, "{command:?}: {}", refusal.message);
}

/// The server's database, opened from outside.
pub(crate) async fn database(server: &TestServer) -> Outside {
    server.data().open().await
}

/// Somebody comes back to their table, in a house that was started anew.
pub(crate) async fn rejoin(process: &Process, guest: &Guest, table: Uuid) -> TestClient {
    let mut client = TestClient::connect(process.address, "", Some(guest)).await;
    assert_eq!(client.player.as_ref(), Some(&guest.player), "the session is known again");
    client.call(watch(table)).await.expect("the table is found again");
    client
}

/// Says something, once.
pub(crate) fn say(table: Uuid, room: Room, words: Words) -> Command {
    Command::Say { table, request: fresh_id(), room, words }
}

/// Holds the database's only write lock, so that every commit of the server's fails.
pub(crate) async fn lock(server: &TestServer) -> Outside {
    server.data().lock().await
}

/// Players at a table that has just started, in the order of seats, all watching it.
pub(crate) async fn seated(server: &TestServer, seats: u8) -> (Uuid, Vec<TestClient>) {
    seated_at(server, "martian-chess", seats).await
}

/// The same for any game.
pub(crate) async fn seated_at(server: &TestServer, game: &str, seats: u8) -> (Uuid, Vec<TestClient>) {
    seated_by(server, create_game(game, seats)).await
}

/// The same at a clock.
pub(crate) async fn seated_with(
    server: &TestServer,
    game: &str,
    seats: u8,
    clock: TimeControl,
) -> (Uuid, Vec<TestClient>) {
    seated_by(server, wish(game, seats, clock)).await
}

/// The same for any wish.
pub(crate) async fn seated_by(server: &TestServer, wish: Command) -> (Uuid, Vec<TestClient>) {
    let (table, mut players) = full(server, wish).await;
    if players[0].tables[&table].view.is_none() {
        for player in &mut players {
            player.ready(table).await.expect("ready");
        }
    }
    for player in &mut players {
        player.until(table, |table| table.view.is_some()).await;
    }
    (table, players)
}

/// Two with sessions to come back with, at a table that has just started, in the order of seats, both watching it.
pub(crate) async fn seated_guests(server: &TestServer, wish: Command) -> (Uuid, [Guest; 2], Vec<TestClient>) {
    let guests = [server.guest("Ada").await, server.guest("Ben").await];
    let mut players = vec![server.connect(Some(&guests[0])).await, server.connect(Some(&guests[1])).await];
    let table = players[0].call(wish).await.expect("a table").table.expect("its id");
    players[1].call(sit(table)).await.expect("a seat");
    for player in &mut players {
        player.call(watch(table)).await.expect("watching");
    }
    all_see(&mut players, table).await;
    (table, guests, players)
}

/// They come back to a table after a restart.
pub(crate) async fn come_back(server: &TestServer, guests: &[Guest], table: Uuid) -> Vec<TestClient> {
    let mut players = Vec::new();
    for guest in guests {
        let mut player = server.connect(Some(guest)).await;
        player.call(watch(table)).await.expect("found again");
        players.push(player);
    }
    players
}

/// Players at a table whose seats are all taken, all watching it. Without dice the game is on.
pub(crate) async fn full(server: &TestServer, wish: Command) -> (Uuid, Vec<TestClient>) {
    let Command::Create { seats, .. } = wish else { panic!("a wish for a table") };
    let mut players = vec![server.join("Ada").await];
    let table = players[0].call(wish).await.expect("a table").table.expect("its id");
    players[0].call(watch(table)).await.expect("watching");
    for seat in 1..seats {
        let mut player = server.join(&format!("Guest {seat}")).await;
        player.call(watch(table)).await.expect("watching");
        let answer = player.call(sit(table)).await.expect("a seat");
        assert_eq!(answer.seat, Some(seat));
        players.push(player);
    }
    let n = players.iter().map(|player| player.tables[&table].n).max().expect("players");
    for player in &mut players {
        player.until(table, |table| table.n >= n).await;
    }
    (table, players)
}

/// The seat that is to act.
pub(crate) fn to_act(player: &TestClient, table: Uuid) -> Option<usize> {
    match player.tables[&table].view.as_ref()?.turn {
        Turn::Act { seat } => Some(usize::from(seat)),
        Turn::Roll { .. } | Turn::Over {} => None,
    }
}

/// Plays random actions until the game is over or `most` have been taken; returns how many were.
pub(crate) async fn play_on(
    table: Uuid,
    players: &mut [TestClient],
    most: usize,
    rng: &mut fastrand::Rng,
) -> usize {
    for taken in 0..most {
        let Some(seat) = to_act(&players[0], table) else { return taken };
        let roll = rng.usize(..);
        players[seat].play(table, |_| roll).await.expect("an offered action is taken");
        let n = players[seat].tables[&table].n;
        for player in players.iter_mut() {
            player.until(table, |table| table.n >= n).await;
        }
    }
    most
}

/// Has everybody take one action, the players in the order of their seats: only then does a rated game count.
pub(crate) async fn move_each(table: Uuid, players: &mut [&mut TestClient]) {
    for _ in 0..players.len() {
        let seat = to_act(players[0], table).expect("the game is on");
        players[seat].play(table, |_| 0).await.expect("an offered action is taken");
        let n = players[seat].tables[&table].n;
        for player in players.iter_mut() {
            player.until(table, |table| table.n >= n).await;
        }
    }
}

/// What the game waits for.
pub(crate) fn turn(player: &TestClient, table: Uuid) -> Turn {
    player.tables[&table].view.as_ref().expect("a game").turn
}

/// Waits until everybody has seen what anybody has.
pub(crate) async fn all_see(players: &mut [TestClient], table: Uuid) {
    let n = players.iter().map(|player| player.tables[&table].n).max().expect("players");
    for player in players {
        player.until(table, |table| table.n >= n).await;
    }
}

/// Gives the share that is still owed for the next roll, if one is.
pub(crate) async fn give_share(players: &mut [TestClient], table: Uuid) {
    let Turn::Roll { seat } = turn(&players[0], table) else { panic!("no roll is due") };
    let waiting = 1 - usize::from(seat);
    let dice = players[0].tables[&table].dice.as_ref().expect("a game with dice");
    if dice.share.is_none() && dice.seats[waiting].pledge.is_some() {
        let share = players[waiting].share(table);
        players[waiting].call(share).await.expect("the share is taken");
        all_see(players, table).await;
    }
}

/// Makes the roll that is due.
pub(crate) async fn roll(players: &mut [TestClient], table: Uuid) {
    give_share(players, table).await;
    let Turn::Roll { seat } = turn(&players[0], table) else { panic!("no roll is due") };
    let roll = players[usize::from(seat)].roll(table);
    players[usize::from(seat)].call(roll).await.expect("rolled");
    all_see(players, table).await;
}

/// Says something that must be refused with that code, and must change nothing.
pub(crate) async fn refused_at(client: &mut TestClient, table: Uuid, command: Command, code: ErrorCode) {
    let before = client.tables[&table].clone();
    let refusal = client.call(command.clone()).await.expect_err("refused");
    assert_eq!(refusal.code, code, "{command:?}");
    client.call(watch(table)).await.expect("watching");
    assert_eq!(client.tables[&table], before, "nothing has changed");
}

/// Rolls and acts at random, `steps` times or to the end.
pub(crate) async fn play_dice(
    players: &mut [TestClient],
    table: Uuid,
    steps: usize,
    rng: &mut fastrand::Rng,
) {
    for _ in 0..steps {
        match turn(&players[0], table) {
            Turn::Roll { .. } => roll(players, table).await,
            Turn::Act { seat } => {
                let pick = rng.usize(..);
                players[usize::from(seat)].play(table, |_| pick).await.expect("an offered action is taken");
                all_see(players, table).await;
            }
            Turn::Over {} => return,
        }
    }
}

/// Waits until somebody's list of tables is as wished; the time that the house lets pass between two lists goes by at once.
pub(crate) async fn until_listed(
    client: &mut TestClient,
    server: &TestServer,
    wish: impl Fn(&[ListedTable]) -> bool,
) {
    while !wish(&client.lobby) {
        server.advance(limits::LOBBY_COALESCE);
        client.call(Command::Ping {}).await.expect("the line is good");
    }
}
