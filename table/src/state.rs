//! A table as a state machine: requests become records, records become events. Replaying a journal runs the very
//! same code, so that what is read back cannot differ from what was seen. (Only what an action came to when it was tried
//! is not worked out again.)

use cydonia_protocol::dice::{Bytes32, seal};
use cydonia_protocol::{
    Event, MatchSeat, SeatState, Series, TableInfo, TableStatus, TimeControl, TournamentRound, Unrated,
};
use cydonia_rules::{AnyGame, GameKind, Options, Phase, Seat, Setup};
use uuid::Uuid;

use super::clocks::ClockState;
use super::dice_secrets::DiceSecrets;
use super::journal::{CorruptData, Finished, Record, ReplayError, Stamped, TableRow};
use super::stage::{Ending, Over, Play, Playing, Readiness, Stage, Waiting};
use super::time::UnixMs;
use crate::limits;

/// A table in memory.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its address.
    pub id: Uuid,
    /// What the journal knows it by; none once it is finished and moved to the matches.
    pub number: Option<i64>,
    /// A private table's key.
    pub key: Option<String>,
    /// Which game, by its id.
    pub(crate) game_id: String,
    /// The options that were chosen.
    pub(crate) options: Options,
    /// Every seat in order.
    pub seats: Vec<SeatState>,
    /// The seat that begins.
    pub(crate) first: Seat,
    /// How much time each seat has.
    pub clock: TimeControl,
    /// Whether only those with the key find it.
    pub private: bool,
    /// Whether its game was to count for the players' ratings when it was set up, whatever became of it.
    pub(crate) set_up_rated: bool,
    /// When it was made.
    pub created: UnixMs,
    /// The table it is a rematch of.
    pub(crate) rematch_of: Option<Uuid>,
    /// Its place in a series of games; whether that has ended follows from its own.
    pub(crate) series: Option<Series>,
    /// The tournament that it is a game of.
    pub(crate) tournament: Option<TournamentRound>,
    /// Whether the player who does not act first may take that side.
    pub(crate) pie: bool,
    /// The number of the last event.
    pub n: u64,
    /// The number of the last event that changed the position.
    pub at: u64,
    /// What the server makes its secrets from; none in games without dice, and once a game is over.
    pub dice_key: Option<Bytes32>,
    /// When the table next wants attention, as its row had it.
    pub noted_deadline: Option<UnixMs>,
    pub(crate) stage: Stage,
}

impl Table {
    /// A table from its row and its journal, with the events that its watchers saw.
    ///
    /// # Errors
    /// If the journal does not replay, or not to where the row says that the table stands.
    pub fn of_row(row: TableRow, journal: &[Stamped]) -> Result<(Self, Vec<Event>), CorruptData> {
        let said = row.info.status;
        let mut table = Self::before_journal(row, journal);
        let events = table.replay(journal)?;
        if let (Some(deadline), Stage::Waiting(waiting)) = (table.noted_deadline, &mut table.stage) {
            // Of a table that has not begun it tells since when nobody is there, unless something was sooner.
            waiting.attend(deadline.saturating_sub(limits::open_kept(&table.clock).into()));
        }
        let as_said = match &table.stage {
            Stage::Waiting(_) => said == TableStatus::Open,
            // A game that is over by its rules has its finish in the journal, too.
            Stage::Playing(playing) => {
                matches!(said, TableStatus::Playing | TableStatus::Finished)
                    && playing.play.game.phase() != Phase::Over
            }
            Stage::Over(over) => match over.ending {
                Ending::Finished(_) => matches!(said, TableStatus::Playing | TableStatus::Finished),
                Ending::Aborted { .. } => {
                    said == TableStatus::Aborted && over.play.game.phase() != Phase::Over
                }
            },
        };
        if table.n == 0 {
            // Whoever set it up sat down.
            Err(CorruptData::Gap(1))
        } else if as_said {
            Ok((table, events))
        } else {
            Err(CorruptData::End)
        }
    }

    /// A table from its row, before its journal is read: that may begin with more seats than the row has.
    pub(crate) fn before_journal(row: TableRow, journal: &[Stamped]) -> Self {
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
        let mut table = Self::unread(info, Some(row.number), row.key);
        (table.dice_key, table.noted_deadline) = (row.dice_key, row.deadline_ms.map(UnixMs));
        table
    }

