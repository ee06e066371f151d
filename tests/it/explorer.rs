//! Positions by name: exports and the explorer tell of each finished game what anybody can count who reads its line, games are found by
//! a position, and what is no position is refused.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::LazyLock;

use cydonia_protocol::{
    Command, ErrorCode, Explorer, GameResult, MatchPage, MatchPosition, MatchRecord, OfferKind, PositionKey,
    Problem, Replay, TimeControl, WhatIf,
};
use cydonia_rules::{AnyGame, GameKind, Setup};
use cydonia_server::limits;
use cydonia_tests::TestServer;
use jsonschema::Validator;
use reqwest::{Client, StatusCode};

use crate::company::{agreed, restarted, seconds};
use crate::schema::{assert_fits, closed};
use crate::support::{create_game, database, hidden, play_dice, play_on, seated_at, seated_by, watch};

const FISCHER: TimeControl = TimeControl::Fischer { initial_s: 60, increment_s: 5 };

/// What is counted of an action in a position: games, drawn, and won by each seat.
type Counted = (u64, u64, [u64; 6]);

static SCHEMA: LazyLock<Validator> = LazyLock::new(|| closed("explorer"));

async fn explore(server: &TestServer, position: &str, more: &str) -> Explorer {
    let path = server.url(&format!("/api/v1/explorer?position={position}{more}"));
    let document = reqwest::get(path).await.expect("an answer").json().await.expect("JSON");
    assert_fits(&SCHEMA, &document);
    serde_json::from_value(document).expect("an explorer's answer")
}

/// Waits until the explorer has counted that game.
async fn until_counted(server: &TestServer, number: i64) {
    while explore(server, "martian-chess:2", "").await.through < number {}
}

/// Every public game, whole and with its positions.
async fn exported(server: &TestServer) -> Vec<MatchRecord> {
    let path = server.url("/api/v1/matches.ndjson?whole=true&positions=true&order=oldest");
    let lines = reqwest::get(path).await.expect("an answer").text().await.expect("lines");
    lines.lines().map(|line| serde_json::from_str(line).expect("a game")).collect()
}

/// The actions of a game that stand, each with its position.
fn standing(game: &MatchRecord) -> Vec<(String, String)> {
    let mut stand: Vec<(String, String)> = Vec::new();
    for entry in &game.line {
        let back = usize::from(entry.undo) + entry.takeback.unwrap_or(0) as usize;
        stand.truncate(stand.len() - back);
        if let Some(action) = &entry.action {
            let position = entry.position.clone().expect("a position");
            assert_eq!(position.key, PositionKey::of(&position.text).to_string());
            stand.push((position.text, action.clone()));
        }
    }
    stand
}

/// What whoever reads all games counts.
fn counted(games: &[MatchRecord]) -> BTreeMap<PositionKey, BTreeMap<String, Counted>> {
    let mut all: BTreeMap<PositionKey, BTreeMap<String, Counted>> = BTreeMap::new();
    for game in games {
        let mut known = HashSet::new();
        for (text, action) in standing(game).into_iter().take(limits::EXPLORED_ACTIONS) {
            let key = PositionKey::of(&text);
            if !known.insert(key) {
                continue;
            }
            let (games, drawn, won) = all.entry(key).or_default().entry(action).or_default();
            *games += 1;
            *drawn += u64::from(game.summary.seats.iter().any(|seat| seat.result == GameResult::Drawn));
            for (won, seat) in won.iter_mut().zip(&game.summary.seats) {
                *won += u64::from(seat.result == GameResult::Won);
            }
        }
    }
    all
}

/// Some games of every kind: with turns taken back, too.
async fn fill(server: &TestServer) {
    for (seed, kind) in (0..).zip(GameKind::ALL) {
        for seats in [2, kind.info().max_seats] {
            for round in 0..2 {
                let (table, mut players) = seated_at(server, kind.id(), seats).await;
                let mut rng = fastrand::Rng::with_seed(seed + round);
                if kind.info().dice {
                    play_dice(&mut players, table, 16, &mut rng).await;
                } else {
                    play_on(table, &mut players, 6, &mut rng).await;
                    if round == 1 {
                        agreed(&mut players, table, 0, OfferKind::Takeback).await;
                        play_on(table, &mut players, 3, &mut rng).await;
                    }
                }
                for player in &mut players[1..] {
                    player.call(Command::Resign { table }).await.expect("resigned");
                }
            }
        }
    }
}

async fn last_number(server: &TestServer) -> i64 {
    let page: MatchPage = server.get("/api/v1/matches?limit=1").await;
    page.matches[0].number
}

