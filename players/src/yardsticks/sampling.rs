//! Plain sampling search: Monte Carlo tree search by UCT as the textbook has it, with 8 000 playouts. Frozen.
//!
//! Each playout is of random actions; where there are scores, of the best of three by what they bring at once. Where it is cut
//! off, whoever is in front then has won. Every seat goes after its own result (max^n).

use cydonia_rules::{Game, MAX_SEATS, Phase, Seat};

use super::greedy::merit;

const PLAYOUTS: u32 = 8_000;
const EXPLORATION: f32 = 0.7;
/// Actions of a playout where there are scores.
const WITH_SCORES: u32 = 20;
/// Actions of a playout where only the end tells.
const WITHOUT_SCORES: u32 = 200;

type Results = [f32; MAX_SEATS];

struct Node<A> {
    /// None: what a roll leads to, which is another position each time and stands for them all.
    action: Option<A>,
    /// Who chose it.
    by: Seat,
    visits: u32,
    sum: f32,
    children: Vec<usize>,
    untried: Option<Vec<A>>,
}

pub(super) fn choose<G: Game>(game: &G, seat: Seat, chance: &mut fastrand::Rng) -> G::Action {
    let mut nodes =
        vec![Node { action: None, by: seat, visits: 0, sum: 0.0, children: Vec::new(), untried: None }];
    for _ in 0..PLAYOUTS {
        sample(game.clone(), &mut nodes, chance);
    }
    let most = nodes[0].children.iter().max_by_key(|child| nodes[**child].visits);
    most.and_then(|child| nodes[*child].action).unwrap_or_else(|| game.legal_actions()[0])
}

fn sample<G: Game>(mut game: G, nodes: &mut Vec<Node<G::Action>>, chance: &mut fastrand::Rng) {
    let mut path = vec![0];
    let mut at = 0;
    // Down to the first roll, behind which no position comes twice, or to an action that was not tried.
    while let Phase::Act { seat } = game.phase() {
        let untried = nodes[at].untried.get_or_insert_with(|| {
            let mut actions = game.legal_actions();
            chance.shuffle(&mut actions);
            actions
        });
        if let Some(action) = untried.pop() {
            let child = nodes.len();
            nodes.push(Node {
                action: Some(action),
                by: seat,
                visits: 0,
                sum: 0.0,
                children: Vec::new(),
                untried: None,
            });
            nodes[at].children.push(child);
            path.push(child);
            game.apply(action);
            break;
        }
        let log = (nodes[at].visits.max(1) as f32).ln();
        let bound = |child: &usize| {
            let Node { visits, sum, .. } = &nodes[*child];
            let visits = *visits as f32;
            sum / visits + EXPLORATION * (log / visits).sqrt()
        };
        let best =
            nodes[at].children.iter().copied().max_by(|one, other| bound(one).total_cmp(&bound(other)));
        let Some(child) = best else { break };
        let Some(action) = nodes[child].action else { break };
        game.apply(action);
        path.push(child);
        at = child;
    }
    let results = playout(&mut game, chance);
    for place in path {
        let node = &mut nodes[place];
        node.visits += 1;
        node.sum += results[usize::from(node.by)];
    }
}

fn playout<G: Game>(game: &mut G, chance: &mut fastrand::Rng) -> Results {
    let has_scores = G::INFO.score.is_some();
    let most = if has_scores { WITH_SCORES } else { WITHOUT_SCORES };
    let mut actions = Vec::new();
    let mut taken = 0;
    loop {
        match game.phase() {
            Phase::Act { seat } if taken < most => {
                actions.clear();
                game.legal(&mut actions);
                let mut drawn = || actions[chance.usize(..actions.len())];
                let action = if has_scores { best_of_three(game, seat, drawn) } else { drawn() };
                game.apply(action);
                taken += 1;
            }
            Phase::Roll { .. } => game.apply_roll([chance.u8(1..=6), chance.u8(1..=6)]),
            Phase::Act { .. } | Phase::Over => return results(game),
        }
    }
}

fn best_of_three<G: Game>(game: &G, seat: Seat, mut drawn: impl FnMut() -> G::Action) -> G::Action {
    let mut best = (i32::MIN, drawn());
    for action in [best.1, drawn(), drawn()] {
        let mut after = game.clone();
        after.apply(action);
        let merit = merit(&after, seat);
        if merit > best.0 {
            best = (merit, action);
        }
    }
    best.1
}

/// Who is first at the end, or in front where it was cut off, has the victory or shares it.
fn results<G: Game>(game: &G) -> Results {
    let seats = game.seats();
    let mut is_first = [false; MAX_SEATS];
    if let Some(outcome) = game.outcome() {
        for (seat, rank) in outcome.ranks.iter().enumerate() {
            is_first[seat] = *rank == 1;
        }
    } else {
        let top = seats.all().map(|seat| game.merit_of(seat)).max();
        for seat in seats.all() {
            is_first[usize::from(seat)] = Some(game.merit_of(seat)) == top;
        }
    }
    let first = is_first.iter().filter(|first| **first).count().max(1) as f32;
    is_first.map(|first_seat| if first_seat { 1.0 / first } else { 0.0 })
}
