//! One search: selection, expansion, playout and backup, again and again from the same position.

use cydonia_rules::{Game, MAX_SEATS, Phase, Seat};

use super::Parameters;
use super::guide::Guide;
use super::history::History;
use super::playout::playout;
use super::proof::{Proof, Shares, shares_of};
use super::tree::{Node, Place, ROOT, Tree};
use crate::{Candidate, Values, Verdict};

/// The faces of two dice, one thrown after the other.
const ROLLS: u16 = 36;

/// A step down the tree: where it leads, and who chose it, if it was no roll.
#[derive(Clone, Copy)]
struct Step {
    to: Place,
    by: Option<Seat>,
}

/// A search under way.
pub(super) struct Search<'a, G: Game, K> {
    root: &'a G,
    seat: Seat,
    guide: &'a K,
    parameters: Parameters,
    chance: &'a mut fastrand::Rng,
    tree: Tree<G::Action>,
    history: History,
    /// The most of the victory that each seat can have: with partners it is shared.
    best: Shares,
    /// The sums of the results behind each of the root's children, by seat.
    sums: Vec<Shares>,
    path: Vec<Step>,
    actions: Vec<G::Action>,
    gains: Vec<f32>,
}

impl<'a, G: Game, K: Guide<G>> Search<'a, G, K> {
    /// None if no seat is to act.
    pub(super) fn new(
        root: &'a G,
        guide: &'a K,
        parameters: Parameters,
        is_varied: bool,
        chance: &'a mut fastrand::Rng,
    ) -> Option<Self> {
        let Phase::Act { seat } = root.phase() else { return None };
        let seats = usize::from(root.seats().count());
        let mut search = Self {
            root,
            seat,
            guide,
            parameters,
            chance,
            tree: Tree::new(parameters.most_nodes),
            history: History::new(seats),
            best: most_to_be_had(root),
            sums: Vec::new(),
            path: Vec::new(),
            actions: Vec::new(),
            gains: Vec::new(),
        };
        search.open(ROOT, root);
        if is_varied {
            search.vary();
        }
        search.tree[ROOT].own = search.parts(&guide.shares(root), seat);
        search.sums = vec![[0.0; MAX_SEATS]; search.tree[ROOT].children().len()];
        Some(search)
    }

    /// Makes the first guesses at the root a little different each time.
    fn vary(&mut self) {
        for child in self.tree[ROOT].children() {
            self.tree[child].prior *= 0.5 + self.chance.f32();
        }
    }

    /// Whether what comes of the position is certain.
    pub(super) fn is_settled(&self) -> bool {
        self.tree[ROOT].proof.is_certain()
    }

    /// Whether there is one action only.
    pub(super) fn has_no_choice(&self) -> bool {
        self.tree[ROOT].children().len() == 1
    }

    /// A seat's part of all that it can have, from 0 to 1.
    fn parts(&self, shares: &Shares, seat: Seat) -> f32 {
        shares[usize::from(seat)] / self.best[usize::from(seat)]
    }

    /// Walks down the tree, plays on from its end, and tells everybody on the way what came of it.
    pub(super) fn sample(&mut self) {
        let mut game = self.root.clone();
        let mut at = ROOT;
        self.path.clear();
        let shares = loop {
            if let Some(shares) = self.tree[at].proof.shares() {
                break shares;
            }
            match game.phase() {
                Phase::Over => {
                    let outcome = game.outcome();
                    self.tree[at].proof = outcome.as_ref().map(Proof::of).unwrap_or_default();
                    break outcome.as_ref().map(shares_of).unwrap_or_default();
                }
                Phase::Act { seat } => {
                    let is_ripe = self.tree[at].visits >= self.tree.visits_to_open();
                    if !(self.tree[at].is_open() || is_ripe && self.open(at, &game)) {
                        break self.play_on(at, game, seat);
                    }
                    at = self.select(at, seat);
                    self.path.push(Step { to: at, by: Some(seat) });
                    if let Some(action) = self.tree[at].action {
                        game.apply(action);
                    }
                }
                Phase::Roll { .. } => {
                    let (one, two) = (self.chance.u16(0..6), self.chance.u16(0..6));
                    game.apply_roll([one as u8 + 1, two as u8 + 1]);
                    let any = || Node::new(None, 0, 1.0);
                    if self.tree[at].is_open() || self.tree.open(at, (0..ROLLS).map(|_| any())) {
                        at = self.tree[at].children().start + usize::from(one * 6 + two);
                        self.path.push(Step { to: at, by: None });
                    } else if let Phase::Act { seat } = game.phase() {
                        break self.play_on(at, game, seat);
                    }
                }
            }
        };
        self.back_up(shares);
    }

