//! Principal variation search: the recursive part of alpha-beta, and all that it keeps from node to node.

use std::cmp::Ordering;

use cydonia_rules::{Game, Phase, Seat};

use super::ordering::Ordering as MoveOrdering;
use super::{Adversarial, HORIZON};
use crate::Budget;
use crate::evaluation::{Evaluate, SURE, Score, WIN};
use crate::search::transposition::{Bound, Entry, Table};

/// Chains of noisy actions are followed so far beyond the horizon.
const QUIESCENCE: usize = 64;
const MOST_PLIES: usize = HORIZON as usize + QUIESCENCE;

/// Quiet actions from this place in the order on are looked at less deep at first.
const LATE: usize = 3;
/// And only where so much depth is left.
const LATE_DEPTH: u8 = 3;

/// What a search keeps while it goes down and up the tree.
pub(super) struct Tree<G: Game, E> {
    evaluate: E,
    table: Table,
    ordering: MoveOrdering,
    /// The actions of all positions on the way down, one list after another.
    actions: Vec<G::Action>,
    merits: Vec<i32>,
    /// The best continuation that was found, by how far from the root it begins (triangular table).
    lines: Vec<Vec<G::Action>>,
    root_seat: Seat,
    pub(super) is_full_width: bool,
    pub(super) deepest: u8,
    pub(super) completed: u8,
}

/// Between which scores a position's own matters.
#[derive(Clone, Copy)]
struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    /// As the other seat sees it, with the lower end raised to `alpha`.
    fn turned(self, alpha: Score) -> Self {
        Self { alpha: -self.beta, beta: -alpha }
    }

    /// No more than whether a score is above `alpha`, as the other seat sees it.
    fn null(alpha: Score) -> Self {
        Self { alpha: -alpha - 1, beta: -alpha }
    }

    fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }
}

/// A place in the tree, and what is asked there.
#[derive(Clone, Copy)]
struct Node {
    /// So many actions more are to be looked at.
    depth: u8,
    /// So many actions lie between the root and here.
    ply: usize,
    window: Window,
}

impl Node {
    /// What comes after an action, looked at so much less deep than is due.
    fn next(self, less: u8, window: Window) -> Self {
        Self { depth: self.depth - 1 - less, ply: self.ply + 1, window }
    }
}

impl<G: Adversarial, E: Evaluate<G>> Tree<G, E> {
    pub(super) fn new(evaluate: E) -> Self {
        Self {
            evaluate,
            table: Table::new(),
            ordering: MoveOrdering::new(G::SLOTS, MOST_PLIES),
            actions: Vec::with_capacity(4_096),
            merits: Vec::with_capacity(4_096),
            lines: (0..=MOST_PLIES).map(|_| Vec::with_capacity(MOST_PLIES)).collect(),
            root_seat: 0,
            is_full_width: false,
            deepest: HORIZON,
            completed: 0,
        }
    }

    /// Forgets earlier searches, and makes ready for one of that budget from a position in which `seat` is to act.
    pub(super) fn begin(&mut self, seat: Seat, budget: &mut Budget<'_>) {
        self.root_seat = seat;
        self.table.clear(budget);
        self.ordering.clear();
        self.completed = 0;
    }

    /// The continuation found for the position so many actions from the root.
    pub(super) fn line(&self, ply: usize) -> &[G::Action] {
        &self.lines[ply]
    }

    /// What a position is worth without any search.
    pub(super) fn static_score(&self, game: &G, seat: Seat, ply: usize) -> Score {
        match game.ended(seat) {
            Some(result) => of_result(result, ply),
            None => self.evaluate.score(game, seat),
        }
    }

    /// What the position after an action of the root is worth to whoever took it, if that is more than `floor`; else
    /// some number between that and `floor`. None if the budget is used up.
    pub(super) fn search_root(
        &mut self,
        after: &G,
        depth: u8,
        floor: Score,
        budget: &mut Budget<'_>,
    ) -> Option<Score> {
        self.actions.clear();
        self.merits.clear();
        let node = Node { depth, ply: 0, window: Window { alpha: floor.max(-WIN), beta: WIN } };
        let mut score = floor;
        if floor > -WIN {
            score = -self.search(after, node.next(0, Window::null(floor)), budget);
        }
        if score > floor || floor <= -WIN {
            score = -self.search(after, node.next(0, node.window.turned(node.window.alpha)), budget);
        }
        (!budget.is_over()).then_some(score)
    }

    /// What a position is worth to the seat to act; outside the window, a bound on that.
    fn search(&mut self, game: &G, node: Node, budget: &mut Budget<'_>) -> Score {
        let Node { depth, ply, .. } = node;
        self.lines[ply].clear();
        if !budget.take() {
            return 0;
        }
        let Phase::Act { seat } = game.phase() else { return self.over(game, ply) };
        if depth == 0 {
            return if self.is_full_width {
                self.evaluate.score(game, seat)
            } else {
                self.quiesce(game, seat, node, budget)
            };
        }
        let key = game.key();
        let known = self.table.get(key, ply);
        if let Some(score) = known.and_then(|entry| self.cutoff(entry, node)) {
            return score;
        }
        let best = known.and_then(|entry| entry.best);
        let first = self.actions.len();
        game.legal(&mut self.actions);
        self.ordering.rate(game, &self.actions[first..], &mut self.merits, best, ply);
        let found = self.try_all(game, node, first, budget);
        self.actions.truncate(first);
        self.merits.truncate(first);
        if !budget.is_over() {
            self.table.put(key, ply, found);
        }
        found.score
    }

