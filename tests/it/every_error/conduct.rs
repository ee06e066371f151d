//! What is refused in a house that lets little be said, and nobody new in.

use cydonia_protocol::{ErrorCode, Phrase, Room, Words};
use cydonia_server::{ChatSetting, ConductSettings};
use cydonia_tests::{Tape, TestServerBuilder};
use reqwest::Client;
use serde_json::json;

use super::requests;
use crate::support::{create, refused, say};

/// Has a house in which nothing is said refuse that, on a tape.
pub(super) async fn provoke(tape: &Tape) {
    let silent = ConductSettings { chat: ChatSetting::Off, ..ConductSettings::default() };
    let mut server = TestServerBuilder::new().conduct(silent).start().await;
    server.record_on(tape);
    let mut ada = server.join("Ada").await;
    let table = ada.call(create(2)).await.expect("a table").table.expect("its id");
    let hello = Words::Phrase { phrase: Phrase::Hello };
    refused(&mut ada, say(table, Room::Players, hello), ErrorCode::ChatOff).await;
}

/// Has one into which nobody new comes refuse that; gives what was asked, as the page has it, and the code.
pub(super) async fn provoke_requests() -> Vec<(&'static str, ErrorCode)> {
    const SAY_NAME: &str = "POST /api/v1/session";
    let closed = ConductSettings { no_newcomers: true, ..ConductSettings::default() };
    let server = TestServerBuilder::new().conduct(closed).start().await;
    let name =
        Client::new().post(server.url("/api/v1/session")).json(&json!({ "name": "Ada", "bearer": true }));
    requests::refused(SAY_NAME, name, ErrorCode::NoNewcomers).await;
    vec![(SAY_NAME, ErrorCode::NoNewcomers)]
}
