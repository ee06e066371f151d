//! Network partitions: who stays, where not everybody hears everybody.

use std::collections::{BTreeSet, VecDeque};

use crate::{Beat, Incarnation};

/// Those who stay: the largest set that is connected by nodes that hear each other; of several the one with the lowest number in it. Who
/// does not even hear itself belongs to none. Empty if nobody does, as when the message bus is gone: then nobody is better off than another.
pub(crate) fn stayers<'a>(beats: impl Iterator<Item = &'a Beat>) -> BTreeSet<Incarnation> {
    let mut rest: Vec<&Beat> = beats.filter(|beat| beat.is_mutual(beat)).collect();
    // Lowest first, and only a larger one takes its place.
    rest.sort_by_key(|beat| beat.node);
    let mut largest = BTreeSet::new();
    while let Some(first) = rest.first().copied() {
        let component = component(first, &mut rest);
        if component.len() > largest.len() {
            largest = component;
        }
    }
    largest
}

/// Takes whoever is connected with a node out of the rest.
fn component<'a>(first: &'a Beat, rest: &mut Vec<&'a Beat>) -> BTreeSet<Incarnation> {
    let mut found = BTreeSet::new();
    let mut front = VecDeque::from([first]);
    rest.retain(|beat| beat.node != first.node);
    while let Some(beat) = front.pop_front() {
        found.insert(beat.node);
        front.extend(rest.extract_if(.., |other| beat.is_mutual(other)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beat(node: i64, hears: &[i64]) -> Beat {
        let hears = hears.iter().copied().map(Incarnation).collect();
        Beat { node: Incarnation(node), n: 9, hears, leaving: false, weight: 1 }
    }

    fn who_stay(beats: &[Beat]) -> Vec<i64> {
        stayers(beats.iter()).into_iter().map(|Incarnation(number)| number).collect()
    }

    #[test]
    fn the_larger_side_stays_and_at_a_tie_the_one_with_the_lowest_number() {
        assert_eq!(who_stay(&[beat(1, &[1]), beat(2, &[2, 3]), beat(3, &[2, 3])]), [2, 3]);
        assert_eq!(
            who_stay(&[beat(4, &[4, 2]), beat(2, &[4, 2]), beat(3, &[3, 1]), beat(1, &[3, 1])]),
            [1, 3]
        );
    }

    #[test]
    fn hearing_counts_where_it_is_mutual_and_may_lead_through_others() {
        assert_eq!(who_stay(&[beat(1, &[1, 2]), beat(2, &[1, 2, 3]), beat(3, &[2, 3])]), [1, 2, 3]);
        assert_eq!(who_stay(&[beat(1, &[1, 2]), beat(2, &[2])]), [1]);
    }

    #[test]
    fn who_does_not_hear_itself_is_in_none() {
        assert_eq!(who_stay(&[beat(1, &[2]), beat(2, &[1, 2])]), [2]);
        assert_eq!(who_stay(&[beat(1, &[]), beat(2, &[])]), Vec::<i64>::new());
    }
}
