//! Fit: finds weights for a hand evaluation by logistic regression on the results of self-play, and tries them.
//!
//! `cargo run --release -p cydonia-players --example fit -- GAME NODES GAMES ROUNDS SEED [OPTION=CHOICE]`
//!
//! Each round is played with the weights that the one before has found, and all games together tell the next ones: what
//! never happens in the games of one judge, such as the punishment of what it avoids, cannot be learned from them alone.
//!
//! What it prints is to be written into the game's `hand.rs` by whoever believes it: weights with their z-scores, and a
//! match of the new against the old. A term whose z-score is small does not earn its time.

use std::env;
use std::process::ExitCode;

use cydonia_players::evaluation::{Hand, Terms};
use cydonia_players::{
    Budget, Engine, Never, martian_backgammon, martian_chess, martian_frisby, martian_mud_wrestling,
};
use cydonia_rules::{Game, Phase, Seat, Setup};
use fastrand::Rng;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    if run(&words).is_none() {
        eprintln!("usage: fit GAME NODES GAMES ROUNDS SEED [OPTION=CHOICE]");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn run(words: &[String]) -> Option<()> {
    let [game, nodes, games, rounds, seed, options @ ..] = words else { return None };
    let mut setup = Setup::for_seats(2);
    for option in options {
        let (name, choice) = option.split_once('=')?;
        setup = setup.choose(name, choice);
    }
    let work = Work {
        setup,
        nodes: nodes.parse().ok()?,
        games: games.parse().ok()?,
        rounds: rounds.parse().ok()?,
        seed: seed.parse().ok()?,
    };
    match game.as_str() {
        "martian-chess" => work.fit::<_, martian_chess::Look, _>(martian_chess::engine_with),
        "martian-mud-wrestling" => {
            work.fit::<_, martian_mud_wrestling::Look, _>(martian_mud_wrestling::engine_with)
        }
        "martian-frisby" => work.fit::<_, martian_frisby::Look, _>(martian_frisby::engine_with),
        "martian-backgammon" => work.fit::<_, martian_backgammon::Look, _>(martian_backgammon::engine_with),
        _ => None,
    }
}

struct Work {
    setup: Setup,
    nodes: u64,
    games: u64,
    rounds: u64,
    seed: u64,
}

/// The terms of a position, and how the game ended for the seat that saw it so: 1, ½ or 0.
type Sample = (Vec<f64>, f64);

impl Work {
    fn fit<G: Game, T: Terms<G>, E: Engine<G>>(&self, engine: impl Fn(Hand<T>) -> E) -> Option<()> {
        let start = G::start(&self.setup).ok()?;
        let judged = |weights: &[i32]| engine(Hand::with_weights(weights.to_vec()));
        let old: Vec<i32> = T::WEIGHTS.iter().map(|(_, weight)| *weight).collect();
        let mut new = old.clone();
        let mut samples: Vec<Sample> = Vec::new();
        for round in 0..self.rounds {
            for game in 0..self.games {
                let mut players = [judged(&new), judged(&new)];
                let mut seen = Vec::new();
                let seed = self.seed + round * self.games + game;
                let ranks = self.play(&start, &mut players, seed, true, |game, seat| {
                    let terms = T::terms(game, seat);
                    seen.push((seat, terms.as_ref().iter().map(|term| f64::from(*term)).collect::<Vec<_>>()));
                })?;
                samples.extend(seen.into_iter().map(|(seat, terms)| (terms, result(&ranks, seat))));
            }
            let (weights, errors) = regress(&samples, old.len());
            new = weights.iter().map(|weight| (weight * 1_000.0).round() as i32).collect();
            let [before, after] = [scaled(&old), weights.clone()].map(|weights| loss(&samples, &weights));
            println!(
                "round {round}: {} positions, loss {before:.4} with the old weights and {after:.4} with the new",
                samples.len()
            );
            for (at, (name, old)) in T::WEIGHTS.iter().enumerate() {
                println!(
                    "        (\"{name}\", {}), // was {old}, z {:.1}",
                    new[at],
                    weights[at] / errors[at]
                );
            }
            let mut won = 0.0;
            let pairs = self.games / 2;
            for pair in 0..pairs {
                for swapped in [0, 1] {
                    let mut players = [judged(&new), judged(&old)];
                    if swapped == 1 {
                        players.reverse();
                    }
                    let ranks =
                        self.play(&start, &mut players, self.seed + 1_000_000 + pair, false, |_, _| ())?;
                    won += result(&ranks, swapped);
                }
            }
            println!("new against old: {:.1} % of {}", 100.0 * won / (2 * pairs) as f64, 2 * pairs);
        }
        Some(())
    }

    /// Plays a game that begins with some actions at random, and goes on with one in so many if `wild`.
    fn play<G: Game>(
        &self,
        start: &G,
        players: &mut [impl Engine<G>; 2],
        seed: u64,
        wild: bool,
        mut see: impl FnMut(&G, Seat),
    ) -> Option<Vec<u8>> {
        let mut chance = Rng::with_seed(seed);
        let mut dice = Rng::with_seed(seed ^ 0xd1ce);
        let mut game = start.clone();
        let mut taken = 0;
        loop {
            match game.phase() {
                Phase::Roll { seat } => {
                    see(&game, seat);
                    game.apply_roll([dice.u8(1..=6), dice.u8(1..=6)]);
                }
                Phase::Act { seat } => {
                    if !G::INFO.dice && taken > 4 {
                        see(&game, seat);
                    }
                    let actions = game.legal_actions();
                    let is_random = if G::INFO.dice {
                        wild && chance.u8(..20) == 0
                    } else {
                        taken < 4 || (wild && chance.u8(..20) == 0)
                    };
                    let mut rng = Rng::with_seed(chance.u64(..));
                    let action = if is_random {
                        actions[rng.usize(..actions.len())]
                    } else {
                        let verdict = players[usize::from(seat)].think(
                            &game,
                            &mut Budget::new(self.nodes, &Never),
                            &mut rng,
                        );
                        verdict.first()?.action
                    };
                    game.apply(action);
                    taken += 1;
                }
                Phase::Over => return Some(game.outcome()?.ranks),
            }
        }
    }
}

fn result(ranks: &[u8], seat: Seat) -> f64 {
    let (own, other) = (ranks[usize::from(seat)], ranks[usize::from(1 - seat)]);
    match own.cmp(&other) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    }
}

