//! Rate limits: how fast an address may ask: whoever asks faster is told to wait, is held back for a moment, and nobody else notices.

use std::num::NonZeroU32;
use std::time::Duration;

use cydonia_protocol::{ErrorCode, Problem};
use cydonia_server::limits;
use cydonia_server::limits::Limits;
use cydonia_tests::{PATIENCE, TestServer, ample};
use futures_util::FutureExt;
use reqwest::{Client, StatusCode};
use tokio::task::JoinSet;
use tokio::time::timeout;

fn count(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).expect("more than none")
}

pub(crate) fn strict(behind_proxy: bool) -> Limits {
    Limits { requests: count(2), requests_at_once: count(4), behind_proxy, ..ample() }
}

/// Asks, and lets time pass until there is an answer.
pub(crate) async fn asked(
    server: &TestServer,
    http: &Client,
    path: &str,
    forwarded: &str,
) -> reqwest::Response {
    let answer = http.get(server.url(path)).header("x-forwarded-for", forwarded).send();
    let mut answer = Box::pin(timeout(PATIENCE, answer));
    loop {
        tokio::select! {
            biased;
            answer = &mut answer => return answer.expect("an answer in time").expect("an answer"),
            // Whoever is held back waits for this.
            () = tokio::task::yield_now() => server.advance(Duration::from_millis(1)),
        }
    }
}

#[tokio::test]
async fn an_address_asks_so_often_and_is_then_told_when_to_come_again() {
    let server = TestServer::start_with_limits(strict(false)).await;
    let http = Client::new();
    for _ in 0..4 {
        let answer = http.get(server.url("/api/v1/games")).send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::OK);
    }
    // Nothing but time lets it go on.
    let refused = http.get(server.url("/api/v1/games")).send();
    let mut refused = Box::pin(refused);
    for _ in 0..20 {
        let alive = http.get(server.url("/healthz")).send().await.expect("an answer");
        assert_eq!(alive.status(), StatusCode::OK, "whoever looks after the house is not counted");
        assert!(refused.as_mut().now_or_never().is_none(), "it is held back");
    }
    server.advance(limits::HELD_BACK_FOR);
    let refused = timeout(PATIENCE, refused).await.expect("an answer in time").expect("an answer");
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.headers()["retry-after"], "1");
    assert_eq!(refused.headers()["x-content-type-options"], "nosniff");
    assert_eq!(refused.headers()["access-control-allow-origin"], "*", "pages of other sites are told, too");
    let problem: Problem = refused.json().await.expect("a problem");
    assert_eq!(problem.code, ErrorCode::TooFast);
    // That second brought two more.
    for _ in 0..2 {
        let answer = http.get(server.url("/api/v1/games")).send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::OK);
    }
    // Sockets have limits of their own.
    server.connect(None).await;
}

