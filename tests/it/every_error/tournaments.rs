//! What is refused to whoever sets tournaments up, joins them, or would take them back.

use cydonia_protocol::{ErrorCode, SanctionKind, Tournament};
use cydonia_server::limits;
use cydonia_tests::Guest;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use uuid::Uuid;

use super::requests::refused;
use crate::browser::Browser;
use crate::clubs;
use crate::moderation::{against, house, impose};
use crate::support::create;
use crate::tournaments::{registered, wish};
use crate::{seat_keys, tokens};

const LIST: &str = "GET /api/v1/tournaments";
const SET_UP: &str = "POST /api/v1/tournaments";
const READ: &str = "GET /api/v1/tournaments/{id}";
const CANCEL: &str = "DELETE /api/v1/tournaments/{id}";
const JOIN: &str = "PUT /api/v1/tournaments/{id}/entry";
const WITHDRAW: &str = "DELETE /api/v1/tournaments/{id}/entry";

/// Has a house say no to every such request; gives what was asked, as the page has it, and the code.
#[expect(
    clippy::too_many_lines,
    reason = "it is one list: in parts, each would have to be handed the way of asking"
)]
pub(super) async fn provoke() -> Vec<(&'static str, ErrorCode)> {
    let (server, mia) = house().await;
    let (host, cleo) = (registered(&server, "Ada").await, registered(&server, "Cleo").await);
    let guest = server.guest("Ben").await;
    let banned = server.guest("Dora").await;
    impose(&server, &mia, &against(SanctionKind::Ban, &banned, None)).send().await.expect("an answer");
    let muted = server.guest("Emil").await;
    impose(&server, &mia, &against(SanctionKind::Mute, &muted, None)).send().await.expect("an answer");
    let reader = tokens::token(&server, &host, &[]).await;
    let table =
        server.connect(Some(&host)).await.call(create(2)).await.expect("a table").table.expect("its id");
    let key = seat_keys::key(&server, &host, table).await;
    let by_link = Browser::guest_at_seat(&server, table, &key).await;

    let ask = |name: &str, who: Option<&Guest>, id: Uuid, body: &Value| -> RequestBuilder {
        let (method, path) = name.split_once(' ').expect("a method and a path");
        let method: Method = method.parse().expect("a method");
        let request = Client::new().request(method, server.url(&path.replace("{id}", &id.to_string())));
        let request = if body.is_null() { request } else { request.json(body) };
        match who {
            Some(guest) => request.bearer_auth(&guest.token),
            None => request,
        }
    };
    let swiss = || wish(&server, "martian-chess", 2, &json!({ "kind": "swiss", "rounds": 2 }));
    let made = ask(SET_UP, Some(&host), Uuid::nil(), &swiss()).send().await.expect("an answer");
    let id = made.json::<Tournament>().await.expect("a tournament").summary.id;
    let with = |field: &str, odd: Value| {
        let mut body = swiss();
        body[field] = odd;
        body
    };
    let nothing = Value::Null;
    let club = clubs::found(&server, &cleo, "Red Canal").await;
    let of_club = ask(SET_UP, Some(&cleo), id, &with("club", json!(club))).send().await.expect("an answer");
    let of_club = of_club.json::<Tournament>().await.expect("a tournament").summary.id;
    let mut seen = Vec::new();
    let mut all = vec![
        (LIST, Client::new().get(server.url("/api/v1/tournaments?limit=0")), ErrorCode::BadQuery),
        (READ, ask(READ, None, Uuid::nil(), &nothing), ErrorCode::NoTournament),
        (SET_UP, ask(SET_UP, Some(&guest), id, &swiss()), ErrorCode::NoAccount),
        (SET_UP, ask(SET_UP, Some(&host), id, &with("club", json!(Uuid::nil()))), ErrorCode::NoClub),
        (SET_UP, ask(SET_UP, Some(&host), id, &with("club", json!(club))), ErrorCode::NotMember),
        (JOIN, ask(JOIN, Some(&host), of_club, &nothing), ErrorCode::NotMember),
        (CANCEL, ask(CANCEL, Some(&cleo), id, &nothing), ErrorCode::NotHost),
        (JOIN, ask(JOIN, Some(&banned), id, &nothing), ErrorCode::Banned),
        (SET_UP, ask(SET_UP, Some(&banned), id, &swiss()), ErrorCode::Banned),
        (SET_UP, ask(SET_UP, Some(&muted), id, &swiss()), ErrorCode::Muted),
    ];
    for (field, odd, code) in [
        ("prize", json!(1), ErrorCode::BadMessage),
        ("name", json!(""), ErrorCode::BadName),
        ("game", json!("chess"), ErrorCode::BadGame),
        ("seats", json!(7), ErrorCode::BadPlayers),
        ("options", json!({ "rules": "none" }), ErrorCode::BadOption),
        ("clock", json!({ "type": "none" }), ErrorCode::BadClock),
        ("format", json!({ "kind": "swiss", "rounds": 0 }), ErrorCode::BadTournament),
    ] {
        all.push((SET_UP, ask(SET_UP, Some(&host), id, &with(field, odd)), code));
    }
    for name in [SET_UP, CANCEL, JOIN, WITHDRAW] {
        let body = if name == SET_UP { swiss() } else { Value::Null };
        let foreign = ask(name, None, id, &body).header("origin", "http://elsewhere.example");
        all.extend([
            (name, foreign, ErrorCode::BadOrigin),
            (name, ask(name, None, id, &body), ErrorCode::NoSession),
            (name, ask(name, Some(&by_link), id, &body), ErrorCode::SeatOnly),
            (name, ask(name, Some(&reader), id, &body), ErrorCode::NoScope),
        ]);
        if name != SET_UP {
            all.push((name, ask(name, Some(&guest), Uuid::nil(), &body), ErrorCode::NoTournament));
        }
    }
    // As many as one may set up.
    for _ in 1..limits::TOURNAMENTS {
        ask(SET_UP, Some(&host), id, &swiss())
            .send()
            .await
            .expect("an answer")
            .error_for_status()
            .expect("made");
    }
    all.push((SET_UP, ask(SET_UP, Some(&host), id, &swiss()), ErrorCode::TooMany));
    for (name, request, code) in all {
        refused(name, request, code).await;
        seen.push((name, code));
    }
    // As many as may join a round robin.
    let few = with("format", json!({ "kind": "round_robin" }));
    let few = ask(SET_UP, Some(&cleo), id, &few).send().await.expect("an answer");
    let few = few.json::<Tournament>().await.expect("a tournament").summary.id;
    for number in 0..limits::ROUND_ROBIN_PLAYERS {
        let one = server.guest(&format!("Player {number}")).await;
        let joined = ask(JOIN, Some(&one), few, &nothing).send().await.expect("an answer");
        joined.error_for_status().expect("joined");
    }
    refused(JOIN, ask(JOIN, Some(&guest), few, &nothing), ErrorCode::TooMany).await;
    seen.push((JOIN, ErrorCode::TooMany));
    ask(CANCEL, Some(&host), id, &nothing)
        .send()
        .await
        .expect("an answer")
        .error_for_status()
        .expect("taken back");
    for (name, who) in [(CANCEL, &host), (JOIN, &guest), (WITHDRAW, &guest)] {
        refused(name, ask(name, Some(who), id, &nothing), ErrorCode::TournamentOver).await;
        seen.push((name, ErrorCode::TournamentOver));
    }
    seen
}
