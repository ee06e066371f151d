//! How fast the rules are: `cargo bench -p cydonia-rules`. What came out is told in `docs/performance.md`.
//!
//! Every game is measured for two seats, and for the most it takes where that is more, under its default options.

use std::fmt;

use cydonia_rules::{Game, GameKind, GameVisitor, Setup, perft, playout};
use divan::Bencher;
use divan::counter::ItemsCount;
use fastrand::Rng;

/// How many actions make one sample of playouts: many short games, or a long one that is cut here.
const ACTIONS: u32 = 5_000;

/// The tree is counted to the first depth at which it has this many leaves.
const LEAVES: u64 = 20_000;

fn main() {
    divan::main();
}

/// A game and for how many.
#[derive(Clone, Copy)]
struct Case {
    kind: GameKind,
    seats: u8,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for {}", self.kind.id(), self.seats)
    }
}

fn cases() -> impl Iterator<Item = Case> {
    GameKind::ALL.iter().flat_map(|kind| {
        let (fewest, most) = (kind.info().min_seats, kind.info().max_seats);
        let mut seats = vec![fewest, most];
        seats.dedup();
        seats.into_iter().map(|seats| Case { kind: *kind, seats })
    })
}

/// Actions a second in games played at random, listing the legal actions included.
#[divan::bench(args = cases())]
fn playouts(bencher: Bencher<'_, '_>, case: Case) {
    case.kind.visit(Playouts { bencher, seats: case.seats });
}

struct Playouts<'a, 'b> {
    bencher: Bencher<'a, 'b>,
    seats: u8,
}

impl GameVisitor for Playouts<'_, '_> {
    type Output = ();

    fn visit<G: Game>(self, _: GameKind) {
        let start = start::<G>(self.seats);
        let mut rng = Rng::with_seed(1);
        let mut actions = Vec::new();
        self.bencher.counter(ItemsCount::new(ACTIONS)).bench_local(|| {
            let mut left = ACTIONS;
            while left > 0 {
                left -= playout(&mut start.clone(), left, &mut actions, |choices| rng.usize(..choices));
            }
        });
    }
}

/// Leaves a second of the tree of all actions and rolls.
#[divan::bench(args = cases())]
fn trees(bencher: Bencher<'_, '_>, case: Case) {
    case.kind.visit(Trees { bencher, seats: case.seats });
}

struct Trees<'a, 'b> {
    bencher: Bencher<'a, 'b>,
    seats: u8,
}

impl GameVisitor for Trees<'_, '_> {
    type Output = ();

    fn visit<G: Game>(self, _: GameKind) {
        let start = start::<G>(self.seats);
        let counted = (1..).map(|depth| (depth, perft(&start, depth))).find(|(_, leaves)| *leaves >= LEAVES);
        let (depth, leaves) = counted.expect("the tree grows");
        self.bencher.counter(ItemsCount::new(leaves)).bench_local(|| perft(&start, depth));
    }
}

fn start<G: Game>(seats: u8) -> G {
    G::start(&Setup::for_seats(seats)).expect("the default options are for any number of seats")
}
