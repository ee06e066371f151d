//! A table as a state machine: requests become records, records become events. Replaying a journal runs the very
//! same code, so that what is read back cannot differ from what was seen. (Only what an action came to when it was tried
//! is not worked out again.)

use std::collections::VecDeque;

use cydonia_protocol::dice::{Bytes32, seal};
use cydonia_protocol::{Event, EventKind, GameState, MatchSeat, Preview, SeatState, TableInfo, TableStatus};
use cydonia_rules::{AnyGame, GameKind, Motion, Outcome, Phase, Seat, Setup, Turn, View};
use uuid::Uuid;

use super::clocks::ClockState;
use super::dice::{Dice, other};
use super::dice_secrets::DiceSecrets;
use super::journal::ReplayError;
use super::journal::{CorruptData, Finished, TableRow};
use super::journal::{Record, Stamped};
use super::offers::Offers;
use crate::limits;

/// A table in memory.
#[derive(Clone, Debug)]
pub struct Table {
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
    pub(crate) rules: u16,
    /// How many rolls there were, void ones included.
    pub(crate) rolls: u64,
    /// What the next roll will be made of; none in games without dice.
    pub(crate) dice: Option<Dice>,
    /// What the server makes its secrets from; none in games without dice, and once a game is over.
    pub dice_key: Option<Bytes32>,
    /// When the table next wants attention, as its row had it.
    pub noted_deadline_ms: Option<i64>,
    /// Who is ready to play with dice, with what pledge.
    pub(crate) ready: Vec<Option<Option<Bytes32>>>,
    /// The seats that are taken, in the order in which they were: the first is the host's.
    pub(crate) sat: Vec<Seat>,
    /// When the last seat was taken, while the game has not started.
    pub full_ms: Option<i64>,
    /// For how long the house was not open since then.
    pub closed_ms: i64,
    /// Since when there has been somebody to wait for: the start, or the end of the last pause.
    pub on_since_ms: i64,
    pub(crate) game: Option<AnyGame>,
    /// With dice: the positions before each action of the turn under way, to go back to.
    pub(crate) turn: Vec<AnyGame>,
    /// How many actions of it were taken back so far.
    pub(crate) undone: u32,
    /// Without dice: the positions before the last actions and who took them, to go back to by consent.
    pub(crate) history: VecDeque<(Seat, AnyGame)>,
    pub(crate) clocks: Option<ClockState>,
    pub(crate) offers: Offers,
    /// Since when the clocks stand still by consent, if they do.
    pub paused_ms: Option<i64>,
    /// How many turns have ended.
    pub(crate) turns: u32,
    /// Whether the second turn has begun: too late to abort.
    pub(crate) is_under_way: bool,
    /// The seats that have taken an action, be it taken back or not: a bit each.
    pub(crate) moved: u8,
    /// Before the start: how often each player has sat down or been ready here.
    pub(crate) seatings: Vec<(Uuid, u32)>,
    /// Before the start: when somebody who sits here was last known to be there.
    pub attended_ms: i64,
    /// Actions that stand, and leavings.
    pub(crate) plies: u32,
    pub(crate) started_ms: i64,
    /// The result, once the table has finished.
    pub(crate) outcome: Option<Outcome>,
    /// Who aborted it, if somebody did.
    pub(crate) aborted_by: Option<Seat>,
}

impl Table {
    /// A table from its row and its journal, with the events that its watchers saw.
    ///
    /// # Errors
    /// If the journal does not replay, or not to where the row says that the table stands.
    pub fn of_row(row: TableRow, journal: &[Stamped]) -> Result<(Self, Vec<Event>), CorruptData> {
        let said = row.info.status;
        let mut info = row.info;
        let fewer = journal.iter().find_map(|(_, record)| match record {
            Record::Fewer { of, first, .. } => Some((*of, *first)),
            _ => None,
        });
        if let Some((of, first)) = fewer {
            // The row has the seats that stayed; those who came and went sat at the others too.
            info.seats = vec![SeatState::Free {}; usize::from(of)];
            info.first = first;
        }
        let mut table = Self::unread(info, Some(row.number), row.key, 0);
        // Where it stands is for the journal to tell.
        table.info.status = TableStatus::Open;
        (table.dice_key, table.noted_deadline_ms) = (row.dice_key, row.deadline_ms);
        let events = table.replay(journal)?;
        if let (Some(deadline_ms), None) = (table.noted_deadline_ms, &table.game) {
            // Of a table that has not begun it tells since when nobody is there, unless something was sooner.
            let kept_ms = limits::open_kept(&table.info.clock).as_millis() as i64;
            table.attended_ms = table.attended_ms.max(deadline_ms.saturating_sub(kept_ms));
        }
        let is_over = table.game.as_ref().is_some_and(|game| game.phase() == Phase::Over);
        let now = table.info.status;
        let as_said = table.game.is_some() == (said != TableStatus::Open)
            && (now == TableStatus::Aborted) == (said == TableStatus::Aborted)
            && (!is_over || now == TableStatus::Finished);
        if table.n == 0 {
            // Whoever set it up sat down.
            Err(CorruptData::Gap(1))
        } else if as_said {
            Ok((table, events))
        } else {
            Err(CorruptData::End)
        }
    }

