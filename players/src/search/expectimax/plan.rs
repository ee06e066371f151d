//! Plans: all turns that are possible at the root, where they end, and what has been found out about these ends.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use cydonia_rules::{Game, Phase, Seat};

use super::Stochastic;
use crate::{Budget, Candidate, Values, Verdict};

/// The ends of a turn, and the ways to them.
pub(super) struct Plan<G: Game> {
    ends: Vec<End<G>>,
    /// The places of the ends, the best first.
    order: Vec<usize>,
    /// Positions in the middle of the turn, each once, by what may be done there; what comes later in a turn stands before what
    /// comes earlier.
    stations: Vec<Ways<G>>,
    /// What may be done now.
    root: Ways<G>,
}

/// Actions, and where each leads.
type Ways<G> = Vec<(<G as Game>::Action, Place)>;

/// How a turn may end.
struct End<G: Game> {
    after: G,
    value: f32,
}

/// Where an action leads.
#[derive(Clone, Copy)]
enum Place {
    Station(usize),
    End(usize),
}

/// The positions that were met, by their keys.
type Places = HashMap<u64, Place, BuildHasherDefault<Key>>;

/// Keys are hashes already.
#[derive(Default)]
struct Key(u64);

impl Hasher for Key {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0 << 8 ^ u64::from(*byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

impl<G: Stochastic> Plan<G> {
    /// Every turn of that seat that begins with one of the actions; each end is judged once. There are thousands now and then: what
    /// is left when it is to stop is not followed further, and counts for nothing.
    pub(super) fn new(
        game: &G,
        seat: Seat,
        actions: &[G::Action],
        judge: impl Fn(&G) -> f32,
        budget: &mut Budget<'_>,
    ) -> Self {
        let mut plan = Self { ends: Vec::new(), order: Vec::new(), stations: Vec::new(), root: Vec::new() };
        plan.root = plan.ways(game, seat, actions, &judge, budget, &mut Places::default());
        plan.order = (0..plan.ends.len()).collect();
        plan.sort(plan.ends.len());
        plan
    }

    /// Where each of the actions leads. Dice used in another order mostly come to the same, which is gone on with once.
    fn ways(
        &mut self,
        game: &G,
        seat: Seat,
        actions: &[G::Action],
        judge: &impl Fn(&G) -> f32,
        budget: &mut Budget<'_>,
        places: &mut Places,
    ) -> Ways<G> {
        let mut ways = Vec::with_capacity(actions.len());
        for action in actions {
            let mut after = game.clone();
            after.apply(*action);
            let key = after.key();
            let place = match places.get(&key) {
                Some(place) => *place,
                None if after.phase() == (Phase::Act { seat }) && !budget.is_stopped() => {
                    let next = self.ways(&after, seat, &after.legal_actions(), judge, budget, places);
                    self.stations.push(next);
                    Place::Station(self.stations.len() - 1)
                }
                None => {
                    let value = if budget.look(1) { judge(&after) } else { 0.0 };
                    self.ends.push(End { after, value });
                    Place::End(self.ends.len() - 1)
                }
            };
            places.insert(key, place);
            ways.push((*action, place));
        }
        ways
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
        let mut ranks = Ranks { ends: vec![0; self.ends.len()], stations: Vec::new() };
        for (rank, end) in self.order.iter().enumerate() {
            ranks.ends[*end] = rank;
        }
        for ways in &self.stations {
            let best = ways.iter().map(|(_, place)| ranks.of(*place)).min();
            ranks.stations.push(best.unwrap_or(usize::MAX));
        }
        let mut best: Vec<_> = self.root.iter().filter(|(_, place)| ranks.of(*place) < usize::MAX).collect();
        best.sort_by_key(|(_, place)| ranks.of(*place));
        let candidates = best.into_iter().map(|(action, place)| {
            let own = self.ends[self.order[ranks.of(*place)]].value;
            let values = (0..2).map(|other| if other == seat { own } else { 1.0 - own });
            let line = self.line(*place, &ranks);
            Candidate { action: *action, values: Values(values.collect()), line }
        });
        candidates.collect()
    }

    /// The actions that lead from there to the best end.
    fn line(&self, mut place: Place, ranks: &Ranks) -> Vec<G::Action> {
        let mut line = Vec::new();
        while let Place::Station(station) = place {
            let best = self.stations[station].iter().min_by_key(|(_, place)| ranks.of(*place));
            let Some((action, next)) = best else { break };
            line.push(*action);
            place = *next;
        }
        line
    }
}

/// The place in the order of each end, and of the best end that comes after each station.
struct Ranks {
    ends: Vec<usize>,
    stations: Vec<usize>,
}

impl Ranks {
    fn of(&self, place: Place) -> usize {
        match place {
            Place::End(end) => self.ends[end],
            Place::Station(station) => self.stations[station],
        }
    }
}
