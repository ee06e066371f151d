//! Pairing: who plays whom next, and at which seat. Pure, and the same for two at a table as for pods of up to six: what is wanted is
//! said as a cost, and a local search finds pods that cost little.

use cydonia_rules::MAX_SEATS;

/// A round in which so many are paired is searched at most so long, in passes over all of them: a pass that changes nothing is the last.
const PASSES: usize = 16;

/// Two who have met already meet again only if there is no other way: that is worth any difference between those who have not.
const AGAIN: u64 = 1 << 40;

/// Whoever is to be paired: their points, whom of the others they have met how often, and how often they have had each seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entrant {
    /// Their points.
    pub score: u32,
    /// How often they have met each of those who are to be paired, themselves included.
    pub met: Vec<u32>,
    /// How often they have had each seat.
    pub seats: [u32; MAX_SEATS],
    /// How often they had a bye.
    pub byes: u32,
}

/// Who meets, by their places in the list, and who has a bye.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Round {
    /// Each pod by its seats, those who stand highest first.
    pub pods: Vec<Vec<usize>>,
    /// Who finds nobody.
    pub byes: Vec<usize>,
}

/// Pods of so many for one round, of entrants in the order in which they stand: those meet who stand alike and have met least. A bye goes
/// to those who have had the fewest, and of them to those who stand lowest.
pub(super) fn swiss(entrants: &[Entrant], size: usize) -> Round {
    let spare = entrants.len() % size;
    let mut lowest: Vec<usize> = (0..entrants.len()).collect();
    lowest.sort_by_key(|place| (entrants[*place].byes, usize::MAX - place));
    let byes = lowest[..spare].to_vec();
    let playing: Vec<usize> = (0..entrants.len()).filter(|place| !byes.contains(place)).collect();
    let mut pods: Vec<Vec<usize>> = playing.chunks(size).map(<[usize]>::to_vec).collect();
    improve(entrants, &mut pods);
    let pods = pods.into_iter().map(|pod| seated(entrants, &pod)).collect();
    Round { pods, byes }
}

/// The round of a round robin, from 0, of so many players in a fixed order (circle method): everybody meets everybody once, and has
/// either seat as often as the other, but for one.
pub(super) fn round_robin(players: usize, round: usize) -> Round {
    let even = players + players % 2;
    let (mut pods, mut byes) = (Vec::new(), Vec::new());
    // The last one stands still, and the others go round.
    let at = |place: usize| if place == 0 { even - 1 } else { (round + place - 1) % (even - 1) };
    for place in 0..even / 2 {
        let (one, other) = (at(place), at(even - 1 - place));
        // Those who stand across change sides each time they go on; whoever stands still does every round.
        let turned = if place == 0 { round % 2 == 1 } else { place % 2 == 1 };
        match (one < players, other < players) {
            (true, true) => pods.push(if turned { vec![other, one] } else { vec![one, other] }),
            (true, false) => byes.push(one),
            (false, true) => byes.push(other),
            (false, false) => {}
        }
    }
    Round { pods, byes }
}

/// How many rounds a round robin of so many players has.
pub(super) fn round_robin_rounds(players: usize) -> usize {
    (players + players % 2).saturating_sub(1)
}

/// Exchanges members of two pods for as long as that makes both together cost less.
fn improve(entrants: &[Entrant], pods: &mut [Vec<usize>]) {
    for _ in 0..PASSES {
        let mut is_better = false;
        for one in 0..pods.len() {
            for other in one + 1..pods.len() {
                is_better |= exchange(entrants, pods, one, other);
            }
        }
        if !is_better {
            return;
        }
    }
}

/// Makes the exchange between two pods that saves most, if any does.
fn exchange(entrants: &[Entrant], pods: &mut [Vec<usize>], one: usize, other: usize) -> bool {
    let both = |pods: &[Vec<usize>]| cost(entrants, &pods[one]) + cost(entrants, &pods[other]);
    let mut least = both(pods);
    let mut best = None;
    for mine in 0..pods[one].len() {
        for theirs in 0..pods[other].len() {
            swap(pods, (one, mine), (other, theirs));
            let after = both(pods);
            if after < least {
                (least, best) = (after, Some((mine, theirs)));
            }
            swap(pods, (one, mine), (other, theirs));
        }
    }
    let Some((mine, theirs)) = best else { return false };
    swap(pods, (one, mine), (other, theirs));
    true
}