    /// Checks that what the next roll will be made of is there, and is what was sealed.
    ///
    /// # Errors
    /// If it is not: the next roll would give away that the house lost or changed it.
    pub fn check_dice(&self, secrets: &DiceSecrets) -> Result<(), CorruptData> {
        let Some(dice) = self.dice.as_ref().filter(|_| self.info.status == TableStatus::Playing) else {
            return Ok(());
        };
        let fits = |key| seal(&secrets.secret(&key, self.info.id, self.rolls)) == dice.shown().seal;
        if self.dice_key.is_some_and(fits) { Ok(()) } else { Err(CorruptData::DiceKey) }
    }

    fn unread(info: TableInfo, number: Option<i64>, key: Option<String>, n: u64) -> Self {
        let ready = vec![None; info.seats.len()];
        Self {
            info,
            number,
            key,
            n,
            at: 0,
            rules: 0,
            rolls: 0,
            dice: None,
            dice_key: None,
            noted_deadline_ms: None,
            ready,
            sat: Vec::new(),
            full_ms: None,
            closed_ms: 0,
            on_since_ms: 0,
            game: None,
            turn: Vec::new(),
            undone: 0,
            history: VecDeque::new(),
            clocks: None,
            offers: Offers::default(),
            paused_ms: None,
            turns: 0,
            is_under_way: false,
            moved: 0,
            seatings: Vec::new(),
            attended_ms: 0,
            plies: 0,
            started_ms: 0,
            outcome: None,
            aborted_by: None,
        }
    }

    /// A finished game as a table, before its line is read.
    #[must_use]
    pub fn of_match(kept: &Finished) -> Self {
        let summary = &kept.summary;
        let sat = |(seat, sat): (usize, &MatchSeat)| {
            let rating = kept.packed.ratings.get(seat).copied().flatten();
            SeatState::Taken { player: sat.player.clone(), rating }
        };
        let info = TableInfo {
            id: summary.id,
            game: summary.game.clone(),
            options: summary.options.clone(),
            seats: (0..).zip(&summary.seats).map(sat).collect(),
            first: kept.packed.first,
            clock: kept.packed.clock,
            private: kept.private,
            // What the finish says of it comes with the finish.
            rated: summary.rated || kept.packed.unrated.is_some(),
            unrated: None,
            status: TableStatus::Playing,
            created_ms: kept.packed.created_ms,
            rematch_of: kept.rematch_of,
            rematch: None,
        };
        // The line begins with the start; who sat down when is no part of it.
        let n = kept.packed.start.saturating_sub(1);
        let mut table = Self::unread(info, None, kept.key.clone(), n);
        if let Some(dice) = &kept.packed.dice {
            table.ready = dice.pledges.iter().copied().map(Some).collect();
        }
        table
    }

    /// The seat a player sits at.
    #[must_use]
    pub fn seat_of(&self, player: Uuid) -> Option<Seat> {
        self.info.seat_of(player)
    }

    /// Whether there is nothing more to play here.
    pub fn is_over(&self) -> bool {
        matches!(self.info.status, TableStatus::Finished | TableStatus::Aborted)
    }

    /// Whether a player may see the table: everybody may, but a private one wants its key or a seat.
    #[must_use]
    pub fn admits(&self, player: Option<Uuid>, key: Option<&str>) -> bool {
        let named = |seat: &SeatState| match seat {
            SeatState::Taken { player: who, .. } | SeatState::Reserved { player: who } => {
                Some(who.id) == player
            }
            SeatState::Free {} => false,
        };
        match &self.key {
            None => true,
            Some(own) => key == Some(own) || self.info.seats.iter().any(named),
        }
    }

    /// What the game waits for; none while it is not on.
    #[must_use]
    pub fn phase(&self) -> Option<Phase> {
        let game = self.game.as_ref().filter(|_| self.info.status == TableStatus::Playing)?;
        Some(game.phase())
    }

    /// The seat that is to act now.
    #[must_use]
    pub fn seat_to_act(&self) -> Option<Seat> {
        match self.phase()? {
            Phase::Act { seat } => Some(seat),
            Phase::Roll { .. } | Phase::Over => None,
        }
    }

    /// The seat whose turn a roll would open now.
    #[must_use]
    pub fn seat_to_roll(&self) -> Option<Seat> {
        match self.phase()? {
            Phase::Roll { seat } => Some(seat),
            Phase::Act { .. } | Phase::Over => None,
        }
    }

