//! Queueing credit: what waits in the house is given back once: whoever sends much at once does not get the time back that they thought.

use std::time::Duration;

use cydonia_protocol::{Command, ErrorCode, TimeControl};
use cydonia_rules::Turn;
use cydonia_server::limits;
use cydonia_tests::{Guest, TestClient, TestServer};
use uuid::Uuid;

use crate::company::seconds;
use crate::support::{all_see, roll, sit, turn, watch, wish};

const FISCHER: TimeControl = TimeControl::Fischer { initial_s: 600, increment_s: 0 };

/// A game with dice in the middle of a turn, and who plays it.
async fn on_with_dice(server: &TestServer, game: &str) -> (Uuid, [Guest; 2], Vec<TestClient>) {
    let guests = [server.guest("Ada").await, server.guest("Ben").await];
    let mut players = vec![server.connect(Some(&guests[0])).await, server.connect(Some(&guests[1])).await];
    let table = players[0].call(wish(game, 2, FISCHER)).await.expect("a table").table.expect("its id");
    for player in &mut players {
        player.call(watch(table)).await.expect("watching");
    }
    players[1].call(sit(table)).await.expect("a seat");
    for player in &mut players {
        player.ready(table).await.expect("ready");
    }
    for player in &mut players {
        player.until(table, |table| table.view.is_some()).await;
    }
    while let Turn::Roll { .. } = turn(&players[0], table) {
        roll(&mut players, table).await;
    }
    (table, guests, players)
}

/// The seat whose turn it is, in the middle of it, and an action that does not end it.
async fn going_on(players: &mut [TestClient], table: Uuid) -> (usize, String) {
    let Turn::Act { seat } = turn(&players[0], table) else { panic!("no turn is on") };
    let seat = usize::from(seat);
    let offered = players[seat].offered(table).await;
    let action = offered.actions.iter().find(|action| !offered.ends.contains(action));
    (seat, action.expect("an action that does not end the turn").clone())
}

#[tokio::test]
async fn a_burst_of_actions_and_undos_brings_no_time_back_that_was_thought() {
    const PAIRS: u64 = 20;
    for game in ["martian-frisby", "martian-backgammon"] {
        let server = TestServer::start().await;
        let (table, guests, mut players) = on_with_dice(&server, game).await;
        let (seat, action) = going_on(&mut players, table).await;
        let before_ms = players[seat].tables[&table].clocks.as_ref().expect("clocks").left_ms[seat];
        let mut sockets = players;
        sockets.swap(0, seat);
        for _ in 0..2 {
            let mut socket = server.connect(Some(&guests[seat])).await;
            socket.call(Command::Ping {}).await.expect("the line is good");
            sockets.push(socket);
        }
        let (mut thought_ms, mut passed_ms) = (0, 0);
        for _ in 0..4 {
            server.pass(&mut sockets, seconds(45)).await;
            thought_ms += 45_000;
            // All at once, and from several sockets: what another was quicker with is refused.
            let at = (sockets[0].tables[&table].at, sockets[0].tables[&table].n);
            let mut last = Vec::new();
            for place in [0, 2, 3] {
                let socket = &mut sockets[place];
                let mut ids = Vec::new();
                let mut quoted = at.0;
                for pair in 0..PAIRS {
                    let act = Command::Act { table, at: quoted, action: action.clone(), share: None };
                    ids.push(socket.send(act).await);
                    ids.push(socket.send(Command::Undo { table, at: at.1 + 2 * pair + 1 }).await);
                    quoted = at.1 + 2 * pair + 2;
                }
                last.push((place, ids));
            }
            for (place, ids) in last {
                for id in ids {
                    match sockets[place].answer(Some(id)).await {
                        Ok(_) => {}
                        Err(refusal) => assert_eq!(refusal.code, ErrorCode::Stale, "{}", refusal.message),
                    }
                    if place == 0 {
                        // Whatever has come waits for as long.
                        server.advance(Duration::from_millis(100));
                        passed_ms += 100;
                    }
                }
            }
            let n = at.1 + 2 * PAIRS;
            sockets[0].until(table, |table| table.n >= n).await;
            assert_eq!(sockets[0].tables[&table].n, n, "{game}: each was taken once");
        }
        let left_ms = sockets[0].tables[&table].clocks.as_ref().expect("clocks").left_ms[seat];
        let charged_ms = before_ms - left_ms;
        eprintln!("{game}: {thought_ms} ms of thinking, {charged_ms} ms charged ({passed_ms} ms of waiting)");
        let least_ms = thought_ms - limits::MAX_LAG_COMPENSATION.as_millis() as i64;
        assert!((least_ms..=thought_ms + passed_ms).contains(&charged_ms), "{game}: {charged_ms} ms");
    }
}