    /// Checks that what the next roll will be made of is there, and is what was sealed.
    ///
    /// # Errors
    /// If it is not: the next roll would give away that the house lost or changed it.
    pub fn check_dice(&self, secrets: &DiceSecrets) -> Result<(), CorruptData> {
        let Stage::Playing(Playing { play: Play { dice: Some(dice), rolls, .. }, .. }) = &self.stage else {
            return Ok(());
        };
        let fits = |key| seal(&secrets.secret(&key, self.id, *rolls)) == dice.shown().seal;
        if self.dice_key.is_some_and(fits) { Ok(()) } else { Err(CorruptData::DiceKey) }
    }

    /// A table of which nothing is read yet but how it was set up. Where it stands is for its journal to tell.
    fn unread(info: TableInfo, number: Option<i64>, key: Option<String>) -> Self {
        let set_up_rated = info.set_up_rated();
        let stage = Stage::Waiting(Waiting::new(info.seats.len()));
        let TableInfo {
            id,
            game: game_id,
            options,
            seats,
            first,
            clock,
            private,
            created_ms,
            rematch_of,
            series,
            tournament,
            pie,
            ..
        } = info;
        Self {
            id,
            number,
            key,
            game_id,
            options,
            seats,
            first,
            clock,
            private,
            set_up_rated,
            created: UnixMs(created_ms),
            rematch_of,
            series,
            tournament,
            pie,
            n: 0,
            at: 0,
            dice_key: None,
            noted_deadline: None,
            stage,
        }
    }

    /// A finished game as a table, before its line is read.
    #[must_use]
    pub fn of_match(kept: &Finished) -> Self {
        let summary = &kept.summary;
        let sat = |(seat, sat): (usize, &MatchSeat)| {
            let rating = kept.packed.ratings.get(seat).copied().flatten();
            let taken_over = kept.packed.taken_over.iter().find(|(place, _)| usize::from(*place) == seat);
            let player = taken_over.map_or(&sat.player, |(_, before)| before);
            SeatState::Taken { player: player.clone(), rating }
        };
        let info = TableInfo {
            id: summary.id,
            game: summary.game.clone(),
            options: match GameKind::from_id(&summary.game) {
                Some(kind) => kind.info().options_that_differ(&summary.options),
                None => summary.options.clone(),
            },
            seats: kept.packed.seats_at_start((0..).zip(&summary.seats).map(sat).collect()),
            first: kept.packed.first,
            clock: kept.packed.clock,
            private: summary.private,
            rated: summary.rated,
            unrated: kept.packed.unrated,
            status: TableStatus::Finished,
            created_ms: kept.packed.created_ms,
            rematch_of: summary.rematch_of,
            rematch: None,
            series: kept.packed.series.clone(),
            tournament: kept.packed.tournament.clone(),
            pie: kept.packed.pie,
        };
        let mut table = Self::unread(info, None, kept.key.clone());
        // The line begins with the start; who sat down when is no part of it.
        table.n = kept.packed.start.saturating_sub(1);
        if let (Some(dice), Stage::Waiting(waiting)) = (&kept.packed.dice, &mut table.stage) {
            waiting.ready = dice.pledges.iter().copied().map(Readiness::of).collect();
        }
        table
    }

    /// The table as the lobby and a snapshot show it, and as its row has it.
    #[must_use]
    pub fn info(&self) -> TableInfo {
        TableInfo {
            id: self.id,
            game: self.game_id.clone(),
            options: self.options.clone(),
            seats: self.seats.clone(),
            first: self.first,
            clock: self.clock,
            private: self.private,
            rated: self.is_rated(),
            unrated: self.unrated(),
            status: self.status(),
            created_ms: self.created.0,
            rematch_of: self.rematch_of,
            rematch: self.rematch_id(),
            series: self.series(),
            tournament: self.tournament.clone(),
            pie: self.pie,
        }
    }

    /// Where it stands.
    #[must_use]
    pub fn status(&self) -> TableStatus {
        match &self.stage {
            Stage::Waiting(_) => TableStatus::Open,
            Stage::Playing(_) => TableStatus::Playing,
            Stage::Over(Over { ending: Ending::Finished(_), .. }) => TableStatus::Finished,
            Stage::Over(Over { ending: Ending::Aborted { .. }, .. }) => TableStatus::Aborted,
        }
    }

    /// What is true while its game has not begun.
    #[must_use]
    pub fn waiting(&self) -> Option<&Waiting> {
        match &self.stage {
            Stage::Waiting(waiting) => Some(waiting),
            Stage::Playing(_) | Stage::Over(_) => None,
        }
    }

