//! What is known of a table's next roll: the seal, the pledges, the share that was given.

use cydonia_protocol::dice::{Bytes32, Share, roll, seal};
use cydonia_protocol::{DiceSeat, DiceState, ErrorCode};
use cydonia_rules::Seat;
use uuid::Uuid;

use super::journal::RollProof;
use super::rejection::Rejection;

/// How often a seat may lose what it pledged without asking.
const FREE_LOSSES: u32 = 1;

/// The dice of a game that is on, between two seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dice {
    seal: Bytes32,
    seats: [DiceSeat; 2],
    given: Option<Share>,
}

/// The server's secrets for one table's rolls, by number.
pub(crate) type Secrets<'a> = dyn Fn(u64) -> Bytes32 + 'a;

/// The other of two seats.
pub(crate) fn other(seat: Seat) -> Seat {
    1 - seat
}

impl Dice {
    /// Before the first roll. Games with dice have two seats.
    pub(crate) fn new(seal: Bytes32, pledges: &[Option<Bytes32>]) -> Option<Self> {
        let seat = |pledge: Option<Bytes32>| {
            let may_lose = if pledge.is_some() { FREE_LOSSES } else { 0 };
            DiceSeat { pledge, j: 0, lost: 0, may_lose }
        };
        let [one, two] = *pledges else { return None };
        Some(Self { seal, seats: [seat(one), seat(two)], given: None })
    }

    fn seat(&self, seat: Seat) -> &DiceSeat {
        &self.seats[usize::from(seat)]
    }

    /// Whether a seat adds nothing to any roll.
    pub(crate) fn is_plain(&self, seat: Seat) -> bool {
        self.seat(seat).pledge.is_none()
    }

    /// Whether the seat that waits for this roller's dice still owes its share.
    pub(crate) fn owes_share(&self, roller: Seat) -> bool {
        self.given.is_none() && !self.is_plain(other(roller))
    }

    /// Takes the waiting seat's share.
    pub(crate) fn give(&mut self, share: Share) {
        self.given = Some(share);
    }

    /// Checks what comes with an action of that seat: a share with what ends the turn, and only with that.
    ///
    /// # Errors
    /// `plain_seat`, `share_due`, `no_share_due`.
    pub(crate) fn check_act(
        &self,
        seat: Seat,
        ends_turn: bool,
        share: Option<&Share>,
    ) -> Result<(), Rejection> {
        match share {
            Some(_) if self.is_plain(seat) => Err(plain()),
            Some(_) if !ends_turn => Err(Rejection::new(
                ErrorCode::NoShareDue,
                "this action does not end the turn: keep the share",
            )),
            None if ends_turn && !self.is_plain(seat) => Err(Rejection::new(
                ErrorCode::ShareDue,
                "an action that ends the turn brings your share for the next roll",
            )),
            Some(_) | None => Ok(()),
        }
    }

    /// Checks that the seat which waits for `roller` still owes its share.
    ///
    /// # Errors
    /// `plain_seat`, `no_share_due`.
    pub(crate) fn check_share(&self, roller: Seat) -> Result<(), Rejection> {
        if self.is_plain(other(roller)) {
            return Err(plain());
        }
        if self.given.is_some() {
            return Err(Rejection::new(ErrorCode::NoShareDue, "the share is given already, and stands"));
        }
        Ok(())
    }

    /// What making roll `k` now would bring.
    ///
    /// # Errors
    /// `plain_seat`, `share_due`, `wrong_share`.
    pub(crate) fn roll(
        &self,
        table: Uuid,
        roller: Seat,
        k: u64,
        share: &Share,
        pledge: Bytes32,
        secrets: &Secrets<'_>,
    ) -> Result<([u8; 2], RollProof), Rejection> {
        self.check_roll(roller)?;
        if self.seat(roller).pledge != Some(share.pledge()) {
            return Err(Rejection::new(ErrorCode::WrongShare, "this is not the share that you pledged"));
        }
        Ok(self.open(table, k, Some(share.clone()), Some(pledge), secrets))
    }

    /// What the server rolls by itself for a seat that adds nothing, if nothing else is missing.
    pub(crate) fn roll_plain(
        &self,
        table: Uuid,
        roller: Seat,
        k: u64,
        secrets: &Secrets<'_>,
    ) -> Option<([u8; 2], RollProof)> {
        let is_due = self.is_plain(roller) && !self.owes_share(roller);
        is_due.then(|| self.open(table, k, None, None, secrets))
    }

    /// What the roller's confession that it has lost its share would bring.
    ///
    /// # Errors
    /// `plain_seat`, `share_due`, `lost_again`.
    pub(crate) fn lose(
        &self,
        table: Uuid,
        roller: Seat,
        k: u64,
        pledge: Bytes32,
        secrets: &Secrets<'_>,
    ) -> Result<RollProof, Rejection> {
        self.check_roll(roller)?;
        if self.seat(roller).may_lose == 0 {
            let why = "you have lost a share before: ask the other to allow it once more";
            return Err(Rejection::new(ErrorCode::LostAgain, why));
        }
        Ok(self.open(table, k, None, Some(pledge), secrets).1)
    }

    fn check_roll(&self, roller: Seat) -> Result<(), Rejection> {
        if self.is_plain(roller) {
            return Err(plain());
        }
        if self.owes_share(roller) {
            return Err(Rejection::new(ErrorCode::ShareDue, "the other's share must come first"));
        }
        Ok(())
    }

    fn open(
        &self,
        table: Uuid,
        k: u64,
        share: Option<Share>,
        pledge: Option<Bytes32>,
        secrets: &Secrets<'_>,
    ) -> ([u8; 2], RollProof) {
        let secret = secrets(k);
        let dice = roll(&secret, table, k, self.given.as_ref(), share.as_ref());
        let proof =
            RollProof { secret, waiting: self.given.clone(), share, pledge, seal: seal(&secrets(k + 1)) };
        (dice, proof)
    }

    /// Goes on to the next roll after roll `k` was made.
    pub(crate) fn rolled(&mut self, roller: Seat, k: u64, proof: &RollProof) {
        self.next(roller, k, proof, 0);
    }

    /// Goes on to the next roll as roll `k` was void: the roller had lost its share.
    pub(crate) fn lost(&mut self, roller: Seat, k: u64, proof: &RollProof) {
        self.next(roller, k, proof, 1);
    }

    fn next(&mut self, roller: Seat, k: u64, proof: &RollProof, lost: u32) {
        let seat = &mut self.seats[usize::from(roller)];
        seat.pledge = proof.pledge;
        seat.j = k + 1;
        seat.lost += lost;
        // Leave is given for one roll and not kept for another. A seat that adds nothing has nothing to lose.
        seat.may_lose = if seat.pledge.is_some() { FREE_LOSSES.saturating_sub(seat.lost) } else { 0 };
        self.seal = proof.seal;
        self.given = None;
    }

    /// Whether a seat needs leave before it may lose its share.
    pub(crate) fn needs_leave_to_lose(&self, seat: Seat) -> bool {
        !self.is_plain(seat) && self.seat(seat).may_lose == 0
    }

    /// Lets a seat lose its share once more.
    pub(crate) fn allow_loss(&mut self, seat: Seat) {
        self.seats[usize::from(seat)].may_lose += 1;
    }

    /// As a snapshot shows it.
    pub(crate) fn shown(&self) -> DiceState {
        DiceState { seal: self.seal, seats: self.seats.to_vec(), share: self.given.clone() }
    }
}

fn plain() -> Rejection {
    Rejection::new(ErrorCode::PlainSeat, "this seat said that it adds nothing to the dice")
}
