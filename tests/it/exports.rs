//! Exports of whole games: told by their rendered lines they are, byte for byte, what a replay tells, whatever happened in them;
//! and a game that is not what it was when its line was rendered is replayed again.

use cydonia_protocol::{Command, MatchRecord, OfferKind, StandstillReason, TimeControl};
use cydonia_tests::TestServer;

use crate::company::{agreed, restarted, seconds};
use crate::support::{all_see, come_back, create_game, database, play_on, seated_guests, watch, wish};

/// Whole games, a line each.
async fn exported(server: &TestServer, query: &str) -> String {
    let path = server.url(&format!("/api/v1/matches.ndjson?whole=true&order=oldest{query}"));
    reqwest::get(path).await.expect("an answer").text().await.expect("lines")
}

/// The same game by its own address, which always replays it.
async fn replayed(server: &TestServer, line: &str, query: &str) -> String {
    let game: MatchRecord = serde_json::from_str(line).expect("a game");
    let path = server.url(&format!("/api/v1/matches/{}{query}", game.summary.id));
    reqwest::get(path).await.expect("an answer").text().await.expect("a game")
}

/// Waits until every public game has its rendered line, but for those in which names are told.
pub(crate) async fn until_rendered(server: &TestServer) {
    let mut database = database(server).await;
    let lacking = "SELECT count(*) FROM matches JOIN match_lines USING (number) WHERE NOT private
         AND record NOT LIKE '%\"taken_over\":[[%' AND number NOT IN (SELECT number FROM rendered_lines)";
    while database.number(lacking, None).await > 0 {
        tokio::task::yield_now().await;
    }
}

/// Holds every public game of a house as its export tells it against its replay, with nothing, clocks, positions and both.
pub(crate) async fn tell_alike(server: &TestServer) {
    until_rendered(server).await;
    for (more, query) in [
        ("", ""),
        ("&clocks=true", "?clocks=true"),
        ("&positions=true", "?positions=true"),
        ("&clocks=true&positions=true", "?clocks=true&positions=true"),
    ] {
        let lines = exported(server, more).await;
        assert!(!lines.is_empty(), "there are games");
        for line in lines.lines() {
            assert_eq!(line, replayed(server, line, query).await);
        }
    }
}

#[tokio::test]
async fn pauses_outages_takebacks_and_undone_actions_are_told_as_a_replay_tells_them() {
    let server = TestServer::start().await;
    let fischer = TimeControl::Fischer { initial_s: 60, increment_s: 5 };
    let (table, guests, mut players) = seated_guests(&server, wish("martian-chess", 2, fischer)).await;
    let mut rng = fastrand::Rng::with_seed(5);
    play_on(table, &mut players, 3, &mut rng).await;
    agreed(&mut players, table, 0, OfferKind::Takeback).await;
    play_on(table, &mut players, 3, &mut rng).await;
    agreed(&mut players, table, 1, OfferKind::Pause).await;
    server.advance(seconds(40));
    players[1].call(Command::Resume { table }).await.expect("on it goes");
    all_see(&mut players, table).await;
    server.advance(seconds(3));
    drop(players);
    let server = restarted(server, seconds(100)).await;
    let mut players = come_back(&server, &guests, table).await;
    play_on(table, &mut players, 2, &mut rng).await;
    agreed(&mut players, table, 1, OfferKind::Pause).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    players[1].until(table, |table| table.outcome.is_some()).await;
    let game: MatchRecord = server.get(&format!("/api/v1/matches/{table}")).await;
    let why: Vec<_> = game.standstills.iter().map(|stood| stood.why).collect();
    assert_eq!(why, [StandstillReason::Pause, StandstillReason::Outage, StandstillReason::Pause]);
    assert!(game.line.iter().any(|entry| entry.takeback.is_some()));
    tell_alike(&server).await;
}

#[tokio::test]
async fn what_another_version_rendered_is_rendered_anew_when_the_house_opens() {
    let server = TestServer::start().await;
    let (table, _, mut players) =
        seated_guests(&server, wish("martian-chess", 2, TimeControl::None {})).await;
    play_on(table, &mut players, 4, &mut fastrand::Rng::with_seed(1)).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    players[1].until(table, |table| table.outcome.is_some()).await;
    until_rendered(&server).await;
    let told = exported(&server, "").await;
    let of_before = "SELECT count(*) FROM rendered_lines WHERE version = 'before'";
    let mut outside = database(&server).await;
    outside.run("UPDATE rendered_lines SET version = 'before'").await;
    assert_eq!(outside.number(of_before, None).await, 1);
    drop((outside, players));
    let server = restarted(server, seconds(1)).await;
    until_rendered(&server).await;
    assert_eq!(database(&server).await.number(of_before, None).await, 0);
    assert_eq!(exported(&server, "").await, told);
}

#[tokio::test]
async fn a_game_that_is_not_what_was_rendered_is_replayed_and_left_out_if_it_is_damaged() {
    let server = TestServer::start().await;
    let mut tables = Vec::new();
    let mut players = vec![server.join("Ada").await, server.join("Ben").await];
    for _ in 0..4 {
        let table =
            players[0].call(create_game("martian-chess", 2)).await.expect("a table").table.expect("its id");
        players[1].call(Command::Sit { table, seat: None, key: None }).await.expect("a seat");
        for player in &mut players {
            player.call(watch(table)).await.expect("watching");
        }
        play_on(table, &mut players, 6, &mut fastrand::Rng::with_seed(1)).await;
        players[0].call(Command::Resign { table }).await.expect("resigned");
        players[1].until(table, |table| table.outcome.is_some()).await;
        tables.push(table);
    }
    until_rendered(&server).await;
    let all = exported(&server, "").await;
    assert_eq!(all.lines().count(), 4);
    let mut outside = database(&server).await;
    // Of the first the line plays no longer, the second ends otherwise, the third has the line of another, the fourth one that is damaged.
    outside.run("UPDATE match_lines SET record = replace(record, '\"line\":\"', '\"line\":\"a1-a1 ') WHERE number = 1").await;
    outside.run("UPDATE match_seats SET score = score + 1 WHERE match_number = 2").await;
    outside
        .run(
            "UPDATE rendered_lines SET (checksum, line) = (SELECT checksum, line FROM rendered_lines WHERE number = 4)
             WHERE number = 3",
        )
        .await;
    outside.run("UPDATE rendered_lines SET line = 'no line' WHERE number = 4").await;
    let sound: Vec<&str> = all.lines().skip(2).collect();
    let told = exported(&server, "").await;
    assert_eq!(told.lines().collect::<Vec<_>>(), sound, "what is damaged hides no other");
    for (line, table) in sound.iter().zip(&tables[2..]) {
        let game: MatchRecord = serde_json::from_str(line).expect("a game");
        assert_eq!(game.summary.id, *table);
    }
}
