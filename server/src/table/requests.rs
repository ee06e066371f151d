//! What people ask of a table, and the records it would make: every check comes before the first record.

use cydonia_protocol::{ErrorCode, Player, SeatState, TableInfo, TableStatus};
use cydonia_rules::{AnyGame, GameKind, LeaveReason, Seat};
use uuid::Uuid;

use super::record::Record;
use super::refused::Refused;
use super::state::Table;

impl Table {
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
        if self.seat_to_roll() == Some(seat) {
            return Err(Refused::new(ErrorCode::WrongPhase, "the dice come first"));
        }
        if self.seat_to_act() != Some(seat) {
            return Err(Refused::new(ErrorCode::NotYourTurn, "it is not your turn"));
        }
        game.play(action)?;
        Ok(with_finish(&game, Record::Act { action: action.to_owned() }))
    }

    /// What a roll would record; `dice` are drawn only if it is due.
    ///
    /// # Errors
    /// If no roll is due, it is another's to ask for, or the number is not the next roll's.
    pub(crate) fn roll(
        &self,
        player: Uuid,
        k: u64,
        dice: impl FnOnce() -> [u8; 2],
    ) -> Result<Vec<Record>, Refused> {
        let (seat, mut game) = self.playing(player)?;
        if k != self.rolls {
            return Err(Refused::new(ErrorCode::Stale, "this is not the number of the next roll"));
        }
        let Some(roller) = self.seat_to_roll() else {
            return Err(Refused::new(ErrorCode::WrongPhase, "no roll is due now"));
        };
        if roller != seat {
            return Err(Refused::new(ErrorCode::NotYourTurn, "it is not your turn"));
        }
        let dice = dice();
        game.roll(dice)?;
        Ok(with_finish(&game, Record::Roll { dice }))
    }

    /// What taking one's last action back would record.
    ///
    /// # Errors
    /// If it is not this player's turn, was meant for another position, or there is nothing to take back.
    pub(crate) fn undo(&self, player: Uuid, at: u64) -> Result<Vec<Record>, Refused> {
        let (seat, _) = self.playing(player)?;
        if at != self.at {
            return Err(Refused::new(ErrorCode::Stale, "this was meant for an earlier position"));
        }
        if self.seat_to_act() != Some(seat) {
            return Err(Refused::new(ErrorCode::NotYourTurn, "it is not your turn"));
        }
        if !self.can_undo() {
            return Err(Refused::new(ErrorCode::NothingToUndo, "you have done nothing in this turn yet"));
        }
        Ok(vec![Record::Undo {}])
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
}

fn with_finish(game: &AnyGame, record: Record) -> Vec<Record> {
    let mut records = vec![record];
    if game.outcome().is_some() {
        records.push(Record::Finish {});
    }
    records
}
