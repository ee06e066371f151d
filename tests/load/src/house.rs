//! Server under test: what is measured: a house, or one of the bare servers, started here on a core of its own or running already.

use std::ffi::OsString;
use std::fs::File;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tokio::process::{Child, Command};

use crate::usage::Usage;
use crate::yardstick::Bare;

/// Where a load is run.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Setting {
    /// The program to measure; without it the one beside this one.
    #[arg(long, global = true)]
    program: Option<PathBuf>,
    /// Measure the house that listens there instead of starting one: 127.0.0.1:8080. Its limits must let the load in.
    #[arg(long, global = true)]
    address: Option<SocketAddr>,
    /// That house's process, for its memory and its time, if it is on this machine.
    #[arg(long, global = true, requires = "address")]
    pid: Option<u32>,
    /// Where the data of what is started here is kept for as long as it runs.
    #[arg(long, global = true)]
    data: Option<PathBuf>,
    /// Start the house on the data in that folder, which it leaves there.
    #[arg(long, global = true)]
    kept: Option<PathBuf>,
    /// Start the house on that Postgres database.
    #[arg(long, global = true)]
    database_url: Option<String>,
    /// One more limit that is lifted where all of them are, by its flag without the dashes, if the program knows it.
    #[arg(long, global = true)]
    lift: Vec<String>,
    /// The core that what is measured runs on, if there are several.
    #[arg(long, global = true, default_value_t = 0)]
    server_core: usize,
    /// The core that the load is made on.
    #[arg(long, global = true, default_value_t = 1)]
    own_core: usize,
    /// Write the figures there, as JSON.
    #[arg(long, global = true)]
    pub(crate) json: Option<PathBuf>,
}

impl Setting {
    /// Goes to its own core, if there is another for the server. To be called before there are threads.
    ///
    /// # Errors
    /// If `taskset` does not do that.
    pub(crate) fn settle(&self) -> Result<(), String> {
        if !is_pinned() {
            return Ok(());
        }
        let done = std::process::Command::new("taskset")
            .args(["-p", "-c", &self.own_core.to_string(), &std::process::id().to_string()])
            .stdout(Stdio::null())
            .status()
            .map_err(|error| format!("taskset: {error}"))?;
        done.success().then_some(()).ok_or_else(|| format!("taskset: {done}"))
    }

    /// Whether it is a house that runs already.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.address.is_some()
    }
}

/// With one core there is nothing to choose.
pub(crate) fn is_pinned() -> bool {
    // Not `available_parallelism`, which sees one core once this process is on its own.
    let cores = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    cores.lines().filter(|line| line.starts_with("processor")).count() > 1
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The house.
    House(Limits),
    /// A bare server.
    Bare(Bare),
}

/// What a house lets in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limits {
    /// Everything: players here come from one machine and are faster than people.
    Lifted,
    /// What it lets in by itself.
    Usual,
}

const LIFTED: [&str; 34] = [
    "--messages-a-second",
    "1000000",
    "--messages-at-once",
    "1000000",
    "--links-an-hour",
    "1000000",
    "--names-an-hour",
    "1000000",
    "--sockets-an-address",
    "1000000",
    "--tables-a-player",
    "1000000",
    "--tables-a-socket",
    "1000000",
    "--requests-a-second",
    "1000000",
    "--requests-at-once",
    "1000000",
    "--connections-an-address",
    "1000000",
    "--seatings-a-minute",
    "1000000",
    "--listed-a-player",
    "1000000",
    "--listed-an-address",
    "1000000",
    "--rated-a-pair",
    "1000000",
    "--rated-an-address",
    "1000000",
    "--early-leaves-a-day",
    "1000000",
    "--exhibitions",
    "1000000",
];

/// How many files a house may have open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Descriptors {
    /// So many, for now,
    pub(crate) number: u64,
    /// and it cannot allow itself more.
    pub(crate) firmly: bool,
}

/// Lines of a server's log that are shown when something goes wrong.
const LAST_WORDS: usize = 20;

/// Until a server answers for the first time.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running server.
pub(crate) struct House {
    /// Where it listens.
    pub(crate) address: SocketAddr,
    /// Which it is.
    pub(crate) side: Side,
    /// How many files it may have open from its next start on; as many as this program, if absent.
    pub(crate) descriptors: Option<Descriptors>,
    child: Option<Child>,
    pid: Option<u32>,
    place: Setting,
    data: TempDir,
}

impl House {
    /// Starts a server with an empty store, and waits until it answers.
    ///
    /// # Errors
    /// If it does not.
    pub(crate) async fn open(place: &Setting, side: Side) -> Result<Self, String> {
        let mut folder = tempfile::Builder::new();
        folder.prefix("cydonia-load-");
        let data = match &place.data {
            Some(data) => folder.tempdir_in(data),
            None => folder.tempdir(),
        }
        .map_err(|error| format!("no folder for the data: {error}"))?;
        let (address, pid) = match (place.address, side) {
            (Some(address), Side::House(_)) => (address, place.pid),
            _ => (free_address()?, None),
        };
        let mut house =
            Self { address, side, descriptors: None, child: None, pid, place: place.clone(), data };
        if !(place.is_elsewhere() && matches!(side, Side::House(_))) {
            house.start().await?;
        }
        Ok(house)
    }

