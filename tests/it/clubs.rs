//! Clubs: whoever has an account founds one, others join, and it is somebody's as long as anybody belongs to it.

mod members;

use cydonia_protocol::{AuditPage, Club, ClubPage, Command, ModeratorAction, SeatState};
use cydonia_server::limits;
use cydonia_tests::{Guest, TestServer};
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::moderation::house;
use crate::support::create;
use crate::tournaments::registered;

/// The request's own path is below this.
const ALL: &str = "/api/v1/clubs";

pub(crate) fn ask(server: &TestServer, method: Method, path: &str, who: &Guest) -> RequestBuilder {
    Client::new().request(method, server.url(&format!("{ALL}{path}"))).bearer_auth(&who.token)
}

async fn fine(request: RequestBuilder) -> Club {
    let answer = request.send().await.expect("an answer");
    let (status, text) = (answer.status(), answer.text().await.expect("a body"));
    assert_eq!(status, StatusCode::OK, "{text}");
    serde_json::from_str(&text).expect("a club")
}

async fn code(request: RequestBuilder) -> String {
    let answer = request.send().await.expect("an answer");
    assert!(!answer.status().is_success());
    answer.json::<Value>().await.expect("a problem")["code"].as_str().expect("a code").to_owned()
}

pub(crate) async fn found(server: &TestServer, owner: &Guest, name: &str) -> Uuid {
    fine(ask(server, Method::POST, "", owner).json(&json!({ "name": name }))).await.summary.id
}

pub(crate) async fn join(server: &TestServer, id: Uuid, who: &Guest) -> Club {
    fine(ask(server, Method::PUT, &format!("/{id}/membership"), who)).await
}

pub(crate) async fn leave(server: &TestServer, id: Uuid, who: &Guest) -> Club {
    fine(ask(server, Method::DELETE, &format!("/{id}/membership"), who)).await
}

async fn read(server: &TestServer, id: Uuid) -> Club {
    server.get(&format!("{ALL}/{id}")).await
}

/// The names of the clubs on a page.
fn names(page: &ClubPage) -> Vec<&str> {
    page.clubs.iter().map(|club| club.name.as_str()).collect()
}

#[tokio::test]
async fn a_club_is_founded_found_and_called_otherwise() {
    let server = TestServer::start().await;
    let (ada, ben) = (registered(&server, "Ada").await, registered(&server, "Ben").await);
    let about = "We play on Fridays.\nCome along!";
    let request =
        ask(&server, Method::POST, "", &ada).json(&json!({ "name": "  Red   Canal ", "about": about }));
    let club = fine(request).await;
    assert_eq!((club.summary.name.as_str(), club.summary.about.as_str()), ("Red Canal", about));
    assert_eq!((&club.summary.owner.id, club.summary.members), (&ada.player.id, 1));
    assert_eq!(club.roster.iter().map(|one| one.player.id).collect::<Vec<_>>(), [ada.player.id]);
    assert_eq!((club.summary.founded_ms, club.roster[0].joined_ms), (server.now_ms(), server.now_ms()));
    let other = found(&server, &ben, "Redoubt").await;
    found(&server, &ben, "Élysium").await;
    for (query, expected) in [
        ("", &["Élysium", "Redoubt", "Red Canal"][..]),
        ("?name=red", &["Redoubt", "Red Canal"]),
        ("?name=REDC", &["Red Canal"]),
        ("?name=elys", &["Élysium"]),
        ("?name=canal", &[]),
        (&format!("?player={}", ada.player.id), &["Red Canal"]),
        (&format!("?player={}&name=e", ben.player.id), &["Élysium"]),
        (&format!("?player={}", Uuid::nil()), &[]),
    ] {
        let page: ClubPage = server.get(&format!("{ALL}{query}")).await;
        assert_eq!((names(&page).as_slice(), &page.next), (expected, &None), "{query}");
    }
    let page: ClubPage = server.get(&format!("{ALL}?limit=2")).await;
    let next = page.next.clone().expect("there is one more");
    let rest: ClubPage = server.get(&format!("{ALL}?limit=2&cursor={next}")).await;
    assert_eq!(
        (names(&page), names(&rest), &rest.next),
        (vec!["Élysium", "Redoubt"], vec!["Red Canal"], &None)
    );
    // What looks like another's name is taken; one's own is not, however it is written.
    let path = format!("/{other}");
    let called = |name: &str| ask(&server, Method::PUT, &path, &ben).json(&json!({ "name": name }));
    assert_eq!(code(called("red canaI")).await, "club_name_taken");
    let again = ask(&server, Method::POST, "", &ben).json(&json!({ "name": "REDCANAL" }));
    assert_eq!(code(again).await, "club_name_taken");
    let club = fine(called("RE-DOUBT")).await;
    assert_eq!((club.summary.name.as_str(), club.summary.about.as_str()), ("RE-DOUBT", ""));
    // What is closed is gone, and its name is free.
    let closed = fine(ask(&server, Method::DELETE, &path, &ben)).await;
    assert_eq!((closed.summary.id, closed.roster.len()), (other, 1));
    assert_eq!(code(ask(&server, Method::GET, &path, &ben)).await, "no_club");
    found(&server, &ada, "Redoubt").await;
}

