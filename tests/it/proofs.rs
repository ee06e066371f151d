//! Proofs of games: what the house signs is found to fit far from it, of every game, and the chain goes on whatever happens.

mod keys;
mod refusals;

use cydonia_protocol::proof::{GameProof, ProofCheck, SigningKeys};
use cydonia_protocol::{Command, Problem, TimeControl};
use cydonia_rules::GameKind;
use cydonia_server::cli::verify::{ProofReport, TrustedKeys, Verdict, verify};
use cydonia_tests::{ExampleHouse, Guest, TestClient, TestServer, fresh_id, on};
use reqwest::{Client, StatusCode};
use uuid::Uuid;

use crate::support::{
    create_game, database, hidden, move_each, play_dice, play_on, seated_at, seated_by, wish,
};

const FISCHER: TimeControl = TimeControl::Fischer { initial_s: 600, increment_s: 5 };

/// The proof of a game, as the house gives it to everybody.
async fn proof(server: &TestServer, table: Uuid) -> String {
    let answer =
        reqwest::get(server.url(&format!("/api/v1/matches/{table}/proof"))).await.expect("an answer");
    assert_eq!(
        (answer.status(), &answer.headers()["content-type"]),
        (StatusCode::OK, &"application/x-ndjson".parse().expect("a type"))
    );
    answer.text().await.expect("a proof")
}

/// What the house answers instead of a proof.
async fn refusal(server: &TestServer, table: Uuid) -> (StatusCode, Problem) {
    let answer =
        reqwest::get(server.url(&format!("/api/v1/matches/{table}/proof"))).await.expect("an answer");
    (answer.status(), answer.json().await.expect("a problem"))
}

async fn keys(server: &TestServer) -> SigningKeys {
    server.get("/api/v1/signing-keys").await
}

/// What somebody finds far from the house who trusts the keys that it publishes.
async fn found(server: &TestServer, texts: &[&str]) -> Vec<ProofReport> {
    let keys = TrustedKeys::Published(keys(server).await);
    verify(&texts.iter().map(|text| Some(*text)).collect::<Vec<_>>(), Some(&keys))
}

/// Asks the house what it finds.
async fn asked(server: &TestServer, text: &str) -> Result<ProofCheck, Problem> {
    let asked = Client::new().post(server.url("/api/v1/check-proof")).body(text.to_owned());
    let answer = asked.send().await.expect("an answer");
    if answer.status() == StatusCode::OK {
        Ok(answer.json().await.expect("what was found"))
    } else {
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
        Err(answer.json().await.expect("a problem"))
    }
}

async fn connected(server: &TestServer, guests: &[Guest]) -> Vec<TestClient> {
    let mut players = Vec::new();
    for guest in guests {
        players.push(server.connect(Some(guest)).await);
    }
    players
}

async fn resign(players: &mut [TestClient], table: Uuid) {
    for player in &mut players[1..] {
        player.call(Command::Resign { table }).await.expect("resigned");
    }
    for player in players {
        player.until(table, |table| table.outcome.is_some()).await;
    }
}

/// A game of two that ends after a few moves.
async fn short_game(server: &TestServer, game: &str) -> Uuid {
    let (table, mut players) = seated_at(server, game, 2).await;
    if GameKind::from_id(game).expect("a game").info().dice {
        play_dice(&mut players, table, 12, &mut fastrand::Rng::with_seed(3)).await;
    } else {
        play_on(table, &mut players, 4, &mut fastrand::Rng::with_seed(3)).await;
    }
    resign(&mut players, table).await;
    table
}

/// A rated game that the last seat gives up once all have moved.
async fn rated_game(server: &TestServer, players: &mut [TestClient], game: &str) -> Uuid {
    let seats = players.len() as u8;
    let mut wish = wish(game, seats, FISCHER);
    if let Command::Create { rated, request, .. } = &mut wish {
        (*rated, *request) = (true, fresh_id());
    }
    let table = players[0].call(wish).await.expect("a table").table.expect("its id");
    for player in &mut players[1..] {
        player.call(crate::support::sit(table)).await.expect("a seat");
    }
    for player in players.iter_mut() {
        player.call(crate::support::watch(table)).await.expect("watching");
    }
    move_each(table, &mut players.iter_mut().collect::<Vec<_>>()).await;
    server.advance(std::time::Duration::from_secs(1));
    resign(players, table).await;
    table
}

fn assert_fits(report: &ProofReport, parts: &[&str]) {
    assert_eq!(report.verdict, Verdict::Fits, "{:#?}", report.lines);
    let fits: Vec<&str> = report
        .lines
        .iter()
        .filter_map(|line| line.split_once(' ').filter(|(_, rest)| rest.trim_start().starts_with("fits")))
        .map(|(part, _)| part)
        .collect();
    assert_eq!(fits, parts, "{:#?}", report.lines);
}

