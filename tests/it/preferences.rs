//! Preferences: what one likes is kept with the player, closed in its words, and the page comes in its colours at once.

use std::collections::BTreeSet;

use cydonia_tests::{TestServer, TestServerBuilder};
use reqwest::{Client, Method, StatusCode};
use serde_json::json;

use crate::browser::Browser;

const PATH: &str = "/api/v1/session/preferences";

#[tokio::test]
async fn what_one_likes_is_the_same_on_every_device_and_the_last_word_counts() {
    let server = TestServer::start().await;
    let mut laptop = Browser::of(&server, "Ada").await;
    let mut phone = Browser { cookies: laptop.cookies.clone(), ..Browser::default() };
    assert_eq!(laptop.get(&server, PATH).await, (StatusCode::OK, json!({})));
    let dark = json!({ "scheme": "dark", "pieces": "prism", "volume": 0, "silenced": ["sink"], "coordinates": true });
    assert_eq!(laptop.ask(&server, Method::PUT, PATH, dark.clone()).await, (StatusCode::OK, dark.clone()));
    assert_eq!(phone.get(&server, PATH).await, (StatusCode::OK, dark.clone()));

    // What is refused changes nothing.
    for bad in [json!({ "scheme": "sepia" }), json!({ "volume": 101 }), json!({ "more": 1 }), json!([])] {
        let (status, answer) = phone.ask(&server, Method::PUT, PATH, bad.clone()).await;
        assert_eq!((status, &answer["code"]), (StatusCode::BAD_REQUEST, &json!("bad_message")), "{bad}");
    }
    assert_eq!(laptop.get(&server, PATH).await.1, dark);
    let light = json!({ "scheme": "light" });
    phone.ask(&server, Method::PUT, PATH, light.clone()).await;
    assert_eq!(laptop.get(&server, PATH).await.1, light, "all of it, not a part");
    let mut ben = Browser::of(&server, "Ben").await;
    assert_eq!(ben.get(&server, PATH).await.1, json!({}), "nobody has another's");
}

#[tokio::test]
async fn the_page_comes_in_the_colours_that_were_chosen_and_is_never_kept_in_others() {
    let server = TestServerBuilder::new().base("/play").start().await;
    let ask = async |cookie: &str, tag: Option<&str>| {
        let mut request = Client::new().get(server.url("/")).header("cookie", cookie);
        if let Some(tag) = tag {
            request = request.header("if-none-match", tag);
        }
        let response = request.send().await.expect("an answer");
        let tag = response.headers()["etag"].to_str().expect("text").to_owned();
        (response.status(), tag, response.text().await.expect("a page"))
    };
    let (_, plain_tag, plain) = ask("", None).await;
    assert!(plain.contains(r#"<html lang="en" dir="ltr">"#));
    let (_, dark_tag, dark) = ask("cydonia_scheme=dark", None).await;
    assert!(dark.contains(r#"<html data-theme="dark" lang="en" dir="ltr">"#));
    assert_eq!(dark.replace(r#" data-theme="dark""#, ""), plain, "nothing else is another");
    assert_ne!(plain_tag, dark_tag);
    assert_eq!(ask("cydonia_scheme=dark", Some(&dark_tag)).await.0, StatusCode::NOT_MODIFIED);
    assert_eq!(ask("cydonia_scheme=light", Some(&dark_tag)).await.0, StatusCode::OK, "what is kept is dark");
    let (_, _, odd) = ask("cydonia_scheme=\"onload=alert(1)", None).await;
    assert_eq!(odd, plain);
}

#[tokio::test]
async fn the_page_and_its_worker_come_in_the_language_that_was_chosen_or_is_asked_for() {
    let server = TestServer::start().await;
    let ask = async |path: &str, cookie: &str, list: &str| {
        let request = Client::new().get(server.url(path)).header("cookie", cookie);
        let response = request.header("accept-language", list).send().await.expect("an answer");
        let varies: Vec<String> = response
            .headers()
            .get_all("vary")
            .iter()
            .map(|names| names.to_str().expect("text").to_owned())
            .collect();
        assert!(varies.join(", ").contains("accept-language, cookie"), "{path}: {varies:?}");
        response.text().await.expect("text")
    };
    let mut workers = BTreeSet::new();
    for (cookie, list, root) in [
        ("", "fr", r#"<html lang="en" dir="ltr">"#),
        ("", "fr, de-CH;q=0.8, en;q=0.5", r#"<html lang="de" dir="ltr">"#),
        ("cydonia_language=es", "de", r#"<html lang="es" dir="ltr">"#),
        ("cydonia_language=he; cydonia_scheme=dark", "de", r#"<html data-theme="dark" lang="he" dir="rtl">"#),
    ] {
        // A page that everybody shares, and one that is made for its address.
        for path in ["/", "/rules/martian-go", "/t/7QK3F"] {
            let page = ask(path, cookie, list).await;
            assert!(page.contains(root), "{path} {cookie} {list}");
        }
        workers.insert(ask("/service-worker.js", cookie, list).await);
    }
    assert_eq!(workers.len(), 4, "each language has a worker with its own words");
    for no_file in ["/index.de.html", "/index.html"] {
        assert!(
            ask(no_file, "", "es").await.contains(r#"lang="es""#),
            "{no_file} is a page like any address"
        );
    }
}
