//! The board: all its layers from back to front, as the web client's `Board.svelte` has them.

use cydonia_rules::{DecorKind, LastAction, Layout, Marker, Shade, Space, View};

use crate::Position;
use crate::colour::{
    BANK, CELL_DARK, CELL_GROUND, CELL_LIGHT, CELL_NAME, Colour, GLINT, GOLD, GOLD_INK, PAGE, STONE,
    STONE_DARK, WATER, ZONE, of_seat,
};
use crate::geometry::{Placed, PlacedDecor, Point, Turned, distance, edges, mix, reach, turned};
use crate::shapes::{Drawing, Paint, Step, Stroke};
use crate::slab::{self, Side};
use crate::{sign, stack};

/// From so much higher than wide on, a board lies down.
const TALL: f64 = 1.35;

/// By how many degrees a board is turned in a picture that may be as wide as it likes.
pub(crate) fn lying(layout: &Layout) -> f64 {
    let upright = turned(layout, 0.0).frame;
    if upright.height > upright.width * TALL { -90.0 } else { 0.0 }
}

/// The board, turned clockwise by so many degrees; the pieces stand upright all the same.
pub(crate) fn draw(Position { layout, view }: Position<'_>, degrees: f64) -> Drawing {
    let board = turned(layout, degrees);
    let mut drawing = Drawing { frame: board.frame, shapes: Vec::new() };
    let slab = slab::under(&layout.spaces, &board.spaces);
    slab::draw(&mut drawing, &slab);
    spaces(&mut drawing, &layout.spaces, &board, view);
    if slab.names.is_empty() {
        names(&mut drawing, &layout.spaces, &board, view);
    }
    for action in &view.last {
        last(&mut drawing, action, &board, view);
    }
    zones(&mut drawing, &slab.sides);
    canals(&mut drawing, &board.lines);
    for one in &board.decor {
        decor(&mut drawing, one);
    }
    // Pieces farther down stand in front of those farther up.
    let mut order: Vec<usize> = (0..board.spaces.len()).collect();
    order.sort_by(|one, other| board.spaces[*one].centre[1].total_cmp(&board.spaces[*other].centre[1]));
    for place in order {
        if let Some(contents) = view.spaces.get(place)
            && !contents.stack.is_empty()
        {
            stack::draw(&mut drawing, &contents.stack, &board.spaces[place], &board.spaces);
        }
    }
    drawing
}

fn spaces(drawing: &mut Drawing, spaces: &[Space], board: &Turned, view: &View) {
    for (place, (space, placed)) in spaces.iter().zip(&board.spaces).enumerate() {
        let ground = match space.shade {
            Shade::Light => CELL_LIGHT,
            Shade::Dark => CELL_DARK,
            Shade::Ground => CELL_GROUND,
        };
        let ground = space.zone.map_or(ground, |seat| ground.mixed(of_seat(Some(seat)), ZONE));
        let seam = Stroke::new(Colour(70, 40, 20), 1.0).round().faint(0.1);
        drawing.polygon(&placed.outline, Some(Paint::opaque(ground)), Some(seam));
        let here = |at: &u16| usize::from(*at) == place;
        let is_goal = view.last.iter().any(|action| action.spaces.last().is_some_and(here));
        if is_goal || view.last.iter().any(|action| action.spaces.iter().any(here)) {
            let wash = Paint::Plain(GOLD, if is_goal { 0.5 } else { 0.3 });
            drawing.polygon(&placed.outline, Some(wash), None);
        }
        if let Some(marker) = view.spaces.get(place).and_then(|contents| contents.marker) {
            mark(drawing, marker, placed);
        }
    }
}

/// What a space itself has become: a round well, or a hole torn into the board.
fn mark(drawing: &mut Drawing, marker: Marker, placed: &Placed) {
    let (centre, unit) = (placed.centre, placed.unit);
    match marker {
        Marker::Root => {
            for (colour, radius) in [(STONE_DARK, 0.23), (CELL_LIGHT, 0.165), (STONE_DARK, 0.09)] {
                drawing.circle(centre, unit * radius, Some(Paint::opaque(colour)), None);
            }
        }
        Marker::Null => {
            let notch = |(from, to): (Point, Point)| {
                [(0.0, 0.92), (0.3, 0.86), (0.55, 0.95), (0.8, 0.85)]
                    .map(|(along, share)| mix(centre, mix(from, to, along), share))
            };
            let torn: Vec<Point> = edges(&placed.outline).flat_map(notch).collect();
            drawing.polygon(&torn, Some(Paint::opaque(PAGE)), Some(Stroke::new(STONE, 1.5).round()));
        }
    }
}

/// The names of empty spaces, small and above on the left, of a board that has none along its edge.
fn names(drawing: &mut Drawing, spaces: &[Space], board: &Turned, view: &View) {
    for ((space, placed), contents) in spaces.iter().zip(&board.spaces).zip(&view.spaces) {
        if !contents.stack.is_empty() || contents.marker.is_some() {
            continue;
        }
        let size = placed.unit * 0.17;
        // Flatter in a space that stands on its corner.
        let ways = [-0.75, -0.84].map(|share| share * std::f64::consts::PI);
        let [(angle, edge), other] = ways.map(|angle| (angle, reach(placed, angle)));
        let (angle, edge) = if other.1 > edge { other } else { (angle, edge) };
        let out = edge - placed.unit * (0.12 + size / placed.unit / 2.0);
        let at = [placed.centre[0] + out * angle.cos(), placed.centre[1] + out * angle.sin()];
        drawing.text(&space.name, at, size, CELL_NAME, false);
    }
}

