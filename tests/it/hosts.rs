//! Host and origin checks: whose requests are taken: those that name this house, and come from its own pages or from no page.

use cydonia_protocol::{ErrorCode, Problem, Session};
use cydonia_server::limits::Limits;
use cydonia_tests::{PATIENCE, TestClient, TestServer, ample};
use reqwest::{Client, RequestBuilder, StatusCode};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

fn handshake(server: &TestServer) -> RequestBuilder {
    let request = Client::new().get(server.url("/ws?protocol=1"));
    request
        .header("connection", "upgrade")
        .header("upgrade", "websocket")
        .header("sec-websocket-version", "13")
        .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
}

fn name(server: &TestServer) -> RequestBuilder {
    Client::new().post(server.url("/api/v1/session")).json(&serde_json::json!({ "name": "Ada" }))
}

async fn status(request: RequestBuilder) -> StatusCode {
    request.send().await.expect("an answer").status()
}

#[tokio::test]
async fn a_house_that_knows_its_names_answers_to_no_other() {
    let hosts = vec!["games.example".to_owned(), "127.0.0.1:7".to_owned()];
    let server = TestServer::start_with_limits(Limits { hosts, ..ample() }).await;
    for own in ["games.example", "GAMES.example", "games.example:8080", "127.0.0.1:7"] {
        let get = |path: &str| Client::new().get(server.url(path)).header("host", own);
        assert_eq!(status(get("/")).await, StatusCode::OK, "{own}");
        assert_eq!(status(get("/api/v1/games")).await, StatusCode::OK, "{own}");
        assert_eq!(status(handshake(&server).header("host", own)).await, StatusCode::SWITCHING_PROTOCOLS);
    }
    for other in ["evil.example", "127.0.0.1", "127.0.0.1:8", "games.example.evil.example", "xgames.example"]
    {
        let origin = format!("http://{other}");
        for request in [
            Client::new().get(server.url("/")),
            Client::new().get(server.url("/api/v1/games")),
            handshake(&server).header("origin", &origin),
            name(&server).header("origin", &origin),
        ] {
            let answer = request.header("host", other).send().await.expect("an answer");
            assert_eq!(answer.status(), StatusCode::MISDIRECTED_REQUEST, "{other}");
            let problem: Problem = answer.json().await.expect("a problem");
            assert_eq!(problem.code, ErrorCode::BadHost, "{other}");
        }
    }
    // Whoever looks after the house comes by whatever address.
    assert_eq!(status(Client::new().get(server.url("/healthz"))).await, StatusCode::OK);
}

#[tokio::test]
async fn requests_from_pages_of_other_sites_are_refused() {
    let server = TestServer::start().await;
    let own = format!("http://{}", server.address);
    let foreign: [&[(&str, &str)]; 7] = [
        &[("sec-fetch-site", "cross-site")],
        &[("sec-fetch-site", "same-site")],
        &[("origin", "ftp://HOST")],
        &[("origin", "HOST")],
        &[("origin", "null")],
        &[("origin", "OWN"), ("origin", "http://evil.example")],
        &[("origin", "http://evil.example"), ("origin", "OWN")],
    ];
    let ada = server.guest("Ada").await;
    for headers in foreign {
        let from = |request: RequestBuilder| {
            headers.iter().fold(request, |request, (name, value)| {
                let value = value.replace("HOST", &server.address.to_string()).replace("OWN", &own);
                request.header(*name, value)
            })
        };
        // A browser's cookie opens nothing to them, by request or by socket: both ask by the same extractor.
        let cookie = format!("cydonia_session={}", ada.token);
        let who = Client::new().get(server.url("/api/v1/session")).header("cookie", cookie);
        let seen: Session = from(who).send().await.expect("an answer").json().await.expect("a session");
        assert_eq!(seen.player, None, "{headers:?}");
        assert_eq!(status(from(handshake(&server))).await, StatusCode::SWITCHING_PROTOCOLS, "{headers:?}");
        let answer = from(name(&server)).send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{headers:?}");
        let problem: Problem = answer.json().await.expect("a problem");
        assert_eq!(problem.code, ErrorCode::BadOrigin, "{headers:?}");
    }
    for fetch in ["same-origin", "none"] {
        let request = name(&server).header("origin", &own).header("sec-fetch-site", fetch);
        assert_eq!(status(request).await, StatusCode::OK, "{fetch}");
        assert_eq!(status(name(&server).header("sec-fetch-site", fetch)).await, StatusCode::OK, "{fetch}");
    }
    // What changes nothing may be linked to from anywhere.
    let link = Client::new().get(server.url("/")).header("sec-fetch-site", "cross-site");
    assert_eq!(status(link).await, StatusCode::OK);
}

