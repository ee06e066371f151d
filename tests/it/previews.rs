//! What the page says of itself before any script runs: to whoever shows links, and to whoever has no JavaScript.

use cydonia_protocol::{Command, TableCode};
use cydonia_tests::{TestServer, TestServerBuilder};
use reqwest::Client;
use uuid::Uuid;

use crate::support::{create, hidden, sit};

/// A name that would be markup if it were written as it is.
const HOSTILE: &str = "\"><b onload='x'>";

async fn page(server: &TestServer, path: &str) -> String {
    let answer = reqwest::get(server.url(path)).await.expect("an answer");
    assert_eq!(answer.status(), 200, "{path}");
    assert_eq!(answer.headers()["cache-control"], "no-cache", "{path}");
    answer.text().await.expect("a page")
}

/// What a page's head says under that name.
fn told<'p>(page: &'p str, name: &str) -> Option<&'p str> {
    let (_, rest) = page.split_once(&format!("\"{name}\" content=\""))?;
    Some(rest.split_once('"')?.0)
}

fn title(page: &str) -> &str {
    let (_, rest) = page.split_once("<title>").expect("a title");
    rest.split_once("</title>").expect("its end").0
}

/// Ada and somebody whose name is markup have a table.
async fn table(server: &TestServer, private: bool) -> (Uuid, Vec<cydonia_tests::TestClient>) {
    let mut players = vec![server.join("Ada").await, server.join(HOSTILE).await];
    let wish = if private { hidden(create(2)) } else { create(2) };
    let made = players[0].call(wish).await.expect("a table");
    let table = made.table.expect("its id");
    let sat = match made.key {
        Some(key) => Command::Sit { table, seat: None, key: Some(key) },
        None => sit(table),
    };
    let open = page(server, &format!("/t/{table}")).await;
    let expected = if private { "You are invited to a game" } else { "Play Martian Chess with Ada" };
    assert_eq!((title(&open), told(&open, "og:title")), (expected, Some(expected)));
    players[1].call(sat).await.expect("a seat");
    (table, players)
}

