//! Challenges: a seat that is kept for somebody, who takes it or gives it up.

use cydonia_protocol::{
    ChallengesFrom, Command, ErrorCode, OwnGameEvent, PushReason, SeatState, TableStatus,
};
use cydonia_server::limits;
use cydonia_tests::{Guest, PushService, Subscriber, TestClient, TestServer, TestServerBuilder, fresh_id};
use reqwest::Method;
use serde_json::json;
use uuid::Uuid;

use super::{ask, challenge, challenge_to, code, fine, follow, reach, slow};
use crate::support::{create, hidden, refused, sit, watch};
use crate::{accounts, own_games};

async fn asked(client: &mut TestClient, wish: Command) -> Uuid {
    client.call(wish).await.expect("a table").table.expect("its id")
}

#[tokio::test]
async fn whoever_is_challenged_sees_it_among_their_own_games_and_plays_without_a_key() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let (mut hers, mut his) = (server.connect(Some(&ada)).await, server.connect(Some(&ben)).await);
    let mut cleo = server.join("Cleo").await;
    let mut lines = own_games::follow(&server, &ben).await;
    assert!(own_games::tables(&mut lines).await.is_empty());
    let table = asked(&mut hers, challenge(&ben)).await;
    own_games::events(&mut lines, table, &[OwnGameEvent::Seat]).await;
    refused(&mut cleo, watch(table), ErrorCode::NoTable).await;
    his.call(watch(table)).await.expect("he sees it");
    let kept = SeatState::Reserved { player: ben.player.clone() };
    assert_eq!(his.tables[&table].info.seats[1], kept);
    // It outlasts the house.
    drop((hers, his, cleo, lines));
    let server = server.restart().await;
    let mut his = server.connect(Some(&ben)).await;
    let mut lines = own_games::follow(&server, &ben).await;
    assert_eq!(own_games::tables(&mut lines).await, [table]);
    assert_eq!(his.call(sit(table)).await.expect("a seat").seat, Some(1));
    his.call(watch(table)).await.expect("he sees it");
    assert_eq!(his.tables[&table].info.status, TableStatus::Playing);
}

#[tokio::test]
async fn whoever_declines_gives_the_seat_up_and_it_is_anybodys() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let (mut hers, mut his) = (server.connect(Some(&ada)).await, server.connect(Some(&ben)).await);
    let mut cleo = server.join("Cleo").await;
    let mut lines = own_games::follow(&server, &ben).await;
    own_games::tables(&mut lines).await;
    let table = asked(&mut hers, challenge_to(create(3), &[(2, ben.player.id)])).await;
    hers.call(watch(table)).await.expect("she looks on");
    own_games::events(&mut lines, table, &[OwnGameEvent::Seat]).await;
    // Nobody else has that seat, or gives it up.
    refused(&mut cleo, Command::Sit { table, seat: Some(2), key: None }, ErrorCode::SeatTaken).await;
    refused(&mut cleo, Command::Stand { table }, ErrorCode::NotSeated).await;
    his.call(Command::Stand { table }).await.expect("declined");
    own_games::events(&mut lines, table, &[OwnGameEvent::Gone]).await;
    hers.until(table, |folded| folded.info.seats[2] == SeatState::Free {}).await;
    refused(&mut his, Command::Stand { table }, ErrorCode::NotSeated).await;
    // It is anybody's now, and the journal tells the same.
    drop((hers, his, cleo));
    let server = server.restart().await;
    let mut cleo = server.join("Cleo").await;
    let took = cleo.call(Command::Sit { table, seat: Some(2), key: None }).await.expect("a seat");
    assert_eq!(took.seat, Some(2));
}

#[tokio::test]
async fn a_private_table_is_closed_to_whoever_declined() {
    let server = TestServer::start().await;
    let (mut ada, ben) = (server.join("Ada").await, server.guest("Ben").await);
    let mut his = server.connect(Some(&ben)).await;
    let table = asked(&mut ada, challenge(&ben)).await;
    his.call(Command::Stand { table }).await.expect("declined");
    refused(&mut his, sit(table), ErrorCode::NoTable).await;
}

