//! Opening for two: where the second seat lays the root, by where the first has laid the null.
//!
//! Who begins wins nearly always among equals, and a search cannot tell the roots apart: they differ by a few hundredths of a
//! victory, far behind the horizon. Whole games can. Each root was played from to the end, with 250 nodes an action for who
//! begins and 1 500 for the other, five times, and the best seven of each null twenty times more; those that came out ahead
//! stand here (d3 and c2 against a4 were played from five times alone). Of most of them three neighbours are free, as the edge
//! or the null takes the fourth. So few games tell the good roots from the bad, but not the best from the second best.

use cydonia_rules::wedge::{Cell, WedgeBoard};

/// A null and the roots that answer it. The board for two has four images, and one of each null is enough.
const REPLIES: [(&str, &[&str]); 8] = [
    ("a1", &["a2", "d3", "c3"]),
    ("a2", &["d2", "a3"]),
    ("a3", &["b4", "c3"]),
    ("a4", &["d3", "c4", "c2"]),
    ("b1", &["d3", "a3"]),
    ("b2", &["b7", "b3", "a6"]),
    ("b3", &["c3", "a4"]),
    ("b4", &["d3", "d4", "a3"]),
];

/// The ways in which the board for two lies on itself: as it is, columns turned round, rows turned round, and both.
const IMAGES: [u8; 4] = [0, 1, 2, 3];

/// Where a cell of the board for two lies in that image. Twice the same image is none.
fn image_of(cell: Cell, image: u8) -> Cell {
    let (wedge, a, b) = WedgeBoard::place(cell);
    let (wedge, a, b) = match (wedge, image & 1 == 1) {
        (_, false) => (wedge, a, b),
        (0, true) => (0, 3 - a, b),
        (_, true) => (wedge, a, 3 - b),
    };
    if image & 2 == 2 { WedgeBoard::cell(1 - wedge, b, a) } else { WedgeBoard::cell(wedge, a, b) }
}

/// The roots to think about where that null lies on the board for two.
pub(crate) fn roots_against(board: &WedgeBoard, null: Cell) -> Vec<Cell> {
    let named = |name: &str| board.cell_named(name);
    let known = IMAGES.into_iter().find_map(|image| {
        let (_, roots) = REPLIES.iter().find(|(known, _)| named(known) == Some(image_of(null, image)))?;
        Some((image, *roots))
    });
    let (image, roots) = known.unwrap_or_default();
    roots.iter().filter_map(|root| Some(image_of(named(root)?, image))).collect()
}

#[cfg(test)]
mod tests {
    use cydonia_rules::branches_twigs_thorns::BranchesTwigsThorns;
    use cydonia_rules::pointing::Action;
    use cydonia_rules::{Game, Setup};

    use super::*;

    #[test]
    fn an_image_keeps_neighbours_and_is_undone_by_itself() {
        let board = WedgeBoard::of(2);
        for image in IMAGES {
            for cell in board.cells().iter() {
                assert_eq!(image_of(image_of(cell, image), image), cell);
                let around: Vec<Cell> =
                    board.neighbours(cell).iter().map(|near| image_of(near, image)).collect();
                let near = board.neighbours(image_of(cell, image));
                assert!(
                    near.len() as usize == around.len() && around.iter().all(|cell| near.contains(*cell))
                );
            }
        }
    }

    /// Wherever the null lies there are roots, and they may be laid.
    #[test]
    fn every_null_is_answered() {
        let start = BranchesTwigsThorns::start(&Setup::for_seats(2)).unwrap();
        for null in start.legal_actions() {
            let mut game = start;
            game.apply(null);
            let Action::Null(cell) = null else { panic!("{null:?}") };
            let roots = roots_against(game.board(), cell);
            assert!(roots.len() >= 2, "{null:?}");
            assert!(roots.iter().all(|root| game.is_legal(Action::Root(*root))), "{null:?}");
        }
    }

    #[test]
    fn the_images_of_a_null_are_answered_by_the_images_of_its_roots() {
        let board = WedgeBoard::of(2);
        let names = |null| {
            let roots = roots_against(board, board.cell_named(null).unwrap());
            roots.into_iter().map(|cell| board.name(cell)).collect::<Vec<_>>()
        };
        assert_eq!(names("b3"), ["c3", "a4"]);
        assert_eq!(names("c3"), ["b3", "d4"]);
        assert_eq!(names("b6"), ["c6", "a5"]);
        assert_eq!(names("c6"), ["b6", "d5"]);
    }
}
