//! The real program, to be killed without warning.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// A running `cydonia`.
pub struct Process {
    /// Where it listens.
    pub address: SocketAddr,
    child: Child,
}

impl Process {
    /// Starts the program on that data; port 0 takes a free one.
    pub async fn start(data: &Path, port: u16) -> Self {
        let mut child = spawn(data, port);
        let output = child.stdout.take().expect("its output");
        let mut lines = BufReader::new(output).lines();
        let port = loop {
            let line = lines.next_line().await.expect("output is text").expect("it says where it is open");
            if let Some((_, address)) = line.split_once("open on http://localhost:") {
                break address.trim_end_matches('/').parse().expect("a port");
            }
        };
        // Read on, so that it never waits for somebody to take its output.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Self { address: SocketAddr::from(([127, 0, 0, 1], port)), child }
    }

    /// Kills it at once, as `kill -9` does.
    pub async fn kill(&mut self) {
        self.child.kill().await.expect("it was running");
    }

    /// Starts the program and kills it before it is open, however far it has come while others had their turn so often.
    pub async fn spawn_and_kill(data: &Path, turns: usize) {
        let mut child = spawn(data, 0);
        for _ in 0..turns {
            tokio::task::yield_now().await;
        }
        child.kill().await.expect("it was running");
    }
}

fn spawn(data: &Path, port: u16) -> Child {
    Command::new(program())
        .args(["--listen", &format!("127.0.0.1:{port}"), "--data"])
        .arg(data)
        // All its players come from one machine, and faster than people.
        .args(["--names-an-hour", "100000", "--sockets-an-address", "10000", "--messages-at-once", "100000"])
        .args(["--tables-a-player", "10000"])
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the program is built: cargo build -p cydonia-server")
}

/// The program, built beside the tests.
pub fn program() -> PathBuf {
    let test = std::env::current_exe().expect("the test's own path");
    let profile = test.ancestors().nth(2).expect("target/PROFILE/deps/it");
    profile.join(format!("cydonia{}", std::env::consts::EXE_SUFFIX))
}
