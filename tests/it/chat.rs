//! What people say to each other at a table, and who hears it.

use cydonia_protocol::{ChatLine, Command, ErrorCode, MAX_TEXT, Phrase, Room, Words};
use cydonia_server::limits::{self, Limits};
use cydonia_tests::{TestClient, TestServer, ample};
use uuid::Uuid;

use crate::support::{all_see, create, hidden, play_on, refused, say, seated, watch};

fn phrase(phrase: Phrase) -> Words {
    Words::Phrase { phrase }
}

fn text(text: &str) -> Words {
    Words::Text { text: text.to_owned() }
}

/// What somebody has heard in a room.
fn heard(client: &TestClient, table: Uuid, room: Room) -> Vec<(&str, &Words)> {
    let lines = client.chat.get(&(table, room)).map(Vec::as_slice).unwrap_or_default();
    lines.iter().map(|ChatLine { player, words, .. }| (player.name.as_str(), words)).collect()
}

/// Waits until so much has been heard in a room.
async fn hear(client: &mut TestClient, table: Uuid, room: Room, lines: usize) {
    while client.chat.get(&(table, room)).is_none_or(|heard| heard.len() < lines) {
        client.next().await;
    }
}

/// Has a game of two be played and finished, so that both have played here.
async fn play_one(server: &TestServer) -> (Uuid, Vec<TestClient>) {
    let (table, mut players) = seated(server, 2).await;
    play_on(table, &mut players, 2, &mut fastrand::Rng::with_seed(1)).await;
    finish(table, players).await
}

/// Has the first player resign; the table of the rematch.
async fn finish(table: Uuid, mut players: Vec<TestClient>) -> (Uuid, Vec<TestClient>) {
    players[0].call(Command::Resign { table }).await.expect("resigned");
    players[1].until(table, |table| table.outcome.is_some()).await;
    let next = players[0].call(Command::Rematch { table }).await.expect("a rematch").table.expect("its id");
    players[1].call(Command::Rematch { table }).await.expect("the same");
    for player in &mut players {
        player.call(watch(next)).await.expect("watching");
    }
    (next, players)
}

#[tokio::test]
async fn players_hear_each_other_and_watchers_each_other_until_the_game_is_over() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 3).await;
    let mut watchers = [server.join("Wanda").await, server.join("Will").await];
    for watcher in &mut watchers {
        watcher.call(watch(table)).await.expect("watching");
    }
    players[0].call(say(table, Room::Players, phrase(Phrase::Hello))).await.expect("said");
    watchers[0].call(say(table, Room::Watchers, phrase(Phrase::Oh))).await.expect("said");
    hear(&mut players[2], table, Room::Players, 1).await;
    hear(&mut watchers[1], table, Room::Watchers, 1).await;
    let line = &players[2].chat[&(table, Room::Players)][0];
    assert_eq!((line.n, line.seat, line.ms), (1, Some(0), server.now_ms()));
    refused(&mut players[1], say(table, Room::Watchers, phrase(Phrase::Oh)), ErrorCode::WrongRoom).await;
    refused(&mut watchers[1], say(table, Room::Players, phrase(Phrase::Oh)), ErrorCode::WrongRoom).await;
    let mut nobody = server.connect(None).await;
    nobody.call(watch(table)).await.expect("watching");
    hear(&mut nobody, table, Room::Watchers, 1).await;
    refused(&mut nobody, say(table, Room::Watchers, phrase(Phrase::Oh)), ErrorCode::NoSession).await;

    for player in &mut players[..2] {
        player.call(Command::Resign { table }).await.expect("resigned");
    }
    hear(&mut players[2], table, Room::Watchers, 1).await;
    assert_eq!(heard(&players[2], table, Room::Watchers), [("Wanda", &phrase(Phrase::Oh))], "now it is over");
    players[2].call(say(table, Room::Watchers, phrase(Phrase::Thanks))).await.expect("said");
    hear(&mut watchers[0], table, Room::Watchers, 2).await;
    assert_eq!(watchers[0].chat[&(table, Room::Watchers)][1].seat, None, "it is no room of seats");
    for watcher in &mut watchers {
        watcher.call(Command::Ping {}).await.expect("the line is good");
        assert_eq!(heard(watcher, table, Room::Players), [], "what the players said is theirs");
    }
}

