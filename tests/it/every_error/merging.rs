//! What is refused to whoever would be one with somebody else.

use cydonia_protocol::{ErrorCode, SanctionKind};
use cydonia_server::limits;
use cydonia_tests::{Guest, TestServer};
use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};

use super::requests::refused;
use crate::accounts::GOOD;
use crate::moderation::{against, house, impose};
use crate::support::{create, database};
use crate::tokens;
use crate::tournaments::registered;

const MERGE: &str = "POST /api/v1/account/merge";
const SIGN_IN: &str = "POST /api/v1/sign-in";

struct House {
    server: TestServer,
    seen: Vec<(&'static str, ErrorCode)>,
}

impl House {
    fn ask(&self, name: &str, token: Option<&str>, body: &Value) -> RequestBuilder {
        let path = name.split_once(' ').expect("a method and a path").1;
        let host = format!("localhost:{}", self.server.address.port());
        let request = Client::new().post(self.server.url(path)).json(body);
        let request = request.header("origin", format!("http://{host}")).header("host", host);
        match token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    async fn refuses(&mut self, name: &'static str, token: Option<&str>, body: &Value, code: ErrorCode) {
        refused(name, self.ask(name, token, body), code).await;
        self.seen.push((name, code));
    }
}

fn with(name: &str, password: &str) -> Value {
    json!({ "by": "password", "name": name, "password": password })
}

/// Signing in as Ada, whose part one would be.
fn sign_in() -> Value {
    json!({ "with": with("Ada", GOOD), "bearer": true, "merge": true })
}

/// Has a house refuse whatever may be; gives what was asked, as the page has it, and the code.
pub(super) async fn provoke() -> Vec<(&'static str, ErrorCode)> {
    let (server, mia) = house().await;
    let ada = registered(&server, "Ada").await;
    let (ben, cleo) = (registered(&server, "Ben").await, registered(&server, "Cleo").await);
    let [dan, eve] = [server.guest("Dan").await, server.guest("Eve").await];
    let program = tokens::token(&server, &ada, &[]).await.token;
    let table =
        server.connect(Some(&ben)).await.call(create(2)).await.expect("a table").table.expect("its id");
    let link = crate::sessions::played::key(&server, &ben, table).await;
    let at_seat = crate::browser::Browser::guest_at_seat(&server, table, &link).await.token;
    let mut house = House { server, seen: Vec::new() };
    let own = json!({ "with": with("Ada", GOOD) });
    for (name, body) in [(MERGE, &own), (SIGN_IN, &sign_in())] {
        house.refuses(name, None, body, ErrorCode::NoSession).await;
        house.refuses(name, Some(&at_seat), body, ErrorCode::SeatOnly).await;
        house.refuses(name, Some(&program), body, ErrorCode::NoScope).await;
        house.refuses(name, Some(&ada.token), body, ErrorCode::BadMerge).await;
    }
    let foreign =
        house.ask(MERGE, None, &own).header("cookie", "a=b").header("origin", "http://elsewhere.example");
    refused(MERGE, foreign, ErrorCode::BadOrigin).await;
    house.seen.push((MERGE, ErrorCode::BadOrigin));
    let unasked = json!({ "with": {
        "by": "passkey", "ceremony": "0", "credential": "", "client_data": "", "authenticator_data": "", "signature": "",
        "user": "",
    } });
    for (body, code) in [
        (json!({ "odd": true }), ErrorCode::BadMessage),
        (unasked, ErrorCode::BadPasskey),
        (json!({ "with": with("Cleo", "guessed") }), ErrorCode::WrongCredentials),
        (json!({ "with": with("Ben", GOOD) }), ErrorCode::StillSeated),
    ] {
        house.refuses(MERGE, Some(&ada.token), &body, code).await;
    }
    house.refuses(MERGE, Some(&dan.token), &own, ErrorCode::NoAccount).await;
    held_against_them(&mut house, &mia, [&ada, &cleo], [&dan, &eve]).await;
    for _ in 0..limits::GUESSES {
        house
            .ask(MERGE, Some(&ada.token), &json!({ "with": with("Fay", "guessed") }))
            .send()
            .await
            .expect("an answer");
    }
    house.refuses(MERGE, Some(&ada.token), &json!({ "with": with("Fay", GOOD) }), ErrorCode::TooFast).await;
    as_many_as_may(&mut house, &ada).await;
    house.server.advance(limits::FRESH);
    house.refuses(MERGE, Some(&ada.token), &own, ErrorCode::NotFresh).await;
    house.seen
}

/// Who is muted or banned becomes part of nobody.
async fn held_against_them(
    house: &mut House,
    mia: &Guest,
    [ada, cleo]: [&Guest; 2],
    [dan, eve]: [&Guest; 2],
) {
    let cleos = json!({ "with": with("Cleo", GOOD) });
    impose(&house.server, mia, &against(SanctionKind::Mute, cleo, None)).send().await.expect("an answer");
    house.refuses(MERGE, Some(&ada.token), &cleos, ErrorCode::Muted).await;
    impose(&house.server, mia, &against(SanctionKind::Ban, cleo, None)).send().await.expect("an answer");
    house.refuses(MERGE, Some(&ada.token), &cleos, ErrorCode::Banned).await;
    for (kind, guest, code) in
        [(SanctionKind::Ban, dan, ErrorCode::Banned), (SanctionKind::Mute, eve, ErrorCode::Muted)]
    {
        impose(&house.server, mia, &against(kind, guest, None)).send().await.expect("an answer");
        house.refuses(SIGN_IN, Some(&guest.token), &sign_in(), code).await;
    }
}

/// Nobody was more people than that.
async fn as_many_as_may(house: &mut House, ada: &Guest) {
    for number in 0..limits::MERGED {
        house.server.guest(&format!("Part {number}")).await;
    }
    let parts = "INSERT INTO merges (player, into_player, after_game, ms, done)
         SELECT id, (SELECT id FROM players WHERE name = 'Ada'), 0, 0, TRUE FROM players WHERE name LIKE 'Part %'";
    database(&house.server).await.run(parts).await;
    let guest = house.server.guest("Gil").await;
    house.refuses(SIGN_IN, Some(&guest.token), &sign_in(), ErrorCode::TooMany).await;
    registered(&house.server, "Hal").await;
    house.refuses(MERGE, Some(&ada.token), &json!({ "with": with("Hal", GOOD) }), ErrorCode::TooMany).await;
}