#[tokio::test]
async fn a_rematch_is_declined_as_well() {
    let server = TestServer::start().await;
    let (mut ada, ben) = (server.join("Ada").await, server.guest("Ben").await);
    let mut his = server.connect(Some(&ben)).await;
    let table = asked(&mut ada, challenge(&ben)).await;
    his.call(sit(table)).await.expect("a seat");
    ada.call(Command::Resign { table }).await.expect("resigned");
    let next = asked(&mut ada, Command::Rematch { table }).await;
    ada.call(watch(next)).await.expect("she waits");
    his.call(Command::Stand { table: next }).await.expect("declined");
    ada.until(next, |folded| folded.info.seats.contains(&SeatState::Free {})).await;
}

#[tokio::test]
async fn a_table_at_which_nobody_waited_is_gone_for_whoever_was_challenged() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let mut hers = server.connect(Some(&ada)).await;
    let mut lines = own_games::follow(&server, &ben).await;
    own_games::tables(&mut lines).await;
    let table = asked(&mut hers, challenge(&ben)).await;
    own_games::events(&mut lines, table, &[OwnGameEvent::Seat]).await;
    drop(hers);
    server.advance(limits::open_kept(&cydonia_protocol::TimeControl::None {}) + limits::ARRIVAL);
    own_games::events(&mut lines, table, &[OwnGameEvent::Abort]).await;
}

#[tokio::test]
async fn the_same_challenge_again_is_the_same_table_and_one_more_than_three_is_refused() {
    let server = TestServer::start().await;
    let (mut ada, ben) = (server.join("Ada").await, server.guest("Ben").await);
    let first = challenge(&ben);
    let table = asked(&mut ada, first.clone()).await;
    for _ in 1..limits::CHALLENGES_BY_ONE {
        asked(&mut ada, challenge(&ben)).await;
    }
    assert_eq!(asked(&mut ada, first).await, table);
    refused(&mut ada, challenge(&ben), ErrorCode::TooMany).await;
    for place in 1..limits::CHALLENGES / limits::CHALLENGES_BY_ONE {
        let mut other = server.join(&format!("Player {place}")).await;
        for _ in 0..limits::CHALLENGES_BY_ONE {
            asked(&mut other, challenge(&ben)).await;
        }
    }
    refused(&mut server.join("Dan").await, challenge(&ben), ErrorCode::TooMany).await;
    // Whoever answers one has room for another.
    let mut his = server.connect(Some(&ben)).await;
    his.call(Command::Stand { table }).await.expect("declined");
    asked(&mut ada, challenge(&ben)).await;
}

#[tokio::test]
async fn of_many_challenges_at_once_no_more_are_kept_than_may_be() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let asked: Vec<_> = (0..12)
        .map(|_| {
            let request = ask(&server, &ada, Method::POST, "/api/v1/commands").json(&challenge(&ben));
            tokio::spawn(async move { request.send().await.expect("an answer").status().as_u16() })
        })
        .collect();
    let mut kept = 0;
    for one in asked {
        kept += usize::from(one.await.expect("an answer") == 200);
    }
    assert_eq!(kept, limits::CHALLENGES_BY_ONE);
    let mut lines = own_games::follow(&server, &ben).await;
    assert_eq!(own_games::tables(&mut lines).await.len(), limits::CHALLENGES_BY_ONE);
}

