//! Pictures of games over HTTP: of what, for whom, for how long.

use cydonia_protocol::{Command, ErrorCode, MatchPosition, Problem};
use cydonia_tests::TestServer;
use reqwest::{Client, Response, StatusCode};
use uuid::Uuid;

use crate::support::{create, hidden, play_on, seated};

async fn get(server: &TestServer, path: &str) -> Response {
    reqwest::get(server.url(path)).await.expect("an answer")
}

async fn refusal(answer: Response) -> (StatusCode, ErrorCode) {
    let status = answer.status();
    let Problem { code, .. } = answer.json().await.expect("a problem");
    (status, code)
}

#[tokio::test]
async fn a_finished_game_is_pictured_after_any_ply_and_kept_for_good() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    play_on(table, &mut players, 6, &mut fastrand::Rng::with_seed(2)).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    let plies = server.get::<MatchPosition>(&format!("/api/v1/matches/{table}/position")).await.plies;
    let mut seen = Vec::new();
    for ply in [None, Some(0), Some(plies)] {
        let query = ply.map(|ply| format!("?ply={ply}")).unwrap_or_default();
        for (format, media_type) in [("svg", "image/svg+xml"), ("png", "image/png")] {
            let path = format!("/api/v1/matches/{table}/picture.{format}{query}");
            let answer = get(&server, &path).await;
            assert_eq!(answer.status(), StatusCode::OK, "{path}");
            assert_eq!(answer.headers()["content-type"], media_type);
            assert_eq!(answer.headers()["cache-control"], "public, max-age=31536000, immutable");
            let tag = answer.headers()["etag"].to_str().expect("text").to_owned();
            let body = answer.bytes().await.expect("a picture");
            let again = Client::new().get(server.url(&path)).header("if-none-match", &tag).send().await;
            assert_eq!(again.expect("an answer").status(), StatusCode::NOT_MODIFIED);
            seen.push((tag, body));
        }
    }
    let [end, end_png, first, _, last, last_png] = &seen[..] else { panic!("six pictures") };
    assert_eq!((&end.1, &end_png.1), (&last.1, &last_png.1), "the end is the last ply");
    assert_ne!(end.1, first.1);
    assert!(end.1.starts_with(b"<svg ") && end_png.1.starts_with(b"\x89PNG"));
    assert!(!String::from_utf8_lossy(&end.1).contains("Ada"), "names are told beside it");
    let late = get(&server, &format!("/api/v1/matches/{table}/picture.svg?ply={}", plies + 1)).await;
    assert_eq!(refusal(late).await, (StatusCode::BAD_REQUEST, ErrorCode::BadQuery));
    let odd = get(&server, &format!("/api/v1/matches/{table}/picture.png?width=9999")).await;
    assert_eq!(refusal(odd).await, (StatusCode::BAD_REQUEST, ErrorCode::BadQuery));
    let none = get(&server, &format!("/api/v1/matches/{}/picture.png", Uuid::nil())).await;
    assert_eq!(refusal(none).await, (StatusCode::NOT_FOUND, ErrorCode::NoMatch));
}

#[tokio::test]
async fn a_finished_game_is_filmed_from_one_ply_to_another() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    play_on(table, &mut players, 6, &mut fastrand::Rng::with_seed(2)).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    let plies = server.get::<MatchPosition>(&format!("/api/v1/matches/{table}/position")).await.plies;
    let path = format!("/api/v1/matches/{table}/film.gif");
    let mut films = Vec::new();
    for query in ["".to_owned(), format!("?from=0&to={plies}"), "?from=2&to=3".to_owned()] {
        let answer = get(&server, &format!("{path}{query}")).await;
        assert_eq!(answer.status(), StatusCode::OK, "{query}");
        assert_eq!(answer.headers()["content-type"], "image/gif");
        assert_eq!(answer.headers()["cache-control"], "public, max-age=31536000, immutable");
        films.push(answer.bytes().await.expect("a film"));
    }
    let [whole, named, part] = &films[..] else { panic!("three films") };
    assert!(whole.starts_with(b"GIF89a"));
    assert_eq!(whole, named, "left out, it is the whole game");
    assert!(part.len() < whole.len());
    for query in [format!("?to={}", plies + 1), "?from=3&to=2".to_owned(), format!("?from={}", plies + 1)] {
        let answer = get(&server, &format!("{path}{query}")).await;
        assert_eq!(refusal(answer).await, (StatusCode::BAD_REQUEST, ErrorCode::BadQuery), "{query}");
    }
}

#[tokio::test]
async fn a_running_game_is_pictured_as_it_stands() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    let path = format!("/api/v1/tables/{table}/picture.svg");
    let first = get(&server, &path).await;
    assert_eq!(first.headers()["cache-control"], "public, no-cache");
    let tag = first.headers()["etag"].clone();
    let first = first.text().await.expect("a picture");
    play_on(table, &mut players, 1, &mut fastrand::Rng::with_seed(2)).await;
    let next =
        Client::new().get(server.url(&path)).header("if-none-match", &tag).send().await.expect("an answer");
    assert_eq!(next.status(), StatusCode::OK, "the position is another");
    let tag = next.headers()["etag"].clone();
    assert_ne!(next.text().await.expect("a picture"), first);
    let same =
        Client::new().get(server.url(&path)).header("if-none-match", &tag).send().await.expect("an answer");
    assert_eq!(same.status(), StatusCode::NOT_MODIFIED);
    let png = get(&server, &format!("/api/v1/tables/{table}/picture.png")).await;
    assert!(png.bytes().await.expect("a picture").starts_with(b"\x89PNG"));
}

#[tokio::test]
async fn a_private_game_is_pictured_for_whoever_has_its_key() {
    let server = TestServer::start().await;
    let mut players = [server.join("Ada").await, server.join("Ben").await];
    let made = players[0].call(hidden(create(2))).await.expect("a table");
    let (table, key) = (made.table.expect("its id"), made.key.expect("its key"));
    players[1].call(Command::Sit { table, seat: None, key: Some(key.clone()) }).await.expect("a seat");
    for (place, code) in [("tables", ErrorCode::NoTable), ("matches", ErrorCode::NoMatch)] {
        if place == "matches" {
            players[0].call(Command::Resign { table }).await.expect("resigned");
        }
        for format in ["svg", "png"] {
            let url = server.url(&format!("/api/v1/{place}/{table}/picture.{format}"));
            let without = reqwest::get(&url).await.expect("an answer");
            assert_eq!(refusal(without).await, (StatusCode::NOT_FOUND, code));
            let with = Client::new().get(&url).header("x-table-key", &key).send().await.expect("an answer");
            assert_eq!(with.status(), StatusCode::OK);
            assert_eq!(with.headers()["cache-control"], "private, no-cache");
        }
    }
}

#[tokio::test]
async fn every_game_has_a_picture_of_its_own() {
    let server = TestServer::start().await;
    let games: Vec<serde_json::Value> = server.get("/api/v1/games").await;
    for game in games {
        let id = game["id"].as_str().expect("an id");
        let answer = get(&server, &format!("/api/v1/games/{id}/picture.png")).await;
        assert_eq!(answer.headers()["content-type"], "image/png");
        assert!(answer.bytes().await.expect("a picture").starts_with(b"\x89PNG"), "{id}");
    }
    let none = get(&server, "/api/v1/games/chess/picture.png").await;
    assert_eq!(refusal(none).await, (StatusCode::NOT_FOUND, ErrorCode::NotFound));
}
