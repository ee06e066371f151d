//! Compression: what never changes while a house is open is packed once and sent again to nobody who has it.

use cydonia_tests::{TestServer, TestServerBuilder};
use reqwest::header::HeaderMap;
use reqwest::{Client, StatusCode};

async fn get(server: &TestServer, path: &str, headers: &[(&str, &str)]) -> (StatusCode, HeaderMap, Vec<u8>) {
    let mut request = Client::new().get(server.url(path));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let answer = request.send().await.expect("an answer");
    let (status, headers) = (answer.status(), answer.headers().clone());
    (status, headers, answer.bytes().await.expect("a body").to_vec())
}

/// Whatever the page of this house is made of, and its documents.
async fn lasting(server: &TestServer) -> Vec<String> {
    let (_, _, page) = get(server, "/", &[]).await;
    let page = String::from_utf8(page).expect("text");
    let parts = page.split('"').filter(|part| part.contains("assets/"));
    let mut all: Vec<String> =
        parts.map(|part| format!("/{}", part.trim_start_matches("./").trim_start_matches('/'))).collect();
    assert!(all.len() >= 2, "{page}");
    for path in ["/", "/verify-dice.html", "/api/v1/openapi.json", "/api/v1/schema/client.json"] {
        all.push(path.to_owned());
    }
    all
}

#[tokio::test]
async fn what_lasts_is_packed_for_whoever_can_unpack_it_and_known_by_its_tag() {
    for base in ["", "/games"] {
        let server = TestServerBuilder::new().base(base).start().await;
        for path in lasting(&server).await {
            let path = path.strip_prefix(base).unwrap_or(&path);
            let (status, headers, plain) = get(&server, path, &[]).await;
            assert_eq!(status, StatusCode::OK, "{path}");
            assert!(!headers.contains_key("content-encoding"), "{path}");
            assert_eq!(headers["vary"], "accept-encoding", "{path}");
            let tag = headers["etag"].to_str().expect("text").to_owned();
            assert!(tag.starts_with('"'), "{path}: a strong one: {tag}");
            // What is written into when the house opens is packed then, by what is quick; all else by what is small.
            let is_built = path.starts_with("/assets/") || path == "/verify-dice.html";
            let best = if is_built { "br" } else { "zstd" };
            for (takes, coding) in [
                ("gzip", "gzip"),
                ("gzip, deflate, br, zstd", best),
                ("br;q=0.5, gzip", "gzip"),
                ("x-gzip", "gzip"),
                ("*", best),
                ("GZIP", "gzip"),
                ("identity;q=0.5, gzip", "gzip"),
            ] {
                let (_, packed, body) = get(&server, path, &[("accept-encoding", takes)]).await;
                if plain.len() < 2048 {
                    continue;
                }
                assert_eq!(packed["content-encoding"], coding, "{path}: {takes}");
                assert_eq!(packed["vary"], "accept-encoding", "{path}");
                assert_eq!(packed["etag"], *format!("W/{tag}"), "{path}: other bytes have no strong tag");
                assert_eq!(packed["content-type"], headers["content-type"], "{path}");
                assert_eq!(packed["cache-control"], headers["cache-control"], "{path}");
                assert!(body.len() < plain.len() * 3 / 4, "{path}: {} of {}", body.len(), plain.len());
                assert_eq!(body[..2] == [0x1f, 0x8b], coding == "gzip", "{path}: {takes}");
                assert_eq!(body[..4] == [0x28, 0xb5, 0x2f, 0xfd], coding == "zstd", "{path}: {takes}");
            }
            for takes in [
                "",
                "deflate",
                "gzip;q=0",
                "gzip;q=0.0, br;q=0, zstd;q=0, *",
                "identity, gzip;q=0.2",
                "gzip;q=x",
            ] {
                let (_, headers, body) = get(&server, path, &[("accept-encoding", takes)]).await;
                assert!(!headers.contains_key("content-encoding"), "{path}: {takes}");
                assert_eq!(body, plain, "{path}: {takes}");
            }
            for known in [tag.clone(), format!("W/{tag}"), format!("\"other\", {tag}"), "*".to_owned()] {
                let (status, again, body) = get(&server, path, &[("if-none-match", &known)]).await;
                assert_eq!((status, body.len()), (StatusCode::NOT_MODIFIED, 0), "{path}: {known}");
                assert_eq!(again["etag"], *tag, "{path}");
                assert_eq!(again["cache-control"], headers["cache-control"], "{path}");
            }
            let (status, ..) = get(&server, path, &[("if-none-match", "\"other\"")]).await;
            assert_eq!(status, StatusCode::OK, "{path}");
        }
    }
}

#[tokio::test]
async fn one_address_alone_is_that_of_a_file() {
    let server = TestServer::start().await;
    for path in ["/verify-dice.html/", "/index.html/", "/verify-dice.html//", "//verify-dice.html"] {
        let (status, headers, page) = get(&server, path, &[]).await;
        let page = String::from_utf8(page).expect("text");
        let is_page = path.starts_with("/index.html");
        let told = if is_page { StatusCode::OK } else { StatusCode::NOT_FOUND };
        assert_eq!(status, told, "{path}: the client finds its own way, or says that there is none");
        assert!(page.contains(r#"<base href="/" />"#), "{path}");
        let policy = headers["content-security-policy"].to_str().expect("text");
        assert!(policy.contains("script-src 'self'") && !policy.contains("sha256"), "{path}: {policy}");
    }
    for path in ["/assets/", "/assets/nothing.js", "/api/nothing"] {
        let (status, headers, _) = get(&server, path, &[]).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(headers["cache-control"], "no-store", "{path}");
    }
}

#[tokio::test]
async fn a_list_that_has_not_changed_is_not_sent_again() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let (name, opponents) = (format!("/api/v1/players/{}", ada.player.id), "/api/v1/players?name=ada");
    for path in [&*name, opponents, "/api/v1/matches", "/api/v1/leaderboards/martian-go", "/api/v1/games"] {
        let (status, headers, body) = get(&server, path, &[]).await;
        assert_eq!(
            (status, &headers["cache-control"]),
            (StatusCode::OK, &"private, no-cache".parse().unwrap())
        );
        let tag = headers["etag"].to_str().expect("text");
        assert!(tag.starts_with("W/\"") && !body.is_empty(), "{path}: {tag}");
        let (status, again, nothing) = get(&server, path, &[("if-none-match", tag)]).await;
        assert_eq!((status, nothing.len()), (StatusCode::NOT_MODIFIED, 0), "{path}");
        assert_eq!(again["etag"], headers["etag"], "{path}");
        assert_eq!(again["vary"], "accept-encoding", "{path}");
        // Packed it has the same.
        let packed = [("if-none-match", tag), ("accept-encoding", "gzip")];
        assert_eq!(get(&server, path, &packed).await.0, StatusCode::NOT_MODIFIED, "{path}");
    }
    // What has changed has another, and what is about a session is kept by nobody.
    let (_, before, _) = get(&server, &name, &[]).await;
    let rename = Client::new().patch(server.url("/api/v1/session")).bearer_auth(&ada.token);
    rename.body(r#"{"name":"Grace"}"#).send().await.expect("an answer").error_for_status().expect("renamed");
    let tag = before["etag"].to_str().expect("text");
    let (status, after, _) = get(&server, &name, &[("if-none-match", tag)]).await;
    assert_eq!(status, StatusCode::OK);
    assert_ne!(after["etag"], before["etag"]);
    let (_, own, _) = get(&server, "/api/v1/session", &[]).await;
    assert!(own["cache-control"] == "no-store" && !own.contains_key("etag"));
}
