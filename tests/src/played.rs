//! Replay by the rules: a game gone through by its real rules, beside what a server tells of it.

use cydonia_protocol::{Event, EventKind, TableInfo};
use cydonia_rules::{AnyGame, GameKind, Phase, Setup, View};

/// A game as its rules have it.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    game: AnyGame,
    /// What it can go back to: with dice within the turn, else by agreement.
    back: Vec<AnyGame>,
}

/// Two are the same if they show the same.
impl PartialEq for Played {
    fn eq(&self, other: &Self) -> bool {
        self.view() == other.view()
    }
}

impl Played {
    /// The game that starts at a table; none if there is no such game.
    pub(crate) fn start(info: &TableInfo) -> Option<Self> {
        let seats = u8::try_from(info.seats.len()).ok()?;
        let setup = Setup { seats, options: info.options.clone(), first: info.first };
        let game = AnyGame::start(GameKind::from_id(&info.game)?, &setup).ok()?;
        Some(Self { game, back: Vec::new() })
    }

    /// The game after a snapshot's line; none if that could not have happened.
    pub(crate) fn through(info: &TableInfo, line: &[Event]) -> Option<Self> {
        let mut played = Self::start(info)?;
        line.iter().try_for_each(|event| played.take(event))?;
        Some(played)
    }

    /// Takes an event; none if by the rules it could not have come.
    pub(crate) fn take(&mut self, event: &Event) -> Option<()> {
        let has_dice = self.game.info().dice;
        let phase = self.game.phase();
        match &event.what {
            EventKind::Act { seat, action, .. } if phase == (Phase::Act { seat: *seat }) => {
                let before = self.game.clone();
                self.game.play(action).ok()?;
                if has_dice && self.game.phase() != phase {
                    self.back.clear();
                } else {
                    self.back.push(before);
                }
            }
            EventKind::Roll { seat, dice, .. } if phase == (Phase::Roll { seat: *seat }) => {
                self.game.roll(*dice).ok()?;
            }
            EventKind::Lost { seat, .. } if phase == (Phase::Roll { seat: *seat }) => {}
            EventKind::Undo { seat } if has_dice && phase == (Phase::Act { seat: *seat }) => {
                self.game = self.back.pop()?;
            }
            EventKind::Swap { seat } if self.back.len() == 1 && phase == (Phase::Act { seat: *seat }) => {
                self.back.clear();
            }
            EventKind::Takeback { actions, .. } if !has_dice => {
                let place = self.back.len().checked_sub(*actions as usize)?;
                self.game = self.back.drain(place..).next()?;
            }
            EventKind::Leave { seat, reason } => {
                self.game.leave(*seat, *reason).ok()?;
                self.back.clear();
            }
            EventKind::Takeover { seat, .. } => {
                // Whoever was only away has not left by the rules.
                if !self.game.seats().is_in(*seat) {
                    self.game.rejoin(*seat).ok()?;
                }
                self.back.clear();
            }
            // What was done in a turn under way stands from here on.
            EventKind::AllowAnalysis {} if has_dice => self.back.clear(),
            what if what.moves_position() && !matches!(what, EventKind::Start { .. }) => return None,
            _ => {}
        }
        Some(())
    }

    /// What it shows.
    pub(crate) fn view(&self) -> View {
        self.game.view()
    }
}
