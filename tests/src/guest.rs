//! Guests: people with a session of their own.

use cydonia_protocol::{Player, Session};

/// Somebody with a session.
#[derive(Clone, Debug)]
pub struct Guest {
    /// Who.
    pub player: Player,
    /// The bearer token.
    pub token: String,
}

impl Guest {
    /// Says a name to the house at `url` and gets a session there.
    pub async fn arrive(url: &str, name: &str) -> Self {
        let body = serde_json::json!({ "name": name, "bearer": true });
        let request = reqwest::Client::new().post(format!("{url}/api/v1/session")).json(&body);
        let session: Session = request.send().await.expect("an answer").json().await.expect("a session");
        Self { player: session.player.expect("a player"), token: session.token.expect("a token") }
    }
}
