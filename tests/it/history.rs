//! Match search: finished games looked up: every filter, alone and with others, page by page and as a stream, while games are added.

mod club;

use std::collections::BTreeSet;

use cydonia_protocol::{Command, MatchPage, MatchRecord, MatchSummary, PlayerPage};
use cydonia_tests::{Outside, TestServer};
use reqwest::StatusCode;
use serde_json::Value;
use uuid::Uuid;

use crate::support::{database, seated, sit, watch};
use club::Club;

#[tokio::test]
async fn every_filter_finds_what_fits_and_nothing_else_in_both_orders() {
    let mut club = Club::new(11).await;
    for _ in 0..50 {
        club.play(false).await;
    }
    let all = club.all().await;
    assert_eq!(all.len(), 50);
    assert!(all.iter().map(|game| game.number).eq((1..=50).rev()), "the last finished comes first");
    let mut found_any = 0;
    for _ in 0..150 {
        let (mut query, tests) = club.query();
        let mut expected: Vec<i64> =
            all.iter().filter(|game| tests.iter().all(|fits| fits(game))).map(|game| game.number).collect();
        if club.rng.bool() {
            query.push(("order", "oldest".to_owned()));
            expected.reverse();
        }
        let limit = club.rng.usize(1..=30);
        let mut found = Vec::new();
        let mut cursor: Option<String> = None;
        loop {
            let page = club.page(&query, limit, cursor.as_deref()).await;
            assert!(page.matches.len() <= limit);
            found.extend(page.matches.iter().map(|game| game.number));
            cursor = page.next;
            if !page.more {
                break;
            }
        }
        assert_eq!(found, expected, "{query:?}");
        let is_oldest = query.contains(&("order", "oldest".to_owned()));
        assert_eq!(cursor.is_some(), is_oldest, "what comes behind the oldest may come yet");
        if is_oldest {
            let page = club.page(&query, limit, cursor.as_deref()).await;
            assert_eq!((page.matches.len(), page.more), (0, false), "there is nothing new: {query:?}");
        }
        found_any += usize::from(!found.is_empty());
        let parts: Vec<String> = query.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let streamed = club.stream(&format!("?{}", parts.join("&"))).await;
        let read = |line: &str| serde_json::from_str::<MatchSummary>(line).expect("a game").number;
        assert_eq!(streamed.lines().map(read).collect::<Vec<_>>(), expected, "{query:?}");
        // Cut short anywhere, it goes on from there.
        let place = club.rng.usize(..=expected.len());
        if let Some(after) = place.checked_sub(1).map(|place| expected[place]) {
            let rest = club.stream(&format!("?{}&after={after}&limit=7", parts.join("&"))).await;
            let told: Vec<i64> = rest.lines().map(read).collect();
            assert_eq!(
                told,
                expected[place..].iter().copied().take(7).collect::<Vec<_>>(),
                "{query:?} after {after}"
            );
        }
    }
    assert!(found_any > 50, "most queries were about something: {found_any}");
}

#[tokio::test]
async fn games_that_end_while_one_pages_neither_repeat_nor_hide_any() {
    let mut club = Club::new(12).await;
    for _ in 0..12 {
        club.play(false).await;
    }
    for order in ["newest", "oldest"] {
        for filter in
            [None, Some(("reason", "resigned".to_owned())), Some(("player", club.id(0).to_string()))]
        {
            let query: Vec<_> = filter.into_iter().chain([("order", order.to_owned())]).collect();
            let fits = |game: &MatchSummary| match query[0].0 {
                "reason" => game.reason.name() == "resigned",
                "player" => game.seats.iter().any(|seat| seat.player.id.to_string() == query[0].1),
                _ => true,
            };
            let before = club.all().await.len() as i64;
            let mut found = Vec::new();
            let mut cursor: Option<String> = None;
            loop {
                let page = club.page(&query, 3, cursor.as_deref()).await;
                found.extend(page.matches.into_iter().map(|game| game.number));
                cursor = page.next;
                if !page.more {
                    break;
                }
                if found.len() < 12 {
                    club.play(false).await;
                }
            }
            let numbers: BTreeSet<i64> = found.iter().copied().collect();
            assert_eq!(numbers.len(), found.len(), "{query:?}: none comes twice: {found:?}");
            let fitting = club.all().await.into_iter().filter(fits).map(|game| game.number);
            let last = if order == "newest" { before } else { found.last().copied().unwrap_or(0) };
            let expected: BTreeSet<i64> = fitting.filter(|number| *number <= last).collect();
            assert_eq!(numbers, expected, "{query:?}: none is left out");
        }
    }
}

