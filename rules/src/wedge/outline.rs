//! Board geometry: drawn flat, seams run from the centre to the middles of the sides of a regular polygon.
//! Three wedges make a triangle, four the chessboard, five a pentagon, six a hexagon; two, half the chessboard.

use std::f64::consts::TAU;

use super::{Cell, WedgeBoard, names::square};
use crate::{Line, Point, Seat, Shade, Space};

/// The side of a square cell; other boards are scaled so that a wedge has the area of sixteen such cells.
const SIDE: f64 = 100.0;

type Place = (f64, f64);

/// A cell as a space of the layout, tinted as its wedge's zone.
#[must_use]
pub fn space(board: &WedgeBoard, cell: Cell) -> Space {
    let (wedge, a, b) = WedgeBoard::place(cell);
    let (a, b) = (f64::from(a), f64::from(b));
    let corners =
        [(a, b), (a + 1.0, b), (a + 1.0, b + 1.0), (a, b + 1.0)].map(|(a, b)| place(board, wedge, a, b));
    let name = board.name(cell);
    Space {
        spoken: name.chars().map(String::from).collect::<Vec<_>>().join(" "),
        name,
        outline: corners.map(point).to_vec(),
        centre: point(place(board, wedge, a + 0.5, b + 0.5)),
        unit: area(&corners).sqrt().round() as i32,
        shade: shade(board, cell),
        zone: Some(wedge),
    }
}

/// The seams between neighbouring wedges.
#[must_use]
pub fn seams(board: &WedgeBoard) -> Vec<Line> {
    (0..board.seats())
        .filter(|wedge| board.after(*wedge).is_some())
        .map(|wedge| Line {
            from: point(place(board, wedge, 0.0, 0.0)),
            to: point(place(board, wedge, 4.0, 0.0)),
        })
        .collect()
}

/// How far to turn the board clockwise, in degrees, so that `seat`'s wedge comes below.
#[must_use]
pub fn side(board: &WedgeBoard, seat: Seat) -> i32 {
    -(i32::from(seat) * 360 / i32::from(board.seats()))
}

/// Neighbouring cells differ in shade inside a wedge, and on the boards with an even number of wedges across seams too.
fn shade(board: &WedgeBoard, cell: Cell) -> Shade {
    let (wedge, a, b) = WedgeBoard::place(cell);
    let flips = if board.seats().is_multiple_of(2) { wedge } else { 0 };
    if (a + b + flips) % 2 == 0 { Shade::Dark } else { Shade::Light }
}

/// Where the point `(a, b)` of a wedge, each 0 to 4, lies.
fn place(board: &WedgeBoard, wedge: u8, a: f64, b: f64) -> Place {
    if matches!(board.seats(), 2 | 4) {
        // Corners of cells lie between squares: take the square's far corner by extending the mapping of cells.
        let (x0, y0) = square_corner(wedge, a, b);
        return (x0 * SIDE, -y0 * SIDE);
    }
    let wedges = f64::from(board.seats());
    let half = TAU / wedges / 2.0;
    // A wedge is a kite of two right triangles: its area is apothem² · tan(half), to be that of sixteen squares.
    let apothem = 4.0 * SIDE / half.tan().sqrt();
    // Wedge 0 is centred below, and the wedges follow clockwise (y points down).
    let middle = TAU / 4.0 + f64::from(wedge) * TAU / wedges;
    let (before, after) = (unit(middle - half, apothem), unit(middle + half, apothem));
    let corner = unit(middle, apothem / half.cos());
    // Along the seam with the wedge before, `a` is 0 and `b` grows.
    let (s, t) = (a / 4.0, b / 4.0);
    let mix = |after: f64, before: f64, corner: f64| {
        s * (1.0 - t) * after + (1.0 - s) * t * before + s * t * corner
    };
    (mix(after.0, before.0, corner.0), mix(after.1, before.1, corner.1))
}

/// A chessboard point relative to its centre, y up, for the wedge's point `(a, b)`.
fn square_corner(wedge: u8, a: f64, b: f64) -> Place {
    let signs = square(wedge, 0, 0);
    let (x_sign, y_sign) = (if signs.0 < 4 { -1.0 } else { 1.0 }, if signs.1 < 4 { -1.0 } else { 1.0 });
    // Wedges 0 and 2 have `a` across and `b` up; 1 and 3 the other way round.
    if wedge.is_multiple_of(2) { (x_sign * a, y_sign * b) } else { (x_sign * b, y_sign * a) }
}

fn unit(angle: f64, length: f64) -> Place {
    (angle.cos() * length, angle.sin() * length)
}

fn point((x, y): Place) -> Point {
    [x.round() as i32, y.round() as i32]
}

/// The area of a polygon by the shoelace formula.
fn area(corners: &[Place]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|((x, y), (nx, ny))| x * ny - nx * y).sum::<f64>().abs() / 2.0
}
