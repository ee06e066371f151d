//! Random playout: what engines learn from, and what benchmarks and tests need most of.

use crate::{Game, Phase};

/// Plays on at random until the game is over or `most` actions were taken; returns how many were.
///
/// Chance comes in by `pick`, which is given a number and returns one below it: it chooses among the legal actions and
/// rolls the dice. `actions` is a list to write them to; handed on from one playout to the next, it has soon grown as
/// large as it ever gets, and from then on playing allocates nothing.
///
/// # Examples
/// ```
/// use cydonia_rules::{Game, Phase, Setup, martian_backgammon::MartianBackgammon, playout};
///
/// let mut game = MartianBackgammon::start(&Setup::for_seats(2)).unwrap();
/// let mut number = 1_u64; // a generator of one's own: the rules have no randomness
/// let pick = |below: usize| {
///     number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
///     (number >> 33) as usize % below
/// };
/// let taken = playout(&mut game, u32::MAX, &mut Vec::new(), pick);
/// assert_eq!(game.phase(), Phase::Over);
/// assert!(taken <= game.action_bound());
/// ```
pub fn playout<G: Game>(
    game: &mut G,
    most: u32,
    actions: &mut Vec<G::Action>,
    mut pick: impl FnMut(usize) -> usize,
) -> u32 {
    let mut taken = 0;
    while taken < most {
        match game.phase() {
            Phase::Act { .. } => {
                actions.clear();
                game.legal(actions);
                game.apply(actions[pick(actions.len())]);
                taken += 1;
            }
            Phase::Roll { .. } => game.apply_roll([pick(6), pick(6)].map(|face| face as u8 + 1)),
            Phase::Over => break,
        }
    }
    taken
}