    /// Takes the actions of a position into the tree, with a first guess at each by what it gains.
    fn open(&mut self, at: Place, game: &G) -> bool {
        self.actions.clear();
        game.legal(&mut self.actions);
        self.guide.narrow(game, &mut self.actions);
        let sight = self.guide.look(game);
        self.gains.clear();
        self.gains.extend(self.actions.iter().map(|action| self.guide.gain(game, &sight, *action)));
        let top = self.gains.iter().copied().fold(f32::MIN, f32::max);
        let mut sum = 0.0;
        for gain in &mut self.gains {
            *gain = ((*gain - top) / self.parameters.guess_unit).exp();
            sum += *gain;
        }
        let guide = self.guide;
        let nodes = self.actions.iter().zip(&self.gains);
        let nodes =
            nodes.map(|(action, guess)| Node::new(Some(*action), guide.key(game, *action), guess / sum));
        self.tree.open(at, nodes)
    }

    /// Goes on from a leaf by a playout.
    fn play_on(&mut self, at: Place, mut game: G, seat: Seat) -> Shares {
        let Parameters { playout_actions, tries, .. } = self.parameters;
        let shares = playout(&mut game, self.guide, playout_actions, tries, &mut self.actions, self.chance);
        let own = self.parts(&shares, seat);
        let leaf = &mut self.tree[at];
        leaf.own += (own - leaf.own) / (leaf.visits + 1) as f32;
        shares
    }

    /// The child that the seat goes to next: by what came of it, what is guessed of it, and how seldom it was tried.
    fn select(&self, at: Place, seat: Seat) -> Place {
        let Parameters { exploration, reserve, history, .. } = self.parameters;
        let node = &self.tree[at];
        let explore = exploration * (node.visits as f32).sqrt();
        let unknown = node.own - reserve;
        let mut chosen = (node.children().start, f32::MIN);
        for child in node.children() {
            let Node { visits, mean, prior, key, proof, .. } = self.tree[child];
            let merit = if let Some(share) = proof.share(seat) {
                // It is known, and only how it compares with the others that are as good needs any trying.
                share / self.best[usize::from(seat)] + 1e-3 * prior / (visits + 1) as f32
            } else {
                let times = visits as f32;
                let value = if visits == 0 { unknown } else { mean };
                let past = history * self.history.merit(seat, key, node.own) / (times * (1.0 - value) + 1.0);
                value + explore * prior / (times + 1.0) + past
            };
            if merit > chosen.1 {
                chosen = (child, merit);
            }
        }
        chosen.0
    }

    /// Tells every node on the way what came of it, and proves what is certain now.
    fn back_up(&mut self, mut shares: Shares) {
        if let Some(first) = self.path.first() {
            let sum = &mut self.sums[first.to - self.tree[ROOT].children().start];
            sum.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
        }
        let mut is_news = true;
        for depth in (0..self.path.len()).rev() {
            let Step { to, by } = self.path[depth];
            let above = if depth == 0 { ROOT } else { self.path[depth - 1].to };
            self.tree[to].visits += 1;
            let Some(seat) = by else {
                // What a roll leads to is certain for that roll alone.
                is_news = false;
                continue;
            };
            let result = self.parts(&shares, seat);
            let node = &mut self.tree[to];
            node.mean += (result - node.mean) / node.visits as f32;
            let (key, proof) = (node.key, node.proof);
            self.history.note(seat, key, result);
            let parent = &mut self.tree[above];
            parent.own += (result - parent.own) / (parent.visits + 1) as f32;
            is_news &= proof.is_certain();
            if is_news {
                let best = self.best[usize::from(seat)];
                let children = self.tree[above].children().map(|child| self.tree[child].proof);
                let proof = Proof::chosen(children, seat, best);
                self.tree[above].proof = proof;
                shares = proof.shares().unwrap_or(shares);
            }
        }
        self.tree[ROOT].visits += 1;
    }

