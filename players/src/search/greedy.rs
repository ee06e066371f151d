//! Greedy search by one action: the best score at once, with no thought of what comes after.

use cydonia_rules::{Game, Phase};

use crate::{Budget, Candidate, Engine, Values, Verdict};

/// Takes the action after which one's own score is furthest ahead of the best of the others; one of those that are alike by chance.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl<G: Game> Engine<G> for Greedy {
    fn think(&mut self, game: &G, budget: &mut Budget<'_>, chance: &mut fastrand::Rng) -> Verdict<G::Action> {
        let Phase::Act { seat } = game.phase() else { return Vec::new() };
        let mut actions = game.legal_actions();
        chance.shuffle(&mut actions);
        let mut ranked: Vec<(i64, Candidate<G::Action>)> = Vec::with_capacity(actions.len());
        for action in actions {
            let mut after = game.clone();
            after.apply(action);
            let scores = after.scores();
            let own = i64::from(scores[usize::from(seat)]);
            let others = scores.iter().enumerate().filter(|(other, _)| *other != usize::from(seat));
            let lead = own - others.map(|(_, score)| i64::from(*score)).max().unwrap_or(0);
            let values = after.outcome().map_or_else(|| Values::even(scores.len()), |over| Values::of(&over));
            let won = (values.to(seat) * 1_000_000.0) as i64;
            ranked.push((won + lead, Candidate { action, values, line: Vec::new() }));
            if !budget.take() {
                break;
            }
        }
        ranked.sort_by_key(|(merit, _)| std::cmp::Reverse(*merit));
        ranked.into_iter().map(|(_, candidate)| candidate).collect()
    }
}
