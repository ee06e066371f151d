//! Tournaments of clubs: their members set them up and join them, and nobody else; everybody looks on.

use std::collections::BTreeMap;

use cydonia_protocol::{ClubName, Tournament, TournamentPage, TournamentStatus};
use cydonia_server::limits;
use cydonia_tests::{Guest, TestServer};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{ALL, Crowd, ask, code, fine, is_over, is_paired, join, read, registered, wish, withdraw};
use crate::clubs;

fn swiss() -> Value {
    json!({ "kind": "swiss", "rounds": 2 })
}

/// How one is set up that is of a club.
fn request(server: &TestServer, host: &Guest, club: Uuid) -> RequestBuilder {
    let mut body = wish(server, "martian-chess", 2, &swiss());
    body["club"] = json!(club);
    ask(server, Method::POST, "", host).json(&body)
}

async fn set_up(server: &TestServer, host: &Guest, club: Uuid) -> Uuid {
    fine(request(server, host, club)).await.summary.id
}

fn entry(server: &TestServer, id: Uuid, who: &Guest) -> RequestBuilder {
    ask(server, Method::PUT, &format!("/{id}/entry"), who)
}

/// The ids of those on a list.
async fn listed(server: &TestServer, query: &str) -> Vec<Uuid> {
    let page: TournamentPage = server.get(&format!("{ALL}?{query}")).await;
    page.tournaments.iter().map(|one| one.id).collect()
}

/// Who has joined, and whether they take part.
fn parts(tournament: &Tournament) -> BTreeMap<Uuid, bool> {
    tournament.standings.iter().map(|one| (one.player.id, !one.withdrawn)).collect()
}

async fn done(request: RequestBuilder) {
    request.send().await.expect("an answer").error_for_status().expect("done");
}

/// As many who belong to a club, of which the first is the owner, each with a line.
async fn members(server: &TestServer, count: usize) -> (Uuid, Crowd) {
    let mut crowd = Crowd { guests: Vec::new(), lines: Vec::new() };
    for number in 0..count {
        let guest = registered(server, &format!("Member {number}")).await;
        crowd.lines.push(server.connect(Some(&guest)).await);
        crowd.guests.push(guest);
    }
    let club = clubs::found(server, &crowd.guests[0], "Red Canal").await;
    for guest in &crowd.guests[1..] {
        clubs::join(server, club, guest).await;
    }
    (club, crowd)
}

#[tokio::test]
async fn members_of_a_club_set_its_tournaments_up_and_join_them_and_nobody_else() {
    let server = TestServer::start().await;
    let (club, crowd) = members(&server, 3).await;
    let [owner, host, member] = [0, 1, 2].map(|place: usize| &crowd.guests[place]);
    let stranger = registered(&server, "Cleo").await;
    let elsewhere = clubs::found(&server, &stranger, "Redoubt").await;
    // A refusal sets nothing up.
    assert_eq!(code(request(&server, &stranger, club)).await, "not_member");
    assert_eq!(code(request(&server, host, Uuid::nil())).await, "no_club");
    assert!(listed(&server, "").await.is_empty());
    let made = fine(request(&server, host, club)).await;
    let (id, named) = (made.summary.id, |name: &str| Some(ClubName { id: club, name: name.to_owned() }));
    assert_eq!(made.summary.club, named("Red Canal"));
    // Nor does it have anybody join.
    for outsider in [&stranger, &server.guest("Guest").await] {
        assert_eq!(code(entry(&server, id, outsider)).await, "not_member");
    }
    assert!(parts(&read(&server, id).await).is_empty());
    join(&server, id, member).await;
    assert_eq!(
        parts(&join(&server, id, owner).await),
        BTreeMap::from([(member.player.id, true), (owner.player.id, true)])
    );
    // Everybody finds and reads it, by what its club is called now.
    let other = set_up(&server, &stranger, elsewhere).await;
    let of_all = wish(&server, "martian-chess", 2, &swiss());
    let open = fine(ask(&server, Method::POST, "", host).json(&of_all)).await;
    assert_eq!(open.summary.club, None);
    let renamed = clubs::ask(&server, Method::PUT, &format!("/{club}"), owner);
    done(renamed.json(&json!({ "name": "Blue Canal" }))).await;
    let page: TournamentPage = server.get(&format!("{ALL}?club={club}")).await;
    assert_eq!(page.tournaments, [read(&server, id).await.summary]);
    assert_eq!(page.tournaments[0].club, named("Blue Canal"));
    for (query, expected) in [
        (String::new(), vec![open.summary.id, other, id]),
        (format!("club={elsewhere}"), vec![other]),
        (format!("club={club}&status=open"), vec![id]),
        (format!("club={club}&status=running"), vec![]),
        (format!("club={}", Uuid::nil()), vec![]),
    ] {
        assert_eq!(listed(&server, &query).await, expected, "{query}");
    }
    // In pages, each of its own list.
    let second = set_up(&server, member, club).await;
    let page: TournamentPage = server.get(&format!("{ALL}?club={club}&limit=1")).await;
    let next = page.next.expect("there is one more");
    assert_eq!(page.tournaments[0].id, second);
    assert_eq!(listed(&server, &format!("club={club}&limit=1&cursor={next}")).await, [id]);
    let wrong = Client::new().get(server.url(&format!("{ALL}?club={elsewhere}&cursor={next}")));
    assert_eq!(code(wrong).await, "bad_query");
    // Whoever owns the club takes it back as its host may, and no other member.
    let path = format!("/{id}");
    assert_eq!(code(ask(&server, Method::DELETE, &path, member)).await, "not_host");
    assert_eq!(code(ask(&server, Method::DELETE, &format!("/{}", open.summary.id), owner)).await, "not_host");
    let back = fine(ask(&server, Method::DELETE, &path, owner)).await;
    assert_eq!(back.summary.status, TournamentStatus::Cancelled);
    // Whoever has set it up does so only while they belong to the club.
    let again = set_up(&server, host, club).await;
    let put_out = format!("/{club}/members/{}", host.player.id);
    done(clubs::ask(&server, Method::DELETE, &put_out, owner)).await;
    assert_eq!(code(ask(&server, Method::DELETE, &format!("/{again}"), host)).await, "not_host");
    assert_eq!(read(&server, again).await.summary.status, TournamentStatus::Open);
}

