//! Martian Frisby, for 2 seats and two dice, by Dan Efran.
//!
//! Two nests a seat have to change ends on a narrow board, piece by piece; larger pieces trap smaller ones. See the
//! rules page for the rulings that are ours.

mod accessors;
mod action;
mod board;
mod explain;
mod info;
mod legal;
mod position;
mod show;
#[cfg(test)]
mod tests;

pub use action::Action;
pub use info::{HOME, INFO, NO_PROGRESS};

use self::board::{Board, distance};
use crate::grid::Move;
use crate::{
    Ask, Game, GameInfo, Layout, LeaveReason, Motion, Objection, Outcome, Phase, Picture, PositionFields,
    Reason, Seat, Seats, Setup, rank,
};

/// After this many turns the game is a draw.
const TURN_LIMIT: u16 = 500;

/// A position of Martian Frisby: small and `Copy`.
#[derive(Clone, Copy, Debug)]
pub struct MartianFrisby {
    open: bool,
    seats: Seats,
    board: Board,
    /// The dice of the turn; none while a roll is due.
    dice: Option<Dice>,
    /// Turns that are over.
    turns: u16,
    last: LastTurn,
    ended: Option<Reason>,
}

/// The dice of a turn, in the order rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Dice {
    faces: [u8; 2],
    spent: [bool; 2],
}

impl Dice {
    /// The faces of those not yet used.
    fn unspent(self) -> (Option<u8>, Option<u8>) {
        let [one, two] = [0, 1].map(|die| (!self.spent[die]).then_some(self.faces[die]));
        (one, two)
    }

    /// Whether neither is used.
    fn are_fresh(self) -> bool {
        self.spent == [false; 2]
    }

    /// Uses one of that face.
    fn spend(&mut self, face: u8) {
        let unspent = (0..2).find(|die| !self.spent[*die] && self.faces[*die] == face);
        if let Some(die) = unspent {
            self.spent[die] = true;
        }
    }
}

/// The moves of the turn under way or, until it has any, of the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LastTurn {
    seat: Seat,
    moves: [Option<Move>; 2],
}

impl MartianFrisby {
    fn take(&mut self, seat: Seat, taken: Move) {
        let Some(dice) = &mut self.dice else { return };
        if dice.are_fresh() {
            self.last = LastTurn { seat, moves: [Some(taken), None] };
        } else {
            self.last.moves[1] = Some(taken);
        }
        dice.spend(distance(taken));
        self.board = self.board.after(taken);
        if self.board.is_home(seat) {
            self.ended = Some(HOME);
        }
    }

    fn end_turn(&mut self) {
        self.turns += 1;
        if self.turns >= TURN_LIMIT {
            self.ended = Some(NO_PROGRESS);
        } else {
            self.dice = None;
            self.seats.advance();
        }
    }
}

impl Game for MartianFrisby {
    type Action = Action;
    const INFO: &'static GameInfo = &INFO;

    fn new(setup: &Setup) -> Self {
        Self {
            open: setup.choice(&INFO, "columns") == "open",
            seats: Seats::new(setup.seats, setup.first),
            board: Board::START,
            dice: None,
            turns: 0,
            last: LastTurn { seat: setup.first, moves: [None; 2] },
            ended: None,
        }
    }

    fn phase(&self) -> Phase {
        let seat = self.seats.to_act();
        match (self.ended, self.dice) {
            (Some(_), _) => Phase::Over,
            (None, Some(_)) => Phase::Act { seat },
            (None, None) => Phase::Roll { seat },
        }
    }

    fn legal(&self, actions: &mut Vec<Action>) {
        if let Phase::Act { seat } = self.phase() {
            self.add_legal(seat, actions);
        }
    }

    fn apply(&mut self, action: Action) {
        let seat = self.seats.to_act();
        match action {
            Action::Move(taken) => self.take(seat, taken),
            Action::End => self.end_turn(),
            Action::Pass => {
                self.last = LastTurn { seat, moves: [None; 2] };
                self.end_turn();
            }
        }
    }

    fn apply_roll(&mut self, dice: [u8; 2]) {
        self.dice = Some(Dice { faces: dice, spent: [false; 2] });
    }

    fn apply_leave(&mut self, seat: Seat, reason: LeaveReason) {
        self.seats.leave(seat);
        self.ended = Some(reason.into());
    }

    fn seats(&self) -> &Seats {
        &self.seats
    }

    fn seats_mut(&mut self) -> &mut Seats {
        &mut self.seats
    }

    fn scores(&self) -> Vec<i32> {
        vec![0; 2]
    }

    fn merit_of(&self, _seat: Seat) -> i32 {
        0
    }

    fn unspent_dice(&self) -> Vec<u8> {
        let (Phase::Act { .. }, Some(dice)) = (self.phase(), self.dice) else { return Vec::new() };
        let (one, two) = dice.unspent();
        let mut unspent: Vec<u8> = one.into_iter().chain(two).collect();
        unspent.sort_unstable();
        unspent
    }

    fn outcome(&self) -> Option<Outcome> {
        let reason = self.ended?;
        // Those who stayed rank above a leaver, and whoever is home above who is not.
        let merits: Vec<_> =
            self.seats.all().map(|seat| (self.seats.is_in(seat), self.board.is_home(seat))).collect();
        Some(Outcome { scores: self.scores(), ranks: rank(&merits), reason })
    }

    fn action_bound(&self) -> u32 {
        // A turn is a pass or two moves and an end.
        3 * u32::from(TURN_LIMIT)
    }

    fn parse(&self, text: &str) -> Option<Action> {
        Action::parse(text)
    }

    fn write_notation(&self, action: Action, text: &mut String) {
        action.write(text);
    }

    fn chosen(&self) -> Vec<(&'static str, &'static str)> {
        self.options_chosen()
    }

    fn write_position(&self, text: &mut String) {
        self.write_fields(text);
    }

    fn read_position(setup: &Setup, fields: &PositionFields<'_>) -> Option<Self> {
        Self::read_fields(setup, fields)
    }

    fn layout(&self) -> Layout {
        self.show_layout()
    }

    fn picture(&self) -> Picture {
        self.show()
    }

    fn motions(&self, action: Action) -> Vec<Motion> {
        self.show_motions(action)
    }

    fn asks(&self) -> Vec<Ask> {
        self.tell_asks()
    }

    fn object(&self, tokens: &[&str]) -> Objection {
        self.tell_objection(tokens)
    }
}
