//! A disk that is full, or fails, under the real program. What was acknowledged is there afterwards, what was not is shown
//! to nobody, nobody's clock runs meanwhile, and the house goes on by itself.

use std::net::SocketAddr;

use cydonia_protocol::{Command, ErrorCode, Event, EventKind, ServerMessage, TimeControl};
use cydonia_tests::{
    CallError, Fault, Faults, Guest, PATIENCE, Process, SmallDisk, TestClient, TestDatabase,
};
use uuid::Uuid;

use crate::support::{all_see, sit, to_act, watch, wish};

/// Two people who play game after game in a house, and remember what was acknowledged.
struct Pair {
    address: SocketAddr,
    guests: [Guest; 2],
    players: Vec<TestClient>,
    games: Vec<(Uuid, Vec<String>)>,
    rng: fastrand::Rng,
}

impl Pair {
    async fn arrive(process: &Process) -> Self {
        let url = format!("http://{}", process.address);
        let guests = [Guest::arrive(&url, "Ada").await, Guest::arrive(&url, "Ben").await];
        let rng = fastrand::Rng::with_seed(7);
        let mut pair = Self { address: process.address, guests, players: Vec::new(), games: Vec::new(), rng };
        pair.come_to(process).await;
        pair
    }

    /// Comes to the house, perhaps not for the first time. What was acknowledged is there, and nothing else.
    async fn come_to(&mut self, process: &Process) {
        self.address = process.address;
        self.players.clear();
        for guest in &self.guests {
            self.players.push(TestClient::connect(process.address, "", Some(guest)).await);
        }
        self.check().await;
    }

    /// Sits down to another game, with some moves.
    async fn begin(&mut self) {
        let clock = TimeControl::Fischer { initial_s: 600, increment_s: 0 };
        let wished = self.players[0].call(wish("martian-chess", 2, clock)).await;
        let table = wished.expect("a table").table.expect("its id");
        for player in &mut self.players {
            player.call(watch(table)).await.expect("watching");
        }
        self.players[1].call(sit(table)).await.expect("a seat");
        for player in &mut self.players {
            player.until(table, |table| table.view.is_some()).await;
        }
        self.games.push((table, Vec::new()));
        self.play(4).await;
    }

    fn table(&self) -> Uuid {
        self.games.last().expect("they have sat down").0
    }

    /// The next action, which is seen by both if it is taken.
    async fn act(&mut self) -> Result<(), CallError> {
        let table = self.table();
        let seat = to_act(&self.players[0], table).expect("a game of chess lasts longer");
        let roll = self.rng.usize(..);
        self.players[seat].play(table, |_| roll).await?;
        all_see(&mut self.players, table).await;
        let line = &mut self.games.last_mut().expect("a game").1;
        *line = self.players[0].tables[&table].line.clone();
        Ok(())
    }

    async fn play(&mut self, actions: usize) {
        for _ in 0..actions {
            self.act().await.expect("it is taken");
        }
    }

    /// Plays until nothing is taken any more, a few actions at most.
    async fn until_refused(&mut self) {
        for _ in 0..20 {
            let Err(refusal) = self.act().await else { continue };
            assert_eq!(refusal.code, ErrorCode::Unavailable, "{}", refusal.message);
            return;
        }
        panic!("actions are still taken");
    }

    async fn status(&self, path: &str) -> u16 {
        let url = format!("http://{}{path}", self.address);
        reqwest::get(url).await.expect("an answer").status().as_u16()
    }

    /// Waits until the house says that it is ready, which it is to become by itself.
    async fn until_ready(&self) {
        let ready = async { while self.status("/readyz").await != 200 {} };
        tokio::time::timeout(PATIENCE, ready).await.expect("it becomes ready again by itself");
    }

    /// The events of the last game, as somebody hears them who knows nothing of it.
    async fn log(&self) -> Vec<Event> {
        let table = self.table();
        let mut watcher = TestClient::connect(self.address, "", None).await;
        let sent = watcher.send(Command::Watch { table, since: Some(0), key: None, quiet: false }).await;
        let mut log = Vec::new();
        loop {
            match watcher.next().await {
                ServerMessage::Events { table: of, events } if of == table => log.extend(events),
                ServerMessage::Ok { id, .. } if id == sent => return log,
                ServerMessage::Error { message, .. } => panic!("{message}"),
                _ => {}
            }
        }
    }

    /// Nothing that was acknowledged is lost, and nothing was shown that was not kept: to those who play, who have seen
    /// it come, and to somebody who has not.
    async fn check(&mut self) {
        let mut watcher = TestClient::connect(self.address, "", None).await;
        for (table, line) in &self.games {
            for client in self.players.iter_mut().chain([&mut watcher]) {
                client.call(watch(*table)).await.expect("watching");
                assert_eq!(&client.tables[table].line, line);
            }
        }
    }
}

