//! Players looked up: by name and by ids, and what their games add up to, which is what whoever reads all their games adds up.

use std::collections::BTreeMap;
use std::time::Duration;

use cydonia_protocol::{
    ActiveDay, Command, ErrorCode, GameResult, MatchPage, MatchSummary, Opponents, PlayerActivity,
    PlayerList, PlayerResults, Problem, Tally,
};
use cydonia_rules::{GameKind, OptionValue};
use cydonia_tests::{Guest, TestClient, TestServer};
use reqwest::{Client, StatusCode};
use serde_json::Value;
use uuid::Uuid;

use crate::company::{restarted, seconds};
use crate::schema::{assert_fits, closed};
use crate::support::{create_game, database, move_each, sit, watch};

async fn told<T: serde::de::DeserializeOwned>(server: &TestServer, path: &str, schema: &str) -> T {
    let document: Value =
        reqwest::get(server.url(path)).await.expect("an answer").json().await.expect("JSON");
    assert_fits(&closed(schema), &document);
    serde_json::from_value(document).expect("the document")
}

async fn refused(server: &TestServer, path: &str, code: ErrorCode) {
    let response = Client::new().get(server.url(path)).send().await.expect("an answer");
    assert!(response.status() == StatusCode::BAD_REQUEST || response.status() == StatusCode::NOT_FOUND);
    assert_eq!(response.json::<Problem>().await.expect("a problem").code, code, "{path}");
}

async fn gather(server: &TestServer, guests: &[Guest]) -> Vec<TestClient> {
    let mut people = Vec::new();
    for guest in guests {
        people.push(server.connect(Some(guest)).await);
    }
    people
}

/// A game of these people, in the order of seats, that the first of `leave` leave one after another.
async fn play(people: &mut [&mut TestClient], wish: Command, leave: &[usize]) -> Uuid {
    let table = people[0].call(wish).await.expect("a table").table.expect("its id");
    for person in people.iter_mut() {
        person.call(watch(table)).await.expect("watching");
    }
    for person in &mut people[1..] {
        person.call(sit(table)).await.expect("a seat");
    }
    for person in people.iter_mut() {
        person.until(table, |table| table.view.is_some()).await;
    }
    move_each(table, people).await;
    for leaver in leave {
        people[*leaver].call(Command::Resign { table }).await.expect("resigned");
    }
    people[0].until(table, |table| table.outcome.is_some()).await;
    table
}

fn add(tally: &mut Tally, result: GameResult) {
    tally.games += 1;
    match result {
        GameResult::Won => tally.won += 1,
        GameResult::Drawn => tally.drawn += 1,
        GameResult::Lost => tally.lost += 1,
    }
}

/// What whoever reads the games adds up.
#[derive(Default)]
struct AddedUp {
    seats: BTreeMap<(String, usize, usize), Tally>,
    opponents: BTreeMap<Uuid, Tally>,
    days: BTreeMap<i64, (BTreeMap<String, u32>, Tally)>,
}

fn add_up(player: Uuid, games: &[MatchSummary]) -> AddedUp {
    let mut all = AddedUp::default();
    for game in games {
        for (place, seat) in game.seats.iter().enumerate().filter(|(_, seat)| seat.player.id == player) {
            let key = (game.game.clone(), game.seats.len(), place);
            add(all.seats.entry(key).or_default(), seat.result);
            let day = game.finished_ms.div_euclid(86_400_000) * 86_400_000;
            let (finished, tally) = all.days.entry(day).or_default();
            *finished.entry(game.game.clone()).or_default() += 1;
            add(tally, seat.result);
            for other in game.seats.iter().filter(|other| other.player.id != player) {
                if seat.team.is_none() || seat.team != other.team {
                    add(all.opponents.entry(other.player.id).or_default(), seat.result);
                }
            }
        }
    }
    all
}

