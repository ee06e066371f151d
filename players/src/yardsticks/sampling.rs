//! Plain sampling search: Monte Carlo tree search by UCT as the textbook has it, with 8 000 playouts. Frozen.
//!
//! Each playout is of random actions; where scores lead to the end, of the best of three by what they bring at once. Where it is
//! cut off, whoever has scored most has won, or in a race it is told by the way that is left. Every seat goes after its own
//! result (max^n).

use cydonia_rules::{Game, MAX_SEATS, Phase, Seat};

use super::greedy::merit;

const PLAYOUTS: u32 = 8_000;
const EXPLORATION: f32 = 0.7;

pub(super) type Results = [f32; MAX_SEATS];

/// How a playout goes.
pub(super) struct Plan<G> {
    /// Actions, at most.
    most: u32,
    /// Whether each is the best of three, or else any.
    is_best_of_three: bool,
    /// What is made of a game that was cut off.
    leaf: fn(&G) -> Results,
}

impl<G: Game> Plan<G> {
    /// For a game by what is known of all: with scores they tell, and without the end alone.
    pub(super) fn plain() -> Self {
        let has_scores = G::INFO.score.is_some();
        Self { most: if has_scores { 20 } else { 200 }, is_best_of_three: has_scores, leaf: in_front }
    }

    /// For a race.
    pub(super) fn race(leaf: fn(&G) -> Results) -> Self {
        Self { most: 20, is_best_of_three: false, leaf }
    }
}

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

pub(super) fn choose<G: Game>(game: &G, seat: Seat, plan: &Plan<G>, chance: &mut fastrand::Rng) -> G::Action {
    let mut nodes =
        vec![Node { action: None, by: seat, visits: 0, sum: 0.0, children: Vec::new(), untried: None }];
    for _ in 0..PLAYOUTS {
        sample(game.clone(), plan, &mut nodes, chance);
    }
    let most = nodes[0].children.iter().max_by_key(|child| nodes[**child].visits);
    most.and_then(|child| nodes[*child].action).unwrap_or_else(|| game.legal_actions()[0])
}

fn sample<G: Game>(
    mut game: G,
    plan: &Plan<G>,
    nodes: &mut Vec<Node<G::Action>>,
    chance: &mut fastrand::Rng,
) {
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
    let results = playout(&mut game, plan, chance);
    for place in path {
        let node = &mut nodes[place];
        node.visits += 1;
        node.sum += results[usize::from(node.by)];
    }
}

fn playout<G: Game>(game: &mut G, plan: &Plan<G>, chance: &mut fastrand::Rng) -> Results {
    let mut actions = Vec::new();
    let mut taken = 0;
    loop {
        match game.phase() {
            Phase::Act { seat } if taken < plan.most => {
                actions.clear();
                game.legal(&mut actions);
                let mut drawn = || actions[chance.usize(..actions.len())];
                let action = if plan.is_best_of_three { best_of_three(game, seat, drawn) } else { drawn() };
                game.apply(action);
                taken += 1;
            }
            Phase::Roll { .. } => game.apply_roll([chance.u8(1..=6), chance.u8(1..=6)]),
            Phase::Act { .. } => return (plan.leaf)(game),
            Phase::Over => return at_the_end(game),
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

/// Who is first at the end has the victory, or shares it.
fn at_the_end<G: Game>(game: &G) -> Results {
    let ranks = game.outcome().map(|outcome| outcome.ranks).unwrap_or_default();
    shared_by(|seat| ranks.get(usize::from(seat)) == Some(&1))
}

/// Who has scored most is taken for first.
fn in_front<G: Game>(game: &G) -> Results {
    let top = game.seats().all().map(|seat| game.merit_of(seat)).max();
    shared_by(|seat| game.seats().all().any(|other| other == seat) && Some(game.merit_of(seat)) == top)
}

fn shared_by(is_first: impl Fn(Seat) -> bool) -> Results {
    let is_first: [bool; MAX_SEATS] = std::array::from_fn(|seat| is_first(seat as Seat));
    let first = is_first.iter().filter(|first| **first).count().max(1) as f32;
    is_first.map(|is_first| if is_first { 1.0 / first } else { 0.0 })
}
