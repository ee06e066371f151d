//! Board geometry: the board drawn flat, row 1 below, column a on the left.

use super::track::{self, LAST, MOUNDS, Place, SIDE, place};
use crate::{Decor, DecorKind, Point, Seat, Shade, Space};

/// A square's side in the layout's units.
const UNIT: i32 = 100;
/// How far from a square's centre an arrow lies that points over the board's edge.
const EDGE: i32 = 42;

/// A place as a space of the layout.
pub(super) fn space(place: Place) -> Space {
    let [column, row] = track::name(place);
    let [x, y] = centre(place);
    let half = UNIT / 2;
    let (spoken, shade) = if track::is_on_a_track(place) {
        let shade = if (place / SIDE + place % SIDE).is_multiple_of(2) { Shade::Dark } else { Shade::Light };
        match track::safe_spot_of(place) {
            Some(_) => (format!("safe spot {column} {row}"), shade),
            None => (format!("{column} {row}"), shade),
        }
    } else if MOUNDS.contains(&place) {
        (format!("mound {column} {row}"), Shade::Ground)
    } else {
        (format!("stockpile {column} {row}"), Shade::Ground)
    };
    Space {
        name: String::from_iter([column, row]),
        spoken,
        outline: vec![[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]],
        centre: [x, y],
        unit: UNIT,
        shade,
        zone: track::safe_spot_of(place),
    }
}

/// The three objects, and the way round: arrows from every space to the next, and where each seat comes in and goes out.
pub(super) fn decor() -> Vec<Decor> {
    let mound = |place| Decor { kind: DecorKind::Mound {}, centre: centre(place), unit: UNIT };
    let mut decor = MOUNDS.map(mound).to_vec();
    for arrow in [0, 1].into_iter().flat_map(arrows) {
        // Where both seats go the same way the arrow is nobody's.
        match decor.iter_mut().find(|other| other.centre == arrow.centre) {
            Some(Decor { kind: DecorKind::Arrow { seat, .. }, .. }) => *seat = None,
            _ => decor.push(arrow),
        }
    }
    decor
}

/// The arrows along one seat's track, from its entry to its exit.
fn arrows(seat: Seat) -> Vec<Decor> {
    let arrow = |centre: Point, way: Point| {
        let heading = match way {
            [1, _] => 0,
            [_, 1] => 90,
            [-1, _] => 180,
            _ => 270,
        };
        Decor { kind: DecorKind::Arrow { heading, seat: Some(seat) }, centre, unit: UNIT }
    };
    let beside = |[x, y]: Point, [dx, dy]: Point, far: i32| [x + far * dx, y + far * dy];
    let track: Vec<Point> = (1..=LAST).map(|step| centre(place(seat, step))).collect();
    let ways: Vec<Point> = track
        .windows(2)
        .map(|pair| [(pair[1][0] - pair[0][0]).signum(), (pair[1][1] - pair[0][1]).signum()])
        .collect();
    let (first, last) = (0, ways.len() - 1);
    let mut arrows = vec![arrow(beside(track[first], ways[first], -EDGE), ways[first])];
    arrows.extend(track.iter().zip(&ways).map(|(from, way)| arrow(beside(*from, *way, UNIT / 2), *way)));
    arrows.push(arrow(beside(track[last + 1], ways[last], EDGE), ways[last]));
    arrows
}

/// The middle of a place.
fn centre(place: Place) -> [i32; 2] {
    let (column, row) = (i32::from(place % SIDE), i32::from(place / SIDE));
    [column * UNIT + UNIT / 2, (i32::from(SIDE) - 1 - row) * UNIT + UNIT / 2]
}