#[tokio::test]
async fn results_opponents_and_days_are_what_the_games_add_up_to() {
    let server = TestServer::start().await;
    let mut guests = Vec::new();
    for name in ["Ada", "Ben", "Eve", "Fay"] {
        guests.push(server.guest(name).await);
    }
    let mut people = gather(&server, &guests).await;
    let [ada, ben, eve, _] = &mut people[..] else { panic!("four") };
    play(&mut [ada, ben], create_game("martian-chess", 2), &[0]).await;
    play(&mut [ben, ada], create_game("martian-chess", 2), &[0]).await;
    play(&mut [ada, eve, ben], create_game("martian-go", 3), &[1, 2]).await;
    drop(people);
    server.advance(Duration::from_hours(3 * 24));
    let mut people = gather(&server, &guests).await;
    let [ada, ben, eve, fay] = &mut people[..] else { panic!("four") };
    let mut teams = create_game("martian-chess", 4);
    if let Command::Create { options, .. } = &mut teams {
        options.insert("teams".to_owned(), OptionValue::Switch(true));
    }
    play(&mut [ada, ben, eve, fay], teams, &[1, 3]).await;
    play(&mut [eve, ada], create_game("martian-mud-wrestling", 2), &[0]).await;
    let MatchPage { matches: games, .. } = server.get("/api/v1/matches?limit=100").await;
    assert_eq!(games.len(), 5);

    let everybody: Vec<_> =
        games.iter().flat_map(|game| &game.seats).map(|seat| seat.player.clone()).collect();
    for player in everybody {
        let expected = add_up(player.id, &games);
        let results: PlayerResults =
            told(&server, &format!("/api/v1/players/{}/results", player.id), "player-results").await;
        assert_eq!((&results.player, results.since), (&player, None));
        let seats: BTreeMap<_, _> = results
            .results
            .into_iter()
            .map(|one| ((one.game, usize::from(one.seats), usize::from(one.seat)), one.tally))
            .collect();
        assert_eq!(seats, expected.seats);

        let opponents: Opponents =
            told(&server, &format!("/api/v1/players/{}/opponents", player.id), "opponents").await;
        assert!(opponents.opponents.is_sorted_by_key(|one| std::cmp::Reverse(one.tally.games)));
        for one in &opponents.opponents {
            let path = format!("/api/v1/players/{}/results?opponent={}", player.id, one.player.id);
            let head_to_head: PlayerResults = told(&server, &path, "player-results").await;
            assert_eq!(head_to_head.opponent.as_ref(), Some(&one.player));
            let games: u32 = head_to_head.results.iter().map(|one| one.tally.games).sum();
            assert_eq!(games, one.tally.games);
        }
        let met: BTreeMap<_, _> =
            opponents.opponents.into_iter().map(|one| (one.player.id, one.tally)).collect();
        assert_eq!(met, expected.opponents);

        let activity: PlayerActivity =
            told(&server, &format!("/api/v1/players/{}/activity", player.id), "player-activity").await;
        assert!(activity.days.is_sorted_by_key(|day| std::cmp::Reverse(day.from_ms)));
        let days: BTreeMap<_, _> = activity
            .days
            .into_iter()
            .map(|ActiveDay { from_ms, finished, tally }| (from_ms, (finished, tally)))
            .collect();
        assert_eq!(days, expected.days);

        // Of one game alone.
        for kind in GameKind::ALL {
            let of_one: Vec<_> = games.iter().filter(|game| game.game == kind.id()).cloned().collect();
            let path = format!("/api/v1/players/{}/activity?game={}", player.id, kind.id());
            let activity: PlayerActivity = told(&server, &path, "player-activity").await;
            let games: u32 = activity.days.iter().map(|day| day.tally.games).sum();
            let expected: u32 = add_up(player.id, &of_one).seats.values().map(|tally| tally.games).sum();
            assert_eq!(games, expected);
        }
    }

    // Games by their ids, in the order of lists.
    let ids: Vec<String> = games.iter().step_by(2).map(|game| game.id.to_string()).collect();
    let page: MatchPage = server.get(&format!("/api/v1/matches?ids={},{}", ids.join(","), Uuid::nil())).await;
    assert_eq!(page.matches.iter().map(|game| game.id.to_string()).collect::<Vec<_>>(), ids);
    let page: MatchPage =
        server.get(&format!("/api/v1/matches?order=oldest&limit=1&ids={}", ids.join(","))).await;
    assert_eq!(page.matches[0].id.to_string(), *ids.last().expect("some"));
    assert!(page.more);
}

async fn found(server: &TestServer, query: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut cursor = String::new();
    loop {
        let path = format!("/api/v1/players?{query}{cursor}");
        let list: PlayerList = told(server, &path, "player-list").await;
        names.extend(list.players.into_iter().map(|player| player.name));
        let Some(next) = list.next else { return names };
        cursor = format!("&cursor={next}");
    }
}

