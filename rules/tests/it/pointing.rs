//! What holds in both pointing games, told again from what is shown: random games in which the neighbours of a cell
//! are those whose outlines share a side with it, and everything else is counted from the view.

use std::collections::BTreeSet;

use cydonia_rules::{
    AnyGame, GameKind, LeaveReason, Marker, Phase, Point, Reason, Seat, Setup, Turn, View, pointing,
};
use fastrand::Rng;
use proptest::prelude::*;

/// A random game, with what is needed to judge it.
struct Table {
    game: AnyGame,
    setup: Setup,
    names: Vec<String>,
    neighbours: Vec<Vec<usize>>,
}

impl Table {
    fn new(kind: GameKind, setup: Setup) -> Self {
        let game = AnyGame::start(kind, &setup).expect("the set-up is good");
        let layout = game.layout();
        let outlines: Vec<&[Point]> = layout.spaces.iter().map(|space| space.outline.as_slice()).collect();
        let neighbours = (0..outlines.len())
            .map(|cell| {
                let others = (0..outlines.len()).filter(|other| *other != cell);
                others.filter(|other| common_corners(outlines[cell], outlines[*other]) == 2).collect()
            })
            .collect();
        let names = layout.spaces.iter().map(|space| space.name.clone()).collect();
        Self { game, setup, names, neighbours }
    }

    fn place(&self, name: &str) -> usize {
        self.names.iter().position(|other| other == name).expect("a cell")
    }

    /// How many parts the cells that are no holes are in.
    fn parts(&self, is_hole: impl Fn(usize) -> bool) -> usize {
        let mut seen: Vec<bool> = (0..self.names.len()).map(&is_hole).collect();
        let mut parts = 0;
        while let Some(start) = seen.iter().position(|seen| !seen) {
            parts += 1;
            seen[start] = true;
            let mut open = vec![start];
            while let Some(cell) = open.pop() {
                for next in &self.neighbours[cell] {
                    if !std::mem::replace(&mut seen[*next], true) {
                        open.push(*next);
                    }
                }
            }
        }
        parts
    }

    /// What may be done, told from what is shown.
    fn expected(&self, view: &View, seat: Seat) -> BTreeSet<String> {
        let cells = 0..self.names.len();
        let marked = |marker| view.spaces.iter().filter(|space| space.marker == Some(marker)).count();
        let free = |cell: &usize| view.spaces[*cell].marker.is_none() && view.spaces[*cell].stack.is_empty();
        let is = |cell: usize, marker| view.spaces[cell].marker == Some(marker);
        let seats = usize::from(self.setup.seats);
        let ground = self.ground();
        let nulls_wanted = if ground == "nulls" { seats / 2 } else { 0 };
        if marked(Marker::Null) < nulls_wanted {
            return cells
                .filter(free)
                .filter(|cell| self.parts(|hole| hole == *cell || is(hole, Marker::Null)) == 1)
                .map(|cell| format!("null-{}", self.names[cell]))
                .collect();
        }
        if marked(Marker::Null) + marked(Marker::Root) < seats {
            let beside_root = |cell: &usize| {
                ground == "nulls"
                    || marked(Marker::Root) == 0
                    || self.neighbours[*cell].iter().any(|next| is(*next, Marker::Root))
            };
            let cells = cells.filter(free).filter(beside_root);
            return cells.map(|cell| format!("root-{}", self.names[cell])).collect();
        }
        let stash = view.trays[usize::from(seat)];
        let mut lays = BTreeSet::new();
        for cell in cells.filter(free) {
            for target in &self.neighbours[cell] {
                let may_be_target = is(*target, Marker::Root) || !view.spaces[*target].stack.is_empty();
                for size in (1..=3).filter(|size| may_be_target && stash[size - 1] > 0) {
                    lays.insert(format!("{}-{size}-{}", self.names[cell], self.names[*target]));
                }
            }
        }
        lays
    }

    fn ground(&self) -> String {
        let info = self.game.info();
        if info.options.is_empty() { "nulls".to_owned() } else { self.setup.choice(info, "setup").to_owned() }
    }

    /// Scores, counted from what lies on the board.
    fn counted(&self, view: &View) -> Vec<i32> {
        let thorns = self.game.kind() == GameKind::BranchesTwigsThorns;
        let mut scores = vec![if thorns { 5 } else { 0 }; usize::from(self.setup.seats)];
        for piece in view.spaces.iter().flat_map(|space| &space.stack) {
            let target = usize::from(piece.points_at.expect("it lies"));
            let Some(aim) = view.spaces[target].stack.first() else { continue };
            let (by, of) = (piece.owner.expect("owned"), aim.owner.expect("owned"));
            if by != of {
                scores[usize::from(by)] += if thorns { -i32::from(aim.size) } else { aim.size.into() };
                scores[usize::from(of)] += if thorns { piece.size.into() } else { 0 };
            }
        }
        scores
    }

    fn lays_onto_what_lies_there(&self, action: &str, before: &View, after: &View, seat: Seat) {
        let [cell, size, target] = action.split('-').collect::<Vec<_>>()[..] else { return };
        let (cell, target) = (self.place(cell), self.place(target));
        assert!(self.neighbours[cell].contains(&target), "{action}: neighbours");
        assert!(before.spaces[cell].marker.is_none() && before.spaces[cell].stack.is_empty(), "{action}");
        let aim = &before.spaces[target];
        assert!(aim.marker == Some(Marker::Root) || aim.stack.len() == 1, "{action}: something lies there");
        let [piece] = after.spaces[cell].stack[..] else { panic!("{action}: it lies alone") };
        assert_eq!((piece.owner, piece.size.to_string()), (Some(seat), size.to_owned()));
        assert_eq!(piece.points_at.map(usize::from), Some(target));
        assert_eq!(after.last.last().map(|last| last.spaces.clone()), Some(vec![cell as u16]));
    }

