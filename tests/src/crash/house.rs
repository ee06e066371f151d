//! Server under test: the program, from one death to the next, and what it is asked between them.

use std::net::SocketAddr;
use std::sync::Mutex;

use cydonia_protocol::{Command, Event, SeatRequest, ServerMessage, Session, TableInfo, TableStatus};
use cydonia_server::Clock;
use tokio::sync::watch;
use uuid::Uuid;

use super::company::Link;
use super::ledger::Ledger;
use super::lock;
use crate::{Folded, PATIENCE, Process, SmallDisk, TestClient, TestDatabase, on};

/// A program with data of its own.
pub(super) struct House {
    data: TestDatabase,
    process: Process,
    doors: watch::Sender<Option<SocketAddr>>,
    clock: Clock,
    disk: Option<SmallDisk>,
    /// Since when the disk is full.
    full_ms: Option<i64>,
    pub(super) downtimes: Vec<Downtime>,
    pub(super) fills: usize,
    pub(super) refused_starts: usize,
}

/// When the program was gone for certain, in milliseconds since 1970.
#[derive(Clone, Copy, Debug)]
pub(super) struct Downtime {
    pub(super) from_ms: i64,
    pub(super) to_ms: i64,
    /// When it was certainly open again.
    pub(super) up_ms: i64,
}

/// A table as the house tells it.
pub(super) enum Told {
    /// Every event, of a table that is not finished.
    Log(Vec<Event>),
    /// Finished, as its snapshot shows it.
    Finished(Box<Folded>),
}

