//! Postgres goes away in the middle of play. What was acknowledged is there afterwards, what was not is shown to nobody,
//! and nobody loses time by it.

use std::time::Duration;

use cydonia_protocol::{Command, ErrorCode, TimeControl};
use cydonia_server::limits;
use cydonia_tests::{Outside, Postgres, Process, TestClient, TestDatabase, TestServer, until_writer_waits};
use uuid::Uuid;

use crate::proxy::{CuttingProxy, Does};
use crate::support::{all_see, database, play_on, refused, seated, seated_with, to_act, watch};

const FISCHER: TimeControl = TimeControl::Fischer { initial_s: 60, increment_s: 0 };

/// The processes at the other end that serve the two connections which write; others have another sum.
const WRITERS: &str = "SELECT sum(pid)::bigint FROM pg_stat_activity
                       WHERE application_name IN ('cydonia writer', 'cydonia moves') AND datname = current_database()";

/// Ends the processes that serve connections of such names, and waits until they have ended.
pub(crate) async fn end_backends(database: &mut Outside, names: &str) {
    let end = format!(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
         WHERE application_name ~ '^{names}$' AND datname = current_database()"
    );
    database.run_made(end).await;
}

/// Plays when the store is there again, however often it has to be asked. So much time passes before each time, in which
/// nobody leaves.
pub(crate) async fn play_again(
    server: &TestServer,
    players: &mut [TestClient],
    table: Uuid,
    pause: Duration,
) {
    let playing = async {
        loop {
            let seat = to_act(&players[0], table).expect("a seat is to act");
            match players[seat].play(table, |_| 0).await {
                Ok(_) => return,
                Err(refusal) => assert_eq!(refusal.code, ErrorCode::Unavailable, "{}", refusal.message),
            }
            server.pass(players, pause).await;
        }
    };
    tokio::time::timeout(cydonia_tests::PATIENCE, playing).await.expect("it is there again");
    all_see(players, table).await;
}

#[tokio::test]
async fn a_commit_whose_process_is_ended_is_not_kept_and_play_goes_on() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    play_on(table, &mut players, 3, &mut fastrand::Rng::with_seed(1)).await;
    let mut outside = database(&server).await;
    // Whatever is appended waits in its commit until nobody holds number 42.
    outside
        .run(
            "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
               $$ BEGIN PERFORM pg_advisory_xact_lock(42); RETURN NULL; END $$;
             CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON intake DEFERRABLE INITIALLY DEFERRED
               FOR EACH ROW EXECUTE FUNCTION wait()",
        )
        .await;
    let mut assassin = database(&server).await;
    // That of the moves alone, or with it the one that nothing was asked of.
    for names in ["cydonia moves", "cydonia (moves|writer)"] {
        let before = players[0].tables[&table].clone();
        outside.run("SELECT pg_advisory_lock(42)").await;
        let seat = to_act(&players[0], table).expect("a seat is to act");
        let (played, ()) = tokio::join!(players[seat].play(table, |_| 0), async {
            until_writer_waits(&mut assassin).await;
            end_backends(&mut assassin, names).await;
        });
        assert_eq!(played.expect_err("not kept").code, ErrorCode::Unavailable);
        outside.run("SELECT pg_advisory_unlock(42)").await;
        let mut watcher = server.connect(None).await;
        watcher.call(watch(table)).await.expect("watching");
        assert_eq!(watcher.tables[&table].line, before.line, "nothing was shown that was not kept");
        // It has connected again by itself, at once.
        play_again(&server, &mut players, table, Duration::ZERO).await;
        assert_eq!(players[0].tables[&table].line.len(), before.line.len() + 1);
    }
}

#[tokio::test]
async fn a_server_that_falls_and_rises_has_all_that_was_acknowledged() {
    let postgres = Postgres::start();
    let server = TestServer::start_on(TestDatabase::in_postgres(&postgres.address()).await).await;
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..3 {
        let (table, mut players) = seated_with(&server, "martian-chess", 3, FISCHER).await;
        play_on(table, &mut players, 8, &mut rng).await;
        let before = players[0].tables[&table].clone();
        postgres.fall();
        let seat = to_act(&players[0], table).expect("a seat is to act");
        let refusal = players[seat].play(table, |_| 0).await.expect_err("there is nobody to keep it");
        assert_eq!(refusal.code, ErrorCode::Unavailable);
        refused(&mut players[0], Command::Resign { table }, ErrorCode::Unavailable).await;
        let ready = reqwest::get(server.url("/readyz")).await.expect("an answer");
        assert_eq!(ready.status().as_u16(), 503);
        let alive = reqwest::get(server.url("/healthz")).await.expect("an answer");
        assert_eq!(alive.status().as_u16(), 200);
        // Longer than anybody has on their clock, which does not run.
        server.pass(&mut players, Duration::from_secs(240)).await;
        postgres.rise();
        play_again(&server, &mut players, table, limits::RECONNECT_MAX_BACKOFF).await;
        let mut watcher = server.connect(None).await;
        watcher.call(watch(table)).await.expect("watching");
        let line = &watcher.tables[&table].line;
        assert_eq!(line[..before.line.len()], before.line, "nothing is lost");
        assert_eq!(line.len(), before.line.len() + 1, "nothing comes twice");
        play_on(table, &mut players, 4, &mut rng).await;
    }
}

