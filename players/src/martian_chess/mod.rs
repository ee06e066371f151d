//! Martian Chess for two seats: alpha-beta. What it needs to know of the game beyond its rules, and what it judges by.

mod features;
mod hand;
mod trading;

use std::cmp::Ordering;
use std::sync::LazyLock;

use cydonia_rules::martian_chess::{Action, MartianChess};
use cydonia_rules::wedge::WedgeBoard;
use cydonia_rules::{Game, Phase, Seat, fold};

pub use features::Seen;
pub use hand::Look;
use trading::TradeWhenAhead;

use crate::evaluation::{Either, Evaluate, Hand, Net, ended};
use crate::search::AlphaBeta;
use crate::search::alpha_beta::{Adversarial, HORIZON};

/// The strongest engine for two seats.
#[must_use]
pub fn engine() -> AlphaBeta<MartianChess, impl Evaluate<MartianChess>> {
    engine_with(&*JUDGE)
}

/// The same for who plays that position on, and is to end the game: who is ahead trades pieces, and does not wait with a won game until
/// nothing has happened for too long.
#[must_use]
pub fn player(game: &MartianChess) -> AlphaBeta<MartianChess, impl Evaluate<MartianChess> + use<>> {
    /// Openings differ: actions that are nearly alike are told apart by the seed while so many pieces are left.
    const OPENING: u32 = 15;
    let player = engine_with(TradeWhenAhead::from(game, &*JUDGE));
    if trading::pieces_left(game) >= OPENING { player.varied() } else { player }
}

/// Units of the net's hidden layer.
pub const HIDDEN: usize = 32;

/// A net, or what stands in for it.
pub type Judge = Either<Net<Seen, HIDDEN>, Hand<Look>>;

/// What `cydonia-train --game martian-chess` has made.
pub const WEIGHTS: &[u8] = include_bytes!("net.weights");

/// Read once.
static JUDGE: LazyLock<Judge> = LazyLock::new(|| judge(WEIGHTS));

/// The judge of these weights; if they cannot be read, the hand evaluation.
#[must_use]
pub fn judge(weights: &[u8]) -> Judge {
    Either::or(Net::from_bytes::<MartianChess>(weights), hand())
}

/// The judge that a person thought of.
#[must_use]
pub fn hand() -> Hand<Look> {
    Hand::<Look>::new::<MartianChess>()
}

/// The same that judges by another evaluation.
#[must_use]
pub fn engine_with<E: Evaluate<MartianChess>>(evaluate: E) -> AlphaBeta<MartianChess, E> {
    AlphaBeta::new(evaluate)
}

/// Cells of two wedges.
const CELLS: usize = 32;

impl Adversarial for MartianChess {
    const SLOTS: usize = 2 * CELLS * CELLS + 1;

    fn slot(action: Action) -> usize {
        match action {
            Action::Move { from, to, clock } => {
                (usize::from(clock) * CELLS + usize::from(from)) * CELLS + usize::from(to)
            }
            Action::Pass => 2 * CELLS * CELLS,
        }
    }

    fn key(&self) -> u64 {
        let seat = self.seats().to_act();
        let [ones, twos, threes] = [1, 2, 3].map(|size| self.pieces(size).bits() as u64);
        // The result asks which seat is ahead, and by how much decides what may still change that.
        let lead = (self.points(0) - self.points(1)) as u8;
        // Who may not go straight back has another list of actions, but only if the piece is theirs.
        let rejected = self.rejected().filter(|(from, _)| WedgeBoard::wedge(seat).contains(*from));
        let rejected = rejected.map_or(0, |(from, to)| 1 + u64::from(from) * CELLS as u64 + u64::from(to));
        let clock = self.clock_left().map_or(0, |left| 1 + left);
        let rest = [seat, lead, clock, quiet(self)];
        fold([ones | twos << 32, threes | rejected << 32, u32::from_le_bytes(rest).into()])
    }

    fn gain(&self, action: Action) -> i32 {
        let Action::Move { from, .. } = action else { return 0 };
        match self.capture_of(action) {
            0 => 0,
            // The most valuable victim first, by the least valuable attacker, which then is the other's.
            taken => 16 * i32::from(taken) - i32::from(self.piece_on(from).unwrap_or(0)),
        }
    }

    fn noisy(&self, actions: &mut Vec<Action>) {
        self.captures(actions);
    }

    fn ended(&self, seat: Seat) -> Option<Ordering> {
        if self.phase() != Phase::Over {
            return None;
        }
        match self.points(seat).cmp(&self.points(1 - seat)) {
            // What breaks the tie is the rules' to say.
            Ordering::Equal => ended(self, seat),
            ahead if self.seats().leavers().is_empty() => Some(ahead),
            _ => ended(self, seat),
        }
    }
}

/// What the number of quiet actions means for what comes within a search's horizon: nothing, unless the end of a game in which
/// nothing happens is near, or the clock may be started soon.
fn quiet(game: &MartianChess) -> u8 {
    /// The clock may be started after so many, and it makes no difference whether there were more.
    const CLOCK: u16 = 7;
    let left = game.quiet_actions_left();
    if left <= HORIZON.into() {
        64 + left as u8
    } else if game.is_arcade() {
        game.quiet_actions().min(CLOCK) as u8
    } else {
        0
    }
}
