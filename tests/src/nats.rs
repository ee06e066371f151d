//! NATS process: a server of a test's own, to be killed.

use std::process::Stdio;

use tokio::net::TcpStream;
use tokio::process::{Child, Command};

use crate::{KeptPort, PATIENCE};

/// A server of NATS on a port of its own.
#[derive(Debug)]
pub struct Nats {
    port: KeptPort,
    running: Option<Child>,
}

impl Nats {
    /// Starts one.
    pub async fn start() -> Self {
        let mut nats = Self { port: KeptPort::free(), running: None };
        nats.rise().await;
        nats
    }

    /// Starts it again.
    pub async fn rise(&mut self) {
        let child = Command::new("nats-server")
            .args(["--addr", "127.0.0.1", "--port", &self.port.number().to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("nats-server is installed: apt install nats-server");
        self.running = Some(child);
        let connecting = async {
            while TcpStream::connect(("127.0.0.1", self.port.number())).await.is_err() {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(PATIENCE, connecting).await.expect("it listens");
    }

    /// Has it gone at once.
    pub async fn fall(&mut self) {
        if let Some(mut child) = self.running.take() {
            child.kill().await.expect("it was running");
        }
    }

    /// What nodes reach it by.
    #[must_use]
    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port.number())
    }
}
