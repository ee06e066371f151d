//! Analyses of finished games: made once, kept with the game, shared by all who ask, and bounded.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use cydonia_players::{Analysis, Scored, Values, analyse};
use cydonia_protocol::{
    AnalysisProgress, Command, ErrorCode, MatchAnalysis, MatchRecord, OfferKind, Problem, ServerMessage,
};
use cydonia_rules::{AnyGame, Phase};
use cydonia_server::Thinker;
use cydonia_server::limits::{self, Limits};
use cydonia_tests::{Guest, PATIENCE, TestClient, TestServer, TestServerBuilder, ample, fresh_id, on};
use reqwest::{Client, StatusCode};
use uuid::Uuid;

use crate::support::{create, database, hidden, play_on, refused, seated, seated_by};

/// Thinks that the first action wins nine times of ten.
pub(crate) fn first_is_best(game: &AnyGame) -> Option<Analysis> {
    let Phase::Act { seat } = game.phase() else { return None };
    let values =
        Values((0..game.seats().count()).map(|other| if other == seat { 0.9 } else { 0.1 }).collect());
    let scored = |action| Scored { action, values: values.clone(), line: Vec::new() };
    Some(Analysis { best: game.actions().into_iter().map(scored).collect(), values: values.clone() })
}

/// Those who think so, and how many positions they have looked at.
pub(crate) fn counted() -> (Thinker, Arc<AtomicUsize>) {
    let count = Arc::new(AtomicUsize::new(0));
    let counting = Arc::clone(&count);
    let thinker = Thinker::players().analysing(move |game, _, _, _| {
        counting.fetch_add(1, Ordering::Relaxed);
        first_is_best(game)
    });
    (thinker, count)
}

/// Those who think so of one position for each word that they are given.
pub(crate) fn held_back() -> (Thinker, mpsc::Sender<()>) {
    let (go, wait) = mpsc::channel();
    let wait = Mutex::new(wait);
    let thinker = Thinker::players().analysing(move |game, _, _, stop| {
        while wait.lock().expect("nobody panics").recv_timeout(Duration::from_millis(1)).is_err() {
            if stop.is_due() {
                return None;
            }
        }
        first_is_best(game)
    });
    (thinker, go)
}

pub(crate) async fn house(thinker: Thinker) -> TestServer {
    TestServerBuilder::new().thinker(thinker).start().await
}

/// A game of Martian Chess that was given up after so many actions.
async fn finished(server: &TestServer, actions: usize) -> (Uuid, Vec<TestClient>) {
    let (table, mut players) = seated(server, 2).await;
    play_on(table, &mut players, actions, &mut fastrand::Rng::with_seed(5)).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    (table, players)
}

fn path(table: Uuid) -> String {
    format!("/api/v1/matches/{table}/analysis")
}

pub(crate) fn wish(table: Uuid) -> Command {
    Command::Analyse { table, key: None }
}

/// Asks over REST, as that guest or as nobody.
async fn ask(server: &TestServer, table: Uuid, guest: Option<&Guest>) -> Result<AnalysisProgress, Problem> {
    let mut request = Client::new().post(server.url(&path(table)));
    if let Some(guest) = guest {
        request = request.bearer_auth(&guest.token);
    }
    let response = request.send().await.expect("an answer");
    if response.status() == StatusCode::OK {
        Ok(response.json().await.expect("how far it is"))
    } else {
        Err(response.json().await.expect("a problem"))
    }
}

pub(crate) async fn until_ready(client: &mut TestClient, table: Uuid) {
    while !client.analyses.get(&table).is_some_and(|progress| progress.ready) {
        client.next().await;
    }
}