#[tokio::test]
async fn a_commit_whose_answer_is_lost_is_found_and_not_made_twice() {
    let postgres = Postgres::start();
    let data = TestDatabase::in_postgres(&postgres.address()).await;
    let line = CuttingProxy::lay(postgres.folder()).await;
    let server = TestServer::start_on(data.by_way_of(line.address)).await;
    let (table, mut players) = seated(&server, 2).await;
    play_on(table, &mut players, 3, &mut fastrand::Rng::with_seed(3)).await;
    let before = players[0].tables[&table].clone();
    let mut outside = data.open().await;
    // The commit itself is what waits.
    outside
        .run(
            "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
               $$ BEGIN PERFORM pg_advisory_xact_lock(42); RETURN NULL; END $$;
             CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON intake DEFERRABLE INITIALLY DEFERRED
               FOR EACH ROW EXECUTE FUNCTION wait();
             SELECT pg_advisory_lock(42)",
        )
        .await;
    let mut witness = data.open().await;
    let seat = to_act(&players[0], table).expect("a seat is to act");
    let act = {
        let action = players[seat].offered(table).await.actions[0].clone();
        players[seat].act(table, &action)
    };
    let (played, ()) = tokio::join!(players[seat].call(act.clone()), async {
        until_writer_waits(&mut witness).await;
        line.now(Does::Mute);
        outside.run("SELECT pg_advisory_unlock(42)").await;
        let kept = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'cydonia moves'
                    AND datname = current_database() AND state = 'active'";
        while witness.number(kept, None).await > 0 {
            tokio::task::yield_now().await;
        }
        line.cut().await;
    });
    assert_eq!(played.expect_err("nobody knows").code, ErrorCode::Unavailable);
    let mut watcher = server.connect(None).await;
    watcher.call(watch(table)).await.expect("watching");
    assert_eq!(watcher.tables[&table].line.len(), before.line.len() + 1, "it was kept");
    // Sent again it is refused, as the position is another by now.
    refused(&mut players[seat], act, ErrorCode::Stale).await;
    players[1 - seat].call(watch(table)).await.expect("watching");
    play_again(&server, &mut players, table, limits::RECONNECT_MAX_BACKOFF).await;
}

#[tokio::test]
async fn a_line_on_which_nothing_comes_back_is_given_up() {
    let postgres = Postgres::start();
    let data = TestDatabase::in_postgres(&postgres.address()).await;
    let line = CuttingProxy::lay(postgres.folder()).await;
    let server = TestServer::start_on(data.by_way_of(line.address)).await;
    let (table, mut players) = seated(&server, 2).await;
    play_on(table, &mut players, 3, &mut fastrand::Rng::with_seed(4)).await;
    let before = players[0].tables[&table].clone();
    line.now(Does::Mute);
    let seat = to_act(&players[0], table).expect("a seat is to act");
    let refusal = players[seat].play(table, |_| 0).await.expect_err("no answer");
    assert_eq!(refusal.code, ErrorCode::Unavailable);
    // What served the line before is still there, and holds the lock; it is ended.
    let mut outside = data.open().await;
    let ghost = outside.number(WRITERS, None).await;
    line.cut().await;
    // A plain move is one statement, which did get there, and which is found once the house is back.
    for player in 0..players.len() {
        while let Err(refusal) = players[player].call(watch(table)).await {
            assert_eq!(refusal.code, ErrorCode::Unavailable, "{}", refusal.message);
            server.pass(&mut players, limits::RECONNECT_MAX_BACKOFF).await;
        }
        assert_eq!(players[player].tables[&table].line.len(), before.line.len() + 1, "it was kept, once");
    }
    play_again(&server, &mut players, table, limits::RECONNECT_MAX_BACKOFF).await;
    assert_ne!(outside.number(WRITERS, None).await, ghost);
}

#[tokio::test]
async fn what_is_read_is_not_waited_for_long() {
    let postgres = Postgres::start();
    let data = TestDatabase::in_postgres(&postgres.address()).await;
    let line = CuttingProxy::lay(postgres.folder()).await;
    let server = TestServer::start_on(data.by_way_of(line.address)).await;
    let status =
        async |path: &str| reqwest::get(server.url(path)).await.expect("an answer").status().as_u16();
    assert_eq!(status("/api/v1/matches").await, 200);
    // Somebody holds what is to be read,
    let mut outside = data.open().await;
    outside.run("BEGIN; LOCK TABLE matches IN ACCESS EXCLUSIVE MODE").await;
    assert_eq!(status("/api/v1/matches").await, 503);
    outside.run("COMMIT").await;
    assert_eq!(status("/api/v1/matches").await, 200);
    // or the line to it says nothing any more.
    line.now(Does::Mute);
    assert_eq!(status("/api/v1/matches").await, 503);
    line.cut().await;
    let back = async { while status("/api/v1/matches").await != 200 {} };
    tokio::time::timeout(cydonia_tests::PATIENCE, back).await.expect("it is there again");
}

#[tokio::test]
async fn a_house_whose_database_another_has_taken_writes_nothing_and_closes() {
    let postgres = Postgres::start();
    let data = TestDatabase::in_postgres(&postgres.address()).await;
    let line = CuttingProxy::lay(postgres.folder()).await;
    let mut first = Process::start(&data.by_way_of(line.address), 0).await;
    let mut outside = data.open().await;
    line.now(Does::Cut);
    let mut second = Process::start(&data, 0).await;
    let taken = outside.number(WRITERS, None).await;
    line.now(Does::Pass);
    let (status, told) = first.end().await;
    assert!(!status.success());
    assert!(told.contains("another server has this data open"), "{told}");
    // What served a line of the first may take a moment to see that it has ended.
    let alone = async { while outside.number(WRITERS, None).await != taken {} };
    tokio::time::timeout(cydonia_tests::PATIENCE, alone)
        .await
        .expect("the second is the only one that writes");
    second.kill().await;
}
