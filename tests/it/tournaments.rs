//! Tournaments: whoever likes joins, and the house pairs, seats and counts; nobody who stays away holds anybody up.

mod hosts;
mod of_clubs;

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use cydonia_protocol::{
    Command, ErrorCode, OfferKind, TimeControl, Tournament, TournamentGame, TournamentPage,
    TournamentStanding, TournamentStatus,
};
use cydonia_server::limits;
use cydonia_tests::{Guest, TestClient, TestServer};
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::accounts::GOOD;
use crate::support::{refused, watch};

const POINT: u32 = TournamentStanding::POINT;

/// The request's own path is below this.
const ALL: &str = "/api/v1/tournaments";

pub(crate) fn ask(server: &TestServer, method: Method, path: &str, who: &Guest) -> RequestBuilder {
    Client::new().request(method, server.url(&format!("{ALL}{path}"))).bearer_auth(&who.token)
}

async fn fine(request: RequestBuilder) -> Tournament {
    let answer = request.send().await.expect("an answer");
    let (status, text) = (answer.status(), answer.text().await.expect("a body"));
    assert_eq!(status, StatusCode::OK, "{text}");
    serde_json::from_str(&text).expect("a tournament")
}

async fn code(request: RequestBuilder) -> String {
    let answer = request.send().await.expect("an answer");
    assert!(!answer.status().is_success());
    answer.json::<Value>().await.expect("a problem")["code"].as_str().expect("a code").to_owned()
}

/// Somebody who has an account.
pub(crate) async fn registered(server: &TestServer, name: &str) -> Guest {
    let guest = server.guest(name).await;
    let asked = Client::new().put(server.url("/api/v1/account/password")).bearer_auth(&guest.token);
    let answer = asked.json(&json!({ "password": GOOD })).send().await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::OK);
    guest
}

/// A tournament that begins in a minute.
pub(crate) fn wish(server: &TestServer, game: &str, seats: u8, format: &Value) -> Value {
    json!({
        "name": "Friday", "game": game, "seats": seats, "format": format,
        "clock": TimeControl::Fischer { initial_s: 1800, increment_s: 0 }, "starts_ms": server.now_ms() + 60_000,
    })
}

async fn set_up(server: &TestServer, host: &Guest, game: &str, seats: u8, format: &Value) -> Uuid {
    let body = wish(server, game, seats, format);
    fine(ask(server, Method::POST, "", host).json(&body)).await.summary.id
}

async fn join(server: &TestServer, id: Uuid, who: &Guest) -> Tournament {
    fine(ask(server, Method::PUT, &format!("/{id}/entry"), who)).await
}

async fn withdraw(server: &TestServer, id: Uuid, who: &Guest) -> Tournament {
    fine(ask(server, Method::DELETE, &format!("/{id}/entry"), who)).await
}

async fn read(server: &TestServer, id: Uuid) -> Tournament {
    server.get(&format!("{ALL}/{id}")).await
}

/// Those who play, each with a line of their own.
struct Crowd {
    guests: Vec<Guest>,
    lines: Vec<TestClient>,
}

impl Crowd {
    async fn come(server: &TestServer, count: usize) -> Self {
        let mut guests = Vec::new();
        let mut lines = Vec::new();
        for number in 0..count {
            let guest = server.guest(&format!("Player {number}")).await;
            lines.push(server.connect(Some(&guest)).await);
            guests.push(guest);
        }
        Self { guests, lines }
    }

    async fn join(&self, server: &TestServer, id: Uuid) {
        for guest in &self.guests {
            join(server, id, guest).await;
        }
    }

    fn place(&self, player: Uuid) -> usize {
        self.guests.iter().position(|guest| guest.player.id == player).expect("one of them")
    }

    /// Lets time go by, a moment at a time, until a tournament is as is wanted.
    async fn until(&mut self, server: &TestServer, id: Uuid, is: impl Fn(&Tournament) -> bool) -> Tournament {
        loop {
            let tournament = read(server, id).await;
            if is(&tournament) {
                return tournament;
            }
            server.pass(&mut self.lines, limits::TICK).await;
        }
    }

    /// In every game that is on each moves once.
    async fn move_once(&mut self, tournament: &Tournament) {
        for game in tournament.games.iter().filter(|game| game.points.is_none()) {
            let table = game.table.expect("a table");
            let places: Vec<usize> = game.players.iter().map(|player| self.place(*player)).collect();
            for place in &places {
                self.lines[*place].call(watch(table)).await.expect("it is their table");
            }
            for place in places {
                self.lines[place].play(table, |_| 0).await.expect("a move");
            }
        }
    }

