//! Static files and headers: the page and what protects it, at the root and under a base path.

use cydonia_protocol::{Command, Session};
use cydonia_server::limits::Limits;
use cydonia_tests::{TestClient, TestServer, TestServerBuilder, ample};

#[tokio::test]
async fn the_page_is_served_for_every_address_under_a_strict_policy() {
    let server = TestServer::start().await;
    for path in ["/", "/games", "/t/0193-whatever", "/index.html", "/api", "/api/"] {
        let response = reqwest::get(server.url(path)).await.expect("an answer");
        assert_eq!(response.status(), 200, "{path}");
        let policy = response.headers()["content-security-policy"].to_str().expect("text").to_owned();
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(response.headers()["x-content-type-options"], "nosniff");
        assert!(response.text().await.expect("a page").contains(r#"<base href="/" />"#), "{path}");
    }
    for path in ["/healthz", "/readyz"] {
        assert_eq!(reqwest::get(server.url(path)).await.expect("an answer").status(), 200);
    }
}

#[tokio::test]
async fn what_is_no_page_is_told_as_none_to_people_and_to_programs() {
    let server = TestServer::start().await;
    for path in ["/metrics", "/robots.txt", "/.well-known/security.txt", "/API/v1/games", "/games/a/b", "/t"]
    {
        let response = reqwest::get(server.url(path)).await.expect("an answer");
        assert_eq!(response.status(), 404, "{path}");
        assert!(
            !response.headers().contains_key("etag"),
            "{path}: nothing that could be held against a page"
        );
        assert!(
            response.text().await.expect("a page").contains(r#"<base href="/" />"#),
            "{path}: it says so itself"
        );
    }
    let based = TestServerBuilder::new().base("/games/cydonia").start().await;
    assert_eq!(reqwest::get(based.url("/metrics")).await.expect("an answer").status(), 404);
    assert_eq!(reqwest::get(based.url("/puzzles")).await.expect("an answer").status(), 200);
}

#[tokio::test]
async fn what_takes_no_parameters_refuses_any() {
    let server = TestServer::start().await;
    let nobody = "00000000-0000-0000-0000-000000000000";
    for path in ["games", "puzzles/today", &format!("matches/{nobody}"), &format!("players/{nobody}")] {
        let response =
            reqwest::get(server.url(&format!("/api/v1/{path}?color=red&x=1"))).await.expect("an answer");
        assert_eq!(response.status(), 400, "{path}");
        let problem: serde_json::Value = response.json().await.expect("a problem");
        assert_eq!(problem["code"], "bad_query", "{path}");
        assert_eq!(problem["detail"], "color is no parameter of this address", "{path}");
    }
    assert_eq!(reqwest::get(server.url("/api/v1/games?")).await.expect("an answer").status(), 200);
}

#[tokio::test]
async fn scripts_may_be_kept_for_ever_and_the_page_may_not() {
    let server = TestServer::start().await;
    let page = reqwest::get(server.url("/")).await.expect("an answer");
    assert_eq!(page.headers()["cache-control"], "no-cache");
    let text = page.text().await.expect("a page");
    let script =
        text.split('"').find(|part| part.contains("assets/") && part.ends_with(".js")).expect("a script");
    let script =
        reqwest::get(server.url(&format!("/{}", script.trim_start_matches("./")))).await.expect("an answer");
    assert_eq!(script.status(), 200);
    assert!(script.headers()["cache-control"].to_str().expect("text").contains("immutable"));
    assert_eq!(script.headers()["x-content-type-options"], "nosniff");
    assert_eq!(script.headers()["cross-origin-resource-policy"], "same-origin");
    // What binds documents says nothing to their parts, of which there are dozens.
    for policy in ["content-security-policy", "cross-origin-opener-policy", "permissions-policy"] {
        assert!(!script.headers().contains_key(policy), "{policy}");
    }
}

#[tokio::test]
async fn the_page_can_be_installed_and_its_worker_removed() {
    let server = TestServerBuilder::new().base("/games/cydonia").start().await;
    let manifest = reqwest::get(server.url("/manifest.webmanifest")).await.expect("an answer");
    assert_eq!(manifest.headers()["content-type"], "application/manifest+json");
    let manifest: serde_json::Value =
        serde_json::from_str(&manifest.text().await.expect("text")).expect("JSON");
    for icon in manifest["icons"].as_array().expect("icons") {
        let path = icon["src"].as_str().expect("a path");
        let answer = reqwest::get(server.url(&format!("/{path}"))).await.expect("an answer");
        assert_eq!(answer.headers()["content-type"], icon["type"].as_str().expect("a type"), "{path}");
    }
    let worker = |server: TestServer| async move {
        let answer = reqwest::get(server.url("/service-worker.js")).await.expect("an answer");
        assert_eq!(answer.headers()["cache-control"], "no-cache");
        assert_eq!(answer.headers()["content-type"], "text/javascript");
        let policy = answer.headers()["content-security-policy"].to_str().expect("text").to_owned();
        assert!(policy.contains("worker-src 'self'") && policy.contains("manifest-src 'self'"), "{policy}");
        answer.text().await.expect("a script")
    };
    let keeps = worker(server).await;
    assert!(keeps.contains("assets/index-") && !keeps.contains("unregister"));
    let off = TestServerBuilder::new().without_service_worker().start().await;
    assert!(worker(off).await.contains("registration.unregister()"));
}

#[tokio::test]
async fn the_page_brings_the_games_along() {
    let server = TestServer::start().await;
    let page = reqwest::get(server.url("/")).await.expect("an answer").text().await.expect("a page");
    let (_, rest) = page.split_once(r#"<script type="application/json" id="games">"#).expect("the games");
    let (games, _) = rest.split_once("</script>").expect("their end");
    let games: serde_json::Value = serde_json::from_str(games).expect("JSON");
    assert_eq!(games, server.get::<serde_json::Value>("/api/v1/games").await);
}

#[tokio::test]
async fn everything_moves_under_a_base_path() {
    let server = TestServerBuilder::new().base("/games/cydonia").start().await;
    for path in ["", "/", "/t/anything"] {
        let page = reqwest::get(server.url(path)).await.expect("an answer");
        assert!(page.headers().contains_key("content-security-policy"), "{path}");
        assert!(page.text().await.expect("a page").contains(r#"<base href="/games/cydonia/" />"#), "{path}");
    }
    let outside = reqwest::get(format!("http://{}/api/v1/games", server.address)).await.expect("an answer");
    assert_eq!(outside.status(), 404);
    let mut ada = server.join("Ada").await;
    ada.call(Command::Ping {}).await.expect("the socket is there too");
    let document: serde_json::Value = server.get("/api/v1/openapi.json").await;
    assert_eq!(document["servers"][0]["url"], "/games/cydonia");
    let games: serde_json::Value = server.get("/api/v1/games").await;
    assert_eq!(games[0]["id"], "martian-chess");
}

/// Says a name as a page does that came by such a scheme; the cookie that its browser is given.
async fn cookie_by(server: &TestServer, scheme: &str) -> (String, String) {
    let response = reqwest::Client::new()
        .post(server.url("/api/v1/session"))
        .header("origin", format!("{scheme}://{}", server.address))
        .json(&serde_json::json!({ "name": scheme }))
        .send()
        .await
        .expect("an answer");
    let cookie = response.headers()["set-cookie"].to_str().expect("text").to_owned();
    let body = response.text().await.expect("a session");
    assert!(!body.contains("token"), "{body}");
    let (pair, attributes) = cookie.split_once(';').expect("a pair and more");
    (pair.to_owned(), attributes.to_owned())
}

/// Who one is by these cookies.
async fn who(server: &TestServer, cookies: &str) -> Option<String> {
    let asked = reqwest::Client::new().get(server.url("/api/v1/session")).header("cookie", cookies).send();
    let Session { player, .. } = asked.await.expect("an answer").json().await.expect("a session");
    player.map(|player| player.name)
}

#[tokio::test]
async fn browsers_get_a_cookie_that_scripts_cannot_read() {
    let server = TestServer::start().await;
    let (pair, attributes) = cookie_by(&server, "http").await;
    for attribute in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(attributes.contains(attribute), "{attributes}");
    }
    assert_eq!(who(&server, &pair).await.as_deref(), Some("http"));
    // The same cookie opens a socket as the same person.
    let guest = TestClient::open_as_browser(server.address, &pair).await;
    assert_eq!(guest.player.map(|player| player.name).as_deref(), Some("http"));
}

/// What was said over TLS does not go over the net in plain; and what is plain anyway, as at home, works as ever.
#[tokio::test]
async fn a_page_that_came_over_tls_gets_a_secure_cookie_and_no_other_does() {
    let server = TestServer::start().await;
    let (secure, attributes) = cookie_by(&server, "https").await;
    assert!(secure.starts_with("__Host-"), "{secure}");
    for attribute in ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(attributes.split("; ").any(|one| one.trim() == attribute), "{attribute} in {attributes}");
    }
    let (plain, attributes) = cookie_by(&server, "http").await;
    assert!(!plain.starts_with("__") && !attributes.contains("Secure"), "{plain};{attributes}");
    assert_eq!(who(&server, &secure).await.as_deref(), Some("https"));
    // Over TLS a browser sends both, and is who it was there.
    assert_eq!(who(&server, &format!("{plain}; {secure}")).await.as_deref(), Some("https"));
    let guest = TestClient::open_as_browser(server.address, &secure).await;
    assert_eq!(guest.player.map(|player| player.name).as_deref(), Some("https"));
}

/// The request of a page that came over TLS, as its browser tells it or the proxy in front.
async fn who_over_tls(server: &TestServer, cookies: &str, by_proxy: bool) -> Option<String> {
    let asked = reqwest::Client::new().get(server.url("/api/v1/session")).header("cookie", cookies);
    let asked = if by_proxy {
        asked.header("x-forwarded-proto", "https")
    } else {
        asked.header("origin", format!("https://{}", server.address))
    };
    let Session { player, .. } = asked.send().await.expect("an answer").json().await.expect("a session");
    player.map(|player| player.name)
}

#[tokio::test]
async fn a_cookie_that_may_have_been_planted_is_nobodys() {
    let limits = Limits { behind_proxy: true, ..ample() };
    let server = TestServer::start_with_limits(limits).await;
    let (plain, _) = cookie_by(&server, "http").await;
    let (secure, _) = cookie_by(&server, "https").await;
    for by_proxy in [false, true] {
        assert_eq!(who_over_tls(&server, &secure, by_proxy).await.as_deref(), Some("https"));
        assert_eq!(
            who_over_tls(&server, &format!("{plain}; {secure}"), by_proxy).await.as_deref(),
            Some("https")
        );
        assert_eq!(who_over_tls(&server, &plain, by_proxy).await, None, "it went over the net in plain");
        // A neighbour of the host can set this one, and not the one with its name.
        let neighbours = secure.replace("__Host-", "__Secure-");
        assert_eq!(who_over_tls(&server, &neighbours, by_proxy).await, None);
        assert_eq!(who_over_tls(&server, &format!("{secure}; {secure}0"), by_proxy).await, None);
    }
    let (other, _) = cookie_by(&server, "http").await;
    assert_eq!(who(&server, &plain).await.as_deref(), Some("http"));
    assert_eq!(who(&server, &format!("{plain}; {other}")).await, None, "one of the two was planted");

    // Where others have pages on the same host, the cookie stays under the house's own path.
    let server = TestServerBuilder::new().base("/games").start().await;
    let (secure, attributes) = cookie_by(&server, "https").await;
    assert!(secure.starts_with("__Secure-") && attributes.contains("Path=/games/"), "{secure};{attributes}");
    assert_eq!(who(&server, &secure).await.as_deref(), Some("https"));
}
