//! A table as a state machine: requests become records, records become events. Replaying a journal runs the very
//! same code, so that what is read back cannot differ from what was seen.

use cydonia_protocol::{
    ErrorCode, Event, EventKind, GameState, MatchSeat, MatchSummary, Player, SeatState, TableInfo,
    TableStatus,
};
use cydonia_rules::{AnyGame, GameKind, LeaveReason, Phase, Refusal, Seat, Setup, SetupError};
use uuid::Uuid;

use super::record::{PackedLine, Record, Stamped, pack_entry};
use crate::store::{Finished, StoreError, TableRow};

/// Why a request was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    /// For programs.
    pub code: ErrorCode,
    /// For people.
    pub message: String,
}

impl Refused {
    /// A refusal with its sentence.
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

impl Refused {
    /// For whoever has not said a name yet.
    pub(crate) fn no_session() -> Self {
        Self::new(ErrorCode::NoSession, "say first what you want to be called")
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        let code = match refusal {
            Refusal::Over => ErrorCode::Over,
            Refusal::BadNotation(_) => ErrorCode::BadNotation,
            Refusal::Illegal(_) | Refusal::WrongPhase | Refusal::BadDice => ErrorCode::Illegal,
            Refusal::BadSeat(_) => ErrorCode::Left,
        };
        Self::new(code, refusal.to_string())
    }
}

impl From<SetupError> for Refused {
    fn from(error: SetupError) -> Self {
        let code = match error {
            SetupError::BadPlayers { .. } => ErrorCode::BadPlayers,
            SetupError::BadOption { .. } => ErrorCode::BadOption,
            SetupError::BadFirst => ErrorCode::BadSeat,
        };
        Self::new(code, error.to_string())
    }
}

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
    rules: u16,
    game: Option<AnyGame>,
    started_ms: i64,
}

