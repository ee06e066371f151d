//! What is refused to whoever is muted or banned, and to whoever would moderate.

use cydonia_protocol::{Command, ErrorCode, ReviewPlace, SanctionKind, TimeControl};
use cydonia_server::limits::{self, Limits};
use cydonia_tests::{Guest, Tape, TestServer, ample, fresh_id};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use uuid::Uuid;

use super::company::quick;
use super::messages::{each_refused, hello, of_a_seat};
use super::requests::refused;
use crate::accounts::GOOD;
use crate::contacts::ask;
use crate::moderation::{against, from_range, house, house_with, impose};
use crate::support::{create, sit};
use crate::tokens;

/// Has a house say no over its sockets to somebody who is muted and to somebody who is banned, on a tape.
pub(super) async fn provoke(tape: &Tape) {
    let (mut server, mia) = house().await;
    server.record_on(tape);
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let (mut hers, mut his) = (server.connect(Some(&ada)).await, server.connect(Some(&ben)).await);
    impose(&server, &mia, &against(SanctionKind::Ban, &ada, None)).send().await.expect("an answer");
    impose(&server, &mia, &against(SanctionKind::Mute, &ben, None)).send().await.expect("an answer");
    let nowhere = Uuid::nil();
    let talk = || [hello(nowhere), Command::Show { review: nowhere, place: ReviewPlace::default() }];
    let mut forbidden = of_a_seat(nowhere);
    forbidden.retain(|command| !matches!(command, Command::Stand { .. } | Command::Resign { .. }));
    forbidden.extend([create(2), quick("martian-chess", 2, TimeControl::default()), sit(nowhere)]);
    forbidden.extend(talk());
    each_refused(&mut hers, forbidden, ErrorCode::Banned).await;
    each_refused(&mut his, talk().into(), ErrorCode::Muted).await;
}

const REPORT: &str = "POST /api/v1/reports";
const REPORTS: &str = "GET /api/v1/moderation/reports";
const CLOSE: &str = "POST /api/v1/moderation/reports/{number}";
const SANCTIONS: &str = "GET /api/v1/moderation/sanctions";
const IMPOSE: &str = "POST /api/v1/moderation/sanctions";
const LIFT: &str = "DELETE /api/v1/moderation/sanctions/{number}";
const LOG: &str = "GET /api/v1/moderation/log";
const FILE: &str = "GET /api/v1/moderation/players/{id}";
const NAME: &str = "DELETE /api/v1/moderation/players/{id}/name";

/// What moderators alone ask.
const MODERATORS: [&str; 8] = [REPORTS, CLOSE, SANCTIONS, IMPOSE, LIFT, LOG, FILE, NAME];

/// A house with a moderator.
struct House {
    server: TestServer,
    seen: Vec<(&'static str, ErrorCode)>,
}

impl House {
    /// A request as the page names it, about a number or an id.
    fn ask(&self, name: &str, by: Option<&Guest>, about: &str, body: &Value) -> RequestBuilder {
        let (method, path) = name.split_once(' ').expect("a method and a path");
        let (method, path): (Method, _) =
            (method.parse().expect("a method"), path.replace("{number}", about));
        let path = path.replace("{id}", about);
        let request = match by {
            Some(guest) => ask(&self.server, guest, method.clone(), &path),
            None => Client::new().request(method.clone(), self.server.url(&path)),
        };
        if method == Method::POST { request.json(body) } else { request }
    }