    /// What was found out, the best first: what is certain to win, then what was gone to most.
    pub(super) fn verdict(&self) -> Verdict<G::Action> {
        let root = &self.tree[ROOT];
        let mut ranked: Vec<Place> = root.children().collect();
        let best = self.best[usize::from(self.seat)];
        let certainty = |place: Place| match self.tree[place].proof.share(self.seat) {
            Some(share) if share >= best => 2,
            Some(share) if share <= 0.0 => 0,
            _ => 1,
        };
        let by_rank = |place: &Place| {
            let Node { visits, mean, prior, proof, .. } = self.tree[*place];
            let share = proof.share(self.seat).unwrap_or(0.0);
            (certainty(*place), visits, share.max(mean), prior)
        };
        // The order is total, as no figure here is anything but a number.
        ranked.sort_by(|one, other| {
            by_rank(other).partial_cmp(&by_rank(one)).unwrap_or(std::cmp::Ordering::Equal)
        });
        ranked.into_iter().filter_map(|place| self.candidate(place)).collect()
    }

    fn candidate(&self, place: Place) -> Option<Candidate<G::Action>> {
        let node = &self.tree[place];
        let seats = usize::from(self.root.seats().count());
        let shares = node.proof.shares().unwrap_or_else(|| {
            let sum = self.sums[place - self.tree[ROOT].children().start];
            if node.visits == 0 { self.unknown() } else { sum.map(|sum| sum / node.visits as f32) }
        });
        let values = Values(shares[..seats].iter().copied().collect());
        Some(Candidate { action: node.action?, values, line: self.line(place) })
    }

    /// What an action is thought to be worth that was never tried: as much as all together, less the reserve.
    fn unknown(&self) -> Shares {
        let visits = self.tree[ROOT].visits;
        if visits == 0 {
            return self.guide.shares(self.root);
        }
        let mut mean = [0.0; MAX_SEATS];
        for sum in &self.sums {
            mean.iter_mut().zip(sum).for_each(|(mean, sum)| *mean += sum / visits as f32);
        }
        let seat = usize::from(self.seat);
        let lost = mean[seat].min(self.parameters.reserve * self.best[seat]);
        let others = (1.0 - mean[seat]).max(f32::EPSILON);
        for (other, share) in mean.iter_mut().enumerate() {
            *share = if other == seat { *share - lost } else { *share * (1.0 + lost / others) };
        }
        mean
    }

    /// How it goes on most often, as long as it was seen often enough to mean something, up to the next roll.
    fn line(&self, from: Place) -> Vec<G::Action> {
        /// Seen less often, it is chance.
        const ENOUGH: u32 = 8;
        let mut line = Vec::new();
        let mut at = from;
        while let Some(next) = self.tree[at].children().max_by_key(|child| self.tree[*child].visits) {
            let node = &self.tree[next];
            let (Some(action), true) = (node.action, node.visits >= ENOUGH) else { break };
            line.push(action);
            at = next;
        }
        line
    }

    #[cfg(test)]
    pub(super) fn nodes(&self) -> usize {
        self.tree.len()
    }
}

/// The most of the victory that each seat can have: who plays in a team shares it with the partners.
fn most_to_be_had<G: Game>(game: &G) -> Shares {
    let teams = game.layout().teams;
    let partners = |seat: usize| teams.iter().filter(|team| Some(*team) == teams.get(seat)).count().max(1);
    std::array::from_fn(|seat| 1.0 / partners(seat) as f32)
}
