//! Presence: who is there, as everybody at a table is told: whenever somebody comes or goes, and whenever it changes from when on
//! an absence counts. It never counts from before the game was on.

use std::time::Duration;

use cydonia_protocol::{Command, ErrorCode, OfferKind, Presence, ServerMessage, TimeControl};
use cydonia_rules::Reason;
use cydonia_server::limits;
use cydonia_tests::{Guest, TestClient, TestServer};
use uuid::Uuid;

use crate::company::{agree, agreed, depart, is_away, knock, offered, outcome, seconds, until_presence};
use crate::support::{all_see, give_share, refused_at, roll, seated_with, sit, watch, wish};

const NONE: TimeControl = TimeControl::None {};
const LIVE: TimeControl = TimeControl::Fischer { initial_s: 10_800, increment_s: 0 };
const DAYS: TimeControl = TimeControl::Correspondence { days: 3 };

/// How long an absence may last at that clock.
fn patience(clock: TimeControl) -> Option<Duration> {
    match clock {
        TimeControl::None {} => Some(limits::CLAIM_AFTER),
        TimeControl::Fischer { .. } => Some(limits::ABANDONED_AFTER),
        TimeControl::Correspondence { .. } => None,
    }
}

/// When an absence counts that counts from that time on.
fn counts_from(from_ms: i64, clock: TimeControl) -> Option<i64> {
    patience(clock).map(|patience| from_ms + patience.as_millis() as i64)
}

/// Somebody who went at that time.
fn away(since_ms: i64, until_ms: Option<i64>) -> Presence {
    Presence::Away { since_ms, until_ms }
}

/// What was last said of a seat, once the table has said all that it had to say.
async fn told(client: &mut TestClient, table: Uuid, seat: usize) -> Presence {
    knock(client, table).await;
    client.presence[&table][seat].clone()
}

/// Counts what is said of who is there until the table has answered.
async fn tidings(client: &mut TestClient, table: Uuid) -> usize {
    let sent = client.send(Command::Undo { table, at: 0 }).await;
    let mut count = 0;
    loop {
        match client.next().await {
            ServerMessage::Presence { .. } => count += 1,
            ServerMessage::Error { id, .. } if id == Some(sent) => return count,
            _ => {}
        }
    }
}

/// A table of Martian Chess that waits for its last seat, at which Ada watches and Ben only sits.
async fn open_table(server: &TestServer, clock: TimeControl) -> (Uuid, TestClient, TestClient, Guest) {
    let mut ada = server.join("Ada").await;
    let table = ada.call(wish("martian-chess", 3, clock)).await.expect("a table").table.expect("its id");
    ada.call(watch(table)).await.expect("watching");
    let ben_is = server.guest("Ben").await;
    let mut ben = server.connect(Some(&ben_is)).await;
    ben.call(sit(table)).await.expect("a seat");
    (table, ada, ben, ben_is)
}

#[tokio::test]
async fn it_is_told_when_somebody_joins_drops_and_comes_back() {
    let server = TestServer::start().await;
    for clock in [NONE, LIVE, DAYS] {
        let (table, mut ada, mut ben, ben_is) = open_table(&server, clock).await;
        let begun_ms = server.now_ms();
        // Who sits but does not look is away, and before the start that never counts.
        assert_eq!(told(&mut ada, table, 1).await, away(begun_ms, None), "{clock:?}");
        assert_eq!(told(&mut ada, table, 2).await, Presence::Here {}, "nobody is missed in an empty seat");
        ben.call(watch(table)).await.expect("watching");
        assert_eq!(told(&mut ada, table, 1).await, Presence::Here {}, "{clock:?}");
        let mut cem = server.join("Cem").await;
        cem.call(watch(table)).await.expect("watching");
        cem.call(sit(table)).await.expect("the last seat");
        assert_eq!(tidings(&mut cem, table).await, 0, "who comes is told at once, and only then");

        server.advance(seconds(3));
        depart(ben).await;
        let gone_ms = server.now_ms();
        let expected = away(gone_ms, counts_from(gone_ms, clock));
        assert_eq!(told(&mut ada, table, 1).await, expected, "{clock:?}");
        assert_eq!(told(&mut cem, table, 1).await, expected, "{clock:?}");
        let mut late = server.connect(None).await;
        late.call(watch(table)).await.expect("watching");
        assert_eq!(told(&mut late, table, 1).await, expected, "watchers are told too");

        server.advance(seconds(3));
        let mut ben = server.connect(Some(&ben_is)).await;
        ben.call(watch(table)).await.expect("back again");
        for client in [&mut ada, &mut cem, &mut late] {
            assert_eq!(told(client, table, 1).await, Presence::Here {}, "{clock:?}");
        }
        // A line that is cut without a word is noticed like any other.
        drop(ben);
        until_presence(&mut ada, table, 1, is_away).await;
    }
}

