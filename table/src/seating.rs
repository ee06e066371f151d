//! What people ask of a table before and after the game, and the records it would make: every check comes before the
//! first record.

use cydonia_protocol::dice::{Bytes32, seal};
use cydonia_protocol::{ErrorCode, Player, Rating, SeatState};
use cydonia_rules::Seat;
use uuid::Uuid;

use super::computers::Gathered;
use super::dice::{Dice, Secrets};
use super::journal::Record;
use super::party::Party;
use super::playing::abandon;
use super::rejection::Rejection;
use super::stage::{Readiness, Waiting};
use super::state::Table;
use super::time::UnixMs;
use crate::limits;

/// Somebody who sits down, and their rating in the table's game, if they have one.
#[derive(Clone, Debug)]
pub struct Sitter {
    /// Who.
    pub player: Player,
    /// As it is now, of games with so many seats.
    pub rating: Option<Rating>,
}

impl Table {
    /// What sitting down would record. The last seat taken starts a game without dice.
    ///
    /// # Errors
    /// If the player sits here already, the game has started, or the seat is not to be had.
    pub fn sit(&self, sitter: Sitter, wish: Option<Seat>) -> Result<(Seat, Vec<Record>), Rejection> {
        let Sitter { player, rating } = sitter;
        // Before all else: whoever says it again, as the answer went with the line, may find the game begun by it.
        if self.seat_of(player.id).is_some() {
            return Err(Rejection::new(ErrorCode::AlreadySeated, "you already sit at this table"));
        }
        let waiting = self.waiting().ok_or_else(begun)?;
        let is_open = |seat: &SeatState| match seat {
            SeatState::Free {} => true,
            SeatState::Reserved { player: who } => who.id == player.id,
            SeatState::Taken { .. } => false,
        };
        self.check_seatings(waiting, player.id)?;
        let reserved = |seat: &SeatState| is_kept_for(seat, player.id);
        let seats = &self.seats;
        let seat = match wish.map(usize::from) {
            Some(wish) => match seats.get(wish) {
                None => return Err(Rejection::new(ErrorCode::BadSeat, "there is no such seat")),
                Some(seat) if is_open(seat) => Some(wish),
                Some(_) => None,
            },
            None => seats.iter().position(reserved).or_else(|| seats.iter().position(is_open)),
        };
        let Some(seat) = seat else {
            return Err(Rejection::new(ErrorCode::SeatTaken, "this seat is taken or kept for someone else"));
        };
        // Whoever sits down elsewhere gives up the seat that was kept for them: nobody else could take it.
        let given_up = (0..).zip(seats).filter(|(other, state)| *other != seat && reserved(state));
        let mut records: Vec<_> = given_up.map(|(other, _)| Record::Stand { seat: other as Seat }).collect();
        let others_sit = (0..).zip(seats).all(|(other, state)| other == seat || state.sitter().is_some());
        records.push(Record::Sit { seat: seat as Seat, player, rating });
        if others_sit && !self.has_dice() {
            records.push(self.start_record(None));
        }
        Ok((seat as Seat, records))
    }

    /// What giving one's seat up before the start would record, or one that is kept for oneself.
    ///
    /// # Errors
    /// If the game has started, or the player does not sit here and no seat is kept for them.
    pub fn stand(&self, player: impl Into<Party>) -> Result<Vec<Record>, Rejection> {
        let party = player.into();
        let kept = match party {
            Party::Player(player) => self.seat_kept_for(player),
            Party::Computer(_) => None,
        };
        let seat = self.seated(party).or_else(|no| kept.ok_or(no))?;
        if self.waiting().is_none() {
            return Err(Rejection::new(ErrorCode::NotOpen, "the game has already started; you may resign"));
        }
        self.check_not_bound("this game is to be played: be ready, or it is lost")?;
        let own = Record::Stand { seat };
        let is_left = |(other, state): (Seat, &SeatState)| other == seat || state.person().is_none();
        if self.rematch_of.is_some() || !(0..).zip(&self.seats).all(is_left) {
            return Ok(vec![own]);
        }
        // A challenge is nobody's any more once whoever made it has left.
        let mut records = self.give_up_kept(|player| Party::Player(player) != party);
        records.insert(0, own);
        Ok(records)
    }

