//! A table as a state machine: requests become records, records become events. Replaying a journal runs the very
//! same code, so that what is read back cannot differ from what was seen.

use cydonia_protocol::{Event, EventKind, GameState, SeatState, TableInfo, TableStatus};
use cydonia_rules::{AnyGame, GameKind, Phase, Seat, Setup};
use uuid::Uuid;

use super::record::Record;
use crate::store::{Finished, StoreError, TableRow};

/// A table in memory.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// As the lobby shows it.
    pub info: TableInfo,
    /// What the journal knows it by; none once it is finished and moved to the matches.
    pub number: Option<i64>,
    /// A private table's key.
    pub key: Option<String>,
    /// The number of the last event.
    pub n: u64,
    /// The number of the last event that changed the position.
    pub at: u64,
    /// The version of the rules it is played under.
    pub(super) rules: u16,
    /// How many rolls there were.
    pub(super) rolls: u64,
    pub(super) game: Option<AnyGame>,
    /// The positions before each action of the turn under way, to go back to.
    pub(super) turn: Vec<AnyGame>,
    pub(super) started_ms: i64,
}

impl Table {
    /// A table as its row has it, before its journal is read.
    #[must_use]
    pub(crate) fn new(row: TableRow) -> Self {
        Self::unread(row.info, Some(row.number), row.key, 0)
    }

    fn unread(info: TableInfo, number: Option<i64>, key: Option<String>, n: u64) -> Self {
        Self { info, number, key, n, at: 0, rules: 0, rolls: 0, game: None, turn: Vec::new(), started_ms: 0 }
    }

    /// A finished game as a table, before its line is read.
    #[must_use]
    pub(crate) fn of_match(kept: &Finished) -> Self {
        let summary = &kept.summary;
        let info = TableInfo {
            id: summary.id,
            game: summary.game.clone(),
            options: summary.options.clone(),
            seats: summary.seats.iter().map(|sat| SeatState::Taken { player: sat.player.clone() }).collect(),
            first: kept.packed.first,
            private: kept.private,
            status: TableStatus::Playing,
            created_ms: kept.packed.created_ms,
            rematch_of: kept.rematch_of,
            rematch: None,
        };
        // The line begins with the start; who sat down when is no part of it.
        let n = kept.packed.start.saturating_sub(1);
        Self::unread(info, None, kept.key.clone(), n)
    }

    /// The seat a player sits at.
    #[must_use]
    pub(crate) fn seat_of(&self, player: Uuid) -> Option<Seat> {
        (0..)
            .zip(&self.info.seats)
            .find(|(_, seat)| seat.sitter().is_some_and(|who| who.id == player))
            .map(|(seat, _)| seat)
    }

    /// Whether a player may see the table: everybody may, but a private one wants its key or a seat.
    #[must_use]
    pub(crate) fn admits(&self, player: Option<Uuid>, key: Option<&str>) -> bool {
        let named = |seat: &SeatState| match seat {
            SeatState::Taken { player: who } | SeatState::Reserved { player: who } => Some(who.id) == player,
            SeatState::Free {} => false,
        };
        match &self.key {
            None => true,
            Some(own) => key == Some(own) || self.info.seats.iter().any(named),
        }
    }

    /// The seat that is to act now.
    #[must_use]
    pub(crate) fn seat_to_act(&self) -> Option<Seat> {
        match self.game.as_ref()?.phase() {
            Phase::Act { seat } => Some(seat),
            Phase::Roll { .. } | Phase::Over => None,
        }
    }

    /// The seat whose turn a roll would open now.
    #[must_use]
    pub(crate) fn seat_to_roll(&self) -> Option<Seat> {
        match self.game.as_ref()?.phase() {
            Phase::Roll { seat } => Some(seat),
            Phase::Act { .. } | Phase::Over => None,
        }
    }

    /// Whether the seat to act has an action of this turn to take back.
    #[must_use]
    pub(crate) fn can_undo(&self) -> bool {
        !self.turn.is_empty()
    }

    /// The game, once it has started.
    #[must_use]
    pub(crate) fn game(&self) -> Option<&AnyGame> {
        self.game.as_ref()
    }

