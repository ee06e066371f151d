//! Tournaments and their hosts: what can be set up, and taken back.

use cydonia_protocol::{Tournament, TournamentPage, TournamentStatus};
use cydonia_server::limits;
use cydonia_tests::TestServer;
use reqwest::Method;
use serde_json::json;
use uuid::Uuid;

use super::{ALL, Crowd, ask, code, fine, join, registered, set_up, wish, withdraw};

#[tokio::test]
async fn one_to_which_too_few_come_does_not_begin_and_its_host_may_take_it_back() {
    let server = TestServer::start().await;
    let host = registered(&server, "Ada").await;
    let swiss = || json!({ "kind": "swiss", "rounds": 2 });
    let id = set_up(&server, &host, "martian-chess", 2, &swiss()).await;
    let mut crowd = Crowd::come(&server, 1).await;
    crowd.join(&server, id).await;
    let cancelled = |one: &Tournament| one.summary.status == TournamentStatus::Cancelled;
    crowd.until(&server, id, cancelled).await;
    assert_eq!(code(ask(&server, Method::PUT, &format!("/{id}/entry"), &host)).await, "tournament_over");
    let id = set_up(&server, &host, "martian-chess", 2, &swiss()).await;
    join(&server, id, &host).await;
    assert_eq!(withdraw(&server, id, &host).await.standings, [], "they have never joined");
    let path = format!("/{id}");
    assert_eq!(code(ask(&server, Method::DELETE, &path, &crowd.guests[0])).await, "not_host");
    assert!(cancelled(&fine(ask(&server, Method::DELETE, &path, &host)).await));
    assert_eq!(code(ask(&server, Method::DELETE, &path, &host)).await, "tournament_over");
    // Three at a time, and a list of them in pages.
    for _ in 0..limits::TOURNAMENTS {
        set_up(&server, &host, "martian-go", 4, &swiss()).await;
    }
    let one_more = wish(&server, "martian-go", 4, &swiss());
    assert_eq!(code(ask(&server, Method::POST, "", &host).json(&one_more)).await, "too_many");
    let page: TournamentPage = server.get(&format!("{ALL}?status=open&limit=2")).await;
    let next = page.next.expect("there is one more");
    let rest: TournamentPage = server.get(&format!("{ALL}?status=open&limit=2&cursor={next}")).await;
    assert_eq!((page.tournaments.len(), rest.tournaments.len(), rest.next), (2, 1, None));
}

#[tokio::test]
async fn what_cannot_be_played_is_refused_and_sets_nothing_up() {
    let server = TestServer::start().await;
    let host = registered(&server, "Ada").await;
    let swiss = json!({ "kind": "swiss", "rounds": 2 });
    let day_ms = 24 * 60 * 60 * 1000;
    for (field, odd, expected) in [
        ("name", json!(""), "bad_name"),
        ("game", json!("chess"), "bad_game"),
        ("seats", json!(7), "bad_players"),
        ("options", json!({ "rules": "none" }), "bad_option"),
        ("clock", json!({ "type": "fischer", "initial_s": 1, "increment_s": 0 }), "bad_clock"),
        ("clock", json!({ "type": "correspondence", "days": 1 }), "bad_clock"),
        ("clock", json!({ "type": "none" }), "bad_clock"),
        ("format", json!({ "kind": "swiss", "rounds": 0 }), "bad_tournament"),
        ("format", json!({ "kind": "swiss", "rounds": 13 }), "bad_tournament"),
        ("format", json!({ "kind": "arena", "minutes": 9 }), "bad_tournament"),
        ("format", json!({ "kind": "knockout" }), "bad_message"),
        ("starts_ms", json!(server.now_ms() - 1), "bad_tournament"),
        ("starts_ms", json!(server.now_ms() + 29 * day_ms), "bad_tournament"),
        ("prize", json!(1), "bad_message"),
    ] {
        let mut body = wish(&server, "martian-chess", 2, &swiss);
        body[field] = odd.clone();
        assert_eq!(code(ask(&server, Method::POST, "", &host).json(&body)).await, expected, "{field}: {odd}");
    }
    let of_four = wish(&server, "martian-chess", 4, &json!({ "kind": "round_robin" }));
    assert_eq!(code(ask(&server, Method::POST, "", &host).json(&of_four)).await, "bad_tournament");
    let guest = server.guest("Guest").await;
    let body = wish(&server, "martian-chess", 2, &swiss);
    assert_eq!(code(ask(&server, Method::POST, "", &guest).json(&body)).await, "no_account");
    assert_eq!(server.get::<TournamentPage>(ALL).await.tournaments, []);
    for path in ["/nothing".to_owned(), format!("/{}", Uuid::nil())] {
        assert_eq!(code(ask(&server, Method::GET, &path, &guest)).await, "no_tournament");
        assert_eq!(code(ask(&server, Method::PUT, &format!("{path}/entry"), &guest)).await, "no_tournament");
    }
}
