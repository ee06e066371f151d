//! CORS: what pages of other sites can do: read everything, play for whoever's token they have, and nothing by a visitor's cookies.

use cydonia_protocol::{Command, ErrorCode, LobbyFilter, Problem, Session};
use cydonia_tests::{TestClient, TestServer};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde_json::json;

const ELSEWHERE: &str = "https://elsewhere.example";

async fn answer(request: RequestBuilder) -> Response {
    request.header("origin", ELSEWHERE).send().await.expect("an answer")
}

async fn code(answer: Response) -> ErrorCode {
    answer.json::<Problem>().await.expect("a problem").code
}

/// Whether a page of another site may read it, but with no cookie of its visitor's.
fn assert_readable(answer: &Response, what: &str) {
    assert_eq!(answer.headers()["access-control-allow-origin"], "*", "{what}");
    assert!(!answer.headers().contains_key("access-control-allow-credentials"), "{what}");
    let varies =
        answer.headers().get_all("vary").iter().any(|vary| vary.to_str().unwrap_or("").contains("origin"));
    assert!(!varies, "{what} is kept once for all");
}

#[tokio::test]
async fn a_preflight_tells_what_pages_of_other_sites_may_send() {
    let server = TestServer::start().await;
    for (path, method) in [
        ("/api/v1/matches", Method::GET),
        ("/api/v1/session", Method::PATCH),
        ("/api/v1/session/preferences", Method::PUT),
        ("/api/v1/sessions/1", Method::DELETE),
        ("/api/v1/nothing", Method::POST),
    ] {
        let preflight = Client::new()
            .request(Method::OPTIONS, server.url(path))
            .header("access-control-request-method", method.as_str())
            .header(
                "access-control-request-headers",
                "authorization, content-type, if-none-match, x-table-key",
            );
        let answer = answer(preflight).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        assert_readable(&answer, path);
        let list = |name: &str| answer.headers()[name].to_str().expect("text").to_ascii_lowercase();
        assert!(
            list("access-control-allow-methods").contains(&method.as_str().to_ascii_lowercase()),
            "{path}"
        );
        for header in [
            "authorization",
            "content-type",
            "if-none-match",
            "range",
            "if-range",
            "idempotency-key",
            "last-event-id",
            "x-table-key",
            "x-seat-key",
        ] {
            assert!(list("access-control-allow-headers").contains(header), "{path}: {header}");
        }
        assert_eq!(list("access-control-max-age"), "7200");
    }
}

#[tokio::test]
async fn pages_of_other_sites_read_every_answer_and_every_refusal() {
    let server = TestServer::start().await;
    let get = |path: &str| answer(Client::new().get(server.url(path)));
    for (path, status) in [
        ("/api/v1/games", StatusCode::OK),
        ("/api/v1/games/martian-chess/picture.png", StatusCode::OK),
        ("/api/v1/matches/nothing", StatusCode::NOT_FOUND),
        ("/api/v1/matches?limit=0", StatusCode::BAD_REQUEST),
        ("/api/v1/nothing", StatusCode::NOT_FOUND),
    ] {
        let answer = get(path).await;
        assert_eq!(answer.status(), status, "{path}");
        assert_readable(&answer, path);
        let exposed = answer.headers()["access-control-expose-headers"].to_str().expect("text");
        let exposed: Vec<_> = exposed.split(',').map(str::trim).collect();
        for header in ["etag", "retry-after", "content-range", "ratelimit", "ratelimit-policy"] {
            assert!(exposed.contains(&header), "{path}: {exposed:?}");
        }
    }
}

#[tokio::test]
async fn a_page_of_another_site_uses_a_token_and_never_its_visitors_cookies() {
    let server = TestServer::start().await;
    let (ada, eve) = (server.guest("Ada").await, server.guest("Eve").await);
    let cookie = format!("cydonia_session={}", ada.token);
    let session = |method: Method| Client::new().request(method, server.url("/api/v1/session"));

    // By the cookie it is nobody, and changes nothing.
    let seen: Session =
        answer(session(Method::GET).header("cookie", &cookie)).await.json().await.expect("a session");
    assert_eq!(seen.player, None);
    let rename = || session(Method::PATCH).json(&json!({ "name": "Mallory" }));
    for (request, expected) in [
        (rename().header("cookie", &cookie), ErrorCode::BadOrigin),
        (rename(), ErrorCode::BadOrigin),
        (rename().header("cookie", &cookie).bearer_auth("nonsense"), ErrorCode::NoSession),
        (session(Method::DELETE).header("cookie", &cookie), ErrorCode::BadOrigin),
        (
            session(Method::POST).header("cookie", &cookie).json(&json!({ "name": "Mallory" })),
            ErrorCode::BadOrigin,
        ),
    ] {
        let refused = answer(request).await;
        assert_readable(&refused, expected.name());
        assert_eq!(code(refused).await, expected);
    }

    // By a token it is whoever's that is, whatever cookie comes along.
    let renamed = answer(rename().header("cookie", &cookie).bearer_auth(&eve.token)).await;
    assert_eq!(renamed.status(), StatusCode::OK);
    let renamed: Session = renamed.json().await.expect("a session");
    assert_eq!(renamed.player.map(|player| player.id), Some(eve.player.id));

    // And it gets one for whoever says a name there.
    let asked =
        session(Method::POST).header("cookie", &cookie).json(&json!({ "name": "Fay", "bearer": true }));
    let given = answer(asked).await;
    assert!(!given.headers().contains_key("set-cookie"));
    let given: Session = given.json().await.expect("a session");
    assert_eq!(given.player.map(|player| player.name), Some("Fay".to_owned()));
    let token = given.token.expect("a token");
    let own: Session = answer(session(Method::GET).bearer_auth(token)).await.json().await.expect("a session");
    assert_eq!(own.player.map(|player| player.name), Some("Fay".to_owned()));
    let still: Session = session(Method::GET)
        .header("cookie", &cookie)
        .send()
        .await
        .expect("an answer")
        .json()
        .await
        .expect("a session");
    assert_eq!(still.player.map(|player| player.name), Some("Ada".to_owned()));
}

#[tokio::test]
async fn a_socket_of_another_site_is_nobodys_or_its_tokens() {
    let server = TestServer::start().await;
    let (ada, eve) = (server.guest("Ada").await, server.guest("Eve").await);
    let cookie = format!("cydonia_session={}", ada.token);
    let mut nobody = TestClient::open_from_elsewhere(server.address, &cookie, None).await;
    assert_eq!(nobody.player, None, "the browser's cookie opens nothing");
    nobody
        .call(Command::Lobby { on: true, filter: LobbyFilter::default() })
        .await
        .expect("whoever may read may watch");
    let by_token = TestClient::open_from_elsewhere(server.address, &cookie, Some(&eve)).await;
    assert_eq!(by_token.player, Some(eve.player));
}
