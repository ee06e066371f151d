//! Hand evaluation of Martian Backgammon: how far there is to go, and what may be hit on the way.

use cydonia_rules::martian_backgammon::MartianBackgammon;
use cydonia_rules::{Game, Phase, Seat};

use crate::evaluation::Terms;

/// What a person looks at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look;

const COUNT: usize = 16;

/// What stands where on a seat's own track.
pub(super) type Track = [[u8; 3]; 12];

/// A step that the other never enters.
pub(super) const SAFE: usize = 6;

impl Terms<MartianBackgammon> for Look {
    type Vector = [i32; COUNT];

    // By hand, and by matches of one weight against another (160 games each at 150 nodes). What `fit` finds predicts results better
    // and plays worse: it learns from games in which nobody leaves much to be hit.
    const WEIGHTS: &'static [(&'static str, i32)] = &[
        ("turn", 200),
        ("out", 100),
        ("way 1", -10),
        ("way 2", -20),
        ("way 3", -10),
        ("waiting", -50),
        ("risk now", -4),
        ("risk now by way", -10),
        ("risk later", -1),
        ("risk later by way", -2),
        ("stacks", -60),
        ("next way", -10),
        ("second way", -5),
        ("third way", -25),
        ("safe", 0),
        ("covered", -30),
    ];

    fn terms(game: &MartianBackgammon, seat: Seat) -> [i32; COUNT] {
        let mut terms = [0; COUNT];
        let to_act = match game.phase() {
            Phase::Act { seat } | Phase::Roll { seat } => seat,
            Phase::Over => seat,
        };
        terms[0] = if to_act == seat { 1 } else { -1 };
        let tracks = [game.track(0), game.track(1)];
        for (side, sign) in [(seat, 1), (1 - seat, -1)] {
            let own = &tracks[usize::from(side)];
            let theirs = occupied(&tracks[usize::from(1 - side)]);
            let out = game.pieces_out(side);
            terms[1] += sign * i32::from(out);
            terms[5] += sign * count(own[0]);
            terms[14] += sign * count(own[SAFE]).min(2);
            // What is in danger before its owner may move it, and what only might be.
            let risk = if side == to_act { 8 } else { 6 };
            for (step, stack) in own.iter().enumerate() {
                let pieces = count(*stack);
                if pieces == 0 {
                    continue;
                }
                for (size, count) in stack.iter().enumerate() {
                    terms[2 + size] += sign * i32::from(*count) * (12 - step as i32);
                }
                if pieces > 1 {
                    terms[15] += sign * (pieces - 1) * i32::from(step > 0);
                    terms[10] += sign * i32::from(step > 0);
                } else if step != SAFE && step > 0 {
                    let hits = ways_to_hit(theirs, step);
                    terms[risk] += sign * hits;
                    terms[risk + 1] += sign * hits * step as i32 / 36;
                }
            }
            for ahead in 0..3_u8 {
                let size = usize::from((out + ahead) % 3);
                let foremost = (0..12).rev().find(|step| own[*step][size] > 0);
                terms[11 + usize::from(ahead)] += sign * foremost.map_or(0, |step| 12 - step as i32);
            }
        }
        terms
    }
}

pub(super) fn count(stack: [u8; 3]) -> i32 {
    stack.iter().map(|count| i32::from(*count)).sum()
}

/// In how many of 36 rolls one die takes the other's nearest piece to the space that is that step of one's own track: any
/// die does that shows the distance or more.
fn ways_to_hit(theirs: u16, step: usize) -> i32 {
    const WAYS: [i32; 7] = [0, 36, 35, 32, 27, 20, 11];
    distance_to_hit(theirs, step).and_then(|distance| WAYS.get(distance)).copied().unwrap_or(0)
}

/// The steps of a track on which there are pieces, a bit each.
pub(super) fn occupied(track: &Track) -> u16 {
    (0..12).filter(|step| track[*step] != [0; 3]).fold(0, |set, step| set | 1 << step)
}

/// How far the nearest of the other's pieces, given by the steps that they occupy, is from the space that is that step of one's
/// own track, either way along theirs; none if they have no piece elsewhere.
pub(super) fn distance_to_hit(theirs: u16, step: usize) -> Option<usize> {
    // The same space on their track.
    let there = if step < SAFE { step + SAFE } else { step - SAFE };
    let behind = theirs & ((1 << there) - 1);
    let before = theirs >> (there + 1);
    let back = behind.checked_ilog2().map(|nearest| there - nearest as usize);
    let forth = (before != 0).then(|| before.trailing_zeros() as usize + 1);
    back.into_iter().chain(forth).min()
}
