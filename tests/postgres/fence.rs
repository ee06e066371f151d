//! The fence: whoever takes a database over deletes the pens of those before, and from then on nothing of theirs is kept, be the
//! lock of their session still theirs or not.

use cydonia_protocol::{Command, ErrorCode, ServerMessage};
use cydonia_tests::{
    CutError, Guest, Postgres, Process, Signal, TestClient, TestDatabase, until_writer_is_gone,
    until_writer_waits,
};
use uuid::Uuid;

use crate::support::{create, play_on, rejoin, sit, to_act, watch};

/// Two who play at a table of a house that can end.
struct Play {
    process: Process,
    guests: [Guest; 2],
    players: Vec<TestClient>,
    table: Uuid,
}

impl Play {
    async fn begin(data: &TestDatabase) -> Self {
        let process = Process::start(data, 0).await;
        let url = format!("http://{}", process.address);
        let guests = [Guest::arrive(&url, "Ada").await, Guest::arrive(&url, "Ben").await];
        let mut players = Vec::new();
        for guest in &guests {
            players.push(TestClient::connect(process.address, "", Some(guest)).await);
        }
        let table = players[0].call(create(2)).await.expect("a table").table.expect("its id");
        players[1].call(sit(table)).await.expect("a seat");
        for player in &mut players {
            player.call(watch(table)).await.expect("watching");
        }
        let mut play = Self { process, guests, players, table };
        play.go_on().await;
        play
    }

    async fn go_on(&mut self) {
        play_on(self.table, &mut self.players, 3, &mut fastrand::Rng::with_seed(1)).await;
    }

    /// Has the seat that is to act do so; whether it was told that it is kept.
    async fn acts(&mut self) -> bool {
        let seat = to_act(&self.players[0], self.table).expect("a game of chess lasts longer");
        let action = self.players[seat].offered(self.table).await.actions[0].clone();
        let act = self.players[seat].act(self.table, &action);
        is_kept(&mut self.players[seat], act).await
    }

    /// The house says why it ends. Another has all that was acknowledged, and no more, and play goes on there.
    async fn goes_on_elsewhere(mut self, data: &TestDatabase) {
        let (status, told) = self.process.end().await;
        assert!(!status.success());
        assert!(told.contains("another server has this data open"), "{told}");
        let line = self.players[0].tables[&self.table].line.clone();
        self.process = Process::start(data, 0).await;
        self.players.clear();
        for guest in &self.guests {
            let client = rejoin(&self.process, guest, self.table).await;
            assert_eq!(client.tables[&self.table].line, line);
            self.players.push(client);
        }
        self.go_on().await;
        self.process.kill().await;
    }
}

/// Asks for something; whether it was told that it is kept. A house that ends may say no more than that.
async fn is_kept(client: &mut TestClient, command: Command) -> bool {
    let asked = client.send(command).await;
    loop {
        match client.try_next().await {
            Ok(ServerMessage::Ok { id, .. }) if id == asked => return true,
            Ok(ServerMessage::Error { id: Some(id), code, .. }) if id == asked => {
                assert_eq!(code, ErrorCode::Unavailable);
                return false;
            }
            Ok(_) => {}
            Err(CutError(_)) => return false,
        }
    }
}

#[tokio::test]
async fn without_its_pen_a_house_keeps_nothing_and_ends() {
    let postgres = Postgres::start();
    let data = TestDatabase::in_postgres(&postgres.address()).await;
    let mut outside = data.open().await;

    // What is one statement,
    let mut play = Play::begin(&data).await;
    let kept = outside.number("SELECT max(number) FROM intake", None).await;
    outside.run("DELETE FROM pens").await;
    assert!(!play.acts().await);
    assert_eq!(outside.number("SELECT max(number) FROM intake", None).await, kept);
    play.goes_on_elsewhere(&data).await;

    // and what is a transaction of several.
    let mut play = Play::begin(&data).await;
    outside.run("DELETE FROM pens").await;
    assert!(!is_kept(&mut play.players[0], Command::Resign { table: play.table }).await);
    assert_eq!(outside.number("SELECT count(*) FROM matches", None).await, 0);
    play.goes_on_elsewhere(&data).await;
}

#[tokio::test]
async fn a_commit_that_meets_a_takeover_waits_for_it_and_is_not_made() {
    let postgres = Postgres::start();
    let data = TestDatabase::in_postgres(&postgres.address()).await;
    let (mut outside, mut witness) = (data.open().await, data.open().await);
    let mut play = Play::begin(&data).await;
    outside.run("BEGIN; DELETE FROM pens").await;
    let (played, ()) = tokio::join!(play.acts(), async {
        until_writer_waits(&mut witness).await;
        outside.run("COMMIT").await;
    });
    assert!(!played);
    play.goes_on_elsewhere(&data).await;

    // One that is undone takes nothing from anybody.
    let mut play = Play::begin(&data).await;
    outside.run("BEGIN; DELETE FROM pens").await;
    let (played, ()) = tokio::join!(play.acts(), async {
        until_writer_waits(&mut witness).await;
        outside.run("ROLLBACK").await;
    });
    assert!(played);
    play.process.kill().await;
}

#[tokio::test]
async fn a_house_that_stands_still_in_a_commit_holds_nobody_up() {
    let postgres = Postgres::start();
    let data = TestDatabase::in_postgres(&postgres.address()).await;
    let (mut outside, mut witness) = (data.open().await, data.open().await);
    let mut play = Play::begin(&data).await;
    // Whoever numbers games waits in the middle of a transaction, which goes on when the process does not.
    outside.run("SELECT pg_advisory_lock(x'006379646f6e6962'::bit(64)::bigint)").await;
    let table = play.table;
    play.players[0].send(Command::Resign { table }).await;
    until_writer_waits(&mut witness).await;
    play.process.signal(Signal::STOP);
    outside.run("SELECT pg_advisory_unlock_all()").await;

    // The database ends that session by itself, and with it the transaction and the lock of the house.
    until_writer_is_gone(&mut witness).await;
    let next = Process::start(&data, 0).await;
    assert_eq!(witness.number("SELECT count(*) FROM matches", None).await, 0);
    // Whoever stood still finds out, and says so.
    play.process.signal(Signal::CONT);
    let (status, told) = play.process.end().await;
    assert!(!status.success() && told.contains("another server has this data open"), "{told}");
    let line = play.players[0].tables[&table].line.clone();
    assert_eq!(rejoin(&next, &play.guests[1], table).await.tables[&table].line, line);
}

#[tokio::test]
async fn each_start_has_a_number_of_its_own_and_the_only_pens() {
    let postgres = Postgres::start();
    let data = TestDatabase::in_postgres(&postgres.address()).await;
    let mut outside = data.open().await;
    for start in 1..=3 {
        let mut process = Process::start(&data, 0).await;
        assert_eq!(outside.number("SELECT count(*) FROM nodes", None).await, start);
        let own = "SELECT count(*) FROM pens WHERE node = (SELECT max(number) FROM nodes)";
        assert_eq!(outside.number(own, None).await, 2);
        assert_eq!(outside.number("SELECT count(*) FROM pens", None).await, 2);
        process.kill().await;
    }
}