#[tokio::test]
async fn the_proof_of_every_game_fits_far_from_the_house_and_is_chained_to_the_one_before() {
    let server = TestServer::start().await;
    let mut texts = Vec::new();
    for (seed, kind) in (0..).zip(GameKind::ALL) {
        for seats in [2, kind.info().max_seats] {
            let (table, mut players) = seated_at(&server, kind.id(), seats).await;
            let mut rng = fastrand::Rng::with_seed(seed);
            if kind.info().dice {
                // Once in the middle of a turn, and once with a roll due.
                play_dice(&mut players, table, 20 + usize::from(seats == 2), &mut rng).await;
            } else {
                play_on(table, &mut players, 9, &mut rng).await;
            }
            if players[0].tables[&table].outcome.is_none() {
                resign(&mut players, table).await;
            }
            texts.push((kind.info().dice, proof(&server, table).await));
        }
    }
    let all: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
    for ((report, (has_dice, text)), number) in found(&server, &all).await.iter().zip(&texts).zip(1..) {
        if *has_dice {
            assert_fits(report, &["line", "dice", "result", "signature", "key", "chain"]);
        } else {
            assert_fits(report, &["line", "result", "signature", "key", "chain"]);
        }
        let read = GameProof::read(text).expect("a proof");
        assert_eq!((read.statement.number, read.seal.before.number), (number, number - 1));
        assert_eq!(read.to_string(), *text);
        let asked = asked(&server, text).await.expect("it fits");
        assert_eq!((asked.number, asked.findings.len()), (number, 6));
    }
}

/// `target/tmp/proof-example.ndjson` is what docs/ has to have. Whoever checks proofs elsewhere is held to it.
#[tokio::test]
async fn the_published_proof_is_that_of_the_house_of_examples() {
    let house = ExampleHouse::open().await;
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(folder.join("proof-example.ndjson"), &house.proof).expect("written");
    let published = std::fs::read_to_string(crate::support::root().join("docs/proof-example.ndjson"));
    assert_eq!(published.expect("it is published"), house.proof);
    let report = found(&house.server, &[&house.proof]).await.remove(0);
    assert_fits(&report, &["line", "dice", "result", "ratings", "signature", "key"]);
}

#[tokio::test]
async fn ratings_before_and_after_are_part_of_a_proof_and_follow_from_each_other() {
    let server = TestServer::start().await;
    let guests = [server.guest("Ada").await, server.guest("Ben").await, server.guest("Eve").await];
    let mut players = connected(&server, &guests).await;
    let first = rated_game(&server, &mut players[..2], "martian-go").await;
    // More than a week goes by, and they come back.
    drop(players);
    server.advance(std::time::Duration::from_hours(200));
    let mut players = connected(&server, &guests).await;
    let second = rated_game(&server, &mut players[..2], "martian-go").await;
    let of_three = rated_game(&server, &mut players, "martian-chess").await;
    let mut texts = Vec::new();
    for table in [first, second, of_three] {
        texts.push(proof(&server, table).await);
    }
    let all: Vec<&str> = texts.iter().map(String::as_str).collect();
    for report in &found(&server, &all).await {
        assert_fits(report, &["line", "result", "ratings", "signature", "key", "chain"]);
    }
    let [first, second, of_three] =
        [0, 1, 2].map(|place| GameProof::read(all[place]).expect("a proof").statement);
    for (was, now) in first.seats.iter().zip(&second.seats) {
        let (was, now) = (was.rating.expect("rated"), now.rating.expect("rated"));
        assert_eq!(
            (was.before, now.before),
            (None, Some(was.after)),
            "what one game left the next one finds"
        );
        assert_ne!(was.after, now.after);
    }
    assert_eq!(of_three.seats.iter().filter(|seat| seat.rating.is_some()).count(), 3);
}

#[tokio::test]
async fn a_private_games_proof_is_for_those_who_may_see_it_and_the_chain_tells_nothing_of_it() {
    let server = TestServer::start().await;
    let guest = server.guest("Ada").await;
    let mut ada = server.connect(Some(&guest)).await;
    let made = ada.call(hidden(create_game("martian-chess", 2))).await.expect("a table");
    let (table, key) = (made.table.expect("its id"), made.key.expect("its key"));
    let mut ben = server.join("Ben").await;
    ben.call(Command::Sit { table, seat: None, key: Some(key.clone()) }).await.expect("a seat");
    ben.call(Command::Resign { table }).await.expect("resigned");
    let (status, _) = refusal(&server, table).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let asked = || Client::new().get(server.url(&format!("/api/v1/matches/{table}/proof")));
    for allowed in [asked().header("x-table-key", &key), asked().bearer_auth(&guest.token)] {
        let answer = allowed.send().await.expect("an answer");
        assert_eq!(answer.headers()["cache-control"], "private, no-cache");
        let text = answer.text().await.expect("a proof");
        assert_fits(&found(&server, &[&text]).await[0], &["line", "result", "signature", "key", "chain"]);
    }
    let next = short_game(&server, "martian-chess").await;
    let text = proof(&server, next).await;
    let before = GameProof::read(&text).expect("a proof").seal.before;
    assert_eq!(before.number, 1, "the chain has it");
    for word in [table.to_string(), "Ben".to_owned(), key] {
        assert!(!text.contains(&word), "{word}");
    }
}

