//! Several nodes of one house: real processes on one Postgres and one server of NATS.

use std::net::SocketAddr;

use uuid::Uuid;

use crate::{Guest, Nats, Outside, PATIENCE, Process, TestClient, TestDatabase};

/// The nodes.
pub struct Nodes {
    /// What is between them.
    pub nats: Nats,
    /// What they share.
    pub data: TestDatabase,
    /// The nodes that there are, and were: one that was killed stays where it was.
    pub nodes: Vec<Process>,
    outside: Outside,
}

/// Nodes among which slots are shared out, and slots that are theirs.
const OWNERS: &str = "SELECT count(DISTINCT node) FROM slots JOIN beats USING (node)";
const OWNED: &str = "SELECT count(*) FROM slots JOIN beats USING (node)";
const OWNER: &str =
    "SELECT node FROM slots WHERE slot = ('x' || right(replace($1::text, '-', ''), 3))::bit(12)::int & 1023";
const BEATS: &str = "SELECT min(n) FROM beats";
const ALIVE: &str = "SELECT count(*) FROM beats";

impl Nodes {
    /// So many, each with its share of the tables.
    pub async fn start(count: usize) -> Self {
        let (nats, data) = (Nats::start().await, TestDatabase::new().await);
        let outside = data.open().await;
        let mut house = Self { nats, data, nodes: Vec::new(), outside };
        for _ in 0..count {
            house.add().await;
        }
        house.settled(count).await;
        house
    }

    /// Starts another.
    pub async fn add(&mut self) -> SocketAddr {
        self.add_of_weight(100).await
    }

    /// Starts another with such a share of the tables.
    pub async fn add_of_weight(&mut self, weight: u32) -> SocketAddr {
        let (nats, weight) = (self.nats.address(), weight.to_string());
        let node = Process::start_with(&self.data, 0, &["--nats", &nats, "--weight", &weight]).await;
        let address = node.address;
        self.nodes.push(node);
        address
    }

    /// Waits until so many are there, and each owns something, and all is owned.
    pub async fn settled(&mut self, count: usize) {
        let settling = async {
            loop {
                let alive = self.outside.number(ALIVE, None).await;
                let owners = self.outside.number(OWNERS, None).await;
                if (alive, owners) == (count as i64, count as i64)
                    && self.outside.number(OWNED, None).await == 1024
                {
                    return;
                }
            }
        };
        tokio::time::timeout(PATIENCE, settling).await.expect("they share everything out");
    }

    /// Waits until all have beaten so often.
    pub async fn beats(&mut self, count: i64) {
        let so_far = self.outside.number(BEATS, None).await;
        let beating = async { while self.outside.number(BEATS, None).await < so_far + count {} };
        tokio::time::timeout(PATIENCE, beating).await.expect("they beat");
    }

    /// Where a node is reached.
    #[must_use]
    pub fn address(&self, node: usize) -> SocketAddr {
        self.nodes[node].address
    }

    /// Somebody new, by way of a node.
    pub async fn guest(&self, node: usize, name: &str) -> Guest {
        Guest::arrive(&format!("http://{}", self.address(node)), name).await
    }

    /// Somebody's socket at a node.
    pub async fn connect(&self, node: usize, guest: &Guest) -> TestClient {
        TestClient::connect(self.address(node), "", Some(guest)).await
    }

    /// Which node plays a table, by the order in which they were started.
    pub async fn owner(&mut self, table: Uuid) -> usize {
        let owner = self.outside.number(OWNER, Some(table)).await;
        // They are numbered from 1 as they start.
        usize::try_from(owner).expect("a number") - 1
    }
}
