//! Computer players at a table: how they come and go, and what is due of them.

use cydonia_protocol::dice::{Bytes32, computer_seed, pledged_share, waiting_share};
use cydonia_protocol::{ErrorCode, OfferKind, Player, Rating, SeatState};
use cydonia_rules::{Phase, Seat};
use uuid::Uuid;

use super::clocks::Arrival;
use super::dice::Secrets;
use super::journal::Record;
use super::limits;
use super::party::Party;
use super::playing::{Action, Mover, Tried, abandon, not_playing};
use super::rejection::Rejection;
use super::seating::{begun, no_dice};
use super::stage::{Playing, Readiness, Waiting};
use super::state::Table;
use super::time::UnixMs;

/// What is due of a computer.
#[derive(Debug)]
pub enum ComputerTask {
    /// To say what needs no thought: its share, or that it agrees.
    Say(Vec<Record>),
    /// To have its dice rolled.
    Roll(Seat),
    /// To act.
    Act(Seat),
    /// To say whether it takes the draw of that number.
    Draw(Seat, u64),
}

/// The seats of a table as they will be, and who is ready there.
pub(crate) struct Gathered<'a> {
    pub(crate) seats: &'a [SeatState],
    pub(crate) ready: Vec<Readiness>,
}

impl Gathered<'_> {
    /// Whether nobody is waited for: all seats are taken, and with dice all people ready. Computers are by themselves.
    fn is_complete(&self, has_dice: bool) -> bool {
        let is_there = |(seat, ready): (&SeatState, &Readiness)| match seat.sitter() {
            Some(player) => player.computer.is_some() || !has_dice || *ready != Readiness::Awaited,
            None => false,
        };
        self.seats.iter().zip(&self.ready).all(is_there)
    }
}

impl Table {
    /// The level of the computer at a seat, if one sits there.
    #[must_use]
    pub fn computer_at(&self, seat: Seat) -> Option<u8> {
        self.seats.get(usize::from(seat))?.computer()
    }

    /// The host's seat: of the people who sit here, whoever has for the longest time.
    pub(crate) fn host(&self, waiting: &Waiting) -> Option<Seat> {
        waiting.sat.iter().copied().find(|seat| self.computer_at(*seat).is_none())
    }

    /// What having a computer sit down would record; the last seat taken may start the game, with dice from that key. Its rating is
    /// what the computer has in the table's pool.
    ///
    /// # Errors
    /// If the game has started, the player is not the host, there is no such level, the game is rated among people, or the seat
    /// is not to be had.
    pub fn add_computer(
        &self,
        host: Uuid,
        wish: Option<Seat>,
        (level, rating): (u8, Option<Rating>),
        key: &Bytes32,
        secrets: &Secrets<'_>,
    ) -> Result<(Seat, Vec<Record>), Rejection> {
        let waiting = self.hosted_by(host)?;
        let player = computer(level)?;
        if self.set_up_rated && !self.has_computers() {
            let why = "this game is rated among people: set up a rated table with computers";
            return Err(Rejection::new(ErrorCode::BadRated, why));
        }
        self.check_seatings(waiting, player.id)?;
        let seat = match wish {
            Some(wish) if !self.seat_numbers().contains(&wish) => return Err(no_seat()),
            Some(wish) => Some(wish).filter(|wish| self.seats[usize::from(*wish)] == SeatState::Free {}),
            None => self.seat_numbers().find(|seat| self.seats[usize::from(*seat)] == SeatState::Free {}),
        };
        let seat = seat.ok_or_else(|| {
            Rejection::new(ErrorCode::SeatTaken, "this seat is taken or kept for someone else")
        })?;
        let mut seats = self.seats.clone();
        seats[usize::from(seat)] = SeatState::Taken { player: player.clone(), rating };
        let mut records = vec![Record::Sit { seat, player, rating }];
        let gathered = Gathered { seats: &seats, ready: waiting.ready.clone() };
        self.start_if_complete(gathered, key, secrets, &mut records);
        Ok((seat, records))
    }

    /// What sending a computer away would record.
    ///
    /// # Errors
    /// If the game has started, the player is not the host, its series is under way, no computer sits there, or the game would be
    /// rated among others without it.
    pub fn remove_computer(&self, host: Uuid, seat: Seat) -> Result<Vec<Record>, Rejection> {
        self.hosted_by(host)?;
        self.check_not_bound("this game is to be played: its computers stay")?;
        if !self.seat_numbers().contains(&seat) {
            return Err(no_seat());
        }
        if self.computer_at(seat).is_none() {
            return Err(Rejection::new(ErrorCode::NoComputer, "no computer sits at this seat"));
        }
        let is_computers = |other: &Seat| self.computer_at(*other).is_some();
        if self.set_up_rated && self.seat_numbers().filter(is_computers).count() == 1 {
            let why = "this game is rated among games with computers: the last of them stays";
            return Err(Rejection::new(ErrorCode::BadRated, why));
        }
        Ok(vec![Record::Stand { seat }])
    }