#[tokio::test]
async fn every_answer_says_what_others_may_do_with_it() {
    let server = TestServer::start().await;
    for (path, whose) in [
        ("/", "same-origin"),
        ("/healthz", "cross-origin"),
        ("/api/v1/games", "cross-origin"),
        ("/api/v1/games/martian-go/picture.png", "cross-origin"),
        ("/api/v1/nothing", "same-origin"),
        ("/assets/nothing.js", "same-origin"),
        ("/verify-dice.html", "same-origin"),
    ] {
        let answer = reqwest::get(server.url(path)).await.expect("an answer");
        assert_eq!(answer.headers()["cross-origin-resource-policy"], whose, "{path}");
        assert!(answer.headers().contains_key("permissions-policy"), "{path}");
    }
}

#[tokio::test]
async fn a_bearer_token_is_a_session_or_it_is_refused() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let who = async |authorization: &str| {
        let request = Client::new().get(server.url("/api/v1/session")).header("authorization", authorization);
        request.send().await.expect("an answer")
    };
    for scheme in ["Bearer", "bearer", "BEARER"] {
        let session: Session = who(&format!("{scheme} {}", ada.token)).await.json().await.expect("a session");
        assert_eq!(session.player.expect("a player").name, "Ada", "{scheme}");
    }
    for wrong in ["Bearer nonsense", "bearer ", "Bearer", "Bearer 0000000000000000"] {
        let answer = who(wrong).await;
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED, "{wrong}");
        let problem: Problem = answer.json().await.expect("a problem");
        assert_eq!(problem.code, ErrorCode::NoSession, "{wrong}");
        let socket = handshake(&server).header("authorization", wrong);
        assert_eq!(status(socket).await, StatusCode::UNAUTHORIZED, "{wrong}");
    }
    // Another way to prove oneself is none that is known here, as what a proxy asks for; and an old cookie is nobody's.
    for (name, value) in [("authorization", "Basic QTpC"), ("cookie", "cydonia_session=nonsense")] {
        let request = Client::new().get(server.url("/api/v1/session")).header(name, value);
        let session: Session = request.send().await.expect("an answer").json().await.expect("a session");
        assert_eq!(session.player, None, "{name}");
    }
}

#[tokio::test]
async fn a_page_names_a_token_with_its_socket_for_a_player_beside_its_own() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let cookie = format!("cydonia_session={}", ada.token);
    let own = TestClient::open_as_browser(server.address, &cookie).await;
    let beside = TestClient::open_beside(server.address, &ben, &cookie).await;
    assert_eq!((own.player, beside.player), (Some(ada.player), Some(ben.player)));
    for wrong in ["cydonia-bearer, nonsense", "cydonia-bearer,"] {
        let socket = handshake(&server).header("sec-websocket-protocol", wrong);
        assert_eq!(status(socket).await, StatusCode::UNAUTHORIZED, "{wrong}");
    }
    // What else somebody speaks is nobody's token.
    for other in ["cydonia-bearer", "soap, wamp"] {
        let answer =
            handshake(&server).header("sec-websocket-protocol", other).send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::SWITCHING_PROTOCOLS, "{other}");
        assert!(!answer.headers().contains_key("sec-websocket-protocol"), "{other}");
    }
}

#[tokio::test]
async fn http_is_spoken_in_its_first_version_alone() {
    let server = TestServer::start().await;
    let mut line = TcpStream::connect(server.address).await.expect("a connection");
    line.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await.expect("written");
    let mut said = Vec::new();
    let mut some = [0; 256];
    let read = async {
        while let Ok(count @ 1..) = line.read(&mut some).await {
            said.extend_from_slice(&some[..count]);
            // A frame of settings would be the beginning of the second version's talk.
            if said.len() >= 9 {
                break;
            }
        }
    };
    timeout(PATIENCE, read).await.expect("an answer in time");
    assert!(!said.starts_with(&[0, 0]), "{said:?}");
    assert!(said.is_empty() || said.starts_with(b"HTTP/1.1 "), "{}", String::from_utf8_lossy(&said));
}

#[tokio::test]
async fn a_request_says_once_for_which_host_it_is() {
    let server = TestServer::start().await;
    for (version, hosts, status) in [
        ("1.1", "", "400"),
        ("1.1", "Host: a.example\r\nHost: a.example\r\n", "400"),
        ("1.0", "Host: a.example\r\nHost: b.example\r\n", "400"),
        ("1.1", "Host: a.example\r\n", "200"),
        ("1.0", "", "200"),
    ] {
        let mut line = TcpStream::connect(server.address).await.expect("a connection");
        let request = format!("GET /api/v1/games HTTP/{version}\r\n{hosts}Connection: close\r\n\r\n");
        line.write_all(request.as_bytes()).await.expect("written");
        let mut told = String::new();
        timeout(PATIENCE, line.read_to_string(&mut told)).await.expect("an answer in time").expect("text");
        assert_eq!(told.split(' ').nth(1), Some(status), "{version} {hosts}: {told}");
    }
}