#[tokio::test]
async fn private_games_are_in_their_players_own_lists_and_in_no_others() {
    let mut club = Club::new(13).await;
    let table = loop {
        // Ada is one of those who play it.
        let table = club.play(true).await;
        if club.people[0].tables.contains_key(&table) {
            break table;
        }
    };
    let ada = club.id(0);
    assert!(club.all().await.is_empty());
    let address = club.server.url(&format!("/api/v1/matches?player={ada}"));
    let theirs: MatchPage = reqwest::get(&address).await.expect("an answer").json().await.expect("a page");
    assert_eq!(theirs.matches, []);
    let token = club.tokens[0].clone();
    let own = reqwest::Client::new().get(&address).bearer_auth(&token).send();
    let own: MatchPage = own.await.expect("an answer").json().await.expect("a page");
    assert!(own.matches.iter().any(|game| game.id == table));
    let all = reqwest::Client::new().get(club.server.url("/api/v1/matches")).bearer_auth(&token).send();
    let all: MatchPage = all.await.expect("an answer").json().await.expect("a page");
    assert_eq!(all.matches, [], "a list of everybody's games has none of one's own");
    for (private, is_there) in [(true, true), (false, false)] {
        let own =
            reqwest::Client::new().get(format!("{address}&private={private}")).bearer_auth(&token).send();
        let own: MatchPage = own.await.expect("an answer").json().await.expect("a page");
        assert_eq!(own.matches.iter().any(|game| game.id == table && game.private), is_there);
    }
    let page: PlayerPage = club.server.get(&format!("/api/v1/players/{ada}")).await;
    assert!(page.finished.is_empty(), "nobody is told how many there were");
}

/// Adds copies of the last game that ended for another reason, with the same players.
async fn add_copies(server: &TestServer, count: i64) {
    let mut database = database(server).await;
    let last = database.number("SELECT max(number) FROM matches", None).await;
    let numbers: Vec<i64> = (last + 1..=last + count).collect();
    database.run("BEGIN").await;
    // Many at once: a statement for each would be planned while there is one row, and then look through all of them.
    for numbers in numbers.chunks(1_000) {
        let copies = numbers.iter().map(|number| {
            let id = Uuid::from_u128(*number as u128);
            match &database {
                Outside::Sqlite(_) => format!("({number}, X'{}')", id.simple()),
                Outside::Postgres(_) => format!("({number}, UUID '{id}')"),
            }
        });
        let copies = copies.collect::<Vec<_>>().join(", ");
        let games = format!(
            "INSERT INTO matches (number, id, private, game, options, reason, plies, started_ms, finished_ms, seats, first, clock)
             SELECT column1, column2, private, game, options, 'timeout', plies, started_ms, finished_ms, seats, first, clock
             FROM matches, (VALUES {copies}) AS copies WHERE number = {last}",
        );
        database.run_made(games).await;
        let seats = format!(
            "INSERT INTO match_seats (match_number, seat, player, name, score, rank, private, game, reason, seats, result)
             SELECT column1, seat, player, name, score, rank, private, game, 'timeout', seats, result
             FROM match_seats, (VALUES {copies}) AS copies WHERE match_number = {last}",
        );
        database.run_made(seats).await;
    }
    database.run("COMMIT").await;
    database.close().await;
}

