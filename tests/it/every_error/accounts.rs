//! What is refused about accounts.

use cydonia_protocol::{Command, ErrorCode};
use cydonia_server::limits;
use cydonia_tests::TestServer;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};

use super::requests::refused;
use crate::accounts::{GOOD, add_passkey, authenticator, guest, post, set_password, show_passkey};
use crate::browser::Browser;
use crate::support::{create, sit};
use crate::tokens;

const SHOW: &str = "GET /api/v1/account";
const DATA: &str = "GET /api/v1/account/data";
const DELETE: &str = "DELETE /api/v1/account";
const PROOF: &str = "GET /api/v1/matches/{id}/proof";
const OPTIONS: &str = "POST /api/v1/account/passkeys/options";
const ADD: &str = "POST /api/v1/account/passkeys";
const REMOVE: &str = "DELETE /api/v1/account/passkeys/{id}";
const SET_PASSWORD: &str = "PUT /api/v1/account/password";
const REMOVE_PASSWORD: &str = "DELETE /api/v1/account/password";
const CODES: &str = "POST /api/v1/account/recovery-codes";
const SIGN_IN: &str = "POST /api/v1/sign-in";
const SIGN_IN_OPTIONS: &str = "POST /api/v1/sign-in/options";

/// What changes how one signs in.
const CHANGES: [&str; 7] = [OPTIONS, ADD, REMOVE, SET_PASSWORD, REMOVE_PASSWORD, CODES, DELETE];

/// A house in which people have accounts.
pub(super) struct House {
    pub(super) server: TestServer,
    seen: Vec<(&'static str, ErrorCode)>,
}

impl House {
    /// A request as the page names it, of whoever has those cookies.
    pub(super) fn ask(&self, name: &str, browser: Option<&Browser>, body: &Value) -> RequestBuilder {
        let (method, path) = name.split_once(' ').expect("a method and a path");
        let method: Method = method.parse().expect("a method");
        let has_body = [Method::POST, Method::PUT, Method::PATCH].contains(&method) && !body.is_null();
        let request = Client::new().request(method, self.server.url(&path.replace("{id}", "1000000")));
        let host = format!("localhost:{}", self.server.address.port());
        let request = request.header("origin", format!("http://{host}")).header("host", host);
        let request = match browser {
            Some(browser) => request.header("cookie", browser.cookie()),
            None => request,
        };
        if has_body { request.json(body) } else { request }
    }

    pub(super) async fn refuses(&mut self, name: &'static str, request: RequestBuilder, code: ErrorCode) {
        refused(name, request, code).await;
        self.seen.push((name, code));
    }

