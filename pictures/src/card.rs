//! Cards: a board on a plain of its own, in the shape that previews of links have.

use crate::colour::{Colour, SUNKEN};
use crate::geometry::{Frame, Point};
use crate::pyramid::{self, Piece, SignPlace};
use crate::shapes::{Drawing, Paint, Step};
use crate::{CARD_HEIGHT, CARD_WIDTH, Position, board};

/// Room around the board, as a share of the card's height.
const MARGIN: f64 = 0.045;

/// A board on its card; beside one that leaves room for them stand its seats' pyramids.
pub(crate) fn lay_out(position: Position<'_>) -> Drawing {
    let board = board::draw(position, board::lying(position.layout));
    let frame = card_around(&board.frame);
    let mut drawing = Drawing { frame, shapes: Vec::new() };
    plain(&mut drawing, &frame);
    let room = board.frame.x - frame.x;
    let seats = position.layout.sides.len();
    if room > frame.height * 0.3 {
        company(&mut drawing, &frame, room, seats);
    }
    drawing.shapes.extend(board.shapes);
    drawing
}

/// The card around a board: as high as it with its margins or as wide, whichever is more; a board that is narrow stands to the
/// right.
fn card_around(board: &Frame) -> Frame {
    let shape = f64::from(CARD_WIDTH) / f64::from(CARD_HEIGHT);
    let height =
        (board.height / (1.0 - 2.0 * MARGIN)).max((board.width + 2.0 * MARGIN * board.height) / shape);
    let width = height * shape;
    let margin = (height - board.height) / 2.0;
    let left = width - board.width;
    let x = if left > 4.0 * margin.max(MARGIN * height) { left - 2.0 * margin } else { left / 2.0 };
    Frame { x: board.x - x, y: board.y - margin, width, height }
}

/// The ground, with its horizon.
fn plain(drawing: &mut Drawing, frame: &Frame) {
    let Frame { x, y, width, height } = *frame;
    let at = |across: f64, down: f64| [x + width * across, y + height * down];
    let ground = |far: f64, near: f64| {
        vec![
            Step::Move(at(0.0, far)),
            Step::Curve(at(0.3, near), at(0.55, far)),
            Step::Curve(at(0.8, far + (far - near)), at(1.0, near)),
            Step::Line(at(1.0, 1.0)),
            Step::Line(at(0.0, 1.0)),
            Step::Close,
        ]
    };
    drawing.path(ground(0.62, 0.56), Some(Paint::opaque(SUNKEN)), None);
    drawing.path(ground(0.8, 0.76), Some(Paint::opaque(SUNKEN.mixed(Colour::BLACK, 0.05))), None);
}

/// Where one of the company stands in its room, across and down, at which scale, and how large it is.
struct Stand {
    across: f64,
    down: f64,
    scale: f64,
    size: u8,
}

/// A place for each seat, from the back to the front.
const STANDS: [(usize, Stand); 6] = [
    (5, Stand { across: 0.6, down: 0.8, scale: 0.5, size: 1 }),
    (3, Stand { across: 0.86, down: 0.86, scale: 0.6, size: 1 }),
    (2, Stand { across: 0.18, down: 0.88, scale: 0.6, size: 2 }),
    (0, Stand { across: 0.42, down: 0.9, scale: 0.95, size: 3 }),
    (1, Stand { across: 0.7, down: 0.94, scale: 0.72, size: 2 }),
    (4, Stand { across: 0.3, down: 0.97, scale: 0.5, size: 1 }),
];

/// A pyramid for each seat.
fn company(drawing: &mut Drawing, frame: &Frame, room: f64, seats: usize) {
    for (seat, Stand { across, down, scale, size }) in STANDS.iter().filter(|(seat, _)| *seat < seats) {
        let at: Point = [frame.x + room * across, frame.y + frame.height * down];
        let unit = room * scale;
        let foot = [at[0] + unit * 0.05, at[1] - unit * 0.02];
        let width = f64::from(*size);
        drawing.ellipse(foot, [unit * (0.12 + width * 0.1), unit * (0.05 + width * 0.02)], Paint::Contact);
        let owner = u8::try_from(*seat).ok();
        let piece = Piece { size: *size, owner, unit, at, angle: None, under: None, sign: SignPlace::Middle };
        pyramid::draw(drawing, &piece);
    }
}
