//! Stops at every point of a roll. After each message the server is stopped and started, and the players come back with
//! nothing but their seeds: what they know of the table is its snapshot, and from there they go on to the end.

use cydonia_protocol::dice::DiceReport;
use cydonia_protocol::{Command, TableStatus, TimeControl};
use cydonia_rules::Turn;
use cydonia_tests::{Folded, Guest, Hand, TestClient, TestServer};
use uuid::Uuid;

use crate::support::{all_see, sit, watch, wish};

const FRISBY: &str = "martian-frisby";
const BACKGAMMON: &str = "martian-backgammon";

/// Messages between the first seat's readiness and the moment when it gives up: three turns and more.
const STEPS: usize = 18;

/// A table of the two players, and what they must not forget.
struct Game {
    table: Uuid,
    hands: [Hand; 2],
    /// Whether each seat is still to say once that it has lost what it pledged.
    loses: [bool; 2],
    /// How many seats have said that they are ready.
    ready: usize,
}

/// The points at which the server was stopped, by what was due.
#[derive(Debug, Default, PartialEq, Eq)]
struct Points {
    ready: usize,
    share: usize,
    roll: usize,
    act: usize,
    /// After a loss, where the waiting seat is to give another share, and where it adds nothing.
    after_lost: usize,
    after_lost_to_plain: usize,
}

struct Hall {
    server: TestServer,
    guests: [Guest; 2],
    players: Vec<TestClient>,
}

impl Hall {
    async fn open() -> Self {
        let server = TestServer::start().await;
        let guests = [server.guest("Ada").await, server.guest("Ben").await];
        let players = vec![server.connect(Some(&guests[0])).await, server.connect(Some(&guests[1])).await];
        Self { server, guests, players }
    }

    /// A table at which both sit and nobody is ready.
    async fn table(&mut self, game: &str, plain: [bool; 2], clock: TimeControl) -> Game {
        let table = self.players[0].call(wish(game, 2, clock)).await.expect("a table").table.expect("its id");
        self.players[1].call(sit(table)).await.expect("a seat");
        for player in &mut self.players {
            player.call(watch(table)).await.expect("watching");
        }
        let mut seed = table.as_u128();
        let hands = plain.map(|plain| {
            seed += 1;
            if plain { Hand::Plain } else { Hand::honest(seed) }
        });
        Game { table, hands, loses: [false; 2], ready: 0 }
    }

    /// Stops the server, starts it again, and has both come back with nothing but their names.
    async fn restart(self, games: &[Game]) -> Self {
        let Self { server, guests, players } = self;
        drop(players);
        let server = server.restart().await;
        let mut players =
            vec![server.connect(Some(&guests[0])).await, server.connect(Some(&guests[1])).await];
        for game in games {
            for player in &mut players {
                player.call(watch(game.table)).await.expect("found again");
            }
        }
        Self { server, guests, players }
    }

    fn folded(&self, game: &Game) -> &Folded {
        &self.players[0].tables[&game.table]
    }

    /// The next message of a game, as its snapshot and the seeds alone give it.
    async fn step(&mut self, game: &mut Game) {
        let table = game.table;
        for (player, hand) in self.players.iter_mut().zip(&game.hands) {
            player.hand = hand.clone();
        }
        let players = &mut self.players;
        match players[0].tables[&table].turn() {
            None => {
                // Who has come back does not know what it had said, and may say it again.
                for player in &mut players[..=game.ready] {
                    player.ready(table).await.expect("ready");
                }
                game.ready += 1;
            }
            Some(Turn::Act { seat }) => {
                players[usize::from(seat)].play(table, |_| 0).await.expect("an offered action is taken");
            }
            Some(Turn::Roll { seat }) => {
                let folded = players[0].tables[&table].clone();
                let owes = usize::from(folded.owes().expect("a game that is on"));
                let roller = usize::from(seat);
                if owes != roller {
                    let share = players[owes].share(table);
                    players[owes].call(share).await.expect("the share is taken");
                } else if std::mem::take(&mut game.loses[roller]) {
                    let lost = game.hands[roller].lose(&folded, folded.rolls.into());
                    players[roller].hand = game.hands[roller].clone();
                    players[roller].call(lost).await.expect("it is void");
                } else {
                    let roll = players[roller].roll(table);
                    players[roller].call(roll).await.expect("rolled");
                }
            }
            Some(Turn::Over {}) => panic!("no game is over so soon"),
        }
        all_see(players, table).await;
    }

    /// Checks that a snapshot tells just what the events told.
    async fn check_snapshots(&self, games: &[Game]) {
        let mut watcher = self.server.connect(None).await;
        for game in games {
            watcher.call(watch(game.table)).await.expect("watching");
            assert_eq!(&watcher.tables[&game.table], self.folded(game));
        }
    }

