//! Perft: counts the leaves of the action tree, the quickest way for two implementations to disagree.

use crate::{Game, Phase};

/// Leaves at `depth`: every action and every one of the 36 ordered rolls is a branch, a finished game counts as 1.
///
/// # Examples
/// ```
/// use cydonia_rules::{Game, Setup, martian_chess::MartianChess, perft};
///
/// let game = MartianChess::start(&Setup::for_seats(2)).unwrap();
/// assert_eq!([0, 1, 2, 3].map(|depth| perft(&game, depth)), [1, 10, 104, 1328]);
/// ```
#[must_use]
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    match game.phase() {
        Phase::Over => 1,
        Phase::Act { .. } => {
            let mut actions = Vec::new();
            game.legal(&mut actions);
            if depth == 1 {
                return actions.len() as u64;
            }
            let after = |action| {
                let mut next = game.clone();
                next.apply(action);
                perft(&next, depth - 1)
            };
            actions.into_iter().map(after).sum()
        }
        Phase::Roll { .. } => {
            let after = |roll: u8| {
                let mut next = game.clone();
                next.apply_roll([roll / 6 + 1, roll % 6 + 1]);
                perft(&next, depth - 1)
            };
            (0..36).map(after).sum()
        }
    }
}
