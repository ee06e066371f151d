//! Some who play each other again and again, and what was asked of the server about it.

use cydonia_protocol::{ClockKind, Command, MatchPage, MatchSummary, OfferKind, TimeControl};
use cydonia_rules::{OptionValue, Options};
use cydonia_tests::{TestClient, TestServer};
use uuid::Uuid;

use crate::support::all_see;

/// Whether a game fits a part of a query.
pub(super) type Fits = Box<dyn Fn(&MatchSummary) -> bool>;

const FISCHER: TimeControl = TimeControl::Fischer { initial_s: 10_800, increment_s: 0 };

/// Some who play each other again and again.
pub(super) struct Club {
    pub(super) server: TestServer,
    pub(super) people: Vec<TestClient>,
    pub(super) tokens: Vec<String>,
    pub(super) rng: fastrand::Rng,
}

impl Club {
    pub(super) async fn new(seed: u64) -> Self {
        let server = TestServer::start().await;
        let (mut people, mut tokens) = (Vec::new(), Vec::new());
        for name in ["Ada", "Ben", "Cem", "Dora"] {
            let guest = server.guest(name).await;
            people.push(server.connect(Some(&guest)).await);
            tokens.push(guest.token);
        }
        Self { server, people, tokens, rng: fastrand::Rng::with_seed(seed) }
    }

    pub(super) fn id(&self, place: usize) -> Uuid {
        self.people[place].player.as_ref().expect("they have a name").id
    }

    /// Some of them sit down and soon leave again, or agree on a draw.
    pub(super) async fn play(&mut self, private: bool) -> Uuid {
        let seats = self.rng.usize(2..=4);
        let mut sitting: Vec<usize> = (0..4).collect();
        self.rng.shuffle(&mut sitting);
        sitting.truncate(seats);
        let game = ["martian-chess", "martian-go", "branches-twigs-thorns"][self.rng.usize(..3)];
        let mut options = Options::new();
        if game == "martian-chess" {
            let rules = ["arcade", "classic"][self.rng.usize(..2)];
            if self.rng.bool() {
                options.insert("rules".to_owned(), OptionValue::Choice(rules.to_owned()));
            }
            if seats == 4 {
                options.insert("teams".to_owned(), OptionValue::Switch(self.rng.bool()));
            }
        }
        let wish = Command::Create {
            request: Uuid::from_u128(self.rng.u128(..)),
            game: game.to_owned(),
            seats: seats as u8,
            options,
            clock: [TimeControl::None {}, FISCHER, TimeControl::Correspondence { days: 2 }]
                [self.rng.usize(..3)],
            private,
            rated: false,
            seat: 0,
            computers: Vec::new(),
            challenged: Vec::new(),
            games: 1,
            pie: false,
        };
        let mut players: Vec<TestClient> = Vec::new();
        let mut waiting: Vec<Option<TestClient>> = self.people.drain(..).map(Some).collect();
        for place in &sitting {
            players.push(waiting[*place].take().expect("nobody sits twice"));
        }
        let made = players[0].call(wish).await.expect("a table");
        let (table, key) = (made.table.expect("its id"), made.key);
        for (place, player) in players.iter_mut().enumerate() {
            player
                .call(Command::Watch { table, since: None, key: key.clone(), quiet: false })
                .await
                .expect("watching");
            if place > 0 {
                player.call(Command::Sit { table, seat: None, key: key.clone() }).await.expect("a seat");
            }
        }
        all_see(&mut players, table).await;
        if self.rng.u8(..) < 60 {
            players[0].play(table, |_| 0).await.expect("legal");
            all_see(&mut players, table).await;
            let draw = Command::Offer {
                table,
                request: Uuid::from_u128(self.rng.u128(..)),
                what: OfferKind::Draw,
                computer: None,
            };
            let offer = players[0].call(draw).await.expect("offered").offer.expect("its number");
            for player in players.iter_mut().skip(1) {
                player.call(Command::Answer { table, offer, agree: true }).await.expect("agreed");
            }
        } else {
            for player in players.iter_mut().skip(1) {
                if player.call(Command::Resign { table }).await.is_err() {
                    // Whoever is left of a team has lost with it already.
                    break;
                }
            }
        }
        for player in &mut players {
            player.until(table, |table| table.outcome.is_some()).await;
        }
        for (place, player) in sitting.into_iter().zip(players) {
            waiting[place] = Some(player);
        }
        self.people = waiting.into_iter().map(|person| person.expect("everybody is back")).collect();
        let pause = std::time::Duration::from_secs(self.rng.u64(..40));
        self.server.pass(&mut self.people, pause).await;
        table
    }

