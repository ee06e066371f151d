//! Statistics: proportions with their intervals, and one scale of ratings.

use super::play::{Pairing, Played, Schedule};
use crate::glicko::{Standing, rate_at_once};

/// A part of all that there was to be had, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Proportion {
    pub part: f64,
    /// Wilson's score interval at 95 %.
    pub low: f64,
    pub high: f64,
}

/// Two-sided 95 % of the normal distribution.
const Z: f64 = 1.959_964;

impl Proportion {
    /// So much of so many games. A game that was shared counts by its part, which makes the interval wider than need be.
    pub(super) fn of(won: f64, games: usize) -> Self {
        let games = games as f64;
        if games == 0.0 {
            return Self { part: 0.0, low: 0.0, high: 1.0 };
        }
        let part = won / games;
        let centre = part + Z * Z / (2.0 * games);
        let spread = Z * (part * (1.0 - part) / games + Z * Z / (4.0 * games * games)).max(0.0).sqrt();
        let scale = 1.0 + Z * Z / games;
        Self { part, low: ((centre - spread) / scale).max(0.0), high: ((centre + spread) / scale).min(1.0) }
    }
}

/// Each player's rating on one scale: Glicko-2, a game a period, in the order in which they were to be played.
pub(super) fn ratings(schedule: &Schedule, results: &[Played]) -> Vec<Option<Standing>> {
    let mut standings: Vec<Option<Standing>> = vec![None; schedule.players.len()];
    for game in results {
        let Pairing { one, rest } = schedule.pairings[game.pairing];
        let ranks = &game.outcome.ranks;
        let own = ranks[usize::from(game.seat)];
        // Players of one name have one rating, and it meets the one as often as they sit there.
        let others: Vec<u8> =
            (0..).zip(ranks).filter(|(seat, _)| *seat != game.seat).map(|(_, rank)| *rank).collect();
        let met: Vec<_> = others.iter().map(|rank| (standings[rest], *rank)).collect();
        let one_after = rate_at_once((standings[one], own), &met);
        // What they gain or lose they do against the one alone, each time it stood as it did before.
        for rank in others {
            standings[rest] = Some(rate_at_once((standings[rest], rank), &[(standings[one], own)]));
        }
        standings[one] = Some(one_after);
    }
    standings
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The interval that textbooks have for 8 of 10, and the corners.
    #[test]
    fn wilsons_interval_is_the_textbooks() {
        let eight = Proportion::of(8.0, 10);
        assert!((eight.low - 0.4902).abs() < 1e-4 && (eight.high - 0.9433).abs() < 1e-4, "{eight:?}");
        let none = Proportion::of(0.0, 10);
        assert!(none.low == 0.0 && (none.high - 0.2775).abs() < 1e-4, "{none:?}");
        let all = Proportion::of(400.0, 400);
        assert!((all.low - 0.9905).abs() < 1e-4 && all.high == 1.0, "{all:?}");
    }
}