#[tokio::test]
async fn words_of_ones_own_are_for_those_who_have_finished_a_game_here() {
    let server = TestServer::start().await;
    let (table, mut players) = play_one(&server).await;
    players[0]
        .call(say(table, Room::Players, text("  Well, that was quick. b3-c4 next? ")))
        .await
        .expect("said");
    hear(&mut players[1], table, Room::Players, 1).await;
    assert_eq!(
        players[1].chat[&(table, Room::Players)][0].words,
        text("Well, that was quick. b3-c4 next?"),
        "without the spaces round it"
    );
    let longest = "é".repeat(MAX_TEXT);
    players[1].call(say(table, Room::Players, text(&longest))).await.expect("said");
    for bad in [
        "",
        " \t ",
        "two\nlines",
        "bell\u{7}",
        "right to left \u{202e}",
        "an isolate \u{2067}",
        "nothing \u{200b}",
        "see https://example.org",
        "www.example.org",
        "example.com",
        "evil.Com",
        "evil。com",
        "evil.zip",
        "10.0.0.1",
        "\u{e0101}",
        &"x".repeat(MAX_TEXT + 1),
    ] {
        refused(&mut players[1], say(table, Room::Players, text(bad)), ErrorCode::BadText).await;
    }
    let mut guest = server.join("Guest").await;
    guest.call(watch(table)).await.expect("watching");
    refused(&mut guest, say(table, Room::Watchers, text("hi")), ErrorCode::NewHere).await;
    guest.call(say(table, Room::Watchers, phrase(Phrase::WellPlayed))).await.expect("phrases are for all");
    players[0].call(Command::Ping {}).await.expect("the line is good");
    assert_eq!(players[0].chat[&(table, Room::Players)].len(), 2, "nothing that was refused was heard");
}

#[tokio::test]
async fn at_a_private_table_friends_write_as_they_like() {
    let server = TestServer::start().await;
    let mut ada = server.join("Ada").await;
    let made = ada.call(hidden(create(2))).await.expect("a table");
    let (table, key) = (made.table.expect("its id"), made.key);
    ada.call(watch(table)).await.expect("watching");
    let by_link = Command::Watch { table, since: None, key: key.clone(), quiet: false };
    let (mut ben, mut eve) = (server.join("Ben").await, server.join("Eve").await);
    for friend in [&mut ben, &mut eve] {
        friend.call(by_link.clone()).await.expect("watching");
    }
    ben.call(Command::Sit { table, seat: None, key }).await.expect("a seat");
    ben.call(say(table, Room::Players, text("There you are!"))).await.expect("said");
    ada.call(say(table, Room::Players, text("Tea first?"))).await.expect("said");
    eve.call(say(table, Room::Watchers, text("I look on."))).await.expect("said");
    let said: Vec<_> =
        heard(&ada, table, Room::Players).into_iter().map(|(_, words)| words.clone()).collect();
    assert_eq!(said, [text("There you are!"), text("Tea first?")]);
    // Not being new there is nothing that one takes along to strangers.
    let (open, _) = seated(&server, 2).await;
    ben.call(watch(open)).await.expect("watching");
    refused(&mut ben, say(open, Room::Watchers, text("hi")), ErrorCode::NewHere).await;
}

#[tokio::test]
async fn whoever_has_not_moved_in_a_game_has_not_played_one() {
    let server = TestServer::start().await;
    let mut before = seated(&server, 2).await;
    for moves in 0..3 {
        let (table, mut players) = before;
        play_on(table, &mut players, moves, &mut fastrand::Rng::with_seed(1)).await;
        let (next, mut players) = finish(table, players).await;
        for (place, player) in players.iter_mut().enumerate() {
            // Who begins has moved after one move, and both after two.
            let hi = say(next, Room::Players, text("hi"));
            if moves > place {
                player.call(hi).await.expect("said");
            } else {
                refused(player, hi, ErrorCode::NewHere).await;
            }
        }
        before = seated(&server, 2).await;
    }
}

