//! Duel: two engines play pairs of games with swapped seats and the same dice, and the result is told with its interval.
//!
//! `cargo run --release -p cydonia-players --example duel -- GAME ONE TWO NODES PAIRS SEED [OPTION=CHOICE]`
//!
//! Engines are `best`, `greedy` and `random`, and `best/8` with an eighth of the nodes.

use std::env;
use std::process::ExitCode;

use cydonia_players::search::Greedy;
use cydonia_players::{
    Budget, Engine, Never, martian_backgammon, martian_chess, martian_frisby, martian_mud_wrestling,
};
use cydonia_rules::{Game, Phase, Setup};
use fastrand::Rng;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let told = Told::read(&words).and_then(|told| told.play());
    match told {
        Some(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        None => {
            eprintln!(
                "usage: duel GAME ONE TWO NODES PAIRS SEED [OPTION=CHOICE]; engines: best, best/N, greedy, random"
            );
            ExitCode::FAILURE
        }
    }
}

/// What was asked for.
struct Told<'a> {
    game: &'a str,
    engines: [&'a str; 2],
    nodes: u64,
    pairs: u64,
    seed: u64,
    setup: Setup,
}

impl<'a> Told<'a> {
    fn read(words: &'a [String]) -> Option<Self> {
        let [game, one, two, nodes, pairs, seed, rest @ ..] = words else { return None };
        let mut setup = Setup::for_seats(2);
        for option in rest {
            let (name, choice) = option.split_once('=')?;
            setup = setup.choose(name, choice);
        }
        let [nodes, pairs, seed] = [nodes, pairs, seed].map(|number| number.parse().ok());
        Some(Self { game, engines: [one, two], nodes: nodes?, pairs: pairs?, seed: seed?, setup })
    }

    fn play(&self) -> Option<String> {
        match self.game {
            "martian-chess" => self.duel(martian_chess::engine),
            "martian-mud-wrestling" => self.duel(martian_mud_wrestling::engine),
            "martian-frisby" => self.duel(martian_frisby::engine),
            "martian-backgammon" => self.duel(martian_backgammon::engine),
            _ => None,
        }
    }

    fn duel<G: Game, E: Engine<G> + 'static>(&self, best: impl Fn() -> E) -> Option<String> {
        let start = G::start(&self.setup).ok()?;
        let engine = |name: &str| -> Option<Player<G>> {
            let (kind, part) = name.split_once('/').unwrap_or((name, "1"));
            let nodes = self.nodes / part.parse::<u64>().ok().filter(|part| *part > 0)?;
            let engine: Option<Box<dyn Engine<G>>> = match kind {
                "best" => Some(Box::new(best())),
                "greedy" => Some(Box::new(Greedy)),
                "random" => None,
                _ => return None,
            };
            Some(Player { engine, nodes })
        };
        let mut players = [engine(self.engines[0])?, engine(self.engines[1])?];
        let mut tally = Tally::default();
        for pair in 0..self.pairs {
            for swapped in [false, true] {
                play_one(&start, &mut players, swapped, self.seed.wrapping_add(pair), &mut tally);
            }
        }
        Some(format!("{} {}: {}", self.game, self.engines.join(" – "), tally.text()))
    }
}

/// An engine, or none for somebody who plays at random.
struct Player<G: Game> {
    engine: Option<Box<dyn Engine<G>>>,
    nodes: u64,
}

/// Results as the first engine sees them.
#[derive(Default)]
struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
    actions: u64,
    /// What the first engine used up, and the actions for which it did.
    nodes: u64,
    thought: u64,
    reasons: std::collections::BTreeMap<&'static str, u32>,
}

fn play_one<G: Game>(start: &G, players: &mut [Player<G>; 2], swapped: bool, seed: u64, tally: &mut Tally) {
    let mut dice = Rng::with_seed(seed);
    let mut chance = Rng::with_seed(seed ^ 0x5eed);
    let mut game = start.clone();
    loop {
        match game.phase() {
            Phase::Roll { .. } => game.apply_roll([dice.u8(1..=6), dice.u8(1..=6)]),
            Phase::Act { seat } => {
                let which = usize::from(seat) ^ usize::from(swapped);
                let player = &mut players[which];
                let actions = game.legal_actions();
                let action = match &mut player.engine {
                    Some(engine) => {
                        let mut budget = Budget::new(player.nodes, &Never);
                        let verdict = engine.think(&game, &mut budget, &mut chance);
                        if which == 0 {
                            tally.nodes += player.nodes - budget.left();
                            tally.thought += 1;
                        }
                        verdict[0].action
                    }
                    None => actions[chance.usize(..actions.len())],
                };
                assert!(actions.contains(&action), "an engine plays by the rules");
                game.apply(action);
                tally.actions += 1;
            }
            Phase::Over => break,
        }
    }
    let Some(outcome) = game.outcome() else { return };
    *tally.reasons.entry(outcome.reason.name()).or_default() += 1;
    let (own, other) = (outcome.ranks[usize::from(swapped)], outcome.ranks[usize::from(!swapped)]);
    match own.cmp(&other) {
        std::cmp::Ordering::Less => tally.won += 1,
        std::cmp::Ordering::Equal => tally.drawn += 1,
        std::cmp::Ordering::Greater => tally.lost += 1,
    }
}

impl Tally {
    fn text(&self) -> String {
        let games = f64::from(self.won + self.drawn + self.lost);
        let share = (f64::from(self.won) + f64::from(self.drawn) / 2.0) / games;
        // Wilson's interval, which holds near 0 and 1 too.
        let z2 = 1.96_f64.powi(2);
        let middle = (share + z2 / (2.0 * games)) / (1.0 + z2 / games);
        let spread =
            (share * (1.0 - share) / games + z2 / (4.0 * games * games)).sqrt() * 1.96 / (1.0 + z2 / games);
        format!(
            "{:.1} % [{:.1}, {:.1}] of {games} ({} won, {} drawn, {} lost), {:.0} actions a game, {:.0} nodes an action, {:?}",
            100.0 * share,
            100.0 * (middle - spread),
            100.0 * (middle + spread),
            self.won,
            self.drawn,
            self.lost,
            self.actions as f64 / games,
            self.nodes as f64 / self.thought.max(1) as f64,
            self.reasons
        )
    }
}
