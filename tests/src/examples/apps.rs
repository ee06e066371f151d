//! An app of somebody else's: what it asks, and its player.

use serde_json::{Value, json};

use super::requests::{ExampleRequest, none, read, send};

/// An app of somebody else's,
const APP: &str = "org.example.board";
/// and where it has browsers sent back.
const BACK: &str = "https://board.example/back";

/// What the app of the examples asks for, with the challenge of RFC 7636, appendix B.
pub(super) fn authorization() -> Value {
    json!({
        "response_type": "code",
        "client_id": APP,
        "redirect_uri": BACK,
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        "code_challenge_method": "S256",
        "scope": "play",
        "state": "7f3a",
    })
}

/// What is told with the house's address, which is another each time, is not shown.
pub(super) fn about_apps(code: &str) -> Vec<ExampleRequest> {
    let adas = |example: ExampleRequest| ExampleRequest { guest: Some(0), ..example };
    let hidden = |example: ExampleRequest| ExampleRequest { is_shown: false, ..example };
    let mut odd = authorization();
    odd["redirect_uri"] = "http://board.example/".into();
    let exchange = json!({
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": BACK,
        "client_id": APP,
        "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    });
    vec![
        hidden(read("describeAuthorization", "Where an app is let in", none())),
        hidden(read("checkAuthorization", "For a board on somebody’s own site", authorization())),
        read("checkAuthorization", "Nobody is sent there", odd.clone()),
        hidden(adas(send("authorizeApp", "Ada lets it in", authorization()))),
        adas(send("authorizeApp", "Not there", odd)),
        send("authorizeApp", "Nobody", authorization()),
        send("exchangeCode", "The app’s own code", exchange.clone()),
        send("exchangeCode", "The same once more", exchange),
        send("exchangeCode", "Another grant", json!({ "grant_type": "password" })),
        send("giveTokenBack", "None", json!({ "token": "cydonia_none" })),
        send("giveTokenBack", "Nothing", json!({ "token": "" })),
    ]
}