#[tokio::test]
async fn a_disk_that_fills_and_empties_costs_nothing_but_the_time_between() {
    let disk = SmallDisk::of(8);
    let data = disk.data();
    let mut process = Process::try_start(&data, 0, &[], disk.faults()).await.expect("it opens");
    let mut pair = Pair::arrive(&process).await;
    for _ in 0..3 {
        pair.begin().await;
        disk.fill();
        pair.until_refused().await;
        let name = serde_json::json!({ "name": "Cleo" });
        let asked =
            reqwest::Client::new().post(format!("http://{}/api/v1/session", pair.address)).json(&name);
        assert_eq!(asked.send().await.expect("an answer").status().as_u16(), 503);
        assert_eq!((pair.status("/readyz").await, pair.status("/healthz").await), (503, 200));
        for _ in 0..5 {
            let refusal = pair.act().await.expect_err("there is no room");
            assert_eq!(refusal.code, ErrorCode::Unavailable, "{}", refusal.message);
        }
        pair.check().await;
        disk.make_room();
        pair.until_ready().await;
        pair.play(4).await;
        pair.check().await;
        let given_back = |event: &Event| match event.what {
            EventKind::Outage { credit_ms } => credit_ms,
            _ => 0,
        };
        assert!(pair.log().await.iter().map(given_back).sum::<i64>() > 0, "the clock stood still");
        process.kill().await;
        process = Process::try_start(&data, 0, &[], disk.faults()).await.expect("it opens");
        pair.come_to(&process).await;
    }
    process.kill().await;
}

/// Puts so much into the log that the server's next commit copies it to the database's file.
async fn fill_log(data: &TestDatabase) {
    let mut outside = data.open().await;
    outside.run("PRAGMA wal_autocheckpoint = 0").await;
    outside
        .run(
            "INSERT INTO players (id, name, created_ms) VALUES (x'01', hex(zeroblob(3000000)), 0);
             DELETE FROM players WHERE id = x'01'",
        )
        .await;
    outside.close().await;
}

/// Puts so much into the journal's way in that it is sorted at the server's next look. It is of a table that there is not.
async fn fill_intake(data: &TestDatabase) {
    let mut outside = data.open().await;
    outside.run("PRAGMA wal_autocheckpoint = 0").await;
    outside
        .run(
            "INSERT INTO intake (ms, body) VALUES (1, '[[999999,1,[\"' || hex(zeroblob(1500000)) || '\"]]]')",
        )
        .await;
    outside.close().await;
}

async fn waiting(data: &TestDatabase) -> i64 {
    data.open().await.number("SELECT coalesce(sum(length(body)), 0) FROM intake", None).await
}

const LOG: &str = "cydonia.db-wal";
const FILE: &str = "cydonia.db";

/// What a disk does.
type Fails<'f> = &'f [(&'f str, &'f str, Fault)];

/// Plays while the disk fails in one way after another: those under which nothing can be kept, and those that only keep
/// the log from being copied to the database's file, which waits.
async fn play_through(stops: &[Fails<'_>], waits: &[Fails<'_>]) {
    let (faults, data) = (Faults::build(), TestDatabase::in_sqlite());
    let mut process = Process::try_start(&data, 0, &[], Some(&faults)).await.expect("it opens");
    let mut pair = Pair::arrive(&process).await;
    for (fails, is_kept) in
        stops.iter().map(|fails| (fails, false)).chain(waits.iter().map(|fails| (fails, true)))
    {
        println!("{fails:?}");
        pair.begin().await;
        fill_log(&data).await;
        let before = faults.struck();
        faults.strike(fails);
        if is_kept {
            pair.play(4).await;
        } else {
            pair.until_refused().await;
            assert_eq!(pair.status("/readyz").await, 503);
            assert_eq!(pair.act().await.expect_err("it is not kept").code, ErrorCode::Unavailable);
        }
        // Whoever comes now reads by a connection that must be opened, too.
        if fails.iter().all(|(call, ..)| *call != "open") {
            pair.check().await;
        }
        assert!(faults.struck() > before, "{fails:?} are met with");
        faults.stop();
        pair.until_ready().await;
        pair.play(4).await;
        pair.check().await;
        process.kill().await;
        process = Process::try_start(&data, 0, &[], Some(&faults)).await.expect("it opens");
        pair.come_to(&process).await;
    }
    process.kill().await;
}

