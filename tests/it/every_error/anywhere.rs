//! What any address refuses with.

use cydonia_protocol::ErrorCode;
use cydonia_server::limits;
use cydonia_server::limits::Limits;
use cydonia_tests::{TestServer, ample};
use reqwest::Client;

use super::requests::refused;

/// What any address can answer: that it is none, that it does not take this method, or that much.
pub(super) async fn provoke(server: &TestServer) -> Vec<ErrorCode> {
    let http = Client::new();
    refused("none", http.get(server.url("/api/v1/nothing")), ErrorCode::NotFound).await;
    refused("games", http.delete(server.url("/api/v1/games")), ErrorCode::BadMethod).await;
    let long = http.post(server.url("/api/v1/session")).body(" ".repeat(limits::BODY + 1));
    refused("session", long, ErrorCode::TooLarge).await;
    for (path, most, wrong) in [
        ("check-record", limits::RECORD, ErrorCode::BadRecord),
        ("check-proof", limits::PROOF, ErrorCode::BadProof),
    ] {
        let brought = |length| http.post(server.url(&format!("/api/v1/{path}"))).body(" ".repeat(length));
        refused(path, brought(most), wrong).await;
        refused(path, brought(most + 1), ErrorCode::TooLarge).await;
    }
    let named = Limits { hosts: vec!["games.example".to_owned()], ..ample() };
    let named = TestServer::start_with_limits(named).await;
    refused("another house", http.get(named.url("/")), ErrorCode::BadHost).await;
    vec![ErrorCode::NotFound, ErrorCode::BadMethod, ErrorCode::TooLarge, ErrorCode::BadHost]
}
