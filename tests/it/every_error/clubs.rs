//! What is refused to whoever founds clubs, joins them, or has a say in them.

use cydonia_protocol::{ErrorCode, SanctionKind};
use cydonia_server::limits;
use cydonia_tests::{Guest, TestServer};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use uuid::Uuid;

use super::requests::refused;
use crate::browser::Browser;
use crate::clubs::{found, join, leave};
use crate::moderation::{against, house, impose};
use crate::support::create;
use crate::tournaments::registered;
use crate::{seat_keys, tokens};

const LIST: &str = "GET /api/v1/clubs";
const FOUND: &str = "POST /api/v1/clubs";
const READ: &str = "GET /api/v1/clubs/{id}";
const CHANGE: &str = "PUT /api/v1/clubs/{id}";
const CLOSE: &str = "DELETE /api/v1/clubs/{id}";
const JOIN: &str = "PUT /api/v1/clubs/{id}/membership";
const LEAVE: &str = "DELETE /api/v1/clubs/{id}/membership";
const EXPEL: &str = "DELETE /api/v1/clubs/{id}/members/{player}";
const ADMIT: &str = "PUT /api/v1/clubs/{id}/members/{player}";
const HAND_OVER: &str = "PUT /api/v1/clubs/{id}/owner";

/// Everything that changes something.
const CHANGES: [&str; 8] = [FOUND, CHANGE, CLOSE, JOIN, LEAVE, EXPEL, ADMIT, HAND_OVER];

/// A house with a club.
struct Asked {
    server: TestServer,
    /// The club, and one that there is not.
    clubs: [Uuid; 2],
    /// Whoever members are put out and made owners of.
    player: Uuid,
}

impl Asked {
    fn ask(&self, name: &str, who: Option<&Guest>, club: usize, body: Option<Value>) -> RequestBuilder {
        let (method, path) = name.split_once(' ').expect("a method and a path");
        let method: Method = method.parse().expect("a method");
        let path = path.replace("{id}", &self.clubs[club].to_string());
        let path = path.replace("{player}", &self.player.to_string());
        let request = Client::new().request(method, self.server.url(&path));
        let request = match body.or_else(|| self.body(name)) {
            Some(body) => request.json(&body),
            None => request,
        };
        match who {
            Some(guest) => request.bearer_auth(&guest.token),
            None => request,
        }
    }

    /// What such a request wants to be told, as it is taken.
    fn body(&self, name: &str) -> Option<Value> {
        match name {
            FOUND | CHANGE => Some(json!({ "name": "Another", "about": "" })),
            HAND_OVER => Some(json!({ "player": self.player })),
            _ => None,
        }
    }
}

/// Has a house say no to every such request; gives what was asked, as the page has it, and the code.
pub(super) async fn provoke() -> Vec<(&'static str, ErrorCode)> {
    let (server, mia) = house().await;
    let (ada, ben) = (registered(&server, "Ada").await, registered(&server, "Ben").await);
    let guest = server.guest("Cleo").await;
    let banned = server.guest("Dora").await;
    impose(&server, &mia, &against(SanctionKind::Ban, &banned, None)).send().await.expect("an answer");
    let muted = server.guest("Emil").await;
    impose(&server, &mia, &against(SanctionKind::Mute, &muted, None)).send().await.expect("an answer");
    let reader = tokens::token(&server, &ada, &[]).await;
    let table =
        server.connect(Some(&ada)).await.call(create(2)).await.expect("a table").table.expect("its id");
    let key = seat_keys::key(&server, &ada, table).await;
    let by_link = Browser::guest_at_seat(&server, table, &key).await;
    let club = found(&server, &ada, "Red Canal").await;
    let asked = Asked { player: ben.player.id, clubs: [club, Uuid::nil()], server };

    let list = Client::new().get(asked.server.url("/api/v1/clubs?limit=0"));
    let mut all = vec![
        (LIST, list, ErrorCode::BadQuery),
        (READ, asked.ask(READ, None, 1, None), ErrorCode::NoClub),
        (FOUND, asked.ask(FOUND, Some(&guest), 0, None), ErrorCode::NoAccount),
        (JOIN, asked.ask(JOIN, Some(&guest), 0, None), ErrorCode::NoAccount),
        (JOIN, asked.ask(JOIN, Some(&banned), 0, None), ErrorCode::Banned),
        (LEAVE, asked.ask(LEAVE, Some(&ben), 0, None), ErrorCode::NotMember),
        (EXPEL, asked.ask(EXPEL, Some(&ada), 0, None), ErrorCode::NotMember),
        (HAND_OVER, asked.ask(HAND_OVER, Some(&ada), 0, None), ErrorCode::NotMember),
        (HAND_OVER, asked.ask(HAND_OVER, Some(&ada), 0, Some(json!({}))), ErrorCode::BadMessage),
    ];
    for name in [FOUND, CHANGE] {
        all.extend([
            (name, asked.ask(name, Some(&banned), 0, None), ErrorCode::Banned),
            (name, asked.ask(name, Some(&muted), 0, None), ErrorCode::Muted),
        ]);
        for (odd, code) in [
            (json!({ "name": "Another", "motto": "" }), ErrorCode::BadMessage),
            (json!({ "name": "" }), ErrorCode::BadName),
            (json!({ "name": "Another", "about": "See https://example.org/" }), ErrorCode::BadClub),
        ] {
            all.push((name, asked.ask(name, Some(&ada), 0, Some(odd)), code));
        }
    }
    for name in CHANGES {
        let foreign = asked.ask(name, None, 0, None).header("origin", "http://elsewhere.example");
        all.extend([
            (name, foreign, ErrorCode::BadOrigin),
            (name, asked.ask(name, None, 0, None), ErrorCode::NoSession),
            (name, asked.ask(name, Some(&by_link), 0, None), ErrorCode::SeatOnly),
            (name, asked.ask(name, Some(&reader), 0, None), ErrorCode::NoScope),
        ]);
        if name != FOUND {
            all.push((name, asked.ask(name, Some(&ben), 1, None), ErrorCode::NoClub));
        }
        if [CHANGE, CLOSE, EXPEL, ADMIT, HAND_OVER].contains(&name) {
            all.push((name, asked.ask(name, Some(&guest), 0, None), ErrorCode::NotOwner));
        }
    }
    let mut seen = Vec::new();
    for (name, request, code) in all {
        refused(name, request, code).await;
        seen.push((name, code));
    }
    seen.extend(provoke_among_members(asked, &ada, &ben).await);
    seen
}

