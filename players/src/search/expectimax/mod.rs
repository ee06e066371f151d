//! Expectimax search for two seats with dice: whole turns are planned, rolls are averaged over, and of each turn only the few
//! that look best are followed further (beam).

mod turns;

use cydonia_rules::{Game, Phase, Seat};

use self::turns::Turns;
use crate::evaluation::{Evaluate, chance_of, ended};
use crate::{Budget, Candidate, Engine, Values, Verdict};

/// What expectimax asks of a game beyond its rules. It is for two seats; a turn opens with a roll and is made of a few
/// actions of one seat.
pub trait Stochastic: Game {
    /// A hash of everything on which the legal actions and the result depend, in the middle of a turn and after it.
    fn key(&self) -> u64;

    /// What a draw is worth, from 0 to 1, to whoever thinks. Where it can be forced for ever by not letting the other win, it
    /// must be less than half, or that is what is played.
    const DRAW: f32 = 0.5;
}

/// How many turns are followed, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beam {
    /// Of one's own turns at the root, by how many rolls deep they are followed: those of depth 1 first. The last number
    /// holds for all depths beyond.
    pub root: [usize; 3],
    /// Of any turn further down.
    pub inner: usize,
}

impl Default for Beam {
    fn default() -> Self {
        Self { root: [48, 12, 5], inner: 2 }
    }
}

/// An engine that plays by expectimax and that evaluation.
pub struct Expectimax<G: Game, E> {
    evaluate: E,
    beam: Beam,
    deepest: u8,
    turns: Turns<G>,
    /// Who thinks.
    seat: Seat,
}

/// Rolls that differ, and in how many of 36 ways each comes.
fn rolls() -> impl Iterator<Item = ([u8; 2], f32)> {
    (1..=6).flat_map(|one| {
        (one..=6).map(move |two| ([one, two], if one == two { 1.0 / 36.0 } else { 2.0 / 36.0 }))
    })
}

/// No search looks deeper than so many rolls.
const HORIZON: u8 = 6;

impl<G: Stochastic, E: Evaluate<G>> Expectimax<G, E> {
    /// An engine with the default beam.
    pub fn new(evaluate: E) -> Self {
        Self { evaluate, beam: Beam::default(), deepest: HORIZON, turns: Turns::new(), seat: 0 }
    }

    /// The same with another beam.
    #[must_use]
    pub fn with_beam(mut self, beam: Beam) -> Self {
        self.beam = beam;
        self
    }

    /// The same, but it looks no further than so many rolls ahead; 0 looks at the end of the turn alone.
    #[must_use]
    pub fn with_depth(mut self, rolls: u8) -> Self {
        self.deepest = rolls.min(HORIZON);
        self
    }

    /// What a position without a roll to come in it is worth to whoever thinks.
    fn judge(&self, game: &G) -> f32 {
        match ended(game, self.seat) {
            Some(std::cmp::Ordering::Greater) => 1.0,
            Some(std::cmp::Ordering::Equal) => G::DRAW,
            Some(std::cmp::Ordering::Less) => 0.0,
            None => chance_of(self.evaluate.score(game, self.seat)),
        }
    }

    /// What a position is worth in which a roll is due, by so many rolls more (one at least): their average.
    fn chance(&mut self, game: &G, depth: u8, budget: &mut Budget<'_>) -> f32 {
        if game.phase() == Phase::Over {
            return self.judge(game);
        }
        let mut sum = 0.0;
        for (dice, weight) in rolls() {
            let mut rolled = game.clone();
            rolled.apply_roll(dice);
            sum += weight * self.turn(&rolled, depth - 1, budget);
            if budget.is_over() {
                break;
            }
        }
        sum
    }

    /// What a position at the beginning of a turn is worth: the best of its turns, for whoever's it is.
    fn turn(&mut self, game: &G, depth: u8, budget: &mut Budget<'_>) -> f32 {
        let Phase::Act { seat } = game.phase() else { return self.judge(game) };
        let sign = if seat == self.seat { 1.0 } else { -1.0 };
        let first = self.turns.open(game, seat);
        for at in first..self.turns.len() {
            let merit = sign * self.judge(self.turns.end(at));
            self.turns.rate(at, merit);
            if !budget.take() {
                break;
            }
        }
        let mut best = self.turns.best(first);
        if depth > 0 && !budget.is_over() {
            self.turns.keep_best(first, self.beam.inner);
            best = f32::NEG_INFINITY;
            for at in first..self.turns.len() {
                let end = self.turns.end(at).clone();
                best = best.max(sign * self.chance(&end, depth, budget));
            }
        }
        self.turns.close(first);
        sign * best
    }
}