    fn hosted_by(&self, host: Uuid) -> Result<&Waiting, Rejection> {
        let seat = self.seated(host)?;
        let waiting = self.waiting().ok_or_else(begun)?;
        if self.host(waiting) != Some(seat) {
            let why = "only who has sat here for the longest time brings computers and sends them away";
            return Err(Rejection::new(ErrorCode::NotHost, why));
        }
        Ok(waiting)
    }

    /// Adds the start of the game to records that complete the table, with what computers pledge for its dice.
    pub(crate) fn start_if_complete(
        &self,
        mut gathered: Gathered<'_>,
        key: &Bytes32,
        secrets: &Secrets<'_>,
        records: &mut Vec<Record>,
    ) {
        if !gathered.is_complete(self.has_dice()) || self.kind().is_none() {
            return;
        }
        if !self.has_dice() {
            return records.push(self.start_record(None));
        }
        for (seat, (state, ready)) in (0..).zip(gathered.seats.iter().zip(&mut gathered.ready)) {
            if state.computer().is_some() {
                let seed = computer_seed(key, self.id, seat);
                let pledge = pledged_share(&seed, self.id, 0).pledge();
                *ready = Readiness::Pledged(pledge);
                records.push(Record::Ready { seat, pledge: Some(pledge) });
            }
        }
        self.start_with_dice(&gathered.ready, secrets, records);
    }

    /// What a table at which nobody is waited for would record, if computers alone have completed it: its start.
    #[must_use]
    pub fn start_by_itself(&self, key: &Bytes32, secrets: &Secrets<'_>) -> Vec<Record> {
        let mut records = Vec::new();
        if let Some(waiting) = self.waiting().filter(|_| self.has_computers()) {
            let gathered = Gathered { seats: &self.seats, ready: waiting.ready.clone() };
            self.start_if_complete(gathered, key, secrets, &mut records);
        }
        records
    }

    /// Whether a seat's time can be over: of a seat in the game, but not of a computer, for which the house is slow.
    pub(crate) fn can_run_out(&self, seat: Seat) -> bool {
        self.is_in(seat) && self.computer_at(seat).is_none()
    }

    /// Whether a computer sits here.
    #[must_use]
    pub fn has_computers(&self) -> bool {
        self.seats.iter().any(|seat| seat.computer().is_some())
    }

    /// Whether the game is on, and nobody but computers is in it any more.
    #[must_use]
    pub fn is_left_to_computers(&self) -> bool {
        let is_in = |seat: &Seat| self.is_in(*seat);
        self.playing().is_some()
            && self.seat_numbers().filter(is_in).all(|seat| self.computer_at(seat).is_some())
    }

    /// When a game that was left to computers, and at which nobody looks, is at its end.
    #[must_use]
    pub fn left_alone_until(&self) -> Option<UnixMs> {
        let on = self.playing().filter(|_| self.is_left_to_computers())?;
        Some(on.touched + limits::LEFT_ALONE.into())
    }

    /// What that end would record: computers leave until the game is over.
    #[must_use]
    pub fn leave_alone(&self) -> Vec<Record> {
        let Some(on) = self.playing() else { return Vec::new() };
        abandon(on.play.game.clone(), self.seat_numbers().rev())
    }

    /// What a seat's clock had left at the last event, in milliseconds, if the game has clocks and is on.
    #[must_use]
    pub fn left_ms(&self, seat: Seat) -> Option<i64> {
        self.clocks()?.shown().left_ms.get(usize::from(seat)).copied()
    }