/// Somebody in the middle of a turn who has undone as much of it as one may, and what asks for more.
pub(crate) async fn worn_out(server: &TestServer) -> (TestClient, Command) {
    let (table, _, mut players) = on_with_dice(server, "martian-frisby").await;
    let (seat, action) = going_on(&mut players, table).await;
    let mut player = players.swap_remove(seat);
    for times in 0..=limits::UNDOS {
        let act = player.act(table, &action);
        player.call(act).await.expect("legal");
        if times < limits::UNDOS {
            let at = player.tables[&table].at;
            player.call(Command::Undo { table, at }).await.expect("taken back");
        }
    }
    let at = player.tables[&table].at;
    (player, Command::Undo { table, at })
}

#[tokio::test]
async fn so_many_actions_of_a_turn_can_be_undone_and_no_more() {
    let server = TestServer::start().await;
    for game in ["martian-frisby", "martian-backgammon"] {
        let (table, guests, mut players) = on_with_dice(&server, game).await;
        let (seat, action) = going_on(&mut players, table).await;
        for _ in 0..limits::UNDOS {
            let act = players[seat].act(table, &action);
            players[seat].call(act).await.expect("legal");
            assert!(players[seat].offered(table).await.undo);
            let at = players[seat].tables[&table].at;
            players[seat].call(Command::Undo { table, at }).await.expect("taken back");
        }
        let act = players[seat].act(table, &action);
        players[seat].call(act).await.expect("legal");
        assert!(!players[seat].offered(table).await.undo, "what would be refused is not offered");
        all_see(&mut players, table).await;
        let known = players[1 - seat].tables[&table].clone();
        let refused = Command::Undo { table, at: known.at };
        let refusal = players[seat].call(refused.clone()).await.expect_err("refused");
        assert_eq!(refusal.code, ErrorCode::TooMany);
        assert!(refusal.message.contains("in this turn"), "{}", refusal.message);

        // A snapshot tells only of what stands, and so does whoever has followed it live.
        let mut watcher = server.connect(None).await;
        watcher.call(watch(table)).await.expect("watching");
        assert_eq!(watcher.tables[&table], known);
        assert_eq!(watcher.tables[&table].line.last(), Some(&action));

        // The bound stands though the table is read again, and the next turn has one of its own.
        let mut again = server.connect(Some(&guests[seat])).await;
        for player in players.iter_mut().chain([&mut watcher]) {
            player.call(Command::Unwatch { table }).await.expect("no longer watching");
        }
        server.pass(std::slice::from_mut(&mut again), limits::TABLE_IDLE_TIMEOUT).await;
        again.call(watch(table)).await.expect("watching");
        assert_eq!(again.call(refused).await.expect_err("refused").code, ErrorCode::TooMany);
        let mut players = if seat == 0 {
            vec![again, server.connect(Some(&guests[1])).await]
        } else {
            vec![server.connect(Some(&guests[0])).await, again]
        };
        players[1 - seat].call(watch(table)).await.expect("watching");
        while turn(&players[0], table) == (Turn::Act { seat: seat as u8 }) {
            players[seat].play(table, |_| 0).await.expect("legal");
            all_see(&mut players, table).await;
        }
        let mut seen = 0;
        while seen == 0 {
            roll(&mut players, table).await;
            if let Turn::Act { seat } = turn(&players[0], table) {
                let (seat, action) = (usize::from(seat), players[usize::from(seat)].offered(table).await);
                let going_on = action.actions.iter().find(|text| !action.ends.contains(text)).cloned();
                let Some(action) = going_on else {
                    players[seat].play(table, |_| 0).await.expect("legal");
                    all_see(&mut players, table).await;
                    continue;
                };
                let act = players[seat].act(table, &action);
                players[seat].call(act).await.expect("legal");
                let at = players[seat].tables[&table].at;
                players[seat].call(Command::Undo { table, at }).await.expect("taken back");
                seen += 1;
            }
        }
    }
}