#[tokio::test]
async fn a_proof_is_the_same_after_a_restart() {
    let server = TestServer::start().await;
    let table = short_game(&server, "martian-frisby").await;
    let text = proof(&server, table).await;
    let published = keys(&server).await;
    let server = server.restart().await;
    assert_eq!(proof(&server, table).await, text);
    assert_eq!(keys(&server).await, published);
    let next = short_game(&server, "martian-chess").await;
    let next = proof(&server, next).await;
    assert_fits(&found(&server, &[&text, &next]).await[1], &["line", "result", "signature", "key", "chain"]);
}

#[tokio::test]
async fn games_from_before_there_were_proofs_are_sealed_in_their_order() {
    let server = TestServer::start().await;
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.push(short_game(&server, "martian-chess").await);
    }
    // As the migration leaves a database.
    let server = server
        .restart_with(std::time::Duration::ZERO, async |data| {
            let mut database = data.open().await;
            for forget in [
                "DELETE FROM match_seals",
                "DELETE FROM signing_keys",
                "UPDATE sealing_progress SET through = 0",
            ] {
                on!(database, |c| sqlx::query(forget).execute(c).await.map(drop)).expect("forgotten");
            }
        })
        .await;
    // The last is asked for first.
    let mut texts = Vec::new();
    for table in tables.iter().rev() {
        texts.insert(0, proof(&server, *table).await);
    }
    let all: Vec<&str> = texts.iter().map(String::as_str).collect();
    for report in &found(&server, &all).await {
        assert_fits(report, &["line", "result", "signature", "key", "chain"]);
    }
}

#[tokio::test]
async fn a_damaged_game_is_left_out_and_the_chain_goes_on() {
    let server = TestServer::start().await;
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.push(short_game(&server, "martian-chess").await);
    }
    let server = server
        .restart_with(std::time::Duration::ZERO, async |data| {
            let mut database = data.open().await;
            for deed in [
                "DELETE FROM match_seals",
                "UPDATE sealing_progress SET through = 0",
                "UPDATE match_lines SET record = 'null' WHERE number = 2",
            ] {
                on!(database, |c| sqlx::query(deed).execute(c).await.map(drop)).expect("done");
            }
        })
        .await;
    let last = proof(&server, tables[2]).await;
    let first = proof(&server, tables[0]).await;
    assert_eq!(GameProof::read(&last).expect("a proof").seal.before.number, 1);
    assert_fits(&found(&server, &[&first, &last]).await[1], &["line", "result", "signature", "key", "chain"]);
    let (status, problem) = refusal(&server, tables[1]).await;
    assert_eq!(
        (status, problem.code),
        (StatusCode::INTERNAL_SERVER_ERROR, cydonia_protocol::ErrorCode::Damaged)
    );
}

#[tokio::test]
async fn a_game_that_was_changed_after_it_was_sealed_is_damaged_and_no_other() {
    let server = TestServer::start().await;
    let tables = [short_game(&server, "martian-chess").await, short_game(&server, "martian-chess").await];
    let sealed = proof(&server, tables[1]).await;
    proof(&server, tables[0]).await;
    let deed = "UPDATE match_seats SET name = 'Eve' WHERE match_number = 1 AND seat = 0";
    on!(database(&server).await, |c| sqlx::query(deed).execute(c).await.map(drop)).expect("done");
    let (status, problem) = refusal(&server, tables[0]).await;
    assert_eq!(
        (status, problem.code),
        (StatusCode::INTERNAL_SERVER_ERROR, cydonia_protocol::ErrorCode::Damaged)
    );
    assert_eq!(proof(&server, tables[1]).await, sealed);
}

#[tokio::test]
async fn a_proof_whose_turn_has_not_come_is_asked_for_again() {
    let server = TestServer::start().await;
    let (table, _players) = {
        let (table, mut players) = seated_by(&server, create_game("martian-chess", 2)).await;
        resign(&mut players, table).await;
        (table, players)
    };
    proof(&server, table).await;
    // As if a long way of games lay before it.
    let behind = "UPDATE sealing_progress SET through = -100";
    on!(database(&server).await, |c| sqlx::query(behind).execute(c).await.map(drop)).expect("done");
    let answer =
        reqwest::get(server.url(&format!("/api/v1/matches/{table}/proof"))).await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(answer.headers().contains_key("retry-after"));
}
