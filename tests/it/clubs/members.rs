//! Who belongs to a club, and whose it is.

use cydonia_protocol::{Club, ClubStanding, OwnData, OwnDataLine};
use cydonia_server::limits;
use cydonia_tests::{Guest, TestServer};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::json;
use uuid::Uuid;

use super::{ask, code, fine, found, join, leave, read};
use crate::tournaments::registered;

async fn forget(server: &TestServer, who: &Guest) {
    let request = Client::new().delete(server.url("/api/v1/account")).bearer_auth(&who.token);
    request.send().await.expect("an answer").error_for_status().expect("forgotten");
}

async fn own_data(server: &TestServer, who: &Guest) -> OwnData {
    let request = Client::new().get(server.url("/api/v1/account/data")).bearer_auth(&who.token);
    let text = request.send().await.expect("an answer").text().await.expect("text");
    match serde_json::from_str(text.lines().next().expect("a line")).expect("what is kept") {
        OwnDataLine::Own(own) => *own,
        OwnDataLine::Game(_) => panic!("{text}"),
    }
}

fn member(server: &TestServer, method: Method, id: Uuid, of: &Guest, by: &Guest) -> RequestBuilder {
    ask(server, method, &format!("/{id}/members/{}", of.player.id), by)
}

fn hand_over(server: &TestServer, id: Uuid, to: &Guest, by: &Guest) -> RequestBuilder {
    ask(server, Method::PUT, &format!("/{id}/owner"), by).json(&json!({ "player": to.player.id }))
}

/// Whose a club is, and who belongs to it.
fn people(club: &Club) -> (Uuid, Vec<Uuid>) {
    assert_eq!(club.summary.members as usize, club.roster.len());
    (club.summary.owner.id, club.roster.iter().map(|member| member.player.id).collect())
}

#[tokio::test]
async fn a_club_is_of_whoever_has_belonged_to_it_longest_until_nobody_does() {
    let server = TestServer::start().await;
    let mut all = Vec::new();
    for name in ["Ada", "Ben", "Cleo"] {
        all.push(registered(&server, name).await);
    }
    let ids: Vec<Uuid> = all.iter().map(|guest| guest.player.id).collect();
    let id = found(&server, &all[0], "Red Canal").await;
    for guest in all.iter().rev() {
        server.advance(limits::TICK);
        join(&server, id, guest).await;
    }
    let joined = join(&server, id, &all[0]).await;
    assert_eq!(people(&joined), (ids[0], vec![ids[0], ids[2], ids[1]]), "who is in stays as they are");
    // Handed over, it is another's, and whoever had it goes on belonging to it.
    assert_eq!(code(hand_over(&server, id, &all[1], &all[1])).await, "not_owner");
    assert_eq!(
        people(&fine(hand_over(&server, id, &all[0], &all[0])).await).0,
        ids[0],
        "it is theirs already"
    );
    let handed = fine(hand_over(&server, id, &all[1], &all[0])).await;
    assert_eq!(people(&handed), (ids[1], vec![ids[0], ids[2], ids[1]]));
    // Whoever owns as many as one may gets no more, by hand or by being next.
    for number in 0..limits::CLUBS_OWNED {
        found(&server, &all[0], &format!("Club {number}")).await;
    }
    assert_eq!(code(hand_over(&server, id, &all[0], &all[1])).await, "too_many");
    assert_eq!(people(&leave(&server, id, &all[1]).await), (ids[2], vec![ids[0], ids[2]]));
    assert_eq!(code(hand_over(&server, id, &all[1], &all[2])).await, "not_member");
    assert_eq!(code(ask(&server, Method::DELETE, &format!("/{id}/membership"), &all[1])).await, "not_member");
    // Unless there is nobody else; and after the last it is closed.
    assert_eq!(people(&leave(&server, id, &all[2]).await), (ids[0], vec![ids[0]]));
    let closed = leave(&server, id, &all[0]).await;
    assert_eq!(
        (closed.summary.name.as_str(), closed.summary.members, closed.roster.len()),
        ("Red Canal", 0, 0)
    );
    assert_eq!(code(ask(&server, Method::GET, &format!("/{id}"), &all[0])).await, "no_club");
}

