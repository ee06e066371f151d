//! Web Push, as far as a push service and a browser see it: who is told of what, when, and by whom; and what is not sent.

mod delivery;

use cydonia_protocol::{
    Command, ErrorCode, Problem, PushReason, PushRequest, PushStatus, TimeControl, Tournament,
};
use cydonia_server::limits::{self, PUSH_KEPT, PUSH_KEPT_LIVE, PUSH_SETTLE};
use cydonia_tests::{Guest, PushService, Subscriber, TestClient, TestServer, TestServerBuilder};
use reqwest::{Client, Method, StatusCode};
use serde_json::json;
use uuid::Uuid;

use crate::browser::Browser;
use crate::schema::{assert_fits, closed};
use crate::sessions::seat_link;
use crate::support::{all_see, create, database, roll, seated_guests, sit, to_act, watch, wish};
use crate::tournaments;

const PATH: &str = "/api/v1/push";

/// A house that may send to a push service of the test's own.
async fn house() -> (TestServer, PushService) {
    let service = PushService::open().await;
    (TestServerBuilder::new().push(service.settings()).start().await, service)
}

async fn ask(
    server: &TestServer,
    method: Method,
    token: &str,
    body: Option<&PushRequest>,
) -> reqwest::Response {
    let mut request = Client::new().request(method, server.url(PATH));
    if !token.is_empty() {
        request = request.bearer_auth(token);
    }
    if let Some(body) = body {
        request = request.json(body);
    }
    request.send().await.expect("an answer")
}

async fn subscribe(server: &TestServer, guest: &Guest, request: &PushRequest) {
    let answer = ask(server, Method::POST, &guest.token, Some(request)).await;
    let status: PushStatus = answer.json().await.expect("how one stands");
    assert!(status.subscribed);
}

async fn status(server: &TestServer, guest: &Guest) -> PushStatus {
    ask(server, Method::GET, &guest.token, None).await.json().await.expect("how one stands")
}

fn slow() -> Command {
    wish("martian-chess", 2, TimeControl::Correspondence { days: 3 })
}

/// A table of hers at which she has moved, and the other is to.
async fn wait_for(ada: &mut TestClient, other: &mut TestClient) {
    let table = ada.call(slow()).await.expect("a table").table.expect("its id");
    ada.call(watch(table)).await.expect("watching");
    other.call(sit(table)).await.expect("a seat");
    ada.offered(table).await;
    ada.play(table, |_| 0).await.expect("she moves");
}

/// Ada, who looks at a table, has moved, and Ben, who does not, has a subscription.
struct Away {
    server: TestServer,
    service: PushService,
    table: Uuid,
    ben: Guest,
    browser: Subscriber,
    sockets: Vec<TestClient>,
}

async fn away(wish: Command) -> Away {
    let (server, service) = house().await;
    let (table, [_, ben], mut sockets) = seated_guests(&server, wish).await;
    let browser = Subscriber::new(2);
    subscribe(&server, &ben, &browser.request(&service, "/ben")).await;
    sockets[1].call(Command::Unwatch { table }).await.expect("he looks away");
    sockets[0].play(table, |_| 0).await.expect("she moves");
    Away { server, service, table, ben, browser, sockets }
}

#[tokio::test]
async fn whoever_does_not_look_is_told_that_it_is_their_turn() {
    let Away { server, mut service, table, browser, .. } = away(slow()).await;
    server.advance(PUSH_SETTLE);
    let pushed = service.next().await;
    let message = browser.open(&pushed);
    assert_fits(&closed("push-message"), &json!(message));
    let told = &message.tables[0];
    assert_eq!((message.count, message.tables.len(), told.table), (1, 1, table));
    assert_eq!(
        (told.game.as_str(), told.why, told.with.as_slice()),
        ("martian-chess", PushReason::Turn, &["Ada".to_owned()][..])
    );
    assert_eq!((pushed.path.as_str(), pushed.header("topic")), ("/ben", "waiting"));
    assert_eq!((pushed.header("urgency"), pushed.header("content-encoding")), ("normal", "aes128gcm"));
    let most_s = (PUSH_KEPT - PUSH_SETTLE).as_secs().to_string();
    assert_eq!(pushed.header("ttl"), most_s);
}

#[tokio::test]
async fn whoever_is_to_roll_is_told_so_too() {
    let (server, mut service) = house().await;
    let wish = wish("martian-frisby", 2, TimeControl::Correspondence { days: 3 });
    let (table, guests, mut players) = seated_guests(&server, wish).await;
    for player in &mut players {
        player.ready(table).await.expect("ready");
    }
    all_see(&mut players, table).await;
    roll(&mut players, table).await;
    let seat = to_act(&players[0], table).expect("whoever rolled acts");
    let browser = Subscriber::new(2);
    subscribe(&server, &guests[1 - seat], &browser.request(&service, "/waits")).await;
    players[1 - seat].call(Command::Unwatch { table }).await.expect("they look away");
    while to_act(&players[seat], table) == Some(seat) {
        players[seat].play(table, |_| 0).await.expect("an action is taken");
    }
    server.advance(PUSH_SETTLE);
    let told = &browser.open(&service.next().await).tables[0];
    assert_eq!((told.table, told.why), (table, PushReason::Turn));
}

