//! Contacts: who follows, challenges and blocks whom, as all of them meet it.

mod blocks;
mod challenges;

use cydonia_protocol::{
    BlockList, ChallengedSeat, ChallengesFrom, Command, ContactSettings, ErrorCode, FollowList,
    FollowedPlayer, OwnData, OwnDataLine, Problem, TimeControl,
};
use cydonia_server::limits;
use cydonia_tests::{Guest, TestServer, fresh_id, on};
use reqwest::{Client, Method, RequestBuilder};
use serde::de::DeserializeOwned;
use sqlx::Connection;
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use crate::schema::{assert_fits, closed};
use crate::support::{create, database, hidden, sit, wish};
use crate::tokens;

const CONTACT: &str = "/api/v1/session/contact";

pub(crate) fn ask(server: &TestServer, guest: &Guest, method: Method, path: &str) -> RequestBuilder {
    Client::new().request(method, server.url(path)).bearer_auth(&guest.token)
}

async fn fine<T: DeserializeOwned>(request: RequestBuilder) -> T {
    let answer = request.send().await.expect("an answer");
    assert_eq!(answer.status(), 200);
    answer.json().await.expect("a document")
}

async fn code(request: RequestBuilder) -> ErrorCode {
    request.send().await.expect("an answer").json::<Problem>().await.expect("a refusal").code
}

fn follow(server: &TestServer, by: &Guest, of: &Guest) -> RequestBuilder {
    ask(server, by, Method::PUT, &format!("/api/v1/follows/{}", of.player.id))
}

pub(crate) fn block(server: &TestServer, by: &Guest, of: &Guest) -> RequestBuilder {
    ask(server, by, Method::PUT, &format!("/api/v1/blocks/{}", of.player.id))
}

pub(crate) fn unblock(server: &TestServer, by: &Guest, of: &Guest) -> RequestBuilder {
    ask(server, by, Method::DELETE, &format!("/api/v1/blocks/{}", of.player.id))
}

async fn follows(server: &TestServer, by: &Guest) -> Vec<FollowedPlayer> {
    fine::<FollowList>(ask(server, by, Method::GET, "/api/v1/follows")).await.follows
}

pub(crate) async fn reach(
    server: &TestServer,
    guest: &Guest,
    challenges: ChallengesFrom,
    shows_online: bool,
) {
    let settings = ContactSettings { challenges, shows_online };
    let kept: ContactSettings = fine(ask(server, guest, Method::PUT, CONTACT).json(&settings)).await;
    assert_eq!(kept, settings);
}

/// A table at which somebody is challenged to sit next to whoever sets it up.
fn challenge(of: &Guest) -> Command {
    challenge_to(hidden(create(2)), &[(1, of.player.id)])
}

pub(crate) fn challenge_to(mut wish: Command, people: &[(u8, Uuid)]) -> Command {
    if let Command::Create { challenged, .. } = &mut wish {
        challenged
            .extend(people.iter().map(|(seat, player)| ChallengedSeat { seat: *seat, player: *player }));
    }
    wish
}

#[tokio::test]
async fn whoever_is_followed_is_seen_when_they_are_here_and_where_they_play() {
    let server = TestServer::start().await;
    let (ada, ben, cleo) = (server.guest("Ada").await, server.guest("Ben").await, server.guest("Cleo").await);
    let list: FollowList = fine(follow(&server, &ada, &cleo)).await;
    let first = list.follows[0].clone();
    assert_fits(&closed("follow-list"), &serde_json::to_value(&list).expect("JSON"));
    fine::<FollowList>(follow(&server, &ada, &ben)).await;
    // Whom one follows already one goes on following since then.
    server.advance(std::time::Duration::from_secs(5));
    let again: FollowList = fine(follow(&server, &ada, &cleo)).await;
    let names: Vec<&str> = again.follows.iter().map(|one| one.player.name.as_str()).collect();
    assert_eq!((names, &again.follows[1]), (vec!["Ben", "Cleo"], &first));
    assert!(again.follows.iter().all(|one| !one.online && one.playing.is_none()));

    let mut his = server.connect(Some(&ben)).await;
    let second = server.connect(Some(&ben)).await;
    let mut hers = server.connect(Some(&cleo)).await;
    let table = his.call(create(2)).await.expect("a table").table.expect("its id");
    assert_eq!(follows(&server, &ada).await[0].playing, None, "nobody plays at an open table");
    hers.call(sit(table)).await.expect("a seat");
    let seen = follows(&server, &ada).await;
    assert!(seen.iter().all(|one| one.online && one.playing == Some(table)));
    // A private game is seen by nobody, and who does not want to be seen is not.
    reach(&server, &cleo, ChallengesFrom::Everyone, false).await;
    let seen = follows(&server, &ada).await;
    assert_eq!((seen[0].online, seen[0].playing), (true, Some(table)));
    assert_eq!((seen[1].online, seen[1].playing), (false, None));
    his.call(Command::Resign { table }).await.expect("resigned");
    let private = his.call(challenge(&cleo)).await.expect("a table").table.expect("its id");
    hers.call(sit(private)).await.expect("a seat");
    assert_eq!(follows(&server, &ada).await[0].playing, None);
    // As long as one of his sockets is open he is here.
    drop(second);
    his.call(Command::Ping {}).await.expect("an answer");
    assert!(follows(&server, &ada).await[0].online);
    his.send_raw(Message::Close(None)).await;
    his.closed().await;
    until_offline(&server, &ada).await;
    // A program of his is not he.
    let program = tokens::token(&server, &ben, &[]).await;
    let mut socket = server.connect(Some(&program)).await;
    socket.call(Command::Ping {}).await.expect("an answer");
    assert!(!follows(&server, &ada).await[0].online);
    let gone = ask(&server, &ada, Method::DELETE, &format!("/api/v1/follows/{}", ben.player.id));
    let left: FollowList = fine(gone).await;
    assert_eq!(left.follows.len(), 1);
}