/// The end of one of the turns that are possible at the root.
struct End<G: Game> {
    after: G,
    value: f32,
    /// How many rolls deep it was followed.
    depth: u8,
}

impl<G: Stochastic, E: Evaluate<G>> Engine<G> for Expectimax<G, E> {
    fn think(&mut self, game: &G, budget: &mut Budget<'_>, chance: &mut fastrand::Rng) -> Verdict<G::Action> {
        let Phase::Act { seat } = game.phase() else { return Vec::new() };
        self.seat = seat;
        let mut actions = game.legal_actions();
        // Of actions that are alike, the seed decides.
        chance.shuffle(&mut actions);
        let (mut ends, reached) = self.plan(game, seat, &actions);
        let mut order: Vec<usize> = (0..ends.len()).collect();
        let by_value = |ends: &[End<G>], order: &mut [usize]| {
            order.sort_by(|a, b| ends[*b].value.total_cmp(&ends[*a].value))
        };
        by_value(&ends, &mut order);
        // Without a choice, one roll tells how things stand.
        let deepest = if actions.len() == 1 { self.deepest.min(1) } else { self.deepest };
        for depth in 1..=deepest {
            let width = self.beam.root[usize::from(depth - 1).min(2)].min(order.len());
            let mut searched = 0;
            for at in &order[..width] {
                let value = self.chance(&ends[*at].after.clone(), depth, budget);
                if budget.is_over() {
                    break;
                }
                (ends[*at].value, ends[*at].depth) = (value, depth);
                searched += 1;
            }
            // The rest were not worth as much as any of these, whatever they seemed to be worth before.
            by_value(&ends, &mut order[..searched]);
            if let Some(worst) = searched.checked_sub(1).map(|last| ends[order[last]].value) {
                for at in &order[searched..] {
                    ends[*at].value = ends[*at].value.min(worst);
                }
            }
            if budget.is_over() {
                break;
            }
        }
        self.verdict(&actions, &reached, &ends, &order)
    }
}

impl<G: Stochastic, E: Evaluate<G>> Expectimax<G, E> {
    /// Every end of the turn, each once, and for each action the ends that can be reached by it, with what comes after it.
    #[expect(clippy::type_complexity, reason = "two lists that belong together")]
    fn plan(
        &mut self,
        game: &G,
        seat: Seat,
        actions: &[G::Action],
    ) -> (Vec<End<G>>, Vec<Vec<(usize, Vec<G::Action>)>>) {
        let mut ends: Vec<End<G>> = Vec::new();
        let mut by_key = std::collections::HashMap::new();
        let mut reached = Vec::with_capacity(actions.len());
        for action in actions {
            let mut after = game.clone();
            after.apply(*action);
            let mut own = Vec::new();
            for (end, line) in turns::continuations(&after, seat) {
                let at = *by_key.entry(end.key()).or_insert_with(|| {
                    let value = self.judge(&end);
                    ends.push(End { after: end, value, depth: 0 });
                    ends.len() - 1
                });
                own.push((at, line));
            }
            reached.push(own);
        }
        (ends, reached)
    }

    /// Each action with the best end that it leads to, the best first.
    fn verdict(
        &self,
        actions: &[G::Action],
        reached: &[Vec<(usize, Vec<G::Action>)>],
        ends: &[End<G>],
        order: &[usize],
    ) -> Verdict<G::Action> {
        let mut rank = vec![0; ends.len()];
        for (place, at) in order.iter().enumerate() {
            rank[*at] = place;
        }
        let best =
            |own: &'_ Vec<(usize, Vec<G::Action>)>| own.iter().min_by_key(|(at, _)| rank[*at]).cloned();
        let mut ranked: Vec<_> = actions
            .iter()
            .zip(reached)
            .filter_map(|(action, own)| best(own).map(|(at, line)| (rank[at], *action, ends[at].value, line)))
            .collect();
        ranked.sort_by_key(|(rank, ..)| *rank);
        let candidates = ranked.into_iter().map(|(_, action, own, line)| {
            let values = (0..2).map(|seat| if seat == self.seat { own } else { 1.0 - own });
            Candidate { action, values: Values(values.collect()), line }
        });
        candidates.collect()
    }
}
