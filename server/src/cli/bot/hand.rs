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

    /// Checks that what is told as the bot's pledge is one of its own, if it adds something.
    pub(super) fn check_own(&self, table: Uuid, dice: &DiceState, me: Option<Seat>) -> Result<(), DiceFlaw> {
        let own = me.and_then(|me| dice.seats.get(usize::from(me)));
        let is_own = own.is_none_or(|own| own.pledge.is_none() || self.has(table, own));
        if is_own { Ok(()) } else { Err(DiceFlaw::NotMine) }
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

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: Uuid = Uuid::from_u128(1);
    const SECRET: Bytes32 = Bytes32([7; 32]);

    /// A roll of seat 0 as an honest house tells it, by the bot's hand and another's.
    struct Round {
        before: DiceState,
        opened: Opened,
        share: Option<Share>,
        faces: [u8; 2],
    }

    impl Round {
        fn honest() -> Self {
            let (hand, other) = (Hand(Bytes32([1; 32])), Hand(Bytes32([2; 32])));
            let pledges = [Some(hand.pledge(TABLE, 0)), Some(other.pledge(TABLE, 0))];
            let mut before = start(dice::seal(&SECRET), &pledges);
            let waiting = other.waiting_share(TABLE, 0, &before);
            take_share(&mut before, 1, &waiting).expect("it is due");
            let share = dice::pledged_share(&hand.0, TABLE, 0);
            let faces = dice::roll(&SECRET, TABLE, 0, Some(&waiting), Some(&share));
            let (pledge, seal) = (Some(hand.pledge(TABLE, 1)), dice::seal(&Bytes32([8; 32])));
            let opened = Opened { secret: SECRET, waiting: Some(waiting), pledge, seal };
            Self { before, opened, share: Some(share), faces }
        }

        fn told(&self) -> Result<DiceState, DiceFlaw> {
            let mut dice = self.before.clone();
            let made = Some((self.faces, self.share.as_ref()));
            let told = ToldRoll { table: TABLE, roller: 0, k: 0, opened: &self.opened, made };
            take_roll(&mut dice, &told).map(|()| dice)
        }
    }

    #[test]
    fn an_honest_roll_is_taken_and_leads_to_the_next() {
        let round = Round::honest();
        let dice = round.told().expect("it fits");
        assert_eq!((dice.seal, &dice.share, dice.seats[0].j), (round.opened.seal, &None, 1));
        assert_eq!(Hand(Bytes32([1; 32])).check_own(TABLE, &dice, Some(0)), Ok(()));
        assert_eq!(Hand(Bytes32([3; 32])).check_own(TABLE, &dice, Some(0)), Err(DiceFlaw::NotMine));
    }

    #[test]
    fn whatever_does_not_fit_is_told() {
        let other = || Share::new(vec![9; 32]);
        let flaw = |change: fn(&mut Round, Option<Share>)| {
            let mut round = Round::honest();
            change(&mut round, other());
            round.told().expect_err("it does not fit")
        };
        assert_eq!(flaw(|round, _| round.opened.secret = Bytes32([6; 32])), DiceFlaw::Seal);
        assert_eq!(flaw(|round, other| round.opened.waiting = other), DiceFlaw::Waiting);
        assert_eq!(
            flaw(|round, _| (round.opened.waiting, round.before.share) = (None, None)),
            DiceFlaw::Waiting
        );
        assert_eq!(flaw(|round, other| round.share = other), DiceFlaw::Pledge);
        assert_eq!(flaw(|round, _| round.opened.pledge = None), DiceFlaw::Pledge);
        assert_eq!(flaw(|round, _| round.faces[0] = round.faces[0] % 6 + 1), DiceFlaw::Dice);
    }

    #[test]
    fn a_share_is_lost_once_and_then_by_leave() {
        let Round { mut before, opened, .. } = Round::honest();
        let told = ToldRoll { table: TABLE, roller: 0, k: 0, opened: &opened, made: None };
        let mut first = before.clone();
        assert_eq!(take_roll(&mut first, &told), Ok(()));
        assert_eq!((first.seats[0].lost, first.seats[0].may_lose), (1, 0));
        before.seats[0].may_lose = 0;
        assert_eq!(take_roll(&mut before.clone(), &told), Err(DiceFlaw::Lost));
        let asked =
            OpenOffer { offer: 5, seat: 0, what: OfferKind::Lost, computer: None, agreed: Vec::new() };
        take_consent(&mut before, 5, &[asked], &[]);
        assert_eq!(take_roll(&mut before, &told), Ok(()));
    }

    #[test]
    fn a_share_that_is_not_due_is_not_taken() {
        let Round { mut before, opened, .. } = Round::honest();
        let share = opened.waiting.expect("there is one");
        assert_eq!(take_share(&mut before, 1, &share), Err(DiceFlaw::Share), "it is there already");
        (before.share, before.seats[1].pledge) = (None, None);
        assert_eq!(take_share(&mut before, 1, &share), Err(DiceFlaw::Share), "its seat adds nothing");
        assert_eq!(take_share(&mut before, 2, &share), Err(DiceFlaw::Roll), "there is no such seat");
    }
}
