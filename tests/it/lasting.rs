//! Entity tags: finished games do not change: any of their positions can be asked for, and what one has need not be sent again.

use cydonia_protocol::{Command, EventKind, MatchPosition, MatchSummary, OfferKind, Replay, TimeControl};
use cydonia_rules::View;
use cydonia_server::limits;
use cydonia_tests::TestServer;
use reqwest::header::HeaderMap;
use reqwest::{RequestBuilder, StatusCode};
use serde_json::Value;
use uuid::Uuid;

use crate::company::{Company, agreed, every_kind};
use crate::support::{create, hidden, play_dice, play_on, seated, seated_at, watch};

/// The positions after each ply that stands, folded from the events that watchers saw; the last is the end.
fn folded(replay: &Replay) -> Vec<View> {
    let mut views: Vec<View> = Vec::new();
    let mut view = None;
    let mut plies = 0;
    for event in &replay.events {
        match &event.what {
            EventKind::Start { view: first, .. } => view = Some((**first).clone()),
            EventKind::Act { .. } | EventKind::Leave { .. } => plies += 1,
            EventKind::Undo { .. } => plies -= 1,
            EventKind::Takeback { actions, .. } => plies -= *actions as usize,
            _ => {}
        }
        if let (Some(view), Some(diff)) = (&mut view, &event.diff) {
            view.fold(diff);
        }
        if matches!(event.what, EventKind::Start { .. } | EventKind::Act { .. } | EventKind::Leave { .. }) {
            views.truncate(plies);
            views.push(view.clone().expect("the game has started"));
        }
    }
    views.truncate(plies + 1);
    *views.last_mut().expect("a start") = view.expect("a start");
    views
}

async fn every_position_is_right(server: &TestServer, table: Uuid) {
    let replay: Replay = server.get(&format!("/api/v1/matches/{table}/replay")).await;
    let summary: MatchSummary = server.get(&format!("/api/v1/matches/{table}")).await;
    let views = folded(&replay);
    assert_eq!(views.len(), summary.plies as usize + 1);
    for (ply, view) in views.iter().enumerate() {
        let at = format!("/api/v1/matches/{table}/position?ply={ply}&layout={}", ply == 0);
        let position: MatchPosition = server.get(&at).await;
        assert_eq!((position.ply as usize, position.plies), (ply, summary.plies));
        assert_eq!(position.view, *view, "{at}");
        assert_eq!(position.layout.is_some(), ply == 0);
    }
    let last: MatchPosition = server.get(&format!("/api/v1/matches/{table}/position")).await;
    assert_eq!((last.ply, Some(&last.view)), (summary.plies, views.last()));
}

#[tokio::test]
async fn a_game_of_any_kind_stood_after_each_ply_as_its_watchers_saw() {
    let server = TestServer::start().await;
    let mut company = Company::gather(&server).await;
    let mut rng = fastrand::Rng::with_seed(31);
    for kind in every_kind(&server).await.iter().filter(|kind| !kind.dice) {
        let table = company.begin(kind, TimeControl::None {}).await;
        let players = company.at(&table);
        play_on(table.id, players, 5, &mut rng).await;
        agreed(players, table.id, 1, OfferKind::Takeback).await;
        play_on(table.id, players, 4, &mut rng).await;
        for player in players.iter_mut() {
            // Whoever is the last has won already.
            drop(player.call(Command::Resign { table: table.id }).await);
        }
        every_position_is_right(&server, table.id).await;
    }
    let (table, mut players) = seated_at(&server, "martian-frisby", 2).await;
    for _ in 0..30 {
        play_dice(&mut players, table, 1, &mut rng).await;
        for player in &mut players {
            let undo = Command::Undo { table, at: player.tables[&table].at };
            if rng.bool() {
                drop(player.call(undo).await);
            }
        }
        crate::support::all_see(&mut players, table).await;
    }
    players[0].call(Command::Resign { table }).await.expect("resigned");
    every_position_is_right(&server, table).await;
}