    /// Ends a game and looks at what is kept of its dice.
    async fn end(&mut self, game: &Game) -> DiceReport {
        let table = game.table;
        self.players[0].call(Command::Resign { table }).await.expect("resigned");
        all_see(&mut self.players, table).await;
        let end = self.folded(game).clone();
        assert_eq!(end.info.status, TableStatus::Finished);
        let report: DiceReport = self.server.get(&format!("/api/v1/matches/{table}/dice")).await;
        assert!(report.fits, "{}", report.sentence);
        assert_eq!(report.proof.rolls.len() as u64, end.rolls);
        let adds = |seat: usize| matches!(game.hands[seat], Hand::Honest(_));
        for roll in &report.proof.rolls {
            let roller = usize::from(roll.roller);
            assert_eq!(roll.waiting.is_some(), adds(1 - roller));
            assert_eq!(roll.share.is_some(), adds(roller) && roll.dice.is_some());
        }
        report
    }
}

/// Whether a seat adds nothing.
fn has_plain(game: &Game) -> bool {
    game.hands.contains(&Hand::Plain)
}

/// What the opening roll showed.
fn opening(table: &Folded) -> [u8; 2] {
    serde_json::from_str(&table.line[0]).expect("two dice")
}

/// Goes on with all games side by side, with a stop after every message.
async fn stop_at_every_point(mut hall: Hall, games: &mut [Game]) -> (Hall, Points) {
    let mut points = Points::default();
    for _ in 0..STEPS {
        for game in games.iter_mut() {
            hall.step(game).await;
            let folded = hall.folded(game);
            let dice = folded.dice.as_ref();
            match folded.turn() {
                None => points.ready += 1,
                Some(Turn::Roll { seat }) if folded.owes() == Some(seat) => points.roll += 1,
                Some(Turn::Roll { .. }) => points.share += 1,
                Some(_) => points.act += 1,
            }
            let is_void = folded.line.last().is_some_and(|entry| entry.starts_with("lost"));
            let waits = folded.turn() != folded.owes().map(|seat| Turn::Roll { seat });
            points.after_lost +=
                usize::from(is_void && waits && dice.is_some_and(|dice| dice.share.is_none()));
            points.after_lost_to_plain += usize::from(is_void && !waits && has_plain(game));
        }
        hall.check_snapshots(games).await;
        let before: Vec<Folded> = games.iter().map(|game| hall.folded(game).clone()).collect();
        hall = hall.restart(games).await;
        for (game, before) in games.iter().zip(&before) {
            assert_eq!(hall.folded(game), before, "the snapshot after a stop tells what was there before");
        }
    }
    (hall, points)
}

#[tokio::test]
async fn a_stop_at_any_point_of_a_roll_leads_on_whoever_adds_something() {
    let mut hall = Hall::open().await;
    let clock = TimeControl::Fischer { initial_s: 600, increment_s: 5 };
    let mut games = Vec::new();
    for name in [FRISBY, BACKGAMMON] {
        for plain in [[false, false], [true, false], [false, true], [true, true]] {
            games.push(hall.table(name, plain, clock).await);
        }
        for loses in [[true, false], [false, true], [true, true]] {
            let game = hall.table(name, [false; 2], TimeControl::None {}).await;
            games.push(Game { loses, ..game });
        }
        // Where the waiting seat adds nothing, nothing is missing after a loss: the roller goes on at once.
        for (plain, loses) in [([false, true], [true, false]), ([true, false], [false, true])] {
            let game = hall.table(name, plain, TimeControl::None {}).await;
            games.push(Game { loses, ..game });
        }
    }
    let (mut hall, points) = stop_at_every_point(hall, &mut games).await;
    let Points { ready, share, roll, act, after_lost, after_lost_to_plain } = points;
    assert!(ready == games.len() && share > 20 && roll > 20 && act > 40, "{points:?}");
    assert_eq!((after_lost, after_lost_to_plain), (8, 4));
    for game in &games {
        let report = hall.end(game).await;
        let adds = game.hands.iter().any(|hand| *hand != Hand::Plain);
        assert!(report.proof.rolls.len() >= 2 && game.loses == [false; 2], "{game:?}", game = game.table);
        assert_eq!(report.sentence.contains("rest on the server alone"), !adds, "{}", report.sentence);
    }
}

#[tokio::test]
async fn a_stop_at_any_point_of_a_repeated_opening_roll_leads_on() {
    let mut hall = Hall::open().await;
    let mut games = Vec::new();
    for plain in [[false, false], [true, false], [false, true]] {
        // One opening in six is a tie; the others are left behind.
        let tied = loop {
            let mut game = hall.table(BACKGAMMON, plain, TimeControl::None {}).await;
            while hall.folded(&game).rolls == 0 {
                hall.step(&mut game).await;
            }
            let [one, two] = opening(hall.folded(&game));
            if one == two {
                break game;
            }
        };
        games.push(tied);
    }
    let (mut hall, _) = stop_at_every_point(hall, &mut games).await;
    for game in &games {
        let report = hall.end(game).await;
        let [one, two] = report.proof.rolls[0].dice.expect("dice");
        assert_eq!(one, two);
        assert_eq!(report.proof.rolls[1].roller, 0, "seat 0 rolls the opening again");
    }
}
