//! True rows: what lists and exports tell of a finished game is how it was, also of one that an older program has kept.

use cydonia_protocol::{
    Command, GameResult, MatchPage, MatchRecord, OfferKind, Standstill, StandstillReason, TimeControl,
};
use cydonia_rules::{OptionValue, Options};
use cydonia_tests::TestServer;
use serde_json::Value;
use uuid::Uuid;

use crate::company::{Company, Kind, agreed, restarted, seconds};
use crate::support::{all_see, create_game, database, full, play_dice, wish};

const FISCHER: TimeControl = TimeControl::Fischer { initial_s: 60, increment_s: 5 };

async fn listed(server: &TestServer, query: &str) -> MatchPage {
    server.get(&format!("/api/v1/matches?limit=100{query}")).await
}

/// A game of dice that ends after some turns.
async fn with_dice(server: &TestServer, game: &str, rng: &mut fastrand::Rng) -> Uuid {
    let (table, mut players) = full(server, create_game(game, 2)).await;
    for player in &mut players {
        player.ready(table).await.expect("ready");
    }
    all_see(&mut players, table).await;
    play_dice(&mut players, table, 14, rng).await;
    players[1].call(Command::Resign { table }).await.expect("resigned");
    players[0].until(table, |table| table.outcome.is_some()).await;
    table
}

/// Who began, by the rules: whoever has the higher die of the first roll that decides.
fn winner_of_opening_roll(game: &MatchRecord) -> u8 {
    let rolls = game.line.iter().filter_map(|entry| entry.roll);
    let [first, second] = rolls.into_iter().find(|[first, second]| first != second).expect("an opening roll");
    u8::from(second > first)
}

#[tokio::test]
async fn who_began_is_told_as_it_was_also_of_games_that_an_older_program_kept() {
    let server = TestServer::start().await;
    let mut rng = fastrand::Rng::with_seed(5);
    let mut began = Vec::new();
    for _ in 0..8 {
        let id = with_dice(&server, "martian-backgammon", &mut rng).await;
        let game: MatchRecord = server.get(&format!("/api/v1/matches/{id}")).await;
        let record =
            reqwest::get(server.url(&format!("/api/v1/matches/{id}/record"))).await.expect("an answer");
        let record = record.text().await.expect("text");
        let first = winner_of_opening_roll(&game);
        assert_eq!(game.summary.first, first);
        assert!(record.contains(&format!("[First \"{first}\"]")), "{record}");
        began.push(first);
    }
    assert!(began.contains(&0) && began.contains(&1), "either has begun some: {began:?}");
    with_dice(&server, "martian-frisby", &mut rng).await;
    let (table, mut players) = full(&server, wish("martian-chess", 2, FISCHER)).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    players[0].until(table, |table| table.outcome.is_some()).await;
    drop(players);
    let before = listed(&server, "").await.matches;
    assert_eq!(before.iter().rev().map(|game| game.first).take(8).collect::<Vec<_>>(), began);

    // As an older program has left it, and one row of it damaged since.
    let mut outside = database(&server).await;
    outside.run("UPDATE matches SET first = NULL, clock = NULL").await;
    outside.run("UPDATE match_lines SET record = 'nonsense' WHERE number = 3").await;
    outside.close().await;
    let server = restarted(server, seconds(1)).await;
    let after = listed(&server, "").await.matches;
    let sound: Vec<_> = before.into_iter().filter(|game| game.number != 3).collect();
    assert_eq!(after, sound, "all is as it was, and what cannot be told is told of nobody");
}

