//! What of a proof can be compared without working out ratings: the line with the rules, the dice with the line, the result with
//! both, and one proof with the next.

use cydonia_rules::{Outcome, Seat};
use uuid::Uuid;

use super::{GameProof, ProofError, ProofFinding, ProofPart, ProofStatement};
use crate::dice::{DiceProof, ProvedRoll};
use crate::record::{Checked, GameRecord};

/// A line that plays through, and where it leads.
#[derive(Clone, Debug)]
pub struct LineChecked {
    /// The game.
    pub record: GameRecord,
    /// What it leads to.
    pub checked: Checked,
}

impl LineChecked {
    /// Plays a statement's record through; `between` is called after each entry.
    ///
    /// # Errors
    /// [`ProofError::Record`] or [`ProofError::RecordSpelling`].
    pub fn of(statement: &ProofStatement, between: impl FnMut()) -> Result<Self, ProofError> {
        let (record, checked) = GameRecord::check_stepwise(&statement.record, between)?;
        if record.to_string() == statement.record {
            Ok(Self { record, checked })
        } else {
            Err(ProofError::RecordSpelling)
        }
    }

    /// What to say of the line.
    #[must_use]
    pub fn finding(&self) -> ProofFinding {
        let (game, plies) = (self.record.kind.info().title, self.checked.plies);
        ProofFinding::fits(ProofPart::Line, format!("The line plays through: {game}, plies: {plies}."))
    }

    /// Checks that the dice fit what was sealed and pledged, and that they are the rolls of the line and no others.
    ///
    /// # Errors
    /// The first [`ProofError`] of dice.
    pub fn check_dice(&self, dice: Option<&DiceProof>) -> Result<ProofFinding, ProofError> {
        let has_dice = self.record.kind.info().dice;
        let Some(dice) = dice else {
            let why = if has_dice {
                "The game has dice, and no record of them: it is from before they were proved."
            } else {
                "The game has no dice."
            };
            return Ok(ProofFinding::unchecked(ProofPart::Dice, why));
        };
        if !has_dice {
            return Err(ProofError::NoDice);
        }
        if self.record.id != Some(dice.table) {
            return Err(ProofError::OtherDice);
        }
        dice.check()?;
        self.check_rolls(&dice.rolls)?;
        if dice.unused.is_some() && !self.checked.was_roll_due {
            return Err(ProofError::Unused);
        }
        Ok(ProofFinding::fits(ProofPart::Dice, format!("{} They are those of the line.", dice.summary())))
    }

    /// Each roll of the line is one of the record of dice, and the other way round: none was left out or declared void.
    fn check_rolls(&self, proved: &[ProvedRoll]) -> Result<(), ProofError> {
        let played = &self.checked.rolls;
        let is_same = |(played, proved): (&(Seat, Option<[u8; 2]>), &ProvedRoll)| {
            *played == (proved.roller, proved.dice)
        };
        let same = played.iter().zip(proved).take_while(|pair| is_same(*pair)).count();
        if same == played.len().max(proved.len()) { Ok(()) } else { Err(ProofError::Rolls(same as u64)) }
    }

    /// Checks that the record tells how the game ended, and of whom.
    ///
    /// # Errors
    /// [`ProofError::Unfinished`] or [`ProofError::Seats`].
    pub fn check_result(&self, statement: &ProofStatement) -> Result<(Uuid, &Outcome), ProofError> {
        let GameRecord { id, names, times_ms, claim, .. } = &self.record;
        let tells_all = claim.scores.is_some() && claim.ranks.is_some() && claim.reason.is_some();
        let (Some(id), Some(outcome), [Some(_), Some(_)], true) =
            (id, &self.checked.outcome, times_ms, tells_all)
        else {
            return Err(ProofError::Unfinished);
        };
        let sat = statement.seats.iter().map(|seat| Some(seat.player.name.as_str()));
        if names.iter().map(Option::as_deref).eq(sat) { Ok((*id, outcome)) } else { Err(ProofError::Seats) }
    }

    /// What to say of the result.
    #[must_use]
    pub fn result_finding(outcome: &Outcome) -> ProofFinding {
        let Outcome { scores, ranks, reason } = outcome;
        let how = reason.name();
        ProofFinding::fits(
            ProofPart::Result,
            format!("The result is that of the line: it ended as {how}, scores {scores:?}, ranks {ranks:?}."),
        )
    }
}

/// Checks that a proof is chained to the game before, given the proofs among which that may be.
///
/// # Errors
/// [`ProofError::Chain`].
pub fn check_chain(proof: &GameProof, others: &[GameProof]) -> Result<ProofFinding, ProofError> {
    let before = proof.seal.before;
    if before.number == 0 {
        return Ok(ProofFinding::fits(ProofPart::Chain, "It is the first game of the chain."));
    }
    match others.iter().find(|other| other.statement.number == before.number) {
        Some(other) if other.link() == before => {
            let sentence = format!("It is chained to the proof of game {}.", before.number);
            Ok(ProofFinding::fits(ProofPart::Chain, sentence))
        }
        Some(_) => Err(ProofError::Chain(before.number)),
        None => {
            let sentence = format!("It is chained to game {}, whose proof is not at hand.", before.number);
            Ok(ProofFinding::unchecked(ProofPart::Chain, sentence))
        }
    }
}