#[tokio::test]
async fn what_is_left_to_an_address_is_told_with_every_answer_of_the_interface() {
    let server = TestServer::start_with_limits(strict(false)).await;
    let http = Client::new();
    let told = async |path: &str| {
        let answer = asked(&server, &http, path, "").await;
        let value = |name: &str| answer.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        (answer.status(), value("ratelimit-policy"), value("ratelimit"))
    };
    let policy = Some(r#""requests";q=4;w=2"#.to_owned());
    let left = |left: &str| Some(format!(r#""requests";{left}"#));
    assert_eq!(told("/api/v1/games").await, (StatusCode::OK, policy.clone(), left("r=3;t=1")));
    assert_eq!(told("/api/v1/nothing").await, (StatusCode::NOT_FOUND, policy.clone(), left("r=2;t=1")));
    assert_eq!(told("/").await, (StatusCode::OK, None, None), "the page is for people");
    assert_eq!(told("/api/v1/games").await, (StatusCode::OK, policy.clone(), left("r=0;t=2")));
    assert_eq!(told("/api/v1/games").await, (StatusCode::TOO_MANY_REQUESTS, policy, left("r=0;t=2")));
}

#[tokio::test]
async fn the_files_of_a_page_are_counted_by_themselves_and_are_many() {
    let server = TestServer::start_with_limits(strict(false)).await;
    let http = Client::new();
    let page = asked(&server, &http, "/", "").await.text().await.expect("a page");
    let (_, rest) = page.split_once("/assets/").expect("a file of the page");
    let file = format!("/assets/{}", rest.split('"').next().unwrap_or_default());
    for _ in 0..4 * limits::FILES_FOR_A_REQUEST.get() {
        assert_eq!(http.get(server.url(&file)).send().await.expect("an answer").status(), StatusCode::OK);
    }
    assert_eq!(asked(&server, &http, &file, "").await.status(), StatusCode::TOO_MANY_REQUESTS);
    // By then a second has gone by.
    for _ in 0..4 {
        let answer = http.get(server.url("/api/v1/games")).send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::OK);
    }
}

#[tokio::test]
async fn behind_a_proxy_the_forwarded_address_is_counted() {
    let server = TestServer::start_with_limits(strict(true)).await;
    let http = Client::new();
    for _ in 0..4 {
        assert_eq!(asked(&server, &http, "/", "2001:db8:1:2::3").await.status(), StatusCode::OK);
    }
    // All of one household.
    let other = http.get(server.url("/")).header("x-forwarded-for", "2001:db8:1:3::3").send();
    assert_eq!(other.await.expect("an answer").status(), StatusCode::OK);
    let held = http.get(server.url("/")).header("x-forwarded-for", "2001:db8:1:2:ffff::1").send();
    let mut held = Box::pin(held);
    for _ in 0..20 {
        assert_eq!(
            http.get(server.url("/healthz")).send().await.expect("an answer").status(),
            StatusCode::OK
        );
        assert!(held.as_mut().now_or_never().is_none(), "it is held back");
    }
    server.advance(limits::HELD_BACK_FOR);
    assert_eq!(held.await.expect("an answer").status(), StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn only_so_many_are_held_back_and_one_more_is_sent_away_for_good() {
    let server = TestServer::start_with_limits(strict(true)).await;
    let http = Client::new();
    let ask = || http.get(server.url("/")).header("x-forwarded-for", "203.0.113.1").send();
    for _ in 0..4 {
        assert_eq!(ask().await.expect("an answer").status(), StatusCode::OK);
    }
    let mut asked = JoinSet::new();
    for _ in 0..=limits::HELD_BACK {
        asked.spawn(ask());
    }
    // No time passes, so it is the one for which there was no place; and by then all the others have theirs.
    let answer = timeout(PATIENCE, asked.join_next()).await.expect("an answer in time");
    let answer = answer.expect("one of them").expect("no panic").expect("an answer");
    assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(answer.headers()["connection"], "close");
    let other = http.get(server.url("/")).header("x-forwarded-for", "203.0.113.2").send();
    assert_eq!(other.await.expect("an answer").status(), StatusCode::OK);
    server.advance(limits::HELD_BACK_FOR + limits::HELD_BACK_APART * limits::HELD_BACK);
    let all = async {
        while let Some(answer) = asked.join_next().await {
            let answer = answer.expect("no panic").expect("an answer");
            assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
        }
    };
    timeout(PATIENCE, all).await.expect("everybody has an answer in time");
}

#[tokio::test]
async fn whoever_asks_for_sockets_all_the_time_is_held_back_too() {
    let few = Limits { messages: count(2), burst: count(4), ..ample() };
    let server = TestServer::start_with_limits(few).await;
    let http = Client::new();
    // No handshake, so that none is opened; it is counted all the same.
    for _ in 0..4 {
        let answer = http.get(server.url("/ws?protocol=1")).send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
    }
    let mut held = Box::pin(http.get(server.url("/ws?protocol=1")).send());
    for _ in 0..20 {
        assert_eq!(http.get(server.url("/")).send().await.expect("an answer").status(), StatusCode::OK);
        assert!(held.as_mut().now_or_never().is_none(), "it is held back");
    }
    server.advance(limits::HELD_BACK_FOR);
    assert_eq!(held.await.expect("an answer").status(), StatusCode::TOO_MANY_REQUESTS);
}
