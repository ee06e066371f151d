//! Pixels: a picture painted and packed as PNG.

use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Paint as Brush, Path, PathBuilder,
    Pixmap, Point as PixelPoint, RadialGradient, Rect, Shader, SpreadMode, StrokeDash, Transform,
};

use crate::colour::{Colour, PAGE};
use crate::shapes::{CONTACT, Drawing, LIT, Paint, SHADED, Shape, Step, Stop, Stroke};

/// Why a picture cannot be put into pixels.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the picture cannot be painted: {0}")]
pub struct PictureError(pub(crate) &'static str);

pub(crate) const UNPACKED: PictureError = PictureError("it cannot be packed");

/// The whole frame of a drawing on so many pixels, as PNG.
pub(crate) fn paint(drawing: &Drawing, width: u32, height: u32) -> Result<Vec<u8>, PictureError> {
    pixels(drawing, width, height)?.encode_png().map_err(|_packing| UNPACKED)
}

/// The same, unpacked.
pub(crate) fn pixels(drawing: &Drawing, width: u32, height: u32) -> Result<Pixmap, PictureError> {
    let mut pixels = Pixmap::new(width, height).ok_or(PictureError("it has no size"))?;
    pixels.fill(color(PAGE, 1.0));
    let frame = &drawing.frame;
    let scale = (f64::from(width) / frame.width).min(f64::from(height) / frame.height) as f32;
    let onto = Transform::from_translate(-frame.x as f32, -frame.y as f32).post_scale(scale, scale);
    for shape in &drawing.shapes {
        paint_shape(&mut pixels, shape, onto);
    }
    Ok(pixels)
}

fn paint_shape(pixels: &mut Pixmap, shape: &Shape, onto: Transform) {
    let (path, fill, stroke) = match shape {
        Shape::Outline { steps, fill, stroke } => (outline(steps), *fill, *stroke),
        Shape::Ellipse { centre: [x, y], radii: [rx, ry], fill, stroke } => {
            let [left, top, right, bottom] = [x - rx, y - ry, x + rx, y + ry].map(|edge| edge as f32);
            let around = Rect::from_ltrb(left, top, right, bottom);
            (around.and_then(PathBuilder::from_oval), *fill, *stroke)
        }
        Shape::Text { .. } => return,
    };
    // What has no extent cannot be seen either.
    let Some(path) = path else { return };
    if let Some(fill) = fill
        && let Some(shader) = shader(fill, path.bounds())
    {
        let brush = Brush { shader, anti_alias: true, ..Brush::default() };
        pixels.fill_path(&path, &brush, FillRule::Winding, onto, None);
    }
    if let Some(Stroke { colour, opacity, width, round, dashes }) = stroke {
        let brush = Brush {
            shader: Shader::SolidColor(color(colour, opacity)),
            anti_alias: true,
            ..Brush::default()
        };
        let line = tiny_skia::Stroke {
            width: width as f32,
            line_cap: if round { LineCap::Round } else { LineCap::Butt },
            line_join: LineJoin::Round,
            dash: StrokeDash::new(dashes.to_vec(), 0.0),
            ..tiny_skia::Stroke::default()
        };
        pixels.stroke_path(&path, &brush, &line, onto, None);
    }
}

fn outline(steps: &[Step]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for step in steps {
        match step {
            Step::Move([x, y]) => path.move_to(*x as f32, *y as f32),
            Step::Line([x, y]) => path.line_to(*x as f32, *y as f32),
            Step::Curve([bx, by], [x, y]) => path.quad_to(*bx as f32, *by as f32, *x as f32, *y as f32),
            Step::Close => path.close(),
        }
    }
    path.finish()
}

/// What paints a face of that extent; nothing where that is none.
fn shader(paint: Paint, bounds: Rect) -> Option<Shader<'static>> {
    // From the one corner of what is painted to the other, however long and wide that is.
    let spread = Transform::from_row(bounds.width(), 0.0, 0.0, bounds.height(), bounds.left(), bounds.top());
    let slant = |stops: &[Stop]| {
        let (from, to) = (PixelPoint::from_xy(0.0, 0.0), PixelPoint::from_xy(1.0, 1.0));
        LinearGradient::new(from, to, gradient(stops), SpreadMode::Pad, spread)
    };
    match paint {
        Paint::Plain(colour, opacity) => Some(Shader::SolidColor(color(colour, opacity))),
        Paint::Lit => slant(&LIT),
        Paint::Shaded => slant(&SHADED),
        Paint::Contact => {
            let middle = PixelPoint::from_xy(0.5, 0.5);
            RadialGradient::new(middle, 0.0, middle, 0.5, gradient(&CONTACT), SpreadMode::Pad, spread)
        }
    }
}

fn gradient(stops: &[Stop]) -> Vec<GradientStop> {
    let stop = |(at, colour, opacity): &Stop| GradientStop::new(*at as f32, color(*colour, *opacity));
    stops.iter().map(stop).collect()
}

fn color(Colour(red, green, blue): Colour, opacity: f64) -> Color {
    Color::from_rgba8(red, green, blue, (opacity.clamp(0.0, 1.0) * 255.0).round() as u8)
}