#[tokio::test]
async fn whoever_belongs_to_the_club_no_more_takes_no_further_part() {
    let server = TestServer::start().await;
    let (club, mut crowd) = members(&server, 4).await;
    let id = set_up(&server, &crowd.guests[0], club).await;
    let elsewhere = clubs::found(&server, &crowd.guests[1], "Redoubt").await;
    let other = set_up(&server, &crowd.guests[1], elsewhere).await;
    join(&server, other, &crowd.guests[1]).await;
    crowd.join(&server, id).await;
    // Whoever leaves, is put out or deletes their account has never joined what has not begun.
    let ids: Vec<Uuid> = crowd.guests.iter().map(|guest| guest.player.id).collect();
    let gone = registered(&server, "Gone").await;
    clubs::join(&server, club, &gone).await;
    join(&server, id, &gone).await;
    done(Client::new().delete(server.url("/api/v1/account")).bearer_auth(&gone.token)).await;
    assert_eq!(parts(&read(&server, id).await).len(), 4);
    clubs::leave(&server, club, &crowd.guests[1]).await;
    let put_out = format!("/{club}/members/{}", ids[2]);
    done(clubs::ask(&server, Method::DELETE, &put_out, &crowd.guests[0])).await;
    assert_eq!(parts(&read(&server, id).await), BTreeMap::from([(ids[0], true), (ids[3], true)]));
    for former in &crowd.guests[1..3] {
        assert_eq!(code(entry(&server, id, former)).await, "not_member");
    }
    assert_eq!(
        parts(&read(&server, other).await),
        BTreeMap::from([(ids[1], true)]),
        "what is another club’s goes on"
    );
    clubs::join(&server, club, &crowd.guests[1]).await;
    join(&server, id, &crowd.guests[1]).await;
    // Of what is on they are withdrawn, and play a game that is on to its end.
    let tournament = crowd.until(&server, id, is_paired(1)).await;
    clubs::leave(&server, club, &crowd.guests[1]).await;
    let left = read(&server, id).await;
    assert_eq!((left.games.len(), parts(&left).len()), (2, 3));
    assert_eq!(parts(&left).get(&ids[1]), Some(&false));
    assert_eq!(code(entry(&server, id, &crowd.guests[1])).await, "not_member");
    crowd.give_up(&tournament, |_| 0).await;
    clubs::join(&server, club, &crowd.guests[1]).await;
    assert!(parts(&join(&server, id, &crowd.guests[1]).await).values().all(|takes_part| *takes_part));
    clubs::leave(&server, club, &crowd.guests[1]).await;
    let tournament = crowd.until(&server, id, is_paired(2)).await;
    let last = tournament.games.iter().filter(|game| game.round == 2);
    assert!(last.clone().count() > 0 && last.clone().all(|game| !game.players.contains(&ids[1])));
}

