//! Shapes: what a picture is made of, whatever it is written as: lines and faces, each with its paint, from back to front.

use crate::colour::Colour;
use crate::geometry::{Frame, Point};

/// One step of an outline.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    Move(Point),
    Line(Point),
    /// By way of a point that it is drawn to.
    Curve(Point, Point),
    Close,
}

/// How light falls on a face, or what it is painted with.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Paint {
    /// One colour, so opaque.
    Plain(Colour, f64),
    /// The side that the light falls on.
    Lit,
    /// The side that it does not.
    Shaded,
    /// Where a piece meets the ground.
    Contact,
}

impl Paint {
    pub(crate) fn opaque(colour: Colour) -> Self {
        Self::Plain(colour, 1.0)
    }
}

/// A stop of a gradient: where, which colour, how opaque.
pub(crate) type Stop = (f64, Colour, f64);

const DEEP: Colour = Colour(0x20, 0x0c, 0x04);
const EARTH: Colour = Colour(0x1c, 0x0d, 0x06);

/// From one corner of what is painted to the other: see the web client's `Paints.svelte`.
pub(crate) const LIT: [Stop; 3] = [(0.0, Colour::WHITE, 0.42), (0.55, Colour::WHITE, 0.06), (1.0, DEEP, 0.2)];
pub(crate) const SHADED: [Stop; 2] = [(0.0, DEEP, 0.0), (1.0, DEEP, 0.4)];
/// From its middle outwards.
pub(crate) const CONTACT: [Stop; 3] = [(0.0, EARTH, 0.5), (0.6, EARTH, 0.24), (1.0, EARTH, 0.0)];

/// How a line is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stroke {
    pub colour: Colour,
    pub opacity: f64,
    pub width: f64,
    /// Whether its ends are round.
    pub round: bool,
    /// The lengths of its dashes and gaps, if it has any.
    pub dashes: &'static [f32],
}

impl Stroke {
    pub(crate) fn new(colour: Colour, width: f64) -> Self {
        Self { colour, opacity: 1.0, width, round: false, dashes: &[] }
    }

    pub(crate) fn round(self) -> Self {
        Self { round: true, ..self }
    }

    pub(crate) fn faint(self, opacity: f64) -> Self {
        Self { opacity, ..self }
    }
}

/// A part of a picture.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Outline {
        steps: Vec<Step>,
        fill: Option<Paint>,
        stroke: Option<Stroke>,
    },
    Ellipse {
        centre: Point,
        radii: Point,
        fill: Option<Paint>,
        stroke: Option<Stroke>,
    },
    /// Letters, which are written and never painted: pixels would want a font.
    Text {
        text: String,
        at: Point,
        size: f64,
        colour: Colour,
        bold: bool,
    },
}

/// A whole picture.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawing {
    pub frame: Frame,
    pub shapes: Vec<Shape>,
}

impl Drawing {
    pub(crate) fn polygon(&mut self, points: &[Point], fill: Option<Paint>, stroke: Option<Stroke>) {
        let mut steps = line(points);
        steps.push(Step::Close);
        self.shapes.push(Shape::Outline { steps, fill, stroke });
    }

    pub(crate) fn polyline(&mut self, points: &[Point], stroke: Stroke) {
        self.shapes.push(Shape::Outline { steps: line(points), fill: None, stroke: Some(stroke) });
    }

    pub(crate) fn path(&mut self, steps: Vec<Step>, fill: Option<Paint>, stroke: Option<Stroke>) {
        self.shapes.push(Shape::Outline { steps, fill, stroke });
    }

    pub(crate) fn circle(&mut self, centre: Point, radius: f64, fill: Option<Paint>, stroke: Option<Stroke>) {
        self.shapes.push(Shape::Ellipse { centre, radii: [radius, radius], fill, stroke });
    }

    pub(crate) fn ellipse(&mut self, centre: Point, radii: Point, fill: Paint) {
        self.shapes.push(Shape::Ellipse { centre, radii, fill: Some(fill), stroke: None });
    }

    pub(crate) fn text(&mut self, text: &str, at: Point, size: f64, colour: Colour, bold: bool) {
        self.shapes.push(Shape::Text { text: text.to_owned(), at, size, colour, bold });
    }
}

fn line(points: &[Point]) -> Vec<Step> {
    let step =
        |(place, point): (usize, &Point)| if place == 0 { Step::Move(*point) } else { Step::Line(*point) };
    points.iter().enumerate().map(step).collect()
}
