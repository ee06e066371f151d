//! The slab: the board as one body: its edge, whose side is where, and the names along a straight edge, as the web client's
//! `slab.ts` and `SlabLayer.svelte` have it.

use std::collections::{BTreeMap, BTreeSet};

use cydonia_rules::Space;

use crate::colour::{CELL_DARK, Colour, RIM, RIM_EDGE, RIM_INK, RIM_NAME, RIM_UNDER, SHADE, of_seat};
use crate::geometry::{Placed, Point, distance, edges, mean, mix};
use crate::shapes::{Drawing, Paint, Stroke};
use crate::sign;

/// How wide the rim is around the spaces, in units of a space.
const RIM_WIDTH: f64 = 0.165;
/// How dark each layer of the shadow is.
pub(crate) const SHADE_SHARE: f64 = 0.026;
/// From far and faint to near: a soft shadow.
const SHADOWS: [f64; 7] = [1.2, 1.0, 0.8, 0.6, 0.4, 0.2, 0.0];

/// An edge that no two spaces share.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: Point,
    to: Point,
    /// Whose ground is behind it.
    seat: Option<u8>,
}

/// A side of the board that is some seat's.
pub(crate) struct Side {
    pub seat: u8,
    /// Along the board's edge, corner by corner.
    edge: Vec<Point>,
    /// Where the seat's sign stands on the rim, unless a name stands there.
    sign: Option<Point>,
    /// The middle of the seat's ground.
    pub middle: Point,
    /// Of how many spaces that is, and their scale.
    pub spaces: usize,
    pub unit: f64,
}

/// What the slab is drawn from.
pub(crate) struct Slab {
    edge: Vec<Point>,
    rim: f64,
    pub sides: Vec<Side>,
    /// Names on the rim; none where the board has no files and ranks.
    pub names: Vec<(String, Point)>,
}

/// The slab under some spaces.
pub(crate) fn under(spaces: &[Space], placed: &[Placed]) -> Slab {
    let rim = RIM_WIDTH * placed.iter().map(|one| one.unit).fold(0.0, f64::max);
    let chain = longest(loops(&open_edges(spaces, placed)));
    let names = rim_names(spaces, placed, rim);
    let sides = sides(spaces, placed, &chain, rim, &names);
    Slab { edge: chain.iter().map(|edge| edge.from).collect(), rim, sides, names }
}

/// The same for corners that differ by rounding only.
fn spot([x, y]: Point) -> (i64, i64) {
    (x.round() as i64, y.round() as i64)
}

fn open_edges(spaces: &[Space], placed: &[Placed]) -> Vec<Edge> {
    let mut order = Vec::new();
    let mut found = BTreeMap::new();
    for (space, place) in spaces.iter().zip(placed) {
        for (from, to) in edges(&place.outline) {
            if found.remove(&(spot(to), spot(from))).is_none() {
                let way = (spot(from), spot(to));
                order.push(way);
                found.insert(way, Edge { from, to, seat: space.zone });
            }
        }
    }
    order.into_iter().filter_map(|way| found.remove(&way)).collect()
}

/// Edges put together to closed lines.
fn loops(edges: &[Edge]) -> Vec<Vec<Edge>> {
    let mut starting: BTreeMap<_, Edge> = edges.iter().map(|edge| (spot(edge.from), *edge)).collect();
    let mut found = Vec::new();
    for first in edges {
        let (mut line, mut next) = (Vec::new(), spot(first.from));
        while let Some(edge) = starting.remove(&next) {
            next = spot(edge.to);
            line.push(edge);
        }
        if !line.is_empty() {
            found.push(line);
        }
    }
    found
}

/// The outermost line; what lies within it is board, too.
fn longest(found: Vec<Vec<Edge>>) -> Vec<Edge> {
    let span = |line: &[Edge]| {
        let xs = || line.iter().map(|edge| edge.from[0]);
        xs().fold(f64::NEG_INFINITY, f64::max) - xs().fold(f64::INFINITY, f64::min)
    };
    found.into_iter().max_by(|one, other| span(one).total_cmp(&span(other))).unwrap_or_default()
}

fn sides(
    spaces: &[Space],
    placed: &[Placed],
    chain: &[Edge],
    rim: f64,
    names: &[(String, Point)],
) -> Vec<Side> {
    let seats: BTreeSet<u8> = spaces.iter().filter_map(|space| space.zone).collect();
    let centre = mean(chain.iter().map(|edge| edge.from));
    let of_seat = |seat: u8| {
        let own = || spaces.iter().zip(placed).filter(move |(space, _)| space.zone == Some(seat));
        let middle = mean(own().map(|(_, one)| one.centre));
        let unit = own().map(|(_, one)| one.unit).fold(0.0, f64::max);
        let count = own().count();
        runs(chain, seat).into_iter().map(move |run| {
            let edge = run.iter().map(|edge| edge.from).chain(run.last().map(|edge| edge.to)).collect();
            let sign = outward(&run, centre, rim);
            let taken = names.iter().any(|(_, at)| distance(*at, sign) < rim);
            Side { seat, edge, sign: (!taken).then_some(sign), middle, spaces: count, unit }
        })
    };
    seats.into_iter().flat_map(of_seat).collect()
}

