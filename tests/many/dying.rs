//! Whichever node dies, whatever was acknowledged is there once, and whoever played plays on.

use cydonia_protocol::{Close, ServerMessage};
use cydonia_server::Clock;
use cydonia_tests::{CutError, Guest, Nodes, PATIENCE, Signal, TestClient};
use uuid::Uuid;

use crate::support::{create, play_on, sit, to_act, watch};

/// Two who play at a table of the first node: one from there, the other from the second.
struct Play {
    house: Nodes,
    guests: [Guest; 2],
    players: Vec<TestClient>,
    table: Uuid,
}

impl Play {
    async fn begin() -> Self {
        let house = Nodes::start(3).await;
        let guests = [house.guest(0, "Ada").await, house.guest(1, "Ben").await];
        let mut players = vec![house.connect(0, &guests[0]).await, house.connect(1, &guests[1]).await];
        let table = players[0].call(create(2)).await.expect("a table").table.expect("its id");
        players[1].call(sit(table)).await.expect("a seat");
        for player in &mut players {
            player.call(watch(table)).await.expect("watching");
            player.until(table, |table| table.view.is_some()).await;
        }
        let mut play = Self { house, guests, players, table };
        assert_eq!(play.house.owner(table).await, 0, "whoever sets a table up has it near");
        play.go_on(6).await;
        play
    }

    async fn go_on(&mut self, steps: usize) {
        play_on(self.table, &mut self.players, steps, &mut fastrand::Rng::with_seed(1)).await;
    }

    /// Both come back, to those nodes; what they have seen is there, once, and at most what nobody was told of besides.
    async fn come_back(&mut self, nodes: [usize; 2]) {
        let seen =
            self.players.iter().map(|player| player.tables[&self.table].line.clone()).max_by_key(Vec::len);
        let seen = seen.expect("two players");
        self.players.clear();
        for (guest, node) in self.guests.iter().zip(nodes) {
            let coming = come_back(&self.house, node, guest, self.table);
            let player = tokio::time::timeout(PATIENCE, coming).await.expect("the table is found again");
            let line = &player.tables[&self.table].line;
            assert_eq!(line[..seen.len()], seen, "nothing is lost, and nothing twice");
            self.players.push(player);
        }
    }

    /// One more that nobody waits for.
    async fn begin_a_move(&mut self) {
        let seat = to_act(&self.players[0], self.table).expect("a game of chess lasts longer");
        let action = self.players[seat].offered(self.table).await.actions[0].clone();
        let act = self.players[seat].act(self.table, &action);
        self.players[seat].send(act).await;
    }
}

/// Comes to a node and watches a table, as often as one is sent away: a node may not know yet that another is gone.
async fn come_back(house: &Nodes, node: usize, guest: &Guest, table: Uuid) -> TestClient {
    loop {
        let mut client = house.connect(node, guest).await;
        if try_watch(&mut client, table).await.is_ok() {
            return client;
        }
    }
}

async fn try_watch(client: &mut TestClient, table: Uuid) -> Result<(), CutError> {
    let asked = client.try_send(watch(table)).await?;
    loop {
        match client.try_next().await? {
            ServerMessage::Ok { id, .. } if id == asked => return Ok(()),
            ServerMessage::Error { id: Some(id), message, .. } if id == asked => panic!("{message}"),
            _ => {}
        }
    }
}

#[tokio::test]
async fn the_owner_of_a_table_may_be_killed() {
    let mut play = Play::begin().await;
    play.begin_a_move().await;
    let clock = Clock::system();
    let killed_ms = clock.running_ms();
    play.house.nodes[0].kill().await;
    // Whoever is at another node is sent away when it is clear that the owner is gone.
    assert_eq!(
        play.players[1].closed().await.map(|frame| u16::from(frame.code)),
        Some(Close::Restarting.code())
    );
    play.come_back([2, 1]).await;
    play.go_on(2).await;
    println!("the owner was killed: moves are taken again after {} ms", clock.running_ms() - killed_ms);
    assert_ne!(play.house.owner(play.table).await, 0);
    play.house.settled(2).await;
    play.go_on(4).await;
}

#[tokio::test]
async fn an_owner_that_stands_still_is_taken_over_and_ends_when_it_goes_on() {
    let mut play = Play::begin().await;
    play.house.nodes[0].signal(Signal::STOP);
    play.begin_a_move().await;
    play.players[1].closed().await;
    play.come_back([2, 1]).await;
    play.go_on(4).await;
    play.house.nodes[0].signal(Signal::CONT);
    let (status, told) = play.house.nodes[0].end().await;
    assert!(!status.success());
    assert!(told.contains("another server has this data open"), "{told}");
    play.go_on(4).await;
}

#[tokio::test]
async fn the_node_of_a_player_may_be_killed() {
    let mut play = Play::begin().await;
    play.house.nodes[1].kill().await;
    play.come_back([0, 2]).await;
    play.go_on(4).await;
    play.house.settled(2).await;
    play.go_on(4).await;
}

#[tokio::test]
async fn a_node_that_is_stopped_hands_its_tables_over() {
    let mut play = Play::begin().await;
    play.house.nodes[0].signal(Signal::TERM);
    play.players[1].closed().await;
    play.come_back([2, 1]).await;
    play.go_on(4).await;
    let (status, told) = play.house.nodes[0].end().await;
    assert!(status.success(), "{told}");
    play.house.settled(2).await;
    play.go_on(4).await;
    // The first of all nodes may be the last to go.
    play.house.nodes[1].signal(Signal::TERM);
    play.players[1].closed().await;
    play.house.settled(1).await;
    play.come_back([2, 2]).await;
    play.go_on(2).await;
}

#[tokio::test]
async fn without_nats_nobody_plays_and_with_it_all_go_on() {
    let mut play = Play::begin().await;
    play.house.nats.fall().await;
    let until = async |play: &Play, node: usize, is_ready: bool| {
        let url = format!("http://{}/readyz", play.house.address(node));
        let asking =
            async { while reqwest::get(&url).await.expect("an answer").status().is_success() != is_ready {} };
        tokio::time::timeout(PATIENCE, asking).await.expect("it says so");
    };
    for node in 0..3 {
        until(&play, node, false).await;
    }
    play.house.nats.rise().await;
    for node in 0..3 {
        until(&play, node, true).await;
    }
    // What was lost meanwhile shows with the second beat, and sends those away whom it may have been about.
    play.house.beats(4).await;
    play.come_back([0, 1]).await;
    play.go_on(4).await;
    play.house.settled(3).await;
}
