//! What is refused to whoever would be told by e-mail.

use cydonia_protocol::ErrorCode;
use cydonia_tests::{MailRelay, RelayManner, TestServer, TestServerBuilder};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};

use super::requests::refused;
use crate::browser::Browser;
use crate::support::create;
use crate::tournaments::registered;
use crate::{seat_keys, tokens};

const SHOW: &str = "GET /api/v1/account/mail";
const SET: &str = "PUT /api/v1/account/mail";
const CONFIRM: &str = "POST /api/v1/account/mail/confirmation";
const REMOVE: &str = "DELETE /api/v1/account/mail";

fn ask(server: &TestServer, name: &str, token: Option<&str>, body: Option<Value>) -> RequestBuilder {
    let (method, path) = name.split_once(' ').expect("a method and a path");
    let request = Client::new().request(method.parse::<Method>().expect("a method"), server.url(path));
    let request = match body.or_else(|| fitting(name)) {
        Some(body) => request.json(&body),
        None => request,
    };
    match token {
        Some(token) => request.bearer_auth(token),
        None => request,
    }
}

/// A body that would do.
fn fitting(name: &str) -> Option<Value> {
    match name {
        SET => Some(json!({ "address": "ada@letters.example", "language": "en" })),
        CONFIRM => Some(json!({ "code": "0000-0000" })),
        _ => None,
    }
}

/// Has a house say no to every such request; gives what was asked, as the page has it, and the code.
pub(super) async fn provoke() -> Vec<(&'static str, ErrorCode)> {
    let relay = MailRelay::open().await;
    let server = TestServerBuilder::new().mail(relay.house()).start().await;
    let ada = registered(&server, "Ada").await;
    let guest = server.guest("Ben").await;
    let reader = tokens::token(&server, &ada, &[]).await.token;
    let table =
        server.connect(Some(&ada)).await.call(create(2)).await.expect("a table").table.expect("its id");
    let key = seat_keys::key(&server, &ada, table).await;
    let by_link = Browser::guest_at_seat(&server, table, &key).await.token;
    let mut seen = Vec::new();
    for name in [SHOW, SET, CONFIRM, REMOVE] {
        seen.extend([
            (name, ask(&server, name, None, None), ErrorCode::NoSession),
            (name, ask(&server, name, Some(&by_link), None), ErrorCode::SeatOnly),
            (name, ask(&server, name, Some(&reader), None), ErrorCode::NoScope),
        ]);
        if name != SHOW {
            let foreign = ask(&server, name, None, None).header("origin", "http://elsewhere.example");
            seen.push((name, foreign, ErrorCode::BadOrigin));
            seen.push((name, ask(&server, name, Some(&guest.token), None), ErrorCode::NoAccount));
        }
    }
    let adas = |name, body| ask(&server, name, Some(&ada.token), Some(body));
    for name in [SET, CONFIRM] {
        seen.push((name, adas(name, json!({ "odd": true })), ErrorCode::BadMessage));
    }
    seen.push((CONFIRM, adas(CONFIRM, json!({ "code": "none" })), ErrorCode::WrongCode));
    let nowhere = json!({ "address": "ada", "language": "en" });
    seen.push((SET, adas(SET, nowhere), ErrorCode::BadMailAddress));
    let without = TestServer::start().await;
    let elsewhere = registered(&without, "Ada").await;
    seen.push((SET, ask(&without, SET, Some(&elsewhere.token), None), ErrorCode::NoMail));
    let mut all = Vec::new();
    for (name, request, code) in seen {
        refused(name, request, code).await;
        all.push((name, code));
    }
    relay.is(RelayManner::Busy);
    for code in [ErrorCode::Unavailable, ErrorCode::Unavailable, ErrorCode::Unavailable, ErrorCode::TooFast] {
        refused(SET, ask(&server, SET, Some(&ada.token), None), code).await;
    }
    all.push((SET, ErrorCode::TooFast));
    all
}
