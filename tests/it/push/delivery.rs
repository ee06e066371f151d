//! Delivery: services that are slow, busy, gone or refuse, and how the house says who it is.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cydonia_protocol::Command;
use cydonia_server::PushSettings;
use cydonia_server::limits::{PUSH_FAILURES, PUSH_PAUSE, PUSH_RETRY, PUSH_SETTLE, PUSH_TIMEOUT};
use cydonia_tests::{Manner, PushService, Subscriber, TestServerBuilder};
use serde_json::Value;
use web_push_native::p256::ecdsa::signature::Verifier;
use web_push_native::p256::ecdsa::{Signature, VerifyingKey};

use super::{Away, away, house, slow, status, subscribe, wait_for};
use crate::browser::Browser;
use crate::sessions::seat_link;
use crate::support::{database, seated_guests, watch};

impl Away {
    /// Both move, so that it is Ben's turn again; he looks away before.
    async fn next_turn(&mut self) {
        let table = self.table;
        self.sockets[1].call(watch(table)).await.expect("he looks");
        self.sockets[1].offered(table).await;
        self.sockets[1].play(table, |_| 0).await.expect("he moves");
        self.sockets[1].call(Command::Unwatch { table }).await.expect("he looks away");
        self.sockets[0].offered(table).await;
        self.sockets[0].play(table, |_| 0).await.expect("she moves");
        self.server.advance(PUSH_SETTLE);
    }

    /// A second browser of his, at the table by his seat's link.
    async fn by_link(&self, path: &str) -> Subscriber {
        let key = seat_link(&self.server, &self.ben, self.table).await;
        let by_link = Browser::guest_at_seat(&self.server, self.table, &key).await;
        let browser = Subscriber::new(3);
        subscribe(&self.server, &by_link, &browser.request(&self.service, path)).await;
        browser
    }

    /// What comes in next, so many messages: their paths, sorted.
    async fn paths(&mut self, count: usize) -> Vec<String> {
        let mut paths = Vec::new();
        for _ in 0..count {
            paths.push(self.service.next().await.path);
        }
        paths.sort();
        paths
    }
}

#[tokio::test]
async fn the_house_says_who_it_is() {
    let service = PushService::open().await;
    let settings = PushSettings {
        push_key: Some("RS0WdYWWo1HajXg3NZR1olzCf31i-ZBGDkFyCs7j1jw".parse().expect("a key")),
        push_contact: Some("mailto:ada@games.example".parse().expect("a contact")),
        ..service.settings()
    };
    let server = TestServerBuilder::new().push(settings).start().await;
    let (table, [_, ben], mut sockets) = seated_guests(&server, slow()).await;
    subscribe(&server, &ben, &Subscriber::new(2).request(&service, "/ben")).await;
    sockets[1].call(Command::Unwatch { table }).await.expect("he looks away");
    sockets[0].play(table, |_| 0).await.expect("she moves");
    server.advance(PUSH_SETTLE);
    let mut service = service;
    let pushed = service.next().await;
    let told = pushed.header("authorization").strip_prefix("vapid t=").expect("a claim");
    let (claim, key) = told.split_once(", k=").expect("a key");
    assert_eq!(key, status(&server, &ben).await.key);
    let (signed, signature) = claim.rsplit_once('.').expect("a signature");
    let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64url");
    let key = VerifyingKey::from_sec1_bytes(&decode(key)).expect("a key");
    let signature = Signature::from_slice(&decode(signature)).expect("a signature");
    key.verify(signed.as_bytes(), &signature).expect("the house has signed it");
    let claims = signed.split_once('.').map(|(_, claims)| decode(claims)).expect("claims");
    let claims: Value = serde_json::from_slice(&claims).expect("JSON");
    assert_eq!(
        (&claims["aud"], &claims["sub"]),
        (&service.origin.clone().into(), &"mailto:ada@games.example".into())
    );
    let expires_s = claims["exp"].as_i64().expect("a time");
    assert!((1..=24 * 3600).contains(&(expires_s - server.now_ms() / 1000)), "{expires_s}");
}

#[tokio::test]
async fn the_houses_key_outlasts_a_restart() {
    let (server, _service) = house().await;
    let ada = server.guest("Ada").await;
    let before = status(&server, &ada).await.key;
    assert_eq!(URL_SAFE_NO_PAD.decode(&before).expect("base64url").len(), 65);
    let server = server.restart().await;
    assert_eq!(status(&server, &ada).await.key, before);
}

