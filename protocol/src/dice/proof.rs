//! Dice proof: a game's rolls with everything that was sealed, pledged, given and opened, and the check of it.

use cydonia_rules::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use super::{Bytes32, SCHEME, Share, roll, seal};

/// The dice of one game: everything that is needed to check them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct DiceProof {
    /// The scheme's name.
    pub scheme: String,
    /// The table at which the dice were rolled.
    pub table: Uuid,
    /// Each seat's first pledge; null for a seat that adds nothing.
    pub pledges: Vec<Option<Bytes32>>,
    /// Every roll in order, void ones included.
    pub rolls: Vec<ProvedRoll>,
    /// The seal of the roll that was not made any more.
    pub unopened: Bytes32,
    /// The share that was given for it, if it got that far.
    pub unused: Option<Share>,
}

/// One roll with its proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ProvedRoll {
    /// The seat whose turn it opened.
    pub roller: Seat,
    /// What the server had told of its secret before.
    pub seal: Bytes32,
    /// The secret.
    pub secret: Bytes32,
    /// What the other seat gave in between; null if it adds nothing.
    pub waiting: Option<Share>,
    /// What the roller had pledged; null if it adds nothing, or if the roll is void because the share was lost.
    pub share: Option<Share>,
    /// The roller's next pledge; null if it adds nothing.
    pub pledge: Option<Bytes32>,
    /// What was rolled; null if the roll is void.
    #[schemars(inner(inner(range(min = 1, max = 6))))]
    pub dice: Option<[u8; 2]>,
}

/// `GET /api/v1/matches/{id}/dice`: a game's dice, and what the server finds when it checks them as anybody can.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct DiceReport {
    /// Everything that is needed to check them.
    pub proof: DiceProof,
    /// Whether all fits together.
    pub fits: bool,
    /// What was found, in one sentence.
    pub sentence: String,
}

impl DiceReport {
    /// Checks a proof and reports.
    #[must_use]
    pub fn of(proof: DiceProof) -> Self {
        let found = proof.check();
        let sentence = match found {
            Ok(()) => proof.summary(),
            Err(flaw) => format!("These dice do not fit: {flaw}."),
        };
        Self { fits: found.is_ok(), sentence, proof }
    }
}

/// What does not fit in a proof, and at which roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiceProofError {
    /// It is of another scheme, or not of two seats.
    #[error("this is no record of dice that can be checked")]
    Form,
    /// A secret is not the one that was sealed.
    #[error("roll {0}: the secret that was opened is not the one that was sealed")]
    Seal(u64),
    /// The roller's share is not the one that was pledged.
    #[error("roll {0}: the roller's share is not the one that was pledged")]
    Pledge(u64),
    /// A share or a pledge is missing, or there is one from a seat that adds nothing.
    #[error("roll {0}: a share or a pledge is missing, or there is one too many")]
    Parts(u64),
    /// The dice are not those that secret and shares give.
    #[error("roll {0}: the dice are not those that the secret and the shares give")]
    Dice(u64),
    /// The seat whose turn it was then did not make the next roll.
    #[error("roll {0}: the next roll is not of the seat whose turn it was then")]
    Turn(u64),
}

impl DiceProof {
    /// Checks that all secrets, seals, pledges, shares and dice fit together.
    ///
    /// That seals and pledges came *first* no record can prove: that is known to whoever was there.
    ///
    /// # Errors
    /// The first [`DiceProofError`].
    ///
    /// # Examples
    /// ```
    /// use cydonia_protocol::dice::{DiceProof, DiceProofError};
    ///
    /// let vectors: serde_json::Value =
    ///     serde_json::from_str(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/dice-vectors.json"))).unwrap();
    /// let mut proof: DiceProof = serde_json::from_value(vectors["records"][0]["record"].clone()).unwrap();
    /// assert_eq!(proof.check(), Ok(()));
    /// proof.rolls[1].secret.0[0] ^= 1; // the server opens another secret than it sealed
    /// assert_eq!(proof.check(), Err(DiceProofError::Seal(1)));
    /// ```
    pub fn check(&self) -> Result<(), DiceProofError> {
        if self.scheme != SCHEME || self.pledges.len() != 2 {
            return Err(DiceProofError::Form);
        }
        let mut pledges = [self.pledges[0], self.pledges[1]];
        let mut have_rolled = [false; 2];
        let next_rollers = self.rolls.iter().skip(1).map(|next| Some(next.roller)).chain([None]);
        for ((k, entry), next) in (0..).zip(&self.rolls).zip(next_rollers) {
            let roller = usize::from(entry.roller);
            if roller > 1 {
                return Err(DiceProofError::Form);
            }
            let adds = pledges.map(|pledge| pledge.is_some());
            let is_void = entry.dice.is_none();
            let all_there = entry.waiting.is_some() == adds[1 - roller]
                && entry.share.is_some() == (adds[roller] && !is_void)
                && entry.pledge.is_some() == adds[roller]
                && (adds[roller] || !is_void);
            if !all_there {
                return Err(DiceProofError::Parts(k));
            }
            if seal(&entry.secret) != entry.seal {
                return Err(DiceProofError::Seal(k));
            }
            if entry.share.as_ref().is_some_and(|share| pledges[roller] != Some(share.pledge())) {
                return Err(DiceProofError::Pledge(k));
            }
            let dice = roll(&entry.secret, self.table, k, entry.waiting.as_ref(), entry.share.as_ref());
            if entry.dice.is_some_and(|told| told != dice) {
                return Err(DiceProofError::Dice(k));
            }
            have_rolled[roller] = true;
            // A void roll is made again by the same seat. After any other it is the other seat's turn, but for opening
            // rolls, which are one seat's until the other has rolled too.
            let is_open = !is_void && have_rolled != [true; 2];
            let due = if is_void { entry.roller } else { 1 - entry.roller };
            if !is_open && next.is_some_and(|next| next != due) {
                return Err(DiceProofError::Turn(k));
            }
            pledges[roller] = entry.pledge;
        }
        Ok(())
    }

    /// One sentence on a proof that fits.
    #[must_use]
    pub fn summary(&self) -> String {
        let void = match self.void() {
            0 => String::new(),
            1 => ", one of them void because a share was lost".to_owned(),
            void => format!(", {void} of them void because a share was lost"),
        };
        let plain = match self.pledges.iter().filter(|pledge| pledge.is_none()).count() {
            0 => String::new(),
            1 => " One seat added nothing to them and trusts the others.".to_owned(),
            _ => " No seat added anything to them: they rest on the server alone.".to_owned(),
        };
        let rolls = if self.rolls.len() == 1 { "roll" } else { "rolls" };
        format!(
            "{} {rolls}{void}: every secret, share and die fits what was sealed and pledged.{plain}",
            self.rolls.len()
        )
    }

    /// How many rolls are void because a seat had lost what it pledged.
    #[must_use]
    pub fn void(&self) -> usize {
        self.rolls.iter().filter(|entry| entry.dice.is_none()).count()
    }
}

#[cfg(test)]
mod tests;