    fn play(&mut self, leavers: bool, rng: &mut Rng) {
        while let Phase::Act { seat } = self.game.phase() {
            let before = self.game.view();
            let actions = self.game.actions();
            assert_eq!(actions.iter().cloned().collect::<BTreeSet<_>>(), self.expected(&before, seat));
            if leavers && rng.u8(..) < 5 {
                let staying: Vec<Seat> =
                    self.game.seats().all().filter(|seat| self.game.seats().is_in(*seat)).collect();
                let leaver = staying[rng.usize(..staying.len())];
                self.game.leave(leaver, LeaveReason::Resigned).expect("it is in");
                continue;
            }
            let action = &actions[rng.usize(..actions.len())];
            self.game.play(action).expect("a listed action is legal");
            self.lays_onto_what_lies_there(action, &before, &self.game.view(), seat);
            let view = self.game.view();
            assert_eq!(self.parts(|cell| view.spaces[cell].marker == Some(Marker::Null)), 1, "one board");
            assert_eq!(view.scores, self.counted(&view), "{action}");
        }
        self.ends();
    }

    fn ends(&self) {
        let (view, outcome) = (self.game.view(), self.game.outcome().expect("it is over"));
        assert_eq!(view.turn, Turn::Over {});
        let staying: Vec<usize> =
            self.game.seats().all().filter(|seat| self.game.seats().is_in(*seat)).map(usize::from).collect();
        if outcome.reason == pointing::BOARD_FULL {
            assert!(staying.iter().all(|seat| view.trays[*seat] == [0; 3]), "all is laid");
        } else {
            assert_eq!((outcome.reason, staying.len()), (Reason::RESIGNED, 1));
        }
        if view.left.is_empty() {
            let is_filled =
                view.spaces.iter().all(|space| space.marker.is_some() != (space.stack.len() == 1));
            assert!(is_filled, "with nobody gone the board is filled exactly");
        }
        let thorns = self.game.kind() == GameKind::BranchesTwigsThorns;
        for seat in staying.iter().copied() {
            let better = staying.iter().filter(|other| {
                let (own, other) = (outcome.scores[seat], outcome.scores[**other]);
                if thorns { other > own } else { other < own }
            });
            assert_eq!(usize::from(outcome.ranks[seat]), 1 + better.count(), "{outcome:?}");
        }
        for (order, leaver) in view.left.iter().enumerate() {
            assert_eq!(usize::from(outcome.ranks[usize::from(*leaver)]), outcome.ranks.len() - order);
        }
    }
}

/// Corners that two outlines have in common; each is rounded on its own.
fn common_corners(one: &[Point], other: &[Point]) -> usize {
    let near = |a: &Point, b: &Point| (a[0] - b[0]).abs() <= 1 && (a[1] - b[1]).abs() <= 1;
    one.iter().filter(|corner| other.iter().any(|point| near(corner, point))).count()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn martian_go_is_what_it_shows(
        seats in 2u8..=6,
        ground in prop::sample::select(vec!["centre", "free-root", "nulls"]),
        first in 0u8..6,
        leavers: bool,
        seed: u64,
    ) {
        let setup = Setup { first: first % seats, ..Setup::for_seats(seats).choose("setup", ground) };
        Table::new(GameKind::MartianGo, setup).play(leavers, &mut Rng::with_seed(seed));
    }

    #[test]
    fn branches_is_what_it_shows(seats in 2u8..=6, first in 0u8..6, leavers: bool, seed: u64) {
        let setup = Setup { first: first % seats, ..Setup::for_seats(seats) };
        Table::new(GameKind::BranchesTwigsThorns, setup).play(leavers, &mut Rng::with_seed(seed));
    }

    /// What a piece costs its layer and brings its target's owner is all that ever changes the points in play.
    #[test]
    fn points_of_branches_are_the_bank_s_and_nobody_else_s(seats in 2u8..=6, seed: u64) {
        let mut rng = Rng::with_seed(seed);
        let mut table = Table::new(GameKind::BranchesTwigsThorns, Setup::for_seats(seats));
        let mut bank = 5 * i32::from(seats);
        while let Phase::Act { seat } = table.game.phase() {
            let before = table.game.view();
            let actions = table.game.actions();
            let action = &actions[rng.usize(..actions.len())];
            table.game.play(action).expect("legal");
            let after = table.game.view();
            let mut expected = before.scores.clone();
            if let [_, size, target] = action.split('-').collect::<Vec<_>>()[..]
                && let Some(aim) = before.spaces[table.place(target)].stack.first()
                && aim.owner != Some(seat)
            {
                let size: i32 = size.parse().expect("a size");
                expected[usize::from(seat)] -= i32::from(aim.size);
                expected[usize::from(aim.owner.expect("owned"))] += size;
                bank += size - i32::from(aim.size);
            }
            prop_assert_eq!(&after.scores, &expected);
            prop_assert_eq!(after.scores.iter().sum::<i32>(), bank);
        }
    }
}