    /// A query, and whether a game fits it.
    pub(super) fn query(&mut self) -> (Vec<(&'static str, String)>, Vec<Fits>) {
        let mut query = Vec::new();
        let mut tests: Vec<Fits> = Vec::new();
        let rng = &mut self.rng.clone();
        if rng.bool() {
            let player = self.id(rng.usize(..4));
            query.push(("player", player.to_string()));
            tests.push(Box::new(move |game| seat_of(game, player).is_some()));
            if rng.bool() {
                let result = ["won", "drawn", "lost"][rng.usize(..3)];
                query.push(("result", result.to_owned()));
                tests.push(Box::new(move |game| result_of(game, player) == Some(result)));
            }
            if rng.bool() {
                let opponent = self.id(rng.usize(..4));
                if opponent != player {
                    query.push(("opponent", opponent.to_string()));
                    tests.push(Box::new(move |game| seat_of(game, opponent).is_some()));
                }
            }
        }
        if rng.bool() {
            query.push(("game", "martian-chess".to_owned()));
            tests.push(Box::new(|game| game.game == "martian-chess"));
            if rng.bool() {
                let rules = ["arcade", "classic"][rng.usize(..2)];
                query.push(("options.rules", rules.to_owned()));
                tests.push(Box::new(move |game| {
                    let default = OptionValue::Choice("classic".to_owned());
                    *game.options.get("rules").unwrap_or(&default) == OptionValue::Choice(rules.to_owned())
                }));
            }
        }
        if rng.u8(..) < 80 {
            let kind = [ClockKind::None, ClockKind::Fischer, ClockKind::Correspondence][rng.usize(..3)];
            let name = serde_json::to_value(kind).expect("JSON");
            query.push(("clock", name.as_str().expect("a name").to_owned()));
            tests.push(Box::new(move |game| {
                let is_so = |kind| match game.clock {
                    TimeControl::None {} => kind == ClockKind::None,
                    TimeControl::Fischer { .. } => kind == ClockKind::Fischer,
                    TimeControl::Correspondence { .. } => kind == ClockKind::Correspondence,
                };
                is_so(kind)
            }));
        }
        if rng.u8(..) < 80 {
            let seats = rng.usize(2..=4);
            query.push(("seats", seats.to_string()));
            tests.push(Box::new(move |game| game.seats.len() == seats));
        }
        if rng.u8(..) < 80 {
            let reason = ["resigned", "agreed", "timeout"][rng.usize(..3)];
            query.push(("reason", reason.to_owned()));
            tests.push(Box::new(move |game| game.reason.name() == reason));
        }
        if rng.bool() {
            let from = 1_767_225_600_000 + rng.i64(0..1_000_000);
            query.push(("finished_from", from.to_string()));
            tests.push(Box::new(move |game| game.finished_ms >= from));
            if rng.bool() {
                let to = from + rng.i64(0..1_000_000);
                query.push(("finished_to", to.to_string()));
                tests.push(Box::new(move |game| game.finished_ms <= to));
            }
        }
        self.rng = rng.clone();
        (query, tests)
    }

    pub(super) async fn page(
        &self,
        query: &[(&str, String)],
        limit: usize,
        cursor: Option<&str>,
    ) -> MatchPage {
        let mut parts: Vec<String> = query.iter().map(|(name, value)| format!("{name}={value}")).collect();
        parts.push(format!("limit={limit}"));
        parts.extend(cursor.map(|cursor| format!("cursor={cursor}")));
        self.server.get(&format!("/api/v1/matches?{}", parts.join("&"))).await
    }

    pub(super) async fn all(&self) -> Vec<MatchSummary> {
        self.stream("").await.lines().map(|line| serde_json::from_str(line).expect("a game")).collect()
    }

    pub(super) async fn stream(&self, query: &str) -> String {
        let address = self.server.url(&format!("/api/v1/matches.ndjson{query}"));
        let response = reqwest::get(address).await.expect("an answer");
        assert_eq!(response.headers()["content-type"], "application/x-ndjson");
        response.text().await.expect("lines")
    }
}

pub(super) fn seat_of(game: &MatchSummary, player: Uuid) -> Option<usize> {
    game.seats.iter().position(|seat| seat.player.id == player)
}

/// What a game was to somebody, worked out anew: with teams every second seat is a partner.
pub(super) fn result_of(game: &MatchSummary, player: Uuid) -> Option<&'static str> {
    let own = seat_of(game, player)?;
    let with_teams = game.options.get("teams") == Some(&OptionValue::Switch(true));
    let first = game.seats.iter().enumerate().filter(|(_, seat)| seat.rank == 1);
    let opponents = first.filter(|(place, _)| *place != own && !(with_teams && place % 2 == own % 2));
    Some(match (game.seats[own].rank, opponents.count()) {
        (1, 0) => "won",
        (1, _) => "drawn",
        _ => "lost",
    })
}
