//! Glicko-2 ratings: how strong players are, by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system") with weeks as
//! periods, of which parts count.
//!
//! Games of two and games of more are rated apart, and so are games with computers. In a game of more than two everybody met
//! everybody else: whoever ranks better has won, and those who rank alike have drawn. As these are no independent games, each
//! pair weighs what it holds of a ranking ([`pair_weight`]). Computers met people
//! alone: how they fare against each other would say nothing of them, as games that people have left are not played on for its
//! sake. One that sat at several seats is one player all the same, and has one period of what all of them did.

mod period;
mod seats;

use std::cmp::Ordering;

use cydonia_protocol::{COMPUTERS, ExactRating, Rating};
use uuid::Uuid;

use period::MOST_DEVIATION;
pub use period::{Estimate, Met, pair_weight, rate_period};
pub(crate) use seats::offsets;

/// The version of all that is said here and in the modules below. A database tells by which one its ratings were worked out,
/// and has them worked out anew where it was another: whoever changes a figure that comes out adds one.
pub(crate) const RULE: i64 = 2;

/// How far a guess may be off: a dozen attempts move it to where it belongs.
const GUESSED_DEVIATION: f64 = 200.0;
/// No number of games and no time is larger, as everywhere.
const LARGEST: i64 = (1 << 53) - 1;
const WEEK_MS: i64 = 7 * 24 * 60 * 60 * 1_000;

/// What is known of one player in one pool, as it was after the player's last game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Standing {
    /// In Glicko-2's scale around 1500.
    pub rating: f64,
    /// How much that may be wrong: the truth is within twice this with 95 %.
    pub deviation: f64,
    /// How much the player's strength goes up and down.
    pub volatility: f64,
    /// How many games that is from.
    pub games: i64,
    /// When the last of them ended, in milliseconds since 1970.
    pub last_ms: i64,
}

impl Standing {
    /// Whether it can have come of games. What lies far outside would not only be wrong: worked with, it leads to figures
    /// that cannot be kept, or nowhere.
    pub(crate) fn is_sound(&self) -> bool {
        let Self { rating, deviation, volatility, games, last_ms } = self;
        rating.abs() <= 10_000.0
            && (1.0..=MOST_DEVIATION).contains(deviation)
            && (1e-4..=10.0).contains(volatility)
            && (1..=LARGEST).contains(games)
            && (0..=LARGEST).contains(last_ms)
    }

    /// Somebody of whom nothing is known.
    fn unknown(now_ms: i64) -> Self {
        Self::of(Estimate::default(), 0, now_ms)
    }

    /// Something that was never met, of whose strength there is a guess: a puzzle before anybody has tried it.
    pub(crate) fn guessed(rating: f64, now_ms: i64) -> Self {
        Self { rating, deviation: GUESSED_DEVIATION, ..Self::unknown(now_ms) }
    }

    fn of(Estimate { rating, deviation, volatility }: Estimate, games: i64, last_ms: i64) -> Self {
        Self { rating, deviation, volatility, games, last_ms }
    }

    fn estimate(self) -> Estimate {
        Estimate { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }

    /// How many weeks later that is.
    fn weeks_until(self, now_ms: i64) -> f64 {
        now_ms.saturating_sub(self.last_ms).max(0) as f64 / WEEK_MS as f64
    }

    /// How it stands at a later time: the less is known, the longer somebody has not played.
    pub(crate) fn at(self, now_ms: i64) -> Self {
        Self::of(self.estimate().after(self.weeks_until(now_ms)), self.games, self.last_ms)
    }

    /// As it is shown at a time.
    pub(crate) fn shown(self, now_ms: i64) -> Rating {
        let now = self.at(now_ms);
        Rating::of(now.rating, now.deviation)
    }

    /// With decimals, as it was after the last game.
    pub(crate) fn exact(self) -> ExactRating {
        ExactRating::of(self.rating, self.deviation, self.volatility)
    }
}

/// What one game did to one player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Change {
    /// As the game found it, the time since the game before counted; none for somebody's first.
    pub before: Option<Standing>,
    /// As the game left it.
    pub after: Standing,
}