#[tokio::test]
async fn who_was_away_before_the_start_is_waited_for_from_the_start_on() {
    let server = TestServer::start().await;
    for clock in [NONE, LIVE, DAYS] {
        let (table, ada, ben, _) = open_table(&server, clock).await;
        let since_ms = server.now_ms();
        let mut people = [ada, ben];
        server.pass(&mut people, seconds(15 * 60)).await;
        let mut cem = server.join("Cem").await;
        cem.call(sit(table)).await.expect("the last seat");
        cem.call(watch(table)).await.expect("watching");
        let start_ms = server.now_ms();
        // Told anew, as from now on it counts.
        let told_of_start = told(&mut people[0], table, 1).await;
        let Presence::Away { since_ms: said_ms, until_ms } = told_of_start else { panic!("Ben is away") };
        assert_eq!(until_ms, counts_from(start_ms, clock), "{clock:?}");
        assert!((since_ms..=start_ms).contains(&said_ms), "{clock:?}");
        let Some(patience) = patience(clock) else { continue };

        let [ada, ben] = people;
        let mut people = [ada, ben, cem];
        server.pass(&mut people, patience - Duration::from_millis(1)).await;
        let claim = Command::Claim { table, seat: 1 };
        assert_eq!(people[0].call(claim.clone()).await.expect_err("refused").code, ErrorCode::NotAbsent);
        assert!(people[0].tables[&table].line.is_empty(), "{clock:?}: a moment is left");
        server.advance(Duration::from_millis(1));
        if clock == NONE {
            people[0].call(claim).await.expect("away for long enough");
        }
        people[0].until(table, |table| table.line == ["1 Abandoned"]).await;
    }
}

#[tokio::test]
async fn who_was_away_before_a_game_of_dice_is_waited_for_from_its_start_on() {
    let server = TestServer::start().await;
    for game in ["martian-frisby", "martian-backgammon"] {
        let mut ada = server.join("Ada").await;
        let table = ada.call(wish(game, 2, LIVE)).await.expect("a table").table.expect("its id");
        ada.call(watch(table)).await.expect("watching");
        let mut ben = server.join("Ben").await;
        ben.call(sit(table)).await.expect("a seat");
        ben.ready(table).await.expect("ready");
        let mut people = [ada, ben];
        server.pass(&mut people, limits::ABANDONED_AFTER + seconds(30)).await;
        let before = told(&mut people[0], table, 1).await;
        assert!(matches!(before, Presence::Away { until_ms: None, .. }), "{before:?}");
        people[0].ready(table).await.expect("ready");
        let start_ms = server.now_ms();
        let Presence::Away { until_ms, .. } = told(&mut people[0], table, 1).await else {
            panic!("Ben is away")
        };
        assert_eq!(until_ms, counts_from(start_ms, LIVE), "{game}");
        assert_eq!(people[0].tables[&table].outcome, None, "{game}");
    }
}