async fn tells_what_games_tell(server: &TestServer, games: &[MatchRecord]) {
    let mut asked = BTreeSet::new();
    let all = counted(games);
    for (text, _) in games.iter().flat_map(standing) {
        let key = PositionKey::of(&text);
        let Some(moves) = all.get(&key) else { continue };
        if !asked.insert(key) {
            continue;
        }
        let told = explore(server, &text, "").await;
        assert_eq!(told.position.text, text);
        assert_eq!(told.games, moves.values().map(|(games, ..)| games).sum::<u64>());
        assert!(told.moves.is_sorted_by_key(|one| std::cmp::Reverse(one.games)));
        let told: BTreeMap<_, _> = told.moves.into_iter().map(|one| (one.action.clone(), one)).collect();
        assert_eq!(told.keys().collect::<Vec<_>>(), moves.keys().collect::<Vec<_>>());
        for (action, one) in told {
            let (games, drawn, won) = moves[&action];
            assert_eq!((one.games, one.drawn), (games, drawn));
            assert_eq!(one.won[..], won[..one.won.len()]);
            let mut after = AnyGame::at(&text).expect("it stood");
            after.play(&action).expect("it was played");
            assert_eq!(one.leads_to.map(|there| there.text), after.position());
        }
    }
    assert!(asked.len() > 30, "{} positions", asked.len());
}

#[tokio::test]
async fn the_explorer_tells_what_anybody_counts_who_reads_the_games() {
    let server = TestServer::start().await;
    fill(&server).await;
    until_counted(&server, last_number(&server).await).await;
    let games = exported(&server).await;
    assert_eq!(games.len(), 24);
    tells_what_games_tell(&server, &games).await;

    // An index of another grammar is made anew when the house opens. What is damaged is left out, more of it than is read at once.
    let mut outside = database(&server).await;
    outside.run("UPDATE explorer_progress SET grammar = 0").await;
    outside.run("UPDATE position_moves SET games = 1000").await;
    outside.run("UPDATE matches SET options = 'nonsense' WHERE number <= 10").await;
    outside.run("UPDATE match_lines SET record = 'nonsense' WHERE number = 12").await;
    outside.close().await;
    let server = restarted(server, seconds(1)).await;
    until_counted(&server, last_number(&server).await).await;
    let sound: Vec<_> =
        games.into_iter().filter(|game| game.summary.number > 10 && game.summary.number != 12).collect();
    tells_what_games_tell(&server, &sound).await;
}

#[tokio::test]
async fn games_are_found_by_a_position_and_private_ones_by_nobody() {
    let server = TestServer::start().await;
    fill(&server).await;
    let mut ada = server.join("Ada").await;
    let made = ada.call(hidden(create_game("martian-chess", 2))).await.expect("a table");
    let (secret, key) = (made.table.expect("its id"), made.key);
    let mut ben = server.join("Ben").await;
    ben.call(Command::Sit { table: secret, seat: None, key }).await.expect("a seat");
    ada.call(watch(secret)).await.expect("watching");
    ada.play(secret, |_| 0).await.expect("an offered action is taken");
    ada.call(Command::Resign { table: secret }).await.expect("resigned");
    let (last, mut players) = seated_by(&server, crate::support::wish("martian-go", 2, FISCHER)).await;
    play_on(last, &mut players, 2, &mut fastrand::Rng::with_seed(1)).await;
    players[0].call(Command::Resign { table: last }).await.expect("resigned");
    players[0].until(last, |table| table.outcome.is_some()).await;
    until_counted(&server, last_number(&server).await).await;

    let games = exported(&server).await;
    assert!(games.iter().all(|game| game.summary.id != secret));
    for game in &games {
        let (text, _) = standing(game).swap_remove(1);
        let with_it = |other: &&MatchRecord| {
            let key = PositionKey::of(&text);
            standing(other).iter().any(|(text, _)| PositionKey::of(text) == key)
        };
        let expected: Vec<i64> = games.iter().filter(with_it).map(|game| game.summary.number).collect();
        assert!(expected.contains(&game.summary.number));
        for by in [text.clone(), PositionKey::of(&text).to_string()] {
            let found: MatchPage =
                server.get(&format!("/api/v1/matches?order=oldest&limit=100&position={by}")).await;
            assert_eq!(found.matches.iter().map(|game| game.number).collect::<Vec<_>>(), expected);
            // Page by page, and the other way round.
            let mut numbers = Vec::new();
            let mut next = String::new();
            loop {
                let path = format!("/api/v1/matches?limit=1&position={by}{next}");
                let page: MatchPage = server.get(&path).await;
                numbers.extend(page.matches.iter().map(|game| game.number));
                let Some(cursor) = page.next.filter(|_| page.more) else { break };
                next = format!("&cursor={cursor}");
            }
            assert_eq!(numbers, expected.iter().rev().copied().collect::<Vec<_>>());
        }
        // By where it began: a set-up alone.
        if game.summary.game == "martian-chess" {
            let seats = game.summary.seats.len();
            let begun: MatchPage =
                server.get(&format!("/api/v1/matches?limit=100&position=martian-chess:{seats}")).await;
            assert!(begun.matches.iter().any(|found| found.id == game.summary.id));
        }
        // Of one player, and of another kind of game.
        let player = game.summary.seats[0].player.id;
        let own: MatchPage = server.get(&format!("/api/v1/matches?position={text}&player={player}")).await;
        assert_eq!(own.matches.iter().map(|game| game.number).collect::<Vec<_>>(), [game.summary.number]);
        let others = GameKind::ALL.iter().find(|kind| kind.id() != game.summary.game).expect("another");
        let none: MatchPage =
            server.get(&format!("/api/v1/matches?position={text}&game={}", others.id())).await;
        assert!(none.matches.is_empty());
    }
}

