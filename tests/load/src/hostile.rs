//! The load of people who mean no good, beside others who play.

use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::time::Duration;

use cydonia_protocol::{Command as Say, Envelope, VERSION};
use tokio::runtime::{Builder, Runtime};
use uuid::Uuid;

use crate::guests::{Guest, Guests, SOURCES};
use crate::house::{House, Limits};
use crate::latency::Latency;
use crate::line::{Line, source};
use crate::load::Load;
use crate::moves::Manner;
use crate::play::{self, Window};
use crate::report::Figures;
use crate::usage::Usage;

/// Sockets that never read, sockets that send garbage, and a flood from one address, at a house with its usual limits.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Hostile {
    /// Tables of the others, each with a move a second.
    #[arg(long, default_value_t = 1000)]
    pub(crate) tables: usize,
    /// Sockets that ask for much and never read.
    #[arg(long, default_value_t = 100)]
    pub(crate) mute: usize,
    /// Sockets that send garbage.
    #[arg(long, default_value_t = 100)]
    pub(crate) garbage: usize,
    /// Sockets of the flood that are open at a time; whoever is thrown out comes back.
    #[arg(long, default_value_t = 10)]
    pub(crate) flood: usize,
    /// Seconds that are measured, without them and with them.
    #[arg(long, default_value_t = 8.0)]
    pub(crate) seconds: f64,
}

/// How often each of the others says something: all that one may.
const EVERY: Duration = Duration::from_millis(50);
/// What the flood sends in one go; it does not wait for more than a moment before the next.
const GUSH: usize = 20;
/// Between two of them: this program has to make the others' moves meanwhile.
const BREATH: Duration = Duration::from_millis(20);
/// Numbers of people who are none of the players.
const OTHERS: usize = 1_000_000;

impl Load for Hostile {
    const LIMITS: Limits = Limits::Usual;

    async fn run(&self, house: &mut House) -> Result<Figures, String> {
        let terms = Manner::default().terms()?;
        let pairs = play::seat(house, self.tables, &terms).await?;
        let busy: Vec<_> = pairs.iter().filter_map(|pair| pair.seats().map(|(table, _)| table)).collect();
        let table = *busy.first().ok_or("a bare server has no enemies")?;
        let rate = self.tables as f64;
        let alone = play::at_rate(pairs, rate, Window::of(self.seconds)).await?;
        let before = house.usage();
        let attack = self.attack(house.address, table).await?;
        let window = Window::of(self.seconds);
        let (beside, core, own) = tokio::join!(
            play::at_rate(alone.pairs, rate, window),
            play::busy(window, || house.usage()),
            play::busy(window, || Usage::of(std::process::id())),
        );
        let after = house.usage();
        // Before anything is given up: a runtime cannot be dropped within another.
        attack.shutdown_background();
        let beside = beside?;
        let (without, with) = (Latency::of(alone.times), Latency::of(beside.times));
        let mut figures = Figures::default();
        figures.add("p99 without", without.quantile_ms(0.99), "ms");
        figures.add("p99 with", with.quantile_ms(0.99), "ms");
        for (name, late) in [("p99 of own delay without", alone.late), ("p99 of own delay with", beside.late)]
        {
            figures.add(name, Latency::of(late).quantile_ms(0.99), "ms");
        }
        figures.add("ratio", with.quantile_ms(0.99) / without.quantile_ms(0.99), "");
        figures.add_known("server's core with", core, "%");
        figures.add_known("load's core with", own, "%");
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        figures.add_known("resident before", before.map(|usage| megabytes(usage.resident)), "MB");
        figures.add_known("resident with", after.map(|usage| megabytes(usage.resident)), "MB");
        figures.add_known("resident at most", after.map(|usage| megabytes(usage.peak)), "MB");
        Ok(figures)
    }
}

impl Hostile {
    /// Sets all of them on the house, from a thread of their own that stands back: they are to hold up the house, and not
    /// this program when it makes the others' moves. They go with what is returned.
    async fn attack(&self, house: SocketAddr, table: Uuid) -> Result<Runtime, String> {
        let guests = Guests::of(house, self.mute + self.garbage)?;
        let mut crowd = Vec::new();
        for number in 0..self.mute + self.garbage {
            crowd.push(guests.come(OTHERS + number).await?);
        }
        let attack =
            Builder::new_multi_thread().worker_threads(1).enable_all().on_thread_start(stand_back).build();
        let attack = attack.map_err(|error| error.to_string())?;
        let garbage = crowd.split_off(self.mute);
        for guest in crowd {
            attack.spawn(never_read(house, guest, table));
        }
        for guest in garbage {
            attack.spawn(send_garbage(house, guest));
        }
        for _ in 0..self.flood {
            attack.spawn(flood(house));
        }
        Ok(attack)
    }
}

/// Has every other thread go before this one, at once. Where that cannot be done, the own delay tells.
fn stand_back() {
    let thread = std::fs::read_link("/proc/thread-self").unwrap_or_default();
    let number = thread.file_name().unwrap_or_default();
    drop(Command::new("chrt").args(["--idle", "--pid", "0"]).arg(number).stdout(Stdio::null()).status());
}

/// Asks for the whole table again and again, and takes none of it in. Whoever is thrown out comes back.
async fn never_read(house: SocketAddr, guest: Guest, table: Uuid) {
    let command = Say::Watch { table, since: None, key: None, quiet: false };
    let frame = serde_json::to_string(&Envelope { id: 1, command }).expect("a command is JSON");
    loop {
        if let Ok(mut line) = guest.open(house).await {
            while line.send(frame.clone()).await.is_ok() {
                tokio::time::sleep(EVERY).await;
            }
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Says what nobody understands, in turn in every way.
async fn send_garbage(house: SocketAddr, guest: Guest) {
    for turn in 0_usize.. {
        if let Ok(mut line) = guest.open(house).await {
            for k in turn.. {
                let sent = match k % 5 {
                    0 => line.send("{\"id\":1,\"do\":{\"type\":\"act\"".to_owned()).await,
                    1 => line.send("[".repeat(4_000)).await,
                    2 => line.send(r#"{"id":-1,"do":{"type":"watch","table":"nowhere"}}"#.to_owned()).await,
                    3 => line.send("x".repeat(8 * 1024)).await,
                    _ if k % 100 == 99 => line.send_bytes(vec![0; 100]).await,
                    _ => line.send(String::new()).await,
                };
                if sent.is_err() || listen(&mut line).await.is_err() {
                    break;
                }
            }
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Hears what there is to hear until it is time to speak again.
async fn listen(line: &mut Line) -> Result<(), String> {
    let time = tokio::time::sleep(EVERY);
    tokio::pin!(time);
    loop {
        tokio::select! {
            () = &mut time => return Ok(()),
            heard = line.hear() => drop(heard?),
        }
    }
}

/// Opens a socket and sends as much as goes through; all from one address.
async fn flood(house: SocketAddr) {
    let from = source(SOURCES);
    loop {
        if let Ok(mut line) = Line::open(house, from, &format!("/ws?protocol={VERSION}"), None).await {
            while gush(&mut line).await.is_ok() {
                tokio::time::sleep(BREATH).await;
            }
        }
        tokio::time::sleep(BREATH).await;
    }
}

async fn gush(line: &mut Line) -> Result<(), String> {
    for id in 0..GUSH {
        line.send(format!(r#"{{"id":{id},"do":{{"type":"ping"}}}}"#)).await?;
    }
    for _ in 0..GUSH {
        line.hear().await?;
    }
    Ok(())
}