    async fn refuses_all(&mut self, browser: Option<&Browser>, names: &[&'static str], code: ErrorCode) {
        for name in names {
            self.refuses(name, self.ask(name, browser, &fitting(name)), code).await;
        }
    }
}

/// A body that would do.
fn fitting(name: &str) -> Value {
    match name {
        ADD => json!({ "ceremony": "0", "name": "Key", "client_data": "", "attestation": "" }),
        SET_PASSWORD => json!({ "password": GOOD }),
        SIGN_IN => json!({ "with": { "by": "password", "name": "Ada", "password": "guessed" } }),
        "POST /api/v1/session" | "PATCH /api/v1/session" => json!({ "name": "Countess" }),
        _ => Value::Null,
    }
}

/// Has a house refuse whatever can be refused; gives what was asked, as the page has it, and the code.
pub(super) async fn provoke() -> Vec<(&'static str, ErrorCode)> {
    let server = TestServer::start().await;
    let mut ada = guest(&server, "Ada").await;
    let mut key = authenticator(&server, 1);
    let mut other = guest(&server, "Ada").await;
    let eve = server.guest("Eve").await;
    let program = tokens::token(&server, &eve, &[]).await.token;
    let table =
        server.connect(Some(&eve)).await.call(create(2)).await.expect("a table").table.expect("its id");
    let link = crate::sessions::played::key(&server, &eve, table).await;
    let at_seat = Browser::guest_at_seat(&server, table, &link).await.token;
    let mut seated = guest(&server, "Passer-by").await;
    let mut socket = seated.socket(&server).await;
    socket.call(create(2)).await.expect("a table");
    let mut house = House { server, seen: Vec::new() };

    strangers(&mut house, &program, &at_seat).await;
    let odd = json!({ "odd": true });
    for name in [ADD, SET_PASSWORD] {
        house.refuses(name, house.ask(name, Some(&ada), &odd), ErrorCode::BadMessage).await;
    }
    house.refuses(SIGN_IN, house.ask(SIGN_IN, None, &odd), ErrorCode::BadMessage).await;
    let nameless = json!({ "ceremony": "0", "name": "", "client_data": "", "attestation": "" });
    house.refuses(ADD, house.ask(ADD, Some(&ada), &nameless), ErrorCode::BadName).await;
    house.refuses_all(Some(&ada), &[ADD], ErrorCode::BadPasskey).await;
    for name in [OPTIONS, SIGN_IN_OPTIONS] {
        let at_a_number = Client::new().post(house.server.url(name.split_once(' ').expect("a path").1));
        let at_a_number = at_a_number.header("cookie", ada.cookie());
        house.refuses(name, at_a_number, ErrorCode::BadPasskey).await;
    }
    house.refuses_all(Some(&ada), &[REMOVE, REMOVE_PASSWORD], ErrorCode::NotFound).await;
    house.refuses_all(Some(&ada), &[CODES], ErrorCode::NoAccount).await;
    let weak = json!({ "password": "password1" });
    house.refuses(SET_PASSWORD, house.ask(SET_PASSWORD, Some(&ada), &weak), ErrorCode::BadPassword).await;

    let (_, options) = post(&mut other, &house.server, "/api/v1/account/passkeys/options", Value::Null).await;
    let made_too_late = authenticator(&house.server, 2).create(&options, "Key");

    // From here on Ada has an account.
    let (_, account) = add_passkey(&mut ada, &house.server, &mut key).await;
    let id = account["passkeys"][0]["id"].to_string();
    let host = format!("localhost:{}", house.server.address.port());
    let last = Client::new().delete(house.server.url(&format!("/api/v1/account/passkeys/{id}")));
    let last = last.header("host", host).header("cookie", ada.cookie());
    house.refuses(REMOVE, last, ErrorCode::LastCredential).await;
    house.refuses_all(Some(&other), &[SET_PASSWORD, OPTIONS], ErrorCode::NameTaken).await;
    house.refuses(ADD, house.ask(ADD, Some(&other), &made_too_late), ErrorCode::NameTaken).await;
    for name in ["POST /api/v1/session", "PATCH /api/v1/session"] {
        let browser = (name.starts_with("PATCH")).then_some(&seated);
        let request = house.ask(name, browser, &json!({ "name": "ADA" }));
        house.refuses(name, request, ErrorCode::NameTaken).await;
    }
    let unasked = json!({ "with": {
        "by": "passkey", "ceremony": "0", "credential": "", "client_data": "", "authenticator_data": "", "signature": "",
        "user": "",
    } });
    house.refuses(SIGN_IN, house.ask(SIGN_IN, None, &unasked), ErrorCode::BadPasskey).await;
    let (_, options) = post(&mut seated, &house.server, "/api/v1/sign-in/options", Value::Null).await;
    let signed = key.sign(&options);
    house.refuses(SIGN_IN, house.ask(SIGN_IN, Some(&seated), &signed), ErrorCode::SeatedAsGuest).await;
    let (_, options) = post(&mut ada, &house.server, "/api/v1/account/passkeys/options", Value::Null).await;
    let one_more = authenticator(&house.server, 99).create(&options, "Key");
    for seed in 2..=limits::PASSKEYS as u8 {
        add_passkey(&mut ada, &house.server, &mut authenticator(&house.server, seed)).await;
    }
    house.refuses(ADD, house.ask(ADD, Some(&ada), &one_more), ErrorCode::TooMany).await;
    house.refuses_all(Some(&ada), &[OPTIONS], ErrorCode::TooMany).await;

    house.server.advance(limits::FRESH);
    house.refuses_all(Some(&ada), &CHANGES, ErrorCode::NotFresh).await;
    house
        .refuses_all(Some(&ada), &["POST /api/v1/session", "PATCH /api/v1/session"], ErrorCode::NotFresh)
        .await;
    show_passkey(&mut ada, &house.server, &mut key).await;
    set_password(&mut ada, &house.server, GOOD).await;
    let mut ben = guest(&house.server, "Ben").await;
    set_password(&mut ben, &house.server, GOOD).await;
    house.refuses_all(Some(&ben), &[REMOVE_PASSWORD], ErrorCode::LastCredential).await;
    for _ in 0..limits::GUESSES {
        house.refuses_all(None, &[SIGN_IN], ErrorCode::WrongCredentials).await;
    }
    house.refuses_all(None, &[SIGN_IN], ErrorCode::TooFast).await;
    forgotten(&mut house, &seated).await;
    house.seen
}

/// What is refused to somebody at a table who wants to be forgotten, and once somebody has been.
async fn forgotten(house: &mut House, seated: &Browser) {
    house.refuses_all(Some(seated), &[DELETE], ErrorCode::StillSeated).await;
    let [first, second] = [house.server.guest("Cleo").await, house.server.guest("Dan").await];
    let mut host = house.server.connect(Some(&first)).await;
    let table = host.call(create(2)).await.expect("a table").table.expect("its id");
    house.server.connect(Some(&second)).await.call(sit(table)).await.expect("a seat");
    host.call(Command::Resign { table }).await.expect("resigned");
    let path = format!("/api/v1/matches/{table}/proof");
    let proof = Client::new().get(house.server.url(&path)).send().await.expect("an answer");
    assert_eq!(proof.status(), 200);
    let deleted = Client::new().delete(house.server.url("/api/v1/account")).bearer_auth(&first.token);
    assert_eq!(deleted.send().await.expect("an answer").status(), 200);
    house.refuses(PROOF, Client::new().get(house.server.url(&path)), ErrorCode::NoProof).await;
}

/// What is refused to whoever has no session, a token, or a seat's link; and to pages of other sites.
async fn strangers(house: &mut House, program: &str, at_seat: &str) {
    super::contacts::provoke_requests(house, program, at_seat).await;
    for name in [SHOW, DATA].into_iter().chain(CHANGES) {
        house.refuses(name, house.ask(name, None, &fitting(name)), ErrorCode::NoSession).await;
        for (token, code) in [(program, ErrorCode::NoScope), (at_seat, ErrorCode::SeatOnly)] {
            let request = house.ask(name, None, &fitting(name)).bearer_auth(token);
            house.refuses(name, request, code).await;
        }
    }
    for name in CHANGES.into_iter().chain([SIGN_IN, SIGN_IN_OPTIONS]) {
        let path = name.split_once(' ').expect("a path").1.replace("{id}", "1");
        let method: Method = name.split_once(' ').expect("a method").0.parse().expect("a method");
        let foreign = Client::new().request(method, house.server.url(&path));
        let foreign = foreign.header("origin", "http://elsewhere.example").json(&fitting(name));
        house.refuses(name, foreign, ErrorCode::BadOrigin).await;
    }
}
