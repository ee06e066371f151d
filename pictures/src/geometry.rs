//! Geometry: where the spaces of a board are in a picture, and how far it is to their edges.

use cydonia_rules::{Decor, DecorKind, Layout};

/// A point: x to the right, y down.
pub(crate) type Point = [f64; 2];

/// A rectangle that holds the whole of something.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Frame {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// A space as it lies in the picture.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub outline: Vec<Point>,
    pub centre: Point,
    pub unit: f64,
}

/// All of a layout's geometry, turned; what stands on it is upright all the same.
#[derive(Clone, Debug)]
pub(crate) struct Turned {
    pub spaces: Vec<Placed>,
    pub lines: Vec<[Point; 2]>,
    pub decor: Vec<PlacedDecor>,
    pub frame: Frame,
}

/// A thing that never moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedDecor {
    pub centre: Point,
    pub unit: f64,
    pub kind: DecorKind,
    /// How far it is turned, clockwise, in degrees.
    pub heading: f64,
}

/// Room around the board for its rim, and below it for what it stands on.
const ROOM: f64 = 18.0;
const ROOM_BELOW: f64 = 22.0;

/// Turns a point about the board's origin, clockwise as it is seen.
fn turn([x, y]: Point, degrees: f64) -> Point {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [round(x * cos - y * sin), round(x * sin + y * cos)]
}

fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// Turns a whole layout.
pub(crate) fn turned(layout: &Layout, degrees: f64) -> Turned {
    let at = |point: [i32; 2]| turn(point.map(f64::from), degrees);
    let spaces: Vec<Placed> = layout
        .spaces
        .iter()
        .map(|space| Placed {
            outline: space.outline.iter().map(|point| at(*point)).collect(),
            centre: at(space.centre),
            unit: space.unit.into(),
        })
        .collect();
    let decor = |decor: &Decor| PlacedDecor {
        centre: at(decor.centre),
        unit: decor.unit.into(),
        kind: decor.kind,
        heading: match decor.kind {
            DecorKind::Arrow { heading, .. } => f64::from(heading) + degrees,
            DecorKind::Mound {} => 0.0,
        },
    };
    Turned {
        frame: bounds(&spaces),
        lines: layout.lines.iter().map(|line| [at(line.from), at(line.to)]).collect(),
        decor: layout.decor.iter().map(decor).collect(),
        spaces,
    }
}

/// The smallest frame around all spaces, with room for the rim.
fn bounds(spaces: &[Placed]) -> Frame {
    let points = || spaces.iter().flat_map(|space| &space.outline);
    let least = |axis: usize| points().map(|point| point[axis]).fold(f64::INFINITY, f64::min);
    let most = |axis: usize| points().map(|point| point[axis]).fold(f64::NEG_INFINITY, f64::max);
    if spaces.is_empty() {
        return Frame::default();
    }
    Frame {
        x: least(0) - ROOM,
        y: least(1) - ROOM,
        width: most(0) - least(0) + 2.0 * ROOM,
        height: most(1) - least(1) + ROOM + ROOM_BELOW,
    }
}

/// How far it is from a space's centre to its edge in a direction (an angle, y down).
pub(crate) fn reach(space: &Placed, angle: f64) -> f64 {
    let (dy, dx) = angle.sin_cos();
    let [cx, cy] = space.centre;
    let hit = |([ax, ay], [bx, by]): (Point, Point)| {
        let (ex, ey) = (bx - ax, by - ay);
        let cross = dx * ey - dy * ex;
        if cross == 0.0 {
            return None;
        }
        let along = ((ax - cx) * ey - (ay - cy) * ex) / cross;
        let share = ((ax - cx) * dy - (ay - cy) * dx) / cross;
        (along > 0.0 && (0.0..=1.0).contains(&share)).then_some(along)
    };
    let nearest = edges(&space.outline).filter_map(hit).fold(f64::INFINITY, f64::min);
    if nearest.is_finite() { nearest } else { 0.0 }
}

/// The edges of a polygon, each from corner to corner.
pub(crate) fn edges(outline: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    let next = outline.iter().cycle().skip(1);
    outline.iter().copied().zip(next.copied())
}

/// A point on the way from one to another.
pub(crate) fn mix(from: Point, to: Point, share: f64) -> Point {
    [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}

/// How far it is from one point to another.
pub(crate) fn distance(from: Point, to: Point) -> f64 {
    (to[0] - from[0]).hypot(to[1] - from[1])
}

/// The middle of some points.
pub(crate) fn mean(points: impl Iterator<Item = Point>) -> Point {
    let (mut sum, mut count) = ([0.0, 0.0], 0.0);
    for [x, y] in points {
        sum = [sum[0] + x, sum[1] + y];
        count += 1.0;
    }
    if count == 0.0 { sum } else { sum.map(|part| part / count) }
}
