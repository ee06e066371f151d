//! Server process: the real program, to be killed without warning.

use std::ffi::OsStr;
use std::net::{SocketAddr, TcpListener};
#[cfg(unix)]
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::net::TcpSocket;
use tokio::process::{Child, Command};

use crate::{Faults, PATIENCE, TestDatabase};

/// A port for a house that goes away and comes back: nobody else is given it meanwhile, as it is bound here too and never listened
/// on. Of free ports the system may give any to whoever asks next, and on a machine with other tests somebody does.
#[derive(Debug)]
pub struct KeptPort {
    number: u16,
    _socket: TcpSocket,
}

impl KeptPort {
    /// A free one.
    #[must_use]
    pub fn free() -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        // As the house's own listener has it, so that both may have the port.
        socket.set_reuseaddr(true).expect("it may be bound twice");
        socket.bind(([127, 0, 0, 1], 0).into()).expect("a free port");
        let number = socket.local_addr().expect("an address").port();
        Self { number, _socket: socket }
    }

    /// Which.
    #[must_use]
    pub fn number(&self) -> u16 {
        self.number
    }
}

/// A running `cydonia`.
pub struct Process {
    /// Where it listens.
    pub address: SocketAddr,
    child: Child,
}

impl Process {
    /// Starts the program on that data; port 0 takes a free one.
    pub async fn start(data: &TestDatabase, port: u16) -> Self {
        Self::start_with(data, port, &[]).await
    }

    /// The same with more arguments.
    pub async fn start_with(data: &TestDatabase, port: u16, more: &[&str]) -> Self {
        let started = Self::try_start(data, port, more, None).await;
        started.unwrap_or_else(|told| panic!("it does not open: {told}"))
    }

    /// The same on a disk that may be full or fail.
    ///
    /// # Errors
    /// What it says if it does not open.
    pub async fn try_start(
        data: &TestDatabase,
        port: u16,
        more: &[&str],
        faults: Option<&Faults>,
    ) -> Result<Self, String> {
        Self::opened(spawn(data, port, more, faults)).await
    }

    /// Starts the program where somebody holds its socket open for it (socket activation), as systemd does.
    #[cfg(unix)]
    pub async fn start_handed(data: &TestDatabase, listener: &TcpListener) -> Self {
        let listener: OwnedFd = listener.try_clone().expect("it is open").into();
        let mut command = Command::new("sh");
        // What is handed over is the file behind those that every program has.
        command.args(["-c", r#"LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@" 3<&0 0</dev/null"#]);
        command.arg(program()).stdin(Stdio::from(listener));
        let started = Self::opened(spawn_by(command, data, 0, &[], None)).await;
        started.unwrap_or_else(|told| panic!("it does not open: {told}"))
    }

    /// Waits until it is open.
    async fn opened(mut child: Child) -> Result<Self, String> {
        let output = child.stdout.take().expect("its output");
        let mut lines = BufReader::new(output).lines();
        let port = loop {
            let Some(line) = lines.next_line().await.expect("output is text") else {
                let address = SocketAddr::from(([127, 0, 0, 1], 0));
                let (status, told) = Self { address, child }.end().await;
                assert_eq!(status.code(), Some(1), "{told}");
                return Err(told);
            };
            if let Some((_, address)) = line.split_once("open on http://localhost:") {
                break address.trim_end_matches('/').parse().expect("a port");
            }
        };
        // Read on, so that it never waits for somebody to take its output.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Ok(Self { address: SocketAddr::from(([127, 0, 0, 1], port)), child })
    }

    /// Waits until it ends by itself; its status, and what it told on its standard error.
    pub async fn end(&mut self) -> (ExitStatus, String) {
        let mut told = String::new();
        let mut error = self.child.stderr.take().expect("its standard error");
        let ending = async {
            error.read_to_string(&mut told).await.expect("text");
            self.child.wait().await.expect("it was running")
        };
        let status = tokio::time::timeout(PATIENCE, ending).await.expect("it ends");
        (status, told)
    }

    /// Kills it at once, as `kill -9` does.
    pub async fn kill(&mut self) {
        self.child.kill().await.expect("it was running");
    }

    /// Has it stand still as it is, or go on. At once: what it waits for may be over sooner than another program is started.
    #[cfg(unix)]
    pub fn signal(&self, signal: Signal) {
        let pid = self.child.id().and_then(|pid| Pid::from_raw(pid.cast_signed())).expect("it is running");
        kill_process(pid, signal).expect("it is our own");
    }

    /// Starts the program and kills it before it is open, however far it has come while others had their turn so often.
    pub async fn spawn_and_kill(data: &TestDatabase, turns: usize, faults: Option<&Faults>) {
        let mut child = spawn(data, 0, &[], faults);
        for _ in 0..turns {
            tokio::task::yield_now().await;
        }
        child.kill().await.expect("it was running");
    }
}

fn spawn(data: &TestDatabase, port: u16, more: &[&str], faults: Option<&Faults>) -> Child {
    spawn_by(Command::new(program()), data, port, more, faults)
}

/// The same by a command that ends in the program.
fn spawn_by(
    mut command: Command,
    data: &TestDatabase,
    port: u16,
    more: &[&str],
    faults: Option<&Faults>,
) -> Child {
    command
        .envs(faults.into_iter().flat_map(Faults::environment))
        .args(["--listen", &format!("127.0.0.1:{port}")])
        .args(data.arguments())
        // All its players come from one machine, and faster than people.
        .args(["--names-an-hour", "100000", "--sockets-an-address", "10000", "--messages-at-once", "100000"])
        .args(["--tables-a-player", "10000", "--connections-an-address", "10000"])
        .args(["--requests-a-second", "100000", "--requests-at-once", "100000"])
        .args(["--seatings-a-minute", "100000", "--early-leaves-a-day", "10000"])
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the program is built: cargo build -p cydonia-server")
}

/// Starts the program, which does not open; what it says about that.
pub async fn refused_start<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> String {
    let mut command = Command::new(program());
    command.args(["--listen", "127.0.0.1:0"]).args(arguments).kill_on_drop(true);
    let output = tokio::time::timeout(PATIENCE, command.output()).await.expect("it ends").expect("it runs");
    assert!(!output.status.success() && output.status.code().is_some(), "{:?}", output.status);
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(!said.contains("open on"), "{said}");
    String::from_utf8(output.stderr).expect("text")
}

/// Starts the program with something handed over that is no socket; what it says about that.
#[cfg(unix)]
pub async fn refused_start_handed(data: &Path) -> String {
    let mut command = Command::new("sh");
    command.args(["-c", r#"LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" --data "$1" 3</dev/null"#]);
    let output = command.arg(program()).arg(data).kill_on_drop(true).output();
    let output = tokio::time::timeout(PATIENCE, output).await.expect("it ends").expect("it runs");
    assert!(!output.status.success() && output.status.code().is_some(), "{:?}", output.status);
    String::from_utf8(output.stderr).expect("text")
}

/// The program, built beside the tests.
pub fn program() -> PathBuf {
    let test = std::env::current_exe().expect("the test's own path");
    let profile = test.ancestors().nth(2).expect("target/PROFILE/deps/it");
    profile.join(format!("cydonia{}", std::env::consts::EXE_SUFFIX))
}
