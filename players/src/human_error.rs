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

#[cfg(test)]
mod tests {
    use cydonia_rules::martian_go::MartianGo;
    use cydonia_rules::{Setup, playout};

    use super::*;
    use crate::Values;

    /// The last action of a game, by which some win and others do not.
    fn last_actions() -> impl Iterator<Item = (MartianGo, Seat)> {
        let at = |seed| {
            let mut game = MartianGo::start(&Setup::for_seats(2)).unwrap();
            let mut chance = fastrand::Rng::with_seed(seed);
            playout(&mut game, 29, &mut Vec::new(), |below| chance.usize(..below));
            let Phase::Act { seat } = game.phase() else { return None };
            let wins = |action: &_| {
                let mut after = game;
                after.apply(*action);
                is_won(&after, seat)
            };
            let actions = game.legal_actions();
            (actions.iter().any(wins) && !actions.iter().all(wins)).then_some((game, seat))
        };
        (0..4_000).filter_map(at)
    }

    /// A verdict that is as wrong as can be: what wins is worth nothing.
    fn misled(game: &MartianGo, seat: Seat) -> Verdict<<MartianGo as Game>::Action> {
        let candidate = |action| {
            let mut after = *game;
            after.apply(action);
            let own = if is_won(&after, seat) { 0.0 } else { 1.0 };
            let values = (0..2).map(|other| if other == seat { own } else { 1.0 - own });
            Candidate { action, values: Values(values.collect()), line: Vec::new() }
        };
        game.legal_actions().into_iter().map(candidate).collect()
    }

    #[test]
    fn a_win_by_one_action_is_missed_by_the_lowest_level_alone() {
        let rung = Rung { nodes: 1, temperature: 0.2, overlooked: 0.5, greed: 0.0 };
        let mut missed = [0; 3];
        let mut positions = 0;
        for (game, seat) in last_actions() {
            positions += 1;
            for level in Level::all().take(2) {
                let mut chance = fastrand::Rng::with_seed(positions);
                let taken = pick(&game, misled(&game, seat), level, rung, &mut chance).unwrap();
                let mut after = game;
                after.apply(taken.action);
                missed[usize::from(level.number())] += u32::from(!is_won(&after, seat));
            }
        }
        assert!(positions > 20 && missed[1] > 10 && missed[2] == 0, "{positions} {missed:?}");
    }

    #[test]
    fn the_better_seems_an_action_the_oftener_it_is_taken() {
        let mut chance = fastrand::Rng::with_seed(1);
        let seems = [0.5, 0.4, f32::NEG_INFINITY, 0.2];
        let mut taken = [0; 4];
        for _ in 0..4_000 {
            taken[sharpened(&seems, 0.1, &mut chance).unwrap()] += 1;
        }
        // What differs by as much as the temperature is taken 2.7 times as often, and what is not seen never.
        assert!(
            taken[0] > 2 * taken[1] && taken[1] > 4 * taken[3] && taken[3] > 50 && taken[2] == 0,
            "{taken:?}"
        );
        assert_eq!(sharpened(&seems, 0.0, &mut chance), Some(0));
        assert_eq!(sharpened(&[f32::NEG_INFINITY], 0.1, &mut chance), None);
    }
}
