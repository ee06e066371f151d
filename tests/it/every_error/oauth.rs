//! What an app is refused before anybody is asked whether they let it in, and who cannot let it in.

use cydonia_protocol::ErrorCode;
use cydonia_tests::{Guest, TestServer};

use super::requests::refused;
use crate::oauth::{AUTHORIZE, consent, request};

/// As in the page's tables.
const CHECK: &str = "GET /api/v1/oauth/authorize";
const LET_IN: &str = "POST /api/v1/oauth/authorize";

/// Has the server say no to every request; `by_link` plays for a seat alone, `by_token` is a program.
pub(super) async fn provoke(
    server: &TestServer,
    owner: &Guest,
    [by_link, by_token]: [&str; 2],
) -> Vec<(&'static str, ErrorCode)> {
    let mut odd = request();
    odd["redirect_uri"] = "http://board.example/".into();
    let ask = |token: &str| consent(server, &request()).bearer_auth(token);
    let mut seen = Vec::new();
    for (name, asked, code) in [
        (CHECK, reqwest::Client::new().get(server.url(AUTHORIZE)), ErrorCode::BadQuery),
        (LET_IN, consent(server, &odd).bearer_auth(&owner.token), ErrorCode::BadMessage),
        (LET_IN, consent(server, &request()), ErrorCode::NoSession),
        (
            LET_IN,
            consent(server, &request()).header("origin", "http://elsewhere.example"),
            ErrorCode::BadOrigin,
        ),
        (LET_IN, ask(by_link), ErrorCode::SeatOnly),
        (LET_IN, ask(by_token), ErrorCode::NoScope),
    ] {
        refused(name, asked, code).await;
        seen.push((name, code));
    }
    seen
}
