//! Ranges of addresses: guests who come from there, and nobody else.

use cydonia_protocol::{
    AuditPage, ErrorCode, Sanction, SanctionKind, SanctionRequest, SanctionTarget, SeatState,
};
use cydonia_server::limits::{self, Limits};
use cydonia_tests::{Guest, TestClient, TestServer, ample};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::json;

use super::{LOG, code, command, done, fine, from_range, house_with, impose, imposed, lift, name_from};
use crate::accounts::GOOD;
use crate::contacts::ask;
use crate::support::{create, watch};

fn behind_proxy() -> Limits {
    Limits { behind_proxy: true, ..ample() }
}

fn register(server: &TestServer, guest: &Guest, from: &str) -> RequestBuilder {
    let request = ask(server, guest, Method::PUT, "/api/v1/account/password");
    request.header("x-forwarded-for", from).json(&json!({ "password": GOOD }))
}

#[tokio::test]
async fn guests_of_a_range_are_shut_out_and_whoever_has_an_account_is_not() {
    let (server, mia) = house_with(behind_proxy()).await;
    let [inside, beside] = ["203.0.113.7", "203.0.114.7"];
    let ada = name_from(&server, inside, "Ada").await.expect("a name");
    let ben = name_from(&server, inside, "Ben").await.expect("a name");
    let registered = register(&server, &ben, inside).send().await.expect("an answer");
    assert_eq!(registered.status(), 200, "{:?}", registered.text().await);
    let request = from_range(SanctionKind::Ban, "203.0.113.7/24", Some(24));
    let sanction = imposed(&server, &mia, &request).await;
    assert_eq!((sanction.addresses.as_deref(), sanction.player), (Some("203.0.113.0/24"), None));
    assert_eq!(name_from(&server, inside, "Eve").await.expect_err("banned"), ErrorCode::Banned);
    assert_eq!(code(command(&server, &ada, inside, &create(2))).await, ErrorCode::Banned);
    // Or she would be let in by that.
    assert_eq!(code(register(&server, &ada, inside)).await, ErrorCode::Banned);
    done(command(&server, &ben, inside, &create(2))).await;
    done(command(&server, &ada, beside, &create(2))).await;
    name_from(&server, beside, "Cleo").await.expect("a name");
    // Anybody is told who asks, and may read on.
    let standing = Client::new().get(server.url("/api/v1/session/standing"));
    let standing: cydonia_protocol::Standing = fine(standing.header("x-forwarded-for", inside)).await;
    assert_eq!((standing.sanctions.len(), standing.sanctions[0].by_address), (1, true));
    let games = Client::new().get(server.url("/api/v1/matches")).header("x-forwarded-for", inside);
    assert_eq!(games.send().await.expect("an answer").status(), 200);
    fine::<Sanction>(lift(&server, &mia, sanction.number)).await;
    name_from(&server, inside, "Eve").await.expect("a name");
}

#[tokio::test]
async fn a_range_of_version_six_is_a_household_and_a_mute_lets_play() {
    let (server, mia) = house_with(behind_proxy()).await;
    let ada = name_from(&server, "2001:db8:1:2::5", "Ada").await.expect("a name");
    imposed(&server, &mia, &from_range(SanctionKind::Mute, "2001:db8:1:2:3::4", Some(1))).await;
    let table =
        done(command(&server, &ada, "2001:db8:1:2:ffff::5", &create(2))).await.table.expect("a table");
    let phrase = cydonia_protocol::Words::Phrase { phrase: cydonia_protocol::Phrase::Hello };
    let hello = crate::support::say(table, cydonia_protocol::Room::Players, phrase);
    assert_eq!(code(command(&server, &ada, "2001:db8:1:2:ffff::5", &hello)).await, ErrorCode::Muted);
    done(command(&server, &ada, "2001:db8:1:3::5", &hello)).await;
}