#[tokio::test]
async fn nobody_follows_nobody_themselves_or_a_computer_nor_more_than_they_may() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let computer =
        Guest { player: cydonia_protocol::Player::computer(3).expect("one"), token: String::new() };
    for other in [&ada, &computer] {
        assert_eq!(code(follow(&server, &ada, other)).await, ErrorCode::BadContact);
        assert_eq!(code(block(&server, &ada, other)).await, ErrorCode::BadContact);
    }
    for id in ["0199aa00-0000-7000-8000-000000000001", "somebody"] {
        for list in ["follows", "blocks"] {
            let unknown = ask(&server, &ada, Method::PUT, &format!("/api/v1/{list}/{id}"));
            assert_eq!(code(unknown).await, ErrorCode::NoPlayer);
        }
    }
    // What is not there is gone already.
    fine::<BlockList>(unblock(&server, &ada, &ben)).await;
    assert!(follows(&server, &ada).await.is_empty());
}

#[tokio::test]
async fn contacts_are_among_ones_own_data_and_go_with_it() {
    let server = TestServer::start().await;
    let (ada, ben, cleo) = (server.guest("Ada").await, server.guest("Ben").await, server.guest("Cleo").await);
    fine::<FollowList>(follow(&server, &ada, &ben)).await;
    fine::<FollowList>(follow(&server, &cleo, &ada)).await;
    fine::<BlockList>(block(&server, &ada, &cleo)).await;
    reach(&server, &ada, ChallengesFrom::Followed, false).await;
    let text = ask(&server, &ada, Method::GET, "/api/v1/account/data").send().await.expect("an answer");
    let text = text.text().await.expect("lines");
    let Ok(OwnDataLine::Own(own)) = serde_json::from_str(text.lines().next().expect("a line")) else {
        panic!("{text}")
    };
    let OwnData { follows: followed, blocks, contact, .. } = *own;
    assert_eq!((followed[0].player.id, blocks[0].player.id), (ben.player.id, cleo.player.id));
    assert_eq!(contact, ContactSettings { challenges: ChallengesFrom::Followed, shows_online: false });
    fine::<FollowList>(follow(&server, &cleo, &ben)).await;
    fine::<cydonia_protocol::Session>(ask(&server, &ben, Method::DELETE, "/api/v1/account")).await;
    assert!(follows(&server, &ada).await.is_empty() && follows(&server, &cleo).await.is_empty());
    assert_eq!(code(follow(&server, &ada, &ben)).await, ErrorCode::BadContact);
    fine::<cydonia_protocol::Session>(ask(&server, &ada, Method::DELETE, "/api/v1/account")).await;
    let mut outside = database(&server).await;
    for list in ["follows", "blocks", "contact_settings"] {
        let count = format!("SELECT count(*) FROM {list}");
        let (left,): (i64,) = on!(outside, |c| {
            sqlx::query_as(sqlx::AssertSqlSafe(count.clone())).fetch_one(c).await.expect("a number")
        });
        assert_eq!(left, 0, "{list}");
    }
}

/// Waits until nobody is seen here whom somebody follows: that a socket is gone is learnt a moment after.
async fn until_offline(server: &TestServer, by: &Guest) {
    while follows(server, by).await[0].online {
        tokio::task::yield_now().await;
    }
}

/// Puts as many strangers on a list of somebody's as it may hold.
pub(crate) async fn fill(server: &TestServer, list: &str, of: &Guest) {
    let row = match list {
        "follows" => "INSERT INTO follows (follower, followed, since_ms) VALUES ($1, $2, 0)",
        _ => "INSERT INTO blocks (blocker, blocked, since_ms) VALUES ($1, $2, 0)",
    };
    let mut outside = database(server).await;
    // In one commit.
    on!(outside, |c| {
        let mut all = c.begin().await.expect("a transaction");
        for _ in 0..limits::FOLLOWS.max(limits::BLOCKS) {
            let row = sqlx::query(row).bind(of.player.id).bind(fresh_id());
            row.execute(&mut *all).await.expect("a row");
        }
        all.commit().await.expect("kept");
    });
}

fn slow() -> Command {
    wish("martian-chess", 2, TimeControl::Correspondence { days: 3 })
}