#[tokio::test]
async fn a_subscription_that_is_gone_is_sent_to_no_more() {
    let mut away = away(slow()).await;
    away.by_link("/there").await;
    away.service.under("/there", Manner::Says(410));
    away.server.advance(PUSH_SETTLE);
    assert_eq!(away.paths(2).await, ["/ben", "/there"]);
    // A player is told of one thing after the other: when the third message is here, all that was sent by the second is.
    for _ in 0..2 {
        away.next_turn().await;
        assert_eq!(away.paths(1).await, ["/ben"]);
    }
    let kept = database(&away.server).await.number("SELECT count(*) FROM push_subscriptions", None).await;
    assert_eq!(kept, 1);
}

#[tokio::test]
async fn a_service_that_refuses_is_given_up_after_a_while() {
    let mut away = away(slow()).await;
    away.by_link("/there").await;
    away.service.under("/there", Manner::Says(400));
    away.server.advance(PUSH_SETTLE);
    for _ in 0..PUSH_FAILURES {
        assert_eq!(away.paths(2).await, ["/ben", "/there"]);
        away.next_turn().await;
    }
    assert_eq!(away.paths(1).await, ["/ben"]);
    away.next_turn().await;
    assert_eq!(away.paths(1).await, ["/ben"], "it was left out the time before");
}

#[tokio::test]
async fn a_service_that_fails_is_asked_again_later_and_alone() {
    let mut away = away(slow()).await;
    away.by_link("/there").await;
    away.service.under("/there", Manner::Says(503));
    away.server.advance(PUSH_SETTLE);
    assert_eq!(away.paths(2).await, ["/ben", "/there"]);
    away.server.advance(PUSH_RETRY);
    assert_eq!(away.paths(1).await, ["/there"]);
    away.service.under("/there", Manner::Busy(600));
    away.server.advance(4 * PUSH_RETRY);
    assert_eq!(away.paths(1).await, ["/there"]);
    // What it asks for is longer than what the house would have waited.
    away.service.under("/there", Manner::Takes);
    away.server.advance(Duration::from_secs(600));
    assert_eq!(away.paths(1).await, ["/there"]);
    assert!(away.service.is_quiet());
}

#[tokio::test]
async fn what_was_seen_is_not_sent_again() {
    let mut away = away(slow()).await;
    away.service.under("/ben", Manner::Says(503));
    away.server.advance(PUSH_SETTLE);
    assert_eq!(away.paths(1).await, ["/ben"]);
    let table = away.table;
    away.sockets[1].call(watch(table)).await.expect("he looks");
    away.server.advance(PUSH_RETRY);
    away.service.under("/ben", Manner::Takes);
    away.next_turn().await;
    away.server.advance(PUSH_PAUSE);
    assert_eq!(away.paths(1).await, ["/ben"]);
    assert!(away.service.is_quiet());
}

/// However many are told at the same time, and however long one service takes, nobody waits for it.
#[tokio::test]
async fn a_slow_service_holds_nobody_up() {
    const MANY: u8 = 30;
    let (server, mut service) = house().await;
    let mut ada = server.join("Ada").await;
    service.under("/1", Manner::Hangs);
    for number in 1..=MANY {
        let guest = server.guest(&format!("Guest {number}")).await;
        subscribe(&server, &guest, &Subscriber::new(number).request(&service, &format!("/{number}"))).await;
        let mut socket = server.connect(Some(&guest)).await;
        wait_for(&mut ada, &mut socket).await;
    }
    server.advance(PUSH_SETTLE);
    let mut told = std::collections::BTreeSet::new();
    for _ in 0..MANY {
        let pushed = service.next().await;
        let number: u8 = pushed.path.trim_start_matches('/').parse().expect("a number");
        assert_eq!(Subscriber::new(number).open(&pushed).count, 1);
        told.insert(number);
    }
    assert_eq!(told.len(), usize::from(MANY));
    // The one that hangs is let go, and asked again.
    server.advance(PUSH_TIMEOUT);
    service.under("/1", Manner::Takes);
    server.advance(PUSH_RETRY - PUSH_TIMEOUT);
    assert_eq!(service.next().await.path, "/1");
    assert!(service.is_quiet());
}
