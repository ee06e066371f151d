//! A database filled with games: what is in it is what a house would have kept.

use std::collections::HashSet;

use cydonia_protocol::dice::DiceReport;
use cydonia_protocol::{MatchRecord, Player, PlayerPage};
use cydonia_rules::GameKind;
use cydonia_server::{StoreError, recompute_ratings};
use cydonia_tests::{TestDatabase, TestServer, settings};

use super::{Chance, Filling, fill};

const FILLING: Filling = Filling { games: 60, copies: 3, players: 20, until_ms: 1_767_225_600_000 };

#[tokio::test]
async fn a_filled_house_has_games_like_any_other() {
    let data = TestDatabase::new().await;
    let mut told = 0;
    fill(&settings(&data), FILLING, Chance::of_seed(7), |games| told = games).await.expect("filled");
    assert_eq!(told, 180);
    let found = recompute_ratings(&settings(&data), false).await.expect("worked out");
    assert_eq!(found.wrong, 0, "{found:?}");
    assert!((60..180).contains(&found.games), "some games are for fun: {found:?}");
    let again = fill(&settings(&data), FILLING, Chance::of_seed(7), |_| {}).await;
    assert!(matches!(again, Err(StoreError::NotEmpty)), "{again:?}");

    let server = TestServer::start_on(data).await;
    // A game that does not replay to its result would be left out.
    let stream =
        reqwest::get(server.url("/api/v1/matches.ndjson?whole=true&order=oldest")).await.expect("a list");
    let text = stream.text().await.expect("text");
    let games: Vec<MatchRecord> =
        text.lines().map(|line| serde_json::from_str(line).expect("a game")).collect();
    let mut outside = server.data().open().await;
    let private = outside.number("SELECT count(*) FROM matches WHERE private", None).await;
    outside.close().await;
    assert_eq!(games.len() as i64, 180 - private);
    assert!(games.windows(2).all(|pair| pair[0].summary.finished_ms < pair[1].summary.finished_ms));
    let kinds: HashSet<&str> = games.iter().map(|game| game.summary.game.as_str()).collect();
    assert_eq!(kinds.len(), GameKind::ALL.len());
    // The same games, but never twice the same company.
    let lines: HashSet<String> =
        games.iter().map(|game| format!("{:?}{:?}", game.summary.first, bare(game))).collect();
    assert!(lines.len() <= 60 && lines.len() > 50, "{}", lines.len());
    let players = |game: &MatchRecord| -> Vec<Player> {
        game.summary.seats.iter().map(|seat| seat.player.clone()).collect()
    };
    let often = players(&games[0]);
    let page: PlayerPage = server.get(&format!("/api/v1/players/{}", often[0].id)).await;
    assert!(page.finished.values().sum::<u32>() > 0);

    // Whose dice are proved, are proved.
    let mut proved = 0;
    for game in games.iter().filter(|game| game.line.iter().any(|step| step.roll.is_some())) {
        let path = format!("/api/v1/matches/{}/dice", game.summary.id);
        let answer = reqwest::get(server.url(&path)).await.expect("an answer");
        if answer.status().is_success() {
            let report: DiceReport = answer.json().await.expect("a report");
            assert!(report.fits, "{report:?}");
            proved += 1;
        }
    }
    assert!((1..=60).contains(&proved), "{proved}");
}

/// What was played, whenever it was.
fn bare(game: &MatchRecord) -> Vec<String> {
    game.line.iter().map(|step| format!("{:?}{:?}", step.action, step.roll)).collect()
}
