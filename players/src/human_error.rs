//! Human error model: which action a weaker player takes, of those that a search has an opinion of.
//!
//! People do not play at random. They take what is to be had, see a win when it is there, overlook actions altogether, and tell
//! two that are nearly alike hardly apart. So does this.

use cydonia_rules::{Game, Phase, Seat};

use crate::level::Rung;
use crate::{Candidate, Level, Verdict};

/// From this level on a win by one action is never missed.
const SEES_WINS: u8 = 2;

/// The candidate that a player of that level takes; none if there are none.
pub(crate) fn pick<G: Game>(
    game: &G,
    verdict: Verdict<G::Action>,
    level: Level,
    rung: Rung,
    chance: &mut fastrand::Rng,
) -> Option<Candidate<G::Action>> {
    let Phase::Act { seat } = game.phase() else { return None };
    if rung.temperature <= 0.0 && rung.overlooked <= 0.0 {
        return verdict.into_iter().next();
    }
    let before = game.merit_of(seat);
    let mut gains = Vec::with_capacity(verdict.len());
    for (place, candidate) in verdict.iter().enumerate() {
        let mut after = game.clone();
        after.apply(candidate.action);
        if level.number() >= SEES_WINS && is_won(&after, seat) {
            return verdict.into_iter().nth(place);
        }
        gains.push(after.merit_of(seat) - before);
    }
    let tempting = gains.iter().copied().max().unwrap_or(0);
    let seems: Vec<f32> = verdict
        .iter()
        .zip(gains)
        .map(|(candidate, gain)| {
            let is_tempting = tempting > 0 && gain == tempting;
            let is_overlooked = !is_tempting && chance.f32() < rung.overlooked;
            let greed = if tempting > 0 { rung.greed * gain.max(0) as f32 / tempting as f32 } else { 0.0 };
            if is_overlooked { f32::NEG_INFINITY } else { candidate.values.to(seat) + greed }
        })
        .collect();
    let place =
        sharpened(&seems, rung.temperature, chance).unwrap_or_else(|| chance.usize(..verdict.len().max(1)));
    verdict.into_iter().nth(place)
}

/// Whether the game is over, and nobody is before that seat.
fn is_won<G: Game>(after: &G, seat: Seat) -> bool {
    after.outcome().is_some_and(|outcome| outcome.ranks.get(usize::from(seat)) == Some(&1))
}

/// A place by chance, the likelier the better it seems (softmax); none if nothing is seen.
fn sharpened(seems: &[f32], temperature: f32, chance: &mut fastrand::Rng) -> Option<usize> {
    let top = seems.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    if top == f32::NEG_INFINITY {
        return None;
    }
    // With no temperature it is the best that is seen, the first of those that are alike.
    let weight = |seems: f32| ((seems - top) / temperature.max(1e-6)).exp();
    let sum: f32 = seems.iter().map(|seems| weight(*seems)).sum();
    let mut left = chance.f32() * sum;
    let mut last = None;
    for (place, seems) in seems.iter().enumerate().filter(|(_, seems)| **seems > f32::NEG_INFINITY) {
        last = Some(place);
        left -= weight(*seems);
        if left < 0.0 {
            break;
        }
    }
    last
}