#[tokio::test]
async fn a_public_game_is_told_of_with_its_picture_from_the_first_seat_to_the_result() {
    let server = TestServer::start().await;
    let (id, mut players) = table(&server, false).await;
    let Ok(answer) = Client::new().post(server.url(&format!("/api/v1/tables/{id}/code"))).send().await else {
        panic!("an answer")
    };
    let TableCode { code, .. } = answer.json().await.expect("a code");
    let escaped = "Martian Chess: Ada – &quot;&gt;&lt;b onload=&#39;x&#39;&gt;";
    for path in [format!("/t/{id}"), format!("/t/{code}"), format!("/games/{id}"), format!("/embed/{id}")] {
        let on = page(&server, &path).await;
        assert_eq!((title(&on), told(&on, "og:title")), (escaped, Some(escaped)), "{path}");
        assert_eq!(told(&on, "twitter:card"), Some("summary_large_image"));
        let picture = told(&on, "og:image").expect("a picture");
        assert_eq!(picture, server.url(&format!("/api/v1/tables/{id}/picture.png")), "a whole address");
        assert_eq!(reqwest::get(picture).await.expect("an answer").status(), 200);
        assert!(!on.contains("<b onload"), "{on}");
    }
    players[0].call(Command::Resign { table: id }).await.expect("resigned");
    for path in [format!("/games/{id}"), format!("/t/{code}")] {
        let over = page(&server, &path).await;
        assert_eq!(title(&over), escaped, "{path}");
        let about = told(&over, "og:description").expect("a description");
        assert_eq!(about, "&quot;&gt;&lt;b onload=&#39;x&#39;&gt; won, 0–0. One move.");
        assert_eq!(told(&over, "description"), Some(about));
        let picture = told(&over, "og:image").expect("a picture");
        assert_eq!(reqwest::get(picture).await.expect("an answer").headers()["content-type"], "image/png");
        let (_, still) = over.split_once(r#"<noscript lang="en" dir="ltr">"#).expect("what needs no script");
        assert!(still.contains("<td>Ada</td>") && still.contains(&format!("matches/{id}/record")), "{still}");
        assert!(!over.contains("<b onload"), "{over}");
    }
    let ben = players[1].player.clone().expect("somebody");
    let person = page(&server, &format!("/players/{}", ben.id)).await;
    assert_eq!(title(&person), "&quot;&gt;&lt;b onload=&#39;x&#39;&gt;");
    assert!(!person.contains("<b onload"), "{person}");
}

#[tokio::test]
async fn a_private_game_is_told_of_as_one_that_there_is_not() {
    let server = TestServer::start().await;
    let (id, mut players) = table(&server, true).await;
    let nothing = page(&server, &format!("/t/{}", Uuid::nil())).await;
    let no_game = page(&server, &format!("/games/{}", Uuid::nil())).await;
    assert_eq!(told(&nothing, "og:image"), None);
    assert_eq!(page(&server, "/t/00000").await, nothing, "nor is a code that leads nowhere");
    assert_eq!(page(&server, &format!("/t/{id}")).await, nothing);
    assert_eq!(page(&server, &format!("/games/{id}")).await, no_game);
    players[0].call(Command::Resign { table: id }).await.expect("resigned");
    assert_eq!(page(&server, &format!("/t/{id}")).await, nothing);
    assert_eq!(page(&server, &format!("/games/{id}")).await, no_game);
}

#[tokio::test]
async fn the_house_and_its_rules_are_told_of_under_whatever_name_one_comes() {
    let server = TestServerBuilder::new().base("/games").start().await;
    let home = page(&server, "/").await;
    assert_eq!(title(&home), "Cydonia");
    let picture = told(&home, "og:image").expect("a picture").to_owned();
    assert_eq!(picture, server.url("/api/v1/games/martian-chess/picture.png"));
    let named = |host: &'static str| Client::new().get(server.url("/")).header("host", host).send();
    let other = named("games.example").await.expect("an answer").text().await.expect("a page");
    assert!(
        told(&other, "og:image").is_some_and(|address| address.starts_with("http://games.example/games/"))
    );
    let odd = named("\"><script>").await.expect("an answer").text().await.expect("a page");
    assert!(!odd.contains("\"><script>"), "{odd}");
    let rules = page(&server, "/rules/martian-go").await;
    assert_eq!(title(&rules), "Martian Go: the rules");
    let (_, still) = rules.split_once(r#"<noscript lang="en" dir="ltr">"#).expect("what needs no script");
    assert!(still.contains("<h1>Martian Go</h1>") && still.contains("<h2>"), "{still}");
    let (_, picture) = still.split_once("src=\"./rules/pictures/").expect("a picture");
    let picture = picture.split('"').next().expect("its name");
    let answer = reqwest::get(server.url(&format!("/rules/pictures/{picture}"))).await.expect("an answer");
    assert_eq!(answer.headers()["content-type"], "image/svg+xml");
    let none = reqwest::get(server.url("/rules/pictures/nothing.svg")).await.expect("an answer");
    assert_eq!(none.status(), 404);
    let list = page(&server, "/rules").await;
    assert!(list.contains("<a href=\"./rules/martian-frisby\">"), "{list}");
}

#[tokio::test]
async fn links_are_told_of_in_the_language_that_is_asked_for() {
    let server = TestServer::start().await;
    let (id, mut players) = table(&server, false).await;
    let (hidden, _players) = table(&server, true).await;
    let asked = async |language: &'static str, path: &str| {
        let asking = Client::new().get(server.url(path)).header("accept-language", language);
        asking.send().await.expect("an answer").text().await.expect("a page")
    };
    for (language, invited, rules) in [
        ("de-AT", "Du bist zu einer Partie eingeladen", "Martian Go: die Regeln"),
        ("es", "Te invitan a una partida", "Martian Go: las reglas"),
        ("he", "הוזמנת למשחק", "Martian Go: החוקים"),
    ] {
        assert_eq!(title(&asked(language, &format!("/t/{hidden}")).await), invited);
        let page = asked(language, "/rules/martian-go").await;
        assert_eq!((title(&page), told(&page, "og:title")), (rules, Some(rules)));
        let home = asked(language, "/").await;
        assert!(!home.contains("The boards need"), "{language}");
    }
    players[0].call(Command::Resign { table: id }).await.expect("resigned");
    let over = asked("de", &format!("/games/{id}")).await;
    let about = "&quot;&gt;&lt;b onload=&#39;x&#39;&gt; gewinnt, 0–0. Ein Zug.";
    assert_eq!(told(&over, "og:description"), Some(about));
    let (_, still) = over.split_once(r#"<noscript lang="de" dir="ltr">"#).expect("what needs no script");
    assert!(still.contains("Alle Züge als Text") && still.contains(about), "{still}");
    assert!(!over.contains("<b onload"), "{over}");
}

/// One page may be framed by others, and nothing else.
#[tokio::test]
async fn only_the_page_that_is_there_for_it_may_be_framed() {
    let server = TestServer::start().await;
    for (path, framed_by) in
        [("/embed/anything", "*"), ("/embed", "'none'"), ("/t/anything", "'none'"), ("/", "'none'")]
    {
        let answer = reqwest::get(server.url(path)).await.expect("an answer");
        let policy = answer.headers()["content-security-policy"].to_str().expect("text");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; "), "{policy}");
        assert!(policy.ends_with(&format!("frame-ancestors {framed_by}")), "{path}: {policy}");
        assert!(answer.headers().get("x-frame-options").is_none());
        assert!(answer.headers().get("set-cookie").is_none(), "{path}");
    }
}