    /// Actions and leavings that stand.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.play().map_or(0, |play| play.plies)
    }

    /// Turns that have ended.
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.playing().map_or(0, |on| on.turns)
    }

    /// What is due of a computer now, if anything is.
    #[must_use]
    pub fn computer_task(&self, now: UnixMs, secrets: &Secrets<'_>) -> Option<ComputerTask> {
        let on = self.playing()?;
        // To act is to decline whatever is on offer, so that comes first.
        if let Some(task) = self.offer_to_answer(on) {
            return Some(task);
        }
        let seat = on.owes().filter(|seat| on.paused().is_none() && self.computer_at(*seat).is_some())?;
        Some(match on.play.game.phase() {
            Phase::Act { .. } => ComputerTask::Act(seat),
            Phase::Roll { seat: roller } if roller == seat => ComputerTask::Roll(seat),
            Phase::Roll { .. } => {
                let (seed, dice) = (self.computer_seed(seat)?, on.play.dice.as_ref()?);
                let k = on.play.rolls;
                let share = waiting_share(&seed, self.id, k, &dice.shown().seal);
                ComputerTask::Say(self.share(&at_once(seat, now, secrets), k, share).ok()?)
            }
            Phase::Over => return None,
        })
    }

    fn offer_to_answer(&self, on: &Playing) -> Option<ComputerTask> {
        let computers =
            || self.seat_numbers().filter(|seat| self.computer_at(*seat).is_some() && self.is_in(*seat));
        on.play.offers.shown().iter().find_map(|offer| {
            let mut asked = computers().filter(|seat| *seat != offer.seat && !offer.agreed.contains(seat));
            match offer.what {
                OfferKind::Draw => asked.next().map(|seat| ComputerTask::Draw(seat, offer.offer)),
                OfferKind::Takeback
                | OfferKind::Pause
                | OfferKind::Lost
                | OfferKind::Computer
                | OfferKind::Analysis => {
                    let agrees = self.is_granted_by_computers(offer.what);
                    // Refused where there is nothing to agree to any more, or not from this seat: then nothing is due of it.
                    let answer = |seat| self.answer(Party::Computer(seat), offer.offer, agrees).ok();
                    asked.find_map(answer).map(ComputerTask::Say)
                }
            }
        })
    }

    /// Whether computers agree to what needs no thought. In a casual game whatever helps a person to enjoy it is fine; in one that
    /// counts a move stands, and time to think is what the clock has. That a share was lost wins nobody anything.
    fn is_granted_by_computers(&self, what: OfferKind) -> bool {
        !self.set_up_rated || !matches!(what, OfferKind::Takeback | OfferKind::Pause)
    }

    /// What a computer's roll would record.
    ///
    /// # Errors
    /// As [`Table::roll`].
    pub fn computer_roll(
        &self,
        seat: Seat,
        now: UnixMs,
        secrets: &Secrets<'_>,
    ) -> Result<Vec<Record>, Rejection> {
        let on = self.playing().ok_or_else(not_playing)?;
        let dice = on.play.dice.as_ref().ok_or_else(no_dice)?.shown();
        let (seed, k) = (self.computer_seed(seat).ok_or_else(no_dice)?, on.play.rolls);
        let j = dice.seats.get(usize::from(seat)).map_or(0, |seat| seat.j);
        let (share, next) = (pledged_share(&seed, self.id, j), pledged_share(&seed, self.id, k + 1));
        let by = at_once(seat, now, secrets);
        let pledged = dice.seats.get(usize::from(seat)).and_then(|seat| seat.pledge);
        if pledged == Some(share.pledge()) {
            self.roll(&by, k, &share, next.pledge())
        } else {
            // It was pledged by whoever sat there before, and nobody else knows it.
            self.lost(&by, k, next.pledge())
        }
    }

    /// What a computer's action would record, with the share that belongs to it, and what it comes to.
    ///
    /// # Errors
    /// As [`Table::act`].
    pub fn computer_act(
        &self,
        seat: Seat,
        at: u64,
        text: String,
        arrival: Arrival,
        secrets: &Secrets<'_>,
    ) -> Result<(Vec<Record>, Box<Tried>), Rejection> {
        let on = self.playing().ok_or_else(not_playing)?;
        let mut share = None;
        if let Some(dice) = on.play.dice.as_ref().filter(|dice| !dice.is_plain(seat)) {
            let mut after = on.play.game.clone();
            after.play(&text)?;
            if after.phase() != (Phase::Act { seat }) && after.phase() != Phase::Over {
                let seed = self.computer_seed(seat).ok_or_else(no_dice)?;
                share = Some(waiting_share(&seed, self.id, on.play.rolls, &dice.shown().seal));
            }
        }
        self.act(&Mover { party: Party::Computer(seat), arrival, secrets }, Action { at, text, share })
    }

    /// What a computer's shares are made from.
    fn computer_seed(&self, seat: Seat) -> Option<Bytes32> {
        Some(computer_seed(&self.dice_key?, self.id, seat))
    }
}

/// The computer of that level.
///
/// # Errors
/// `bad_level`.
pub fn computer(level: u8) -> Result<Player, Rejection> {
    let none = || Rejection::new(ErrorCode::BadLevel, "computers have levels from 1 to 8");
    Player::computer(level).ok_or_else(none)
}

/// A computer that says something without any time in between.
fn at_once<'a>(seat: Seat, now: UnixMs, secrets: &'a Secrets<'a>) -> Mover<'a> {
    Mover { party: Party::Computer(seat), arrival: Arrival { came: now, now, lag_ms: 0 }, secrets }
}

pub(crate) fn no_seat() -> Rejection {
    Rejection::new(ErrorCode::BadSeat, "there is no such seat")
}
