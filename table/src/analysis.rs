//! Leave to analyse: what was played so far of a casual game that is on may be analysed once all who play have agreed. It holds
//! for what came before, and no further.

use cydonia_protocol::ErrorCode;
use cydonia_rules::AnyGame;

use super::journal::{CorruptData, Stamped, TableRow};
use super::past::{Acted, ActedSoFar};
use super::rejection::Rejection;
use super::stage::Playing;
use super::state::Table;

impl Table {
    /// The number of the event by which all who play allowed that what came before it is analysed; none if they have not, have
    /// taken a turn back since, or the game is not on.
    #[must_use]
    pub fn analysed_until(&self) -> Option<u64> {
        self.playing()?.analysed_until
    }

    /// Checks that it may be offered to have the game so far analysed.
    ///
    /// # Errors
    /// If the game is rated, nothing was played yet, or nothing since that was last agreed on.
    pub(crate) fn check_analysable(&self, on: &Playing) -> Result<(), Rejection> {
        if self.set_up_rated {
            let why = "a rated game is analysed when it is over, and not before";
            return Err(Rejection::new(ErrorCode::BadRated, why));
        }
        let refuse = |why| Err(Rejection::new(ErrorCode::BadOffer, why));
        if on.play.plies == 0 {
            return refuse("nothing was played yet that could be analysed");
        }
        if on.analysed_until.is_some_and(|until| self.at < until) {
            return refuse("all have agreed to that, and nothing was played since");
        }
        Ok(())
    }

    /// Every position in which a seat acted before that event, by which all allowed it, and how the game stood then; none if that
    /// holds no longer. `between` is called again and again.
    ///
    /// # Errors
    /// If the journal does not replay.
    pub fn acted_until(
        row: TableRow,
        journal: &[Stamped],
        until: u64,
        mut between: impl FnMut(),
    ) -> Result<Option<(Vec<Acted>, AnyGame)>, CorruptData> {
        let mut table = Self::before_journal(row, journal);
        let mut acted = ActedSoFar::default();
        let mut stands = None;
        for (n, stamped) in (1..).zip(journal) {
            if n > until {
                table.replay(std::slice::from_ref(stamped))?;
            } else {
                acted.replay(&mut table, stamped)?;
            }
            if n == until {
                stands = table.game().cloned();
            }
            between();
        }
        let stands = stands.filter(|_| table.analysed_until() == Some(until));
        Ok(stands.map(|stands| (acted.all, stands)))
    }
}
