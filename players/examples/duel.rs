//! Duel: two players of a two-seat game play pairs of games with swapped seats and the same dice, and the result is told with its interval.
//!
//! `cargo run --release -p cydonia-players --example duel -- GAME ONE TWO NODES PAIRS SEED [OPTION=CHOICE]`
//!
//! Players are `best` with so many nodes, `best/8` with an eighth of them, and the yardsticks `random`, `greedy` and
//! `sampling-8000`.

use std::env;
use std::process::ExitCode;

use cydonia_players::yardsticks::Yardstick;
use cydonia_players::{
    Budget, Engine, Never, martian_backgammon, martian_chess, martian_frisby, martian_mud_wrestling,
};
use cydonia_rules::{AnyGame, Game, Phase, Setup};
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
                "usage: duel GAME ONE TWO NODES PAIRS SEED [OPTION=CHOICE]; players: best, best/N, random, greedy, sampling-8000"
            );
            ExitCode::FAILURE
        }
    }
}

/// What was asked for.
struct Told<'a> {
    game: &'a str,
    players: [&'a str; 2],
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
        Some(Self { game, players: [one, two], nodes: nodes?, pairs: pairs?, seed: seed?, setup })
    }

    fn play(&self) -> Option<String> {
        match self.game {
            "martian-chess" => self.duel(martian_chess::player, AnyGame::MartianChess),
            "martian-mud-wrestling" => {
                self.duel(|_| martian_mud_wrestling::engine(), AnyGame::MartianMudWrestling)
            }
            "martian-frisby" => self.duel(|_| martian_frisby::engine(), AnyGame::MartianFrisby),
            "martian-backgammon" => self.duel(martian_backgammon::player, AnyGame::MartianBackgammon),
            _ => None,
        }
    }

    fn duel<G: Game, E: Engine<G>>(
        &self,
        best: impl Fn(&G) -> E + Copy + 'static,
        any: impl Fn(G) -> AnyGame + Copy + 'static,
    ) -> Option<String> {
        let start = G::start(&self.setup).ok()?;
        let player = |name: &str| -> Option<Player<G>> {
            let (kind, part) = name.split_once('/').unwrap_or((name, "1"));
            let nodes = self.nodes / part.parse::<u64>().ok().filter(|part| *part > 0)?;
            if kind == "best" {
                return Some(Box::new(move |game, chance| {
                    let mut budget = Budget::new(nodes, &Never);
                    let verdict = best(game).think(game, &mut budget, chance);
                    (verdict[0].action, nodes - budget.left())
                }));
            }
            let yardstick = Yardstick::ALL.into_iter().find(|yardstick| yardstick.name() == kind)?;
            Some(Box::new(move |game, chance| {
                let text = yardstick.choose(&any(game.clone()), chance.u64(..)).expect("a seat is to act");
                (game.parse(&text).expect("an action"), 0)
            }))
        };
        let mut players = [player(self.players[0])?, player(self.players[1])?];
        let mut tally = Tally::default();
        for pair in 0..self.pairs {
            for swapped in [false, true] {
                play_one(&start, &mut players, swapped, self.seed.wrapping_add(pair), &mut tally);
            }
        }
        Some(format!("{} {}: {}", self.game, self.players.join(" – "), tally.text()))
    }
}

/// Chooses an action, and tells how many nodes that took.
type Player<G> = Box<dyn FnMut(&G, &mut Rng) -> (<G as Game>::Action, u64)>;

/// Results as the first player sees them.
#[derive(Default)]
struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
    actions: u64,
    /// What the first player used up, and the actions for which it did.
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
                let actions = game.legal_actions();
                let (action, nodes) = players[which](&game, &mut chance);
                if which == 0 {
                    tally.nodes += nodes;
                    tally.thought += 1;
                }
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
