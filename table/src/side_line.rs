//! Side lines: how a game stood after any of its steps, and what might have been played from there instead. Nothing of it is kept.

use cydonia_protocol::{Event, EventKind};
use cydonia_rules::{AnyGame, InputError, Phase, View};

use super::journal::{CorruptData, Finished, Stamped, TableRow};
use super::rejection::Rejection;
use super::state::Table;

/// A game as it stood after one of its steps.
#[derive(Clone, Debug)]
pub struct Stood {
    /// How it stood; none if the game has no such step.
    pub game: Option<AnyGame>,
    /// How many steps there are: entries of the game's line, those that were taken back among them.
    pub steps: u32,
}

/// What changes a position in a side line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SideStep {
    /// The seat to act acts.
    Act(String),
    /// Two dice, chosen by whoever plays the line.
    Roll([u8; 2]),
}

/// A side line that was played.
#[derive(Clone, Debug)]
pub struct SideLine {
    /// The position in which it begins.
    pub start: View,
    /// What each step does.
    pub events: Vec<Event>,
    /// The game at its end.
    pub game: AnyGame,
}

/// Why a side line cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {entry} of the side line: {why}")]
pub struct SideLineError {
    /// The first entry that cannot be played, from 1.
    pub entry: u32,
    /// What the rules say to it.
    #[source]
    pub why: InputError,
}

impl From<SideLineError> for Rejection {
    fn from(error: SideLineError) -> Self {
        let message = error.to_string();
        Self { message, ..Self::from(error.why) }
    }
}

impl SideStep {
    /// Reads an entry as a record has it: `roll 3 5`, or else an action. Whatever is no two faces is told as faces that no die has,
    /// as it is asked first whether dice are due.
    #[must_use]
    pub fn read(entry: &str) -> Self {
        let face = |text: &str| text.parse().ok().filter(|_| text.len() == 1).unwrap_or(0);
        match entry.strip_prefix("roll ").map(|faces| faces.split_once(' ')) {
            Some(Some((one, other))) => Self::Roll([face(one), face(other)]),
            Some(None) => Self::Roll([0; 2]),
            None => Self::Act(entry.to_owned()),
        }
    }
}

impl SideLine {
    /// Plays a side line from that position. `between` is called after each step.
    ///
    /// # Errors
    /// The first entry that the rules refuse.
    pub fn play(
        mut game: AnyGame,
        line: &[SideStep],
        mut between: impl FnMut(),
    ) -> Result<Self, SideLineError> {
        let start = game.view();
        let mut before = start.clone();
        let mut events = Vec::with_capacity(line.len());
        let mut rolls = 0;
        for (entry, step) in (1..).zip(line) {
            let at = |why| SideLineError { entry, why };
            let (Phase::Act { seat } | Phase::Roll { seat }) = game.phase() else {
                return Err(at(InputError::Over));
            };
            let (what, motions) = match step {
                SideStep::Act(action) => {
                    let motions = game.play(action).map_err(at)?;
                    (EventKind::Act { seat, action: action.clone(), share: None, lag_ms: 0 }, motions)
                }
                SideStep::Roll(dice) => {
                    game.roll(*dice).map_err(at)?;
                    rolls += 1;
                    (
                        EventKind::Roll { seat, k: rolls - 1, dice: *dice, opened: None, share: None },
                        Vec::new(),
                    )
                }
            };
            let view = game.view();
            events.push(Event::tried(entry.into(), what, before.diff(&view), motions));
            before = view;
            between();
        }
        Ok(Self { start, events, game })
    }
}

impl Table {
    /// How a finished game stood after so many steps, or after all of them. `between` is called again and again.
    ///
    /// # Errors
    /// If its line does not replay, or not to the result that is kept.
    pub fn stood(
        kept: &Finished,
        step: Option<u32>,
        mut between: impl FnMut(),
    ) -> Result<Stood, CorruptData> {
        let mut table = Self::of_match(kept);
        let mut stood = Stood { game: None, steps: 0 };
        for stamped in &kept.packed.unpack_stepwise(&mut between)? {
            stood.replay(&mut table, stamped, step)?;
            between();
        }
        table.check_end(kept)?;
        Ok(stood)
    }

    /// How a game that is on stood after so many steps, or all of them, of those before that event, by which all who play allowed it; none if that
    /// holds no longer. `between` is called again and again.
    ///
    /// # Errors
    /// If the journal does not replay.
    pub fn stood_until(
        row: TableRow,
        journal: &[Stamped],
        until: u64,
        step: Option<u32>,
        mut between: impl FnMut(),
    ) -> Result<Option<Stood>, CorruptData> {
        let mut table = Self::before_journal(row, journal);
        let mut stood = Stood { game: None, steps: 0 };
        for (n, stamped) in (1..).zip(journal) {
            if n > until {
                table.replay(std::slice::from_ref(stamped))?;
            } else {
                stood.replay(&mut table, stamped, step)?;
            }
            between();
        }
        Ok(Some(stood).filter(|_| table.analysed_until() == Some(until)))
    }
}

impl Stood {
    /// Has a table take a record in, and looks whether it stands then as is wanted.
    fn replay(&mut self, table: &mut Table, stamped: &Stamped, step: Option<u32>) -> Result<(), CorruptData> {
        for Event { what, .. } in table.replay(std::slice::from_ref(stamped))? {
            let is_start = matches!(what, EventKind::Start { .. });
            if !what.moves_position() {
                continue;
            }
            self.steps += u32::from(!is_start);
            if step.is_none_or(|step| step == self.steps) {
                self.game = table.game().cloned();
            }
        }
        Ok(())
    }
}
