//! What a proof of dice proves, and each way in which one can be wrong.

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
    let text = include_str!("../../../../docs/dice-vectors.json");
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
        assert_eq!(record.void(), usize::from(name.contains("lost") || name.contains("seat 1")), "{name}");
    }
}

type Change = fn(&mut DiceProof);

fn assert_found(name: &str, changes: &[(&str, Change, DiceProofError)]) {
    for (what, change, flaw) in changes {
        let mut proof = record(name);
        change(&mut proof);
        assert_eq!(proof.check(), Err(*flaw), "{what}");
    }
}

#[test]
fn each_flaw_is_found_and_named() {
    let changes: [(&str, Change, DiceProofError); 21] = [
        ("another scheme", |proof| proof.scheme.push('2'), DiceProofError::Form),
        ("one seat", |proof| proof.pledges.truncate(1), DiceProofError::Form),
        ("three seats", |proof| proof.pledges.push(None), DiceProofError::Form),
        ("a third roller", |proof| proof.rolls[1].roller = 2, DiceProofError::Form),
        ("another secret", |proof| flip(&mut proof.rolls[1].secret), DiceProofError::Seal(1)),
        ("another seal", |proof| flip(&mut proof.rolls[2].seal), DiceProofError::Seal(2)),
        (
            "another first pledge",
            |proof| proof.pledges[0].iter_mut().for_each(flip),
            DiceProofError::Pledge(0),
        ),
        (
            "another pledge",
            |proof| proof.rolls[0].pledge.iter_mut().for_each(flip),
            DiceProofError::Pledge(2),
        ),
        (
            "another share of the roller",
            |proof| proof.rolls[1].share = flipped(proof.rolls[1].share.as_ref()),
            DiceProofError::Pledge(1),
        ),
        (
            "another share of the other",
            |proof| proof.rolls[1].waiting = flipped(proof.rolls[1].waiting.as_ref()),
            DiceProofError::Dice(1),
        ),
        ("another table", |proof| proof.table = Uuid::nil(), DiceProofError::Dice(0)),
        (
            "another die",
            |proof| proof.rolls[3].dice = proof.rolls[3].dice.map(|[one, two]| [one, two % 6 + 1]),
            DiceProofError::Dice(3),
        ),
        ("dice the other way round", |proof| proof.rolls[0].dice = Some([3, 1]), DiceProofError::Dice(0)),
        ("no first pledge", |proof| proof.pledges[1] = None, DiceProofError::Parts(0)),
        ("no waiting share", |proof| proof.rolls[0].waiting = None, DiceProofError::Parts(0)),
        ("no share of the roller", |proof| proof.rolls[0].share = None, DiceProofError::Parts(0)),
        ("no new pledge", |proof| proof.rolls[0].pledge = None, DiceProofError::Parts(0)),
        ("no dice, though nothing was lost", |proof| proof.rolls[0].dice = None, DiceProofError::Parts(0)),
        ("the other one's roll", |proof| proof.rolls[2].roller = 1, DiceProofError::Turn(1)),
        ("a roll left out", |proof| drop(proof.rolls.remove(1)), DiceProofError::Dice(1)),
        ("two rolls in the wrong order", |proof| proof.rolls.swap(0, 1), DiceProofError::Dice(0)),
    ];
    assert_found("both seats add", &changes);
}

#[test]
fn each_flaw_is_found_where_a_seat_adds_nothing() {
    let changes: [(&str, Change, DiceProofError); 5] = [
        (
            "a pledge of the seat that adds nothing",
            |proof| proof.pledges[1] = proof.pledges[0],
            DiceProofError::Parts(0),
        ),
        (
            "a new pledge of the seat that adds nothing",
            |proof| proof.rolls[1].pledge = proof.pledges[0],
            DiceProofError::Parts(1),
        ),
        (
            "a share of the seat that adds nothing, to its own roll",
            |proof| proof.rolls[1].share = proof.rolls[0].share.clone(),
            DiceProofError::Parts(1),
        ),
        (
            "a share of the seat that adds nothing, to the other's roll",
            |proof| proof.rolls[0].waiting = proof.rolls[0].share.clone(),
            DiceProofError::Parts(0),
        ),
        (
            "something lost where there was nothing",
            |proof| proof.rolls[4].dice = None,
            DiceProofError::Parts(4),
        ),
    ];
    assert_found("seat 1 adds nothing", &changes);
}

#[test]
fn each_flaw_is_found_where_a_share_was_lost() {
    let changes: [(&str, Change, DiceProofError); 4] = [
        (
            "a share that was lost",
            |proof| proof.rolls[3].share = proof.rolls[2].share.clone(),
            DiceProofError::Parts(3),
        ),
        ("dice of a roll that is void", |proof| proof.rolls[3].dice = Some([1, 1]), DiceProofError::Parts(3)),
        (
            "another secret of a roll that is void",
            |proof| flip(&mut proof.rolls[3].secret),
            DiceProofError::Seal(3),
        ),
        (
            "another pledge instead of the lost one",
            |proof| proof.rolls[3].pledge.iter_mut().for_each(flip),
            DiceProofError::Pledge(4),
        ),
    ];
    assert_found("an opening that is repeated, and a part that was lost", &changes);
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
    let text = include_str!("../../../../docs/dice-vectors.json");
    let Vectors { flawed } = serde_json::from_str(text).expect("the published vectors");
    assert_eq!(flawed.len(), 3);
    for Flawed { name, flaw, record } in flawed {
        assert_eq!(flaw.kind, "turn", "{name}");
        assert_eq!(record.check(), Err(DiceProofError::Turn(flaw.k)), "{name}");
    }
}

/// A void roll shows nothing that was pledged: only who rolls next tells it from one that was made.
#[test]
fn only_a_last_or_opening_roll_can_be_told_as_lost_though_it_was_made() {
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
            let expected = if is_open { Ok(()) } else { Err(DiceProofError::Turn(k as u64)) };
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
    let words = [
        DiceProofError::Form,
        DiceProofError::Seal(7),
        DiceProofError::Pledge(7),
        DiceProofError::Parts(7),
        DiceProofError::Dice(7),
        DiceProofError::Turn(7),
    ]
    .map(|flaw| flaw.to_string());
    assert!(words.iter().skip(1).all(|text| text.starts_with("roll 7: ")), "{words:?}");
    assert_eq!(words.iter().collect::<std::collections::HashSet<_>>().len(), words.len());
}
