//! Shares and pledges: what the bot adds to the dice, and what it checks of a roll.

use cydonia_protocol::dice::{self, Bytes32, Share};
use cydonia_protocol::{Command, DiceSeat, DiceState, OfferKind, OpenOffer, Opened};
use cydonia_rules::Seat;
use uuid::Uuid;

/// What the bot's shares are made from. It never leaves this process.
#[derive(Clone)]
pub(super) struct Hand(pub(super) Bytes32);

impl std::fmt::Debug for Hand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Hand")
    }
}

/// What does not fit of what the house says about the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::cli) enum DiceFlaw {
    #[error("a roll came that was not due")]
    Roll,
    #[error("nothing proves a roll")]
    Unproved,
    #[error("the secret that was opened is not the one that was sealed")]
    Seal,
    #[error("a share is not the one that was pledged")]
    Pledge,
    #[error("a share is not the one that was given for the roll")]
    Waiting,
    #[error("the dice are not those that the secret and the shares give")]
    Dice,
    #[error("a share came that was not due")]
    Share,
    #[error("a seat was said to have lost its share more often than it may")]
    Lost,
    #[error("something is said in the bot's name that it did not say")]
    NotMine,
}

impl Hand {
    /// Its pledge number `j`.
    pub(super) fn pledge(&self, table: Uuid, j: u64) -> Bytes32 {
        dice::pledged_share(&self.0, table, j).pledge()
    }

    /// Its share for the other's roll `k`.
    pub(super) fn waiting_share(&self, table: Uuid, k: u64, dice: &DiceState) -> Share {
        dice::waiting_share(&self.0, table, k, &dice.seal)
    }

    /// Whether that pledge is one of its own. Those of an earlier run of the bot are not.
    pub(super) fn has(&self, table: Uuid, seat: &DiceSeat) -> bool {
        seat.pledge == Some(self.pledge(table, seat.j))
    }

    /// What opens roll `k` of one's own; that its share is lost, if the pledge is none of its own.
    pub(super) fn open(&self, table: Uuid, k: u64, seat: &DiceSeat) -> Command {
        let pledge = self.pledge(table, k + 1);
        if self.has(table, seat) {
            Command::Roll { table, k, share: dice::pledged_share(&self.0, table, seat.j), pledge }
        } else {
            Command::Lost { table, k, pledge }
        }
    }
}

/// What is known of the first roll.
pub(super) fn start(seal: Bytes32, pledges: &[Option<Bytes32>]) -> DiceState {
    let seat = |pledge: &Option<Bytes32>| DiceSeat {
        pledge: *pledge,
        j: 0,
        lost: 0,
        may_lose: pledge.is_some().into(),
    };
    DiceState { seal, seats: pledges.iter().map(seat).collect(), share: None }
}

/// The part of a seat, and that of the other.
fn parts(dice: &DiceState, roller: Seat) -> Result<(&DiceSeat, &DiceSeat), DiceFlaw> {
    let other = 1_u8.checked_sub(roller).ok_or(DiceFlaw::Roll)?;
    let seat = |seat: Seat| dice.seats.get(usize::from(seat)).ok_or(DiceFlaw::Roll);
    Ok((seat(roller)?, seat(other)?))
}

/// Takes in that a seat has given its share for the other's roll.
pub(super) fn take_share(dice: &mut DiceState, seat: Seat, share: &Share) -> Result<(), DiceFlaw> {
    let (giver, _) = parts(dice, seat)?;
    if dice.share.is_some() || giver.pledge.is_none() {
        return Err(DiceFlaw::Share);
    }
    dice.share = Some(share.clone());
    Ok(())
}

/// A roll that is told, or one that is void.
pub(super) struct ToldRoll<'a> {
    pub(super) table: Uuid,
    pub(super) roller: Seat,
    pub(super) k: u64,
    pub(super) opened: &'a Opened,
    /// What it shows and the roller's share; none if it is void.
    pub(super) made: Option<([u8; 2], Option<&'a Share>)>,
}

/// Checks a roll against what was known before, and takes in what is known of the next.
pub(super) fn take_roll(dice: &mut DiceState, told: &ToldRoll<'_>) -> Result<(), DiceFlaw> {
    let opened = told.opened;
    let (roller, other) = parts(dice, told.roller)?;
    if dice::seal(&opened.secret) != dice.seal {
        return Err(DiceFlaw::Seal);
    }
    if opened.waiting != dice.share || opened.waiting.is_some() != other.pledge.is_some() {
        return Err(DiceFlaw::Waiting);
    }
    if opened.pledge.is_some() != roller.pledge.is_some() {
        return Err(DiceFlaw::Pledge);
    }
    match told.made {
        Some((faces, share)) => {
            if roller.pledge != share.map(Share::pledge) {
                return Err(DiceFlaw::Pledge);
            }
            if faces != dice::roll(&opened.secret, told.table, told.k, opened.waiting.as_ref(), share) {
                return Err(DiceFlaw::Dice);
            }
        }
        None if roller.may_lose == 0 => return Err(DiceFlaw::Lost),
        None => {}
    }
    (dice.seal, dice.share) = (opened.seal, None);
    if let Some(seat) = dice.seats.get_mut(usize::from(told.roller)) {
        (seat.pledge, seat.j) = (opened.pledge, told.k + 1);
        seat.lost += u32::from(told.made.is_none());
        // Leave to lose holds for the roll that it was given for.
        seat.may_lose = if opened.pledge.is_some() { 1_u32.saturating_sub(seat.lost) } else { 0 };
    }
    Ok(())
}

/// Takes in that a seat has agreed to an offer: where that was the last consent it wanted, leave to lose is given.
pub(super) fn take_consent(dice: &mut DiceState, offer: u64, before: &[OpenOffer], after: &[OpenOffer]) {
    let settled = before.iter().find(|open| open.offer == offer && open.what == OfferKind::Lost);
    let settled = settled.filter(|_| !after.iter().any(|open| open.offer == offer));
    if let Some(seat) = settled.and_then(|open| dice.seats.get_mut(usize::from(open.seat))) {
        seat.may_lose += 1;
    }
}
