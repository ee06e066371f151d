//! Example data: a house in which some games have been played, always the same, and what one may ask it ([`ExampleRequest`]): the examples
//! of the OpenAPI document.

mod accounts;
mod apps;
mod clubs;
mod requests;
mod tournaments;

use cydonia_players::analyse;
use cydonia_protocol::proof::SigningKeys;
use cydonia_protocol::{AuthorizationResponse, Club, Command, Explorer, OfferKind, TimeControl, Tournament};
use cydonia_rules::Turn;
use cydonia_server::{ConductSettings, Thinker};
use serde_json::json;
use uuid::Uuid;

pub use self::requests::ExampleRequest;
use crate::{Guest, TestClient, TestDatabase, TestServer, TestServerBuilder};

/// The clock of games that count.
const RATED: TimeControl = TimeControl::Fischer { initial_s: 600, increment_s: 5 };

/// The nodes with which a position is looked at here.
const A_MOMENT: u64 = 40;

/// The house, and whom and what there is in it.
pub struct ExampleHouse {
    /// The server.
    pub server: TestServer,
    /// Two who play, a moderator, the host of the tournament, whose the club is, too, and another member of that.
    pub guests: [Guest; 5],
    /// A finished game without dice.
    pub chess: Uuid,
    /// A finished game with dice.
    pub frisby: Uuid,
    /// The proof of that one.
    pub proof: String,
    /// A table with a free seat.
    pub open: Uuid,
    /// A casual game that is on, and that both let be analysed so far.
    pub live: Uuid,
    /// A tournament that has not begun.
    pub tournament: Uuid,
    /// A club of two.
    pub club: Uuid,
    /// What an app of somebody else's may exchange for a token of Ada's.
    pub code: String,
    /// The lines of those who play.
    _players: Vec<TestClient>,
}

impl ExampleHouse {
    /// Opens the house and has the games played.
    pub async fn open() -> Self {
        Self::open_on(TestDatabase::new().await).await
    }

    /// Has everybody leave, and closes the house; what it kept.
    pub async fn close(self) -> TestDatabase {
        let Self { server, _players, .. } = self;
        drop(_players);
        server.close().await
    }

    /// The same on a certain database.
    pub async fn open_on(data: TestDatabase) -> Self {
        // What an analysis is like is to be seen, not how good it can be: it is made in a moment.
        let thinker = Thinker::players()
            .analysing(|game, nodes, seed, stop| analyse(game, nodes.min(A_MOMENT), seed, stop));
        // Its key is drawn when it is first asked for: as in a house that nobody has opened otherwise.
        let keyed = TestServer::start_on(data).await;
        keyed.get::<SigningKeys>("/api/v1/signing-keys").await;
        let data = keyed.close().await;
        let unkept = TestServerBuilder::new().seed(2).start_on(data).await;
        let mia = unkept.guest("Mia").await;
        let conduct = ConductSettings {
            moderators: vec![mia.player.id],
            appeals: Some("Write to appeals@house.example.".to_owned()),
            ..ConductSettings::default()
        };
        let data = unkept.close().await;
        let server = TestServerBuilder::new().thinker(thinker).conduct(conduct).start_on(data).await;
        let [one, other] = [server.guest("Ada").await, server.guest("Ben").await];
        let mut players = vec![server.connect(Some(&one)).await, server.connect(Some(&other)).await];
        let chess = sit_down(&mut players, 1, "martian-chess").await;
        for _ in 0..6 {
            act(&mut players, chess).await;
        }
        resign(&mut players, 1, chess).await;
        let frisby = sit_down(&mut players, 2, "martian-frisby").await;
        for player in &mut players {
            player.ready(frisby).await.expect("ready");
        }
        all_see(&mut players, frisby).await;
        for _ in 0..2 {
            roll(&mut players, frisby).await;
            while let Turn::Act { .. } = turn(&players, frisby) {
                act(&mut players, frisby).await;
            }
        }
        resign(&mut players, 0, frisby).await;
        // Until both games are counted.
        while server.get::<Explorer>("/api/v1/explorer?position=martian-go:2").await.through < 2 {}
        let proof = reqwest::get(server.url(&format!("/api/v1/matches/{frisby}/proof"))).await;
        let proof = proof.expect("an answer").text().await.expect("a proof");
        analyse_whole(&mut players[0], chess).await;
        let ada = &mut players[0];
        let clock = TimeControl::Fischer { initial_s: 300, increment_s: 5 };
        let open = ada.call(wish(3, "martian-go", 3, clock)).await.expect("a table").table.expect("its id");
        ada.call(watch(open)).await.expect("watching");
        let live = sit_down_at(&mut players, wish(4, "martian-chess", 2, TimeControl::None {})).await;
        for _ in 0..2 {
            act(&mut players, live).await;
        }
        allow_analysis(&mut players, live).await;
        analyse_whole(&mut players[0], live).await;
        // After the games, whose published proofs depend on all that was drawn before.
        let tom = server.guest("Tom").await;
        let tournament = set_up_tournament(&server, &tom, &other).await;
        let code = consent(&server, &one).await;
        let guests = [one, other, mia, tom, server.guest("Una").await];
        let club = found_club(&server, &guests[3], &guests[4]).await;
        Self { server, guests, chess, frisby, proof, open, live, tournament, club, code, _players: players }
    }
}

