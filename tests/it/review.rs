//! Shared reviews: everybody sees what the leader shows, and the lead is never nobody's.

use cydonia_protocol::{Command, ErrorCode, ReviewPlace, Reviewer, ServerMessage};
use cydonia_server::limits;
use cydonia_tests::{TestClient, TestServer, fresh_id};
use uuid::Uuid;

use crate::contacts::block;
use crate::support::{create, database, hidden, play_on, refused, seated};

/// How a review stands, as it was last told to a socket.
struct Told {
    you: u32,
    leader: u32,
    people: Vec<Reviewer>,
    place: Option<ReviewPlace>,
}

async fn told(client: &mut TestClient) -> Told {
    loop {
        if let ServerMessage::Review { you, leader, people, place, .. } = client.next().await {
            return Told { you, leader, people, place };
        }
    }
}

async fn shown(client: &mut TestClient) -> ReviewPlace {
    loop {
        if let ServerMessage::Shown { place, .. } = client.next().await {
            return place;
        }
    }
}

fn join(review: Uuid, table: Uuid) -> Command {
    Command::Review { review, table, key: None }
}

fn show(review: Uuid, step: u32, line: &[&str]) -> Command {
    let line: Vec<String> = line.iter().map(|entry| (*entry).to_owned()).collect();
    let shown = line.len() as u32;
    Command::Show { review, place: ReviewPlace { step, line, shown } }
}

/// A game that was given up.
async fn finished(server: &TestServer) -> (Uuid, Vec<TestClient>) {
    let (table, mut players) = seated(server, 2).await;
    play_on(table, &mut players, 4, &mut fastrand::Rng::with_seed(5)).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    (table, players)
}

#[tokio::test]
async fn all_who_take_part_see_what_the_leader_shows_and_come_late_to_where_they_are() {
    let server = TestServer::start().await;
    let (table, mut players) = finished(&server).await;
    let mut nobody = server.connect(None).await;
    let review = fresh_id();
    players[0].call(join(review, table)).await.expect("begun");
    players[0].call(show(review, 2, &[])).await.expect("shown");
    nobody.send(join(review, table)).await;
    let here = told(&mut nobody).await;
    assert_eq!((here.you, here.leader), (1, 0));
    assert_eq!(here.place.map(|place| place.step), Some(2), "whoever comes late is told where they are");
    assert_eq!(here.people[0].name.as_deref(), Some("Ada"));
    assert_eq!(here.people[1].name, None);
    players[0].call(show(review, 1, &["b2-c3", "b6-a5"])).await.expect("shown");
    let place = shown(&mut nobody).await;
    assert_eq!((place.step, place.line.len(), place.shown), (1, 2, 2));
    // Asked for twice it is the same place in it.
    nobody.send(join(review, table)).await;
    assert_eq!(told(&mut nobody).await.you, 1);
    nobody.call(Command::LeaveReview { review }).await.expect("left");
    assert_eq!(told_with(&mut players[0], 1).await.leader, 0);
}

/// The next that is told in which so many take part.
async fn told_with(client: &mut TestClient, count: usize) -> Told {
    loop {
        let told = told(client).await;
        if told.people.len() == count {
            return told;
        }
    }
}

#[tokio::test]
async fn whoever_began_leads_when_they_come_back_until_they_have_another_lead() {
    let server = TestServer::start().await;
    let (table, _players) = finished(&server).await;
    let guest = server.guest("Eve").await;
    let mut eve = server.connect(Some(&guest)).await;
    let mut ben = server.join("Ben").await;
    let review = fresh_id();
    eve.call(join(review, table)).await.expect("begun");
    ben.call(join(review, table)).await.expect("joined");
    drop(eve);
    assert_eq!(told_with(&mut ben, 1).await.leader, 1, "the one who is there leads meanwhile");
    ben.call(show(review, 3, &[])).await.expect("shown");
    let mut eve = server.connect(Some(&guest)).await;
    eve.send(join(review, table)).await;
    let back = told(&mut eve).await;
    assert_eq!((back.you, back.leader), (2, 2));
    refused(&mut ben, show(review, 1, &[]), ErrorCode::NotLeader).await;
    eve.call(Command::Lead { review, to: 1 }).await.expect("handed over");
    assert_eq!(told_with(&mut ben, 2).await.leader, 1);
    drop(eve);
    let mut eve = server.connect(Some(&guest)).await;
    eve.send(join(review, table)).await;
    assert_eq!(told(&mut eve).await.leader, 1, "it was given away");
    // A socket takes part in one review at a time.
    ben.call(join(fresh_id(), table)).await.expect("begun");
    assert_eq!(told_with(&mut eve, 1).await.leader, 3);
}

