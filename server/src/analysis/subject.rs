//! What is analysed: a finished game, or as much of one that is on as all who play have allowed.

use cydonia_protocol::{AnalysisProgress, ErrorCode};
use cydonia_rules::{AnyGame, Outcome, Phase};
use cydonia_table::{Acted, Rejection};
use uuid::Uuid;

use crate::store::Kept;

/// A game that may be analysed.
pub(crate) enum Analysable {
    /// It is over.
    Kept(Box<Kept>),
    /// It is on.
    UnderWay(UnderWay),
}

/// A game that is on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnderWay {
    /// The id of its table.
    pub table: Uuid,
    /// The number of the event by which all who play let it be analysed, if they have.
    pub until: Option<u64>,
}

/// What is analysed: a finished game, or of one that is on what came before the event of that number, by which all allowed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Subject {
    pub(super) table: Uuid,
    pub(super) until: Option<u64>,
}

/// A game as it is looked at.
pub(super) struct Played {
    pub(super) acted: Vec<Acted>,
    pub(super) end: End,
}

/// Where what was played ends.
pub(super) enum End {
    Over(Outcome),
    /// The game is on, and stood so.
    Stands(Box<AnyGame>),
}

impl Played {
    /// How the game stood, where a seat was to act then: what that is worth tells what the last action was.
    fn stands(&self) -> Option<&AnyGame> {
        match &self.end {
            End::Stands(game) => Some(&**game).filter(|game| matches!(game.phase(), Phase::Act { .. })),
            End::Over(_) => None,
        }
    }

    /// Every position that is looked at.
    pub(super) fn positions(&self) -> impl Iterator<Item = &AnyGame> {
        self.acted.iter().map(|acted| &acted.game).chain(self.stands())
    }
}

impl Analysable {
    /// What is analysed of it.
    ///
    /// # Errors
    /// If it is on, and not all who play have allowed it.
    pub(super) fn subject(&self) -> Result<Subject, Rejection> {
        match self {
            Self::Kept(kept) => Ok(Subject { table: kept.summary.id, until: None }),
            Self::UnderWay(UnderWay { table, until: Some(until) }) => {
                Ok(Subject { table: *table, until: Some(*until) })
            }
            Self::UnderWay(UnderWay { until: None, .. }) => {
                let why = "the game is on, and not all who play have agreed that it is analysed";
                Err(Rejection::new(ErrorCode::NotOver, why))
            }
        }
    }

    /// Its number, once it is over.
    pub(super) fn number(&self) -> Option<i64> {
        match self {
            Self::Kept(kept) => Some(kept.summary.number),
            Self::UnderWay(_) => None,
        }
    }
}

impl Subject {
    /// That its analysis is so far.
    pub(super) fn progress(self, done: u32, all: u32, ready: bool) -> AnalysisProgress {
        AnalysisProgress { done, all, ready, until: self.until }
    }
}
