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
pub enum Flaw {
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
    /// The first [`Flaw`].
    ///
    /// # Examples
    /// ```
    /// use cydonia_protocol::dice::{DiceProof, Flaw};
    ///
    /// let vectors: serde_json::Value =
    ///     serde_json::from_str(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/dice-vectors.json"))).unwrap();
    /// let mut proof: DiceProof = serde_json::from_value(vectors["records"][0]["record"].clone()).unwrap();
    /// assert_eq!(proof.check(), Ok(()));
    /// proof.rolls[1].secret.0[0] ^= 1; // the server opens another secret than it sealed
    /// assert_eq!(proof.check(), Err(Flaw::Seal(1)));
    /// ```
    pub fn check(&self) -> Result<(), Flaw> {
        if self.scheme != SCHEME || self.pledges.len() != 2 {
            return Err(Flaw::Form);
        }
        let mut pledges = [self.pledges[0], self.pledges[1]];
        let mut have_rolled = [false; 2];
        let next_rollers = self.rolls.iter().skip(1).map(|next| Some(next.roller)).chain([None]);
        for ((k, entry), next) in (0..).zip(&self.rolls).zip(next_rollers) {
            let roller = usize::from(entry.roller);
            if roller > 1 {
                return Err(Flaw::Form);
            }
            let adds = pledges.map(|pledge| pledge.is_some());
            let is_void = entry.dice.is_none();
            let all_there = entry.waiting.is_some() == adds[1 - roller]
                && entry.share.is_some() == (adds[roller] && !is_void)
                && entry.pledge.is_some() == adds[roller]
                && (adds[roller] || !is_void);
            if !all_there {
                return Err(Flaw::Parts(k));
            }
            if seal(&entry.secret) != entry.seal {
                return Err(Flaw::Seal(k));
            }
            if entry.share.as_ref().is_some_and(|share| pledges[roller] != Some(share.pledge())) {
                return Err(Flaw::Pledge(k));
            }
            let dice = roll(&entry.secret, self.table, k, entry.waiting.as_ref(), entry.share.as_ref());
            if entry.dice.is_some_and(|told| told != dice) {
                return Err(Flaw::Dice(k));
            }
            have_rolled[roller] = true;
            // A void roll is made again by the same seat. After any other it is the other seat's turn, but for opening
            // rolls, which are one seat's until the other has rolled too.
            let is_open = !is_void && have_rolled != [true; 2];
            let due = if is_void { entry.roller } else { 1 - entry.roller };
            if !is_open && next.is_some_and(|next| next != due) {
                return Err(Flaw::Turn(k));
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
mod tests {
    use super::*;

    /// The records that are published with the vectors, by what is special about them.
    fn published() -> Vec<(String, DiceProof)> {
        #[derive(Deserialize)]
        struct Vectors {
            records: Vec<Named>,
        }
        #[derive(Deserialize)]
        struct Named {
            name: String,
            record: DiceProof,
        }
        let text = include_str!("../../../docs/dice-vectors.json");
        let vectors: Vectors = serde_json::from_str(text).expect("the published vectors");
        vectors.records.into_iter().map(|Named { name, record }| (name, record)).collect()
    }

    fn record(name: &str) -> DiceProof {
        let found = published().into_iter().find(|(one, _)| one == name);
        found.unwrap_or_else(|| panic!("no record “{name}” is published")).1
    }

    fn flip(bytes: &mut Bytes32) {
        bytes.0[31] ^= 1;
    }

    fn flipped(share: Option<&Share>) -> Option<Share> {
        share.and_then(|share| {
            let mut bytes = share.bytes().to_vec();
            bytes[0] ^= 0x80;
            Share::new(bytes)
        })
    }

    #[test]
    fn every_published_record_fits() {
        let records = published();
        assert_eq!(records.len(), 5);
        for (name, record) in records {
            assert_eq!(record.check(), Ok(()), "{name}");
            assert_eq!(
                record.void(),
                usize::from(name.contains("lost") || name.contains("seat 1")),
                "{name}"
            );
        }
    }

    type Change = fn(&mut DiceProof);

    #[test]
    fn each_flaw_is_found_and_named() {
        let usual: [(&str, Change, Flaw); 21] = [
            ("another scheme", |proof| proof.scheme.push('2'), Flaw::Form),
            ("one seat", |proof| proof.pledges.truncate(1), Flaw::Form),
            ("three seats", |proof| proof.pledges.push(None), Flaw::Form),
            ("a third roller", |proof| proof.rolls[1].roller = 2, Flaw::Form),
            ("another secret", |proof| flip(&mut proof.rolls[1].secret), Flaw::Seal(1)),
            ("another seal", |proof| flip(&mut proof.rolls[2].seal), Flaw::Seal(2)),
            ("another first pledge", |proof| proof.pledges[0].iter_mut().for_each(flip), Flaw::Pledge(0)),
            ("another pledge", |proof| proof.rolls[0].pledge.iter_mut().for_each(flip), Flaw::Pledge(2)),
            (
                "another share of the roller",
                |proof| proof.rolls[1].share = flipped(proof.rolls[1].share.as_ref()),
                Flaw::Pledge(1),
            ),
            (
                "another share of the other",
                |proof| proof.rolls[1].waiting = flipped(proof.rolls[1].waiting.as_ref()),
                Flaw::Dice(1),
            ),
            ("another table", |proof| proof.table = Uuid::nil(), Flaw::Dice(0)),
            (
                "another die",
                |proof| proof.rolls[3].dice = proof.rolls[3].dice.map(|[one, two]| [one, two % 6 + 1]),
                Flaw::Dice(3),
            ),
            ("dice the other way round", |proof| proof.rolls[0].dice = Some([3, 1]), Flaw::Dice(0)),
            ("no first pledge", |proof| proof.pledges[1] = None, Flaw::Parts(0)),
            ("no waiting share", |proof| proof.rolls[0].waiting = None, Flaw::Parts(0)),
            ("no share of the roller", |proof| proof.rolls[0].share = None, Flaw::Parts(0)),
            ("no new pledge", |proof| proof.rolls[0].pledge = None, Flaw::Parts(0)),
            ("no dice, though nothing was lost", |proof| proof.rolls[0].dice = None, Flaw::Parts(0)),
            ("the other one's roll", |proof| proof.rolls[2].roller = 1, Flaw::Turn(1)),
            ("a roll left out", |proof| drop(proof.rolls.remove(1)), Flaw::Dice(1)),
            ("two rolls in the wrong order", |proof| proof.rolls.swap(0, 1), Flaw::Dice(0)),
        ];
        let plain: [(&str, Change, Flaw); 5] = [
            (
                "a pledge of the seat that adds nothing",
                |proof| proof.pledges[1] = proof.pledges[0],
                Flaw::Parts(0),
            ),
            (
                "a new pledge of the seat that adds nothing",
                |proof| proof.rolls[1].pledge = proof.pledges[0],
                Flaw::Parts(1),
            ),
            (
                "a share of the seat that adds nothing, to its own roll",
                |proof| proof.rolls[1].share = proof.rolls[0].share.clone(),
                Flaw::Parts(1),
            ),
            (
                "a share of the seat that adds nothing, to the other's roll",
                |proof| proof.rolls[0].waiting = proof.rolls[0].share.clone(),
                Flaw::Parts(0),
            ),
            ("something lost where there was nothing", |proof| proof.rolls[4].dice = None, Flaw::Parts(4)),
        ];
        let lost: [(&str, Change, Flaw); 4] = [
            (
                "a share that was lost",
                |proof| proof.rolls[3].share = proof.rolls[2].share.clone(),
                Flaw::Parts(3),
            ),
            ("dice of a roll that is void", |proof| proof.rolls[3].dice = Some([1, 1]), Flaw::Parts(3)),
            (
                "another secret of a roll that is void",
                |proof| flip(&mut proof.rolls[3].secret),
                Flaw::Seal(3),
            ),
            (
                "another pledge instead of the lost one",
                |proof| proof.rolls[3].pledge.iter_mut().for_each(flip),
                Flaw::Pledge(4),
            ),
        ];
        for (name, changes) in [
            ("both seats add", usual.as_slice()),
            ("seat 1 adds nothing", &plain),
            ("an opening that is repeated, and a part that was lost", &lost),
        ] {
            for (what, change, flaw) in changes {
                let mut proof = record(name);
                change(&mut proof);
                assert_eq!(proof.check(), Err(*flaw), "{what}");
            }
        }
    }

    #[test]
    fn every_published_flaw_is_found() {
        #[derive(Deserialize)]
        struct Vectors {
            flawed: Vec<Flawed>,
        }
        #[derive(Deserialize)]
        struct Flawed {
            name: String,
            flaw: Published,
            record: DiceProof,
        }
        #[derive(Deserialize)]
        struct Published {
            kind: String,
            k: u64,
        }
        let text = include_str!("../../../docs/dice-vectors.json");
        let Vectors { flawed } = serde_json::from_str(text).expect("the published vectors");
        assert_eq!(flawed.len(), 3);
        for Flawed { name, flaw, record } in flawed {
            assert_eq!(flaw.kind, "turn", "{name}");
            assert_eq!(record.check(), Err(Flaw::Turn(flaw.k)), "{name}");
        }
    }

    /// A void roll shows nothing that was pledged: only who rolls next tells it from one that was made.
    #[test]
    fn a_roll_that_was_made_is_not_told_as_lost_unless_it_is_the_last_or_an_opening_roll() {
        for (name, record) in published() {
            for k in 0..record.rolls.len() {
                let entry = &record.rolls[k];
                let adds = record.pledges[usize::from(entry.roller)].is_some();
                if entry.dice.is_none() || !adds {
                    continue;
                }
                let mut told = record.clone();
                (told.rolls[k].share, told.rolls[k].dice) = (None, None);
                let next = record.rolls.get(k + 1);
                let is_open = next.is_none_or(|next| next.roller == entry.roller);
                let expected = if is_open { Ok(()) } else { Err(Flaw::Turn(k as u64)) };
                assert_eq!(told.check(), expected, "{name}, roll {k}");
            }
        }
    }

    /// What a record can say nothing about: nothing was ever made from it.
    #[test]
    fn what_was_never_opened_is_not_judged() {
        let mut proof = record("both seats add");
        flip(&mut proof.unopened);
        proof.unused = None;
        for last in [2, 3] {
            proof.rolls[last].pledge.iter_mut().for_each(flip);
        }
        assert_eq!(proof.check(), Ok(()));
        let mut proof = record("an opening that is repeated, and a part that was lost");
        proof.rolls[1].pledge.iter_mut().for_each(flip);
        assert_eq!(proof.check(), Ok(()), "the pledge whose share was lost");
        proof.rolls[3].waiting = flipped(proof.rolls[3].waiting.as_ref());
        assert_eq!(proof.check(), Ok(()), "what was given for a void roll");
    }

    #[test]
    fn every_flaw_says_what_and_where() {
        let words =
            [Flaw::Form, Flaw::Seal(7), Flaw::Pledge(7), Flaw::Parts(7), Flaw::Dice(7), Flaw::Turn(7)]
                .map(|flaw| flaw.to_string());
        assert!(words.iter().skip(1).all(|text| text.starts_with("roll 7: ")), "{words:?}");
        assert_eq!(words.iter().collect::<std::collections::HashSet<_>>().len(), words.len());
    }
}
