//! Puzzles: positions in which one action is clearly better than all others, each with the line that leads there and the
//! solution. `cydonia puzzles` finds them; a set of them is part of the program ([`set`]), and a house keeps those of its own games.

mod error;
pub(crate) mod set;

use cydonia_protocol::{Event, EventKind};
use cydonia_rules::{AnyGame, GameKind, Options, Phase, Seat, Setup};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

pub(crate) use error::PuzzleError;

/// A puzzle as it is kept: a line of JSON in a file, or a row of a database.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleRecord {
    /// Follows from the position's line and the solution's first action: the same puzzle has the same id wherever it is found.
    pub id: Uuid,
    /// Which game, by its id.
    pub game: String,
    /// How many seats.
    pub players: u8,
    /// The options that were chosen.
    #[serde(default, skip_serializing_if = "Options::is_empty")]
    pub options: Options,
    /// The seat that began.
    #[serde(default)]
    pub first: Seat,
    /// What leads to the position, as `cydonia referee` reads it.
    pub line: Vec<Input>,
    /// The seat that is to find the action.
    pub seat: Seat,
    /// The action, and how it may go on from there, up to the next roll.
    pub solution: Vec<String>,
    /// Other actions that come to the same by the end of the turn: with dice, what is done in another order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// The part of the victory that the seat can expect after the solution, and after the second best action.
    pub values: [f32; 2],
    /// How hard it seems to be, in the scale of ratings, before anybody has tried.
    pub rating: u16,
    /// Where the position comes from.
    pub source: Source,
}

/// Something that changes a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Input {
    /// The seat to act acts.
    Act(String),
    /// Two dice, in the order in which they were thrown.
    Roll([u8; 2]),
}

/// Where a puzzle's position comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Source {
    /// A game of computer players.
    SelfPlay {
        /// What the game followed from.
        seed: u64,
    },
    /// A finished game of the house.
    Match {
        /// Its id.
        id: Uuid,
    },
}

/// A position as puzzles are made of: how it came about.
#[derive(Clone, Debug)]
pub(crate) struct Origin<'a> {
    /// Which game.
    pub kind: GameKind,
    /// How it was set up.
    pub setup: &'a Setup,
    /// What leads to it.
    pub line: &'a [Input],
}

impl Origin<'_> {
    /// The id of a puzzle of this position with that solution.
    pub(crate) fn id(&self, action: &str) -> Uuid {
        let Setup { seats, options, first } = self.setup;
        let content = serde_json::json!([self.kind.id(), seats, options, first, self.line, action]);
        let digest = Sha256::digest(content.to_string());
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest[..16]);
        // Version 8: made in a way of one's own.
        uuid::Builder::from_custom_bytes(bytes).into_uuid()
    }
}

impl PuzzleRecord {
    /// Reads a puzzle, and plays it through: its line leads to its position, and the solution can be played there.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub(crate) fn read(json: &str) -> Result<Self, PuzzleError> {
        let record: Self = serde_json::from_str(json)?;
        let mut game = record.position()?;
        let [action, ..] = &record.solution[..] else { return Err(PuzzleError::NoSolution) };
        let (kind, setup) = (record.kind()?, record.setup());
        if (Origin { kind, setup: &setup, line: &record.line }).id(action) != record.id {
            return Err(PuzzleError::Id);
        }
        for also in &record.also {
            game.clone().play(also).map_err(PuzzleError::Solution)?;
        }
        for action in &record.solution {
            game.play(action).map_err(PuzzleError::Solution)?;
        }
        Ok(record)
    }

    /// Which game it is of.
    ///
    /// # Errors
    /// If this program does not play it.
    pub(crate) fn kind(&self) -> Result<GameKind, PuzzleError> {
        GameKind::from_id(&self.game).ok_or(PuzzleError::Game)
    }

    fn setup(&self) -> Setup {
        Setup { seats: self.players, options: self.options.clone(), first: self.first }
    }

    /// The position, in which its seat is to act.
    ///
    /// # Errors
    /// If its line does not lead to one.
    pub(crate) fn position(&self) -> Result<AnyGame, PuzzleError> {
        let mut game = AnyGame::start(self.kind()?, &self.setup())?;
        for input in &self.line {
            input.play(&mut game).map_err(PuzzleError::Line)?;
        }
        if game.phase() == (Phase::Act { seat: self.seat }) { Ok(game) } else { Err(PuzzleError::Seat) }
    }

    /// Whether that action is the solution, or comes to the same.
    pub(crate) fn is_solved_by(&self, action: &str) -> bool {
        self.solution.first().into_iter().chain(&self.also).any(|solution| solution == action)
    }

    /// What happens on the board when actions are taken in the position, as a table's watchers would see it. It ends at the first
    /// action that is not legal.
    ///
    /// # Errors
    /// If the line does not lead to the position.
    pub(crate) fn events(&self, actions: &[String]) -> Result<Vec<Event>, PuzzleError> {
        let mut game = self.position()?;
        let mut before = game.view();
        let mut events = Vec::with_capacity(actions.len());
        for (n, action) in (1..).zip(actions) {
            let Phase::Act { seat } = game.phase() else { break };
            let Ok(motions) = game.play(action) else { break };
            let view = game.view();
            let what = EventKind::Act { seat, action: action.clone(), share: None, lag_ms: 0 };
            events.push(Event::tried(n, what, before.diff(&view), motions));
            before = view;
        }
        Ok(events)
    }
}

impl Input {
    /// Takes it in a position.
    ///
    /// # Errors
    /// If it cannot be; nothing has changed then.
    pub(crate) fn play(&self, game: &mut AnyGame) -> Result<(), cydonia_rules::InputError> {
        match self {
            Self::Act(action) => game.play(action).map(drop),
            Self::Roll(dice) => game.roll(*dice),
        }
    }
}
