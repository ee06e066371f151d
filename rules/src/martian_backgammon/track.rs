//! Board topology: the board's spaces and the two tracks over them.
//!
//! The rules speak of *steps* along a seat's own track: 0 is its re-entry, 1 to 11 are spaces, 12 is its exit.
//! What is shown and written speaks of *places*: the squares of five columns and five rows, a1 first, row by row.

use crate::Seat;

/// A square of the board, by its number from a1.
pub type Place = u8;
/// How far along a seat's own track.
pub(super) type Step = u8;

/// How many columns, and how many rows.
pub(super) const SIDE: u8 = 5;
pub(super) const PLACES: usize = 25;

/// Where pieces that were hit wait.
pub(super) const WAITING: Step = 0;
/// The space that only its owner may enter.
pub(super) const SAFE: Step = 6;
/// The last space before the exit.
pub(super) const LAST: Step = 11;
/// Off the board, past the exit: on none of the spaces.
pub(super) const OUT: Step = 12;

/// The squares between the lines of the hallway on which the three objects stand.
pub(super) const MOUNDS: [Place; 3] = [at(b"b3"), at(b"c3"), at(b"d3")];

/// The spaces of each seat's track, from step 1.
const TRACKS: [[Place; LAST as usize]; 2] =
    [track(b"a2b2c2d2e2 e3 e4d4c4b4a4"), track(b"e4d4c4b4a4 a3 a2b2c2d2e2")];

/// Each place's step on each seat's track, 0 if it is not on it.
const STEPS: [[Step; PLACES]; 2] = [steps(&TRACKS[0]), steps(&TRACKS[1])];

const fn at(name: &[u8; 2]) -> Place {
    (name[1] - b'1') * SIDE + name[0] - b'a'
}

const fn track(names: &[u8; 24]) -> [Place; LAST as usize] {
    let mut places = [0; LAST as usize];
    let (mut count, mut next) = (0, 0);
    while next < names.len() {
        if names[next] == b' ' {
            next += 1;
            continue;
        }
        places[count] = at(&[names[next], names[next + 1]]);
        count += 1;
        next += 2;
    }
    places
}

const fn steps(track: &[Place; LAST as usize]) -> [Step; PLACES] {
    let mut steps = [0; PLACES];
    let mut step = 1;
    while step <= LAST {
        steps[track[step as usize - 1] as usize] = step;
        step += 1;
    }
    steps
}

/// The place of a step from 1 to 11.
pub(super) fn place(seat: Seat, step: Step) -> Place {
    TRACKS[usize::from(seat)][usize::from(step) - 1]
}

/// The step of a place, if it is on that seat's track.
pub(super) fn step(seat: Seat, place: Place) -> Option<Step> {
    match STEPS[usize::from(seat)][usize::from(place)] {
        0 => None,
        step => Some(step),
    }
}

/// The same space on the other seat's track: the lines are shared, the safe spots are not.
pub(super) fn across(step: Step) -> Option<Step> {
    match step {
        1..=5 => Some(step + 6),
        7..=11 => Some(step - 6),
        _ => None,
    }
}

/// Whether pieces can ever stand here in play, and so whether actions can name the place.
pub(super) fn is_on_a_track(place: Place) -> bool {
    STEPS.iter().any(|steps| steps[usize::from(place)] != 0)
}

/// The seat whose safe spot this is.
pub(super) fn safe_spot_of(place: Place) -> Option<Seat> {
    (0..2).find(|seat| step(*seat, place) == Some(SAFE))
}

/// A seat's stockpile, from beside its exit to the far end.
pub(super) fn stockpile(seat: Seat) -> [Place; 5] {
    match seat {
        0 => [at(b"a5"), at(b"b5"), at(b"c5"), at(b"d5"), at(b"e5")],
        _ => [at(b"e1"), at(b"d1"), at(b"c1"), at(b"b1"), at(b"a1")],
    }
}

/// A place's name in notation.
pub(super) fn name(place: Place) -> [char; 2] {
    [char::from(b'a' + place % SIDE), char::from(b'1' + place / SIDE)]
}

/// The place on a track that has this name.
pub(super) fn named(name: &str) -> Option<Place> {
    match name.as_bytes() {
        [column @ b'a'..=b'e', row @ b'1'..=b'5'] => {
            let place = at(&[*column, *row]);
            is_on_a_track(place).then_some(place)
        }
        _ => None,
    }
}
