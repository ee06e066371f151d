//! SVG: a picture as a file that stands alone.

use std::fmt::{self, Write};

use crate::geometry::Point;
use crate::shapes::{CONTACT, Drawing, LIT, Paint, SHADED, Shape, Step, Stop, Stroke};

/// How large a unit of the board is, in pixels, unless whoever shows it says otherwise.
const SCALE: f64 = 1.0;

/// What letters are written in, where it is to be had.
const FONT: &str = "Inter,'Segoe UI','Noto Sans','Helvetica Neue','Liberation Sans',sans-serif";

/// A picture with its title.
pub(crate) fn write(drawing: &Drawing, title: &str) -> String {
    let mut svg = String::with_capacity(64 * 1024);
    // A text takes whatever is written to it.
    whole(&mut svg, drawing, title).map_or_else(|_never| String::new(), |()| svg)
}

fn whole(svg: &mut String, drawing: &Drawing, title: &str) -> fmt::Result {
    let frame = &drawing.frame;
    let (width, height) = (Short(frame.width), Short(frame.height));
    write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {width} {height}\" width=\"{}\" height=\"{}\" \
         role=\"img\" font-family=\"{FONT}\"><title>{}</title><defs>",
        Short(frame.x),
        Short(frame.y),
        Short(frame.width * SCALE),
        Short(frame.height * SCALE),
        escaped(title),
    )?;
    for (name, kind, stops) in [
        ("lit", r#"linearGradient x1="0" y1="0" x2="1" y2="1""#, &LIT[..]),
        ("shaded", r#"linearGradient x1="0" y1="0" x2="1" y2="1""#, &SHADED),
        ("contact", "radialGradient", &CONTACT),
    ] {
        let element = kind.split(' ').next().unwrap_or(kind);
        write!(svg, "<{kind} id=\"{name}\">")?;
        for stop in stops {
            write_stop(svg, *stop)?;
        }
        write!(svg, "</{element}>")?;
    }
    svg.push_str("</defs>");
    for shape in &drawing.shapes {
        write_shape(svg, shape)?;
    }
    svg.push_str("</svg>");
    Ok(())
}

fn write_stop(svg: &mut String, (offset, colour, opacity): Stop) -> fmt::Result {
    write!(svg, "<stop offset=\"{offset}\" stop-color=\"{colour}\" stop-opacity=\"{opacity}\"/>")
}

fn write_shape(svg: &mut String, shape: &Shape) -> fmt::Result {
    match shape {
        Shape::Outline { steps, fill, stroke } => {
            svg.push_str("<path d=\"");
            for step in steps {
                match step {
                    Step::Move(to) => write!(svg, "M{}", At(*to))?,
                    Step::Line(to) => write!(svg, "L{}", At(*to))?,
                    Step::Curve(by, to) => write!(svg, "Q{} {}", At(*by), At(*to))?,
                    Step::Close => svg.push('Z'),
                }
            }
            svg.push('"');
            write_paints(svg, *fill, *stroke)
        }
        Shape::Ellipse { centre: [x, y], radii: [rx, ry], fill, stroke } => {
            let (x, y, rx, ry) = (Short(*x), Short(*y), Short(*rx), Short(*ry));
            write!(svg, "<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{rx}\" ry=\"{ry}\"")?;
            write_paints(svg, *fill, *stroke)
        }
        Shape::Text { text, at: [x, y], size, colour, bold } => write!(
            svg,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{colour}\" text-anchor=\"middle\"{}>{}</text>",
            Short(*x),
            // The middle of the letters, and not their foot.
            Short(y + size * 0.36),
            Short(*size),
            if *bold { " font-weight=\"700\"" } else { "" },
            escaped(text),
        ),
    }
}

fn write_paints(svg: &mut String, fill: Option<Paint>, stroke: Option<Stroke>) -> fmt::Result {
    match fill {
        None => svg.push_str(" fill=\"none\""),
        Some(Paint::Plain(colour, opacity)) => {
            write!(svg, " fill=\"{colour}\"")?;
            write_opacity(svg, "fill-opacity", opacity)?;
        }
        Some(Paint::Lit) => svg.push_str(" fill=\"url(#lit)\""),
        Some(Paint::Shaded) => svg.push_str(" fill=\"url(#shaded)\""),
        Some(Paint::Contact) => svg.push_str(" fill=\"url(#contact)\""),
    }
    if let Some(Stroke { colour, opacity, width, round, dashes }) = stroke {
        write!(svg, " stroke=\"{colour}\" stroke-width=\"{}\" stroke-linejoin=\"round\"", Short(width))?;
        write_opacity(svg, "stroke-opacity", opacity)?;
        if round {
            svg.push_str(" stroke-linecap=\"round\"");
        }
        if !dashes.is_empty() {
            let dashes: Vec<String> = dashes.iter().map(f32::to_string).collect();
            write!(svg, " stroke-dasharray=\"{}\"", dashes.join(" "))?;
        }
    }
    svg.push_str("/>");
    Ok(())
}

fn write_opacity(svg: &mut String, name: &str, opacity: f64) -> fmt::Result {
    if opacity < 1.0 { write!(svg, " {name}=\"{}\"", Short(opacity)) } else { Ok(()) }
}

/// A number of as few digits as can be seen.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let factor = if self.0.abs() < 1.0 { 1000.0 } else { 10.0 };
        // Minus nothing is nothing.
        write!(formatter, "{}", (self.0 * factor).round() / factor + 0.0)
    }
}

struct At(Point);

impl fmt::Display for At {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", Short(self.0[0]), Short(self.0[1]))
    }
}

/// A text as it stands between tags.
fn escaped(text: &str) -> String {
    let allowed = |c: &char| !c.is_control();
    text.chars()
        .filter(allowed)
        .collect::<String>()
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::Colour;

    #[test]
    fn numbers_are_short_and_texts_are_no_tags() {
        for (number, text) in [(0.0, "0"), (-0.01, "-0.01"), (-0.0001, "0"), (12.345, "12.3"), (100.0, "100")]
        {
            assert_eq!(Short(number).to_string(), text);
        }
        let svg = write(&Drawing::default(), "</title><script>\u{0}\u{8}&");
        assert!(svg.contains("<title>&lt;/title&gt;&lt;script&gt;&amp;</title>"), "{svg}");
    }

    #[test]
    fn a_colour_stands_alone() {
        let mut drawing = Drawing::default();
        drawing.circle([1.0, 2.0], 3.0, Some(Paint::Plain(Colour(1, 2, 3), 0.5)), None);
        assert!(write(&drawing, "").contains(
            "<ellipse cx=\"1\" cy=\"2\" rx=\"3\" ry=\"3\" fill=\"#010203\" fill-opacity=\"0.5\"/></svg>"
        ));
    }
}
