//! Martian Chess for three and more: what its computer player knows and how it searches.
//!
//! First guesses are the captures. A net says what a position is worth; where there is none, that is the points taken so far, and what
//! follows after all the others have moved is seen by playouts of a few actions, mostly captures. The points that stand in one's own wedge
//! are no help: they belong to whoever takes them.

mod features;

use std::sync::LazyLock;

use cydonia_rules::martian_chess::{Action, MartianChess};
use cydonia_rules::{Game, Seat};

pub use features::SeenByOneOfMany;

use crate::evaluation::{Either, Evaluate, Net, Score, score_of};
use crate::search::sampling::{Guide, Parameters, Sampling, Shares, shared_out, softmax};

/// The guide: captures first.
#[derive(Clone, Copy, Debug)]
pub struct Captures<E> {
    judge: E,
}

impl<E: Evaluate<MartianChess>> Guide<MartianChess> for Captures<E> {
    type Sight = ();

    fn look(&self, _game: &MartianChess) {}

    fn gain(&self, game: &MartianChess, _sight: &(), action: Action) -> f32 {
        f32::from(game.capture_of(action))
    }

    fn shares(&self, game: &MartianChess) -> Shares {
        shared_out(game, &self.judge)
    }

    fn key(&self, _game: &MartianChess, action: Action) -> u16 {
        match action {
            Action::Move { from, to, .. } => u16::from(from) * 97 + u16::from(to),
            Action::Pass => u16::MAX,
        }
    }
}

/// The hand evaluation: who has taken the most.
#[derive(Clone, Copy, Debug)]
pub struct ByPoints;

impl Evaluate<MartianChess> for ByPoints {
    fn score(&self, game: &MartianChess, seat: Seat) -> Score {
        /// Points that count about as much as 2.7 to 1.
        const UNIT: f32 = 3.0;
        score_of(softmax(game, UNIT, |seat| game.merit_of(seat) as f32)[usize::from(seat)])
    }
}

/// Units of the net's hidden layer.
pub const HIDDEN: usize = 64;

/// What `cydonia-train --game martian-chess --many` has made.
pub const WEIGHTS: &[u8] = include_bytes!("net.weights");

/// A net that has learned it.
pub type LearnedNet = Net<SeenByOneOfMany, HIDDEN>;

/// A net, or what stands in for it.
pub type Judge = Either<LearnedNet, ByPoints>;

/// The judge of these weights; if they cannot be read, the hand evaluation.
#[must_use]
pub fn judge(weights: &[u8]) -> Judge {
    Either::or(LearnedNet::from_bytes::<MartianChess>(weights), ByPoints)
}

/// Read once.
static JUDGE: LazyLock<Judge> = LazyLock::new(|| judge(WEIGHTS));

/// The strongest engine. Among partners, for whom no net has learned, it judges by hand.
#[must_use]
pub(crate) fn engine(game: &MartianChess) -> Sampling<Captures<Either<&'static LearnedNet, ByPoints>>> {
    match &*JUDGE {
        Either::First(net) if !game.is_in_teams() => engine_with(Either::First(net)).varied(),
        _ => Sampling::new(Captures { judge: Either::Second(ByPoints) }, PLAYED_ON),
    }
}

/// The engine that judges its leaves by that evaluation.
#[must_use]
pub fn engine_with<E: Evaluate<MartianChess>>(judge: E) -> Sampling<Captures<E>> {
    Sampling::new(Captures { judge }, JUDGED)
}

/// What tunes the search whose leaves a net judges.
const JUDGED: Parameters = Parameters {
    exploration: 0.5,
    guess_unit: 1.0,
    reserve: 0.1,
    history: 0.5,
    playout_actions: 0,
    tries: 0,
    most_nodes: 1 << 21,
};

/// The search that plays on from its leaves.
const PLAYED_ON: Parameters = Parameters { exploration: 0.35, playout_actions: 12, tries: 6, ..JUDGED };
