//! Films: positions of a game one after another, as an animated GIF with one palette, whose frames hold only what changed.

use std::borrow::Cow;
use std::collections::HashMap;

use color_quant::NeuQuant;
use gif::{Encoder, Frame, Repeat};
use tiny_skia::Pixmap;

use crate::raster::{PictureError, UNPACKED, pixels};
use crate::{Position, board};

/// The longer side of a film, in pixels.
const LONGER_SIDE: f64 = 480.0;
/// How long a position is shown, in hundredths of a second.
const SHOWN: u16 = 70;
/// How long the last one is, before all begins again.
const LAST_SHOWN: u16 = 300;
/// The palette is learned from one pixel of so many: from 1, the best, to 30, the fastest.
const SAMPLED: i32 = 10;
const COLOURS: usize = 256;

/// The boards alone, as large as their shape allows.
pub(crate) fn develop(positions: &[Position<'_>]) -> Result<Vec<u8>, PictureError> {
    let (Some(first), Some(last)) = (positions.first(), positions.last()) else {
        return Err(PictureError("it has no positions"));
    };
    let middle = &positions[positions.len() / 2];
    let (start, half, end) = (painted(first)?, painted(middle)?, painted(last)?);
    let mut palette = Palette::of(&[&start, &half, &end]);
    let mut frames = vec![frame(&start, Area::whole(&start), &mut palette)];
    let mut before = start;
    for position in &positions[1..] {
        let now = painted(position)?;
        match Area::changed(&before, &now) {
            Some(area) => frames.push(frame(&now, area, &mut palette)),
            None => hold(&mut frames, SHOWN),
        }
        before = now;
    }
    hold(&mut frames, LAST_SHOWN - SHOWN);
    packed(&before, &palette, &frames)
}

fn painted(position: &Position<'_>) -> Result<Pixmap, PictureError> {
    let board = board::draw(*position, board::lying(position.layout));
    let scale = LONGER_SIDE / board.frame.width.max(board.frame.height);
    let [width, height] = [board.frame.width, board.frame.height].map(|side| (side * scale).round() as u32);
    pixels(&board, width, height)
}

fn packed(size: &Pixmap, palette: &Palette, frames: &[Frame<'_>]) -> Result<Vec<u8>, PictureError> {
    let [width, height] = [size.width(), size.height()].map(|side| side as u16);
    let colours = palette.net.color_map_rgb();
    let mut encoder = Encoder::new(Vec::new(), width, height, &colours).map_err(|_unfit| UNPACKED)?;
    encoder.set_repeat(Repeat::Infinite).map_err(|_unfit| UNPACKED)?;
    for frame in frames {
        encoder.write_frame(frame).map_err(|_unfit| UNPACKED)?;
    }
    encoder.into_inner().map_err(|_unfit| UNPACKED)
}

/// The last frame stays so much longer.
fn hold(frames: &mut [Frame<'_>], hundredths: u16) {
    if let Some(last) = frames.last_mut() {
        last.delay = last.delay.saturating_add(hundredths);
    }
}

fn frame(picture: &Pixmap, area: Area, palette: &mut Palette) -> Frame<'static> {
    let mut indices = Vec::with_capacity((area.right - area.left) * (area.bottom - area.top));
    for row in rows(picture).skip(area.top).take(area.bottom - area.top) {
        let (pixels, _) = row[area.left * 4..area.right * 4].as_chunks();
        indices.extend(pixels.iter().map(|pixel| palette.nearest(*pixel)));
    }
    Frame {
        delay: SHOWN,
        left: area.left as u16,
        top: area.top as u16,
        width: (area.right - area.left) as u16,
        height: (area.bottom - area.top) as u16,
        buffer: Cow::Owned(indices),
        ..Frame::default()
    }
}

fn rows(picture: &Pixmap) -> impl DoubleEndedIterator<Item = &[u8]> + ExactSizeIterator {
    picture.data().chunks_exact(picture.width() as usize * 4)
}

/// A rectangle of pixels; right and bottom are the first outside.
#[derive(Clone, Copy)]
struct Area {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Area {
    fn whole(picture: &Pixmap) -> Self {
        Self { left: 0, top: 0, right: picture.width() as usize, bottom: picture.height() as usize }
    }

    /// What holds every pixel that differs; nothing if none does. Both are of one size.
    fn changed(before: &Pixmap, now: &Pixmap) -> Option<Self> {
        let mut area: Option<Self> = None;
        for (at, (old, new)) in rows(before).zip(rows(now)).enumerate() {
            let differs = |(one, other): (&u8, &u8)| one != other;
            let Some(first) = old.iter().zip(new).position(differs) else { continue };
            let last = old.iter().zip(new).rposition(differs).unwrap_or(first);
            let (left, right) = (first / 4, last / 4 + 1);
            let known = area.unwrap_or(Self { left, top: at, right, bottom: at });
            area = Some(Self {
                left: known.left.min(left),
                right: known.right.max(right),
                bottom: at + 1,
                ..known
            });
        }
        area
    }
}

/// The colours of a whole film. None is clear: a picture covers its frame.
struct Palette {
    net: NeuQuant,
    /// Which of them each colour that was met has become.
    known: HashMap<[u8; 4], u8>,
}

impl Palette {
    fn of(pictures: &[&Pixmap]) -> Self {
        let samples: Vec<u8> = pictures.iter().flat_map(|picture| picture.data()).copied().collect();
        Self { net: NeuQuant::new(SAMPLED, COLOURS, &samples), known: HashMap::new() }
    }

    fn nearest(&mut self, pixel: [u8; 4]) -> u8 {
        *self.known.entry(pixel).or_insert_with(|| self.net.index_of(&pixel) as u8)
    }
}
