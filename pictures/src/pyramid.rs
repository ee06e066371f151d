//! Pyramids: a piece's sides, pips and sign, standing or lying, as the web client's `shape.ts` and `PyramidShape.svelte` have it.

use crate::colour::{Colour, of_seat};
use crate::geometry::{Point, mix};
use crate::shapes::{Drawing, Paint, Stroke};
use crate::sign;

/// A pyramid's measures at scale 1, by size: base and height standing,
pub(crate) const STANDING: [Point; 3] = [[0.38, 0.48], [0.54, 0.68], [0.7, 0.88]];
/// and length and width lying.
pub(crate) const LYING: [Point; 3] = [[0.5, 0.34], [0.68, 0.46], [0.86, 0.6]];

/// Where a standing pyramid's sign is clear of others: over those that it covers, under those that rest on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SignPlace {
    Middle,
    Over,
    Under,
}

/// One pyramid to be drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// From 1 to 3.
    pub size: u8,
    pub owner: Option<u8>,
    /// The scale.
    pub unit: f64,
    /// The middle of its foot if it stands, its middle if it lies.
    pub at: Point,
    /// Where its tip points if it lies: an angle, y down.
    pub angle: Option<f64>,
    /// The owner of the larger piece over it, through which it is seen, if there is one.
    pub under: Option<Option<u8>>,
    pub sign: SignPlace,
}

/// What is drawn of a pyramid, around its own origin.
struct Faces {
    left: [Point; 3],
    right: [Point; 3],
    ridge: Vec<Point>,
    outline: [Point; 4],
    pips: Vec<Point>,
    pip: f64,
    sign: Point,
    sign_size: f64,
}

/// Its measures at scale 1; those of no size are those of the smallest.
pub(crate) fn measures(table: &[Point; 3], size: u8) -> Point {
    table[usize::from(size.clamp(1, 3)) - 1]
}

fn standing(size: u8, unit: f64, place: SignPlace) -> Faces {
    let [base, height] = measures(&STANDING, size).map(|measure| measure * unit);
    let apex = [0.0, -height];
    let west = [-base / 2.0, -height * 0.05];
    let east = [base / 2.0, -height * 0.1];
    let foot = [base * 0.15, height * 0.015];
    let pip = unit * 0.034;
    let lift = pip * 2.2;
    let row = spread(size, mix(west, foot, 0.14), mix(west, foot, 0.9), pip * 3.3);
    let (sign, share) = match place {
        SignPlace::Middle => (mix(mix(west, foot, 0.56), apex, 0.4), 1.0),
        SignPlace::Over => (mix(mix(west, foot, 0.56), apex, 0.6), 0.8),
        SignPlace::Under => (mix(mix(foot, east, 0.5), apex, 0.11), 0.7),
    };
    Faces {
        left: [apex, west, foot],
        right: [apex, foot, east],
        ridge: vec![apex, mix(foot, west, 0.05), foot, mix(foot, east, 0.04)],
        outline: [apex, west, foot, east],
        pips: row.into_iter().map(|[x, y]| [x, y - lift]).collect(),
        pip,
        sign,
        sign_size: unit * (0.026 + 0.011 * f64::from(size)) * share,
    }
}

fn lying(size: u8, unit: f64, angle: f64) -> Faces {
    let [length, width] = measures(&LYING, size).map(|measure| measure * unit);
    let (sin, cos) = angle.sin_cos();
    let at = |x: f64, y: f64| [x * cos - y * sin, x * sin + y * cos];
    let tip = at(length / 2.0, 0.0);
    let butt = at(-length / 2.0, 0.0);
    // The light comes from the left, and a little from above, whichever way the piece lies.
    let mut sides = [at(-length / 2.0, -width / 2.0), at(-length / 2.0, width / 2.0)];
    sides.sort_by(|a, b| (a[0] * 2.0 + a[1]).total_cmp(&(b[0] * 2.0 + b[1])));
    let [lit, shaded] = sides;
    let pip = unit * 0.032;
    let inset = -length / 2.0 + pip * 2.0;
    Faces {
        left: [tip, lit, butt],
        right: [tip, butt, shaded],
        ridge: vec![tip, mix(butt, lit, 0.07), mix(butt, shaded, 0.05)],
        outline: [tip, lit, butt, shaded],
        pips: spread(size, at(inset, -width / 2.0), at(inset, width / 2.0), pip * 3.2),
        pip,
        sign: at(-length * 0.1, 0.0),
        sign_size: unit * (0.034 + 0.01 * f64::from(size)),
    }
}