/// Who sat at one seat of a game, and how that went.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    /// Who.
    pub player: Uuid,
    /// How they stood after their last game, if they had one.
    pub standing: Option<Standing>,
    /// The rank of this seat, 1 being the best.
    pub rank: u8,
    /// What this seat is worth, in points of rating.
    pub offset: f64,
}

impl Placed {
    /// Whether the game compares them: not somebody with themselves, and no computers.
    fn meets(&self, other: &Self) -> bool {
        let is_computer = |placed: &Self| COMPUTERS.contains(&placed.player);
        self.player != other.player && !(is_computer(self) && is_computer(other))
    }

    /// Whom this seat was up against at another, and how that went.
    fn met(&self, other: &Self, weight: f64, finished_ms: i64) -> Met {
        let Standing { rating, deviation, .. } = now(other.standing, finished_ms);
        let score = match self.rank.cmp(&other.rank) {
            Ordering::Less => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Greater => 0.0,
        };
        Met { rating: rating + (other.offset - self.offset), deviation, score, weight }
    }
}

/// What one game does to the ratings of all who played it, seat by seat. All seats of one player tell the same.
pub(crate) fn rate_seats(seats: &[Placed], finished_ms: i64) -> Vec<Change> {
    let change = |one: &Placed| {
        let own = || seats.iter().filter(|seat| seat.player == one.player);
        // The ranking of those who are compared tells as much as a game of them alone.
        let compared = seats.iter().filter(|seat| seat.player == one.player || one.meets(seat)).count();
        let weight = pair_weight(compared);
        let met = own().flat_map(|own| {
            let others = seats.iter().filter(|other| own.meets(other));
            others.map(move |other| own.met(other, weight, finished_ms))
        });
        rate(one.standing, &met.collect::<Vec<_>>(), finished_ms)
    };
    seats.iter().map(change).collect()
}

/// What one game of two does to their ratings, given how they stood after their last one, if they had any. No seat is worth
/// more than the other.
pub(crate) fn rate_pair(players: [(Option<Standing>, u8); 2], finished_ms: i64) -> [Change; 2] {
    let [one, other] = [0, 1].map(|place| {
        let (standing, rank) = players[place];
        Placed { player: Uuid::from_u128(place as u128), standing, rank, offset: 0.0 }
    });
    let change = |own: &Placed, other: &Placed| {
        rate(own.standing, &[own.met(other, pair_weight(2), finished_ms)], finished_ms)
    };
    [change(&one, &other), change(&other, &one)]
}

/// What a period of games against those does to a standing, each pair a whole game: for scales that are made at once, as of a
/// tournament, where no time goes by.
pub(crate) fn rate_at_once(own: (Option<Standing>, u8), others: &[(Option<Standing>, u8)]) -> Standing {
    let placed = |(standing, rank)| Placed { player: Uuid::nil(), standing, rank, offset: 0.0 };
    let met: Vec<_> = others.iter().map(|other| placed(own).met(&placed(*other), 1.0, 0)).collect();
    let before = now(own.0, 0);
    Standing::of(rate_period(before.estimate(), &met, 1.0), before.games + 1, 0)
}

fn now(standing: Option<Standing>, now_ms: i64) -> Standing {
    standing.unwrap_or_else(|| Standing::unknown(now_ms)).at(now_ms)
}

/// What a game does to a rating, given whom its player met.
fn rate(before: Option<Standing>, met: &[Met], finished_ms: i64) -> Change {
    let was = before.unwrap_or_else(|| Standing::unknown(finished_ms));
    let after = rate_period(was.estimate(), met, was.weeks_until(finished_ms));
    // A clock that was set back does not make the last game one of long ago.
    let after = Standing::of(after, was.games + 1, finished_ms.max(was.last_ms));
    Change { before: before.map(|standing| standing.at(finished_ms)), after }
}

#[cfg(test)]
mod tests;