#[tokio::test]
async fn with_a_club_that_is_closed_ends_what_has_not_begun_and_what_is_on_goes_on() {
    let server = TestServer::start().await;
    let (club, mut crowd) = members(&server, 3).await;
    let running = set_up(&server, &crowd.guests[0], club).await;
    for guest in &crowd.guests[..2] {
        join(&server, running, guest).await;
    }
    let tournament = crowd.until(&server, running, is_paired(1)).await;
    let open = set_up(&server, &crowd.guests[1], club).await;
    join(&server, open, &crowd.guests[2]).await;
    done(clubs::ask(&server, Method::DELETE, &format!("/{club}"), &crowd.guests[0])).await;
    let cancelled = read(&server, open).await.summary;
    assert_eq!((cancelled.status, cancelled.ended_ms), (TournamentStatus::Cancelled, Some(server.now_ms())));
    assert_eq!((cancelled.club, listed(&server, &format!("club={club}")).await), (None, vec![]));
    assert_eq!(read(&server, running).await.summary.status, TournamentStatus::Running);
    // Its name is another's by now, and that is another club.
    let again = clubs::found(&server, &crowd.guests[0], "Red Canal").await;
    assert!(listed(&server, &format!("club={again}")).await.is_empty());
    // Who has joined comes back, and nobody new comes in.
    withdraw(&server, running, &crowd.guests[1]).await;
    assert!(parts(&join(&server, running, &crowd.guests[1]).await).values().all(|takes_part| *takes_part));
    for late in [&crowd.guests[2], &server.guest("Guest").await] {
        assert_eq!(code(entry(&server, running, late)).await, "tournament_over");
    }
    crowd.give_up(&tournament, |_| 0).await;
    let tournament = crowd.until(&server, running, is_paired(2)).await;
    crowd.give_up(&tournament, |_| 0).await;
    let over = crowd.until(&server, running, is_over).await;
    assert_eq!((over.games.len(), over.summary.club), (2, None));
    // It is closed, too, when the last member has left.
    let last = set_up(&server, &crowd.guests[0], again).await;
    clubs::leave(&server, again, &crowd.guests[0]).await;
    assert_eq!(read(&server, last).await.summary.status, TournamentStatus::Cancelled);
    let own = clubs::found(&server, &crowd.guests[1], "Redoubt").await;
    let last = set_up(&server, &crowd.guests[1], own).await;
    done(Client::new().delete(server.url("/api/v1/account")).bearer_auth(&crowd.guests[1].token)).await;
    assert_eq!(read(&server, last).await.summary.status, TournamentStatus::Cancelled);
}

#[tokio::test]
async fn a_member_who_becomes_part_of_another_account_leaves_it_what_they_have_set_up() {
    let server = TestServer::start().await;
    let (club, crowd) = members(&server, 2).await;
    let [owner, host] = [&crowd.guests[0], &crowd.guests[1]];
    let id = set_up(&server, host, club).await;
    join(&server, id, host).await;
    join(&server, id, owner).await;
    let account = registered(&server, "Ada").await;
    let merge = || {
        let with = json!({ "by": "password", "name": "Member 1", "password": crate::accounts::GOOD });
        let request = Client::new().post(server.url("/api/v1/account/merge")).bearer_auth(&account.token);
        request.json(&json!({ "with": with }))
    };
    assert_eq!(code(merge()).await, "bad_merge");
    withdraw(&server, id, host).await;
    done(merge()).await;
    let told = read(&server, id).await;
    assert_eq!(
        (told.summary.host.id, parts(&told)),
        (account.player.id, BTreeMap::from([(owner.player.id, true)]))
    );
    assert_eq!(parts(&join(&server, id, &account).await).len(), 2);
    let back = fine(ask(&server, Method::DELETE, &format!("/{id}"), &account)).await;
    assert_eq!(back.summary.status, TournamentStatus::Cancelled);
    let path = format!("{ALL}/{id}");
    assert_eq!(server.get::<Value>(&path).await["club"]["id"], json!(club));
}

#[tokio::test]
async fn a_club_s_tournament_is_one_of_those_that_its_host_has_at_a_time() {
    let server = TestServer::start().await;
    let (club, crowd) = members(&server, 1).await;
    for _ in 0..limits::TOURNAMENTS {
        set_up(&server, &crowd.guests[0], club).await;
    }
    assert_eq!(code(request(&server, &crowd.guests[0], club)).await, "too_many");
    // As they end with the club, there is room again.
    done(clubs::ask(&server, Method::DELETE, &format!("/{club}"), &crowd.guests[0])).await;
    let own = clubs::found(&server, &crowd.guests[0], "Red Canal").await;
    set_up(&server, &crowd.guests[0], own).await;
}
