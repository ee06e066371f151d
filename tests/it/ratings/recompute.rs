//! `cydonia recompute-ratings`: ratings follow from the finished games alone, to the last bit.

use std::collections::HashMap;
use std::process::Command as Process;
use std::time::Duration;

use cydonia_protocol::Command;
use cydonia_server::recompute_ratings;
use cydonia_tests::{Outside, TestDatabase, TestServer, program, settings};
use uuid::Uuid;

use super::{company, moved, rated};
use crate::support::create_game;

/// Rows of `ratings` and of `rating_changes`.
type RatingRow = (Uuid, String, String, f64, f64, f64, i64, i64);
type ChangeRow = (i64, i64, Uuid, String, String, Option<f64>, Option<f64>, f64, f64, f64);

/// Everything that is kept of ratings, in order and to the last bit.
async fn kept(data: &TestDatabase) -> (Vec<RatingRow>, Vec<ChangeRow>) {
    const STANDINGS: &str =
        "SELECT player, game, pool, rating, deviation, volatility, games, last_ms FROM ratings
        ORDER BY player, game, pool";
    const CHANGES: &str =
        "SELECT match_number, seat, player, game, pool, before_rating, before_deviation, rating,
          deviation, volatility
        FROM rating_changes ORDER BY match_number, seat";
    let rows = match data.open().await {
        Outside::Sqlite(mut database) => (
            sqlx::query_as(STANDINGS).fetch_all(&mut database).await,
            sqlx::query_as(CHANGES).fetch_all(&mut database).await,
        ),
        Outside::Postgres(mut database) => (
            sqlx::query_as(STANDINGS).fetch_all(&mut database).await,
            sqlx::query_as(CHANGES).fetch_all(&mut database).await,
        ),
    };
    (rows.0.expect("rows"), rows.1.expect("rows"))
}

/// Whether some game found a rating less sure than the game before had left it.
fn has_faded(changes: &[ChangeRow]) -> bool {
    let mut left = HashMap::new();
    changes.iter().any(|(_, _, player, game, pool, _, before, _, deviation, _)| {
        let was: Option<f64> = left.insert((player, game, pool), *deviation);
        was.zip(*before).is_some_and(|(was, before)| before > was)
    })
}

/// How many games the test below plays: `CYDONIA_RATED_GAMES`, or a few.
fn games_to_play() -> usize {
    std::env::var("CYDONIA_RATED_GAMES").map_or(150, |text| text.parse().expect("a number of games"))
}

#[tokio::test]
async fn ratings_follow_from_the_games_alone_to_the_last_bit() {
    let server = TestServer::start().await;
    let (guests, clients) = company::<7>(&server).await;
    drop(clients);
    let mut rng = fastrand::Rng::with_seed(16);
    for _ in 0..5 {
        // Days go by between one round and the next, and what is known of everybody fades.
        server.advance(Duration::from_secs(60 * 60 * rng.u64(20..200)));
        let mut clients = Vec::new();
        for guest in &guests {
            clients.push(server.connect(Some(guest)).await);
        }
        for _ in 0..games_to_play() / 5 {
            rng.shuffle(&mut clients);
            let seats = rng.usize(2..=4);
            let game = ["martian-chess", "martian-go", "branches-twigs-thorns"][rng.usize(0..3)];
            let number = seats as u8;
            let wish = if rng.u8(0..5) == 0 { create_game(game, number) } else { rated(game, number) };
            let table = moved(&mut clients[..seats], wish).await;
            for place in (1..seats).rev() {
                clients[place].call(Command::Resign { table }).await.expect("resigned");
            }
            for client in &mut clients[..seats] {
                client.until(table, |table| table.outcome.is_some()).await;
                client.call(Command::Unwatch { table }).await.expect("seen");
            }
        }
    }
    let server = server
        .restart_with(Duration::ZERO, async |data| {
            let database = settings(data);
            let live = kept(data).await;
            assert!(live.1.len() > games_to_play(), "there is something to compare");
            assert!(has_faded(&live.1), "days without a game count");
            let found = recompute_ratings(&database, false).await.expect("worked out");
            assert_eq!(found.wrong, 0, "{found:?}");
            assert!(found.games > games_to_play() as u64 / 2);

            // Somebody lends a hand.
            let mut tampering = data.open().await;
            tampering
                .run(
                    "UPDATE ratings SET rating = rating + 0.0000001
                     WHERE games = (SELECT max(games) FROM ratings);
                     DELETE FROM rating_changes WHERE seat = 0 AND match_number IN
                       (SELECT min(match_number) FROM rating_changes);
                     UPDATE rating_changes SET volatility = volatility * 1.0000001 WHERE seat = 1 AND match_number IN
                       (SELECT max(match_number) FROM rating_changes);
                     INSERT INTO ratings SELECT player, 'martian-frisby', 'two', 3000, 50, 0.06, 99, 1 FROM ratings LIMIT 1",
                )
                .await;
            tampering.close().await;
            let found = recompute_ratings(&database, false).await.expect("worked out");
            assert!(found.wrong >= 4, "{found:?}");
            assert_ne!(kept(data).await, live, "only looked at");
            let mended = recompute_ratings(&database, true).await.expect("worked out");
            assert_eq!(mended, found);
            assert_eq!(kept(data).await, live, "as it was, to the last bit");

            // The same from the command line.
            let (code, text) = run(data, &["--check"]);
            assert_eq!((code, text.contains("not as they should be: 0")), (Some(0), true), "{text}");
        })
        .await;
    // A house that is open keeps its ratings to itself.
    let (code, text) = run(server.data(), &["--check"]);
    assert_eq!((code, text.contains("another server has this data open")), (Some(2), true), "{text}");
}

#[tokio::test]
async fn where_nothing_is_kept_nothing_is_worked_out_and_nothing_made() {
    let nowhere = TestDatabase::in_sqlite();
    let (code, text) = run(&nowhere, &[]);
    assert_eq!((code, text.contains("there is no database")), (Some(2), true), "{text}");
    let folder = nowhere.folder().expect("a folder");
    assert_eq!(folder.read_dir().expect("a folder").count(), 0);
}

fn run(data: &TestDatabase, arguments: &[&str]) -> (Option<i32>, String) {
    let mut process = Process::new(program());
    let process = process.arg("recompute-ratings").args(arguments).args(data.arguments());
    let output = process.output().expect("it runs");
    let text = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
    (output.status.code(), text)
}
