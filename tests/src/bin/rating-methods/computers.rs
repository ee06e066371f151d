//! Games that computers play: of levels with more nodes or fewer, by the rules and with their seats as they are.

use cydonia_players::yardsticks::Yardstick;
use cydonia_players::{Level, Never, choose_in};
use cydonia_rules::{AnyGame, GameKind, Phase, Setup};
use fastrand::Rng;

use crate::methods::{Game, NAMES};
use crate::trial;

/// Nodes of each level: few, as it is many games, and what is asked is who ranks where, not how well that is played.
const NODES: [u64; 2] = [40, 240];
/// The parts of what the seats are worth that are tried.
const PARTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// The method that the parts are tried with.
const OWN: usize = 2;

/// The game, seats, and what is not by default.
type Kind = (GameKind, u8, Option<(&'static str, &'static str)>);

/// What is played.
const KINDS: [Kind; 12] = [
    (GameKind::MartianChess, 2, None),
    (GameKind::MartianGo, 2, None),
    (GameKind::MartianGo, 2, Some(("setup", "free-root"))),
    (GameKind::MartianGo, 2, Some(("setup", "nulls"))),
    (GameKind::BranchesTwigsThorns, 2, None),
    (GameKind::MartianGo, 3, None),
    (GameKind::MartianGo, 4, None),
    (GameKind::BranchesTwigsThorns, 3, None),
    (GameKind::BranchesTwigsThorns, 4, None),
    (GameKind::BranchesTwigsThorns, 5, None),
    (GameKind::BranchesTwigsThorns, 6, None),
    (GameKind::MartianChess, 4, None),
];

#[derive(Clone, Copy)]
enum Computer {
    Level(Level, u64),
    Yardstick(Yardstick),
}

impl Computer {
    fn act(self, game: &AnyGame, seed: u64) -> Option<String> {
        match self {
            Self::Level(level, nodes) => Some(choose_in(game, level, nodes, seed, &Never)?.action),
            Self::Yardstick(yardstick) => yardstick.choose(game, seed),
        }
    }
}

/// Who plays.
fn company() -> Vec<Computer> {
    let levels = Level::all().flat_map(|level| NODES.map(|nodes| Computer::Level(level, nodes)));
    levels.chain([Yardstick::Random, Yardstick::Greedy].map(Computer::Yardstick)).collect()
}

/// Prints what came of so many games of each kind.
pub(crate) fn print(seed: u64, count: usize) {
    let company = company();
    println!("\nComputers: {} players, {count} games of each kind; seed {seed}\n", company.len());
    println!("| game | seats | method | log loss without the seats | with half of their worth |");
    println!("|---|---|---|---|---|");
    let mut by_part = Vec::new();
    for (number, (kind, seats, option)) in KINDS.into_iter().enumerate() {
        let mut setup = Setup::for_seats(seats);
        if let Some((option, choice)) = option {
            setup = setup.choose(option, choice);
        }
        let mut rng = Rng::with_seed(seed.wrapping_add(number as u64));
        let games: Vec<Game> =
            (0..count).filter_map(|place| play(kind, &setup, &company, place, &mut rng)).collect();
        let loss = |place: usize, part: f64| {
            let games: Vec<_> = games.iter().map(|game| game.with_part(part)).collect();
            trial::run(place, company.len(), &games, None).loss
        };
        let has_term = kind.info().advantage(&setup).is_some();
        let title = [kind.info().title, option.map_or("", |(_, choice)| choice)].join(" ");
        let title = title.trim_end();
        for (place, name) in NAMES.iter().enumerate() {
            let with = if has_term { format!("{:.4}", loss(place, 0.5)) } else { "–".to_owned() };
            println!("| {title} | {seats} | {name} | {:.4} | {with} |", loss(place, 0.0));
        }
        if has_term {
            by_part.push((title.to_owned(), seats, PARTS.map(|part| loss(OWN, part))));
        }
    }
    println!(
        "\n| game | seats | {} |",
        PARTS.map(|part| format!("{part} of the published advantage")).join(" | ")
    );
    println!("|---|---|{}", "---|".repeat(PARTS.len()));
    for (title, seats, losses) in by_part {
        println!("| {title} | {seats} | {} |", losses.map(|loss| format!("{loss:.4}")).join(" | "));
    }
}

/// One game of some of them, drawn by lot.
fn play(kind: GameKind, setup: &Setup, company: &[Computer], place: usize, rng: &mut Rng) -> Option<Game> {
    let seats = usize::from(setup.seats);
    let players = rng.choose_multiple(0..company.len(), seats);
    let mut order = players.clone();
    rng.shuffle(&mut order);
    let mut game = AnyGame::start(kind, setup).ok()?;
    loop {
        match game.phase() {
            Phase::Over => break,
            Phase::Roll { .. } => game.roll([rng.u8(1..=6), rng.u8(1..=6)]).ok()?,
            Phase::Act { seat } => {
                let action = company[order[usize::from(seat)]].act(&game, rng.u64(..))?;
                game.play(&action).ok()?;
            }
        }
    }
    let ranks = game.outcome()?.ranks;
    // The whole of what is published, of which parts are tried; computers learn nothing, and all of it is one week.
    let wins = kind.info().advantage(setup).map(|advantage| advantage.wins);
    let logs: Vec<f64> = wins
        .map_or(vec![0.0; seats], |wins| wins.iter().map(|part| 400.0 * f64::from(*part).log10()).collect());
    let mean = logs.iter().sum::<f64>() / seats as f64;
    let offsets = logs.iter().map(|points| points - mean).collect();
    Some(Game { week: place as f64 * 1e-4, players: order, ranks, offsets })
}