    async fn refuses(&mut self, name: &'static str, request: RequestBuilder, code: ErrorCode) {
        refused(name, request, code).await;
        self.seen.push((name, code));
    }
}

/// A body that would do.
fn fitting(name: &str, player: Uuid) -> Value {
    match name {
        REPORT => json!({ "player": player, "reason": "insults" }),
        CLOSE => json!({ "outcome": "upheld" }),
        _ => json!({ "kind": "ban", "target": { "type": "player", "player": player }, "reason": "Insults" }),
    }
}

/// Has a house refuse whatever moderators and those who report may be; gives what was asked, as the page has it, and the code.
pub(super) async fn provoke_requests() -> Vec<(&'static str, ErrorCode)> {
    let (server, mia) = house().await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let program = tokens::token(&server, &mia, &[]).await;
    let table =
        server.connect(Some(&ada)).await.call(create(2)).await.expect("a table").table.expect("its id");
    let link = crate::sessions::played::key(&server, &ada, table).await;
    let at_seat = crate::browser::Browser::guest_at_seat(&server, table, &link).await.token;
    let mut house = House { server, seen: Vec::new() };
    for name in MODERATORS.into_iter().chain([REPORT]) {
        let asked = house.ask(name, None, "1", &fitting(name, ben.player.id));
        house.refuses(name, asked.try_clone().expect("a request"), ErrorCode::NoSession).await;
        let at_seat = asked.try_clone().expect("a request").bearer_auth(&at_seat);
        house.refuses(name, at_seat, ErrorCode::SeatOnly).await;
        house.refuses(name, asked.bearer_auth(&program.token), ErrorCode::NoScope).await;
        if name != REPORT {
            let hers = house.ask(name, Some(&ada), "1", &fitting(name, ben.player.id));
            house.refuses(name, hers, ErrorCode::NoModerator).await;
        }
    }
    for name in [REPORT, CLOSE, IMPOSE, LIFT, NAME] {
        let foreign = house.ask(name, None, "1", &json!({})).header("origin", "http://elsewhere.example");
        house.refuses(name, foreign, ErrorCode::BadOrigin).await;
    }
    for name in [REPORT, CLOSE, IMPOSE] {
        let odd = house.ask(name, Some(&mia), "1", &json!({ "odd": true }));
        house.refuses(name, odd, ErrorCode::BadMessage).await;
        let mut hidden = fitting(name, ben.player.id);
        let field = [(REPORT, "text"), (CLOSE, "note"), (IMPOSE, "reason")];
        let (_, field) = field.into_iter().find(|(one, _)| *one == name).expect("it has a text");
        hidden[field] = json!("a\u{202e}b");
        house.refuses(name, house.ask(name, Some(&mia), "1", &hidden), ErrorCode::BadText).await;
    }
    for name in [REPORTS, SANCTIONS, LOG] {
        let path = format!("{}?limit=1000", name.split_once(' ').expect("a path").1);
        let many = ask(&house.server, &mia, Method::GET, &path);
        house.refuses(name, many, ErrorCode::BadQuery).await;
    }
    let nobody = fresh_id();
    for (name, about, player, code) in [
        (FILE, nobody.to_string(), nobody, ErrorCode::NoPlayer),
        (NAME, nobody.to_string(), nobody, ErrorCode::NoPlayer),
        (REPORT, String::new(), nobody, ErrorCode::NoPlayer),
        (IMPOSE, String::new(), nobody, ErrorCode::NoPlayer),
        (REPORT, String::new(), mia.player.id, ErrorCode::BadContact),
        (IMPOSE, String::new(), mia.player.id, ErrorCode::BadSanction),
        (CLOSE, "1".to_owned(), nobody, ErrorCode::NoReport),
        (LIFT, "1".to_owned(), nobody, ErrorCode::NoSanction),
    ] {
        let asked = house.ask(name, Some(&mia), &about, &fitting(name, player));
        house.refuses(name, asked, code).await;
    }
    for turn in 0..limits::REPORTS_A_DAY.get() {
        let other = house.server.guest(&format!("Guest {turn}")).await;
        let made = house.ask(REPORT, Some(&ada), "", &fitting(REPORT, other.player.id));
        assert_eq!(made.send().await.expect("an answer").status(), 200);
    }
    let more = house.ask(REPORT, Some(&ada), "", &fitting(REPORT, ben.player.id));
    house.refuses(REPORT, more, ErrorCode::TooMany).await;
    let mut seen = house.seen;
    seen.extend(shut_out().await);
    seen
}

/// What guests are refused who come from a range of addresses that is shut out, and players who may not talk.
async fn shut_out() -> Vec<(&'static str, ErrorCode)> {
    let (server, mia) = house_with(Limits { behind_proxy: true, ..ample() }).await;
    let (ada, ben, cleo) = (server.guest("Ada").await, server.guest("Ben").await, server.guest("Cleo").await);
    let [name, rename, password, passkey] = [
        "POST /api/v1/session",
        "PATCH /api/v1/session",
        "PUT /api/v1/account/password",
        "POST /api/v1/account/passkeys",
    ];
    let key = json!({ "ceremony": "0", "name": "Key", "client_data": "", "attestation": "" });
    let called = json!({ "name": "Eve", "bearer": true });
    let mut seen = Vec::new();
    for (kind, address, code) in [
        (SanctionKind::Ban, "203.0.113.1", ErrorCode::Banned),
        (SanctionKind::Mute, "203.0.114.1", ErrorCode::Muted),
    ] {
        impose(&server, &mia, &from_range(kind, address, Some(1))).send().await.expect("an answer");
        let from = |request: RequestBuilder| request.header("x-forwarded-for", address);
        let put =
            ask(&server, &ada, Method::PUT, "/api/v1/account/password").json(&json!({ "password": GOOD }));
        refused(password, from(put), code).await;
        let add = ask(&server, &ada, Method::POST, "/api/v1/account/passkeys").json(&key);
        refused(passkey, from(add), code).await;
        seen.extend([(password, code), (passkey, code)]);
    }
    let new = Client::new().post(server.url("/api/v1/session")).json(&called);
    refused(name, new.header("x-forwarded-for", "203.0.113.1"), ErrorCode::Banned).await;
    seen.push((name, ErrorCode::Banned));
    for (kind, guest, code) in
        [(SanctionKind::Ban, &ben, ErrorCode::Banned), (SanctionKind::Mute, &cleo, ErrorCode::Muted)]
    {
        impose(&server, &mia, &against(kind, guest, None)).send().await.expect("an answer");
        for (name, method) in [(name, Method::POST), (rename, Method::PATCH)] {
            refused(name, ask(&server, guest, method, "/api/v1/session").json(&called), code).await;
            seen.push((name, code));
        }
    }
    seen
}
