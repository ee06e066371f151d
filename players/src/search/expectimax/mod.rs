//! Expectimax search for two seats with dice: whole turns are planned, rolls are averaged over, and of each turn only the few
//! that look best are followed further (beam).

mod plan;
mod turns;

use cydonia_rules::{Game, Phase, Seat};

use self::plan::Plan;
use self::turns::Turns;
use crate::evaluation::{Evaluate, chance_of, ended};
use crate::{Budget, Engine, Verdict};

/// What expectimax asks of a game beyond its rules. It is for two seats; a turn opens with a roll and is made of a few
/// actions of one seat.
pub trait Stochastic: Game {
    /// A hash of everything on which the legal actions and the result depend, in the middle of a turn and after it.
    fn key(&self) -> u64;

    /// What a draw is worth, from 0 to 1, to whoever thinks. Where it can be forced for ever by not letting the other win, it
    /// must be less than half, or that is what is played.
    const DRAW: f32 = 0.5;

    /// Discount: what is left, a roll later, of the difference between what is hoped for and a draw. Where nothing is lost by
    /// waiting it must be less than 1, or whoever is ahead waits for ever for better dice, and is held up.
    const DISCOUNT: f32 = 1.0;
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

    /// What a position at the beginning of a turn, or in the middle of one, is worth to the seat to act without a look at any
    /// roll to come, and the position after the turn that seems best: for whoever plays very many games. None if no seat is
    /// to act.
    pub fn turn_at_sight(&mut self, game: &G) -> Option<(f32, G)> {
        let Phase::Act { seat } = game.phase() else { return None };
        self.seat = seat;
        let first = self.turns.open(game, seat);
        let mut best: Option<(f32, usize)> = None;
        for at in first..self.turns.len() {
            let value = self.judge(self.turns.end(at));
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, at));
            }
        }
        let best = best.map(|(value, at)| (value, self.turns.end(at).clone()));
        self.turns.close(first);
        best
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

    /// What a position is worth in which a roll is due, by so many rolls more (one at least): their average,
    /// discounted.
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
        (1.0 - G::DISCOUNT) * G::DRAW + G::DISCOUNT * sum
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

impl<G: Stochastic, E: Evaluate<G>> Engine<G> for Expectimax<G, E> {
    /// All ends of the turn by what they look like, then by more and more rolls that may come after them, each time fewer of them.
    fn think(&mut self, game: &G, budget: &mut Budget<'_>, chance: &mut fastrand::Rng) -> Verdict<G::Action> {
        let Phase::Act { seat } = game.phase() else { return Vec::new() };
        self.seat = seat;
        let mut actions = game.legal_actions();
        // Of actions that are alike, the seed decides.
        chance.shuffle(&mut actions);
        let mut plan = Plan::new(game, seat, &actions, |end| self.judge(end), budget);
        // Without a choice, one roll tells how things stand.
        let deepest = if actions.len() == 1 { self.deepest.min(1) } else { self.deepest };
        for depth in 1..=deepest {
            let width = self.beam.root[usize::from(depth - 1).min(2)].min(plan.len());
            let mut rated = 0;
            while rated < width && !budget.is_over() {
                let value = self.chance(&plan.end(rated).clone(), depth, budget);
                if budget.is_over() {
                    break;
                }
                plan.rate(rated, value);
                rated += 1;
            }
            // If the budget did not last, the first is the best of those that were rated so deep.
            plan.settle(rated);
            if rated < width {
                break;
            }
        }
        plan.verdict(seat)
    }
}