#[tokio::test]
async fn players_are_found_by_how_their_names_begin_whatever_signs_are_in_the_search() {
    let server = TestServer::start().await;
    let names = ["Ada", "adam", "Ádám", "Αda", "Bea", "100%er", "A_da", "ＡＤＡ wide"];
    let mut others = Vec::new();
    for name in names {
        let mut player = server.join(name).await;
        let mut other = server.join("Zoe").await;
        play(&mut [&mut player, &mut other], create_game("martian-chess", 2), &[0]).await;
        others.push((player, other));
    }
    server.guest("Adalbert").await;
    let all_of_ada = ["Ada", "Αda", "A_da", "ＡＤＡ wide", "adam", "Ádám"];
    for search in ["ada", "ADA", "%C3%81da", "%D0%B0da"] {
        let mut found = found(&server, &format!("name={search}")).await;
        found.sort_unstable();
        let mut expected = all_of_ada;
        expected.sort_unstable();
        assert_eq!(found, expected, "{search}: whoever has not played is nobody's to find");
    }
    // Page by page it is the same list.
    assert_eq!(found(&server, "name=ada&limit=1").await, found(&server, "name=ada").await);
    assert_eq!(found(&server, "name=adam").await.len(), 2);
    assert_eq!(found(&server, "name=100").await, ["100%er"]);
    // A sign stands for no other, and for nothing of its own: names are compared without.
    for none in ["q%25", "q_", "nobody", "%F0%9F%9C%82q", "Ada%00q"] {
        assert!(found(&server, &format!("name={none}")).await.is_empty(), "{none}");
    }
    assert_eq!(found(&server, "name=-").await.len(), names.len() + names.len());
    assert_eq!(found(&server, "name=").await.len(), names.len() + names.len());

    // Whoever is called otherwise in between leads to nobody else.
    let first: PlayerList = told(&server, "/api/v1/players?name=ada&limit=3", "player-list").await;
    let next = first.next.expect("there are more");
    let mut outside = database(&server).await;
    outside
        .run(
            "UPDATE players SET search = 'aaa' WHERE number IN (SELECT number FROM players
             WHERE search >= 'ada' ORDER BY search, number LIMIT 1 OFFSET 2)",
        )
        .await;
    let again: PlayerList =
        told(&server, &format!("/api/v1/players?name=ada&limit=100&cursor={next}"), "player-list").await;
    assert!(again.players.iter().all(|player| all_of_ada.contains(&player.name.as_str())));
    outside.run("UPDATE players SET search = 'ada' WHERE search = 'aaa'").await;
    outside.close().await;

    // By ids, in their order.
    let page: MatchPage = server.get("/api/v1/matches?limit=100").await;
    let ids: Vec<Uuid> = page.matches.iter().map(|game| game.seats[0].player.id).collect();
    let asked = ids.iter().map(Uuid::to_string).collect::<Vec<_>>().join(",");
    let list: PlayerList =
        told(&server, &format!("/api/v1/players?ids={asked},{}", Uuid::nil()), "player-list").await;
    assert_eq!(list.players.iter().map(|player| player.id).collect::<Vec<_>>(), ids);

    // As an older program has left it.
    drop(others);
    let before = found(&server, "name=a").await;
    let mut outside = database(&server).await;
    outside.run("UPDATE players SET search = NULL").await;
    outside.close().await;
    let server = restarted(server, seconds(1)).await;
    assert_eq!(found(&server, "name=a").await, before);
}

#[tokio::test]
async fn what_asks_for_no_player_or_no_list_is_refused() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await.player.id;
    let many = vec![Uuid::nil().to_string(); 101].join(",");
    for path in [
        "/api/v1/players",
        "/api/v1/players?name=a&ids=b",
        "/api/v1/players?ids=b",
        "/api/v1/players?ids=",
        "/api/v1/players?name=a&limit=0",
        "/api/v1/players?name=a&limit=101",
        "/api/v1/players?name=a&cursor=1-00000000",
        "/api/v1/players?name=a&cursor=x",
        "/api/v1/matches?ids=x",
        &format!("/api/v1/players?ids={many}"),
        &format!("/api/v1/matches?ids={many}"),
        &format!("/api/v1/players?ids={ada}&limit=1"),
        &format!("/api/v1/players/{ada}/results?game=chess"),
        &format!("/api/v1/players/{ada}/results?opponent={ada}"),
        &format!("/api/v1/players/{ada}/opponents?game=chess"),
        &format!("/api/v1/players/{ada}/activity?game=chess"),
        &format!("/api/v1/players/{ada}/activity?days=3"),
    ] {
        refused(&server, path, ErrorCode::BadQuery).await;
    }
    for what in ["results", "opponents", "activity"] {
        for id in ["x".to_owned(), Uuid::nil().to_string()] {
            refused(&server, &format!("/api/v1/players/{id}/{what}"), ErrorCode::NoPlayer).await;
        }
    }
    let nobody = Uuid::nil();
    refused(&server, &format!("/api/v1/players/{ada}/results?opponent={nobody}"), ErrorCode::NoPlayer).await;
    let none: PlayerResults =
        told(&server, &format!("/api/v1/players/{ada}/results"), "player-results").await;
    assert!(none.results.is_empty());
}
