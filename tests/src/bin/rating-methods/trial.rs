//! A trial: a method learns the first games, and foretells those that are held back.

use crate::methods::{Game, Method};

/// The part of the games that is learned.
const LEARNED: f64 = 0.75;
/// What strengths may go in a week, of which the logit takes what foretells best the games that it learns.
const DRIFTS: [f64; 4] = [0.0, 0.03, 0.06, 0.12];

/// What came of it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Told {
    /// The mean logarithm over all pairs of the games that were held back.
    pub loss: f64,
    /// How far ratings are from the strengths in the end, root of the mean square.
    pub error: f64,
    /// The mean deviation.
    pub deviation: f64,
    /// The mean of errors squared, each by its own deviation squared: 1 where deviations are right.
    pub chi: f64,
}

/// Tries the method of that place among the names. What the strengths are in the end is known of simulated players only.
pub(crate) fn run(place: usize, players: usize, games: &[Game], truth: Option<&[f64]>) -> Told {
    let (learned, held_back) = games.split_at((games.len() as f64 * LEARNED) as usize);
    let drift = DRIFTS
        .into_iter()
        .filter(|drift| place == 3 || *drift == 0.0)
        .min_by(|one, other| {
            ahead(place, players, learned, *one).total_cmp(&ahead(place, players, learned, *other))
        })
        .unwrap_or_default();
    let mut method = Method::new(place, players, drift);
    learned.iter().for_each(|game| method.learn(game));
    let mut loss = (0.0, 0);
    held_back.iter().for_each(|game| method.foretell(game, &mut loss));
    let mut told = Told { loss: loss.0 / loss.1 as f64, ..Told::default() };
    let Some(truth) = truth else { return told };
    let week = learned.last().map_or(0.0, |game| game.week);
    let known: Vec<_> = (0..players).map(|player| method.at(player, week)).collect();
    let count = players as f64;
    // Only differences between strengths show in games.
    let shift = known.iter().zip(truth).map(|((rating, _), truth)| rating - truth).sum::<f64>() / count;
    for ((rating, deviation), truth) in known.iter().zip(truth) {
        let error = (rating - truth - shift).powi(2);
        told.error += error / count;
        told.deviation += deviation / count;
        told.chi += error / deviation.powi(2) / count;
    }
    told.error = told.error.sqrt();
    told
}

/// The loss of a method that foretells each game before it learns it.
fn ahead(place: usize, players: usize, games: &[Game], drift: f64) -> f64 {
    let mut method = Method::new(place, players, drift);
    let mut loss = (0.0, 0);
    for game in games {
        method.foretell(game, &mut loss);
        method.learn(game);
    }
    loss.0
}
