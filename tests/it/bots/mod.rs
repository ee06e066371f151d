//! `cydonia bot` as a program: at tables of a running house, with programs that play well, badly or not at all.

mod coming_back;
mod faults;
mod games;
mod refusals;

use std::process::{ExitStatus, Stdio};

use cydonia_protocol::{Command, TableStatus};
use cydonia_tests::{PATIENCE, TestClient, TestServer, program};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout};
use tokio::time::timeout;
use uuid::Uuid;

use crate::support::{create_game, watch};

/// Takes the first legal action whenever it is asked.
const FIRST: &str = r#"while read -r line; do case "$line" in *'"yours":true'*)
rest=${line#*'"actions":["'}; echo "{\"act\":\"${rest%%\"*}\"}";; esac; done"#;

/// A running `cydonia bot`.
struct BotProcess {
    child: Child,
    output: Lines<BufReader<ChildStdout>>,
}

/// How a bot has ended.
#[derive(Debug)]
struct End {
    status: ExitStatus,
    /// What it said in the end on its standard output.
    output: Vec<String>,
    /// What it said on its standard error.
    errors: String,
}

impl BotProcess {
    /// Starts a bot whose program is that script of the shell.
    fn start(arguments: &[&str], script: &str) -> Self {
        let mut all = arguments.to_vec();
        all.extend(["--program", "sh", "--", "-c", script]);
        Self::start_with(&all)
    }

    fn start_with(arguments: &[&str]) -> Self {
        let mut command = tokio::process::Command::new(program());
        command.env_remove("CYDONIA_BOT_TOKEN").arg("bot").args(arguments).kill_on_drop(true);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program is built: cargo build -p cydonia-server");
        let output = BufReader::new(child.stdout.take().expect("its output")).lines();
        Self { child, output }
    }

    /// Waits until it sits; the link that it tells.
    async fn sits(&mut self) -> String {
        let line = timeout(PATIENCE, self.output.next_line()).await.expect("in time").expect("text");
        let Some(line) = line else {
            let mut told = String::new();
            self.child.stderr.take().expect("its errors").read_to_string(&mut told).await.expect("text");
            panic!("it ended: {told}");
        };
        let link = line.strip_prefix("seat ").and_then(|rest| rest.split_once(" at "));
        link.unwrap_or_else(|| panic!("{line}")).1.to_owned()
    }

    /// Waits until it has said something with these words on its standard error.
    async fn says(&mut self, words: &str) {
        let errors = self.child.stderr.as_mut().expect("its errors");
        let mut said = Vec::new();
        while !String::from_utf8_lossy(&said).contains(words) {
            let byte = timeout(PATIENCE, errors.read_u8()).await.expect("in time");
            said.push(byte.unwrap_or_else(|_| panic!("it ended: {}", String::from_utf8_lossy(&said))));
        }
    }

    /// Waits until it ends by itself.
    async fn ends(mut self) -> End {
        let mut errors = String::new();
        let mut output = Vec::new();
        let mut told = self.child.stderr.take().expect("its errors");
        let ending = async {
            let lines = async {
                while let Some(line) = self.output.next_line().await.expect("text") {
                    output.push(line);
                }
            };
            let (_, read) = tokio::join!(lines, told.read_to_string(&mut errors));
            read.expect("text");
            self.child.wait().await.expect("it was running")
        };
        let status = timeout(PATIENCE, ending).await.expect("it ends");
        End { status, output, errors }
    }
}

/// The table's id of a link, and its key.
fn of_link(link: &str) -> (Uuid, Option<String>) {
    let (_, place) = link.rsplit_once("/t/").expect("a link");
    let (id, key) = place.split_once('#').map_or((place, None), |(id, key)| (id, Some(key.to_owned())));
    (id.parse().expect("an id"), key)
}

/// Somebody has set up a table of that game and follows it.
async fn hosted(server: &TestServer, game: &str) -> (TestClient, Uuid) {
    let mut host = server.join("Ada").await;
    let table = host.call(create_game(game, 2)).await.expect("a table").table.expect("its id");
    host.call(watch(table)).await.expect("it is there");
    (host, table)
}

/// Plays on at random, with dice, until the game is over or so many actions were taken.
async fn plays_on(client: &mut TestClient, table: Uuid, most: usize) {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut acted = 0;
    while client.tables[&table].info.status == TableStatus::Playing && acted < most {
        let me = client.seat(table);
        let known = &client.tables[&table];
        if known.owes() != Some(me) {
            client.next().await;
            continue;
        }
        let done = match known.turn() {
            Some(cydonia_rules::Turn::Act { .. }) => {
                acted += 1;
                let pick = rng.usize(..1_000);
                client.play(table, |_| pick).await.map(drop)
            }
            Some(cydonia_rules::Turn::Roll { seat }) => {
                let command = if seat == me { client.roll(table) } else { client.share(table) };
                client.call(command).await.map(drop)
            }
            _ => break,
        };
        done.expect("it is due");
    }
}

/// Waits until the table's game is on.
async fn begun(client: &mut TestClient, table: Uuid) {
    client.until(table, |known| known.info.status == TableStatus::Playing).await;
}

/// Gives the game up.
async fn resign(client: &mut TestClient, table: Uuid) {
    client.call(Command::Resign { table }).await.expect("one may resign");
}
