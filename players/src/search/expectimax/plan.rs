//! Plans: all turns that are possible at the root, where they end, and what has been found out about these ends.

use std::collections::HashMap;

use cydonia_rules::{Game, Phase, Seat};

use super::Stochastic;
use crate::{Candidate, Values, Verdict};

/// The ends of a turn, and the actions that it may go on with.
pub(super) struct Plan<G: Game> {
    ends: Vec<End<G>>,
    /// The places of the ends, the best first.
    order: Vec<usize>,
    /// By the action that is to be taken now.
    ways: Vec<(G::Action, Vec<Way<G>>)>,
}

/// How a turn may end.
struct End<G: Game> {
    after: G,
    value: f32,
}

/// How an end is reached once the first action is taken.
struct Way<G: Game> {
    /// Its place.
    end: usize,
    line: Vec<G::Action>,
}

impl<G: Stochastic> Plan<G> {
    /// Every turn of that seat that begins with one of the actions; each end is judged once.
    pub(super) fn new(game: &G, seat: Seat, actions: &[G::Action], judge: impl Fn(&G) -> f32) -> Self {
        let mut plan = Self { ends: Vec::new(), order: Vec::new(), ways: Vec::with_capacity(actions.len()) };
        let mut places = HashMap::new();
        for action in actions {
            let mut after = game.clone();
            after.apply(*action);
            let mut ways = Vec::new();
            for (after, line) in continuations(&after, seat) {
                let end = *places.entry(after.key()).or_insert(plan.ends.len());
                if end == plan.ends.len() {
                    let value = judge(&after);
                    plan.ends.push(End { after, value });
                }
                ways.push(Way { end, line });
            }
            plan.ways.push((*action, ways));
        }
        plan.order = (0..plan.ends.len()).collect();
        plan.sort(plan.ends.len());
        plan
    }

    /// The position at the end that stands at that place of the order.
    pub(super) fn end(&self, place: usize) -> &G {
        &self.ends[self.order[place]].after
    }

    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// That end is worth so much, as is known now.
    pub(super) fn rate(&mut self, place: usize, value: f32) {
        self.ends[self.order[place]].value = value;
    }

    /// The first ends have been rated anew. The others were not worth as much as any of these, whatever they seemed to be
    /// worth before.
    pub(super) fn settle(&mut self, rated: usize) {
        self.sort(rated);
        let Some(worst) = rated.checked_sub(1).map(|last| self.ends[self.order[last]].value) else { return };
        for end in &self.order[rated..] {
            self.ends[*end].value = self.ends[*end].value.min(worst);
        }
    }

    /// Sorts so many of the first.
    fn sort(&mut self, count: usize) {
        let ends = &self.ends;
        self.order[..count].sort_by(|one, two| ends[*two].value.total_cmp(&ends[*one].value));
    }

    /// Each action with the best end that it leads to, the best first.
    pub(super) fn verdict(self, seat: Seat) -> Verdict<G::Action> {
        let mut ranks = vec![0; self.ends.len()];
        for (rank, end) in self.order.iter().enumerate() {
            ranks[*end] = rank;
        }
        let best = self.ways.into_iter().filter_map(|(action, ways)| {
            let way = ways.into_iter().min_by_key(|way| ranks[way.end])?;
            Some((ranks[way.end], action, way))
        });
        let mut best: Vec<_> = best.collect();
        best.sort_by_key(|(rank, ..)| *rank);
        let candidates = best.into_iter().map(|(_, action, way)| {
            let own = self.ends[way.end].value;
            let values = (0..2).map(|other| if other == seat { own } else { 1.0 - own });
            Candidate { action, values: Values(values.collect()), line: way.line }
        });
        candidates.collect()
    }
}

/// Every end of that seat's turn from here on, each once, with the actions that lead there.
fn continuations<G: Stochastic>(game: &G, seat: Seat) -> Vec<(G, Vec<G::Action>)> {
    let mut ends = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut open = vec![(game.clone(), Vec::new())];
    while let Some((game, line)) = open.pop() {
        if game.phase() != (Phase::Act { seat }) {
            ends.push((game, line));
            continue;
        }
        for action in game.legal_actions() {
            let mut after = game.clone();
            after.apply(action);
            if seen.insert(after.key()) {
                let line = line.iter().copied().chain([action]).collect();
                open.push((after, line));
            }
        }
    }
    ends
}
