//! Motions must tell what has happened: the pieces of the view before, moved by them one after another, must stand
//! and lie as in the view after.

use cydonia_rules::{Layout, Motion, Pyramid, Seat, TrayKind, View};

/// The pieces in sight, on the board and in trays.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pieces {
    stacks: Vec<Vec<Pyramid>>,
    trays: Vec<[u8; 3]>,
}

impl Pieces {
    fn of(view: &View) -> Self {
        Self {
            stacks: view.spaces.iter().map(|space| space.stack.to_vec()).collect(),
            trays: view.trays.clone(),
        }
    }

    fn points(&self) -> u32 {
        let lying = self.trays.iter().flat_map(|tray| (1..).zip(tray)).map(|(size, n)| size * u32::from(*n));
        points(self.stacks.iter().flatten()) + lying.sum::<u32>()
    }

    /// Takes the topmost piece, which must be this one.
    fn lift(&mut self, piece: &Pyramid, space: u16) {
        let top = self.stacks[usize::from(space)].pop();
        assert_eq!(top.as_ref(), Some(piece), "the piece stands on top of space {space}");
    }

    fn put(&mut self, piece: &Pyramid, space: u16) {
        self.stacks[usize::from(space)].push(*piece);
    }

    /// Takes a piece out from under the one that has come there.
    fn take(&mut self, piece: &Pyramid, space: u16) {
        let stack = &mut self.stacks[usize::from(space)];
        let place = stack.iter().position(|other| other == piece);
        stack.remove(place.expect("the piece stood there"));
    }

    fn tray(&mut self, layout: &Layout, kind: TrayKind, seat: Seat, piece: &Pyramid) -> &mut u8 {
        let place = layout.trays.iter().position(|tray| tray.kind == kind && tray.seat == seat);
        let place = place.unwrap_or_else(|| panic!("seat {seat} has a tray {kind:?}"));
        assert_eq!(layout.trays[place].owner, piece.owner, "the tray is of the piece's colour");
        &mut self.trays[place][usize::from(piece.size) - 1]
    }

    /// Moves the pieces as the motion tells. Returns the points that have left the game.
    fn follow(&mut self, motion: &Motion, layout: &Layout, mover: Seat) -> u32 {
        match motion {
            Motion::Move { piece, path } => {
                assert!(path.len() > 1 && path.windows(2).all(|step| step[0] != step[1]), "{path:?}");
                assert!(path.iter().all(|space| usize::from(*space) < self.stacks.len()), "{path:?}");
                self.lift(piece, path[0]);
                self.put(piece, path[path.len() - 1]);
            }
            Motion::Lay { piece, space } => {
                let stash = self.tray(layout, TrayKind::Stash, mover, piece);
                *stash = stash.checked_sub(1).expect("the piece lay in the stash");
                self.put(piece, *space);
            }
            Motion::Capture { piece, space } => {
                self.take(piece, *space);
                *self.tray(layout, TrayKind::Captured, mover, piece) += 1;
            }
            Motion::Merge { size, space } => {
                let stack = &mut self.stacks[usize::from(*space)];
                let [under, over] = stack.as_slice() else { panic!("two pieces merge, not {stack:?}") };
                assert_eq!(under.size + over.size, *size, "no point is won or lost by merging");
                *stack = vec![Pyramid { size: *size, ..*over }];
            }
            Motion::Sink { space } => {
                let sunk = std::mem::take(&mut self.stacks[usize::from(*space)]);
                assert!(!sunk.is_empty(), "something sinks");
                return points(&sunk);
            }
            Motion::Hit { piece, space, tray } => {
                self.take(piece, *space);
                let owner = piece.owner.expect("a piece that is hit has an owner");
                *self.tray(layout, *tray, owner, piece) += 1;
            }
            Motion::Enter { piece, tray, space } => {
                let waiting = self.tray(layout, *tray, mover, piece);
                *waiting = waiting.checked_sub(1).expect("the piece lay in the tray");
                self.put(piece, *space);
            }
            Motion::Exit { piece, space, tray } => {
                self.lift(piece, *space);
                *self.tray(layout, *tray, mover, piece) += 1;
            }
        }
        0
    }
}

fn points<'a>(pieces: impl IntoIterator<Item = &'a Pyramid>) -> u32 {
    pieces.into_iter().map(|piece| u32::from(piece.size)).sum()
}

/// Where a motion begins and ends on the board.
fn ends(motion: &Motion) -> Vec<u16> {
    match motion {
        Motion::Move { path, .. } => vec![path[0], path[path.len() - 1]],
        Motion::Lay { space, .. }
        | Motion::Capture { space, .. }
        | Motion::Merge { space, .. }
        | Motion::Sink { space }
        | Motion::Hit { space, .. }
        | Motion::Enter { space, .. }
        | Motion::Exit { space, .. } => vec![*space],
    }
}

/// That an action's motions lead from the view before it to the view after it, and name nothing else.
///
/// That the two agree in the end says that every space with other pieces than before is an end of some motion.
pub(super) fn tell_the_difference(
    before: &View,
    after: &View,
    motions: &[Motion],
    layout: &Layout,
    mover: Seat,
) {
    let mut pieces = Pieces::of(before);
    let points_before = pieces.points();
    let sunk: u32 = motions.iter().map(|motion| pieces.follow(motion, layout, mover)).sum();
    let shown = Pieces::of(after);
    assert_eq!(pieces, shown, "{motions:?} lead to what is shown");
    assert_eq!(points_before, shown.points() + sunk, "points only leave by sinking: {motions:?}");
    for space in motions.iter().flat_map(ends).map(usize::from) {
        // A piece may come to stand where its like was taken.
        let replaced = motions.iter().any(|motion| match motion {
            Motion::Capture { space: at, .. } | Motion::Hit { space: at, .. } => usize::from(*at) == space,
            _ => false,
        });
        assert!(replaced || before.spaces[space] != after.spaces[space], "{motions:?}: {space} has changed");
    }
    if !motions.is_empty() {
        assert_eq!(after.last.last().map(|last| last.seat), Some(mover), "the last action is marked");
    }
}

/// That spaces become roots or nulls only where the action says so, and stay so.
pub(super) fn markers_are_named(before: &View, after: &View, action: &str, layout: &Layout) {
    for (place, (old, new)) in before.spaces.iter().zip(&after.spaces).enumerate() {
        if old.marker != new.marker {
            assert_eq!(old.marker, None, "a marker stays");
            let name = &layout.spaces[place].name;
            assert!(action.split('-').any(|part| part == name), "{action} marks {name}");
        }
    }
}

/// That neither a roll nor a leaver moves a piece.
pub(super) fn nothing_moves(before: &View, after: &View) {
    assert_eq!((&before.spaces, &before.trays), (&after.spaces, &after.trays));
}