#[tokio::test]
async fn a_range_has_an_end_and_is_not_too_wide() {
    let (server, mia) = house_with(behind_proxy()).await;
    for (range, hours) in [
        ("203.0.113.0/24", None),
        ("203.0.113.0/24", Some(0)),
        ("203.0.113.0/24", Some(limits::ADDRESSES_HOURS + 1)),
        ("0.0.0.0/0", Some(1)),
        ("2001:d00::/31", Some(1)),
        ("house.example", Some(1)),
        ("", Some(1)),
    ] {
        let request = from_range(SanctionKind::Ban, range, hours);
        assert_eq!(code(impose(&server, &mia, &request)).await, ErrorCode::BadSanction, "{range} {hours:?}");
    }
    imposed(&server, &mia, &from_range(SanctionKind::Ban, "203.0.113.0/24", Some(limits::ADDRESSES_HOURS)))
        .await;
}

#[tokio::test]
async fn where_somebody_is_here_their_address_can_be_meant_and_is_told_to_nobody() {
    let (server, mia) = house_with(behind_proxy()).await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let of_hers = |player: &Guest| SanctionRequest {
        kind: SanctionKind::Ban,
        target: SanctionTarget::AddressOf { player: player.player.id },
        hours: Some(1),
        reason: "A flood of names".to_owned(),
    };
    assert_eq!(code(impose(&server, &mia, &of_hers(&ada))).await, ErrorCode::BadSanction, "she is not here");
    let mut hers = TestClient::connect_from(server.address, "203.0.113.7", &ada).await;
    let table = hers.call(create(2)).await.expect("a table").table.expect("its id");
    let sanction = imposed(&server, &mia, &of_hers(&ada)).await;
    assert_eq!((sanction.addresses, sanction.address_of), (None, Some(ada.player.clone())));
    // Whoever is here from there leaves where no game is on.
    let mut watcher = server.join("Cleo").await;
    let found = watcher.call(watch(table)).await;
    assert!(found.is_err() || watcher.tables[&table].info.seats[0] == SeatState::Free {});
    assert_eq!(name_from(&server, "203.0.113.7", "Eve").await.expect_err("banned"), ErrorCode::Banned);
    name_from(&server, "203.0.113.8", "Eve").await.expect("a name");
    let log: AuditPage = fine(ask(&server, &mia, Method::GET, LOG)).await;
    let entry = &log.entries[0];
    assert_eq!((entry.player.as_ref(), entry.addresses.as_deref()), (Some(&ada.player), Some("")));
    fine::<Sanction>(lift(&server, &mia, sanction.number)).await;
    name_from(&server, "203.0.113.7", "Dan").await.expect("a name");
    // In the house's own network it would be everybody.
    let mut his = server.connect(Some(&ben)).await;
    his.call(create(2)).await.expect("a table");
    assert_eq!(code(impose(&server, &mia, &of_hers(&ben))).await, ErrorCode::BadSanction);
}

#[tokio::test]
async fn no_guest_of_a_range_that_is_muted_talks_on_by_registering() {
    let (server, mia) = house_with(behind_proxy()).await;
    let ada = name_from(&server, "203.0.113.7", "Ada").await.expect("a name");
    imposed(&server, &mia, &from_range(SanctionKind::Mute, "203.0.113.0/24", Some(1))).await;
    assert_eq!(code(register(&server, &ada, "203.0.113.7")).await, ErrorCode::Muted);
}

#[tokio::test]
async fn where_somebody_was_who_is_deleted_nobody_is_shut_out_any_more() {
    let (server, mia) = house_with(behind_proxy()).await;
    let ada = server.guest("Ada").await;
    let mut hers = TestClient::connect_from(server.address, "203.0.113.7", &ada).await;
    hers.call(watch(cydonia_tests::fresh_id())).await.expect_err("no such table");
    let of_hers = SanctionRequest {
        kind: SanctionKind::Ban,
        target: SanctionTarget::AddressOf { player: ada.player.id },
        hours: Some(1),
        reason: "A flood of names".to_owned(),
    };
    imposed(&server, &mia, &of_hers).await;
    let gone = ask(&server, &ada, Method::DELETE, "/api/v1/account").header("x-forwarded-for", "203.0.113.7");
    assert_eq!(gone.send().await.expect("an answer").status(), 200);
    while name_from(&server, "203.0.113.7", "Eve").await.is_err() {
        server.advance(limits::TICK);
    }
}
