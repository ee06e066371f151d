//! Snapshot: how a table stands, as it is told to whoever comes.

use cydonia_protocol::{Event, EventKind, GameState, PositionKey, Preview, SeatState};
use cydonia_rules::{Layout, Motion, View};

use super::clocks::ClockState;
use super::dice::Dice;
use super::stage::{Ending, Readiness, Stage};
use super::state::Table;

impl Table {
    /// The board as it will be when the game starts; `None` once it has.
    #[must_use]
    pub fn preview(&self) -> Option<Preview> {
        let waiting = self.waiting()?;
        // A table is checked when it is set up. Whether it can start all the same, whoever starts it is told.
        let game = self.start().ok()?;
        let is_ready = |(seat, ready): (&SeatState, &Readiness)| {
            seat.computer().is_some() || *ready != Readiness::Awaited
        };
        Some(Preview {
            layout: game.layout(),
            view: game.view(),
            ready: self.has_dice().then(|| self.seats.iter().zip(&waiting.ready).map(is_ready).collect()),
            sat: waiting.sat.clone(),
        })
    }

    /// The position as it is shown, once the game has begun; when it has ended, however it did, nobody is to move.
    pub(crate) fn view(&self) -> Option<View> {
        match &self.stage {
            Stage::Waiting(_) => None,
            Stage::Playing(playing) => Some(playing.play.game.view()),
            Stage::Over(over) => Some(over.play.shown_over()),
        }
    }

    /// Where things are and how they stand: the first position, if its game is not on yet. None if it cannot be set up.
    pub fn stands(&self) -> Option<(Layout, View)> {
        match (self.game(), self.view()) {
            (Some(game), Some(view)) => Some((game.layout(), view)),
            _ => self.preview().map(|preview| (preview.layout, preview.view)),
        }
    }

    /// The game as a snapshot shows it; `line` is every event so far.
    #[must_use]
    pub fn game_state(&self, line: Vec<Event>) -> Option<GameState> {
        let play = self.play()?;
        let told = |event: &Event| match event.what {
            EventKind::Start { .. } => false,
            EventKind::AllowAnalysis {}
            | EventKind::Pause {}
            | EventKind::Resume { .. }
            | EventKind::Outage { .. } => true,
            _ => event.what.moves_position(),
        };
        let mut bare = Vec::with_capacity(line.len());
        for mut event in line.into_iter().filter(told) {
            if let EventKind::Undo { .. } = event.what {
                // What was undone and its undoing are no part of how it came to stand as it does.
                let is_act = |event: &Event| matches!(event.what, EventKind::Act { .. });
                if let Some(place) = bare.iter().rposition(is_act) {
                    bare.remove(place);
                }
                continue;
            }
            event.motions.retain(Motion::is_meeting);
            bare.push(Event { diff: None, position_key: None, offers: None, ..event });
        }
        let (outcome, aborted_by) = match self.over().map(|over| &over.ending) {
            None => (None, None),
            Some(Ending::Finished(outcome)) => (Some(outcome.clone()), None),
            Some(Ending::Aborted { by }) => (None, Some(*by)),
        };
        Some(GameState {
            layout: play.game.layout(),
            view: self.view()?,
            at: self.at,
            position_key: self.over().is_none().then(|| PositionKey::at(&play.game)).flatten(),
            rolls: play.rolls,
            line: bare,
            clocks: play.clocks.as_ref().map(ClockState::shown),
            ms: play.clocks.as_ref().map_or(play.started, ClockState::since).0,
            offers: play.offers.shown().to_vec(),
            paused: play.paused.is_some(),
            dice: play.dice.as_ref().map(Dice::shown),
            outcome,
            aborted_by,
        })
    }
}
