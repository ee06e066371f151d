//! Stacks: how high the pieces on a space stand, and which are covered, as the web client's `stacking.ts` and
//! `PyramidStack.svelte` have it.

use cydonia_rules::Pyramid;

use crate::colour::{INK, PAGE};
use crate::geometry::{Placed, reach};
use crate::pyramid::{self, LYING, Piece, STANDING, SignPlace, measures};
use crate::shapes::{Drawing, Paint};

/// How far below a space's centre the ground is on which pieces stand, at scale 1.
pub(crate) const GROUND: f64 = 0.37;
/// At least this much of a piece can be seen below the one that rests on it.
const BAND: f64 = 0.17;
/// How far the tip of a smaller piece stands out over the larger one that it is put on.
const LIP: f64 = 0.07;
/// How high a stack may stand; what would be higher is pressed together.
const CEILING: f64 = 1.15;
/// How far the tip of a lying piece stays away from the space it points at.
const APART: f64 = 0.03;
/// The most pieces that can be counted at a glance.
const MANY: usize = 4;

/// One piece of a stack as it stands there.
struct Stacked<'p> {
    piece: &'p Pyramid,
    /// How far it is raised, at scale 1.
    raise: f64,
    /// The owner of the piece right over it, if that is larger and hides all but its outline.
    cover: Option<Option<u8>>,
    sign: SignPlace,
}

/// How the pieces of a stack stand, from the bottom up. A piece larger than all below is high slips over them and stands on the
/// ground; any other rests on top of what is there, as far down as its inside allows.
fn arrange(stack: &[Pyramid]) -> Vec<Stacked<'_>> {
    let (mut points, mut raise, mut tip) = (0, 0.0_f64, 0.0_f64);
    let mut stacked: Vec<Stacked<'_>> = Vec::with_capacity(stack.len());
    for piece in stack {
        let [_, height] = measures(&STANDING, piece.size);
        let mut sign = SignPlace::Middle;
        if piece.size > points {
            if !stacked.is_empty() {
                sign = SignPlace::Over;
            }
            for below in &mut stacked {
                below.cover.get_or_insert(piece.owner);
            }
            (points, raise, tip) = (piece.size, 0.0, height);
        } else {
            if let Some(below) = stacked.last_mut() {
                below.sign = SignPlace::Under;
            }
            points = points.saturating_add(1);
            raise = (raise + BAND).max(tip + LIP - height);
            tip = tip.max(raise + height);
        }
        stacked.push(Stacked { piece, raise, cover: None, sign });
    }
    let room = |one: &Stacked<'_>| (CEILING - measures(&STANDING, one.piece.size)[1]) / one.raise;
    let press = stacked.iter().filter(|one| one.raise > 0.0).map(room).fold(1.0, f64::min);
    for one in &mut stacked {
        one.raise *= press;
    }
    stacked
}

/// Draws what stands or lies on a space.
pub(crate) fn draw(drawing: &mut Drawing, stack: &[Pyramid], on: &Placed, spaces: &[Placed]) {
    let ([x, y], unit) = (on.centre, on.unit);
    if stack.iter().any(|piece| piece.points_at.is_none()) {
        let widest = f64::from(stack.iter().map(|piece| piece.size).max().unwrap_or(0));
        let foot = [x + unit * 0.05, y + unit * (GROUND - 0.02)];
        let radii = [unit * (0.12 + widest * 0.1), unit * (0.05 + widest * 0.02)];
        drawing.ellipse(foot, radii, Paint::Contact);
    }
    let pieces = arrange(stack);
    // What is covered shows through: it is drawn over the piece that stands over it, the innermost last.
    let (covered, open): (Vec<_>, Vec<_>) = pieces.iter().partition(|one| one.cover.is_some());
    let lowest = open.iter().take(1);
    for one in lowest.chain(covered.iter().rev()).chain(open.iter().skip(1)) {
        pyramid::draw(drawing, &placed(one, on, spaces));
    }
    if stack.len() > MANY {
        let at = [x + unit * 0.34, y - unit * 0.32];
        drawing.circle(at, unit * 0.13, Some(Paint::opaque(INK)), None);
        drawing.text(&stack.len().to_string(), at, unit * 0.17, PAGE, true);
    }
}

/// Where a piece is drawn; one that lies has its tip where the space begins that it points at.
fn placed(one: &Stacked<'_>, on: &Placed, spaces: &[Placed]) -> Piece {
    let ([x, y], unit, size) = (on.centre, on.unit, one.piece.size);
    let piece = Piece {
        size,
        owner: one.piece.owner,
        unit,
        at: [x, y + unit * (GROUND - one.raise)],
        angle: None,
        under: one.cover,
        sign: one.sign,
    };
    let Some(target) = one.piece.points_at else { return piece };
    let target = spaces.get(usize::from(target)).map_or([x + unit, y], |space| space.centre);
    let angle = (target[1] - y).atan2(target[0] - x);
    let edge = |angle: f64| reach(on, angle) - unit * APART;
    let ahead = edge(angle);
    let longest = LYING.iter().map(|[length, _]| *length).fold(0.0, f64::max);
    let own = unit * ((ahead + edge(angle + std::f64::consts::PI)) / (unit * longest)).min(1.0);
    let away = ahead - own * measures(&LYING, size)[0] / 2.0;
    let (sin, cos) = angle.sin_cos();
    Piece { unit: own, at: [x + away * cos, y + away * sin], angle: Some(angle), ..piece }
}