/// So many points around the middle of a line, `gap` apart at most.
fn spread(count: u8, from: Point, to: Point, gap: f64) -> Vec<Point> {
    let length = crate::geometry::distance(from, to);
    let step = (gap / length).min(1.0 / f64::from(count.max(1)));
    let middle = (f64::from(count) - 1.0) / 2.0;
    (0..count).map(|place| mix(from, to, 0.5 + (f64::from(place) - middle) * step)).collect()
}

/// Draws a pyramid.
pub(crate) fn draw(drawing: &mut Drawing, piece: &Piece) {
    let Piece { size, owner, unit, at: [x, y], angle, under, sign } = *piece;
    let faces = angle.map_or_else(|| standing(size, unit, sign), |angle| lying(size, unit, angle));
    let moved = |points: &[Point]| -> Vec<Point> { points.iter().map(|[px, py]| [px + x, py + y]).collect() };
    let (left, right, outline) = (moved(&faces.left), moved(&faces.right), moved(&faces.outline));
    let colour = of_seat(owner);
    let is_alike = under == Some(owner);
    let (lit, shaded) = if is_alike {
        (colour.mixed(Colour::BLACK, 0.26), colour.mixed(Colour::BLACK, 0.44))
    } else {
        (colour.mixed(Colour::WHITE, 0.2), colour.mixed(Colour::BLACK, 0.26))
    };
    drawing.polygon(&left, Some(Paint::opaque(lit)), None);
    drawing.polygon(&right, Some(Paint::opaque(shaded)), None);
    if under.is_none() {
        drawing.polygon(&left, Some(Paint::Lit), None);
        drawing.polygon(&right, Some(Paint::Shaded), None);
    }
    let ridge = Paint::Plain(colour.mixed(Colour::WHITE, 0.74), if under.is_some() { 0.4 } else { 0.85 });
    drawing.polygon(&moved(&faces.ridge), Some(ridge), None);
    let edge =
        if under.is_some() { colour.mixed(Colour::WHITE, 0.72) } else { colour.mixed(Colour::BLACK, 0.5) };
    drawing.polygon(&outline, None, Some(Stroke::new(edge, unit * 0.012)));
    if under.is_none() {
        let rim = Stroke::new(colour.mixed(Colour::BLACK, 0.68), faces.pip * 0.5);
        for [px, py] in faces.pips {
            drawing.circle([px + x, py + y], faces.pip, Some(Paint::opaque(Colour::WHITE)), Some(rim));
        }
    }
    if let Some(seat) = owner
        && !is_alike
    {
        let size = faces.sign_size * if under.is_some() { 0.85 } else { 1.0 };
        sign::cut_in(drawing, seat, [faces.sign[0] + x, faces.sign[1] + y], size, colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever changes the page's pieces is told that they are here, too.
    #[test]
    fn the_measures_are_the_pages() {
        let page = include_str!("../../web-client/src/lib/board/shape.ts");
        for (name, table) in [("STANDING", STANDING), ("LYING", LYING)] {
            let entry = |(size, [a, b]): (usize, Point)| format!("{}: [{a}, {b}]", size + 1);
            let entries: Vec<String> = table.into_iter().enumerate().map(entry).collect();
            let line = format!("{name}: Record<number, Point> = {{ {} }}", entries.join(", "));
            assert!(page.contains(&line), "{line}");
        }
        assert!(page.contains(&format!("GROUND = {}", crate::stack::GROUND)));
    }
}