/// An arrow from where an action began to where it ended.
fn last(drawing: &mut Drawing, action: &LastAction, board: &Turned, view: &View) {
    /// How long an arrow's head is, and how far its ends stay away from the middles of their spaces, at scale 1.
    const HEAD: f64 = 0.32;
    const AWAY: f64 = 0.2;
    const SHORT: f64 = 0.06;
    let way: Vec<&Placed> =
        action.spaces.iter().filter_map(|at| board.spaces.get(usize::from(*at))).collect();
    let first = action.spaces.first().and_then(|at| view.spaces.get(usize::from(*at)));
    // A piece that lies there is an arrow by itself.
    let lies = first.is_none_or(|contents| contents.stack.iter().any(|piece| piece.points_at.is_some()));
    if way.len() < 2 || lies {
        return;
    }
    let unit = way.iter().map(|one| one.unit).fold(f64::INFINITY, f64::min);
    let mut points: Vec<Point> = way.iter().map(|one| one.centre).collect();
    let end = points.len() - 1;
    let trimmed =
        [towards(points[0], points[1], unit * AWAY), towards(points[end], points[end - 1], unit * SHORT)];
    (points[0], points[end]) = (trimmed[0], trimmed[1]);
    let (tip, before) = (points[end], points[end - 1]);
    let angle = (tip[1] - before[1]).atan2(tip[0] - before[0]);
    let wing = |turn: f64| {
        let (sin, cos) = (angle + turn).sin_cos();
        [tip[0] - unit * HEAD * cos, tip[1] - unit * HEAD * sin]
    };
    points[end] = towards(tip, before, unit * HEAD * 0.7);
    drawing.polyline(&points, Stroke::new(GOLD_INK, unit * 0.05).round());
    drawing.polygon(&[tip, wing(0.5), wing(-0.5)], Some(Paint::opaque(GOLD_INK)), None);
}

fn towards(from: Point, to: Point, by: f64) -> Point {
    let length = distance(from, to);
    if length == 0.0 { from } else { mix(from, to, (by / length).min(0.45)) }
}

/// Each seat's sign let into its ground, large and faint.
fn zones(drawing: &mut Drawing, sides: &[Side]) {
    let mut drawn = Vec::new();
    for side in sides {
        if drawn.contains(&side.seat) {
            continue;
        }
        drawn.push(side.seat);
        let size = side.unit * (0.28 * side.spaces as f64).min(0.55);
        sign::plain(drawing, side.seat, side.middle, size, of_seat(Some(side.seat)), 0.13);
    }
}

fn canals(drawing: &mut Drawing, lines: &[[Point; 2]]) {
    let glint = Stroke { dashes: &[26.0, 18.0, 8.0, 30.0], ..Stroke::new(GLINT, 1.6) };
    for stroke in [Stroke::new(BANK, 13.0), Stroke::new(WATER, 9.0), glint] {
        for line in lines {
            drawing.polyline(line, stroke);
        }
    }
}

/// A small mound that stands in the way, or an arrow on the ground.
fn decor(drawing: &mut Drawing, one: &PlacedDecor) {
    let ([x, y], u) = (one.centre, one.unit);
    match one.kind {
        DecorKind::Mound {} => {
            let foot = y + u * 0.2;
            let at = |dx: f64, dy: f64| [x + u * dx, foot + u * dy];
            drawing.ellipse([x, foot], [u * 0.28, u * 0.05], Paint::Plain(Colour::BLACK, 0.14));
            let lit = vec![
                Step::Move(at(-0.25, 0.0)),
                Step::Line(at(-0.12, -0.3)),
                Step::Curve(at(-0.08, -0.36), at(-0.02, -0.35)),
                Step::Line(at(0.02, 0.0)),
                Step::Close,
            ];
            drawing.path(lit, Some(Paint::opaque(STONE)), None);
            let shaded = vec![
                Step::Move(at(0.02, 0.0)),
                Step::Line(at(-0.02, -0.35)),
                Step::Curve(at(0.05, -0.37), at(0.09, -0.3)),
                Step::Line(at(0.25, 0.0)),
                Step::Close,
            ];
            drawing.path(shaded, Some(Paint::opaque(STONE_DARK)), None);
        }
        DecorKind::Arrow { seat, .. } => {
            let (sin, cos) = one.heading.to_radians().sin_cos();
            let scale = u / 100.0;
            let at = |[px, py]: Point| [x + scale * (px * cos - py * sin), y + scale * (px * sin + py * cos)];
            let (colour, width) = seat.map_or((STONE, 4.0), |seat| (of_seat(Some(seat)), 6.0));
            let points = [[-4.0, -9.0], [5.0, 0.0], [-4.0, 9.0]].map(at);
            drawing.polyline(&points, Stroke::new(colour, width * scale).round());
        }
    }
}