#[tokio::test]
async fn whoever_is_put_out_comes_in_again_once_they_are_let_in() {
    let server = TestServer::start().await;
    let (ada, ben) = (registered(&server, "Ada").await, registered(&server, "Ben").await);
    let id = found(&server, &ada, "Red Canal").await;
    let membership = format!("/{id}/membership");
    join(&server, id, &ben).await;
    assert_eq!(code(member(&server, Method::DELETE, id, &ada, &ben)).await, "not_owner");
    assert_eq!(code(member(&server, Method::DELETE, id, &ada, &ada)).await, "bad_contact");
    let put_out = fine(member(&server, Method::DELETE, id, &ben, &ada)).await;
    assert_eq!(people(&put_out).1, [ada.player.id]);
    assert_eq!(put_out.expelled.iter().map(|one| one.id).collect::<Vec<_>>(), [ben.player.id]);
    assert_eq!(code(member(&server, Method::DELETE, id, &ben, &ada)).await, "not_member");
    assert_eq!(code(ask(&server, Method::PUT, &membership, &ben)).await, "expelled");
    // Nobody is told but whose club it is, and whom it is about.
    assert_eq!(read(&server, id).await.expelled, []);
    assert_eq!(fine(ask(&server, Method::GET, &format!("/{id}"), &ben)).await.expelled, []);
    let told = own_data(&server, &ben).await.clubs;
    assert_eq!((told.len(), told[0].club, told[0].standing), (1, id, ClubStanding::Expelled));
    for _ in 0..2 {
        let let_in = fine(member(&server, Method::PUT, id, &ben, &ada)).await;
        assert_eq!((people(&let_in).1, let_in.expelled), (vec![ada.player.id], Vec::new()));
    }
    server.advance(limits::TICK);
    assert_eq!(people(&join(&server, id, &ben).await).1, [ada.player.id, ben.player.id]);
    // Whoever has blocked whoever owns it, or is blocked by them, keeps away.
    leave(&server, id, &ben).await;
    let block = server.url(&format!("/api/v1/blocks/{}", ada.player.id));
    let blocked = Client::new().put(block).bearer_auth(&ben.token).send().await.expect("an answer");
    blocked.error_for_status().expect("blocked");
    assert_eq!(code(ask(&server, Method::PUT, &membership, &ben)).await, "blocked");
}

#[tokio::test]
async fn whoever_deletes_their_account_belongs_to_no_club_and_leaves_theirs_to_others() {
    let server = TestServer::start().await;
    let (ada, ben) = (registered(&server, "Ada").await, registered(&server, "Ben").await);
    let [shared, alone, bens] = [
        found(&server, &ada, "Red Canal").await,
        found(&server, &ada, "Hermit").await,
        found(&server, &ben, "Redoubt").await,
    ];
    join(&server, shared, &ben).await;
    join(&server, bens, &ada).await;
    let told: Vec<_> =
        own_data(&server, &ada).await.clubs.into_iter().map(|one| (one.club, one.standing)).collect();
    let (theirs, joined) = (ClubStanding::Owner, ClubStanding::Member);
    assert_eq!(told, [(bens, joined), (alone, theirs), (shared, theirs)]);
    fine(member(&server, Method::DELETE, bens, &ada, &ben)).await;
    forget(&server, &ada).await;
    assert_eq!(people(&read(&server, shared).await), (ben.player.id, vec![ben.player.id]));
    assert_eq!(code(ask(&server, Method::GET, &format!("/{alone}"), &ben)).await, "no_club");
    let own = fine(ask(&server, Method::GET, &format!("/{bens}"), &ben)).await;
    assert_eq!((people(&own).1, own.expelled), (vec![ben.player.id], Vec::new()));
}