#[tokio::test]
async fn a_challenge_goes_with_whoever_made_it() {
    let (server, mut service, ben, browser) = away().await;
    let mut ada = server.join("Ada").await;
    let mut lines = own_games::follow(&server, &ben).await;
    own_games::tables(&mut lines).await;
    let mut his = server.connect(Some(&ben)).await;
    fine::<cydonia_protocol::FollowList>(follow(&server, &ben, &known(&ada))).await;
    for _ in 0..2 * limits::CHALLENGES_BY_ONE {
        let table = asked(&mut ada, challenge_to(slow(), &[(1, ben.player.id)])).await;
        own_games::events(&mut lines, table, &[OwnGameEvent::Seat]).await;
        ada.call(Command::Stand { table }).await.expect("she has thought better of it");
        own_games::events(&mut lines, table, &[OwnGameEvent::Gone]).await;
        refused(&mut his, Command::Stand { table }, ErrorCode::NotSeated).await;
    }
    // Where somebody else sits, they may still come.
    let mut cleo = server.join("Cleo").await;
    let table = asked(&mut ada, challenge_to(create(3), &[(2, ben.player.id)])).await;
    own_games::events(&mut lines, table, &[OwnGameEvent::Seat]).await;
    cleo.call(sit(table)).await.expect("a seat");
    ada.call(Command::Stand { table }).await.expect("she goes");
    his.call(sit(table)).await.expect("his seat is kept");
    let last = asked(&mut ada, challenge_to(slow(), &[(1, ben.player.id)])).await;
    server.advance(limits::PUSH_SETTLE + limits::PUSH_PAUSE);
    let message = browser.open(&service.next().await);
    assert_eq!((message.count, message.tables[0].table), (1, last), "of what is gone he is not told");
}

#[tokio::test]
async fn a_stranger_s_challenge_is_told_in_the_page_alone() {
    let (server, mut service, ben, browser) = away().await;
    let (mut eve, ada) = (server.join("Eve").await, server.guest("Ada").await);
    asked(&mut eve, challenge_to(slow(), &[(1, ben.player.id)])).await;
    fine::<cydonia_protocol::FollowList>(follow(&server, &ben, &ada)).await;
    let known =
        asked(&mut server.connect(Some(&ada)).await, challenge_to(slow(), &[(1, ben.player.id)])).await;
    server.advance(limits::PUSH_SETTLE);
    let message = browser.open(&service.next().await);
    assert_eq!((message.count, message.tables[0].table), (1, known));
}

#[tokio::test]
async fn a_quick_match_is_no_table_where_one_waits_for_somebody_else() {
    let server = TestServer::start().await;
    let (mut ada, ben) = (server.join("Ada").await, server.guest("Ben").await);
    let table = asked(&mut ada, challenge_to(create(2), &[(1, ben.player.id)])).await;
    let quick = Command::Quick {
        request: fresh_id(),
        game: "martian-chess".to_owned(),
        seats: 2,
        clock: cydonia_protocol::TimeControl::None {},
        rated: false,
    };
    assert_ne!(asked(&mut ada, quick).await, table);
}

#[tokio::test]
async fn challenges_come_from_whom_one_takes_them() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let mut hers = server.connect(Some(&ada)).await;
    let mut registered = accounts::guest(&server, "Cleo").await;
    accounts::set_password(&mut registered, &server, accounts::GOOD).await;
    let mut cleo = registered.socket(&server).await;
    for (from, guest, registered) in [
        (ChallengesFrom::Everyone, true, true),
        (ChallengesFrom::Registered, false, true),
        (ChallengesFrom::Followed, false, false),
        (ChallengesFrom::Nobody, false, false),
    ] {
        reach(&server, &ben, from, true).await;
        for (client, takes) in [(&mut hers, guest), (&mut cleo, registered)] {
            match takes {
                true => drop(asked(client, challenge(&ben)).await),
                false => refused(client, challenge(&ben), ErrorCode::NoChallenges).await,
            }
        }
    }
    // Those whom he follows are welcome but for the last.
    fine::<cydonia_protocol::FollowList>(follow(&server, &ben, &ada)).await;
    refused(&mut hers, challenge(&ben), ErrorCode::NoChallenges).await;
    for from in [ChallengesFrom::Followed, ChallengesFrom::Registered] {
        reach(&server, &ben, from, true).await;
        asked(&mut hers, challenge(&ben)).await;
    }
}

