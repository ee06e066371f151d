//! Two connections write: moves wait for nothing that other writes wait for.

use std::time::Duration;

use cydonia_protocol::{Command, ErrorCode};
use cydonia_tests::{Outside, TestClient, TestServer, until_writer_waits};
use uuid::Uuid;

use crate::losing::{end_backends, play_again};
use crate::support::{database, play_on, seated, watch};

/// Two games, one of which waits for its number among the finished ones, which somebody outside holds back.
struct Waiting {
    server: TestServer,
    ending: Uuid,
    leavers: Vec<TestClient>,
    /// By which it was to end.
    resigned: u64,
    /// The other one.
    table: Uuid,
    players: Vec<TestClient>,
    rng: fastrand::Rng,
    outside: Outside,
    witness: Outside,
}

impl Waiting {
    async fn begin(seed: u64) -> Self {
        let server = TestServer::start().await;
        let (ending, mut leavers) = seated(&server, 2).await;
        let (table, mut players) = seated(&server, 2).await;
        let mut rng = fastrand::Rng::with_seed(seed);
        for (table, players) in [(ending, &mut leavers), (table, &mut players)] {
            play_on(table, players, 3, &mut rng).await;
        }
        let (mut outside, mut witness) = (database(&server).await, database(&server).await);
        outside.run("SELECT pg_advisory_lock(x'006379646f6e6962'::bit(64)::bigint)").await;
        let resigned = leavers[0].send(Command::Resign { table: ending }).await;
        until_writer_waits(&mut witness).await;
        play_on(table, &mut players, 5, &mut rng).await;
        Self { server, ending, leavers, resigned, table, players, rng, outside, witness }
    }

    async fn let_it_end(&mut self) {
        self.outside.run("SELECT pg_advisory_unlock_all()").await;
    }

    async fn finished(&mut self) -> i64 {
        self.witness.number("SELECT count(*) FROM matches", None).await
    }
}

#[tokio::test]
async fn games_go_on_while_another_waits_for_its_number() {
    let mut waiting = Waiting::begin(1).await;
    assert_eq!(waiting.finished().await, 0);
    waiting.let_it_end().await;
    waiting.leavers[0].answer(Some(waiting.resigned)).await.expect("it is over");
    assert_eq!(waiting.finished().await, 1);
    // Both have what was kept, and go on.
    let Waiting { server, table, mut players, mut rng, .. } = waiting;
    let mut watcher = server.connect(None).await;
    watcher.call(watch(table)).await.expect("watching");
    assert_eq!(watcher.tables[&table].line, players[0].tables[&table].line);
    play_on(table, &mut players, 3, &mut rng).await;
}

#[tokio::test]
async fn a_transaction_whose_process_is_ended_is_refused_and_moves_made_beside_it_stay() {
    let mut waiting = Waiting::begin(2).await;
    end_backends(&mut waiting.witness, "cydonia writer").await;
    let refusal = waiting.leavers[0].answer(Some(waiting.resigned)).await.expect_err("not kept");
    assert_eq!(refusal.code, ErrorCode::Unavailable);
    waiting.let_it_end().await;
    let (table, players) = (waiting.table, &mut waiting.players);
    let line = players[0].tables[&table].line.clone();
    play_again(&waiting.server, players, table, Duration::ZERO).await;
    assert_eq!(players[0].tables[&table].line[..line.len()], line, "what was told stays");
    assert_eq!(waiting.finished().await, 0);
    waiting.leavers[0].call(Command::Resign { table: waiting.ending }).await.expect("it is over");
    assert_eq!(waiting.finished().await, 1);
}
