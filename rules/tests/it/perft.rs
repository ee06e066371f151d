//! Leaves of the action tree from the start, against counts made elsewhere.

use cydonia_rules::{Game, Setup, martian_chess::MartianChess, perft};

fn check<G: Game>(setup: &Setup, leaves: &[u64]) {
    let game = G::start(setup).expect("the set-up is good");
    for (depth, expected) in (1..).zip(leaves) {
        assert_eq!(perft(&game, depth), *expected, "{} {setup:?} at depth {depth}", G::INFO.id);
    }
}

#[test]
fn martian_chess() {
    check::<MartianChess>(&Setup::for_seats(2), &[10, 104, 1_328]);
    check::<MartianChess>(&Setup::for_seats(2).choose("rules", "arcade"), &[10, 104, 1_328]);
    check::<MartianChess>(&Setup::for_seats(3), &[11, 122, 1_364]);
    for seats in 4..=6 {
        check::<MartianChess>(&Setup::for_seats(seats), &[11, 122, 1_353]);
    }
}