#[tokio::test]
async fn who_is_away_in_a_pause_is_waited_for_from_its_end_on() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_with(&server, "martian-chess", 3, LIVE).await;
    agreed(&mut players, table, 0, OfferKind::Pause).await;
    depart(players.remove(2)).await;
    let gone_ms = server.now_ms();
    assert_eq!(told(&mut players[0], table, 2).await, away(gone_ms, None), "a pause is for going away");
    // The others may go on without those who do not come back, when the pause has stood for long enough.
    server.pass(&mut players, limits::PAUSE_KEPT - seconds(1)).await;
    refused_at(&mut players[1], table, Command::Resume { table }, ErrorCode::Paused).await;
    assert!(players[0].tables[&table].line.is_empty());
    server.pass(&mut players, seconds(1)).await;
    players[1].call(Command::Resume { table }).await.expect("on it goes");
    all_see(&mut players, table).await;
    let resumed_ms = server.now_ms();
    let Presence::Away { until_ms, .. } = told(&mut players[0], table, 2).await else { panic!("it is away") };
    assert_eq!(until_ms, counts_from(resumed_ms, LIVE));
    server.pass(&mut players, limits::ABANDONED_AFTER - Duration::from_millis(1)).await;
    knock(&mut players[0], table).await;
    assert!(players[0].tables[&table].line.is_empty(), "a moment is left");
    server.advance(Duration::from_millis(1));
    players[0].until(table, |table| table.line == ["2 Abandoned"]).await;
}

#[tokio::test]
async fn a_pause_stops_the_countdown_of_who_was_away_before() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_with(&server, "martian-chess", 2, LIVE).await;
    players[1].call(Command::Unwatch { table }).await.expect("looks away");
    let gone_ms = server.now_ms();
    assert_eq!(told(&mut players[0], table, 1).await, away(gone_ms, counts_from(gone_ms, LIVE)));
    server.advance(seconds(40));
    let number = offered(&mut players[0], table, OfferKind::Pause).await;
    // Agreed to by somebody who does not look at the board.
    players[1].call(agree(table, number)).await.expect("agreed");
    players[0].until(table, |table| table.paused).await;
    assert_eq!(told(&mut players[0], table, 1).await, away(gone_ms, None), "told anew, though nobody moved");
    server.pass(&mut players, limits::ABANDONED_AFTER * 2).await;
    assert_eq!(players[0].tables[&table].outcome, None);
    // Nobody goes on in the absence of the other, nor in one's own.
    for player in &mut players {
        let refusal = player.call(Command::Resume { table }).await.expect_err("one of them is away");
        assert_eq!(refusal.code, ErrorCode::Paused);
    }
    players[1].call(watch(table)).await.expect("back");
    players[0].call(Command::Resume { table }).await.expect("on it goes");
    server.advance(seconds(1));
    players[1].call(Command::Unwatch { table }).await.expect("looks away again");
    let gone_ms = server.now_ms();
    assert_eq!(told(&mut players[0], table, 1).await, away(gone_ms, counts_from(gone_ms, LIVE)));
}

#[tokio::test]
async fn nobody_is_missed_who_stands_up_or_leaves() {
    let server = TestServer::start().await;
    let (table, mut ada, mut ben, _) = open_table(&server, LIVE).await;
    assert!(is_away(&told(&mut ada, table, 1).await));
    ben.call(Command::Stand { table }).await.expect("stood up");
    assert_eq!(told(&mut ada, table, 1).await, Presence::Here {}, "told anew: nobody sits there");

    let (table, mut players) = seated_with(&server, "martian-chess", 3, LIVE).await;
    let mut leaver = players.remove(1);
    leaver.call(Command::Unwatch { table }).await.expect("looks away");
    assert!(is_away(&told(&mut players[0], table, 1).await));
    leaver.call(Command::Resign { table }).await.expect("resigned");
    let presence = until_presence(&mut players[0], table, 1, |presence| !is_away(presence)).await;
    assert_eq!(presence, Presence::Here {}, "whoever has left is waited for no longer");
    depart(players.remove(1)).await;
    assert!(is_away(&told(&mut players[0], table, 2).await));
}