/// Exchanges the places of two members of different pods.
fn swap(pods: &mut [Vec<usize>], (one, mine): (usize, usize), (other, theirs): (usize, usize)) {
    let moved = pods[one][mine];
    pods[one][mine] = pods[other][theirs];
    pods[other][theirs] = moved;
}

fn cost(entrants: &[Entrant], pod: &[usize]) -> u64 {
    let pairs =
        pod.iter().enumerate().flat_map(|(at, one)| pod[at + 1..].iter().map(move |other| (*one, *other)));
    pairs
        .map(|(one, other)| {
            let apart = u64::from(entrants[one].score.abs_diff(entrants[other].score));
            let met = u64::from(entrants[one].met.get(other).copied().unwrap_or(0));
            apart * apart + met * AGAIN
        })
        .sum()
}

/// A pod by its seats: of all orders the one in which nobody has a seat much more often than others.
fn seated(entrants: &[Entrant], pod: &[usize]) -> Vec<usize> {
    let often = |order: &[usize]| -> u32 {
        order
            .iter()
            .enumerate()
            .map(|(seat, who)| {
                let had = entrants[*who].seats.get(seat).copied().unwrap_or(0);
                2 * had + 1
            })
            .sum()
    };
    let (mut order, mut best) = (pod.to_vec(), pod.to_vec());
    let mut least = often(&best);
    permute(&mut order, 0, &mut |order| {
        let count = often(order);
        if count < least {
            least = count;
            best = order.to_vec();
        }
    });
    best
}

