//! Computer players come in by handle, as time and chance do, so that tests can say what they think.

use std::fmt;
use std::sync::Arc;

use cydonia_players::{Analysis, Choice, Level, Stop};
use cydonia_rules::AnyGame;

/// What computer players think of a position.
#[derive(Clone)]
pub struct Thinker {
    think: Arc<Think>,
    analyse: Arc<Analyse>,
}

type Think = dyn Fn(&AnyGame, Level, u64, &dyn Stop) -> Option<Choice> + Send + Sync;
type Analyse = dyn Fn(&AnyGame, u64, u64, &dyn Stop) -> Option<Analysis> + Send + Sync;

impl fmt::Debug for Thinker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Thinker")
    }
}

impl Thinker {
    /// As the players of every house do.
    #[must_use]
    pub fn players() -> Self {
        Self::from_source(cydonia_players::choose)
    }

    /// Any other way to choose: from a position, a level and a seed, until it is told to stop.
    #[must_use]
    pub fn from_source(
        think: impl Fn(&AnyGame, Level, u64, &dyn Stop) -> Option<Choice> + Send + Sync + 'static,
    ) -> Self {
        Self { think: Arc::new(think), analyse: Arc::new(cydonia_players::analyse) }
    }

    /// The same with any other way to analyse: from a position, a number of nodes and a seed, until it is told to stop.
    #[must_use]
    pub fn analysing(
        self,
        analyse: impl Fn(&AnyGame, u64, u64, &dyn Stop) -> Option<Analysis> + Send + Sync + 'static,
    ) -> Self {
        Self { analyse: Arc::new(analyse), ..self }
    }

    /// What a computer of that level does there; none if nobody is to act.
    pub(crate) fn choose(&self, game: &AnyGame, level: Level, seed: u64, stop: &dyn Stop) -> Option<Choice> {
        (self.think)(game, level, seed, stop)
    }

    /// What the strongest computer makes of a position; none if nobody is to act.
    pub(crate) fn analyse(&self, game: &AnyGame, nodes: u64, seed: u64, stop: &dyn Stop) -> Option<Analysis> {
        (self.analyse)(game, nodes, seed, stop)
    }
}
