//! Greedy play by one action: the best score at once, with no thought of what comes after. Frozen.

use cydonia_rules::{Game, Seat};

/// More than any score.
const WON: i32 = 1_000_000;

/// The action after which the seat has won, or else is furthest ahead of the best of the others; one of those that are alike
/// by chance.
pub(super) fn choose<G: Game>(game: &G, seat: Seat, chance: &mut fastrand::Rng) -> G::Action {
    let mut actions = game.legal_actions();
    chance.shuffle(&mut actions);
    let mut best = (i32::MIN, actions[0]);
    for action in actions {
        let mut after = game.clone();
        after.apply(action);
        let merit = merit(&after, seat);
        if merit > best.0 {
            best = (merit, action);
        }
    }
    best.1
}

/// How far the seat is ahead; beyond all others if it has won alone, below all if it has lost.
pub(super) fn merit<G: Game>(game: &G, seat: Seat) -> i32 {
    let others = game.seats().all().filter(|other| *other != seat);
    let lead = game.merit_of(seat) - others.map(|other| game.merit_of(other)).max().unwrap_or(0);
    match game.outcome() {
        Some(outcome) if outcome.ranks[usize::from(seat)] > 1 => lead - WON,
        Some(outcome) if outcome.ranks.iter().filter(|rank| **rank == 1).count() == 1 => lead + WON,
        _ => lead,
    }
}
