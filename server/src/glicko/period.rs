//! One step of Glicko-2 (Mark Glickman, "Example of the Glicko-2 system"), with two things that the paper does not have: pairs
//! that weigh less than one, and time that is no whole number of periods. Without them it is the paper's, to the last bit.

use std::f64::consts::PI;

/// How much volatilities change: the paper's own example has 0.5.
const TAU: f64 = 0.5;
/// How exactly volatilities are worked out, as the paper proposes.
const TOLERANCE: f64 = 0.000_001;
/// From the scale in which ratings are shown to the one in which they are worked out.
const SCALE: f64 = 173.7178;
/// Where everybody begins.
const CENTRE: f64 = 1500.0;
/// Where nobody knows anything of a player any more.
pub(crate) const MOST_DEVIATION: f64 = 350.0;

/// What is known of a player's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// In Glicko-2's scale around 1500.
    pub rating: f64,
    /// How much that may be wrong: the truth is within twice this with 95 %.
    pub deviation: f64,
    /// How much the player's strength goes up and down in a period.
    pub volatility: f64,
}

impl Default for Estimate {
    /// Somebody of whom nothing is known.
    fn default() -> Self {
        Self { rating: CENTRE, deviation: MOST_DEVIATION, volatility: 0.06 }
    }
}

impl Estimate {
    /// After so many periods without a game, and parts of one: less is known.
    #[must_use]
    pub fn after(self, periods: f64) -> Self {
        if periods <= 0.0 {
            // Not even rounded.
            return self;
        }
        let deviation = faded(self.deviation / SCALE, self.volatility, periods) * SCALE;
        Self { deviation: deviation.min(MOST_DEVIATION), ..self }
    }
}

/// One pair of a period: somebody who was met, and how that went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Met {
    /// The other's rating, with what the seats make of it: it is this that the player was up against.
    pub rating: f64,
    /// The other's deviation.
    pub deviation: f64,
    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    pub score: f64,
    /// How much of a game of two the pair holds.
    pub weight: f64,
}

/// How much each pair of a ranking of so many weighs: what a ranking tells of one player, by Fisher's information at equal
/// strengths under the rank-ordered logit, in parts of what as many games of two would tell. With two that is 1.
///
/// Who is left is compared once for each place: of `k` who are left the best one tells `(1 − 1/k)` of the scale, which adds
/// up to `n − H(n)` with the harmonic number `H`; `n (n − 1) / 4` is what games of two between all of them would.
#[must_use]
pub fn pair_weight(seats: usize) -> f64 {
    let n = seats as f64;
    let harmonic: f64 = (1..=seats).map(|k| 1.0 / k as f64).sum();
    if seats < 2 { 1.0 } else { 4.0 * (n - harmonic) / (n * (n - 1.0)) }
}

/// The chances of winning against somebody whose deviation is that.
fn expected(own: f64, met: &Met) -> (f64, f64) {
    let deviation = met.deviation / SCALE;
    let g = (1.0 + ((3.0 * deviation.powi(2)) / (PI.powi(2)))).sqrt().recip();
    let rating = (met.rating - CENTRE) / SCALE;
    (g, (1.0 + (-g * (own - rating)).exp()).recip())
}

/// What one game makes of an estimate that so many periods have gone by since: the time is one in which the player met these.
#[must_use]
pub fn rate_period(own: Estimate, met: &[Met], periods: f64) -> Estimate {
    if met.is_empty() {
        return own.after(periods);
    }
    // Of more than a period the last one has the game, as in the paper.
    let own = own.after(periods - 1.0);
    let periods = periods.clamp(0.0, 1.0);
    let rating = (own.rating - CENTRE) / SCALE;
    let deviation = own.deviation / SCALE;
    let told = |met: &Met| {
        let (g, e) = expected(rating, met);
        met.weight * (g.powi(2) * e * (1.0 - e))
    };
    let v = met.iter().map(told).sum::<f64>().recip();
    let better = |met: &Met| {
        let (g, e) = expected(rating, met);
        met.weight * (g * (met.score - e))
    };
    let scores: f64 = met.iter().map(better).sum();
    let volatility = volatility(own.volatility, (v * scores).powi(2), deviation.powi(2), v);
    let before = faded(deviation, volatility, periods).min(MOST_DEVIATION / SCALE);
    let deviation = (before.powi(2).recip() + v.recip()).sqrt().recip();
    let rating = deviation.powi(2).mul_add(scores, rating);
    Estimate { rating: rating.mul_add(SCALE, CENTRE), deviation: deviation * SCALE, volatility }
}

/// The paper's step 6, for a time.
fn faded(deviation: f64, volatility: f64, periods: f64) -> f64 {
    deviation.hypot(volatility * periods.sqrt())
}