    /// Takes a record in and tells what it means.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if the record does not fit: never for records that this state just gave.
    pub(crate) fn apply(&mut self, ms: i64, record: &Record) -> Result<Event, StoreError> {
        let damaged = || StoreError::Damaged("journal");
        let mut diff = None;
        let mut motions = Vec::new();
        let what = match record {
            Record::Sit { seat, player } => {
                *self.seat_mut(*seat)? = SeatState::Taken { player: player.clone() };
                EventKind::Sit { seat: *seat, player: player.clone() }
            }
            Record::Stand { seat } => {
                *self.seat_mut(*seat)? = SeatState::Free {};
                EventKind::Stand { seat: *seat }
            }
            Record::Start { rules } => {
                let kind = GameKind::from_id(&self.info.game).ok_or_else(damaged)?;
                // The day a game's rules change, this is where the older ones are asked for.
                if *rules != kind.info().rules_version {
                    return Err(StoreError::Damaged("version of the rules"));
                }
                self.rules = *rules;
                let seats = self.info.seats.len() as u8;
                let setup = Setup { seats, options: self.info.options.clone(), first: self.info.first };
                let game = AnyGame::start(kind, &setup).map_err(|_| damaged())?;
                let (layout, view) = (Box::new(game.layout()), Box::new(game.view()));
                self.game = Some(game);
                self.info.status = TableStatus::Playing;
                self.started_ms = ms;
                EventKind::Start { layout, view }
            }
            Record::Act { action } => {
                let seat = self.seat_to_act().ok_or_else(damaged)?;
                let game = self.game.as_mut().ok_or_else(damaged)?;
                let before = game.clone();
                motions = game.play(action).map_err(|_| damaged())?;
                diff = Some(before.view().diff(&game.view()));
                // Only with dice does a turn take several actions; there a new turn begins with a roll.
                if game.info().dice && game.phase() == (Phase::Act { seat }) {
                    self.turn.push(before);
                } else {
                    self.turn.clear();
                }
                EventKind::Act { seat, action: action.clone() }
            }
            Record::Roll { dice } => {
                let game = self.game.as_mut().ok_or_else(damaged)?;
                let Phase::Roll { seat } = game.phase() else { return Err(damaged()) };
                let before = game.view();
                game.roll(*dice).map_err(|_| damaged())?;
                diff = Some(before.diff(&game.view()));
                self.turn.clear();
                self.rolls += 1;
                EventKind::Roll { seat, k: self.rolls - 1, dice: *dice }
            }
            Record::Undo {} => {
                let seat = self.seat_to_act().ok_or_else(damaged)?;
                let game = self.game.as_mut().ok_or_else(damaged)?;
                let before = std::mem::replace(game, self.turn.pop().ok_or_else(damaged)?);
                diff = Some(before.view().diff(&game.view()));
                EventKind::Undo { seat }
            }
            Record::Leave { seat, reason } => {
                let game = self.game.as_mut().ok_or_else(damaged)?;
                let before = game.view();
                game.leave(*seat, *reason).map_err(|_| damaged())?;
                diff = Some(before.diff(&game.view()));
                self.turn.clear();
                EventKind::Leave { seat: *seat, reason: *reason }
            }
            Record::Finish {} => {
                let outcome = self.game.as_ref().and_then(AnyGame::outcome).ok_or_else(damaged)?;
                self.info.status = TableStatus::Finished;
                EventKind::Finish { outcome }
            }
        };
        self.n += 1;
        if what.moves_position() {
            self.at = self.n;
        }
        Ok(Event { n: self.n, ms, what, diff, motions })
    }

    fn seat_mut(&mut self, seat: Seat) -> Result<&mut SeatState, StoreError> {
        self.info.seats.get_mut(usize::from(seat)).ok_or(StoreError::Damaged("journal"))
    }

    /// The game as a snapshot shows it; `line` is every event so far.
    #[must_use]
    pub(crate) fn game_state(&self, line: Vec<Event>) -> Option<GameState> {
        let game = self.game.as_ref()?;
        let told =
            |event: &Event| event.what.moves_position() && !matches!(event.what, EventKind::Start { .. });
        let moves = line.into_iter().filter(told);
        let bare = moves.map(|event| Event { diff: None, motions: Vec::new(), ..event });
        Some(GameState {
            layout: game.layout(),
            view: game.view(),
            at: self.at,
            rolls: self.rolls,
            line: bare.collect(),
            outcome: game.outcome(),
        })
    }
}
