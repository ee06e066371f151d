//! When searches stop: at the end of their nodes, and soon after they are told.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use cydonia_players::{
    Budget, Engine, Never, Stop, martian_backgammon, martian_chess, martian_frisby, martian_mud_wrestling,
};
use cydonia_rules::{Game, Setup};
use fastrand::Rng;

use crate::positions::random;

/// Is due when it has been asked so often.
struct Asked {
    times: AtomicU32,
    most: u32,
}

impl Stop for Asked {
    fn is_due(&self) -> bool {
        self.times.fetch_add(1, Ordering::Relaxed) >= self.most
    }
}

/// Nodes between two looks at whether to stop, as the budget has it.
const BETWEEN: u64 = 256;

fn stops<G: Game>(engine: &mut impl Engine<G>) {
    for seed in 0..5 {
        let game: G = random(&Setup::for_seats(2), 20, &mut Rng::with_seed(seed));
        let legal = game.legal_actions().len();
        for nodes in [0, 1, 2, 50, 3_000] {
            let mut budget = Budget::new(nodes, &Never);
            let verdict = engine.think(&game, &mut budget, &mut Rng::with_seed(seed));
            assert_eq!(verdict.len(), legal, "there is a verdict whatever the budget");
        }
        for most in [0, 3, 40] {
            let stop = Asked { times: AtomicU32::new(0), most };
            let mut budget = Budget::new(u64::MAX, &stop);
            let verdict = engine.think(&game, &mut budget, &mut Rng::with_seed(seed));
            assert_eq!(verdict.len(), legal);
            let used = u64::MAX - budget.left();
            assert!(used <= u64::from(most + 1) * BETWEEN, "{used} nodes, and told after {most} looks");
        }
        let told = AtomicBool::new(true);
        let mut budget = Budget::new(u64::MAX, &told);
        engine.think(&game, &mut budget, &mut Rng::with_seed(seed));
        assert!(u64::MAX - budget.left() <= BETWEEN, "it was told before it began");
    }
}

#[test]
fn every_search_stops_within_so_many_nodes() {
    stops(&mut martian_chess::engine());
    stops(&mut martian_chess::engine().with_lines(4));
    stops(&mut martian_mud_wrestling::engine());
    stops(&mut martian_frisby::engine());
    stops(&mut martian_backgammon::engine());
}
