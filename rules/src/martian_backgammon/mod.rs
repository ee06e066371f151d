//! Martian Backgammon, for 2 seats and two dice, by Kristin Looney.
//!
//! Both seats lead fifteen pieces through the same hallway in opposite directions. See the rules page for the
//! rulings that are ours.

mod accessors;
mod action;
mod dice;
mod explain;
mod info;
mod legal;
mod outline;
mod position;
mod show;
mod stack;
#[cfg(test)]
mod tests;

mod track;
mod turn;

pub use action::{Action, Origin, Target};
pub use info::{ALL_OUT, INFO, NO_PROGRESS};
pub use track::Place;

use self::dice::Dice;
use self::stack::Stack;
use self::track::{OUT, Step, WAITING, step, stockpile};
use crate::{
    Ask, Game, GameInfo, Layout, LeaveReason, Motion, Objection, Outcome, Phase, Picture, PositionFields,
    Reason, Seat, Seats, Setup, Size, rank,
};

/// How many pieces each seat has.
const PIECES: u8 = 15;
/// This many turns in a row in which nobody moved end the game.
const IDLE_LIMIT: u8 = 20;
/// This many turns in a row in which no piece went out end the game.
pub const DRY_LIMIT: u8 = 200;
/// A double gives this many dice; no turn has more moves.
const MOST_MOVES: usize = 3;

/// A position of Martian Backgammon: small and `Copy`.
#[derive(Clone, Copy, Debug)]
pub struct MartianBackgammon {
    /// Whether empty spaces other than one's own safe spot may not be stopped on.
    strict: bool,
    seats: Seats,
    stage: Stage,
    /// Who won the opening roll.
    began: Option<Seat>,
    sides: [Side; 2],
    /// The dice of the turn, or else those last rolled.
    dice: Dice,
    /// Moves made in the turn under way.
    moved: u8,
    /// Whether a piece went out in the turn under way.
    went_out: bool,
    /// Turns in a row in which nobody moved.
    idle: u8,
    /// Turns in a row in which no piece went out.
    dry: u8,
    last: LastMoves,
    ended: Option<Reason>,
}

/// What is waited for while the game lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The roll that decides who begins.
    Opening,
    /// The roll that opens a turn.
    Roll,
    /// A move by one of the unspent dice, or the end of the turn.
    Act,
}

/// One seat's pieces.
#[derive(Clone, Copy, Debug)]
struct Side {
    /// By the step of the seat's own track; those that wait are no stack, but lie at step 0.
    stacks: [Stack; OUT as usize],
    /// How many pieces are out.
    out: u8,
}

impl Side {
    fn new() -> Self {
        let mut stacks = [Stack::EMPTY; OUT as usize];
        for step in [2, 4, 7, 9, 11] {
            stacks[step] = Stack::TREE;
        }
        stacks[11].take(1);
        Self { stacks, out: 1 }
    }

    /// The size that must go out next: 1, 2, 3, 1, 2, 3 …
    fn next_out(&self) -> Size {
        self.out % 3 + 1
    }
}

/// The moves of the turn under way if it has any, else those of the turn before.
#[derive(Clone, Copy, Debug, Default)]
struct LastMoves {
    seat: Seat,
    count: u8,
    /// Where each began, unless it came in, and where it ended.
    moves: [(Option<Place>, Place); MOST_MOVES],
}

impl MartianBackgammon {
    fn opponent(seat: Seat) -> Seat {
        1 - seat
    }

    /// The size and the step of the piece that would move, if there is one.
    fn mover(&self, seat: Seat, from: Origin) -> Option<(Size, Step)> {
        match from {
            Origin::Waiting(size) => Some((size, WAITING)),
            Origin::Space(place) => {
                let step = step(seat, place)?;
                Some((self.sides[usize::from(seat)].stacks[usize::from(step)].top()?, step))
            }
        }
    }

    /// Where in the stockpile a seat's next piece out comes to stand.
    ///
    /// Every nest is built where it will stay: the first at the far end of the row, each later one before it. So
    /// a nest has slid down as soon as it is begun, and nothing that is out ever has to be moved again.
    fn resting_place(seat: Seat, out: u8) -> Place {
        let row = stockpile(seat);
        row[row.len() - 1 - usize::from(out / 3)]
    }
}

impl Game for MartianBackgammon {
    type Action = Action;
    const INFO: &'static GameInfo = &INFO;

    fn new(setup: &Setup) -> Self {
        Self {
            strict: setup.choice(&INFO, "landing") == "strict",
            // The opening roll decides who begins; until then seat 0 is shown, whoever was to be first.
            seats: Seats::new(setup.seats, 0),
            stage: Stage::Opening,
            began: None,
            sides: [Side::new(); 2],
            dice: Dice::default(),
            moved: 0,
            went_out: false,
            idle: 0,
            dry: 0,
            last: LastMoves::default(),
            ended: None,
        }
    }

    fn phase(&self) -> Phase {
        let seat = self.seats.to_act();
        match (self.ended, self.stage) {
            (Some(_), _) => Phase::Over,
            (None, Stage::Opening | Stage::Roll) => Phase::Roll { seat },
            (None, Stage::Act) => Phase::Act { seat },
        }
    }

    fn legal(&self, actions: &mut Vec<Action>) {
        self.add_legal(actions);
    }

    fn apply(&mut self, action: Action) {
        match action {
            Action::Move { from, to } => self.make_move(from, to),
            Action::End => self.end_turn(),
        }
    }

    fn apply_roll(&mut self, dice: [u8; 2]) {
        if self.stage == Stage::Opening {
            self.dice = Dice::of_opening(dice);
            if dice[1] > dice[0] {
                self.seats.advance();
            }
            if dice[0] != dice[1] {
                self.stage = Stage::Roll;
                self.began = Some(self.seats.to_act());
            }
            return;
        }
        self.dice = Dice::of_turn(self.seats.to_act(), dice);
        self.moved = 0;
        self.went_out = false;
        self.stage = Stage::Act;
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
        self.sides.iter().map(|side| i32::from(side.out)).collect()
    }

    fn merit_of(&self, seat: Seat) -> i32 {
        i32::from(self.sides[usize::from(seat)].out)
    }

    fn began(&self) -> Option<Seat> {
        self.began
    }

    fn unspent_dice(&self) -> Vec<u8> {
        if !matches!(self.phase(), Phase::Act { .. }) {
            return Vec::new();
        }
        let mut faces: Vec<u8> = self.dice.unspent().collect();
        faces.sort_unstable();
        faces
    }

    fn outcome(&self) -> Option<Outcome> {
        let reason = self.ended?;
        let has_won = |seat: Seat| match reason {
            ALL_OUT => self.sides[usize::from(seat)].out == PIECES,
            NO_PROGRESS => true,
            _ => self.seats.is_in(seat),
        };
        let merits: Vec<bool> = self.seats.all().map(has_won).collect();
        Some(Outcome { scores: self.scores(), ranks: rank(&merits), reason })
    }

    fn action_bound(&self) -> u32 {
        // Fourteen pieces of one seat and thirteen of the other can go out before the game is over, so there are
        // at most 27 turns in which one does. `DRY_LIMIT` - 1 others may precede each of them; a game that is drawn has
        // one such turn less and at most `DRY_LIMIT` others after the last. A turn is at most three moves and `end`.
        let most_out = 2 * u32::from(PIECES - 1) - 1;
        most_out * u32::from(DRY_LIMIT) * (MOST_MOVES as u32 + 1)
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