#[tokio::test]
async fn a_club_shows_the_public_tables_at_which_its_members_sit() {
    let server = TestServer::start().await;
    let (ada, ben) = (registered(&server, "Ada").await, registered(&server, "Ben").await);
    let id = found(&server, &ada, "Red Canal").await;
    join(&server, id, &ben).await;
    let stranger = server.guest("Cleo").await;
    let mut lines = Vec::new();
    for guest in [&ada, &ben, &stranger] {
        lines.push(server.connect(Some(guest)).await);
    }
    let table = async |line: &mut cydonia_tests::TestClient, wish: Command| {
        line.call(wish).await.expect("a table").table.expect("its id")
    };
    let open = table(&mut lines[0], create(2)).await;
    let on = table(&mut lines[2], create(2)).await;
    lines[1].call(Command::Sit { table: on, seat: None, key: None }).await.expect("a seat");
    // None of these are theirs, or anybody's to see.
    let mut private = create(2);
    if let Command::Create { private, .. } = &mut private {
        *private = true;
    }
    table(&mut lines[0], private).await;
    let mut challenge = create(2);
    if let Command::Create { challenged, .. } = &mut challenge {
        *challenged = vec![cydonia_protocol::ChallengedSeat { seat: 1, player: ada.player.id }];
    }
    table(&mut lines[2], challenge).await;
    table(&mut lines[2], create(3)).await;
    let club = read(&server, id).await;
    assert_eq!(club.tables.iter().map(|info| info.id).collect::<Vec<_>>(), [on, open]);
    let sits = |seat: &SeatState| seat.sitter().is_some_and(|player| player.id == ben.player.id);
    assert!(club.tables[0].seats.iter().any(sits));
    // What is over is looked up elsewhere.
    lines[1].call(Command::Resign { table: on }).await.expect("resigned");
    assert_eq!(read(&server, id).await.tables.len(), 1);
    leave(&server, id, &ada).await;
    assert_eq!(read(&server, id).await.tables, []);
}

#[tokio::test]
async fn a_moderator_closes_a_club_and_that_stands_in_the_log() {
    let (server, mia) = house().await;
    let ada = registered(&server, "Ada").await;
    let id = found(&server, &ada, "Red Canal").await;
    fine(ask(&server, Method::DELETE, &format!("/{id}"), &mia)).await;
    let log = Client::new().get(server.url("/api/v1/moderation/log")).bearer_auth(&mia.token);
    let log: AuditPage = log.send().await.expect("an answer").json().await.expect("a page");
    let entry = &log.entries[0];
    assert_eq!((entry.action, entry.by.id), (ModeratorAction::ClubClosed, mia.player.id));
    assert_eq!(entry.player.as_ref().map(|player| player.id), Some(ada.player.id));
    assert_eq!(entry.text.as_deref(), Some("Red Canal"));
    // What an owner closes is nobody else's matter.
    let id = found(&server, &ada, "Red Canal").await;
    fine(ask(&server, Method::DELETE, &format!("/{id}"), &ada)).await;
    let log = Client::new().get(server.url("/api/v1/moderation/log")).bearer_auth(&mia.token);
    let log: AuditPage = log.send().await.expect("an answer").json().await.expect("a page");
    assert_eq!(log.entries.len(), 1);
}

#[tokio::test]
async fn somebody_owns_few_clubs_and_belongs_to_some_more() {
    let server = TestServer::start().await;
    let (ada, ben) = (registered(&server, "Ada").await, registered(&server, "Ben").await);
    let mut joined = 0;
    let mut last = Uuid::nil();
    while joined < limits::CLUBS_JOINED {
        let mut own = Vec::new();
        for _ in 0..limits::CLUBS_OWNED {
            own.push(found(&server, &ada, &format!("Club {}", joined + own.len() as i64)).await);
        }
        let one_more = ask(&server, Method::POST, "", &ada).json(&json!({ "name": "One more" }));
        assert_eq!(code(one_more).await, "too_many");
        for id in own {
            if joined < limits::CLUBS_JOINED {
                join(&server, id, &ben).await;
                joined += 1;
                leave(&server, id, &ada).await;
            } else {
                last = id;
            }
        }
    }
    // Somebody it must be, also if they own as many as one may.
    assert_eq!(code(ask(&server, Method::PUT, &format!("/{last}/membership"), &ben)).await, "too_many");
    let page: ClubPage = server.get(&format!("{ALL}?player={}", ben.player.id)).await;
    assert_eq!(page.clubs.len() as i64, limits::CLUBS_JOINED);
    assert!(page.clubs.iter().all(|club| club.owner.id == ben.player.id));
}
