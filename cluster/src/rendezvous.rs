//! Rendezvous hashing (highest random weight; Thaler and Ravishankar 1998): everybody works out the same owner by itself, and where a
//! node comes or goes only what it gets or had moves.

use crate::{Incarnation, Slot};

/// A node that may own slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Which.
    pub node: Incarnation,
    /// Its share beside those of others; 0 owns none.
    pub weight: u32,
}

/// Who should own a slot; nobody if there is nobody who may.
#[must_use]
pub fn owner(slot: Slot, candidates: &[Candidate]) -> Option<Incarnation> {
    let able = candidates.iter().filter(|candidate| candidate.weight > 0);
    able.max_by(|a, b| score(slot, **a).total_cmp(&score(slot, **b)).then(a.node.cmp(&b.node)))
        .map(|candidate| candidate.node)
}

/// `-weight / ln(u)`, with `u` drawn from (0, 1) by slot and node: the shares that come of it are as the weights are.
fn score(slot: Slot, Candidate { node, weight }: Candidate) -> f64 {
    let hash = mixed(node.0.cast_unsigned() ^ mixed(u64::from(slot.number()) + 1));
    // 53 bits, and never 0 or 1.
    let u = ((hash >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
    -f64::from(weight) / u.ln()
}

/// The finalizer of SplitMix64 (Steele, Lea and Flood 2014).
fn mixed(state: u64) -> u64 {
    let z = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(weights: &[u32]) -> Vec<Candidate> {
        (1..)
            .zip(weights)
            .map(|(node, weight)| Candidate { node: Incarnation(node), weight: *weight })
            .collect()
    }

    fn shares(candidates: &[Candidate]) -> Vec<usize> {
        let owners: Vec<Incarnation> = Slot::all().filter_map(|slot| owner(slot, candidates)).collect();
        candidates.iter().map(|one| owners.iter().filter(|owner| **owner == one.node).count()).collect()
    }

    #[test]
    fn shares_are_as_weights_are() {
        for share in shares(&candidates(&[1, 1, 1, 1])) {
            assert!((200..312).contains(&share), "{share} of 1024, a quarter is fair");
        }
        let [small, large] = shares(&candidates(&[1, 3]))[..] else { panic!("two shares") };
        assert!((200..312).contains(&small) && small + large == 1024, "{small}, a quarter is fair");
        assert_eq!(shares(&candidates(&[0, 2])), [0, 1024]);
        assert_eq!(shares(&candidates(&[0])), [0], "nobody has them");
    }

    #[test]
    fn who_comes_takes_from_all_and_who_goes_leaves_to_all_and_nothing_else_moves() {
        let (three, four) = (candidates(&[1, 1, 1]), candidates(&[1, 1, 1, 1]));
        for slot in Slot::all() {
            let (before, after) = (owner(slot, &three), owner(slot, &four));
            assert!(
                after == before || after == Some(Incarnation(4)),
                "{slot:?} moved from {before:?} to {after:?}"
            );
        }
    }
}