    /// In every game that is on all but one give up.
    async fn give_up(&mut self, tournament: &Tournament, wins: impl Fn(&TournamentGame) -> usize) {
        for game in tournament.games.iter().filter(|game| game.points.is_none()) {
            let (table, winner) = (game.table.expect("a table"), wins(game));
            for (seat, player) in game.players.iter().enumerate().filter(|(seat, _)| *seat != winner) {
                let place = self.place(*player);
                let line = &mut self.lines[place];
                line.call(watch(table)).await.unwrap_or_else(|error| panic!("seat {seat}: {error:?}"));
                line.call(Command::Resign { table }).await.expect("resigned");
            }
        }
    }
}

fn is_paired(round: u32) -> impl Fn(&Tournament) -> bool {
    move |tournament| tournament.summary.round == round
}

fn is_over(tournament: &Tournament) -> bool {
    tournament.summary.status == TournamentStatus::Finished
}

/// Everybody has either a seat or a bye, once.
fn all_have_a_place(tournament: &Tournament, round: u32, count: usize) {
    let games = tournament.games.iter().filter(|game| game.round == round);
    let players: Vec<Uuid> = games.flat_map(|game| game.players.iter().copied()).collect();
    assert_eq!(players.len(), count);
    assert_eq!(players.iter().collect::<HashSet<_>>().len(), count);
}

#[tokio::test]
async fn a_swiss_pairs_those_who_have_not_met_counts_and_ends() {
    let server = TestServer::start().await;
    let host = registered(&server, "Ada").await;
    let id = set_up(&server, &host, "martian-chess", 2, &json!({ "kind": "swiss", "rounds": 3 })).await;
    let mut crowd = Crowd::come(&server, 5).await;
    crowd.join(&server, id).await;
    let open = read(&server, id).await;
    assert_eq!((open.summary.status, open.summary.players, open.games.len()), (TournamentStatus::Open, 5, 0));
    let mut met = HashSet::new();
    for round in 1..=3 {
        let tournament = crowd.until(&server, id, is_paired(round)).await;
        assert_eq!(tournament.summary.status, TournamentStatus::Running);
        all_have_a_place(&tournament, round, 5);
        for game in tournament.games.iter().filter(|game| game.round == round && game.players.len() == 2) {
            let mut pair = game.players.clone();
            pair.sort_unstable();
            assert!(met.insert(pair), "round {round}: they meet again");
        }
        // Whoever joined first wins, wherever they sit.
        let order: HashMap<Uuid, usize> = crowd.guests.iter().map(|guest| guest.player.id).zip(0..).collect();
        let first = |game: &TournamentGame| usize::from(order[&game.players[1]] < order[&game.players[0]]);
        crowd.give_up(&tournament, first).await;
    }
    let over = crowd.until(&server, id, is_over).await;
    assert!(over.summary.ended_ms.is_some());
    // Seven games and byes of three rounds: nine points.
    assert_eq!(over.standings.iter().map(|one| one.score).sum::<u32>(), 9 * POINT);
    assert_eq!(over.standings[0].player.id, crowd.guests[0].player.id);
    assert_eq!((over.standings[0].place, over.standings[0].score), (1, 3 * POINT));
    // They are games like any: they are kept, and say of which tournament they were.
    let table = over.games.iter().find_map(|game| game.table).expect("a game");
    let kept: Value = server.get(&format!("/api/v1/matches/{table}")).await;
    assert_eq!(kept["reason"], "resigned");
    let mut looks = server.join("Watcher").await;
    looks.call(watch(table)).await.expect("kept games are looked at");
    let of = looks.tables[&table].info.tournament.clone().expect("a tournament's");
    assert_eq!((of.id, of.name.as_str()), (id, "Friday"));
    let listed: TournamentPage = server.get(&format!("{ALL}?status=finished")).await;
    assert_eq!(listed.tournaments, [over.summary]);
}

