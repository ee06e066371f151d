//! Analysis of whole games: how much of it each position gets, and which players it was made by.

use cydonia_rules::AnyGame;

use crate::Level;

/// The version of what is made of a game's positions. Raised whenever a game is analysed better, as by new searches, weights or
/// numbers of nodes: an analysis that was kept under another version is made anew when it is next asked for.
pub const ANALYSIS_VERSION: u32 = 5;

/// A game's positions have the nodes of so many moves of the highest level together: some forty seconds of one core.
const MOVES_A_GAME: u64 = 40;

/// One of a short game has half of what the highest level has for a move, and never more.
const PART_OF_A_MOVE: u64 = 2;

/// However long a game is, each of its positions has that part of it at least.
const LEAST_PART_OF_A_MOVE: u64 = 50;

/// The nodes that each position of a game has which is analysed whole, if there are so many of them. They follow from the game,
/// its seats and that number alone, and so the same analysis comes of the same game on every machine.
///
/// | game | nodes, of 80 positions or fewer |
/// |---|---|
/// | Martian Chess for two, Mud Wrestling | 1 000 000 |
/// | Frisby, Backgammon | 500 000 |
/// | Martian Go for two, Martian Chess for more | 125 000 |
/// | Branches and Twigs and Thorns for two | 100 000 |
/// | either pointing game for more | 50 000 |
#[must_use]
pub fn analysis_nodes(game: &AnyGame, positions: usize) -> u64 {
    let a_move = Level::MAX.rung(game).nodes;
    let most = a_move / PART_OF_A_MOVE;
    let share = a_move.saturating_mul(MOVES_A_GAME) / (positions as u64).max(1);
    share.clamp((a_move / LEAST_PART_OF_A_MOVE).min(most).max(1), most.max(1))
}

#[cfg(test)]
mod tests {
    use cydonia_rules::{GameKind, Setup};

    use super::*;

    #[test]
    fn long_games_have_less_for_each_position_and_no_position_has_nothing() {
        for kind in GameKind::ALL {
            for seats in 2..=6 {
                let Ok(game) = AnyGame::start(*kind, &Setup::for_seats(seats)) else { continue };
                let all: Vec<u64> =
                    [0, 1, 80, 200, 100_000].map(|positions| analysis_nodes(&game, positions)).into();
                assert!(all.is_sorted_by(|one, next| one >= next), "{kind:?} {seats}: {all:?}");
                assert!(all[0] == all[2] && all[2] > all[3] && all[4] >= 1_000, "{kind:?} {seats}: {all:?}");
            }
        }
    }
}
