//! Hand evaluation: a weighted sum of a few terms that a person thought of.

use std::fmt::Debug;
use std::marker::PhantomData;

use cydonia_rules::{Game, Seat};

use super::{Evaluate, Score};

/// What a person would look at in a position of a game.
pub trait Terms<G: Game> {
    /// The terms, one number each.
    type Vector: AsRef<[i32]> + Debug;

    /// What they are called, and what each is worth, in thousandths of log-odds.
    const WEIGHTS: &'static [(&'static str, i32)];

    /// The terms of a position as that seat sees it. To the other seat each is as much less.
    fn terms(game: &G, seat: Seat) -> Self::Vector;
}

/// Judges by a game's [`Terms`].
#[derive(Clone, Debug)]
pub struct Hand<T> {
    weights: Vec<i32>,
    terms: PhantomData<T>,
}

impl<T> Hand<T> {
    /// That judge.
    #[must_use]
    pub fn new<G: Game>() -> Self
    where
        T: Terms<G>,
    {
        Self::with_weights(T::WEIGHTS.iter().map(|(_, weight)| *weight).collect())
    }

    /// The same with other weights, for whoever tunes them.
    #[must_use]
    pub fn with_weights(weights: Vec<i32>) -> Self {
        Self { weights, terms: PhantomData }
    }
}

impl<G: Game, T: Terms<G>> Evaluate<G> for Hand<T> {
    #[inline]
    fn score(&self, game: &G, seat: Seat) -> Score {
        let terms = T::terms(game, seat);
        terms.as_ref().iter().zip(&self.weights).map(|(term, weight)| term * weight).sum()
    }
}