/// The paper's step 5.
fn volatility(was: f64, delta_squared: f64, deviation_squared: f64, v: f64) -> f64 {
    let f = |x: f64| {
        let surprise = (x.exp() * (delta_squared - deviation_squared - v - x.exp()))
            / (2.0 * (deviation_squared + v + x.exp()).powi(2));
        surprise - (x - was.powi(2).ln()) / TAU.powi(2)
    };
    let mut a = was.powi(2).ln();
    let mut b = if delta_squared > deviation_squared + v {
        (delta_squared - deviation_squared - v).ln()
    } else {
        let mut k = 1.0_f64;
        while f(k.mul_add(-TAU, a)) < 0.0 {
            k += 1.0;
        }
        k.mul_add(-TAU, a)
    };
    let (mut of_a, mut of_b) = (f(a), f(b));
    while (b - a).abs() > TOLERANCE {
        let c = a + ((a - b) * of_a / (of_b - of_a));
        let of_c = f(c);
        if of_c * of_b <= 0.0 {
            (a, of_a) = (b, of_b);
        } else {
            of_a /= 2.0;
        }
        (b, of_b) = (c, of_c);
    }
    (a / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use skillratings::Outcomes;
    use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};

    use super::*;

    fn estimate() -> impl Strategy<Value = Estimate> {
        (600.0..2400.0, 30.0..340.0, 0.03..0.09).prop_map(|(rating, deviation, volatility)| Estimate {
            rating,
            deviation,
            volatility,
        })
    }

    fn bits(estimate: Estimate) -> [u64; 3] {
        [estimate.rating, estimate.deviation, estimate.volatility].map(f64::to_bits)
    }

    fn theirs(estimate: Estimate) -> Glicko2Rating {
        let Estimate { rating, deviation, volatility } = estimate;
        Glicko2Rating { rating, deviation, volatility }
    }

    fn ours(rating: Glicko2Rating) -> Estimate {
        let Glicko2Rating { rating, deviation, volatility } = rating;
        Estimate { rating, deviation, volatility }
    }

    proptest! {
        /// What another program makes of the paper, for a period and any number of whole pairs; and after idle ones.
        #[test]
        fn without_weights_and_parts_it_is_the_papers_to_the_last_bit(
            own in estimate(),
            others in prop::collection::vec((estimate(), 0..3u8), 1..5),
        ) {
            let outcomes = [Outcomes::LOSS, Outcomes::DRAW, Outcomes::WIN];
            let met: Vec<_> = others
                .iter()
                .map(|(other, score)| Met {
                    rating: other.rating,
                    deviation: other.deviation,
                    score: f64::from(*score) / 2.0,
                    weight: 1.0,
                })
                .collect();
            let results: Vec<_> =
                others.iter().map(|(other, score)| (theirs(*other), outcomes[usize::from(*score)])).collect();
            let config = Glicko2Config { tau: TAU, convergence_tolerance: TOLERANCE };
            let due = glicko2_rating_period(&theirs(own), &results, &config);
            prop_assert_eq!(bits(rate_period(own, &met, 1.0)), bits(ours(due)));
            let idle = decay_deviation(&theirs(own));
            prop_assert_eq!(bits(own.after(1.0)), bits(ours(idle)));
            let due = glicko2_rating_period(&idle, &results, &config);
            prop_assert_eq!(bits(rate_period(own, &met, 2.0)), bits(ours(due)));
        }

        /// However a time is cut, the same is forgotten in it.
        #[test]
        fn parts_of_a_time_make_the_whole(own in estimate(), one in 0.0..9.0, other in 0.0..9.0) {
            let (whole, parts) = (own.after(one + other), own.after(one).after(other));
            prop_assert!((whole.deviation - parts.deviation).abs() < 1e-9, "{whole:?} {parts:?}");
        }

        /// A game alone takes no time: whoever plays ten in a row is not less known for it.
        #[test]
        fn a_game_makes_nobody_less_known(own in estimate(), other in estimate(), score in 0..3u8) {
            let met = Met {
                rating: other.rating,
                deviation: other.deviation,
                score: f64::from(score) / 2.0,
                weight: 1.0,
            };
            prop_assert!(rate_period(own, &[met], 0.0).deviation < own.deviation);
        }
    }

    #[test]
    fn pairs_weigh_what_a_ranking_tells() {
        assert_eq!(pair_weight(2).to_bits(), 1.0_f64.to_bits());
        for (seats, weight) in (3..).zip([0.778, 0.639, 0.543, 0.473]) {
            assert!((pair_weight(seats) - weight).abs() < 0.0005, "{seats}: {}", pair_weight(seats));
        }
    }
}