#[tokio::test]
async fn whoever_looks_is_told_nothing_nor_of_what_they_have_seen() {
    let Away { server, mut service, table, ben, browser, mut sockets } = away(slow()).await;
    // He opens the table before he was told.
    sockets[1].call(watch(table)).await.expect("he looks");
    server.advance(PUSH_SETTLE);
    sockets[1].offered(table).await;
    sockets[1].play(table, |_| 0).await.expect("he moves");
    sockets[0].offered(table).await;
    // Then he looks on while she moves.
    sockets[0].play(table, |_| 0).await.expect("she moves");
    server.advance(PUSH_SETTLE);
    // What comes at last is of another table alone.
    let mut ada = server.join("Ada").await;
    let other = ada.call(slow()).await.expect("a table").table.expect("its id");
    ada.call(watch(other)).await.expect("watching");
    let mut other_socket = server.connect(Some(&ben)).await;
    other_socket.call(sit(other)).await.expect("a seat");
    ada.offered(other).await;
    ada.play(other, |_| 0).await.expect("she moves");
    server.advance(PUSH_SETTLE);
    let message = browser.open(&service.next().await);
    assert_eq!((message.count, message.tables[0].table), (1, other));
    assert!(service.is_quiet());
}

#[tokio::test]
async fn a_live_game_is_urgent_and_not_told_of_for_long() {
    let Away { server, mut service, browser, .. } =
        away(wish("martian-chess", 2, TimeControl::Fischer { initial_s: 3600, increment_s: 0 })).await;
    server.advance(PUSH_SETTLE);
    let pushed = service.next().await;
    assert_eq!(browser.open(&pushed).tables[0].why, PushReason::Turn);
    assert_eq!(pushed.header("urgency"), "high");
    assert_eq!(pushed.header("ttl"), (PUSH_KEPT_LIVE - PUSH_SETTLE).as_secs().to_string());
}

#[tokio::test]
async fn whoever_waits_elsewhere_is_told_of_an_opponent() {
    let (server, mut service) = house().await;
    let (ada, browser) = (server.guest("Ada").await, Subscriber::new(1));
    subscribe(&server, &ada, &browser.request(&service, "/ada")).await;
    let mut socket = server.connect(Some(&ada)).await;
    let table = socket.call(create(2)).await.expect("a table").table.expect("its id");
    server.join("Ben").await.call(sit(table)).await.expect("a seat");
    server.advance(PUSH_SETTLE);
    let pushed = service.next().await;
    let message = browser.open(&pushed);
    assert_eq!(
        (message.tables[0].why, message.tables[0].with.as_slice()),
        (PushReason::Opponent, &["Ben".to_owned()][..])
    );
    assert_eq!(pushed.header("urgency"), "high");
}

#[tokio::test]
async fn whoever_is_paired_in_a_tournament_and_not_here_is_told_that_their_game_begins() {
    let (server, mut service) = house().await;
    let (host, browser) = (tournaments::registered(&server, "Ada").await, Subscriber::new(2));
    let wish = tournaments::wish(&server, "martian-chess", 2, &json!({ "kind": "swiss", "rounds": 1 }));
    let set_up = tournaments::ask(&server, Method::POST, "", &host).json(&wish).send().await;
    let id = set_up.expect("an answer").json::<Tournament>().await.expect("a tournament").summary.id;
    let ben = server.guest("Ben").await;
    subscribe(&server, &ben, &browser.request(&service, "/ben")).await;
    for guest in [&ben, &server.guest("Cleo").await] {
        let joined = tournaments::ask(&server, Method::PUT, &format!("/{id}/entry"), guest).send().await;
        assert_eq!(joined.expect("an answer").status(), 200);
    }
    let path = format!("/api/v1/tournaments/{id}");
    let goes_on = async {
        loop {
            server.advance(limits::TICK);
            server.get::<Tournament>(&path).await;
        }
    };
    let pushed = tokio::select! {
        pushed = service.next() => pushed,
        () = goes_on => unreachable!("it goes on for ever"),
    };
    let told = &browser.open(&pushed).tables[0];
    let tournament: Tournament = server.get(&path).await;
    assert_eq!((Some(told.table), told.why), (tournament.games[0].table, PushReason::Tournament));
    assert_eq!((told.with.as_slice(), pushed.header("urgency")), (&["Cleo".to_owned()][..], "high"));
}

