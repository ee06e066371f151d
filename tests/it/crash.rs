//! `kill -9`: whatever was acknowledged is there again, once.

use cydonia_tests::{Figures, Guest, KeptPort, Process, TestClient, TestDatabase, crash};

use crate::support::{create, rejoin, sit, to_act};

#[tokio::test]
async fn no_acknowledged_move_is_lost_when_the_server_is_killed() {
    let (data, port) = (TestDatabase::new().await, KeptPort::free());
    let mut process = Process::start(&data, port.number()).await;
    let url = format!("http://{}", process.address);
    let guests = [Guest::arrive(&url, "Ada").await, Guest::arrive(&url, "Ben").await];
    let mut ada = TestClient::connect(process.address, "", Some(&guests[0])).await;
    let table = ada.call(create(2)).await.expect("a table").table.expect("its id");
    let mut ben = TestClient::connect(process.address, "", Some(&guests[1])).await;
    ben.call(sit(table)).await.expect("a seat");
    let mut rng = fastrand::Rng::with_seed(5);
    let mut acknowledged: Vec<String> = Vec::new();
    for _ in 0..6 {
        let mut players =
            [rejoin(&process, &guests[0], table).await, rejoin(&process, &guests[1], table).await];
        let line = players[0].tables[&table].line.clone();
        // The move that was on its way when the server died may have been kept, or not; nothing else may differ.
        assert!(line.len() <= acknowledged.len() + 1, "nothing comes twice");
        assert_eq!(line[..acknowledged.len()], acknowledged, "nothing is lost");
        acknowledged = line;
        for _ in 0..rng.usize(3..12) {
            let seat = to_act(&players[0], table).expect("a game of chess lasts longer");
            let roll = rng.usize(..);
            players[seat].play(table, |_| roll).await.expect("an offered action is taken");
            let n = players[seat].tables[&table].n;
            acknowledged.clone_from(&players[seat].tables[&table].line);
            players[1 - seat].until(table, |table| table.n >= n).await;
        }
        // One more that nobody waits for.
        let seat = to_act(&players[0], table).expect("a game of chess lasts longer");
        let offered = players[seat].choices[&table].clone();
        if offered.at == players[seat].tables[&table].at {
            let last = players[seat].act(table, &offered.actions[0]);
            players[seat].send(last).await;
        }
        process.kill().await;
        process = Process::start(&data, port.number()).await;
    }
    process.kill().await;
}

/// How often: as `CYDONIA_KILLS` says.
pub(crate) fn kills(usually: usize) -> usize {
    number("CYDONIA_KILLS").map_or(usually, |kills| kills as usize)
}

/// When: as `CYDONIA_SEED` says.
pub(crate) fn seed() -> u64 {
    number("CYDONIA_SEED").unwrap_or(1)
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().expect("a number"))
}

/// That nothing was lost, doubled or else wrong, and much was done.
pub(crate) fn is_as_it_was_told(figures: &Figures) {
    println!("{figures}");
    assert_eq!((&figures.lost, &figures.doubled, &figures.flaws), (&vec![], &vec![], &vec![]), "{figures}");
    assert!(figures.acknowledged > 0 && !figures.finished.is_empty(), "{figures}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kill_at_any_moment_loses_and_duplicates_nothing() {
    is_as_it_was_told(&crash(kills(12), seed(), None).await);
}

#[tokio::test]
async fn two_servers_never_share_their_data() {
    let data = TestDatabase::new().await;
    let mut process = Process::start(&data, 0).await;
    let second = tokio::process::Command::new(cydonia_tests::program())
        .args(["--listen", "127.0.0.1:0"])
        .args(data.arguments())
        .output()
        .await
        .expect("the program runs");
    assert!(!second.status.success());
    let message = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(message.contains("another server has this data open"), "{message}");
    process.kill().await;
}