#[tokio::test]
async fn an_analysis_is_made_once_and_told_the_same_ever_after() {
    let (thinker, count) = counted();
    let server = house(thinker).await;
    let (table, mut players) = finished(&server, 6).await;
    let response = reqwest::get(server.url(&path(table))).await.expect("an answer");
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
    assert_eq!(response.json::<Problem>().await.expect("a problem").code, ErrorCode::NoAnalysis);
    players[1].call(wish(table)).await.expect("begun");
    until_ready(&mut players[1], table).await;
    assert_eq!(players[1].analyses[&table], AnalysisProgress { done: 6, all: 6, ready: true, until: None });
    let response = reqwest::get(server.url(&path(table))).await.expect("an answer");
    let tag = response.headers()["etag"].clone();
    assert_eq!(response.headers()["cache-control"], "public, max-age=3600");
    let told = response.text().await.expect("a document");
    let game: MatchRecord = server.get(&format!("/api/v1/matches/{table}")).await;
    let document: MatchAnalysis = serde_json::from_str(&told).expect("JSON");
    assert_eq!((document.id, document.positions.len(), &document.end), (table, 6, &vec![0.0, 1.0]));
    for (step, position) in document.positions.iter().enumerate() {
        let recorded = &game.line[position.step as usize];
        assert_eq!((position.step as usize, position.seat), (step, recorded.seat));
        assert_eq!(Some(&position.action), recorded.action.as_ref());
        assert_eq!(position.line.len(), 1, "{position:?}");
        assert!(!position.line[0].motions.is_empty(), "there is something to be drawn");
    }
    drop(players);
    let server = server.restart().await;
    let mut ada = server.join("Ada").await;
    ada.call(wish(table)).await.expect("there it is");
    assert!(ada.analyses[&table].ready, "told before the answer");
    let http = Client::new();
    let again = http.get(server.url(&path(table))).send().await.expect("an answer");
    assert_eq!((&again.headers()["etag"], again.status()), (&tag, StatusCode::OK));
    assert_eq!(again.text().await.expect("a document"), told);
    let known = http.get(server.url(&path(table))).header("if-none-match", tag).send().await;
    assert_eq!(known.expect("an answer").status(), StatusCode::NOT_MODIFIED);
    assert_eq!(count.load(Ordering::Relaxed), 6, "each position was looked at once");
}

#[tokio::test]
async fn moves_that_gave_much_away_are_told_the_worst_first() {
    let server = house(counted().0).await;
    let (table, mut players) = seated(&server, 2).await;
    // The first action is held for the best; the second seat once takes another.
    for pick in [0, 0, 0, 1, 0] {
        let seat = usize::from(
            players[0].tables[&table]
                .view
                .as_ref()
                .is_some_and(|view| view.turn == cydonia_rules::Turn::Act { seat: 1 }),
        );
        players[seat].play(table, |_| pick).await.expect("legal");
        let n = players[seat].tables[&table].n;
        for player in &mut players {
            player.until(table, |table| table.n >= n).await;
        }
    }
    players[0].call(Command::Resign { table }).await.expect("resigned");
    players[0].call(wish(table)).await.expect("begun");
    until_ready(&mut players[0], table).await;
    let document: MatchAnalysis = server.get(&path(table)).await;
    assert_eq!(document.turning_points, [3]);
    let losses: Vec<f64> = document.positions.iter().map(|position| position.loss).collect();
    // What it was worth is what the position after it is: to the other a victory nine times of ten.
    assert_eq!(losses, [0.0, 0.0, 0.0, 0.8, 0.0]);
    assert_eq!((document.positions[3].value, &document.positions[3].values), (0.1, &vec![0.1, 0.9]));
    assert_ne!(document.positions[3].line[0].action, document.positions[3].action);
}

#[tokio::test]
async fn actions_that_were_taken_back_are_left_out() {
    let server = house(counted().0).await;
    let (table, mut players) = seated(&server, 2).await;
    let mut rng = fastrand::Rng::with_seed(2);
    play_on(table, &mut players, 3, &mut rng).await;
    let request = fresh_id();
    let takeback = Command::Offer { table, request, what: OfferKind::Takeback, computer: None };
    let offer = players[0].call(takeback).await.expect("offered").offer.expect("its number");
    players[1].call(Command::Answer { table, offer, agree: true }).await.expect("agreed");
    for player in &mut players {
        player.until(table, |table| table.offers.is_empty() && table.n > offer).await;
    }
    play_on(table, &mut players, 2, &mut rng).await;
    players[1].call(Command::Resign { table }).await.expect("resigned");
    players[1].call(wish(table)).await.expect("begun");
    until_ready(&mut players[1], table).await;
    let document: MatchAnalysis = server.get(&path(table)).await;
    let steps: Vec<u32> = document.positions.iter().map(|position| position.step).collect();
    // The third action went, and the entry that took it back is the fourth.
    assert_eq!(steps, [0, 1, 4, 5]);
}

#[tokio::test]
async fn all_who_ask_share_one_and_are_told_how_far_it_is() {
    let (thinker, go) = held_back();
    let server = house(thinker).await;
    let (table, mut players) = finished(&server, 4).await;
    players[0].call(wish(table)).await.expect("begun");
    assert_eq!(players[0].analyses[&table], AnalysisProgress { done: 0, all: 4, ready: false, until: None });
    go.send(()).expect("it waits");
    while players[0].analyses[&table].done < 1 {
        players[0].next().await;
    }
    let eve = server.guest("Eve").await;
    for _ in 0..limits::ANALYSES_A_PERSON + 1 {
        let progress = ask(&server, table, Some(&eve)).await.expect("it is under way");
        assert_eq!(
            progress,
            AnalysisProgress { done: 1, all: 4, ready: false, until: None },
            "and asking is free"
        );
    }
    players[1].call(wish(table)).await.expect("it is under way");
    // Exactly as many words as there are positions: a second analysis would wait for ever.
    for _ in 0..3 {
        go.send(()).expect("it waits");
    }
    for player in &mut players {
        until_ready(player, table).await;
    }
    assert_eq!(ask(&server, table, Some(&eve)).await.expect("ready").done, 4);
}

