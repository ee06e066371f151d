//! The rank-ordered logit as a filter (Glickman and Hennessy, "A stochastic rank ordered logit model for rating multi-competitor
//! games and sports", Journal of Quantitative Analysis in Sports 11, 2015): strengths are normal and walk at random with the time;
//! after each game they are where the posterior has its mode, as uncertain as its curvature there says. What the strengths of
//! several players have to do with each other is not kept from one game to the next, as a house of many players could not. Ties
//! are Efron's.

use crate::methods::{Game, SCALE};

const CENTRE: f64 = 1500.0;
const MOST_DEVIATION: f64 = 350.0;
/// Steps towards the mode; it is found to the last digits after half of them.
const STEPS: usize = 12;

/// What is known of one player, in the natural scale.
#[derive(Clone, Copy, Debug)]
struct Known {
    mean: f64,
    variance: f64,
    week: f64,
}

/// Everybody's strength.
pub(crate) struct Logit {
    known: Vec<Known>,
    /// The variance that a week adds.
    drift: f64,
}

impl Logit {
    pub(crate) fn new(players: usize, drift: f64) -> Self {
        let unknown = Known { mean: 0.0, variance: (MOST_DEVIATION / SCALE).powi(2), week: 0.0 };
        Self { known: vec![unknown; players], drift: drift.powi(2) }
    }

    fn now(&self, player: usize, week: f64) -> Known {
        let known = self.known[player];
        let variance = known.variance + self.drift * (week - known.week);
        Known { mean: known.mean, variance: variance.min((MOST_DEVIATION / SCALE).powi(2)), week }
    }

    pub(crate) fn at(&self, player: usize, week: f64) -> (f64, f64) {
        let Known { mean, variance, .. } = self.now(player, week);
        (CENTRE + mean * SCALE, variance.sqrt() * SCALE)
    }

    pub(crate) fn learn(&mut self, game: &Game) {
        let before: Vec<Known> = game.players.iter().map(|player| self.now(*player, game.week)).collect();
        let seats = before.len();
        let mut strengths: Vec<f64> = before.iter().map(|known| known.mean).collect();
        let mut inverse = vec![vec![0.0; seats]; seats];
        for _ in 0..STEPS {
            let (mut slope, mut curvature) = likelihood(game, &strengths);
            for (seat, known) in before.iter().enumerate() {
                slope[seat] -= (strengths[seat] - known.mean) / known.variance;
                curvature[seat][seat] += known.variance.recip();
            }
            inverse = inverted(curvature);
            for (strength, row) in strengths.iter_mut().zip(&inverse) {
                // A step that is too long would lead over the mode and back.
                *strength +=
                    row.iter().zip(&slope).map(|(part, slope)| part * slope).sum::<f64>().clamp(-1.0, 1.0);
            }
        }
        for (seat, player) in game.players.iter().enumerate() {
            self.known[*player] =
                Known { mean: strengths[seat], variance: inverse[seat][seat], week: game.week };
        }
    }
}

/// Slope of the logarithm of a ranking's chances at these strengths, and its curvature, turned round.
fn likelihood(game: &Game, strengths: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let seats = strengths.len();
    let worth: Vec<f64> = strengths
        .iter()
        .zip(&game.offsets)
        .map(|(strength, offset)| (strength + offset / SCALE).exp())
        .collect();
    let (mut slope, mut curvature) = (vec![0.0; seats], vec![vec![0.0; seats]; seats]);
    let mut ranks = game.ranks.clone();
    ranks.sort_unstable();
    ranks.dedup();
    for rank in ranks {
        let tied: Vec<usize> = (0..seats).filter(|seat| game.ranks[*seat] == rank).collect();
        if !(0..seats).any(|seat| game.ranks[seat] > rank) && tied.len() < 2 {
            continue;
        }
        for taken in 0..tied.len() {
            let left = 1.0 - taken as f64 / tied.len() as f64;
            let part = |seat: usize| match game.ranks[seat].cmp(&rank) {
                std::cmp::Ordering::Less => 0.0,
                std::cmp::Ordering::Equal => left * worth[seat],
                std::cmp::Ordering::Greater => worth[seat],
            };
            let whole: f64 = (0..seats).map(part).sum();
            slope[tied[taken]] += 1.0;
            for one in 0..seats {
                let chance = part(one) / whole;
                slope[one] -= chance;
                curvature[one][one] += chance;
                for (other, entry) in curvature[one].iter_mut().enumerate() {
                    *entry -= chance * part(other) / whole;
                }
            }
        }
    }
    (slope, curvature)
}

/// The inverse of a matrix that has one, by elimination.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for pivot in 0..size {
        let scale = matrix[pivot][pivot].recip();
        for column in 0..size {
            matrix[pivot][column] *= scale;
            inverse[pivot][column] *= scale;
        }
        for row in (0..size).filter(|row| *row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..size {
                matrix[row][column] -= factor * matrix[pivot][column];
                inverse[row][column] -= factor * inverse[pivot][column];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use cydonia_server::pair_weight;

    fn game(ranks: &[u8]) -> Game {
        let seats = ranks.len();
        Game { week: 0.0, players: (0..seats).collect(), ranks: ranks.to_vec(), offsets: vec![0.0; seats] }
    }

    /// What a ranking of equals tells of one player is what its pairs weigh.
    #[test]
    fn pairs_weigh_what_the_logit_says_that_a_ranking_holds() {
        for seats in 2..=6u8 {
            let (_, curvature) =
                likelihood(&game(&(1..=seats).collect::<Vec<_>>()), &vec![0.0; usize::from(seats)]);
            let told: f64 =
                (0..usize::from(seats)).map(|seat| curvature[seat][seat]).sum::<f64>() / f64::from(seats);
            let pairs = pair_weight(usize::from(seats)) * f64::from(seats - 1) / 4.0;
            assert!((told - pairs).abs() < 1e-12, "{seats}: {told} {pairs}");
        }
    }

    #[test]
    fn those_who_tie_are_rated_alike_and_the_mode_is_one() {
        let mut logit = Logit::new(4, 0.06);
        logit.learn(&game(&[1, 2, 2, 4]));
        let rating = |player| logit.at(player, 0.0).0;
        assert!((rating(1) - rating(2)).abs() < 1e-6 && rating(0) > rating(1) && rating(2) > rating(3));
        assert!((0..4).map(rating).sum::<f64>() - 6000.0 < 1e-6);
    }
}