    /// What giving up the seats would record that are kept for people of whom that is true.
    #[must_use]
    pub fn give_up_kept(&self, of: impl Fn(Uuid) -> bool) -> Vec<Record> {
        if self.waiting().is_none() {
            return Vec::new();
        }
        let kept = |state: &SeatState| state.kept_for().is_some_and(|player| of(player.id));
        let kept = (0..).zip(&self.seats).filter(|(_, state)| kept(state));
        kept.map(|(seat, _)| Record::Stand { seat }).collect()
    }

    /// What beginning without waiting for the free seats would record.
    ///
    /// # Errors
    /// If the game has started, the player is not the host, no seat is free, or the game cannot be played by so few.
    pub fn begin(&self, player: impl Into<Party>) -> Result<Vec<Record>, Rejection> {
        let seat = self.seated(player)?;
        let waiting = self.waiting().ok_or_else(begun)?;
        if self.host(waiting) != Some(seat) {
            return Err(Rejection::new(
                ErrorCode::NotHost,
                "who has sat here for the longest time may begin early",
            ));
        }
        let mut seats = waiting.sat.clone();
        seats.sort_unstable();
        if seats.len() == self.seats.len() {
            return Err(Rejection::new(
                ErrorCode::BadPlayers,
                "all seats are taken: there is nobody to wait for",
            ));
        }
        if self.series.is_some() || self.tournament.is_some() {
            let why = "a series, or a tournament's game, is played by all its seats";
            return Err(Rejection::new(ErrorCode::BadSeries, why));
        }
        if let Some(kind) = self.kind() {
            // As many as fit into a table's seats fit into the number of them.
            self.setup(seats.len() as u8, 0).check(kind.info())?;
        }
        let fewer = Record::Fewer { seats, of: self.seats.len() as u8, first: self.first };
        Ok(vec![fewer, self.start_record(None)])
    }

    /// What saying that one is ready to play with dice would record; nothing if it is a repeat. The last one starts the
    /// game, with what follows from that key.
    ///
    /// # Errors
    /// If the player does not sit here, the game has started, or it has no dice.
    pub fn ready(
        &self,
        player: Uuid,
        pledge: Option<Bytes32>,
        key: &Bytes32,
        secrets: &Secrets<'_>,
    ) -> Result<Vec<Record>, Rejection> {
        let seat = self.seated(player)?;
        if !self.has_dice() {
            return Err(no_dice());
        }
        let Some(waiting) = self.waiting() else {
            return Err(Rejection::new(
                ErrorCode::NotOpen,
                "the game has already started: your pledge stands",
            ));
        };
        let mut ready = waiting.ready.clone();
        let own = &mut ready[usize::from(seat)];
        if *own == Readiness::of(pledge) {
            // Said once more, as after a cut line.
            return Ok(Vec::new());
        }
        *own = Readiness::of(pledge);
        self.check_seatings(waiting, player)?;
        let mut records = vec![Record::Ready { seat, pledge }];
        self.start_if_complete(Gathered { seats: &self.seats, ready }, key, secrets, &mut records);
        Ok(records)
    }

    /// Adds the start of a game with dice, and what is rolled by itself.
    pub(crate) fn start_with_dice(
        &self,
        ready: &[Readiness],
        secrets: &Secrets<'_>,
        records: &mut Vec<Record>,
    ) {
        let seal = seal(&secrets(0));
        records.push(self.start_record(Some(seal)));
        let pledges: Vec<_> = ready.iter().map(|ready| ready.pledge()).collect();
        if let (Ok(game), Some(dice)) = (self.start(), Dice::new(seal, &pledges)) {
            self.auto_advance(&game, Some(dice), 0, secrets, records);
        }
    }