/// The stretches of a closed line that are a seat's.
fn runs(chain: &[Edge], seat: u8) -> Vec<Vec<Edge>> {
    let is_own = |edge: &Edge| edge.seat == Some(seat);
    // Where a stretch begins, so that none is cut in two.
    let before = chain.iter().cycle().skip(chain.len().saturating_sub(1));
    let start = chain.iter().zip(before).position(|(edge, before)| is_own(edge) && !is_own(before));
    let mut turned = chain.to_vec();
    turned.rotate_left(start.unwrap_or(0));
    turned
        .chunk_by(|one, next| is_own(one) == is_own(next))
        .filter(|run| is_own(&run[0]))
        .map(<[Edge]>::to_vec)
        .collect()
}

/// A point on the rim in the middle of a stretch.
fn outward(run: &[Edge], centre: Point, rim: f64) -> Point {
    let size = |edge: &Edge| distance(edge.from, edge.to);
    let mut left = run.iter().map(size).sum::<f64>() / 2.0;
    let reaches = |edge: &&Edge| {
        left -= size(edge);
        left <= 0.0
    };
    let Some(middle) = run.iter().find(reaches).or(run.first()) else { return centre };
    let (from, to) = (middle.from, middle.to);
    let [x, y] = mix(from, to, 1.0 + left / size(middle));
    let (nx, ny) = ((to[1] - from[1]) / size(middle), (from[0] - to[0]) / size(middle));
    let out = if nx * (x - centre[0]) + ny * (y - centre[1]) < 0.0 { -0.5 } else { 0.5 };
    [x + nx * out * rim, y + ny * out * rim]
}

/// What all spaces in a file or rank have in common in their names, beside the edge to the left and below.
fn rim_names(spaces: &[Space], placed: &[Placed], rim: f64) -> Vec<(String, Point)> {
    let letters = |name: &str| name.chars().take_while(char::is_ascii_alphabetic).collect::<String>();
    let digits = |name: &str| name.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned();
    // What all names along a line share; nothing where one has another, or two lines the same.
    let told = |axis: usize, part: &dyn Fn(&str) -> String| -> Option<Vec<(f64, String)>> {
        let mut lines: BTreeMap<i64, (f64, BTreeSet<String>)> = BTreeMap::new();
        for (space, one) in spaces.iter().zip(placed) {
            let at = one.centre[axis];
            lines
                .entry((at * 100.0).round() as i64)
                .or_insert((at, BTreeSet::new()))
                .1
                .insert(part(&space.name));
        }
        let count = lines.len();
        let single = |(at, names): (f64, BTreeSet<String>)| {
            let name = names.first().filter(|name| names.len() == 1 && !name.is_empty())?.clone();
            Some((at, name))
        };
        let names: Vec<_> = lines.into_values().map(single).collect::<Option<_>>()?;
        let all: BTreeSet<&String> = names.iter().map(|(_, name)| name).collect();
        (all.len() == count).then_some(names)
    };
    let both =
        |file: &dyn Fn(&str) -> String, rank: &dyn Fn(&str) -> String| told(0, file).zip(told(1, rank));
    let Some((across, down)) = both(&letters, &digits).or_else(|| both(&digits, &letters)) else {
        return Vec::new();
    };
    if across.len() * down.len() != placed.len() {
        return Vec::new();
    }
    let points = || placed.iter().flat_map(|one| &one.outline);
    let left = points().map(|[x, _]| *x).fold(f64::INFINITY, f64::min) - rim / 2.0;
    let bottom = points().map(|[_, y]| *y).fold(f64::NEG_INFINITY, f64::max) + rim / 2.0;
    let below = across.into_iter().map(|(x, name)| (name, [x, bottom]));
    below.chain(down.into_iter().map(|(y, name)| (name, [left, y]))).collect()
}

/// Draws what the spaces are let into.
pub(crate) fn draw(drawing: &mut Drawing, slab: &Slab) {
    let Slab { edge, rim, sides, names } = slab;
    let rim = *rim;
    let moved = |down: f64| -> Vec<Point> { edge.iter().map(|[x, y]| [*x, y + down]).collect() };
    let line = |colour: Colour, width: f64| Some(Stroke::new(colour, width).round());
    for far in SHADOWS {
        let shade = Stroke::new(SHADE, rim * (2.0 + far)).round().faint(SHADE_SHARE);
        drawing.polygon(&moved(rim * 0.55), Some(Paint::Plain(SHADE, SHADE_SHARE)), Some(shade));
    }
    drawing.polygon(&moved(rim * 0.14), None, line(RIM_UNDER, rim * 2.0));
    drawing.polygon(edge, None, line(RIM_EDGE, rim * 2.0));
    drawing.polygon(&moved(1.0), None, line(RIM, rim * 2.0 - 3.0));
    for side in sides {
        let colour = of_seat(Some(side.seat)).mixed(Colour::WHITE, 0.22);
        drawing.polyline(&side.edge, Stroke::new(colour, rim * 0.62));
        if let Some(at) = side.sign {
            drawing.circle(at, rim * 0.48, Some(Paint::opaque(colour)), None);
            sign::plain(drawing, side.seat, at, rim * 0.26, RIM_INK, 1.0);
        }
    }
    drawing.polygon(edge, None, line(RIM_INK, rim * 0.16));
    drawing.polygon(edge, Some(Paint::opaque(CELL_DARK)), None);
    for (name, at) in names {
        drawing.text(name, *at, rim * 0.82, RIM_NAME, true);
    }
}