    /// The seat that owes the next thing, an action, a share or a roll: its clock runs.
    #[must_use]
    pub(crate) fn owes(&self) -> Option<Seat> {
        match self.phase()? {
            Phase::Act { seat } => Some(seat),
            Phase::Roll { seat } => {
                let owes_share = self.dice.as_ref().is_some_and(|dice| dice.owes_share(seat));
                Some(if owes_share { other(seat) } else { seat })
            }
            Phase::Over => None,
        }
    }

    /// The game that the table is for.
    pub(crate) fn kind(&self) -> Option<GameKind> {
        GameKind::from_id(&self.info.game)
    }

    /// Whether dice are rolled in its game.
    pub(crate) fn has_dice(&self) -> bool {
        self.kind().is_some_and(|kind| kind.info().dice)
    }

    /// Who sits there and has not left the game.
    #[must_use]
    pub fn is_in(&self, seat: Seat) -> bool {
        match &self.game {
            Some(game) => game.seats().is_in(seat),
            None => self.info.seats.get(usize::from(seat)).is_some_and(|state| state.sitter().is_some()),
        }
    }

    /// Every seat by number.
    pub fn seats(&self) -> std::ops::Range<Seat> {
        0..self.info.seats.len() as Seat
    }

    /// When a full table's seats must be ready.
    #[must_use]
    pub fn ready_by_ms(&self) -> Option<i64> {
        self.full_ms.map(|full| full + self.closed_ms + limits::READY_WITHIN.as_millis() as i64)
    }

    /// When it is closed as one at which nobody is, while it has not begun.
    #[must_use]
    pub fn expires_ms(&self) -> Option<i64> {
        let kept = limits::open_kept(&self.info.clock);
        (self.info.status == TableStatus::Open).then(|| self.attended_ms + kept.as_millis() as i64)
    }

    /// Since when the running clock can have lost time in this turn, if one runs.
    #[must_use]
    pub fn turn_since_ms(&self) -> Option<i64> {
        self.clocks.as_ref().and_then(ClockState::turn_since_ms)
    }

    /// A time before which the table needs nobody's attention, if it will ever need it without being asked.
    #[must_use]
    pub fn deadline_ms(&self, now_ms: i64) -> Option<i64> {
        let flag =
            self.clocks.as_ref().and_then(|clocks| clocks.earliest_flag_ms(now_ms, |seat| self.is_in(seat)));
        [flag, self.ready_by_ms(), self.expires_ms()].into_iter().flatten().min()
    }

    /// Whether the seat to act has an action of this turn to take back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.turn.is_empty() && self.undone < limits::UNDOS
    }

    /// The game, once it has started.
    #[must_use]
    pub fn game(&self) -> Option<&AnyGame> {
        self.game.as_ref()
    }

    /// The game as it starts at this table.
    pub(crate) fn start(&self) -> Result<AnyGame, ReplayError> {
        let kind = self.kind().ok_or(ReplayError::NoSuchGame)?;
        // More seats than a number of seats can tell are too many for any game.
        let seats = u8::try_from(self.info.seats.len()).unwrap_or(u8::MAX);
        let setup = Setup { seats, options: self.info.options.clone(), first: self.info.first };
        AnyGame::start(kind, &setup).map_err(ReplayError::Setup)
    }

    /// The board as it will be when the game starts; `None` once it has.
    #[must_use]
    pub fn preview(&self) -> Option<Preview> {
        // A table is checked when it is set up. Whether it can start all the same, whoever starts it is told.
        let game = if self.game.is_none() { self.start().ok()? } else { return None };
        let ready = self.ready.iter().map(Option::is_some).collect();
        Some(Preview {
            layout: game.layout(),
            view: game.view(),
            ready: self.has_dice().then_some(ready),
            sat: self.sat.clone(),
        })
    }

    /// The position as it is shown: once the game has ended, however it did, nobody is to move.
    pub(crate) fn shown(&self, game: &AnyGame) -> View {
        let view = game.view();
        if self.is_over() { View { turn: Turn::Over {}, ..view } } else { view }
    }

    /// The game as a snapshot shows it; `line` is every event so far.
    #[must_use]
    pub fn game_state(&self, line: Vec<Event>) -> Option<GameState> {
        let game = self.game.as_ref()?;
        let told = |event: &Event| match event.what {
            EventKind::Start { .. } => false,
            EventKind::Pause {} | EventKind::Resume { .. } | EventKind::Outage { .. } => true,
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
            bare.push(Event { diff: None, offers: None, ..event });
        }
        Some(GameState {
            layout: game.layout(),
            view: self.shown(game),
            at: self.at,
            rolls: self.rolls,
            line: bare,
            clocks: self.clocks.as_ref().map(ClockState::shown),
            ms: self.clocks.as_ref().map_or(self.started_ms, ClockState::since_ms),
            offers: self.offers.shown().to_vec(),
            paused: self.paused_ms.is_some(),
            dice: self.dice.as_ref().map(Dice::shown),
            outcome: self.outcome.clone(),
            aborted_by: self.aborted_by,
        })
    }
}
