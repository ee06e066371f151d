//! Client's dice: what an honest client adds to dice, worked out from a seed as a page does it.

use std::collections::HashSet;

use cydonia_protocol::dice::{self, Bytes32, Share};
use cydonia_protocol::{Command, Event, EventKind, OfferKind, OpenOffer};
use cydonia_rules::Seat;
use uuid::Uuid;

use crate::Folded;

/// A seat's part in the dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hand {
    /// Adds what follows from its seed.
    Honest(Bytes32),
    /// Adds nothing.
    Plain,
}

impl Hand {
    /// A hand with a seed of its own for every number.
    pub fn honest(number: u128) -> Self {
        let mut seed = [0; 32];
        seed[16..].copy_from_slice(&number.to_be_bytes());
        Self::Honest(Bytes32(seed))
    }

    /// Its pledge number `j`.
    pub fn pledge(&self, table: Uuid, j: u64) -> Option<Bytes32> {
        match self {
            Self::Honest(seed) => Some(dice::pledged_share(seed, table, j).pledge()),
            Self::Plain => None,
        }
    }

    /// Its share for the other's next roll.
    pub fn waiting_share(&self, table: &Folded) -> Option<Share> {
        match (self, &table.dice) {
            (Self::Honest(seed), Some(dice)) => {
                Some(dice::waiting_share(seed, table.info.id, table.rolls, &dice.seal))
            }
            _ => None,
        }
    }

    /// The next roll, as its roller.
    pub fn roll(&self, table: &Folded, seat: Seat) -> Command {
        let Self::Honest(seed) = self else { panic!("a seat that adds nothing does not ask for dice") };
        let (id, k) = (table.info.id, table.rolls);
        let j = table.dice.as_ref().expect("a game with dice").seats[usize::from(seat)].j;
        let share = dice::pledged_share(seed, id, j);
        Command::Roll { table: id, k, share, pledge: dice::pledged_share(seed, id, k + 1).pledge() }
    }

    /// Whether it could have said what an event says in its seat's name, at the table as it was before. `agreed` are
    /// the offers, by table, that it has agreed to: leave to lose a roll is not given in its name either.
    pub fn owns(&self, table: &Folded, seat: Seat, event: &Event, agreed: &HashSet<(Uuid, u64)>) -> bool {
        match &event.what {
            EventKind::Start { dice: Some(start), .. } => {
                start.pledges.get(usize::from(seat)) == Some(&self.pledge(table.info.id, 0))
            }
            EventKind::Act { seat: who, share: Some(share), .. }
            | EventKind::Share { seat: who, share, .. }
                if *who == seat =>
            {
                self.waiting_share(table).as_ref() == Some(share)
            }
            EventKind::Roll { seat: who, k, opened: Some(opened), .. }
            | EventKind::Lost { seat: who, k, opened }
                if *who == seat =>
            {
                opened.pledge == self.pledge(table.info.id, k + 1)
            }
            EventKind::Answer { seat: who, offer, agree: true } if *who == seat => {
                let is_leave = |open: &OpenOffer| open.offer == *offer && open.what == OfferKind::Lost;
                !table.offers.iter().any(is_leave) || agreed.contains(&(table.info.id, *offer))
            }
            _ => true,
        }
    }

    /// The confession that what it pledged is lost, with a pledge from a new seed, which it has from then on.
    pub fn lose(&mut self, table: &Folded, number: u128) -> Command {
        *self = Self::honest(number);
        let (id, k) = (table.info.id, table.rolls);
        let pledge = self.pledge(id, k + 1).expect("a hand that adds something");
        Command::Lost { table: id, k, pledge }
    }
}