#[tokio::test]
async fn a_person_has_a_few_under_way_and_so_many_an_hour() {
    let (thinker, go) = held_back();
    let most = NonZeroU32::new(3).expect("more than none");
    let limits = Limits { analyses: most, ..ample() };
    let server = TestServerBuilder::new().thinker(thinker).limits(limits).start().await;
    let mut games = Vec::new();
    for _ in 0..limits::ANALYSES_A_PERSON + 3 {
        games.push(finished(&server, 1).await.0);
    }
    let guest = server.guest("Ada").await;
    let mut ada = server.connect(Some(&guest)).await;
    for table in &games[..limits::ANALYSES_A_PERSON] {
        ada.call(wish(*table)).await.expect("begun");
    }
    refused(&mut ada, wish(games[2]), ErrorCode::TooMany).await;
    assert_eq!(ask(&server, games[2], Some(&guest)).await.expect_err("refused").code, ErrorCode::TooMany);
    for table in &games[..limits::ANALYSES_A_PERSON] {
        go.send(()).expect("it waits");
        until_ready(&mut ada, *table).await;
    }
    ada.call(wish(games[2])).await.expect("the third in this hour");
    go.send(()).expect("it waits");
    until_ready(&mut ada, games[2]).await;
    refused(&mut ada, wish(games[3]), ErrorCode::TooFast).await;
    // What is ready is there for everybody, and others may have more; so may she, later.
    ada.call(wish(games[0])).await.expect("it is ready");
    ask(&server, games[3], None).await.expect("whoever has no name is another");
    drop(ada);
    server.advance(Duration::from_secs(60 * 60));
    let mut ada = server.connect(Some(&guest)).await;
    ada.call(wish(games[4])).await.expect("an hour later");
}

#[tokio::test]
async fn a_house_has_so_many_under_way_and_an_address_so_many_an_hour() {
    let (thinker, go) = held_back();
    let most = NonZeroU32::new(limits::ANALYSES as u32 + 1).expect("more than none");
    let limits = Limits { analyses_an_address: most, ..ample() };
    let server = TestServerBuilder::new().thinker(thinker).limits(limits).start().await;
    let mut tables = Vec::new();
    for _ in 0..limits::ANALYSES + 2 {
        let (table, mut players) = finished(&server, 1).await;
        if tables.len() < limits::ANALYSES {
            players[0].call(wish(table)).await.expect("each for another player");
        }
        tables.push(table);
    }
    let mut eve = server.join("Eve").await;
    refused(&mut eve, wish(tables[limits::ANALYSES]), ErrorCode::Unavailable).await;
    eve.call(wish(tables[0])).await.expect("it is under way");
    go.send(()).expect("it waits");
    // They are looked at in turn, whoever began.
    until_ready(&mut eve, tables[0]).await;
    eve.call(wish(tables[limits::ANALYSES])).await.expect("there is room");
    for _ in 0..2 {
        go.send(()).expect("it waits");
    }
    eve.call(wish(tables[1])).await.expect("it was under way");
    until_ready(&mut eve, tables[1]).await;
    refused(&mut eve, wish(tables[limits::ANALYSES + 1]), ErrorCode::TooFast).await;
}

#[tokio::test]
async fn a_house_that_stops_ends_the_search_and_makes_it_anew_when_asked() {
    let (told, stopped) = mpsc::channel();
    let told = Mutex::new(told);
    let is_patient = Arc::new(AtomicUsize::new(0));
    let patient = Arc::clone(&is_patient);
    let thinker = Thinker::players().analysing(move |game, _, _, stop| {
        if patient.fetch_add(1, Ordering::Relaxed) == 0 {
            while !stop.is_due() {
                std::thread::yield_now();
            }
            told.lock().expect("nobody panics").send(()).expect("the test waits");
            return None;
        }
        first_is_best(game)
    });
    let server = house(thinker).await;
    let (table, mut players) = finished(&server, 2).await;
    players[0].call(wish(table)).await.expect("begun");
    drop(players);
    let server = server.restart().await;
    let ended = tokio::task::spawn_blocking(move || stopped.recv_timeout(PATIENCE));
    ended.await.expect("no panic").expect("it was told to stop");
    let mut ada = server.join("Ada").await;
    ada.call(wish(table)).await.expect("begun anew");
    until_ready(&mut ada, table).await;
    let document: MatchAnalysis = server.get(&path(table)).await;
    assert_eq!(document.positions.len(), 2);
}