#[tokio::test]
async fn positions_are_told_as_the_rules_have_them() {
    let server = TestServer::start().await;
    for kind in GameKind::ALL {
        let (table, mut players) = seated_at(&server, kind.id(), 2).await;
        let rng = &mut fastrand::Rng::with_seed(3);
        if kind.info().dice {
            play_dice(&mut players, table, 8, rng).await;
        } else {
            play_on(table, &mut players, 5, rng).await;
        }
        let mut late = server.connect(None).await;
        late.call(watch(table)).await.expect("watching");
        let now = late.tables[&table].position_key.map(|key| key.to_string());
        players[0].call(Command::Resign { table }).await.expect("resigned");
        players[0].until(table, |table| table.outcome.is_some()).await;
        let start = AnyGame::start(*kind, &Setup::for_seats(2)).expect("two may play it");
        let first: MatchPosition = server.get(&format!("/api/v1/matches/{table}/position?ply=0")).await;
        assert_eq!(first.position.map(|named| named.text), start.position());
        let end: MatchPosition = server.get(&format!("/api/v1/matches/{table}/position")).await;
        assert_eq!(end.position, None, "nothing is waited for");

        // The game's own line, played from the set-up alone, leads to the same positions.
        let game: MatchRecord = server.get(&format!("/api/v1/matches/{table}?positions=true")).await;
        let mut line: Vec<String> = Vec::new();
        for entry in &game.line {
            let path = format!("/api/v1/what-if?position={}:2&line={}", kind.id(), line.join(","));
            let there: WhatIf = server.get(&path).await;
            assert_eq!(there.position, entry.position, "{line:?}");
            match (&entry.action, entry.roll) {
                (Some(action), _) => line.push(action.clone()),
                (None, Some([one, two])) => line.push(format!("roll {one} {two}").replace(' ', "+")),
                (None, None) => {}
            }
        }
        // Each event names the position that it leads to, which is that of the next entry.
        let replay: Replay = server.get(&format!("/api/v1/matches/{table}/replay")).await;
        let keys = replay.events.iter().filter_map(|event| event.position_key).map(|key| key.to_string());
        let keys: Vec<_> = keys.collect();
        let stood = game.line.iter().filter_map(|entry| entry.position.as_ref()).map(|named| &named.key);
        assert!(keys.iter().eq(stood), "{}: {keys:?}", kind.id());
        assert_eq!(keys.last(), now.as_ref());
        let without: MatchRecord = server.get(&format!("/api/v1/matches/{table}")).await;
        assert!(without.line.iter().all(|entry| entry.position.is_none()));
    }
}

#[tokio::test]
async fn what_is_no_position_is_refused_and_one_that_nobody_met_is_empty() {
    let server = TestServer::start().await;
    let far = "martian-mud-wrestling:2/a1.01/0/-/-";
    let told = explore(&server, far, "").await;
    assert_eq!((told.games, told.moves.len(), told.examples.len()), (0, 0, 0));
    let none: MatchPage = server.get("/api/v1/matches?position=0123456789abcdef").await;
    assert!(none.matches.is_empty());
    let long = "a".repeat(3_000);
    for position in [
        "",
        "martian-go",
        "chess:2",
        "martian-go:9",
        "martian-chess:3,teams=true",
        "martian-chess:2,rules=none",
        "martian-mud-wrestling:2/a1.01/0/-",
        "martian-mud-wrestling:2/a1.01/0/-/-/-",
        "martian-mud-wrestling:2/a1.01/2/-/-",
        "martian-mud-wrestling:2/a1.01,a1.01/0/-/-",
        "martian-mud-wrestling:2/b1.01,a1.01/0/-/-",
        "martian-mud-wrestling:2/a1.11/0/-/-",
        // Nobody could ever act there, or all is over.
        "martian-frisby:2/a3.010203,b3.010203,a6.111213,b6.111213/0/6/0",
        "martian-mud-wrestling:2/a1.01/0x1/-/-",
        "martian-mud-wrestling:2/a1.11/0/-/-",
        "0123456789ABCDEF",
        "%00",
        "%F0%9F%9C%82",
        &long,
    ] {
        for path in ["what-if", "explorer", "matches", "matches.ndjson"] {
            let url = server.url(&format!("/api/v1/{path}?position={position}"));
            let response = Client::new().get(url).send().await.expect("an answer");
            assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{path} {position:.60}");
            let problem: Problem = response.json().await.expect("a problem");
            assert_eq!(problem.code, ErrorCode::BadQuery, "{path} {position:.60}");
        }
    }
    // A key alone cannot be played on from.
    let url = server.url("/api/v1/explorer?position=0123456789abcdef");
    assert_eq!(reqwest::get(url).await.expect("an answer").status(), StatusCode::BAD_REQUEST);
}
