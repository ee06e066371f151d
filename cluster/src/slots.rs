//! Slots: every table is in one of 1 024 for ever, and each slot has one owner at most.

use uuid::Uuid;

use crate::rendezvous::{Candidate, owner};
use crate::{Incarnation, limits};

/// A part of all tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(u16);

impl Slot {
    /// How many there are, for ever.
    pub const COUNT: u16 = 1 << 10;

    /// The one that a table is in: the lowest ten bits of its id, which are random in every version that is in use.
    #[must_use]
    pub fn of(table: Uuid) -> Self {
        Self((table.as_u128() % u128::from(Self::COUNT)) as u16)
    }

    /// The one of that number; none if there is no such slot.
    #[must_use]
    pub fn numbered(number: i64) -> Option<Self> {
        u16::try_from(number).ok().filter(|number| *number < Self::COUNT).map(Self)
    }

    /// All of them in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }

    /// Its number, from 0.
    #[must_use]
    pub fn number(self) -> u16 {
        self.0
    }
}

/// Who owns which slot, as it was last read from the database, which decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotMap {
    owners: Vec<Option<Incarnation>>,
}

impl Default for SlotMap {
    /// Nobody owns anything.
    fn default() -> Self {
        Self { owners: vec![None; usize::from(Slot::COUNT)] }
    }
}

impl SlotMap {
    /// Who owns a slot, if anybody does.
    #[must_use]
    pub fn owner(&self, slot: Slot) -> Option<Incarnation> {
        self.owners[usize::from(slot.0)]
    }

    /// Takes note of who owns it.
    pub fn set(&mut self, slot: Slot, owner: Option<Incarnation>) {
        self.owners[usize::from(slot.0)] = owner;
    }

    /// The slots of a node.
    pub fn of(&self, node: Incarnation) -> impl Iterator<Item = Slot> {
        Slot::all().filter(move |slot| self.owner(*slot) == Some(node))
    }

    /// The slots that nobody owns and that fall to a node, which may take them where the database finds them unowned still.
    #[must_use]
    pub fn claims(&self, own: Incarnation, candidates: &[Candidate]) -> Vec<Slot> {
        let falls = |slot: &Slot| self.owner(*slot).is_none() && owner(*slot, candidates) == Some(own);
        Slot::all().filter(falls).collect()
    }

    /// What a node has to hand over next, and to whom: a batch of its slots that should be others'. Only an owner lets go, so that all
    /// may work the same out without anybody who leads.
    #[must_use]
    pub fn hand_overs(&self, own: Incarnation, candidates: &[Candidate]) -> Vec<(Slot, Incarnation)> {
        let moves = self.of(own).filter_map(|slot| Some((slot, owner(slot, candidates)?)));
        moves.filter(|(_, to)| *to != own).take(limits::HANDED_OVER_AT_ONCE).collect()
    }

    /// The slots of a node that are to stay its own.
    pub fn keeps(&self, own: Incarnation, candidates: &[Candidate]) -> impl Iterator<Item = Slot> {
        self.of(own).filter(move |slot| owner(*slot, candidates) == Some(own))
    }

    /// To whom each slot of a node that is dead goes; to nobody if nobody is there who may own any.
    #[must_use]
    pub fn bequests(&self, dead: Incarnation, candidates: &[Candidate]) -> Vec<(Slot, Option<Incarnation>)> {
        self.of(dead).map(|slot| (slot, owner(slot, candidates))).collect()
    }
}
