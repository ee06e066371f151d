//! Hand evaluation of Martian Backgammon: how far there is to go, and what may be hit on the way.

use cydonia_rules::martian_backgammon::MartianBackgammon;
use cydonia_rules::{Game, Phase, Seat};

use crate::evaluation::Terms;

/// What a person looks at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look;

const COUNT: usize = 16;

impl Terms<MartianBackgammon> for Look {
    type Vector = [i32; COUNT];

    const WEIGHTS: &'static [(&'static str, i32)] = &[
        ("turn", 200),
        ("out", 100),
        ("way 1", -10),
        ("way 2", -10),
        ("way 3", -10),
        ("waiting", -100),
        ("alone near", -50),
        ("alone far", 0),
        ("alone way", -10),
        ("stacks", 30),
        ("next way", -10),
        ("second way", -5),
        ("third way", -5),
        ("next buried", -50),
        ("safe", 0),
        ("high stacks", 0),
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
            let theirs = &tracks[usize::from(1 - side)];
            let out = game.pieces_out(side);
            terms[1] += sign * i32::from(out);
            for (step, stack) in own.iter().enumerate() {
                for (size, count) in stack.iter().enumerate() {
                    terms[2 + size] += sign * i32::from(*count) * (12 - step as i32);
                }
            }
            terms[5] += sign * count(own[0]);
            for step in (1..12).filter(|step| count(own[*step]) > 0) {
                let pieces = count(own[step]);
                if pieces == 1 && step != 6 {
                    let near = hitters(theirs, step);
                    terms[6] += sign * near.min(3);
                    terms[7] += sign;
                    terms[8] += sign * i32::from(near > 0) * step as i32;
                } else if pieces > 1 {
                    terms[9] += sign;
                }
                terms[15] += sign * (pieces - 3).max(0);
            }
            terms[14] += sign * count(own[6]).min(3);
            for ahead in 0..3_u8 {
                let size = usize::from((out + ahead) % 3);
                let best = (0..12).rev().find(|step| own[*step][size] > 0);
                let way = best.map_or(0, |step| 12 - step as i32);
                terms[10 + usize::from(ahead)] += sign * way;
                if ahead == 0 {
                    let buried = best
                        .is_some_and(|step| step > 0 && own[step][..size].iter().any(|smaller| *smaller > 0));
                    terms[13] += sign * i32::from(buried);
                }
            }
        }
        terms
    }
}

fn count(stack: [u8; 3]) -> i32 {
    stack.iter().map(|count| i32::from(*count)).sum()
}

/// How many of the other's stacks, its waiting pieces among them, have the space that is that step of one's own track
/// within six steps, forwards or backwards.
fn hitters(theirs: &[[u8; 3]; 12], step: usize) -> i32 {
    // The same space on their track.
    let there = if step < 6 { step + 6 } else { step - 6 };
    let within = |from: usize| from.abs_diff(there) <= 6 && from != there;
    (0..12).filter(|from| within(*from) && count(theirs[*from]) > 0).count() as i32
}
