//! Names that moderators take away.

use cydonia_protocol::{AuditPage, ErrorCode, ModeratorAction, PlayerFile, SanctionKind};
use reqwest::Method;
use serde_json::json;

use super::{against, code, fine, get, house, imposed};
use crate::contacts::ask;

#[tokio::test]
async fn a_name_is_taken_away_and_whoever_had_it_says_another_unless_they_are_muted() {
    let (server, mia) = house().await;
    let [ada, ben] = [server.guest("A rude name").await, server.guest("Ben").await];
    let mut socket = server.connect(Some(&ada)).await;
    let name = format!("/api/v1/moderation/players/{}/name", ada.player.id);
    assert_eq!(code(ask(&server, &ben, Method::DELETE, &name)).await, ErrorCode::NoModerator);
    let file: PlayerFile = fine(ask(&server, &mia, Method::DELETE, &name)).await;
    let id = ada.player.id.simple().to_string();
    assert_eq!(file.player.name, format!("Player {}", &id[id.len() - 4..]));
    // Where they are they come back as whom they are called now.
    socket.closed().await;
    assert_eq!(server.connect(Some(&ada)).await.player.map(|player| player.name), Some(file.player.name));
    let log: AuditPage = fine(get(&server, &mia, "/api/v1/moderation/log")).await;
    let entry = &log.entries[0];
    assert_eq!((entry.action, entry.text.as_deref()), (ModeratorAction::NameTaken, Some("A rude name")));
    let rename =
        |name: &str| ask(&server, &ada, Method::PATCH, "/api/v1/session").json(&json!({ "name": name }));
    assert_eq!(rename("Adelaide").send().await.expect("an answer").status(), 200);
    fine::<PlayerFile>(ask(&server, &mia, Method::DELETE, &name)).await;
    imposed(&server, &mia, &against(SanctionKind::Mute, &ada, Some(1))).await;
    assert_eq!(code(rename("Adelaide")).await, ErrorCode::Muted);
    // A computer is called as it is everywhere.
    let computer = format!("/api/v1/moderation/players/{}/name", cydonia_protocol::COMPUTERS[0]);
    assert_eq!(code(ask(&server, &mia, Method::DELETE, &computer)).await, ErrorCode::NoPlayer);
}