#[tokio::test]
async fn several_tables_are_told_of_at_once() {
    let (server, mut service) = house().await;
    let (ben, browser) = (server.guest("Ben").await, Subscriber::new(2));
    subscribe(&server, &ben, &browser.request(&service, "/ben")).await;
    let mut ada = server.join("Ada").await;
    let mut socket = server.connect(Some(&ben)).await;
    for _ in 0..5 {
        wait_for(&mut ada, &mut socket).await;
    }
    server.advance(PUSH_SETTLE);
    let message = browser.open(&service.next().await);
    assert_eq!((message.count, message.tables.len()), (5, 3));
    assert!(service.is_quiet());
}

#[tokio::test]
async fn a_subscription_ends_when_it_is_to_and_with_its_session() {
    let (server, service) = house().await;
    let (ada, browser) = (server.guest("Ada").await, Subscriber::new(1));
    let request = browser.request(&service, "/ada");
    assert!(!status(&server, &ada).await.subscribed);
    assert_fits(&closed("push-request"), &json!(request));
    assert_fits(&closed("push-status"), &json!(status(&server, &ada).await));
    subscribe(&server, &ada, &request).await;
    assert!(status(&server, &ada).await.subscribed);
    let answer = ask(&server, Method::DELETE, &ada.token, None).await;
    assert!(!answer.json::<PushStatus>().await.expect("how one stands").subscribed);

    // The same browser under another name is told as that one alone.
    subscribe(&server, &ada, &request).await;
    let ben = server.guest("Ben").await;
    subscribe(&server, &ben, &request).await;
    assert!(!status(&server, &ada).await.subscribed);
    let signed_out = Client::new().delete(server.url("/api/v1/session")).bearer_auth(&ben.token).send().await;
    assert_eq!(signed_out.expect("an answer").status(), StatusCode::OK);
    let left = database(&server).await.number("SELECT count(*) FROM push_subscriptions", None).await;
    assert_eq!(left, 0);
}

#[tokio::test]
async fn what_cannot_be_sent_to_is_refused_and_changes_nothing() {
    let (server, service) = house().await;
    let (ada, browser) = (server.guest("Ada").await, Subscriber::new(1));
    let good = browser.request(&service, "/ada");
    subscribe(&server, &ada, &good).await;
    let at = |endpoint: &str| PushRequest { endpoint: endpoint.to_owned(), ..good.clone() };
    for (request, sentence) in [
        (at(&format!("https://push.example/{}", "x".repeat(1024))), "the endpoint is longer than 1024 bytes"),
        (at("nowhere"), "the endpoint is no web address"),
        (at("http://127.0.0.1:1/ada"), "the endpoint must begin with https://"),
        (at("https://push.example:22/ada"), "the endpoint must be on port 443"),
        (at("https://169.254.169.254/latest"), "the endpoint must be on a host with a public name"),
        (
            PushRequest { p256dh: good.auth.clone(), ..good.clone() },
            "p256dh must be a public key on P-256, uncompressed, in base64url",
        ),
        (PushRequest { auth: "AAAA".to_owned(), ..good.clone() }, "auth must be 16 bytes in base64url"),
    ] {
        let answer = ask(&server, Method::POST, &ada.token, Some(&request)).await;
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
        let Problem { code, detail, .. } = answer.json().await.expect("why");
        assert_eq!((code, detail.as_str()), (ErrorCode::BadSubscription, sentence));
    }
    assert!(status(&server, &ada).await.subscribed);
    let mut kept = database(&server).await;
    assert_eq!(kept.number("SELECT count(*) FROM push_subscriptions", None).await, 1);
    assert_eq!(ask(&server, Method::POST, "", Some(&good)).await.status(), StatusCode::UNAUTHORIZED);
}

/// A house that was told of no service near it sends to none.
#[tokio::test]
async fn services_in_private_networks_must_be_named() {
    let service = PushService::open().await;
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let request = Subscriber::new(1).request(&service, "/ada");
    let answer = ask(&server, Method::POST, &ada.token, Some(&request)).await;
    assert_eq!(answer.json::<Problem>().await.expect("why").code, ErrorCode::BadSubscription);
}

/// Whoever came by a seat's link is told of that table and no other of the player's.
#[tokio::test]
async fn a_seats_link_is_told_of_its_table_alone() {
    let Away { server, mut service, table, ben, mut sockets, .. } = away(slow()).await;
    let key = seat_link(&server, &ben, table).await;
    let by_link = Browser::guest_at_seat(&server, table, &key).await;
    let there = Subscriber::new(3);
    subscribe(&server, &by_link, &there.request(&service, "/there")).await;
    let other = sockets[0].call(slow()).await.expect("a table").table.expect("its id");
    sockets[0].call(watch(other)).await.expect("watching");
    sockets[1].call(sit(other)).await.expect("a seat");
    sockets[0].offered(other).await;
    sockets[0].play(other, |_| 0).await.expect("she moves");
    server.advance(PUSH_SETTLE);
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..2 {
        let pushed = service.next().await;
        let browser = Subscriber::new(if pushed.path == "/there" { 3 } else { 2 });
        counts.insert(pushed.path.clone(), browser.open(&pushed).count);
    }
    assert_eq!(json!(counts), json!({ "/ben": 2, "/there": 1 }));
}