impl Table {
    /// A table as its row has it, before its journal is read.
    #[must_use]
    pub(crate) fn new(row: TableRow) -> Self {
        Self {
            info: row.info,
            number: Some(row.number),
            key: row.key,
            n: 0,
            at: 0,
            rules: 0,
            game: None,
            started_ms: 0,
        }
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
        Self { info, number: None, key: kept.key.clone(), n, at: 0, rules: 0, game: None, started_ms: 0 }
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

    /// The game, once it has started.
    #[must_use]
    pub(crate) fn game(&self) -> Option<&AnyGame> {
        self.game.as_ref()
    }

    /// What sitting down would record. The last seat taken starts the game.
    ///
    /// # Errors
    /// If the game has started, the seat is not to be had, or the player sits here already.
    pub(crate) fn sit(&self, player: &Player, wish: Option<Seat>) -> Result<(Seat, Vec<Record>), Refused> {
        if self.info.status != TableStatus::Open {
            return Err(Refused::new(ErrorCode::NotOpen, "the game has already started"));
        }
        if self.seat_of(player.id).is_some() {
            return Err(Refused::new(ErrorCode::AlreadySeated, "you already sit at this table"));
        }
        let is_open = |seat: &SeatState| match seat {
            SeatState::Free {} => true,
            SeatState::Reserved { player: who } => who.id == player.id,
            SeatState::Taken { .. } => false,
        };
        let reserved =
            |seat: &SeatState| matches!(seat, SeatState::Reserved { player: who } if who.id == player.id);
        let seats = &self.info.seats;
        let seat = match wish.map(usize::from) {
            Some(wish) => match seats.get(wish) {
                None => return Err(Refused::new(ErrorCode::BadSeat, "there is no such seat")),
                Some(seat) if is_open(seat) => Some(wish),
                Some(_) => None,
            },
            None => seats.iter().position(reserved).or_else(|| seats.iter().position(is_open)),
        };
        let Some(seat) = seat else {
            return Err(Refused::new(ErrorCode::SeatTaken, "this seat is taken or kept for someone else"));
        };
        let mut records = vec![Record::Sit { seat: seat as Seat, player: player.clone() }];
        let others_sit = (0..).zip(seats).all(|(other, state)| other == seat || state.sitter().is_some());
        if others_sit {
            records.push(Record::Start { rules: self.rules_now() });
        }
        Ok((seat as Seat, records))
    }

    /// What giving one's seat up before the start would record.
    ///
    /// # Errors
    /// If the game has started or the player does not sit here.
    pub(crate) fn stand(&self, player: Uuid) -> Result<Vec<Record>, Refused> {
        let seat = self.seated(player)?;
        if self.info.status != TableStatus::Open {
            return Err(Refused::new(ErrorCode::NotOpen, "the game has already started; you may resign"));
        }
        Ok(vec![Record::Stand { seat }])
    }

    /// What an action would record.
    ///
    /// # Errors
    /// If it is not this player's to take now, was meant for another position, or is not legal.
    pub(crate) fn act(&self, player: Uuid, at: u64, action: &str) -> Result<Vec<Record>, Refused> {
        let (seat, mut game) = self.playing(player)?;
        if at != self.at {
            return Err(Refused::new(ErrorCode::Stale, "this was meant for an earlier position"));
        }
        if self.seat_to_act() != Some(seat) {
            return Err(Refused::new(ErrorCode::NotYourTurn, "it is not your turn"));
        }
        game.play(action)?;
        Ok(with_finish(&game, Record::Act { action: action.to_owned() }))
    }

    /// What resigning would record.
    ///
    /// # Errors
    /// If the player does not sit here, has left already, or the game is not on.
    pub(crate) fn resign(&self, player: Uuid) -> Result<Vec<Record>, Refused> {
        let (seat, mut game) = self.playing(player)?;
        let reason = LeaveReason::Resigned;
        game.leave(seat, reason)?;
        Ok(with_finish(&game, Record::Leave { seat, reason }))
    }

    /// The rematch's row: seat i moves to i + 1, and seat 0 begins, or the loser's new seat where the game says so.
    ///
    /// # Errors
    /// If the player did not sit here or the game is not over.
    pub(crate) fn rematch(
        &self,
        player: Uuid,
        id: Uuid,
        created_ms: i64,
    ) -> Result<(Seat, TableInfo), Refused> {
        let seat = self.seated(player)?;
        let outcome = self.game.as_ref().and_then(AnyGame::outcome);
        let (Some(game), Some(outcome)) = (&self.game, outcome) else {
            return Err(Refused::new(ErrorCode::NotOver, "the game is not over yet"));
        };
        let count = self.info.seats.len() as Seat;
        let next = |seat: Seat| (seat + 1) % count;
        let mut seats = vec![SeatState::Free {}; self.info.seats.len()];
        for (seat, state) in (0..).zip(&self.info.seats) {
            if let Some(player) = state.sitter() {
                seats[usize::from(next(seat))] = SeatState::Reserved { player: player.clone() };
            }
        }
        let loser = (0..count)
            .filter(|seat| outcome.ranks[usize::from(*seat)] > 1)
            .max_by_key(|seat| outcome.ranks[usize::from(*seat)]);
        let first = if game.info().loser_begins { loser.map_or(0, next) } else { 0 };
        let info = TableInfo {
            id,
            seats,
            first,
            status: TableStatus::Open,
            created_ms,
            rematch_of: Some(self.info.id),
            rematch: None,
            ..self.info.clone()
        };
        Ok((next(seat), info))
    }

    /// The version of the rules under which a game would start now.
    fn rules_now(&self) -> u16 {
        GameKind::from_id(&self.info.game).map_or(0, |kind| kind.info().rules_version)
    }

    fn seated(&self, player: Uuid) -> Result<Seat, Refused> {
        self.seat_of(player).ok_or_else(|| Refused::new(ErrorCode::NotSeated, "you do not sit at this table"))
    }

    /// The player's seat and a copy of the game to try something on.
    fn playing(&self, player: Uuid) -> Result<(Seat, AnyGame), Refused> {
        let seat = self.seated(player)?;
        match (self.info.status, &self.game) {
            (TableStatus::Playing, Some(game)) if game.seats().is_in(seat) => Ok((seat, game.clone())),
            (TableStatus::Playing, Some(_)) => Err(Refused::new(ErrorCode::Left, "you have left this game")),
            (TableStatus::Finished, _) => Err(Refused::new(ErrorCode::Over, "the game is over")),
            _ => Err(Refused::new(ErrorCode::NotPlaying, "the game has not started")),
        }
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
                let before = game.view();
                motions = game.play(action).map_err(|_| damaged())?;
                diff = Some(before.diff(&game.view()));
                EventKind::Act { seat, action: action.clone() }
            }
            Record::Leave { seat, reason } => {
                let game = self.game.as_mut().ok_or_else(damaged)?;
                let before = game.view();
                game.leave(*seat, *reason).map_err(|_| damaged())?;
                diff = Some(before.diff(&game.view()));
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
        let moves = line
            .into_iter()
            .filter(|event| matches!(event.what, EventKind::Act { .. } | EventKind::Leave { .. }));
        let bare = moves.map(|event| Event { diff: None, motions: Vec::new(), ..event });
        Some(GameState {
            layout: game.layout(),
            view: game.view(),
            at: self.at,
            line: bare.collect(),
            outcome: game.outcome(),
        })
    }

    /// The finished game for the store, packed from its whole journal.
    #[must_use]
    pub(crate) fn finished(&self, journal: &[Stamped]) -> Option<Finished> {
        let game = self.game.as_ref()?;
        let outcome = game.outcome()?;
        let start = journal.iter().position(|(_, record)| matches!(record, Record::Start { .. }))?;
        // Only what the line tells, from the start to the finish, so that moves and pauses stay in step.
        let told = |record: &Record| {
            matches!(record, Record::Start { .. } | Record::Finish {}) || pack_entry(record).is_some()
        };
        let played: Vec<&Stamped> = journal[start..].iter().filter(|(_, record)| told(record)).collect();
        let line: Vec<String> = played.iter().filter_map(|(_, record)| pack_entry(record)).collect();
        let seat = |((state, score), rank): ((&SeatState, &i32), &u8)| {
            Some(MatchSeat { player: state.sitter()?.clone(), score: *score, rank: *rank })
        };
        let seats = self
            .info
            .seats
            .iter()
            .zip(&outcome.scores)
            .zip(&outcome.ranks)
            .map(seat)
            .collect::<Option<_>>()?;
        Some(Finished {
            summary: MatchSummary {
                number: 0,
                id: self.info.id,
                game: self.info.game.clone(),
                options: self.info.options.clone(),
                seats,
                reason: outcome.reason,
                plies: line.len() as u32,
                started_ms: self.started_ms,
                finished_ms: played.last()?.0,
            },
            private: self.info.private,
            key: self.key.clone(),
            rematch_of: self.info.rematch_of,
            packed: PackedLine {
                form: 1,
                start: start as u64 + 1,
                started_ms: self.started_ms,
                created_ms: self.info.created_ms,
                first: self.info.first,
                rules_version: self.rules,
                line: line.join(" "),
                pauses_ms: played.windows(2).map(|pair| pair[1].0 - pair[0].0).collect(),
            },
        })
    }
}

fn with_finish(game: &AnyGame, record: Record) -> Vec<Record> {
    let mut records = vec![record];
    if game.outcome().is_some() {
        records.push(Record::Finish {});
    }
    records
}