    /// Starts the program on the data as it is. How long it took until it was ready.
    ///
    /// # Errors
    /// If it does not come to answer.
    pub(crate) async fn start(&mut self) -> Result<Duration, String> {
        let mut command = self.command()?;
        let log = File::create(self.log()).map_err(|error| format!("no log: {error}"))?;
        let errors = log.try_clone().map_err(|error| format!("no log: {error}"))?;
        let started = Instant::now();
        let child = command
            .stdin(Stdio::null())
            .stdout(log)
            .stderr(errors)
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| format!("{command:?}: {error}"))?;
        // `taskset` becomes the program it starts, and keeps its number.
        self.pid = child.id();
        self.child = Some(child);
        let ready = format!("http://{}/readyz", self.address);
        loop {
            let answer = reqwest::get(&ready).await;
            if answer.is_ok_and(|answer| answer.status().is_success()) {
                return Ok(started.elapsed());
            }
            let ended = self.child.as_mut().and_then(|child| child.try_wait().ok().flatten());
            if ended.is_some() || started.elapsed() > PATIENCE {
                let words = self.last_words();
                return Err(format!("the server does not answer at {}:\n{words}", self.address));
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    fn command(&self) -> Result<Command, String> {
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        let program = match self.side {
            Side::Bare(_) => own,
            Side::House(_) => self.place.program.clone().unwrap_or_else(|| own.with_file_name("cydonia")),
        };
        if !program.is_file() {
            return Err(format!(
                "there is no {}: cargo build --profile dist -p cydonia-server, or --program",
                program.display()
            ));
        }
        let mut words: Vec<OsString> = Vec::new();
        if let Some(Descriptors { number, firmly }) = self.descriptors {
            // The same for both bounds, or for the one alone that a program may raise.
            let bounds = if firmly { number.to_string() } else { format!("{number}:") };
            words.extend(["prlimit".into(), format!("--nofile={bounds}").into()]);
        }
        if is_pinned() {
            words.extend(["taskset".into(), "-c".into(), self.place.server_core.to_string().into()]);
        }
        words.push(program.clone().into());
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        if let Side::Bare(bare) = self.side {
            command.arg("yardstick").args(bare.arguments());
        }
        command.args(["--listen", &self.address.to_string()]);
        match (self.side, &self.place.database_url) {
            (Side::House(_), Some(url)) => command.args(["--database-url", url]),
            _ => command.arg("--data").arg(self.data()),
        };
        if self.side == Side::House(Limits::Lifted) {
            // Another version of the program need not have all of them.
            let known = std::process::Command::new(&program).arg("--help").output();
            let known = known.map_err(|error| format!("{}: {error}", program.display()))?.stdout;
            let known = String::from_utf8_lossy(&known);
            let more = self.place.lift.iter().map(|name| (format!("--{name}"), "1000000"));
            let lifted = LIFTED.chunks_exact(2).map(|pair| (pair[0].to_owned(), pair[1])).chain(more);
            for (flag, number) in lifted {
                if known.split_whitespace().any(|word| word == flag) {
                    command.args([&*flag, number]);
                }
            }
        }
        Ok(command)
    }

    /// Kills it, as `kill -9` does.
    ///
    /// # Errors
    /// If it is not one that was started here.
    pub(crate) async fn kill(&mut self) -> Result<(), String> {
        let child = self.child.as_mut().ok_or("a house that runs elsewhere is not killed")?;
        child.kill().await.map_err(|error| format!("it cannot be killed: {error}"))
    }

    /// Ends it, if it was started here, so that the next has its core to itself.
    ///
    /// # Errors
    /// If it cannot be killed.
    pub(crate) async fn close(mut self) -> Result<(), String> {
        if self.child.is_some() { self.kill().await } else { Ok(()) }
    }

    /// What it has used so far, if its process is known.
    pub(crate) fn usage(&self) -> Option<Usage> {
        Usage::of(self.pid?)
    }

    /// What its threads of that name have used so far, if its process is known.
    pub(crate) fn usage_of(&self, threads: &str) -> Option<Usage> {
        Usage::of_threads(self.pid?, threads)
    }

    /// The last lines of what it said.
    pub(crate) fn last_words(&self) -> String {
        let log = std::fs::read_to_string(self.log()).unwrap_or_default();
        let lines: Vec<_> = log.lines().collect();
        lines[lines.len().saturating_sub(LAST_WORDS)..].join("\n")
    }

    /// How many files it has open, if its process is known.
    pub(crate) fn open_files(&self) -> Option<f64> {
        Some(std::fs::read_dir(format!("/proc/{}/fd", self.pid?)).ok()?.count() as f64)
    }

    /// The folder of its database, if that is SQLite's and this program may write there while it is closed.
    pub(crate) fn sqlite_folder(&self) -> Option<&Path> {
        (self.child.is_some() && self.place.database_url.is_none()).then(|| self.data())
    }

    fn data(&self) -> &Path {
        let kept = self.place.kept.as_deref().filter(|_| matches!(self.side, Side::House(_)));
        kept.unwrap_or(self.folder())
    }

    fn folder(&self) -> &Path {
        self.data.path()
    }

    fn log(&self) -> PathBuf {
        self.folder().join("log")
    }
}

fn free_address() -> Result<SocketAddr, String> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .and_then(|listener| listener.local_addr())
        .map_err(|error| format!("no free port: {error}"))
}
