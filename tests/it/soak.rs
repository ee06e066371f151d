//! Soak: hundreds of people at all six games, on lines that are cut at random, in the middle of frames too: all come back by
//! themselves, play on, and know in the end exactly what the server knows.

use std::net::SocketAddr;

use cydonia_protocol::{Command, ServerMessage};
use cydonia_rules::{GameKind, Seat, Turn};
use cydonia_tests::{CutError, CuttingLine, Folded, Guest, TestClient, TestServer};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::support::{create_game, sit, watch};

/// Watchers of each table.
const WATCHERS: usize = 8;

/// Positions after which a table has been played at for long enough.
const POSITIONS: u64 = 40;

/// The most bytes that a line passes on: about as many as the largest snapshot has.
const LINE: usize = 40_000;

/// Somebody on a line that is cut.
struct Visitor {
    guest: Guest,
    table: Uuid,
    line: SocketAddr,
    rng: fastrand::Rng,
    cuts: usize,
}

/// What a seat owes now, and has not been asked for at this event already.
fn due(client: &TestClient, table: Uuid, me: Seat, rng: &mut fastrand::Rng) -> Option<Command> {
    let folded = &client.tables[&table];
    match folded.turn()? {
        Turn::Act { seat } if seat == me => {
            let offered = client.choices.get(&table).filter(|offered| offered.at == folded.at)?;
            let action = &offered.actions[rng.usize(..offered.actions.len())];
            Some(client.act(table, action))
        }
        Turn::Roll { seat } => {
            let dice = folded.dice.as_ref()?;
            match (seat == me, dice.share.is_some()) {
                (true, true) => Some(client.roll(table)),
                (false, false) => Some(client.share(table)),
                _ => None,
            }
        }
        Turn::Act { .. } | Turn::Over {} => None,
    }
}

fn is_enough(folded: &Folded) -> bool {
    folded.outcome.is_some() || folded.n >= POSITIONS
}

impl Visitor {
    /// Follows the table, and plays if one sits there, until it has been long enough.
    async fn stay(mut self) -> (TestClient, usize) {
        let mut kept: Option<TestClient> = None;
        while self.visit(&mut kept).await.is_err() {
            self.cuts += 1;
        }
        (kept.expect("somebody who was there"), self.cuts)
    }

    async fn visit(&mut self, kept: &mut Option<TestClient>) -> Result<(), CutError> {
        let client = match kept {
            Some(client) => {
                client.come_back(self.line, &self.guest).await?;
                client
            }
            None => kept.insert(TestClient::try_connect(self.line, "", Some(&self.guest)).await?),
        };
        let since = client.tables.get(&self.table).map(|folded| folded.n);
        let watching =
            client.try_send(Command::Watch { table: self.table, since, key: None, quiet: false }).await?;
        while !matches!(client.try_next().await?, ServerMessage::Ok { id, .. } if id == watching) {}
        let mut asked = None;
        while !is_enough(&client.tables[&self.table]) {
            let n = client.tables[&self.table].n;
            let seat = client.tables[&self.table].seat_of(self.guest.player.id);
            if asked != Some(n)
                && let Some(me) = seat
                && let Some(command) = due(client, self.table, me, &mut self.rng)
            {
                asked = Some(n);
                client.try_send(command).await?;
            }
            client.try_next().await?;
        }
        Ok(())
    }
}

/// A table at which a game of that kind has just begun.
async fn begun(server: &TestServer, kind: GameKind, guests: &[Guest]) -> Uuid {
    let mut players = Vec::new();
    for guest in guests {
        players.push(server.connect(Some(guest)).await);
    }
    let wish = create_game(kind.id(), guests.len() as u8);
    let table = players[0].call(wish).await.expect("a table").table.expect("its id");
    for player in &mut players[1..] {
        player.call(sit(table)).await.expect("a seat");
    }
    if kind.info().dice {
        for player in &mut players {
            player.ready(table).await.expect("ready");
        }
    }
    table
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_cut_off_again_and_again_ends_up_knowing_all() {
    let server = TestServer::start().await;
    let line = CuttingLine::lay(server.address, LINE, 1).await;
    let (mut visitors, mut homes) = (JoinSet::new(), Vec::new());
    for kind in GameKind::ALL {
        for seats in kind.info().min_seats..=kind.info().max_seats {
            let mut guests = Vec::new();
            for number in 0..usize::from(seats) + WATCHERS {
                guests.push(server.guest(&format!("Guest {number}")).await);
            }
            let table = begun(&server, *kind, &guests[..usize::from(seats)]).await;
            for guest in guests {
                let rng = fastrand::Rng::with_seed(visitors.len() as u64);
                let visitor = Visitor { guest: guest.clone(), table, line: line.address, rng, cuts: 0 };
                homes.push((guest, table));
                visitors.spawn(async move {
                    let id = visitor.guest.player.id;
                    (id, visitor.stay().await)
                });
            }
        }
    }
    let people = visitors.len();
    let mut cuts = 0;
    while let Some(visitor) = visitors.join_next().await {
        let (id, (mut client, cut_off)) = visitor.expect("somebody who came to the end");
        cuts += cut_off;
        // One last time, on a good line.
        let (guest, table) = homes.iter().find(|(guest, _)| guest.player.id == id).expect("a guest");
        client.come_back(server.address, guest).await.expect("a good line");
        let since = Some(client.tables[table].n);
        client
            .call(Command::Watch { table: *table, since, key: None, quiet: false })
            .await
            .expect("watching");
        let mut fresh = server.connect(None).await;
        fresh.call(watch(*table)).await.expect("watching");
        let n = fresh.tables[table].n.max(client.tables[table].n);
        let known = format!("{:?}", client.until(*table, |folded| folded.n >= n).await);
        let told = format!("{:?}", fresh.until(*table, |folded| folded.n >= n).await);
        assert_eq!(known, told);
    }
    assert!(people > 200, "{people}");
    assert!(cuts > people / 2, "{cuts} cuts of {people} people's lines");
}
