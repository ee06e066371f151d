//! Course: from a net that knows nothing to one that has played so many games.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use cydonia_players::evaluation::{Features, Net};
use cydonia_rules::{Game, SetupError, fold};

use crate::{Learner, Manner, Sample, Subject, contest, play};

/// What a course follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// So many games are played in all.
    pub games: u64,
    /// What all chance follows from.
    pub seed: u64,
    /// After each so many games it is measured.
    pub every: u64,
    /// By so many rounds.
    pub rounds: u64,
    /// At so many nodes an action.
    pub nodes: u64,
}

/// A point of the learning curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// After so many games.
    pub games: u64,
    /// The part of the victory against the hand evaluation, from 0 to 1.
    pub part: f32,
}

/// A course under way.
#[derive(Clone, Debug)]
pub struct Course<S, const HIDDEN: usize> {
    pub(crate) plan: Plan,
    pub(crate) learner: Learner<HIDDEN>,
    pub(crate) done: u64,
    pub(crate) curve: Vec<Point>,
    pub(crate) subject: PhantomData<S>,
}

/// So many games are played by the same weights.
const BATCH: u64 = 64;

/// One in so many games, the first of all and two batches at least, is played by the hand evaluation, and only its result is
/// learned: a net that knows nothing plays games that hardly end.
const BY_HAND: u64 = 20;

impl<S: Subject, const HIDDEN: usize> Course<S, HIDDEN> {
    /// How many features positions have.
    pub(crate) const FEATURES: usize = <S::Features as Features<S::Game>>::COUNT;

    /// The beginning.
    #[must_use]
    pub fn new(plan: Plan) -> Self {
        let learner = Learner::new(Self::FEATURES, plan.seed);
        Self { plan, learner, done: 0, curve: Vec::new(), subject: PhantomData }
    }

    /// How many games have been played.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done
    }

    /// How strong it was, from time to time.
    #[must_use]
    pub fn curve(&self) -> &[Point] {
        &self.curve
    }

    /// The net as it stands.
    #[must_use]
    pub fn net(&self) -> Net<S::Features, HIDDEN> {
        self.learner.net::<S::Game, S::Features>()
    }

    /// Plays some games more, learns from them, and measures if it is time to; false if all have been played.
    ///
    /// # Errors
    /// If the game does not take the subject's set-up.
    pub fn advance(&mut self, threads: usize) -> Result<bool, SetupError> {
        let batch = BATCH.min(self.plan.games - self.done);
        if batch == 0 {
            return Ok(false);
        }
        let starts: Vec<(u64, S::Game)> = (self.done..self.done + batch)
            .map(|number| Ok((number, S::Game::start(&S::setup(number))?)))
            .collect::<Result<_, SetupError>>()?;
        let (net, hand) = (self.net(), S::hand());
        let by_hand = (self.plan.games / BY_HAND).max(2 * BATCH);
        let games = side_by_side(threads, &starts, |(number, start)| {
            let seed = fold([self.plan.seed, *number]);
            if *number < by_hand {
                play::<S, _>(start, &hand, Manner { lambda: 1.0, ..S::MANNER }, seed)
            } else {
                play::<S, _>(start, &net, S::MANNER, seed)
            }
        });
        let samples: Vec<Sample> = games.into_iter().flatten().collect();
        self.learner.learn(&samples, self.rate());
        let before = self.done;
        self.done += batch;
        if before / self.plan.every != self.done / self.plan.every || self.done == self.plan.games {
            let part = self.measure(threads);
            self.curve.push(Point { games: self.done, part });
        }
        Ok(true)
    }

    /// How far a step goes by now: evenly less and less, by parts.
    fn rate(&self) -> f32 {
        let [first, last] = S::RATES;
        first * (last / first).powf(self.done as f32 / self.plan.games as f32)
    }

    fn measure(&self, threads: usize) -> f32 {
        let (net, hand) = (self.net(), S::hand());
        let rounds: Vec<u64> = (0..self.plan.rounds).collect();
        let won = side_by_side(threads, &rounds, |round| {
            contest::round::<S, _, _>(&net, &hand, self.plan.nodes, *round)
        });
        won.iter().sum::<f32>() / (u64::from(S::setup(0).seats) * self.plan.rounds) as f32
    }
}

/// Does all of it, some at a time; what comes of it is in the order of the work.
fn side_by_side<T: Sync, R: Send>(threads: usize, work: &[T], each: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(work.len()));
    let some = || {
        while let Some((at, task)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            work.get(at).map(|task| (at, task))
        } {
            let result = each(task);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((at, result));
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(some);
        }
        some();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}
