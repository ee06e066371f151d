//! Alpha-beta search for two seats without dice: iterative deepening of a principal variation search, with a transposition
//! table, move ordering, late move reductions and quiescence.

mod ordering;
mod tree;

use cydonia_rules::{Game, Phase, Seat};

use self::tree::Tree;
use crate::evaluation::{Evaluate, SURE, Score, chance_of};
use crate::{Budget, Candidate, Engine, Values, Verdict};

/// No search looks deeper than so many actions; what quiescence sees comes on top.
///
/// Keys rely on it: rules that end a game after so many quiet actions matter to a position only if they can strike within this.
pub const HORIZON: u8 = 32;

/// What alpha-beta asks of a game beyond its rules. It is for two seats, who act in turn.
pub trait Adversarial: Game {
    /// Actions are numbered below this by [`slot`](Self::slot).
    const SLOTS: usize;

    /// An action's number; that of no other action in any one position.
    fn slot(action: Self::Action) -> usize;

    /// A hash of everything on which the legal actions and the result depend as far as a search of [`HORIZON`] actions
    /// can see. Positions that may go on in different ways must not share one, however alike they look.
    fn key(&self) -> u64;

    /// What a legal action takes, in the game's points: what is tried first. 0 for a quiet one.
    fn gain(&self, action: Self::Action) -> i32;

    /// Appends the legal actions without which a position is not judged, the noisy ones: captures, mostly. A chain of them
    /// must come to an end.
    fn noisy(&self, actions: &mut Vec<Self::Action>);

    /// How the game has ended for that seat: greater if it has won. None if it goes on.
    fn ended(&self, seat: Seat) -> Option<std::cmp::Ordering> {
        crate::evaluation::ended(self, seat)
    }
}

/// An engine that plays by alpha-beta and that evaluation.
pub struct AlphaBeta<G: Game, E> {
    tree: Tree<G, E>,
    lines: usize,
    is_varied: bool,
}

impl<G: Adversarial, E: Evaluate<G>> AlphaBeta<G, E> {
    /// An engine that finds the best action.
    pub fn new(evaluate: E) -> Self {
        Self { tree: Tree::new(evaluate), lines: 1, is_varied: false }
    }

    /// The same with true values for so many of the best actions (multi-PV), and not for the first alone. Of the others
    /// it is only known that they are no better than the last of these: their values are upper bounds.
    ///
    /// Each costs time: with all lines true, a search of the same nodes sees one or two actions less deep.
    #[must_use]
    pub fn with_lines(mut self, lines: usize) -> Self {
        self.lines = lines.max(1);
        self
    }

    /// The same, but every action is looked at as deep as every other, and nothing deeper: it finds what plain minimax does.
    #[must_use]
    pub fn full_width(mut self) -> Self {
        self.tree.is_full_width = true;
        self
    }

    /// The same, but no deeper than so many actions.
    #[must_use]
    pub fn with_depth(mut self, depth: u8) -> Self {
        self.tree.deepest = depth.clamp(1, HORIZON);
        self
    }

    /// The same, but of actions that are nearly alike the seed decides too, so that games differ: or who has won once by some
    /// line would win by it for ever.
    #[must_use]
    pub fn varied(mut self) -> Self {
        self.is_varied = true;
        self
    }

    /// How deep the last search was complete.
    pub fn depth(&self) -> u8 {
        self.tree.completed
    }
}

/// By so much at most an action is taken for better or worse than it is: less than half of what a point more is worth in Chess.
const NOISE: Score = 150;

/// An action at the root.
struct Root<G: Game> {
    action: G::Action,
    after: G,
    /// What is added to what it is believed to be worth.
    noise: Score,
    score: Score,
    line: Vec<G::Action>,
}

impl<G: Adversarial, E: Evaluate<G>> Engine<G> for AlphaBeta<G, E> {
    fn think(&mut self, game: &G, budget: &mut Budget<'_>, chance: &mut fastrand::Rng) -> Verdict<G::Action> {
        let Phase::Act { seat } = game.phase() else { return Vec::new() };
        let mut actions = game.legal_actions();
        // Of actions that are alike, the seed decides.
        chance.shuffle(&mut actions);
        let mut roots: Vec<Root<G>> =
            actions.into_iter().map(|action| self.root(game, seat, action, chance)).collect();
        roots.sort_by_key(|root| -root.score);
        self.tree.begin(seat, budget);
        let deepest = if roots.len() == 1 { self.tree.deepest.min(FORCED_DEPTH) } else { self.tree.deepest };
        for depth in 1..=deepest {
            let is_complete = self.deepen(depth, &mut roots, budget);
            if !is_complete {
                break;
            }
            self.tree.completed = depth;
            // Nothing deeper changes what has been seen to its end.
            if roots.iter().take(self.lines).all(|root| root.score.abs() >= SURE) {
                break;
            }
        }
        roots.into_iter().map(|root| root.candidate(seat)).collect()
    }
}

/// Where there is no choice, so deep is enough to tell how things stand.
const FORCED_DEPTH: u8 = 5;

impl<G: Adversarial, E: Evaluate<G>> AlphaBeta<G, E> {
    /// An action as it looks before any search.
    fn root(&self, game: &G, seat: Seat, action: G::Action, chance: &mut fastrand::Rng) -> Root<G> {
        let mut after = game.clone();
        after.apply(action);
        let noise = if self.is_varied { chance.i32(-NOISE..=NOISE) } else { 0 };
        let score = varied(self.tree.static_score(&after, seat, 1), noise);
        Root { action, after, noise, score, line: Vec::new() }
    }

    /// Searches all actions so deep, the best so far first, and sorts them anew; false if the budget did not last.
    ///
    /// What was found until then counts: the first is the best of those that were searched so deep, the others follow as
    /// they stood.
    fn deepen(&mut self, depth: u8, roots: &mut [Root<G>], budget: &mut Budget<'_>) -> bool {
        // The true scores of this depth, the best first, as many as there are lines.
        let mut best: Vec<Score> = Vec::with_capacity(self.lines.min(roots.len()) + 1);
        let mut searched = 0;
        for root in roots.iter_mut() {
            let floor = if best.len() < self.lines { -Score::MAX } else { best[self.lines - 1] };
            let asked = varied(floor, -root.noise);
            let Some(found) = self.tree.search_root(&root.after, depth, asked, budget) else { break };
            let score = varied(found, root.noise);
            root.score = score;
            if score > floor {
                root.line.clear();
                root.line.extend_from_slice(self.tree.line(1));
                let place = best.partition_point(|other| *other >= score);
                best.insert(place, score);
                best.truncate(self.lines);
            }
            searched += 1;
        }
        if let Some(floor) = best.last() {
            for unsearched in &mut roots[searched..] {
                unsearched.score = unsearched.score.min(*floor);
            }
        }
        // Stable: among those that are no better than the last line, the earlier order stays.
        roots.sort_by_key(|root| -root.score);
        searched == roots.len()
    }
}

/// What is only believed with that noise; what was seen to be so stays.
fn varied(score: Score, noise: Score) -> Score {
    if score.abs() < SURE { (score + noise).clamp(1 - SURE, SURE - 1) } else { score }
}

impl<G: Game> Root<G> {
    fn candidate(self, seat: Seat) -> Candidate<G::Action> {
        let own = chance_of(self.score);
        let values = (0..2).map(|other| if other == seat { own } else { 1.0 - own });
        Candidate { action: self.action, values: Values(values.collect()), line: self.line }
    }
}
