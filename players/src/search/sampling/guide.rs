//! Guide: what sampling search is told of a game, and what it goes by where nobody has told it anything.

use cydonia_rules::{Game, MAX_SEATS, Phase, Seat};

use super::proof::{Shares, shares_of};
use crate::evaluation::{Evaluate, chance_of};

/// Knowledge of one game. It sees no further than one action, and is asked by the million.
pub trait Guide<G: Game> {
    /// What is worked out once for a position, and asked for each of its actions.
    type Sight;

    /// Looks at a position in [`Phase::Act`].
    fn look(&self, game: &G) -> Self::Sight;

    /// How good a legal action looks to the seat that takes it, by what it brings at once: more is better, 0 is nothing, 1 a
    /// point or what is worth about as much.
    fn gain(&self, game: &G, sight: &Self::Sight, action: G::Action) -> f32;

    /// What a game that goes on promises each seat; together they make 1.
    fn shares(&self, game: &G) -> Shares;

    /// Strikes out actions that are never better than another one of the list. At least one stays.
    fn narrow(&self, _game: &G, _actions: &mut Vec<G::Action>) {}

    /// A number by which the action is known again in other positions; that of some actions may be the same.
    fn key(&self, game: &G, action: G::Action) -> u16 {
        let hash = |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        let hash = game.notation(action).bytes().fold(0x811c_9dc5, hash);
        (hash ^ hash >> 16) as u16
    }
}

/// What is known of any game: that its scores tell who is in front.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByScore;

impl<G: Game> Guide<G> for ByScore {
    /// How far the seat to act is ahead.
    type Sight = i32;

    fn look(&self, game: &G) -> i32 {
        let Phase::Act { seat } = game.phase() else { return 0 };
        lead(game, seat)
    }

    fn gain(&self, game: &G, before: &i32, action: G::Action) -> f32 {
        /// More than any points that one action brings.
        const WON: f32 = 100.0;
        let Phase::Act { seat } = game.phase() else { return 0.0 };
        let mut after = game.clone();
        after.apply(action);
        match after.outcome() {
            Some(outcome) if outcome.ranks.get(usize::from(seat)) == Some(&1) => WON,
            Some(_) => -WON,
            None => (lead(&after, seat) - before) as f32,
        }
    }

    fn shares(&self, game: &G) -> Shares {
        let most = game.seats().all().map(|seat| game.merit_of(seat).unsigned_abs()).max().unwrap_or(0);
        // A lead counts the less the more there is to be had.
        softmax(game, 2.0 + 0.15 * most as f32, |seat| game.merit_of(seat) as f32)
    }
}

/// How far a seat is ahead of the best of the others, or behind it.
fn lead<G: Game>(game: &G, seat: Seat) -> i32 {
    let others = game.seats().all().filter(|other| *other != seat && game.seats().is_in(*other));
    game.merit_of(seat) - others.map(|other| game.merit_of(other)).max().unwrap_or(0)
}

/// Shares the victory out among those who are still in, each `unit` that one has more counting 2.7 times as much.
pub(crate) fn softmax<G: Game>(game: &G, unit: f32, merit: impl Fn(Seat) -> f32) -> Shares {
    let seats = game.seats();
    let mut shares = [0.0; MAX_SEATS];
    let mut top = f32::MIN;
    for seat in seats.all().filter(|seat| seats.is_in(*seat)) {
        shares[usize::from(seat)] = merit(seat);
        top = top.max(shares[usize::from(seat)]);
    }
    let mut sum = 0.0;
    for seat in seats.all().filter(|seat| seats.is_in(*seat)) {
        let share = &mut shares[usize::from(seat)];
        *share = ((*share - top) / unit).exp();
        sum += *share;
    }
    shares.map(|share| share / sum)
}

/// Shares the victory out among those who are still in, as a judge thinks of each.
pub(crate) fn shared_out<G: Game>(game: &G, judge: &impl Evaluate<G>) -> Shares {
    let seats = game.seats();
    let mut shares = [0.0; MAX_SEATS];
    for seat in seats.all().filter(|seat| seats.is_in(*seat)) {
        shares[usize::from(seat)] = chance_of(judge.score(game, seat));
    }
    let sum: f32 = shares.iter().sum();
    shares.map(|share| share / sum)
}

/// What a position is worth that need not be played on from: certain if the game is over.
pub(super) fn appraise<G: Game, K: Guide<G>>(guide: &K, game: &G) -> Shares {
    game.outcome().map_or_else(|| guide.shares(game), |outcome| shares_of(&outcome))
}
