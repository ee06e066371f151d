//! Races: who is in front in the games with dice, by the way that is left. Frozen.

use cydonia_rules::martian_backgammon::MartianBackgammon;
use cydonia_rules::martian_frisby::MartianFrisby;
use cydonia_rules::{MAX_SEATS, Seat};

use super::sampling::Results;

/// Rows in Frisby that make one as 2.7 to 1 likely to win.
const FRISBY_UNIT: f32 = 6.0;
/// Steps in Backgammon that do.
const BACKGAMMON_UNIT: f32 = 12.0;

pub(super) fn frisby(game: &MartianFrisby) -> Results {
    let rows_left = |seat: Seat| {
        let cells = [1, 2, 3].into_iter().flat_map(|size| {
            let set = game.pieces(seat, size);
            (0..16u16).filter(move |cell| set >> cell & 1 == 1)
        });
        cells.map(|cell| if seat == 0 { 7 - cell / 2 } else { cell / 2 }).sum::<u16>()
    };
    shared((f32::from(rows_left(1)) - f32::from(rows_left(0))) / FRISBY_UNIT)
}

pub(super) fn backgammon(game: &MartianBackgammon) -> Results {
    let steps_left = |seat: Seat| {
        let track = game.track(seat);
        let of_step =
            (0..).zip(track).map(|(step, pieces)| (12 - step) * u16::from(pieces.iter().sum::<u8>()));
        of_step.sum::<u16>()
    };
    shared((f32::from(steps_left(1)) - f32::from(steps_left(0))) / BACKGAMMON_UNIT)
}

/// The parts of two of whom the first is so far in front.
fn shared(lead: f32) -> Results {
    let first = 1.0 / (1.0 + (-lead).exp());
    let mut results = [0.0; MAX_SEATS];
    (results[0], results[1]) = (first, 1.0 - first);
    results
}
