//! Six people who play at many tables, and what several stories about them have in common.

use std::time::Duration;

use cydonia_protocol::{Command, ErrorCode, OfferKind, Presence, TimeControl};
use cydonia_rules::{Outcome, Seat};
use cydonia_server::limits;
use cydonia_tests::{Folded, Guest, Outside, PATIENCE, TestClient, TestServer, fresh_id};
use serde_json::Value;
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use crate::support::{all_see, database, sit, watch, wish};

/// A game and a number of seats that it is for.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub(crate) game: String,
    pub(crate) seats: u8,
    pub(crate) dice: bool,
}

/// Every game with every number of seats, as the house lists them.
pub(crate) async fn every_kind(server: &TestServer) -> Vec<Kind> {
    let games: Vec<Value> = server.get("/api/v1/games").await;
    let number = |game: &Value, field: &str| game[field].as_u64().expect("a number") as u8;
    let kinds = |game: &Value| {
        let (id, dice) = (game["id"].as_str().expect("a name").to_owned(), game["dice"] == true);
        (number(game, "min_seats")..=number(game, "max_seats"))
            .map(move |seats| Kind { game: id.clone(), seats, dice })
            .collect::<Vec<_>>()
    };
    let kinds: Vec<Kind> = games.iter().flat_map(kinds).collect();
    assert!((2..=6).all(|seats| kinds.iter().any(|kind| kind.seats == seats)));
    assert!(kinds.iter().any(|kind| kind.dice), "a house without dice would leave half of it out");
    kinds
}

/// A table of the company's: the first of its people sit there, in the order of seats.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) id: Uuid,
    pub(crate) kind: Kind,
}

/// Six people, each on one socket.
pub(crate) struct Company {
    pub(crate) people: Vec<TestClient>,
    guests: Vec<Guest>,
}

impl Company {
    /// They come to a house.
    pub(crate) async fn gather(server: &TestServer) -> Self {
        let mut guests = Vec::new();
        for name in ["Ada", "Ben", "Cem", "Dora", "Emil", "Fay"] {
            guests.push(server.guest(name).await);
        }
        let people = connected(server, &guests).await;
        Self { people, guests }
    }

    /// Their lines are cut, and they are gone.
    pub(crate) fn go(self) -> Vec<Guest> {
        self.guests
    }

    /// They come back to a house, and to their tables there.
    pub(crate) async fn come_back(server: &TestServer, guests: Vec<Guest>, tables: &[Table]) -> Self {
        let mut company = Self { people: connected(server, &guests).await, guests };
        for table in tables {
            for person in company.at(table) {
                person.call(watch(table.id)).await.expect("found again");
            }
        }
        company
    }

    /// A game that has just begun between as many of them as it is for, all watching it.
    pub(crate) async fn begin(&mut self, kind: &Kind, clock: TimeControl) -> Table {
        self.begin_as(kind, wish(&kind.game, kind.seats, clock)).await
    }

    /// The same for any wish.
    pub(crate) async fn begin_as(&mut self, kind: &Kind, wish: Command) -> Table {
        let id = self.people[0].call(wish).await.expect("a table").table.expect("its id");
        let table = Table { id, kind: kind.clone() };
        for (seat, person) in self.at(&table).iter_mut().enumerate() {
            if seat > 0 {
                person.call(sit(id)).await.expect("a seat");
            }
            person.call(watch(id)).await.expect("watching");
        }
        if kind.dice {
            for person in self.at(&table) {
                person.ready(id).await.expect("ready");
            }
        }
        for person in self.at(&table) {
            person.until(id, |table| table.view.is_some()).await;
        }
        self.see(&table).await;
        table
    }

    /// Who sits at a table, by seat.
    pub(crate) fn at(&mut self, table: &Table) -> &mut [TestClient] {
        &mut self.people[..usize::from(table.kind.seats)]
    }

    /// Who sits there in that seat.
    pub(crate) fn in_seat(&mut self, seat: Seat) -> &mut TestClient {
        &mut self.people[usize::from(seat)]
    }

    /// A table as seat 0 knows it.
    pub(crate) fn folded(&self, table: &Table) -> &Folded {
        &self.people[0].tables[&table.id]
    }

    /// Waits until everybody at a table has seen what anybody has.
    pub(crate) async fn see(&mut self, table: &Table) {
        all_see(self.at(table), table.id).await;
    }
}

async fn connected(server: &TestServer, guests: &[Guest]) -> Vec<TestClient> {
    let mut people = Vec::new();
    for guest in guests {
        people.push(server.connect(Some(guest)).await);
    }
    people
}