#[tokio::test]
async fn a_private_game_is_reviewed_by_those_who_may_see_it() {
    let server = TestServer::start().await;
    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    let made = ada.call(hidden(create(2))).await.expect("a table");
    let (table, key) = (made.table.expect("its id"), made.key.expect("its key"));
    ben.call(Command::Sit { table, seat: None, key: Some(key.clone()) }).await.expect("a seat");
    ada.call(Command::Resign { table }).await.expect("resigned");
    let review = fresh_id();
    ben.call(join(review, table)).await.expect("whoever played may");
    let mut eve = server.join("Eve").await;
    refused(&mut eve, join(review, table), ErrorCode::NoMatch).await;
    let with_key = Command::Review { review, table, key: Some(key) };
    eve.call(with_key).await.expect("whoever has the key may");
}

/// Has the server say no to everything about shared reviews, and carry each message of theirs out.
pub(crate) async fn provoke(server: &TestServer) {
    let (table, mut players) = finished(server).await;
    let (other, _players) = finished(server).await;
    let [ada, ben] = &mut players[..] else { panic!("two play") };
    let review = fresh_id();
    refused(ada, join(review, Uuid::nil()), ErrorCode::NoMatch).await;
    ada.call(join(review, table)).await.expect("begun");
    refused(ben, join(review, other), ErrorCode::NoMatch).await;
    refused(ben, show(review, 0, &[]), ErrorCode::NoReview).await;
    refused(ben, Command::Lead { review, to: 0 }, ErrorCode::NoReview).await;
    refused(ben, Command::LeaveReview { review }, ErrorCode::NoReview).await;
    refused(ada, Command::Lead { review, to: 9 }, ErrorCode::NoReview).await;
    for place in [
        ReviewPlace { step: 0, line: vec![String::new()], shown: 0 },
        ReviewPlace { step: 0, line: vec!["b2-c3".to_owned(); 101], shown: 0 },
        ReviewPlace { step: 0, line: vec!["b".repeat(65)], shown: 0 },
    ] {
        refused(ada, Command::Show { review, place }, ErrorCode::BadMessage).await;
    }
    ben.call(join(review, table)).await.expect("joined");
    ada.call(show(review, 0, &[])).await.expect("shown");
    assert_eq!(shown(ben).await, ReviewPlace::default());
    refused(ben, show(review, 0, &[]), ErrorCode::NotLeader).await;
    refused(ben, Command::Lead { review, to: 1 }, ErrorCode::NotLeader).await;
    let mut crowd = Vec::new();
    while crowd.len() + 2 < limits::REVIEWERS {
        let mut guest = server.connect(None).await;
        guest.call(join(review, table)).await.expect("joined");
        crowd.push(guest);
    }
    let mut late = server.connect(None).await;
    refused(&mut late, join(review, table), ErrorCode::TooMany).await;
    ada.call(Command::Lead { review, to: 1 }).await.expect("handed over");
    ada.call(Command::LeaveReview { review }).await.expect("left");
    let [host, other] = [server.guest("Grace").await, server.guest("Heidi").await];
    let hosted = fresh_id();
    let mut leads = server.connect(Some(&host)).await;
    leads.call(join(hosted, table)).await.expect("begun");
    block(server, &host, &other).send().await.expect("an answer").error_for_status().expect("blocked");
    let mut shut_out = server.connect(Some(&other)).await;
    refused(&mut shut_out, join(hosted, table), ErrorCode::Blocked).await;
    shut_out.call(join(fresh_id(), table)).await.expect("one of their own");
    let mut database = database(server).await;
    database.run("ALTER TABLE match_lines RENAME TO mislaid").await;
    refused(&mut late, join(fresh_id(), table), ErrorCode::Unavailable).await;
    database.run("ALTER TABLE mislaid RENAME TO match_lines").await;
}
