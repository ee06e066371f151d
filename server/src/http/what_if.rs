//! What-if requests: a side line that leaves a game at one of its steps, and what is told of it. Nothing of it is kept.

use cydonia_protocol::{ErrorCode, MAX_SIDE_LINE, NamedPosition, WhatIf};
use cydonia_rules::AnyGame;
use cydonia_table::{SideLine, SideStep, Stood};
use schemars::JsonSchema;
use serde::Deserialize;

use super::problem::ApiError;
use super::work::json;
use crate::background::yield_core;

/// Which side line.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WhatIfQuery {
    /// After how many entries of the game's line it begins, those that were taken back among them: 0 is the start. Left out, the end.
    pub step: Option<u32>,
    /// Its entries with commas in between: actions, and `roll 3 5` where dice are due. A hundred at most.
    #[serde(default)]
    pub line: String,
    /// Whether to tell where things are, too: once is enough for a whole game.
    #[serde(default)]
    pub layout: bool,
}

/// A side line that is not too long.
pub(super) struct WantedLine {
    line: Vec<SideStep>,
    layout: bool,
}

impl WhatIfQuery {
    /// The side line, if it is not too long.
    pub(super) fn line(&self) -> Result<WantedLine, ApiError> {
        WantedLine::read(&self.line, self.layout)
    }
}

impl WantedLine {
    /// The side line of those entries, if they are not too many.
    pub(super) fn read(line: &str, layout: bool) -> Result<Self, ApiError> {
        let entries = || line.split(',').filter(|_| !line.is_empty());
        if entries().count() > MAX_SIDE_LINE {
            let why = format!("a side line has at most {MAX_SIDE_LINE} entries");
            return Err(ApiError::new(ErrorCode::BadQuery, why));
        }
        Ok(Self { line: entries().map(SideStep::read).collect(), layout })
    }

    /// What is told of it in that position.
    pub(super) fn from(self, game: AnyGame) -> Result<Vec<u8>, ApiError> {
        self.answer(Stood { game: Some(game), steps: 0 }, None)
    }

    /// What is told of it where a game stood so after that step, or after its last.
    pub(super) fn answer(self, stood: Stood, step: Option<u32>) -> Result<Vec<u8>, ApiError> {
        let Stood { game, steps } = stood;
        let Some(game) = game else {
            let why = format!("step is a number from 0 to {steps} for this game");
            return Err(ApiError::new(ErrorCode::BadQuery, why));
        };
        let layout = self.layout.then(|| game.layout());
        let SideLine { start, events, game } = SideLine::play(game, &self.line, yield_core)?;
        json(&WhatIf {
            step: step.unwrap_or(steps),
            steps,
            layout,
            start,
            line: events,
            view: game.view(),
            position: NamedPosition::of(&game),
            actions: game.notations(),
            ends: game.turn_ending_actions().into_iter().collect(),
            scores: game.score_changes(),
            outcome: game.outcome(),
        })
    }
}