impl House {
    pub(super) async fn open(disk: Option<SmallDisk>) -> Self {
        let data = match &disk {
            Some(disk) => disk.data(),
            None => TestDatabase::new().await,
        };
        let faults = disk.as_ref().and_then(SmallDisk::faults);
        let process = Process::try_start(&data, 0, &[], faults).await.expect("it opens");
        Self {
            data,
            process,
            doors: watch::Sender::new(None),
            clock: Clock::system(),
            disk,
            full_ms: None,
            downtimes: Vec::new(),
            fills: 0,
            refused_starts: 0,
        }
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.process.address)
    }

    /// Where players may come in, while they may.
    pub(super) fn doors(&self) -> watch::Receiver<Option<SocketAddr>> {
        self.doors.subscribe()
    }

    pub(super) fn open_doors(&self) {
        self.doors.send_replace(Some(self.process.address));
    }

    /// Leaves the program no room.
    pub(super) fn fill_disk(&mut self) {
        let disk = self.disk.as_ref().expect("a disk of its own");
        self.full_ms = Some(self.clock.now_ms());
        disk.fill();
        self.fills += 1;
    }

    /// Gives it room again if it has none, and waits until it is ready by itself.
    pub(super) async fn make_room(&mut self) {
        let (Some(disk), Some(from_ms)) = (&self.disk, self.full_ms.take()) else { return };
        disk.make_room();
        let url = format!("{}/readyz", self.url());
        let ready = async { while reqwest::get(&url).await.expect("an answer").status() != 200 {} };
        tokio::time::timeout(PATIENCE, ready).await.expect("it goes on by itself");
        // How much could be kept at first is not known.
        self.downtimes.push(Downtime { from_ms, to_ms: from_ms, up_ms: self.clock.now_ms() });
    }

    /// Kills the program and starts it again: now and then it dies once more before it is open. A disk that is full may
    /// keep it from starting, and has room again afterwards.
    pub(super) async fn fall_and_rise(&mut self, rng: &mut fastrand::Rng) {
        self.doors.send_replace(None);
        self.process.kill().await;
        let from_ms = self.clock.now_ms();
        let faults = self.disk.as_ref().and_then(SmallDisk::faults);
        if rng.u8(0..8) == 0 {
            Process::spawn_and_kill(&self.data, rng.usize(0..20_000), faults).await;
        }
        let to_ms = self.clock.now_ms();
        self.process = match (Process::try_start(&self.data, 0, &[], faults).await, &self.disk) {
            (Ok(process), _) => process,
            (Err(told), Some(disk)) if self.full_ms.is_some() => {
                assert!(told.contains("full") || told.contains("disk"), "{told}");
                self.refused_starts += 1;
                disk.make_room();
                Process::try_start(&self.data, 0, &[], faults).await.expect("there is room")
            }
            (Err(told), _) => panic!("it does not open: {told}"),
        };
        self.downtimes.push(Downtime { from_ms, to_ms, up_ms: self.clock.now_ms() });
        self.make_room().await;
    }

    /// Reads every table that is still on from its first event, and tries the links to seats.
    pub(super) async fn audit(&self, ledger: &Mutex<Ledger>) {
        let mut auditor = self.auditor().await;
        let links = lock(ledger).living();
        for link in links {
            let told = self.told(&mut auditor, &link).await;
            lock(ledger).audit(link.table, &told);
        }
        let keys = lock(ledger).seat_keys();
        for (player, request) in keys {
            let opened = self.open_seat(&request).await;
            let is_theirs = matches!(&opened, Ok(Session { player: Some(who), .. }) if who.id == player);
            let link = lock(ledger).link_to(request.table);
            if let Some(link) = link.filter(|_| !is_theirs) {
                // Its game may have ended meanwhile: clocks run, and nobody is let in before the audit is done.
                let told = self.told(&mut auditor, &link).await;
                lock(ledger).audit(link.table, &told);
            }
            lock(ledger).seat_key_opened(request.table, is_theirs, &opened);
        }
    }

    /// Somebody whom nobody knows.
    pub(super) async fn auditor(&self) -> TestClient {
        TestClient::connect(self.process.address, "", None).await
    }

    /// What the house tells of a table to somebody who knows nothing of it.
    pub(super) async fn told(&self, auditor: &mut TestClient, link: &Link) -> Told {
        let Link { table, key } = link.clone();
        let sent = auditor.send(Command::Watch { table, since: Some(0), key, quiet: false }).await;
        let mut log = Vec::new();
        loop {
            match auditor.next().await {
                ServerMessage::Events { table: of, events } if of == table => log.extend(events),
                ServerMessage::Ok { id, .. } if id == sent => break,
                ServerMessage::Error { id, code, message } if id == Some(sent) => {
                    panic!("{table} cannot be watched: {code:?}, {message}")
                }
                _ => {}
            }
        }
        let folded = auditor.tables.remove(&table);
        auditor.call(Command::Unwatch { table }).await.expect("no longer watching");
        folded.map_or(Told::Log(log), |folded| Told::Finished(Box::new(folded)))
    }

    /// A table's row, as its snapshot shows it before anybody sat there.
    pub(super) async fn empty_table(&self, auditor: &mut TestClient, link: &Link) -> TableInfo {
        let Link { table, key } = link.clone();
        auditor.call(Command::Watch { table, since: None, key, quiet: false }).await.expect("watching");
        let mut info = auditor.tables.remove(&table).expect("a snapshot").info;
        auditor.call(Command::Unwatch { table }).await.expect("no longer watching");
        info.status = TableStatus::Open;
        info.seats.fill(cydonia_protocol::SeatState::Free {});
        info
    }

    /// The session that a link opens, or why it opens none.
    async fn open_seat(&self, request: &SeatRequest) -> Result<Session, String> {
        let url = format!("{}/api/v1/session/seat", self.url());
        let response = reqwest::Client::new().post(url).json(request).send().await.expect("an answer");
        let text = response.text().await.expect("a body");
        serde_json::from_str(&text).map_err(|_refused| text)
    }

    /// A document of a finished game.
    pub(super) async fn document<T: serde::de::DeserializeOwned>(&self, link: &Link, of: &str) -> T {
        let url = format!("{}/api/v1/matches/{}{of}", self.url(), link.table);
        let mut request = reqwest::Client::new().get(url);
        if let Some(key) = &link.key {
            request = request.header("x-table-key", key);
        }
        let response = request.send().await.expect("an answer");
        let text = response.text().await.expect("a body");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{link:?}{of}: {error}: {text}"))
    }

    /// Every table and every finished game in the database, and how many wishes of clients led to a table.
    pub(super) async fn kept(&self) -> (Vec<Uuid>, usize) {
        let mut database = self.data.open().await;
        let tables: Vec<(Uuid,)> =
            on!(database, |c| sqlx::query_as("SELECT id FROM tables UNION ALL SELECT id FROM matches")
                .fetch_all(c)
                .await)
            .expect("tables");
        // A rematch is a wish of whoever set it up, by the table's own id.
        let wishes = database.number("SELECT count(*) FROM wishes WHERE request <> table_id", None).await;
        (tables.into_iter().map(|(id,)| id).collect(), wishes as usize)
    }

    pub(super) async fn close(mut self) {
        self.process.kill().await;
    }
}
