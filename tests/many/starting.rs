//! What nodes are started with, and beside what they are not.

use cydonia_tests::{Nats, Nodes, Process, TestDatabase, program, refused_start};
use tokio::process::Command;

/// What the program prints when it is asked for the nodes of a house.
async fn listed(data: &TestDatabase) -> String {
    let output = Command::new(program()).arg("nodes").args(data.arguments()).output().await.expect("it runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[tokio::test]
async fn the_nodes_of_a_house_are_listed() {
    let mut house = Nodes::start(2).await;
    let told = listed(&house.data).await;
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 3, "{told}");
    let slots = |line: &str| line.split_whitespace().nth(2).and_then(|slots| slots.parse::<u32>().ok());
    assert_eq!(lines[1..].iter().filter_map(|line| slots(line)).sum::<u32>(), 1024, "{told}");
    assert!(lines[1..].iter().all(|line| line.contains("open") && line.ends_with("1 2")), "{told}");
    house.nodes[0].kill().await;
    house.settled(1).await;
    assert_eq!(listed(&house.data).await.lines().count(), 2);
}

#[tokio::test]
async fn a_server_alone_and_nodes_are_not_on_one_database() {
    let house = Nodes::start(1).await;
    let told = refused_start(house.data.arguments()).await;
    assert!(told.contains("another server has this data open"), "{told}");
    let (data, nats) = (TestDatabase::new().await, Nats::start().await);
    let _alone = Process::start(&data, 0).await;
    let told =
        refused_start(data.arguments().into_iter().chain(["--nats".into(), nats.address().into()])).await;
    assert!(told.contains("another server has this data open"), "{told}");
    assert!(listed(&data).await.contains("no nodes"));
}

#[tokio::test]
async fn nodes_want_something_to_share_and_a_bus_that_is_one() {
    let told = refused_start(["--data", "/no/such/place", "--nats", "nats://127.0.0.1:1"]).await;
    assert!(told.contains("--nats needs --database-url"), "{told}");
    let told = refused_start(["--nats", "http://127.0.0.1:1"]).await;
    assert!(told.contains("it names servers as nats://host:port"), "{told}");
}
