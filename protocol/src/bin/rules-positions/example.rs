//! Worked examples as the rules pages keep them.

use std::error::Error;

use cydonia_rules::{AnyGame, GameKind, LeaveReason, Options, Seat, Setup};
use serde::Deserialize;

/// The worked examples of one page. What they claim of their positions is for the tests of the rules.
#[derive(Deserialize)]
pub(crate) struct Examples {
    game: String,
    pub(crate) examples: Vec<Example>,
}

impl Examples {
    /// Which game they are of.
    pub(crate) fn kind(&self) -> Result<GameKind, Box<dyn Error>> {
        Ok(GameKind::from_id(&self.game).ok_or_else(|| format!("there is no game {}", self.game))?)
    }
}

#[derive(Deserialize)]
pub(crate) struct Example {
    pub(crate) name: String,
    players: u8,
    #[serde(default)]
    options: Options,
    #[serde(default)]
    first: Seat,
    pub(crate) steps: Vec<Step>,
}

impl Example {
    /// The position before anything has happened.
    pub(crate) fn start(&self, kind: GameKind) -> Result<AnyGame, Box<dyn Error>> {
        let setup = Setup { seats: self.players, options: self.options.clone(), first: self.first };
        Ok(AnyGame::start(kind, &setup)?)
    }
}

#[derive(Deserialize)]
pub(crate) struct Step {
    #[serde(default)]
    inputs: Vec<Input>,
    pub(crate) picture: Option<String>,
    /// How the actions begin whose next token the picture marks.
    pub(crate) mark: Option<String>,
}

impl Step {
    /// Plays what happens in it.
    pub(crate) fn play(&self, game: &mut AnyGame) -> Result<(), Box<dyn Error>> {
        self.inputs.iter().try_for_each(|input| input.give(game))
    }
}

/// As the referee reads it.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Input {
    Act { act: String },
    Roll { roll: [u8; 2] },
    Leave { leave: Seat, reason: LeaveReason },
}

impl Input {
    pub(crate) fn give(&self, game: &mut AnyGame) -> Result<(), Box<dyn Error>> {
        match self {
            Self::Act { act } => drop(game.play(act)?),
            Self::Roll { roll } => game.roll(*roll)?,
            Self::Leave { leave, reason } => game.leave(*leave, *reason)?,
        }
        Ok(())
    }
}