#[tokio::test]
async fn a_round_robin_goes_on_after_a_restart_and_gives_points_for_those_who_have_withdrawn() {
    let server = TestServer::start().await;
    let host = registered(&server, "Ada").await;
    let id = set_up(&server, &host, "martian-mud-wrestling", 2, &json!({ "kind": "round_robin" })).await;
    let mut crowd = Crowd::come(&server, 4).await;
    crowd.join(&server, id).await;
    let tournament = crowd.until(&server, id, is_paired(1)).await;
    crowd.give_up(&tournament, |_| 0).await;
    crowd.until(&server, id, is_paired(2)).await;
    // In the middle of a round the house is closed, and opened again.
    crowd.lines.clear();
    let server = server.restart().await;
    for guest in &crowd.guests {
        crowd.lines.push(server.connect(Some(guest)).await);
    }
    let tournament = read(&server, id).await;
    assert_eq!((tournament.summary.round, tournament.games.len()), (2, 4));
    crowd.give_up(&tournament, |_| 1).await;
    let gone = withdraw(&server, id, &crowd.guests[3]).await;
    assert!(gone.standings.iter().any(|one| one.withdrawn));
    // Whoever was in comes back, and goes again; nobody new comes in.
    let back = join(&server, id, &crowd.guests[3]).await;
    assert!(back.standings.iter().all(|one| !one.withdrawn));
    withdraw(&server, id, &crowd.guests[3]).await;
    let tournament = crowd.until(&server, id, is_paired(3)).await;
    let last: Vec<_> = tournament.games.iter().filter(|game| game.round == 3).collect();
    assert_eq!(last.iter().map(|game| game.players.len()).sum::<usize>(), 3);
    let alone = last.iter().find(|game| game.players.len() == 1).expect("whoever was to meet them");
    assert_eq!(alone.points, Some(vec![POINT]));
    let too_late = server.guest("Late").await;
    assert_eq!(code(ask(&server, Method::PUT, &format!("/{id}/entry"), &too_late)).await, "tournament_over");
    crowd.give_up(&tournament, |_| 0).await;
    let over = crowd.until(&server, id, is_over).await;
    assert_eq!(over.standings.iter().map(|one| one.score).sum::<u32>(), 6 * POINT);
    assert_eq!(over.standings.iter().filter(|one| one.games == 3).count(), 2, "{:?}", over.standings);
}

#[tokio::test]
async fn pods_of_three_are_counted_by_how_many_one_was_before() {
    let server = TestServer::start().await;
    let host = registered(&server, "Ada").await;
    let id = set_up(&server, &host, "martian-chess", 3, &json!({ "kind": "swiss", "rounds": 1 })).await;
    let mut crowd = Crowd::come(&server, 7).await;
    crowd.join(&server, id).await;
    let tournament = crowd.until(&server, id, is_paired(1)).await;
    all_have_a_place(&tournament, 1, 7);
    let alone = tournament.games.iter().find(|game| game.players.len() == 1).expect("one is left over");
    assert_eq!(alone.points, Some(vec![POINT / 2]));
    crowd.give_up(&tournament, |_| 2).await;
    let over = crowd.until(&server, id, is_over).await;
    for game in over.games.iter().filter(|game| game.players.len() == 3) {
        let points = game.points.as_deref().expect("it is over");
        assert_eq!((points[2], points.iter().sum::<u32>()), (POINT, 3 * POINT / 2), "{points:?}");
    }
}

#[tokio::test]
async fn whoever_stays_away_loses_and_takes_no_further_part_until_they_come_back() {
    let server = TestServer::start().await;
    let host = registered(&server, "Ada").await;
    let id = set_up(&server, &host, "martian-frisby", 2, &json!({ "kind": "swiss", "rounds": 2 })).await;
    let mut crowd = Crowd::come(&server, 3).await;
    crowd.join(&server, id).await;
    let tournament = crowd.until(&server, id, is_paired(1)).await;
    let game = tournament.games.iter().find(|game| game.players.len() == 2).expect("two are paired");
    let table = game.table.expect("a table");
    // Nobody gets out of it, nor anybody in.
    let came = crowd.place(game.players[1]);
    let line = &mut crowd.lines[came];
    line.call(watch(table)).await.expect("it is their table");
    refused(line, Command::Stand { table }, ErrorCode::TooLate).await;
    line.ready(table).await.expect("ready");
    // The other does not come.
    let gone = crowd.place(game.players[0]);
    let tournament = crowd.until(&server, id, |one| one.games.iter().all(|game| game.points.is_some())).await;
    let points =
        tournament.games.iter().find(|game| game.players.len() == 2).expect("that game").points.clone();
    assert_eq!(points, Some(vec![0, POINT]));
    let absent = |one: &Tournament| {
        let standing = one.standings.iter().find(|one| one.player.id == crowd.guests[gone].player.id);
        standing.expect("they stand somewhere").withdrawn
    };
    assert!(absent(&tournament));
    let back = join(&server, id, &crowd.guests[gone]).await;
    assert!(!absent(&back));
}

