//! The methods: what each makes of a game, and what it foretells of one.

use std::f64::consts::PI;

use cydonia_server::{Estimate, Met, pair_weight, rate_period};

use crate::logit::Logit;

/// From the scale in which ratings are shown to the natural one.
pub(crate) const SCALE: f64 = 173.7178;

/// A game that was played: who, in the order of the seats, and how it ended.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// When, in weeks.
    pub week: f64,
    pub players: Vec<usize>,
    /// 1 is best.
    pub ranks: Vec<u8>,
    /// What the seats are worth, in points of rating.
    pub offsets: Vec<f64>,
}

impl Game {
    /// The same with another part of what the seats are worth.
    pub(crate) fn with_part(&self, part: f64) -> Self {
        let offsets = self.offsets.iter().map(|points| points * part).collect();
        Self { offsets, ..self.clone() }
    }
}

/// How much time between two games counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Periods {
    /// Each game is a period, and each whole day without one.
    GamesAndDays,
    /// Each week is, and parts of it.
    Weeks,
}

/// A way to rate, with what it knows of everybody.
pub(crate) enum Method {
    /// Glicko-2 with everybody against everybody else.
    Pairs { weight: fn(usize) -> f64, periods: Periods, known: Vec<(Estimate, f64)> },
    /// The rank-ordered logit.
    Logit(Logit),
}

/// The methods that are compared, by name.
pub(crate) const NAMES: [&str; 4] = [
    "whole pairs, periods of games and days (rule 1)",
    "whole pairs, weeks",
    "weighted pairs, weeks (rule 2)",
    "rank-ordered logit, weeks",
];

impl Method {
    /// The method of that place among the names. Of the logit, how far strengths go in a week is a parameter.
    pub(crate) fn new(place: usize, players: usize, drift: f64) -> Self {
        let known = vec![(Estimate::default(), 0.0); players];
        match place {
            0 => Self::Pairs { weight: |_| 1.0, periods: Periods::GamesAndDays, known },
            1 => Self::Pairs { weight: |_| 1.0, periods: Periods::Weeks, known },
            2 => Self::Pairs { weight: pair_weight, periods: Periods::Weeks, known },
            _ => Self::Logit(Logit::new(players, drift)),
        }
    }

    /// Rating and deviation at a time.
    pub(crate) fn at(&self, player: usize, week: f64) -> (f64, f64) {
        match self {
            Self::Pairs { periods, known, .. } => {
                let Estimate { rating, deviation, .. } = idle(known[player], week, *periods);
                (rating, deviation)
            }
            Self::Logit(logit) => logit.at(player, week),
        }
    }

    pub(crate) fn learn(&mut self, game: &Game) {
        let (weight, periods, known) = match self {
            Self::Logit(logit) => return logit.learn(game),
            Self::Pairs { weight, periods, known } => (*weight, *periods, known),
        };
        let seats = game.players.len();
        let now = |player: usize| idle(known[player], game.week, periods);
        let after = |seat: usize| {
            let met = (0..seats).filter(|other| *other != seat).map(|other| {
                let Estimate { rating, deviation, .. } = now(game.players[other]);
                let score =
                    0.5 + 0.5 * (f64::from(game.ranks[other]) - f64::from(game.ranks[seat])).clamp(-1.0, 1.0);
                Met {
                    rating: rating + game.offsets[other] - game.offsets[seat],
                    deviation,
                    score,
                    weight: weight(seats),
                }
            });
            let met: Vec<_> = met.collect();
            let (was, since) = known[game.players[seat]];
            match periods {
                Periods::GamesAndDays => rate_period(now(game.players[seat]), &met, 1.0),
                Periods::Weeks => rate_period(was, &met, game.week - since),
            }
        };
        let after: Vec<_> = (0..seats).map(after).collect();
        for (player, after) in game.players.iter().zip(after) {
            known[*player] = (after, game.week);
        }
    }

    /// What is foretold of the pairs of a game goes into `loss`, the logarithm for each, and their number.
    pub(crate) fn foretell(&self, game: &Game, loss: &mut (f64, usize)) {
        for one in 0..game.players.len() {
            for other in 0..one {
                let (rating, deviation) = self.at(game.players[one], game.week);
                let (others_rating, others_deviation) = self.at(game.players[other], game.week);
                let ahead = rating + game.offsets[one] - others_rating - game.offsets[other];
                let spread = deviation.hypot(others_deviation) / SCALE;
                let g = (1.0 + 3.0 * spread.powi(2) / PI.powi(2)).sqrt().recip();
                let chance = (1.0 + (-g * ahead / SCALE).exp()).recip();
                loss.0 -= match game.ranks[one].cmp(&game.ranks[other]) {
                    std::cmp::Ordering::Less => chance.ln(),
                    std::cmp::Ordering::Equal => 0.5 * chance.ln() + 0.5 * (1.0 - chance).ln(),
                    std::cmp::Ordering::Greater => (1.0 - chance).ln(),
                };
                loss.1 += 1;
            }
        }
    }
}

fn idle((known, since): (Estimate, f64), week: f64, periods: Periods) -> Estimate {
    match periods {
        Periods::GamesAndDays => known.after(((week - since) * 7.0).floor()),
        Periods::Weeks => known.after(week - since),
    }
}
