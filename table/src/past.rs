//! How a game stood at some time.

use std::ops::RangeInclusive;

use cydonia_protocol::{Event, EventKind};
use cydonia_rules::{AnyGame, Outcome, Seat, View};
use uuid::Uuid;

use super::journal::Record;
use super::journal::{CorruptData, Finished, Stamped};
use super::state::Table;
use crate::limits;

/// A position of a game in which a seat acted, and what it did.
#[derive(Clone, Debug)]
pub struct Acted {
    /// How many entries of the game's line came before: this action is the next.
    pub step: u32,
    /// The number of the event by which it came.
    pub n: u64,
    /// Who acted.
    pub seat: Seat,
    /// The position before.
    pub game: AnyGame,
    /// The action, in notation.
    pub action: String,
    /// Whether the next of these positions is the one that the action led to: nothing was rolled in between, nobody left or
    /// was replaced, and no sides were taken.
    pub leads_on: bool,
}

/// The positions of a game in which a seat acted, gathered as it is replayed; actions that were taken back are left out.
#[derive(Default)]
pub(crate) struct ActedSoFar {
    pub(crate) all: Vec<Acted>,
    /// How many entries of the game's line there were.
    step: u32,
}

impl ActedSoFar {
    /// Has a table take a record in.
    pub(crate) fn replay(&mut self, table: &mut Table, stamped: &Stamped) -> Result<(), CorruptData> {
        let before = table.game().cloned();
        for Event { n, what, .. } in table.replay(std::slice::from_ref(stamped))? {
            match what {
                EventKind::Act { seat, action, .. } => {
                    let game = before.clone().ok_or(CorruptData::End)?;
                    self.all.push(Acted { step: self.step, n, seat, game, action, leads_on: true });
                }
                EventKind::Undo { .. } => drop(self.all.pop()),
                EventKind::Takeback { actions, .. } => {
                    self.all.truncate(self.all.len().saturating_sub(actions as usize));
                }
                EventKind::Roll { .. }
                | EventKind::Lost { .. }
                | EventKind::Swap { .. }
                | EventKind::Leave { .. }
                | EventKind::Takeover { .. } => {
                    if let Some(last) = self.all.last_mut() {
                        last.leads_on = false;
                    }
                }
                _ => continue,
            }
            self.step += 1;
        }
        Ok(())
    }
}

impl Table {
    /// Every position of a finished game in which a seat acted, and how it ended; actions that were taken back are left out.
    /// `between` is called again and again.
    ///
    /// # Errors
    /// If its line does not replay, or not to the result that is kept.
    pub fn acted(kept: &Finished, mut between: impl FnMut()) -> Result<(Vec<Acted>, Outcome), CorruptData> {
        let mut table = Self::of_match(kept);
        let mut acted = ActedSoFar::default();
        for stamped in &kept.packed.unpack_stepwise(&mut between)? {
            acted.replay(&mut table, stamped)?;
            between();
        }
        let mut all = acted.all;
        if let Some(last) = all.last_mut() {
            last.leads_on = false;
        }
        let outcome = table.check_end(kept)?.clone();
        Ok((all, outcome))
    }

    /// How a finished game stood after one of its plies: as it is shown, and as the rules know it.
    ///
    /// # Errors
    /// If its line does not replay, or has no such ply.
    pub fn position(kept: &Finished, ply: u32) -> Result<(View, AnyGame), CorruptData> {
        Self::positions(kept, ply..=ply)?.pop().ok_or(CorruptData::End)
    }

    /// How it stood after each of some of its plies, one after another.
    ///
    /// # Errors
    /// If its line does not replay, or does not have them all.
    pub fn positions(
        kept: &Finished,
        plies: RangeInclusive<u32>,
    ) -> Result<Vec<(View, AnyGame)>, CorruptData> {
        let mut table = Self::of_match(kept);
        let mut found: Vec<Option<(View, AnyGame)>> = plies.clone().map(|_ply| None).collect();
        for stamped in &kept.packed.unpack()? {
            table.replay(std::slice::from_ref(stamped))?;
            let (_, record) = stamped;
            let Some(play) = table.play() else { continue };
            let makes_ply =
                matches!(record, Record::Start { .. } | Record::Act { .. } | Record::Leave { .. });
            let stood = if table.is_over() { kept.summary.plies } else { play.plies };
            // One that was taken back is made again by another, and the last is the one that stands.
            if (makes_ply || table.is_over())
                && let Some(place) =
                    stood.checked_sub(*plies.start()).and_then(|at| found.get_mut(at as usize))
            {
                *place = table.view().map(|view| (view, play.game.clone()));
            }
        }
        found.into_iter().collect::<Option<Vec<_>>>().ok_or(CorruptData::End)
    }

    /// Whether a player moved near the beginning of a finished game; not if its line does not replay.
    pub fn has_moved(kept: &Finished, player: Uuid) -> bool {
        let Ok(line) = kept.packed.unpack() else { return false };
        let mut table = Self::of_match(kept);
        let mut acts = |stamped: &[Stamped]| {
            let events = table.replay(stamped).ok()?;
            // Where they sit now: two may change sides.
            let seat = table.seat_of(player);
            let is_own =
                |event: &Event| matches!(event.what, EventKind::Act { seat: by, .. } if Some(by) == seat);
            Some(events.iter().any(is_own))
        };
        line.chunks(1).take(limits::RECORDS_LOOKED_AT).map_while(&mut acts).any(|is_own| is_own)
    }
}