fn scaled(weights: &[i32]) -> Vec<f64> {
    weights.iter().map(|weight| f64::from(*weight) / 1_000.0).collect()
}

fn chance_of(terms: &[f64], weights: &[f64]) -> f64 {
    let odds: f64 = terms.iter().zip(weights).map(|(term, weight)| term * weight).sum();
    1.0 / (1.0 + (-odds.clamp(-30.0, 30.0)).exp())
}

fn loss(samples: &[Sample], weights: &[f64]) -> f64 {
    let of_one = |(terms, result): &Sample| {
        let chance = chance_of(terms, weights).clamp(1e-9, 1.0 - 1e-9);
        -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
    };
    samples.iter().map(of_one).sum::<f64>() / samples.len() as f64
}

/// Newton's method; the weights and their standard errors.
fn regress(samples: &[Sample], count: usize) -> (Vec<f64>, Vec<f64>) {
    let mut weights = vec![0.0; count];
    let mut errors = vec![1.0; count];
    for _ in 0..20 {
        let mut gradient = vec![0.0; count];
        let mut hessian = vec![vec![0.0; count]; count];
        for (terms, result) in samples {
            let chance = chance_of(terms, &weights);
            for one in 0..count {
                gradient[one] += (result - chance) * terms[one];
                for two in 0..count {
                    hessian[one][two] += chance * (1.0 - chance) * terms[one] * terms[two];
                }
            }
        }
        // A little ridge, for terms that say the same.
        for at in 0..count {
            gradient[at] -= weights[at];
            hessian[at][at] += 1.0;
        }
        let inverse = inverse(hessian);
        for one in 0..count {
            let step: f64 = (0..count).map(|two| inverse[one][two] * gradient[two]).sum();
            weights[one] += step;
            errors[one] = inverse[one][one].max(0.0).sqrt();
        }
    }
    (weights, errors)
}

/// Gauss–Jordan, for a matrix that is positive definite.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..count).map(|row| (0..count).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for pivot in 0..count {
        let scale = matrix[pivot][pivot];
        for column in 0..count {
            matrix[pivot][column] /= scale;
            inverse[pivot][column] /= scale;
        }
        for row in (0..count).filter(|row| *row != pivot) {
            let times = matrix[row][pivot];
            for column in 0..count {
                matrix[row][column] -= times * matrix[pivot][column];
                inverse[row][column] -= times * inverse[pivot][column];
            }
        }
    }
    inverse
}