    /// The same, to note something down.
    pub fn waiting_mut(&mut self) -> Option<&mut Waiting> {
        match &mut self.stage {
            Stage::Waiting(waiting) => Some(waiting),
            Stage::Playing(_) | Stage::Over(_) => None,
        }
    }

    /// What is true while its game is on.
    #[must_use]
    pub fn playing(&self) -> Option<&Playing> {
        match &self.stage {
            Stage::Playing(playing) => Some(playing),
            Stage::Waiting(_) | Stage::Over(_) => None,
        }
    }

    /// Its game, once that has begun.
    pub(crate) fn play(&self) -> Option<&Play> {
        match &self.stage {
            Stage::Waiting(_) => None,
            Stage::Playing(Playing { play, .. }) | Stage::Over(Over { play, .. }) => Some(play),
        }
    }

    /// What is true once its game is over.
    pub(crate) fn over(&self) -> Option<&Over> {
        match &self.stage {
            Stage::Over(over) => Some(over),
            Stage::Waiting(_) | Stage::Playing(_) => None,
        }
    }

    /// Whether its game counts for the players' ratings.
    #[must_use]
    pub fn is_rated(&self) -> bool {
        self.set_up_rated && self.unrated().is_none()
    }

    /// Why its game does not count for ratings, though it was to.
    pub(crate) fn unrated(&self) -> Option<Unrated> {
        self.over()?.unrated
    }

    /// Its own rematch, once someone asked for it.
    #[must_use]
    pub fn rematch_id(&self) -> Option<Uuid> {
        self.over()?.rematch
    }

    /// Takes in that there is a rematch, or none any more. There can be one only of what is over.
    pub fn set_rematch(&mut self, next: Option<Uuid>) {
        if let Stage::Over(over) = &mut self.stage {
            over.rematch = next;
        }
    }

    /// The seat a player sits at.
    #[must_use]
    pub fn seat_of(&self, player: Uuid) -> Option<Seat> {
        let sits = |seat: &SeatState| seat.sitter().is_some_and(|who| who.id == player);
        (0..).zip(&self.seats).find(|(_, seat)| sits(seat)).map(|(seat, _)| seat)
    }

    /// Whether there is nothing more to play here.
    pub fn is_over(&self) -> bool {
        self.over().is_some()
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
            Some(own) => key == Some(own) || self.seats.iter().any(named),
        }
    }

    /// What the game waits for; none while it is not on.
    #[must_use]
    pub fn phase(&self) -> Option<Phase> {
        Some(self.playing()?.play.game.phase())
    }

    /// The seat that is to act now.
    #[must_use]
    pub fn seat_to_act(&self) -> Option<Seat> {
        self.playing()?.seat_to_act()
    }

    /// The game that the table is for.
    pub(crate) fn kind(&self) -> Option<GameKind> {
        GameKind::from_id(&self.game_id)
    }

    /// Who sits there and has not left the game.
    #[must_use]
    pub fn is_in(&self, seat: Seat) -> bool {
        match self.play() {
            Some(play) => play.game.seats().is_in(seat),
            None => self.seats.get(usize::from(seat)).is_some_and(|state| state.sitter().is_some()),
        }
    }

    /// Every seat by number.
    pub fn seat_numbers(&self) -> std::ops::Range<Seat> {
        0..self.seats.len() as Seat
    }

    /// The clocks of a game that is on, if it has any.
    pub(crate) fn clocks(&self) -> Option<&ClockState> {
        self.playing()?.play.clocks.as_ref()
    }

    /// Whether the seat to act has an action of this turn to take back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.playing().is_some_and(Playing::can_undo)
    }

    /// The game, once it has started.
    #[must_use]
    pub fn game(&self) -> Option<&AnyGame> {
        self.play().map(|play| &play.game)
    }

    /// How its game is set up for so many seats.
    pub(crate) fn setup(&self, seats: u8, first: Seat) -> Setup {
        Setup { seats, options: self.options.clone(), first }
    }

    /// The game as it starts at this table.
    pub(crate) fn start(&self) -> Result<AnyGame, ReplayError> {
        let kind = self.kind().ok_or(ReplayError::NoSuchGame)?;
        // More seats than a number of seats can tell are too many for any game.
        let seats = u8::try_from(self.seats.len()).unwrap_or(u8::MAX);
        AnyGame::start(kind, &self.setup(seats, self.first)).map_err(ReplayError::Setup)
    }
}
