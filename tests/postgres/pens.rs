//! Two connections write: moves wait for nothing that other writes wait for.

use std::time::Duration;

use cydonia_protocol::{Command, ErrorCode};
use cydonia_tests::{TestServer, until_writer_waits};

use crate::losing::{end_backends, play_again};
use crate::support::{database, play_on, seated, watch};

#[tokio::test]
async fn games_go_on_while_another_waits_for_its_number() {
    let server = TestServer::start().await;
    let (ending, mut leavers) = seated(&server, 2).await;
    let (table, mut players) = seated(&server, 2).await;
    let mut rng = fastrand::Rng::with_seed(1);
    for (table, players) in [(ending, &mut leavers), (table, &mut players)] {
        play_on(table, players, 3, &mut rng).await;
    }
    let (mut outside, mut witness) = (database(&server).await, database(&server).await);
    outside.run("SELECT pg_advisory_lock(x'006379646f6e6962'::bit(64)::bigint)").await;
    let resigned = leavers[0].send(Command::Resign { table: ending }).await;
    until_writer_waits(&mut witness).await;
    play_on(table, &mut players, 5, &mut rng).await;
    assert_eq!(witness.number("SELECT count(*) FROM matches", None).await, 0);
    outside.run("SELECT pg_advisory_unlock_all()").await;
    leavers[0].answer(Some(resigned)).await.expect("it is over");
    assert_eq!(witness.number("SELECT count(*) FROM matches", None).await, 1);
    // Both have what was kept, and go on.
    let mut watcher = server.connect(None).await;
    watcher.call(watch(table)).await.expect("watching");
    assert_eq!(watcher.tables[&table].line, players[0].tables[&table].line);
    play_on(table, &mut players, 3, &mut rng).await;
}

#[tokio::test]
async fn a_transaction_whose_process_is_ended_is_refused_and_moves_made_beside_it_stay() {
    let server = TestServer::start().await;
    let (ending, mut leavers) = seated(&server, 2).await;
    let (table, mut players) = seated(&server, 2).await;
    let mut rng = fastrand::Rng::with_seed(2);
    for (table, players) in [(ending, &mut leavers), (table, &mut players)] {
        play_on(table, players, 3, &mut rng).await;
    }
    let (mut outside, mut witness) = (database(&server).await, database(&server).await);
    outside.run("SELECT pg_advisory_lock(x'006379646f6e6962'::bit(64)::bigint)").await;
    let resigned = leavers[0].send(Command::Resign { table: ending }).await;
    until_writer_waits(&mut witness).await;
    play_on(table, &mut players, 5, &mut rng).await;
    end_backends(&mut witness, "cydonia writer").await;
    let refusal = leavers[0].answer(Some(resigned)).await.expect_err("not kept");
    assert_eq!(refusal.code, ErrorCode::Unavailable);
    outside.run("SELECT pg_advisory_unlock_all()").await;
    let line = players[0].tables[&table].line.clone();
    play_again(&server, &mut players, table, Duration::ZERO).await;
    assert_eq!(players[0].tables[&table].line[..line.len()], line, "what was told stays");
    assert_eq!(witness.number("SELECT count(*) FROM matches", None).await, 0);
    leavers[0].call(Command::Resign { table: ending }).await.expect("it is over");
    assert_eq!(witness.number("SELECT count(*) FROM matches", None).await, 1);
}