/// So many seconds.
pub(crate) fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// Longer than any message may still be under way to a clock that is at its end.
pub(crate) fn and_lag(time: Duration) -> Duration {
    time + limits::MAX_LAG_COMPENSATION
}

/// A wish to offer something that is unlike all others.
pub(crate) fn offer(table: Uuid, what: OfferKind) -> Command {
    Command::Offer { table, request: fresh_id(), what, computer: None }
}

/// Offers something and gives its number.
pub(crate) async fn offered(player: &mut TestClient, table: Uuid, what: OfferKind) -> u64 {
    player.call(offer(table, what)).await.expect("offered").offer.expect("its number")
}

/// Agrees to an offer.
pub(crate) fn agree(table: Uuid, offer: u64) -> Command {
    Command::Answer { table, offer, agree: true }
}

/// All others at a table agree to what one of them offers.
pub(crate) async fn agreed(players: &mut [TestClient], table: Uuid, by: usize, what: OfferKind) {
    let number = offered(&mut players[by], table, what).await;
    for (seat, player) in players.iter_mut().enumerate() {
        if seat != by {
            player.call(agree(table, number)).await.expect("agreed");
        }
    }
    all_see(players, table).await;
}

/// Closes a socket in good order: the server has told its tables before it answers the close.
pub(crate) async fn depart(mut client: TestClient) {
    client.send_raw(Message::Close(None)).await;
    client.closed_cleanly().await;
}

/// Asks a table for something that changes nothing, and so hears all that it has told before.
pub(crate) async fn knock(client: &mut TestClient, table: Uuid) {
    let refusal = client.call(Command::Undo { table, at: 0 }).await.expect_err("there is nothing at 0");
    let known = [
        ErrorCode::Stale,
        ErrorCode::NotPlaying,
        ErrorCode::Over,
        ErrorCode::Left,
        ErrorCode::NotSeated,
        ErrorCode::NoSession,
    ];
    assert!(known.contains(&refusal.code), "{}", refusal.message);
}

/// Waits until a seat is said to be as wished.
pub(crate) async fn until_presence(
    client: &mut TestClient,
    table: Uuid,
    seat: usize,
    wish: impl Fn(&Presence) -> bool,
) -> Presence {
    loop {
        if let Some(presence) = client.presence.get(&table).map(|seats| &seats[seat])
            && wish(presence)
        {
            return presence.clone();
        }
        client.next().await;
    }
}

/// Whether somebody is away.
pub(crate) fn is_away(presence: &Presence) -> bool {
    matches!(presence, Presence::Away { .. })
}

/// The ranks of a game without teams in which all but one have left, in that order.
pub(crate) fn ranks_of_leavers(seats: u8, leavers: &[Seat]) -> Vec<u8> {
    assert_eq!(leavers.len() + 1, usize::from(seats), "one stays");
    let place = |seat: Seat| leavers.iter().position(|leaver| *leaver == seat);
    (0..seats).map(|seat| place(seat).map_or(1, |place| seats - place as u8)).collect()
}

/// The result of a table that must be over.
pub(crate) fn outcome(folded: &Folded) -> &Outcome {
    folded.outcome.as_ref().expect("a result")
}

/// Starts a house again after an outage. No table is in memory there before somebody touches it, or its time has come.
pub(crate) async fn restarted(server: TestServer, outage: Duration) -> TestServer {
    let server = server.restart_after(outage).await;
    is_open(&server).await;
    server
}

/// Waits until a house is open: from then on it looks every second for tables whose time has come.
pub(crate) async fn is_open(server: &TestServer) {
    depart(server.connect(None).await).await;
}

/// Waits until a table's journal holds so many events, without waking the table.
pub(crate) async fn until_kept(server: &TestServer, table: Uuid, events: u64) {
    until_stored(server, async |database| {
        let number = database.number("SELECT number FROM tables WHERE id = $1", Some(table)).await;
        database.journal(number).await.len() as u64 >= events
    })
    .await;
}

/// Waits until a table's game is kept as finished, without waking the table.
pub(crate) async fn until_finished(server: &TestServer, table: Uuid) {
    let kept = "SELECT count(*) FROM matches WHERE id = $1";
    until_stored(server, async |database| database.number(kept, Some(table)).await == 1).await;
}

/// Looks into the database, as whoever asks the server itself would wake what is to sleep.
async fn until_stored(server: &TestServer, is_there: impl AsyncFn(&mut Outside) -> bool) {
    let mut database = database(server).await;
    let stored = async {
        while !is_there(&mut database).await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, stored).await.expect("it is stored in time");
}