/// Every order of what stands from a place on.
fn permute(order: &mut [usize], from: usize, see: &mut impl FnMut(&[usize])) {
    if from == order.len() {
        return see(order);
    }
    for at in from..order.len() {
        order.swap(from, at);
        permute(order, from + 1, see);
        order.swap(from, at);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    fn newcomers(count: usize) -> Vec<Entrant> {
        (0..count).map(|_| Entrant { met: vec![0; count], ..Entrant::default() }).collect()
    }

    /// Plays a round: whoever is earlier in the pod's order by `luck` wins.
    fn play(entrants: &mut [Entrant], round: &Round, luck: &mut impl FnMut(usize) -> usize) {
        for pod in &round.pods {
            for (seat, who) in pod.iter().enumerate() {
                entrants[*who].seats[seat] += 1;
                for other in pod.iter().filter(|other| *other != who) {
                    entrants[*who].met[*other] += 1;
                }
            }
            entrants[pod[luck(pod.len())]].score += 120;
        }
        for who in &round.byes {
            entrants[*who].byes += 1;
            entrants[*who].score += 120;
        }
        // As they stand: the caller's numbers are kept by never moving anybody.
    }

    fn standing(entrants: &[Entrant]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..entrants.len()).collect();
        order.sort_by_key(|who| (u32::MAX - entrants[*who].score, *who));
        order
    }

    /// A Swiss round of entrants in the order in which they stand, told by their own numbers.
    fn next(entrants: &[Entrant], size: usize) -> Round {
        let order = standing(entrants);
        let place =
            |who: usize| order.iter().position(|one| *one == who).expect("everybody stands somewhere");
        let sorted: Vec<Entrant> = order
            .iter()
            .map(|who| {
                let mut one = entrants[*who].clone();
                let mut met = vec![0; entrants.len()];
                for (other, times) in entrants[*who].met.iter().enumerate() {
                    met[place(other)] = *times;
                }
                one.met = met;
                one
            })
            .collect();
        let Round { pods, byes } = swiss(&sorted, size);
        let own = |places: Vec<usize>| places.into_iter().map(|place| order[place]).collect();
        Round { pods: pods.into_iter().map(own).collect(), byes: own(byes) }
    }

    #[test]
    fn in_a_round_robin_everybody_meets_everybody_once_and_seats_are_shared() {
        for players in 2..=16 {
            let (mut met, mut firsts) = (HashSet::new(), vec![0_usize; players]);
            for round in 0..round_robin_rounds(players) {
                let Round { pods, byes } = round_robin(players, round);
                let mut at_it: Vec<usize> = pods.iter().flatten().chain(&byes).copied().collect();
                at_it.sort_unstable();
                assert_eq!(at_it, (0..players).collect::<Vec<_>>(), "{players} players, round {round}");
                for pod in pods {
                    firsts[pod[0]] += 1;
                    assert!(met.insert((pod[0].min(pod[1]), pod[0].max(pod[1]))), "{pod:?} meet again");
                }
            }
            assert_eq!(met.len(), players * (players - 1) / 2);
            let games = players - 1;
            for had in firsts {
                assert!(had >= games / 2 && had <= games.div_ceil(2), "{players} players: {had} of {games}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn in_a_swiss_those_meet_who_have_not_met_and_everybody_has_a_place(
            count in 6_usize..40,
            size in 2_usize..=6,
            seeds in proptest::collection::vec(0_usize..1000, 400),
        ) {
            prop_assume!(count >= 2 * size);
            let mut entrants = newcomers(count);
            let mut seeds = seeds.into_iter().cycle();
            // So many rounds as there are others to meet twice over.
            let rounds = (count / size).min((count - 1) / (2 * (size - 1))).min(6);
            for round in 0..rounds {
                let paired = next(&entrants, size);
                let mut at_it: Vec<usize> = paired.pods.iter().flatten().chain(&paired.byes).copied().collect();
                at_it.sort_unstable();
                prop_assert_eq!(at_it, (0..count).collect::<Vec<_>>());
                prop_assert_eq!(paired.byes.len(), count % size);
                if size == 2 {
                    for pod in &paired.pods {
                        prop_assert_eq!(entrants[pod[0]].met[pod[1]], 0, "round {}: {:?} meet again", round, pod);
                    }
                }
                play(&mut entrants, &paired, &mut |many| seeds.next().unwrap_or(0) % many);
            }
            // Byes go round before anybody has a second one.
            let byes: Vec<u32> = entrants.iter().map(|one| one.byes).collect();
            if (rounds * (count % size)) < count {
                prop_assert!(byes.iter().all(|had| *had <= 1), "{:?}", byes);
            }
            // Of two seats nobody has one much more often than the other.
            if size == 2 {
                for one in &entrants {
                    prop_assert!(one.seats[0].abs_diff(one.seats[1]) <= 3, "{:?}", one.seats);
                }
            }
        }
    }

    #[test]
    fn those_meet_who_stand_alike() {
        let mut entrants = newcomers(6);
        for (one, score) in entrants.iter_mut().zip([360, 360, 240, 240, 0, 0]) {
            one.score = score;
        }
        let pods = swiss(&entrants, 2).pods;
        assert_eq!(pods, [[0, 1], [2, 3], [4, 5]]);
        // The first two have met: they meet the next best.
        entrants[0].met[1] = 1;
        entrants[1].met[0] = 1;
        let mut pods = swiss(&entrants, 2).pods;
        pods.iter_mut().for_each(|pod| pod.sort_unstable());
        pods.sort_unstable();
        assert_eq!(pods.len(), 3);
        assert!(pods.contains(&vec![4, 5]), "{pods:?}");
    }

    #[test]
    fn whoever_had_the_first_seat_gets_the_other() {
        let mut entrants = newcomers(2);
        entrants[0].seats = [2, 0, 0, 0, 0, 0];
        assert_eq!(swiss(&entrants, 2).pods, [[1, 0]]);
        let mut pod = newcomers(3);
        pod[0].seats = [1, 0, 0, 0, 0, 0];
        pod[1].seats = [0, 1, 0, 0, 0, 0];
        pod[2].seats = [0, 0, 1, 0, 0, 0];
        let seats = &swiss(&pod, 3).pods[0];
        assert!((0..3).all(|seat| seats[seat] != seat), "{seats:?}: everybody moves on");
    }
}