/// What takes members: Ben, who joins and is put out, and whoever has as many clubs as one may.
async fn provoke_among_members(mut asked: Asked, ada: &Guest, ben: &Guest) -> Vec<(&'static str, ErrorCode)> {
    let mut seen = Vec::new();
    let club = asked.clubs[0];
    asked.player = ada.player.id;
    refused(EXPEL, asked.ask(EXPEL, Some(ada), 0, None), ErrorCode::BadContact).await;
    seen.push((EXPEL, ErrorCode::BadContact));
    // As many as one may own; each has a name of its own.
    join(&asked.server, club, ben).await;
    asked.player = ben.player.id;
    let mut bens = Vec::new();
    for number in 0..limits::CLUBS_OWNED {
        bens.push(found(&asked.server, ben, &format!("Club {number}")).await);
    }
    let taken = || Some(json!({ "name": "Club 0" }));
    for (name, who, body, code) in [
        (FOUND, ben, None, ErrorCode::TooMany),
        (HAND_OVER, ada, None, ErrorCode::TooMany),
        (FOUND, ada, taken(), ErrorCode::ClubNameTaken),
        (CHANGE, ada, taken(), ErrorCode::ClubNameTaken),
    ] {
        refused(name, asked.ask(name, Some(who), 0, body), code).await;
        seen.push((name, code));
    }
    let put_out = asked.ask(EXPEL, Some(ada), 0, None).send().await.expect("an answer");
    put_out.error_for_status().expect("put out");
    refused(JOIN, asked.ask(JOIN, Some(ben), 0, None), ErrorCode::Expelled).await;
    seen.push((JOIN, ErrorCode::Expelled));
    let block = asked.server.url(&format!("/api/v1/blocks/{}", ben.player.id));
    let blocked = Client::new().put(block).bearer_auth(&ada.token).send().await.expect("an answer");
    blocked.error_for_status().expect("blocked");
    refused(JOIN, asked.ask(JOIN, Some(ben), 0, None), ErrorCode::Blocked).await;
    seen.push((JOIN, ErrorCode::Blocked));
    // As many as one may belong to: those of others who have left them.
    let (cleo, other) =
        (registered(&asked.server, "Other Cleo").await, registered(&asked.server, "Fred").await);
    for number in 1..limits::CLUBS_JOINED {
        let id = found(&asked.server, &cleo, &format!("Cleo’s {number}")).await;
        join(&asked.server, id, &other).await;
        leave(&asked.server, id, &cleo).await;
    }
    join(&asked.server, bens[0], &other).await;
    refused(JOIN, asked.ask(JOIN, Some(&other), 0, None), ErrorCode::TooMany).await;
    seen.push((JOIN, ErrorCode::TooMany));
    seen
}