#[tokio::test]
async fn a_walk_off_counts_down_to_its_end_unless_one_returns() {
    let server = TestServer::start().await;
    for game in ["martian-mud-wrestling", "martian-frisby", "martian-backgammon"] {
        let (table, mut players) = seated_with(&server, game, 2, LIVE).await;
        if game != "martian-mud-wrestling" {
            give_share(&mut players, table).await;
            roll(&mut players, table).await;
        }
        for _ in 0..2 {
            players[1].call(Command::Unwatch { table }).await.expect("looks away");
            let gone_ms = server.now_ms();
            assert_eq!(told(&mut players[0], table, 1).await, away(gone_ms, counts_from(gone_ms, LIVE)));
            server.pass(&mut players, limits::ABANDONED_AFTER - Duration::from_millis(1)).await;
            players[1].call(watch(table)).await.expect("back in the last moment");
            assert_eq!(told(&mut players[0], table, 1).await, Presence::Here {});
            server.pass(&mut players, limits::ABANDONED_AFTER).await;
            assert_eq!(players[0].tables[&table].outcome, None, "{game}");
        }
        players[1].call(Command::Unwatch { table }).await.expect("looks away");
        server.pass(&mut players, limits::ABANDONED_AFTER).await;
        let folded = players[0].until(table, |table| table.outcome.is_some()).await;
        assert_eq!((outcome(folded).reason, &outcome(folded).ranks), (Reason::ABANDONED, &vec![1, 2]));
        players[1].call(watch(table)).await.expect("too late");
        assert_eq!(players[1].tables[&table].outcome, players[0].tables[&table].outcome, "{game}");
    }
}

#[tokio::test]
async fn nobody_is_waited_for_by_those_who_only_watch() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_with(&server, "martian-chess", 2, LIVE).await;
    let mut watchers = [server.connect(None).await];
    watchers[0].call(watch(table)).await.expect("watching");
    for player in &mut players {
        player.call(Command::Unwatch { table }).await.expect("looks away");
    }
    let gone_ms = server.now_ms();
    until_presence(&mut watchers[0], table, 1, |presence| *presence == away(gone_ms, None)).await;
    let mut all: Vec<TestClient> = players.into_iter().chain(watchers).collect();
    server.pass(&mut all, limits::ABANDONED_AFTER * 2).await;
    all[0].call(watch(table)).await.expect("back first");
    let back_ms = server.now_ms();
    let presence = until_presence(&mut all[0], table, 1, is_away).await;
    assert_eq!(presence, away(gone_ms, counts_from(back_ms, LIVE)), "the other has as long from now on");
    server.pass(&mut all, limits::ABANDONED_AFTER - Duration::from_millis(1)).await;
    assert_eq!(all[0].tables[&table].outcome, None);
    server.advance(Duration::from_millis(1));
    all[0].until(table, |table| table.outcome.is_some()).await;
}

#[tokio::test]
async fn a_player_on_several_devices_is_there_until_the_last_of_them_is_gone() {
    let server = TestServer::start().await;
    let (table, mut ada, ben, ben_is) = open_table(&server, LIVE).await;
    depart(ben).await;
    let mut devices = Vec::new();
    for _ in 0..3 {
        let mut device = server.connect(Some(&ben_is)).await;
        device.call(watch(table)).await.expect("watching");
        devices.push(device);
    }
    let mut cem = server.join("Cem").await;
    cem.call(watch(table)).await.expect("watching");
    cem.call(sit(table)).await.expect("the last seat");
    assert_eq!(told(&mut ada, table, 1).await, Presence::Here {});
    let mut last = devices.remove(1);
    for device in devices {
        depart(device).await;
        assert_eq!(tidings(&mut ada, table).await, 0, "he is still there");
    }
    let mut people = [ada, last, cem];
    server.pass(&mut people, limits::ABANDONED_AFTER * 2).await;
    assert!(people[0].tables[&table].line.is_empty());
    let [mut ada, ben, _cem] = people;
    last = ben;
    // One that only closed the table's page is on no socket that watches it.
    last.call(Command::Unwatch { table }).await.expect("looks away");
    let now_ms = server.now_ms();
    assert_eq!(told(&mut ada, table, 1).await, away(now_ms, counts_from(now_ms, LIVE)));
}
