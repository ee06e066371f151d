//! Simulated players, whose strengths are known and walk at random.

use fastrand::Rng;

use crate::methods::{Game, NAMES, SCALE};
use crate::trial::{self, Told};

const PLAYERS: usize = 40;
/// Games that each plays, the ones held back included.
const GAMES: usize = 80;
const WEEKS: f64 = 26.0;
/// How far apart strengths are, and how far they go in a week.
const SPREAD: f64 = 200.0;
const WALK: f64 = 10.0;
/// Worlds that are simulated for each row.
const WORLDS: u64 = 8;

/// What decides a game besides strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chance {
    /// As the rank-ordered logit has it.
    Logit,
    /// As everybody's form on the day, by the normal distribution.
    Normal,
}

/// Prints the tables of all of them.
pub(crate) fn print(seed: u64) {
    println!(
        "Simulated: {PLAYERS} players, {GAMES} games each in {WEEKS} weeks, {WORLDS} worlds; seed {seed}\n"
    );
    println!("| decided by | seats | method | log loss | rms error | mean deviation | chi² |");
    println!("|---|---|---|---|---|---|---|");
    for chance in [Chance::Logit, Chance::Normal] {
        let word = if chance == Chance::Logit { "logit" } else { "normal" };
        for seats in 2..=6 {
            for (place, name) in NAMES.iter().enumerate() {
                let mut sum = Told::default();
                for number in 0..WORLDS {
                    let (games, truth) = world(seed.wrapping_mul(1_000).wrapping_add(number), seats, chance);
                    let told = trial::run(place, PLAYERS, &games, Some(&truth));
                    sum.loss += told.loss / WORLDS as f64;
                    sum.error += told.error / WORLDS as f64;
                    sum.deviation += told.deviation / WORLDS as f64;
                    sum.chi += told.chi / WORLDS as f64;
                }
                let Told { loss, error, deviation, chi } = sum;
                println!(
                    "| {word} | {seats} | {name} | {loss:.4} | {error:.1} | {deviation:.1} | {chi:.2} |"
                );
            }
        }
    }
}

/// The games of a world, and everybody's strength when the last of those that are learned ended.
fn world(seed: u64, seats: usize, chance: Chance) -> (Vec<Game>, Vec<f64>) {
    let mut rng = Rng::with_seed(seed);
    let mut strengths: Vec<f64> = (0..PLAYERS).map(|_| SPREAD * normal(&mut rng)).collect();
    let count = PLAYERS * GAMES / seats;
    let mut truth = strengths.clone();
    let mut games = Vec::with_capacity(count);
    let step = WEEKS / count as f64;
    for number in 0..count {
        for strength in &mut strengths {
            *strength += WALK * step.sqrt() * normal(&mut rng);
        }
        let players = rng.choose_multiple(0..PLAYERS, seats);
        let on_the_day = |player: &usize| {
            let form = match chance {
                Chance::Logit => SCALE * -(-uniform(&mut rng).ln()).ln(),
                // As spread out as the logit's.
                Chance::Normal => SCALE * std::f64::consts::PI / 6.0_f64.sqrt() * normal(&mut rng),
            };
            strengths[*player] + form
        };
        let forms: Vec<f64> = players.iter().map(on_the_day).collect();
        let better = |form: &f64| forms.iter().filter(|other| *other > form).count() as u8;
        let ranks = forms.iter().map(|form| 1 + better(form)).collect();
        games.push(Game { week: number as f64 * step, players, ranks, offsets: vec![0.0; seats] });
        if number < count * 3 / 4 {
            truth.clone_from(&strengths);
        }
    }
    (games, truth)
}

/// More than 0, less than 1.
fn uniform(rng: &mut Rng) -> f64 {
    rng.f64().clamp(1e-12, 1.0 - 1e-12)
}

/// By Box and Muller.
fn normal(rng: &mut Rng) -> f64 {
    (-2.0 * uniform(rng).ln()).sqrt() * (std::f64::consts::TAU * rng.f64()).cos()
}
