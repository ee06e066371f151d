//! What is refused about contacts: over a socket, and by requests.

use cydonia_protocol::{ChallengesFrom, Command, ContactSettings, ErrorCode, Phrase, Room, Words};
use cydonia_tests::{Guest, TestServer, fresh_id};
use reqwest::{Client, Method};
use serde_json::json;

use super::accounts::House;
use crate::contacts::{ask, block, challenge_to, fill, reach, unblock};
use crate::support::{create, refused, say, seated_guests, sit, watch};

/// Has a server say no over its sockets in every way that has to do with who knows whom.
pub(super) async fn provoke(server: &TestServer) {
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let (mut hers, mut his) = (server.connect(Some(&ada)).await, server.connect(Some(&ben)).await);
    let challenge = |player| challenge_to(create(2), &[(1, player)]);
    refused(&mut hers, challenge(fresh_id()), ErrorCode::NoPlayer).await;
    refused(&mut hers, challenge(ada.player.id), ErrorCode::BadContact).await;
    reach(server, &ben, ChallengesFrom::Nobody, true).await;
    refused(&mut hers, challenge(ben.player.id), ErrorCode::NoChallenges).await;
    reach(server, &ben, ChallengesFrom::Everyone, true).await;
    let table = hers.call(create(2)).await.expect("a table").table.expect("its id");
    block(server, &ada, &ben).send().await.expect("an answer");
    refused(&mut his, challenge(ada.player.id), ErrorCode::Blocked).await;
    refused(&mut his, sit(table), ErrorCode::Blocked).await;
    his.call(watch(table)).await.expect("he looks on");
    let hello = Words::Phrase { phrase: Phrase::Hello };
    refused(&mut his, say(table, Room::Watchers, hello), ErrorCode::Blocked).await;
    unblock(server, &ada, &ben).send().await.expect("an answer");

    let (over, [cleo, dan], mut players) = seated_guests(server, create(2)).await;
    players[0].call(Command::Resign { table: over }).await.expect("resigned");
    block(server, &cleo, &dan).send().await.expect("an answer");
    refused(&mut players[0], Command::Rematch { table: over }, ErrorCode::Blocked).await;
}

const FOLLOW: &str = "PUT /api/v1/follows/{id}";
const BLOCK: &str = "PUT /api/v1/blocks/{id}";
const KEEP: &str = "PUT /api/v1/session/contact";

/// What changes something.
const CHANGES: [&str; 5] = [FOLLOW, "DELETE /api/v1/follows/{id}", BLOCK, "DELETE /api/v1/blocks/{id}", KEEP];

/// Has a house refuse whatever can be refused; gives what was asked, as the page has it, and the code.
pub(super) async fn provoke_requests(house: &mut House, program: &str, at_seat: &str) {
    let reads = ["GET /api/v1/follows", "GET /api/v1/blocks", "GET /api/v1/session/contact"];
    let settings = json!(ContactSettings::default());
    for name in reads.into_iter().chain(CHANGES) {
        let asked = house.ask(name, None, &settings);
        house.refuses(name, asked.try_clone().expect("a request"), ErrorCode::NoSession).await;
        for (token, code) in [(program, ErrorCode::NoScope), (at_seat, ErrorCode::SeatOnly)] {
            house.refuses(name, asked.try_clone().expect("a request").bearer_auth(token), code).await;
        }
    }
    let (ada, ben) = (house.server.guest("Ada").await, house.server.guest("Ben").await);
    for name in CHANGES {
        let (method, path) = name.split_once(' ').expect("a method and a path");
        let method: Method = method.parse().expect("a method");
        let foreign = Client::new().request(method, house.server.url(&path.replace("{id}", "1")));
        let foreign = foreign.header("origin", "http://elsewhere.example").json(&settings);
        house.refuses(name, foreign, ErrorCode::BadOrigin).await;
        if name != KEEP {
            house.refuses(name, of(house, name, &ada, "nobody"), ErrorCode::NoPlayer).await;
        }
    }
    let odd = of(house, KEEP, &ada, "").json(&json!({ "odd": true }));
    house.refuses(KEEP, odd, ErrorCode::BadMessage).await;
    let (her_id, his_id) = (ada.player.id.to_string(), ben.player.id.to_string());
    for name in [FOLLOW, BLOCK] {
        house.refuses(name, of(house, name, &ada, &her_id), ErrorCode::BadContact).await;
    }
    block(&house.server, &ben, &ada).send().await.expect("an answer");
    house.refuses(FOLLOW, of(house, FOLLOW, &ada, &his_id), ErrorCode::Blocked).await;
    unblock(&house.server, &ben, &ada).send().await.expect("an answer");
    for (name, list) in [(FOLLOW, "follows"), (BLOCK, "blocks")] {
        fill(&house.server, list, &ada).await;
        house.refuses(name, of(house, name, &ada, &his_id), ErrorCode::TooMany).await;
    }
}

/// A request as the page names it, of somebody and about somebody.
fn of(house: &House, name: &str, guest: &Guest, about: &str) -> reqwest::RequestBuilder {
    let (method, path) = name.split_once(' ').expect("a method and a path");
    ask(&house.server, guest, method.parse().expect("a method"), &path.replace("{id}", about))
}