#[tokio::test]
async fn nobody_challenges_nobody_themselves_or_a_computer_or_for_a_seat_that_is_not_to_be_had() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let mut hers = server.connect(Some(&ada)).await;
    let (hers_id, his_id) = (ada.player.id, ben.player.id);
    for (people, code) in [
        (vec![(1, fresh_id())], ErrorCode::NoPlayer),
        (vec![(1, hers_id)], ErrorCode::BadContact),
        (vec![(1, cydonia_protocol::COMPUTERS[0])], ErrorCode::BadContact),
        (vec![(1, his_id), (2, his_id)], ErrorCode::BadContact),
        (vec![(0, his_id)], ErrorCode::SeatTaken),
        (vec![(1, his_id), (1, hers_id)], ErrorCode::SeatTaken),
        (vec![(3, his_id)], ErrorCode::BadSeat),
    ] {
        refused(&mut hers, challenge_to(hidden(create(3)), &people), code).await;
    }
    let nothing = json!({ "challenges": "enemies", "shows_online": true });
    let unknown = ask(&server, &ben, Method::PUT, super::CONTACT).json(&nothing);
    assert_eq!(code(unknown).await, ErrorCode::BadMessage);
    let mut lines = own_games::follow(&server, &ben).await;
    assert!(own_games::tables(&mut lines).await.is_empty(), "a refusal changes nothing");
}

fn known(client: &TestClient) -> Guest {
    Guest { player: client.player.clone().expect("somebody"), token: String::new() }
}

/// A house that may send to a push service, and Ben, who has a subscription and looks at nothing.
async fn away() -> (TestServer, PushService, Guest, Subscriber) {
    let service = PushService::open().await;
    let server = TestServerBuilder::new().push(service.settings()).start().await;
    let (ben, browser) = (server.guest("Ben").await, Subscriber::new(2));
    let request = browser.request(&service, "/ben");
    fine::<cydonia_protocol::PushStatus>(ask(&server, &ben, Method::POST, "/api/v1/push").json(&request))
        .await;
    (server, service, ben, browser)
}

#[tokio::test]
async fn whoever_is_challenged_and_not_here_is_told_by_web_push() {
    let (server, mut service, ben, browser) = away().await;
    let mut ada = server.join("Ada").await;
    fine::<cydonia_protocol::FollowList>(follow(&server, &ben, &known(&ada))).await;
    let table = asked(&mut ada, challenge_to(slow(), &[(1, ben.player.id)])).await;
    server.advance(limits::PUSH_SETTLE);
    let message = browser.open(&service.next().await);
    let told = &message.tables[0];
    assert_eq!((message.count, told.table, told.why), (1, table, PushReason::Challenge));
    assert_eq!(told.with, ["Ada"]);
}

#[tokio::test]
async fn a_challenge_that_was_seen_or_answered_is_not_told() {
    let (server, mut service, ben, browser) = away().await;
    let (mut ada, mut his) = (server.join("Ada").await, server.connect(Some(&ben)).await);
    fine::<cydonia_protocol::FollowList>(follow(&server, &ben, &known(&ada))).await;
    let declined = asked(&mut ada, challenge_to(slow(), &[(1, ben.player.id)])).await;
    his.call(Command::Stand { table: declined }).await.expect("declined");
    let seen = asked(&mut ada, challenge_to(slow(), &[(1, ben.player.id)])).await;
    his.call(watch(seen)).await.expect("he looks");
    his.call(Command::Unwatch { table: seen }).await.expect("he looks away");
    let last = asked(&mut ada, challenge_to(slow(), &[(1, ben.player.id)])).await;
    server.advance(limits::PUSH_SETTLE);
    let message = browser.open(&service.next().await);
    assert_eq!((message.count, message.tables[0].table), (1, last));
    assert!(service.is_quiet());
}