#[tokio::test]
async fn a_row_tells_options_in_full_teams_results_and_winners() {
    let server = TestServer::start().await;
    let teams: Options = [("teams".to_owned(), OptionValue::Switch(true))].into();
    for (options, seats) in [(teams, 4), (Options::new(), 3), (Options::new(), 2)] {
        let mut wish = wish("martian-chess", seats, FISCHER);
        let Command::Create { options: chosen, .. } = &mut wish else { panic!("a wish for a table") };
        *chosen = options;
        let (table, mut players) = full(&server, wish).await;
        players[1].call(Command::Resign { table }).await.expect("resigned");
        if seats == 3 {
            players[2].call(Command::Resign { table }).await.expect("resigned");
        } else if seats == 4 {
            players[3].call(Command::Resign { table }).await.expect("resigned");
        }
        players[0].until(table, |table| table.outcome.is_some()).await;
    }
    let page: Value = server.get("/api/v1/matches?limit=100&order=oldest").await;
    let [four, three, two] = &page["matches"].as_array().expect("games")[..] else { panic!("three games") };
    let of_seats = |game: &Value, field: &str| -> Vec<Value> {
        game["seats"].as_array().expect("seats").iter().map(|seat| seat[field].clone()).collect()
    };
    assert_eq!(of_seats(four, "team"), [0, 1, 0, 1]);
    assert_eq!(of_seats(four, "result"), ["won", "lost", "won", "lost"]);
    assert_eq!(four["winners"], serde_json::json!([0, 2]));
    assert_eq!(four["options"]["teams"], true);
    assert_eq!(of_seats(three, "team"), [Value::Null, Value::Null, Value::Null]);
    assert_eq!(of_seats(three, "result"), ["won", "lost", "lost"]);
    assert!(two["options"].get("teams").is_none(), "two seats have no such option");
    for game in [four, three, two] {
        assert_eq!(game["options"]["rules"], "classic", "what nobody has said is told as it stood");
        assert_eq!(game["clock"]["type"], "fischer");
        assert_eq!(game["private"], false);
        let span = game["finished_ms"].as_i64().zip(game["started_ms"].as_i64());
        assert_eq!(game["duration_ms"].as_i64(), span.map(|(finished, started)| finished - started));
    }
}

#[tokio::test]
async fn what_stood_still_and_what_was_left_on_the_clocks_is_told() {
    let server = TestServer::start().await;
    let mut company = Company::gather(&server).await;
    let kind = Kind { game: "martian-chess".to_owned(), seats: 2, dice: false };
    let table = company.begin(&kind, FISCHER).await;
    server.advance(seconds(4));
    company.people[0].play(table.id, |_| 0).await.expect("legal");
    company.see(&table).await;
    let since = company.folded(&table).clocks_ms.expect("clocks");
    agreed(company.at(&table), table.id, 1, OfferKind::Pause).await;
    server.pass(&mut company.people, seconds(600)).await;
    company.people[1].call(Command::Resume { table: table.id }).await.expect("on it goes");
    company.see(&table).await;
    let guests = company.go();
    let server = restarted(server, seconds(3_600)).await;
    let mut company = Company::come_back(&server, guests, std::slice::from_ref(&table)).await;
    server.advance(seconds(2));
    company.people[1].play(table.id, |_| 0).await.expect("legal");
    company.see(&table).await;
    let left = company.folded(&table).clocks.clone().expect("clocks").left_ms;
    company.people[1].call(Command::Resign { table: table.id }).await.expect("resigned");
    company.people[0].until(table.id, |table| table.outcome.is_some()).await;

    let path = format!("/api/v1/matches/{}", table.id);
    let plain: MatchRecord = server.get(&path).await;
    assert!(plain.line.iter().all(|entry| entry.left_ms.is_none()));
    let told: MatchRecord = server.get(&format!("{path}?clocks=true")).await;
    let shown: Vec<Option<i64>> = told.line.iter().take(2).map(|entry| entry.left_ms).collect();
    assert_eq!(shown, [Some(61_000), Some(left[1])], "what each had behind its move");
    let pause = Standstill { why: StandstillReason::Pause, from_ms: since, until_ms: since + 600_000 };
    assert_eq!(told.standstills[0], pause);
    assert_eq!(told.standstills[1].why, StandstillReason::Outage);
    assert!(
        told.standstills[1].until_ms - told.standstills[1].from_ms >= 3_600_000,
        "{:?}",
        told.standstills
    );
    assert_eq!(told.standstills.len(), 2);
    // What is between two entries less what stood still is what was thought: six seconds less, and what was given back.
    let between = told.line[1].ms - told.line[0].ms;
    let stood: i64 = told.standstills.iter().map(|one| one.until_ms - one.from_ms).sum();
    assert_eq!(60_000 - (between - stood) + 5_000 + i64::from(told.line[1].credit_ms), left[1]);
    assert_eq!(told.summary.seats[1].result, GameResult::Lost);
    let refused = reqwest::get(server.url("/api/v1/matches.ndjson?clocks=true")).await.expect("an answer");
    assert_eq!(refused.status(), 400, "a list has no line to tell them with");
}