#[tokio::test]
async fn what_was_said_outlasts_a_restart_and_the_game_and_is_forgotten_in_time() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let mut client = server.connect(Some(&ada)).await;
    let table = client.call(create(2)).await.expect("a table").table.expect("its id");
    client.call(watch(table)).await.expect("watching");
    let hello = say(table, Room::Players, phrase(Phrase::Hello));
    client.call(hello.clone()).await.expect("said");
    client.call(hello.clone()).await.expect("a repeat");
    drop(client);
    let server = server.restart().await;
    let mut client = server.connect(Some(&ada)).await;
    client.call(watch(table)).await.expect("watching");
    assert_eq!(heard(&client, table, Room::Players), [("Ada", &phrase(Phrase::Hello))]);
    client.call(hello).await.expect("a repeat, after a restart");
    client.call(say(table, Room::Players, phrase(Phrase::OneMoment))).await.expect("said");
    hear(&mut client, table, Room::Players, 2).await;
    assert_eq!(client.chat[&(table, Room::Players)].len(), 2);

    drop(client);
    let server = server.restart_after(limits::CHAT_KEPT + limits::TIDY_EVERY).await;
    let mut client = server.connect(Some(&ada)).await;
    // The house tidies up when it opens. The last line stays: numbers go on from there.
    while kept(&server).await > 1 {
        server.advance(limits::TICK);
        client.call(Command::Ping {}).await.expect("the line is good");
    }
    client.call(watch(table)).await.expect("watching");
    assert_eq!(heard(&client, table, Room::Players), [("Ada", &phrase(Phrase::OneMoment))]);
    client.call(say(table, Room::Players, phrase(Phrase::Back))).await.expect("said");
    hear(&mut client, table, Room::Players, 2).await;
    assert_eq!(client.chat[&(table, Room::Players)][1].n, 3);
}

/// How many lines are kept.
async fn kept(server: &TestServer) -> i64 {
    crate::support::database(server).await.number("SELECT count(*) FROM chat", None).await
}

#[tokio::test]
async fn at_a_private_table_whoever_was_let_in_may_talk() {
    let server = TestServer::start().await;
    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    let wish = hidden(create(2));
    let made = ada.call(wish).await.expect("a table");
    let (table, key) = (made.table.expect("its id"), made.key);
    let oh = || say(table, Room::Watchers, phrase(Phrase::Oh));
    refused(&mut ben, oh(), ErrorCode::NoTable).await;
    ben.call(Command::Watch { table, since: None, key, quiet: false }).await.expect("let in");
    ben.call(oh()).await.expect("said");
    ben.call(Command::Unwatch { table }).await.expect("gone");
    refused(&mut ben, oh(), ErrorCode::NoTable).await;
}

#[tokio::test]
async fn a_repeat_is_no_second_line_whatever_has_changed_meanwhile() {
    let server = TestServer::start_with_limits(Limits { lines: std::num::NonZeroU32::MIN, ..ample() }).await;
    let (table, mut players) = seated(&server, 2).await;
    let hello = say(table, Room::Players, phrase(Phrase::Hello));
    players[0].call(hello.clone()).await.expect("said");
    players[0].call(hello).await.expect("a repeat is not too fast");
    hear(&mut players[1], table, Room::Players, 1).await;
    assert_eq!(players[1].chat[&(table, Room::Players)].len(), 1);
}

#[tokio::test]
async fn whoever_talks_too_fast_waits_a_moment_and_a_flood_disturbs_nobody() {
    let server = TestServer::start_with_limits(Limits { lines: Limits::default().lines, ..ample() }).await;
    let (table, mut players) = seated(&server, 2).await;
    let oh = || say(table, Room::Players, phrase(Phrase::Oh));
    let lines = Limits::default().lines.get() as usize;
    for _ in 0..lines {
        players[0].call(oh()).await.expect("said");
    }
    for _ in 0..50 {
        refused(&mut players[0], oh(), ErrorCode::TooFast).await;
    }
    players[0].play(table, |_| 0).await.expect("moves are not counted as words");
    players[1].call(say(table, Room::Players, phrase(Phrase::OneMoment))).await.expect("the other may talk");
    all_see(&mut players, table).await;
    hear(&mut players[1], table, Room::Players, lines + 1).await;
    server.advance(limits::CHAT_WINDOW / Limits::default().lines.get());
    players[0].call(oh()).await.expect("a moment later");
    refused(&mut players[0], oh(), ErrorCode::TooFast).await;
}

#[tokio::test]
async fn whoever_comes_late_hears_the_last_hundred_lines() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let mut client = server.connect(Some(&ada)).await;
    let table = client.call(create(2)).await.expect("a table").table.expect("its id");
    for _ in 0..limits::CHAT_TOLD + 5 {
        client.call(say(table, Room::Players, phrase(Phrase::Oh))).await.expect("said");
    }
    let mut nobody = server.connect(None).await;
    nobody.call(watch(table)).await.expect("watching");
    assert!(nobody.chat.is_empty());
    client.call(watch(table)).await.expect("watching");
    let lines = &client.chat[&(table, Room::Players)];
    let (first, last) = (lines[0].n, lines[lines.len() - 1].n);
    assert_eq!((lines.len(), first, last), (limits::CHAT_TOLD, 6, limits::CHAT_TOLD as u64 + 5));
}