/// Its host has an account, and the other joins it; its id.
async fn set_up_tournament(server: &TestServer, host: &Guest, other: &Guest) -> Uuid {
    register(server, host).await;
    let http = reqwest::Client::new();
    let all = server.url("/api/v1/tournaments");
    let made = http.post(&all).bearer_auth(&host.token).json(&tournaments::first()).send().await;
    let id = made.expect("an answer").json::<Tournament>().await.expect("a tournament").summary.id;
    let joined = http.put(format!("{all}/{id}/entry")).bearer_auth(&other.token).send().await;
    joined.expect("an answer").error_for_status().expect("joined");
    id
}

/// Its owner has an account, and so has the other, who joins it; its id.
async fn found_club(server: &TestServer, owner: &Guest, other: &Guest) -> Uuid {
    register(server, other).await;
    let http = reqwest::Client::new();
    let all = server.url("/api/v1/clubs");
    let made = http.post(&all).bearer_auth(&owner.token).json(&clubs::first()).send().await;
    let id = made.expect("an answer").json::<Club>().await.expect("a club").summary.id;
    let joined = http.put(format!("{all}/{id}/membership")).bearer_auth(&other.token).send().await;
    joined.expect("an answer").error_for_status().expect("joined");
    id
}

/// Gives somebody an account.
async fn register(server: &TestServer, guest: &Guest) {
    let password = json!({ "password": "nine lanterns by the canal" });
    let asked = reqwest::Client::new().put(server.url("/api/v1/account/password")).bearer_auth(&guest.token);
    let registered = asked.json(&password).send().await.expect("an answer");
    registered.error_for_status().expect("registered");
}

/// Lets the app of the examples in, and gives the code that it is sent back with.
async fn consent(server: &TestServer, player: &Guest) -> String {
    let request =
        reqwest::Client::new().post(server.url("/api/v1/oauth/authorize")).bearer_auth(&player.token);
    let answer = request.json(&apps::authorization()).send().await.expect("an answer");
    let answer: AuthorizationResponse = answer.json().await.expect("where to go");
    let code = answer.redirect_uri.split("code=").nth(1).and_then(|rest| rest.split('&').next());
    code.expect("a code").to_owned()
}

fn watch(table: Uuid) -> Command {
    Command::Watch { table, since: None, key: None, quiet: false }
}

fn wish(request: u128, game: &str, seats: u8, clock: TimeControl) -> Command {
    Command::Create {
        request: Uuid::from_u128(request),
        game: game.to_owned(),
        seats,
        options: Default::default(),
        clock,
        private: false,
        // In the example house, games of ten minutes are rated.
        rated: clock == RATED,
        seat: 0,
        computers: Vec::new(),
        challenged: Vec::new(),
        games: 1,
        pie: false,
    }
}

async fn sit_down(players: &mut [TestClient], request: u128, game: &str) -> Uuid {
    sit_down_at(players, wish(request, game, 2, RATED)).await
}

async fn sit_down_at(players: &mut [TestClient], wish: Command) -> Uuid {
    let table = players[0].call(wish).await.expect("a table").table.expect("its id");
    for player in players.iter_mut() {
        player.call(watch(table)).await.expect("watching");
    }
    players[1].call(Command::Sit { table, seat: None, key: None }).await.expect("a seat");
    all_see(players, table).await;
    table
}

async fn all_see(players: &mut [TestClient], table: Uuid) {
    let n = players.iter().map(|player| player.tables[&table].n).max().expect("players");
    for player in players {
        player.until(table, |table| table.n >= n).await;
    }
}

fn turn(players: &[TestClient], table: Uuid) -> Turn {
    players[0].tables[&table].view.as_ref().expect("the game is on").turn
}

async fn act(players: &mut [TestClient], table: Uuid) {
    let Turn::Act { seat } = turn(players, table) else { panic!("nobody is to act") };
    players[usize::from(seat)].play(table, |_| 0).await.expect("legal");
    all_see(players, table).await;
}

async fn roll(players: &mut [TestClient], table: Uuid) {
    let Turn::Roll { seat } = turn(players, table) else { panic!("no roll is due") };
    let (roller, waiting) = (usize::from(seat), 1 - usize::from(seat));
    if players[0].tables[&table].dice.as_ref().is_some_and(|dice| dice.share.is_none()) {
        let share = players[waiting].share(table);
        players[waiting].call(share).await.expect("given");
        all_see(players, table).await;
    }
    let roll = players[roller].roll(table);
    players[roller].call(roll).await.expect("rolled");
    all_see(players, table).await;
}

/// The first asks for it, and the second agrees.
async fn allow_analysis(players: &mut [TestClient], table: Uuid) {
    let request = Uuid::from_u128(5);
    let ask = Command::Offer { table, request, what: OfferKind::Analysis, computer: None };
    let offer = players[0].call(ask).await.expect("offered").offer.expect("its number");
    players[1].call(Command::Answer { table, offer, agree: true }).await.expect("agreed");
    all_see(players, table).await;
}

async fn analyse_whole(player: &mut TestClient, table: Uuid) {
    player.call(Command::Analyse { table, key: None }).await.expect("begun");
    while !player.analyses[&table].ready {
        player.next().await;
    }
}

async fn resign(players: &mut [TestClient], seat: usize, table: Uuid) {
    players[seat].call(Command::Resign { table }).await.expect("resigned");
    for player in players {
        player.until(table, |table| table.outcome.is_some()).await;
    }
}
