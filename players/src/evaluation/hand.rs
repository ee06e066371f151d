//! Hand evaluation: a weighted sum of a few terms that a person thought of.

use std::fmt::Debug;

use cydonia_rules::{Game, Seat};

use super::{Evaluate, Score};

/// What a person would look at in a position of a game.
pub trait Terms<G: Game> {
    /// The terms, one number each.
    type Vector: AsRef<[i32]> + Debug;

    /// What they are called, for whoever tunes their weights.
    const NAMES: &'static [&'static str];

    /// The terms of a position as that seat sees it. To the other seat each is as much less.
    fn terms(game: &G, seat: Seat) -> Self::Vector;

    /// What each is worth, in thousandths of log-odds.
    fn weights() -> &'static [i32];
}

/// Judges by a game's [`Terms`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Hand<T>(std::marker::PhantomData<T>);

impl<T> Hand<T> {
    /// That judge.
    #[must_use]
    pub fn new() -> Self {
        Self(std::marker::PhantomData)
    }
}

impl<G: Game, T: Terms<G>> Evaluate<G> for Hand<T> {
    #[inline]
    fn score(&self, game: &G, seat: Seat) -> Score {
        let terms = T::terms(game, seat);
        terms.as_ref().iter().zip(T::weights()).map(|(term, weight)| term * weight).sum()
    }
}