#[tokio::test]
async fn one_that_fails_is_told_of_and_one_that_is_damaged_is_made_anew() {
    let count = Arc::new(AtomicUsize::new(0));
    let counting = Arc::clone(&count);
    let thinker = Thinker::players().analysing(move |game, _, _, _| {
        assert_ne!(counting.fetch_add(1, Ordering::Relaxed), 1, "as it is meant to");
        first_is_best(game)
    });
    let server = house(thinker).await;
    let (table, mut players) = finished(&server, 2).await;
    players[0].send(wish(table)).await;
    let error = loop {
        match players[0].next().await {
            ServerMessage::Analysis { error: Some(error), .. } => break error,
            // It may have failed before the message was answered.
            ServerMessage::Error { code, .. } => break code,
            _ => {}
        }
    };
    assert_eq!(error, ErrorCode::Unavailable);
    for deed in ["", "UPDATE match_analyses SET document = '{'", "UPDATE match_analyses SET version = 0"] {
        if !deed.is_empty() {
            let mut outside = database(&server).await;
            on!(outside, |c| sqlx::query(deed).execute(c).await.map(drop)).expect("damaged");
            let response = reqwest::get(server.url(&path(table))).await.expect("an answer");
            assert_eq!(response.status(), StatusCode::NOT_FOUND, "{deed}");
        }
        players[0].analyses.clear();
        players[0].call(wish(table)).await.expect("begun");
        until_ready(&mut players[0], table).await;
        let document: MatchAnalysis = server.get(&path(table)).await;
        assert_eq!(document.positions.len(), 2, "{deed}");
    }
    assert_eq!(count.load(Ordering::Relaxed), 8);
}

#[tokio::test]
async fn only_finished_games_are_analysed_and_private_ones_for_those_who_may_see_them() {
    let server = house(counted().0).await;
    let mut ada = server.join("Ada").await;
    let made = ada.call(hidden(create(2))).await.expect("a table");
    let (table, key) = (made.table.expect("its id"), made.key);
    let mut ben = server.join("Ben").await;
    ben.call(Command::Sit { table, seat: None, key: key.clone() }).await.expect("a seat");
    refused(&mut ada, wish(table), ErrorCode::NotOver).await;
    ada.call(Command::Resign { table }).await.expect("resigned");
    let mut eve = server.join("Eve").await;
    refused(&mut eve, wish(table), ErrorCode::NoMatch).await;
    assert_eq!(ask(&server, table, None).await.expect_err("refused").code, ErrorCode::NoMatch);
    // Nobody has acted: there is nothing to look at, and it is ready at once.
    ben.call(wish(table)).await.expect("begun");
    until_ready(&mut ben, table).await;
    eve.call(Command::Analyse { table, key }).await.expect("whoever has the key may see it, too");
    let response = reqwest::get(server.url(&path(table))).await.expect("an answer");
    assert_eq!(response.json::<Problem>().await.expect("a problem").code, ErrorCode::NoMatch);
}

#[tokio::test]
async fn the_house_s_own_players_see_what_a_game_was() {
    let thinker = Thinker::players().analysing(|game, nodes, seed, stop| {
        assert!(nodes >= 50_000, "{nodes}");
        analyse(game, 300, seed, stop)
    });
    let server = house(thinker).await;
    for game in ["martian-go", "branches-twigs-thorns", "martian-mud-wrestling"] {
        let (table, mut players) = seated_by(&server, crate::support::create_game(game, 2)).await;
        play_on(table, &mut players, 8, &mut fastrand::Rng::with_seed(1)).await;
        players[0].call(Command::Resign { table }).await.expect("resigned");
        players[0].call(wish(table)).await.expect("begun");
        until_ready(&mut players[0], table).await;
        let document: MatchAnalysis = server.get(&path(table)).await;
        assert_eq!(document.positions.len(), 8, "{game}");
        for position in &document.positions {
            let sum: f64 = position.values.iter().sum();
            assert!((sum - 1.0).abs() < 0.001, "{game}: {position:?}");
            assert!((0.0..=1.0).contains(&position.loss), "{game}: {position:?}");
            assert!((1..=limits::LINE).contains(&position.line.len()), "{game}: {position:?}");
        }
    }
}
