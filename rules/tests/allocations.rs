//! Playing takes no memory: once its list of actions has grown, a whole game is played without a single allocation.
//!
//! Apart from the other tests, since the library that counts takes the place of the allocator of the whole program.

use std::hint::black_box;

use allocation_counter::measure;
use cydonia_rules::{Game, GameKind, GameVisitor, playout};
use fastrand::Rng;

/// Games of each set-up. Together they come to every stage and every end that random play comes to.
const GAMES: u64 = 20;

#[test]
fn playing_allocates_nothing() {
    assert_eq!(measure(|| drop(black_box(Box::new(7u8)))).count_total, 1, "allocations are counted");
    for kind in GameKind::ALL {
        kind.visit(AllocatesNothing);
    }
}

struct AllocatesNothing;

impl GameVisitor for AllocatesNothing {
    type Output = ();

    fn visit<G: Game>(self, kind: GameKind) {
        let mut actions = Vec::new();
        for setup in kind.info().setups() {
            let start = G::start(&setup).expect("a listed set-up starts");
            for seed in 0..GAMES {
                let mut play = || {
                    let mut rng = Rng::with_seed(seed);
                    let mut game = start.clone();
                    let taken = playout(&mut game, u32::MAX, &mut actions, |choices| rng.usize(..choices));
                    assert!(taken <= game.action_bound(), "{} ends within its declared bound", kind.id());
                };
                // The same game twice: the first time the list grows as large as it has to be.
                play();
                assert_eq!(measure(&mut play).count_total, 0, "{} {setup:?}, game {seed}", kind.id());
            }
        }
    }
}
