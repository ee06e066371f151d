//! Seat signs: each seat's own sign, so that nobody needs to tell colours apart.

use crate::colour::Colour;
use crate::geometry::Point;
use crate::shapes::{Drawing, Paint, Step, Stroke};

/// A seat's sign in one colour, so opaque, with that much more of it on every side.
pub(crate) fn plain(drawing: &mut Drawing, seat: u8, at: Point, size: f64, colour: Colour, opacity: f64) {
    draw(drawing, seat, at, size, 0.0, (colour, opacity));
}

/// The same on a piece: white with a dark edge.
pub(crate) fn cut_in(drawing: &mut Drawing, seat: u8, at: Point, size: f64, owner: Colour) {
    draw(drawing, seat, at, size, size * 0.4, (owner.mixed(Colour::BLACK, 0.68), 1.0));
    draw(drawing, seat, at, size, 0.0, (Colour::WHITE, 1.0));
}

fn draw(
    drawing: &mut Drawing,
    seat: u8,
    [x, y]: Point,
    size: f64,
    edge: f64,
    (colour, opacity): (Colour, f64),
) {
    let s = size;
    let line = |width: f64| Stroke::new(colour, width).faint(opacity);
    let fill = Some(Paint::Plain(colour, opacity));
    let edged = (edge > 0.0).then(|| line(edge));
    match seat % 6 {
        0 => drawing.circle([x, y], s * 0.85, fill, edged),
        1 => drawing.circle([x, y], s * 0.8, None, Some(line(s * 0.5 + edge))),
        2 => drawing.polyline(&[[x - s * 1.05, y], [x + s * 1.05, y]], line(s * 0.8 + edge)),
        3 => {
            let steps = vec![
                Step::Move([x - s, y]),
                Step::Line([x + s, y]),
                Step::Move([x, y - s]),
                Step::Line([x, y + s]),
            ];
            drawing.path(steps, None, Some(line(s * 0.6 + edge)));
        }
        4 => {
            let tall = s * 1.15;
            drawing.polygon(&[[x, y - tall], [x + s, y], [x, y + tall], [x - s, y]], fill, edged);
        }
        _ => drawing.polygon(&[[x, y - s], [x + s, y + s * 0.8], [x - s, y + s * 0.8]], fill, edged),
    }
}