#[tokio::test]
async fn a_page_looks_at_so_many_games_and_comes_back_short_where_few_fit() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    players[1].call(Command::Resign { table }).await.expect("resigned");
    players[0].until(table, |table| table.outcome.is_some()).await;
    add_copies(&server, 4_100).await;
    let ada = players[0].player.as_ref().expect("a name").id;
    for query in [
        "reason=resigned".to_owned(),
        format!("player={ada}&reason=resigned"),
        "game=martian-chess&reason=resigned".to_owned(),
    ] {
        let mut found = Vec::new();
        let mut pages: MatchPage = server.get(&format!("/api/v1/matches?{query}")).await;
        let mut count = 1;
        while let Some(next) = pages.next.take() {
            found.extend(pages.matches);
            pages = server.get(&format!("/api/v1/matches?{query}&cursor={next}")).await;
            count += 1;
        }
        found.extend(pages.matches);
        assert_eq!((found.len(), count), (1, 3), "{query}: 4101 games are looked at 2000 at a time");
        assert_eq!(found[0].id, table);
        let streamed = reqwest::get(server.url(&format!("/api/v1/matches.ndjson?{query}"))).await;
        assert_eq!(streamed.expect("an answer").text().await.expect("lines").lines().count(), 1, "{query}");
    }
    let full: MatchPage = server.get(&format!("/api/v1/matches?player={ada}&limit=100")).await;
    assert_eq!(full.matches.len(), 100, "where an index leads to the games alone, a page is full");
}

#[tokio::test]
async fn a_stream_begins_before_all_is_read_and_waits_for_its_reader() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    players[1].call(Command::Resign { table }).await.expect("resigned");
    players[0].until(table, |table| table.outcome.is_some()).await;
    // More than all buffers between the server and a client hold.
    add_copies(&server, 30_000).await;
    let mut response =
        reqwest::get(server.url("/api/v1/matches.ndjson?order=oldest")).await.expect("an answer");
    let mut text = response.chunk().await.expect("a chunk").expect("the first games").to_vec();
    // Nothing is read on, so the server waits; what is added now is still ahead of it.
    add_copies(&server, 1).await;
    while let Some(chunk) = response.chunk().await.expect("a chunk") {
        text.extend_from_slice(&chunk);
    }
    let text = String::from_utf8(text).expect("text");
    let numbers: Vec<i64> =
        text.lines().map(|line| serde_json::from_str::<MatchSummary>(line).expect("a game").number).collect();
    assert!(numbers.iter().copied().eq(1..=30_002), "every game once, the one that was added too");
    let whole = reqwest::get(server.url("/api/v1/matches.ndjson?whole=true&reason=resigned")).await;
    let whole = whole.expect("an answer").text().await.expect("lines");
    let game: MatchRecord = serde_json::from_str(whole.trim_end()).expect("one game");
    assert_eq!((game.summary.id, game.line.len()), (table, 1));
}

