//! Presentation: how Martian Backgammon is shown.
//!
//! The board is five squares by five. The two lines of the hallway are chequered; between them stand the three
//! objects, and at either end lies a safe spot. The rows beside the lines are the stockpiles, where pieces that are out
//! stand in nests. The `out` trays are therefore always empty: they only tell what the token `out` means.

use super::outline;
use super::track::{self, LAST, PLACES, Place, Step, WAITING, place, step};
use super::{Action, DRY_LIMIT, IDLE_LIMIT, MartianBackgammon, Origin, Target};
use crate::{
    CounterInfo, LastAction, Layout, Motion, Picture, Pyramid, Seat, Size, Space, SpaceView, Token, TrayInfo,
    TrayKind,
};

/// What the pieces of size 1, 2 and 3 are called.
const NAMES: [&str; 3] = ["pawn", "drone", "queen"];

impl MartianBackgammon {
    pub(super) fn show_layout(&self) -> Layout {
        let spaces: Vec<Space> = places().map(outline::space).collect();
        let mut tokens: Vec<Token> = places()
            .filter(|place| track::is_on_a_track(*place))
            .map(|place| Token::space(place.into(), &spaces[usize::from(place)]))
            .collect();
        for (size, name) in (1..).zip(NAMES) {
            let label = format!("Waiting {name}");
            let spoken = format!("waiting {name}");
            tokens.push(Token::piece(&format!("in{size}"), TrayKind::Waiting, size, &label, &spoken));
        }
        tokens.push(Token::off("out", TrayKind::Out, "Out", "out"));
        tokens.push(Token::button("end", "End turn", "end of the turn"));
        let tray =
            |kind, seat, label: &str| TrayInfo { kind, seat, label: label.to_owned(), owner: Some(seat) };
        let trays = self.seats.all().flat_map(|seat| {
            [tray(TrayKind::Waiting, seat, "Waiting to come in"), tray(TrayKind::Out, seat, "Out")]
        });
        Layout {
            spaces,
            lines: Vec::new(),
            decor: outline::decor(),
            trays: trays.collect(),
            counters: vec![
                CounterInfo {
                    label: "Turns without a move".to_owned(),
                    help: "At the limit the game is a draw.".to_owned(),
                    limit: IDLE_LIMIT.into(),
                },
                CounterInfo {
                    label: "Turns without a piece going out".to_owned(),
                    help: "At the limit the game is a draw.".to_owned(),
                    limit: DRY_LIMIT.into(),
                },
            ],
            // Each seat sits at its own stockpile.
            sides: vec![180, 0],
            teams: Vec::new(),
            pieces: NAMES.map(str::to_owned),
            tokens,
        }
    }

    pub(super) fn show(&self) -> Picture {
        let mut spaces = SpaceView::empty(PLACES);
        for seat in self.seats.all() {
            let side = &self.sides[usize::from(seat)];
            for step in 1..=LAST {
                let stack = side.stacks[usize::from(step)].upwards().map(|size| piece(seat, size));
                spaces[usize::from(place(seat, step))].stack.extend(stack);
            }
            for out in 0..side.out {
                let place = Self::resting_place(seat, out);
                spaces[usize::from(place)].stack.push(piece(seat, out % 3 + 1));
            }
        }
        let waiting = |seat: Seat| self.sides[usize::from(seat)].stacks[usize::from(WAITING)].counts();
        let moves = self.last.moves[..usize::from(self.last.count)].iter();
        let last = moves.map(|(from, to)| LastAction {
            seat: self.last.seat,
            spaces: from.iter().chain([to]).map(|place| (*place).into()).collect(),
        });
        Picture {
            spaces,
            trays: self.seats.all().flat_map(|seat| [waiting(seat), [0; 3]]).collect(),
            dice: self.dice.shown().collect(),
            counters: vec![Some(self.idle.into()), Some(self.dry.into())],
            last: last.collect(),
        }
    }

    pub(super) fn show_motions(&self, action: Action) -> Vec<Motion> {
        let Action::Move { from, to } = action else { return Vec::new() };
        let seat = self.seats.to_act();
        let Some((size, start)) = self.mover(seat, from) else { return Vec::new() };
        let moved = piece(seat, size);
        let Target::Space(space) = to else {
            let rest = Self::resting_place(seat, self.sides[usize::from(seat)].out);
            let slide = track::stockpile(seat).into_iter().take_while(|place| *place != rest);
            let mut path = path(seat, start, LAST);
            path.extend(slide.chain([rest]).map(u16::from));
            return vec![Motion::Move { piece: moved, path }];
        };
        let Some(goal) = step(seat, space) else { return Vec::new() };
        let mut motions = vec![match from {
            Origin::Waiting(_) => {
                Motion::Enter { piece: moved, tray: TrayKind::Waiting, space: space.into() }
            }
            Origin::Space(_) => Motion::Move { piece: moved, path: path(seat, start, goal) },
        }];
        if let Some(size) = self.facing(seat, goal).top() {
            let piece = piece(Self::opponent(seat), size);
            motions.push(Motion::Hit { piece, space: space.into(), tray: TrayKind::Waiting });
        }
        motions
    }
}

/// The spaces from one step of a track to another, both included, in either direction.
fn path(seat: Seat, from: Step, to: Step) -> Vec<u16> {
    let mut path: Vec<u16> = (from.min(to)..=from.max(to)).map(|step| place(seat, step).into()).collect();
    if to < from {
        path.reverse();
    }
    path
}

fn places() -> impl Iterator<Item = Place> {
    0..PLACES as Place
}

fn piece(seat: Seat, size: Size) -> Pyramid {
    Pyramid { owner: Some(seat), ..Pyramid::plain(size) }
}