    /// What the time that a full table waits would record: seats that are not ready are free again. Of a game that its players
    /// are bound to play they have lost it. A computer is ready by itself.
    #[must_use]
    pub fn not_ready(&self, now: UnixMs, secrets: &Secrets<'_>) -> Vec<Record> {
        if self.ready_by().is_none_or(|by| now < by) {
            return Vec::new();
        }
        let Some(waiting) = self.waiting() else { return Vec::new() };
        let awaited = (0..).zip(&waiting.ready).filter(|(_, ready)| **ready == Readiness::Awaited);
        let awaited = awaited.filter(|(seat, _)| self.computer_at(*seat).is_none());
        let late: Vec<Seat> = awaited.map(|(seat, _)| seat).collect();
        if self.is_bound() {
            self.forfeit(&late, secrets)
        } else {
            late.into_iter().map(|seat| Record::Stand { seat }).collect()
        }
    }

    /// The records of a game that starts and ends because some did not come to it.
    fn forfeit(&self, late: &[Seat], secrets: &Secrets<'_>) -> Vec<Record> {
        let Ok(game) = self.start() else { return Vec::new() };
        let plain = late.iter().map(|seat| Record::Ready { seat: *seat, pledge: None });
        let start = self.start_record(Some(seal(&secrets(0))));
        plain.chain([start]).chain(abandon(game, late.iter().copied())).collect()
    }

    /// Checks that a player may once more sit down or be ready here. What one can do about it is to wait for the game, or to
    /// play at another table; the host and whoever is new can always make a game of it.
    pub(crate) fn check_seatings(&self, waiting: &Waiting, player: Uuid) -> Result<(), Rejection> {
        let host = self.host(waiting).and_then(|seat| self.seats[usize::from(seat)].sitter());
        let is_host = host.is_some_and(|host| host.id == player);
        let is_late = self.n >= limits::OPEN_RECORDS && !is_host;
        let most = if is_late { limits::SEATINGS_LATE } else { limits::SEATINGS_A_TABLE };
        let seatings = waiting.seatings.iter().find(|seatings| seatings.player == player);
        if seatings.map_or(0, |seatings| seatings.count) < most {
            return Ok(());
        }
        let why = "you have sat down or been ready here too often: play at another table, or set one up";
        Err(Rejection::new(ErrorCode::TooMany, why))
    }

    /// The start of the game under the rules as they are now.
    pub(crate) fn start_record(&self, seal: Option<Bytes32>) -> Record {
        Record::Start { rules: self.rules_now(), seal }
    }

    /// Whether dice are rolled in its game.
    pub(crate) fn has_dice(&self) -> bool {
        self.kind().is_some_and(|kind| kind.info().dice)
    }

    /// The version of the rules under which a game would start now.
    pub(crate) fn rules_now(&self) -> u16 {
        self.kind().map_or(0, |kind| kind.info().rules_version)
    }

    /// The seat that is kept for a player.
    fn seat_kept_for(&self, player: Uuid) -> Option<Seat> {
        (0..).zip(&self.seats).find(|(_, seat)| is_kept_for(seat, player)).map(|(seat, _)| seat)
    }

    pub(crate) fn seated(&self, party: impl Into<Party>) -> Result<Seat, Rejection> {
        let seat = match party.into() {
            Party::Player(player) => self.seat_of(player),
            Party::Computer(seat) => Some(seat).filter(|seat| self.computer_at(*seat).is_some()),
        };
        seat.ok_or_else(|| Rejection::new(ErrorCode::NotSeated, "you do not sit at this table"))
    }
}

fn is_kept_for(seat: &SeatState, player: Uuid) -> bool {
    seat.kept_for().is_some_and(|who| who.id == player)
}

pub(crate) fn begun() -> Rejection {
    Rejection::new(ErrorCode::NotOpen, "the game has already started")
}

pub(crate) fn no_dice() -> Rejection {
    Rejection::new(ErrorCode::NoDice, "this game has no dice")
}