#[tokio::test]
async fn a_game_to_which_nobody_comes_is_lost_by_both() {
    // With dice they are waited for three minutes, and without as long as the clock of whoever begins runs.
    for (game, at_most) in
        [("martian-frisby", Duration::from_secs(180)), ("martian-chess", Duration::from_secs(1810))]
    {
        let server = TestServer::start().await;
        let host = registered(&server, "Ada").await;
        let id = set_up(&server, &host, game, 2, &json!({ "kind": "swiss", "rounds": 3 })).await;
        let mut crowd = Crowd::come(&server, 2).await;
        crowd.join(&server, id).await;
        crowd.until(&server, id, is_paired(1)).await;
        crowd.lines.clear();
        server.advance(at_most);
        let over = crowd.until(&server, id, is_over).await;
        assert_eq!(over.games[0].points, Some(vec![0, 0]), "{game}");
        assert!(over.standings.iter().all(|one| one.withdrawn && one.score == 0), "{game}");
    }
}

#[tokio::test]
async fn nobody_holds_a_tournament_up_and_its_host_ends_one_that_is_on() {
    let server = TestServer::start().await;
    let host = registered(&server, "Ada").await;
    let id = set_up(&server, &host, "martian-chess", 2, &json!({ "kind": "swiss", "rounds": 3 })).await;
    let mut crowd = Crowd::come(&server, 2).await;
    crowd.join(&server, id).await;
    let tournament = crowd.until(&server, id, is_paired(1)).await;
    let table = tournament.games[0].table.expect("a table");
    let line = &mut crowd.lines[0];
    line.call(watch(table)).await.expect("it is their table");
    let pause = Command::Offer { table, what: OfferKind::Pause, request: Uuid::nil(), computer: None };
    refused(line, pause, ErrorCode::BadOffer).await;
    let ended = fine(ask(&server, Method::DELETE, &format!("/{id}"), &host)).await;
    assert_eq!((ended.summary.status, ended.games[0].points.clone()), (TournamentStatus::Finished, None));
    // The game goes on, and is nobody's but its players'.
    line.call(Command::Resign { table }).await.expect("resigned");
}

#[tokio::test]
async fn in_an_arena_whoever_is_free_and_here_plays_on_until_its_time_is_up() {
    let server = TestServer::start().await;
    let host = registered(&server, "Ada").await;
    let id = set_up(&server, &host, "martian-chess", 2, &json!({ "kind": "arena", "minutes": 10 })).await;
    let mut crowd = Crowd::come(&server, 3).await;
    crowd.join(&server, id).await;
    // Somebody has joined, and is not here.
    join(&server, id, &server.guest("Absent").await).await;
    let mut had: HashMap<Uuid, u32> = HashMap::new();
    for round in 1..=6 {
        let tournament = crowd.until(&server, id, is_paired(round)).await;
        let games: Vec<_> = tournament.games.iter().filter(|game| game.round == round).collect();
        assert_eq!(games.len(), 1, "two of three play");
        for player in &games[0].players {
            *had.entry(*player).or_default() += 1;
        }
        crowd.move_once(&tournament).await;
        crowd.give_up(&tournament, |_| 0).await;
    }
    // Nobody waits again and again.
    assert_eq!(had.len(), 3);
    assert!(had.values().all(|games| *games == 4), "{had:?}");
    let tournament = crowd.until(&server, id, is_paired(7)).await;
    server.pass(&mut crowd.lines, Duration::from_secs(600)).await;
    // What is on is played to its end; but before everybody has moved it is worth nothing in an arena.
    assert_eq!(read(&server, id).await.summary.status, TournamentStatus::Running);
    crowd.give_up(&tournament, |_| 0).await;
    let over = crowd.until(&server, id, is_over).await;
    assert_eq!(over.summary.round, 7);
    assert_eq!(over.standings.iter().map(|one| one.score).sum::<u32>(), 6 * POINT);
}