    /// The score that the table has for a position, if it makes a search needless. Never on the principal variation,
    /// whose line would be lost.
    fn cutoff(&self, entry: Entry, Node { depth, window, .. }: Node) -> Option<Score> {
        let is_deep = if self.is_full_width { entry.depth == depth } else { entry.depth >= depth };
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= window.beta,
            Bound::Upper => entry.score <= window.alpha,
        };
        (window.is_null() && is_deep && settles).then_some(entry.score)
    }

    /// Tries the actions listed from `first` on, the most promising first.
    fn try_all(&mut self, game: &G, node: Node, first: usize, budget: &mut Budget<'_>) -> Entry {
        let Node { depth, ply, window } = node;
        let mut alpha = window.alpha;
        let mut found = Entry { score: -Score::MAX, depth, bound: Bound::Upper, best: None };
        for at in first..self.actions.len() {
            let action = self.next_best(at);
            let is_quiet = self.merits[at] < MoveOrdering::NOISY;
            let mut after = game.clone();
            after.apply(action);
            let asked = Node { window: Window { alpha, ..window }, ..node };
            let score = self.try_one(&after, asked, at - first, is_quiet, budget);
            if budget.is_over() {
                break;
            }
            if score <= found.score {
                continue;
            }
            found.score = score;
            if score <= alpha {
                continue;
            }
            alpha = score;
            found.best = Some(G::slot(action) as u16);
            found.bound = Bound::Exact;
            self.extend_line(ply, action);
            if score >= window.beta {
                found.bound = Bound::Lower;
                if is_quiet {
                    let tried = &self.actions[first..at];
                    self.ordering.reward::<G>(action, tried, depth, ply);
                }
                break;
            }
        }
        found
    }

    /// The score of the position after the action of that rank in the order: looked at with no window first unless it is the
    /// first, and less deep if it comes late (late move reduction); then anew if it is better than was thought.
    fn try_one(
        &mut self,
        after: &G,
        node: Node,
        rank: usize,
        is_quiet: bool,
        budget: &mut Budget<'_>,
    ) -> Score {
        let window = node.window;
        let null = Window::null(window.alpha);
        if rank >= LATE && is_quiet && !self.is_full_width && node.depth >= LATE_DEPTH {
            let less = reduction(node.depth, rank, window.is_null());
            let score = -self.search(after, node.next(less, null), budget);
            if score <= window.alpha {
                return score;
            }
        }
        if rank > 0 && !window.is_null() {
            let score = -self.search(after, node.next(0, null), budget);
            if score <= window.alpha || score >= window.beta {
                return score;
            }
        }
        -self.search(after, node.next(0, window.turned(window.alpha)), budget)
    }

    /// Follows noisy actions until none helps: the seat to act may also leave it at what there is.
    fn quiesce(&mut self, game: &G, seat: Seat, node: Node, budget: &mut Budget<'_>) -> Score {
        let Node { ply, window, .. } = node;
        let stand = self.evaluate.score(game, seat);
        if stand >= window.beta || ply >= MOST_PLIES {
            return stand;
        }
        let first = self.actions.len();
        game.noisy(&mut self.actions);
        self.ordering.rate(game, &self.actions[first..], &mut self.merits, None, ply);
        let mut best = stand;
        for at in first..self.actions.len() {
            let action = self.next_best(at);
            let mut after = game.clone();
            after.apply(action);
            let alpha = best.max(window.alpha);
            let next = Node { depth: 0, ply: ply + 1, window: window.turned(alpha) };
            let score = -self.follow(&after, next, budget);
            if budget.is_over() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    self.extend_line(ply, action);
                }
                if score >= window.beta {
                    break;
                }
            }
        }
        self.actions.truncate(first);
        self.merits.truncate(first);
        best
    }

    /// A position after a noisy action.
    fn follow(&mut self, game: &G, node: Node, budget: &mut Budget<'_>) -> Score {
        self.lines[node.ply].clear();
        if !budget.take() {
            return 0;
        }
        match game.phase() {
            Phase::Act { seat } => self.quiesce(game, seat, node, budget),
            _ => self.over(game, node.ply),
        }
    }

    /// A position that is over, for the seat that would have been to act.
    fn over(&self, game: &G, ply: usize) -> Score {
        // The seats act in turn.
        let seat = self.root_seat ^ (ply % 2) as Seat;
        game.ended(seat).map_or(0, |result| of_result(result, ply))
    }

    /// Brings the most promising of the actions from `at` on to that place.
    fn next_best(&mut self, at: usize) -> G::Action {
        let mut best = at;
        for other in at + 1..self.actions.len() {
            if self.merits[other] > self.merits[best] {
                best = other;
            }
        }
        self.actions.swap(at, best);
        self.merits.swap(at, best);
        self.actions[at]
    }

    /// The best line from here is that action and what was best after it.
    fn extend_line(&mut self, ply: usize, action: G::Action) {
        let (here, there) = self.lines.split_at_mut(ply + 1);
        let (Some(here), Some(there)) = (here.last_mut(), there.first()) else { return };
        here.clear();
        here.push(action);
        here.extend_from_slice(there);
    }
}

/// By how much less deep a late action is looked at.
fn reduction(depth: u8, rank: usize, is_null: bool) -> u8 {
    let less = 1 + u8::from(rank >= 8) + u8::from(rank >= 16 && depth >= 6);
    (if is_null { less } else { less - 1 }).min(depth - 2)
}

/// The sooner a victory the better, the later a defeat.
fn of_result(result: Ordering, ply: usize) -> Score {
    let won = WIN - ply as Score;
    debug_assert!(won > SURE, "a search goes not so deep");
    match result {
        Ordering::Greater => won,
        Ordering::Equal => 0,
        Ordering::Less => -won,
    }
}