#[tokio::test]
async fn what_cannot_be_looked_up_is_refused_and_says_what_it_is() {
    let server = TestServer::start().await;
    let mut players = vec![server.join("Ada").await, server.join("Ben").await];
    for _ in 0..2 {
        let table = players[0].call(crate::support::create(2)).await.expect("a table").table.expect("its id");
        for player in &mut players {
            player.call(watch(table)).await.expect("watching");
        }
        players[1].call(sit(table)).await.expect("a seat");
        players[1].call(Command::Resign { table }).await.expect("resigned");
        players[0].until(table, |table| table.outcome.is_some()).await;
    }
    let page: MatchPage = server.get("/api/v1/matches?game=martian-chess&limit=1").await;
    let cursor = page.next.expect("there is one more");
    let good: MatchPage =
        server.get(&format!("/api/v1/matches?limit=5&game=martian-chess&cursor={cursor}")).await;
    assert_eq!(good.matches.len(), 1, "in another order and with another limit it is the same query");
    let said: MatchPage =
        server.get(&format!("/api/v1/matches?game=martian-chess&order=newest&cursor={cursor}")).await;
    assert_eq!(said.matches, good.matches, "so it is where what goes without saying is said");
    let (number, mark) = cursor.split_once('-').expect("a number and a mark");
    let ada = players[0].player.as_ref().expect("a name").id;
    for (query, told) in [
        (format!("cursor={cursor}"), "cursor"),
        (format!("game=martian-go&cursor={cursor}"), "cursor"),
        (format!("game=martian-chess&order=oldest&cursor={cursor}"), "cursor"),
        (format!("game=martian-chess&cursor={number}"), "cursor"),
        (format!("game=martian-chess&cursor=-1-{mark}"), "cursor"),
        (format!("game=martian-chess&cursor=+1-{mark}"), "cursor"),
        (format!("game=martian-chess&cursor=99999999999999999999-{mark}"), "cursor"),
        (format!("game=martian-chess&cursor={mark}"), "cursor"),
        (
            format!("game=martian-chess&cursor={}-{mark}", number.parse::<u64>().expect("a number") + 7),
            "cursor",
        ),
        ("cursor=".to_owned(), "cursor"),
        ("limit=0".to_owned(), "limit"),
        ("limit=-1".to_owned(), "limit"),
        ("limit=1000000".to_owned(), "limit"),
        ("limit=five".to_owned(), "limit"),
        ("limit=5&limit=6".to_owned(), "limit"),
        ("winner=Ada".to_owned(), "winner is no parameter of this address"),
        ("limit=abc".to_owned(), "limit is a number from 1 to 100"),
        ("rated=1".to_owned(), "rated takes no such value: true or false"),
        ("game=martian-go&game=martian-go".to_owned(), "game is given twice"),
        ("whole=true".to_owned(), "whole"),
        ("player=Ada".to_owned(), "player"),
        ("result=won".to_owned(), "player"),
        (format!("opponent={ada}"), "player"),
        (format!("player={ada}&opponent={ada}"), "opponent"),
        (format!("player={ada}&result=great"), "result"),
        ("game=chess".to_owned(), "game"),
        ("seats=1".to_owned(), "seats"),
        ("seats=7".to_owned(), "seats"),
        ("seats=300".to_owned(), "seats"),
        ("options.rules=arcade".to_owned(), "options"),
        ("game=martian-chess&options.colour=red".to_owned(), "option"),
        ("game=martian-chess&options.rules=fast".to_owned(), "rules"),
        ("game=martian-chess&options.rules".to_owned(), "rules"),
        ("game=martian-chess&options.rules=arcade&options.rules=arcade".to_owned(), "twice"),
        ("reason=boredom".to_owned(), "reason"),
        ("order=random".to_owned(), "order"),
        ("finished_from=2026-02-30".to_owned(), "finished_from"),
        ("finished_to=yesterday".to_owned(), "finished_to"),
        ("finished_to=2026-13-01".to_owned(), "finished_to"),
        ("finished_to=2026-01-01T25:00:00Z".to_owned(), "finished_to"),
        ("finished_to=99999999999999999999".to_owned(), "finished_to"),
        ("finished_from=2026-02-02&finished_to=2026-02-01".to_owned(), "finished_to"),
    ] {
        let response =
            reqwest::get(server.url(&format!("/api/v1/matches?{query}"))).await.expect("an answer");
        assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{query}");
        assert_eq!(response.headers()["content-type"], "application/problem+json", "{query}");
        let problem: Value = response.json().await.expect("a problem");
        assert_eq!(problem["code"], "bad_query", "{query}");
        let detail = problem["detail"].as_str().expect("a sentence");
        assert!(detail.contains(told) && !detail.contains("deserialize"), "{query}: {detail}");
    }
    let stream =
        reqwest::get(server.url("/api/v1/matches.ndjson?cursor=1-00000000")).await.expect("an answer");
    assert_eq!(stream.status(), StatusCode::BAD_REQUEST, "a stream has no pages");
}

#[tokio::test]
async fn a_day_counts_to_its_end_and_a_time_to_its_millisecond() {
    let server = TestServer::start().await;
    for _ in 0..2 {
        let (table, mut players) = seated(&server, 2).await;
        players[1].call(Command::Resign { table }).await.expect("resigned");
        players[0].until(table, |table| table.outcome.is_some()).await;
    }
    for (query, count) in [
        ("finished_from=2026-01-01&finished_to=2026-01-01", 2),
        ("finished_to=2025-12-31", 0),
        ("finished_from=2026-01-01T02:00:00%2B02:00", 2),
        ("finished_from=2026-01-01T00:00:00.001Z", 0),
    ] {
        let page: MatchPage = server.get(&format!("/api/v1/matches?{query}")).await;
        assert_eq!(page.matches.len(), count, "{query}");
    }
}