async fn ask(request: RequestBuilder) -> (StatusCode, HeaderMap, String) {
    let response = request.send().await.expect("an answer");
    let (status, headers) = (response.status(), response.headers().clone());
    (status, headers, String::from_utf8_lossy(&response.bytes().await.expect("a body")).into_owned())
}

#[tokio::test]
async fn what_one_has_is_not_sent_again() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    play_on(table, &mut players, 12, &mut fastrand::Rng::with_seed(4)).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    let http = reqwest::Client::new();
    let mut tags = std::collections::BTreeSet::new();
    for what in ["", "/record", "/position", "/position?ply=3", "/position?ply=3&layout=true"] {
        let get = || http.get(server.url(&format!("/api/v1/matches/{table}{what}")));
        let (status, headers, body) = ask(get()).await;
        assert_eq!(status, StatusCode::OK, "{what}");
        assert_eq!(headers["cache-control"], "public, max-age=3600", "{what}");
        let tag = headers["etag"].to_str().expect("text").to_owned();
        assert!(tag.starts_with('"'), "{what}: a strong one: {tag}");
        assert!(tags.insert(tag.clone()), "{what}: what differs has another tag");
        for known in [tag.clone(), format!("W/{tag}"), format!("\"other\", {tag}"), "*".to_owned()] {
            let (status, headers, body) = ask(get().header("if-none-match", &known)).await;
            assert_eq!((status, body.as_str()), (StatusCode::NOT_MODIFIED, ""), "{what}: {known}");
            assert_eq!(headers["etag"], *tag, "{what}");
        }
        let (status, _, again) = ask(get().header("if-none-match", "\"other\"")).await;
        assert_eq!((status, &again), (StatusCode::OK, &body), "{what}");
        let (_, headers, packed) = ask(get().header("accept-encoding", "gzip")).await;
        if body.len() < limits::WORTH_PACKING {
            assert!(!headers.contains_key("content-encoding") && packed == body, "{what}");
            continue;
        }
        assert_eq!(headers["content-encoding"], "gzip", "{what}");
        assert_eq!(headers["etag"], *format!("W/{tag}"), "{what}: other bytes have no strong tag");
        assert_eq!(headers["vary"], "accept-encoding", "{what}");
        assert!(packed.len() < body.len(), "{what}");
    }
    let (_, headers, _) = ask(http.get(server.url(&format!("/api/v1/matches/{table}/replay")))).await;
    assert_eq!(headers["cache-control"], "no-store", "it tells of a rematch, which may come later");
}

#[tokio::test]
async fn a_private_game_is_kept_by_nobody_else_on_the_way() {
    let server = TestServer::start().await;
    let mut players = [server.join("Ada").await, server.join("Ben").await];
    let wish = hidden(create(2));
    let made = players[0].call(wish).await.expect("a table");
    let (table, key) = (made.table.expect("its id"), made.key.expect("its key"));
    players[0].call(watch(table)).await.expect("watching");
    players[1].call(Command::Sit { table, seat: None, key: Some(key.clone()) }).await.expect("a seat");
    players[0].until(table, |table| table.view.is_some()).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    let http = reqwest::Client::new();
    for what in ["", "/record", "/position"] {
        let get = || http.get(server.url(&format!("/api/v1/matches/{table}{what}")));
        let (status, headers, _) = ask(get().header("x-table-key", &key)).await;
        assert_eq!(status, StatusCode::OK, "{what}");
        assert_eq!(headers["cache-control"], "private, no-cache", "{what}");
        let tag = headers["etag"].clone();
        let (status, headers, body) = ask(get().header("if-none-match", tag)).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{what}: a tag is no key");
        assert_eq!(headers["cache-control"], "no-store", "{what}");
        assert_eq!(serde_json::from_str::<Value>(&body).expect("a problem")["code"], "no_match");
    }
}