#[tokio::test]
async fn the_house_goes_on_by_itself_once_the_disk_has_room() {
    let full = Fault::NoSpace;
    play_through(
        &[
            &[("write", LOG, full)],
            &[("write", LOG, full), ("open", LOG, full)],
            &[("write", LOG, full), ("open", FILE, full)],
        ],
        &[&[("write", FILE, full)], &[("truncate", FILE, full)]],
    )
    .await;
}

#[tokio::test]
async fn the_house_goes_on_by_itself_once_the_disk_works() {
    let broken = Fault::Broken;
    play_through(
        &[
            &[("write", LOG, broken)],
            &[("sync", LOG, broken)],
            &[("write", LOG, broken), ("open", LOG, broken)],
            &[("write", LOG, broken), ("sync", LOG, broken), ("open", FILE, broken)],
        ],
        &[&[("write", FILE, broken)], &[("sync", FILE, broken)], &[("truncate", FILE, broken)]],
    )
    .await;
}

#[tokio::test]
async fn what_cannot_be_sorted_in_for_want_of_room_is_sorted_in_when_there_is() {
    let (faults, data) = (Faults::build(), TestDatabase::in_sqlite());
    let mut process = Process::try_start(&data, 0, &[], Some(&faults)).await.expect("it opens");
    let mut pair = Pair::arrive(&process).await;
    for fault in [Fault::NoSpace, Fault::Broken] {
        pair.begin().await;
        fill_intake(&data).await;
        let before = waiting(&data).await;
        assert!(before > 2_000_000, "{before}");
        // After a commit that failed the server looks there, and begins with sorting.
        faults.strike(&[("write", LOG, fault)]);
        pair.until_refused().await;
        assert_eq!(pair.act().await.expect_err("there is no room").code, ErrorCode::Unavailable);
        assert_eq!(waiting(&data).await, before, "all is there that was");
        pair.check().await;
        faults.stop();
        pair.until_ready().await;
        pair.play(4).await;
        let after = waiting(&data).await;
        assert!(after < 10_000, "{after}");
        pair.check().await;
        process.kill().await;
        process = Process::try_start(&data, 0, &[], Some(&faults)).await.expect("it opens");
        pair.come_to(&process).await;
    }
    process.kill().await;
}

/// That a start is refused in one line, for one of those reasons.
fn is_told(started: Result<Process, String>, sentences: &[&str]) {
    let told = started.map(|process| process.address).expect_err("there is no room");
    assert!(sentences.iter().any(|sentence| told.contains(sentence)), "{told}");
    assert_eq!(told.lines().count(), 1, "one line: {told}");
}

const FULL: &str = "the database is full";
const BROKEN: &str = "the disk does not do what the database asks of it";

#[tokio::test]
async fn on_a_disk_that_is_full_no_house_opens_until_there_is_room() {
    let disk = SmallDisk::of(8);
    let data = disk.data();
    disk.fill();
    is_told(Process::try_start(&data, 0, &[], disk.faults()).await, &[FULL, BROKEN]);
    disk.make_room();
    let mut process = Process::try_start(&data, 0, &[], disk.faults()).await.expect("it opens");
    let mut pair = Pair::arrive(&process).await;
    pair.begin().await;
    for _ in 0..2 {
        process.kill().await;
        disk.fill();
        is_told(Process::try_start(&data, 0, &[], disk.faults()).await, &[FULL, BROKEN]);
        disk.make_room();
        process = Process::try_start(&data, 0, &[], disk.faults()).await.expect("it opens");
        pair.come_to(&process).await;
        pair.play(4).await;
    }
    process.kill().await;
}

#[tokio::test]
async fn a_disk_that_fails_when_a_house_opens_is_told() {
    let (faults, data) = (Faults::build(), TestDatabase::in_sqlite());
    let mut process = Process::try_start(&data, 0, &[], Some(&faults)).await.expect("it opens");
    let mut pair = Pair::arrive(&process).await;
    for (call, file, fault, sentence) in [
        ("write", LOG, Fault::NoSpace, FULL),
        ("write", LOG, Fault::Broken, BROKEN),
        ("sync", LOG, Fault::Broken, BROKEN),
        ("open", LOG, Fault::Broken, "the database cannot be reached"),
        ("open", FILE, Fault::Broken, "the database cannot be reached"),
        ("open", "cydonia.lock", Fault::Broken, "the data folder cannot be used"),
    ] {
        println!("{call} {file} {fault:?}");
        pair.begin().await;
        process.kill().await;
        faults.strike(&[(call, file, fault)]);
        is_told(Process::try_start(&data, 0, &[], Some(&faults)).await, &[sentence]);
        faults.stop();
        process = Process::try_start(&data, 0, &[], Some(&faults)).await.expect("it opens");
        pair.come_to(&process).await;
    }
    process.kill().await;
}
