//! Self-play: a game of a net against itself, and what is to be learned from it (temporal differences, TD(λ)).

use cydonia_players::Values;
use cydonia_players::evaluation::{Evaluate, Features, chance_of};
use cydonia_rules::{Game, Phase, Seat};
use fastrand::Rng;

use crate::Subject;

/// A position as a net sees it, and what it is to say of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Its features.
    pub features: Vec<u16>,
    /// What it is worth, from 0 to 1.
    pub target: f32,
}

/// How games are played to be learned from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manner {
    /// How much is thought about each action.
    pub nodes: u64,
    /// So many actions at first are taken at random.
    pub opening: u32,
    /// How likely a turn is taken at random later on.
    pub whim: f32,
    /// How many of those turns, if any, are not random but take what brings the most points at once.
    pub greed: f32,
    /// Whether what came of that counts as anything else does: positions are then worth what they are among players who err.
    pub is_fallible: bool,
    /// How far later positions tell what an earlier one is worth: 0, the next alone; 1, the result alone.
    pub lambda: f32,
    /// What a draw is worth to either of two seats.
    pub draw: f32,
    /// What is left, a turn earlier, of the difference between what a position is worth and a draw.
    pub discount: f32,
    /// Of so many positions of a game at most is learned: the long games are those in which little happens.
    pub samples: usize,
}

/// A position that was met.
struct Met {
    seat: Seat,
    /// As each seat sees it.
    seen: Vec<Vec<u16>>,
    /// What a search says that it is worth to its seat, and what the net says at once that it is to each other.
    looks: Vec<f32>,
    /// Whether something else was done than what was best.
    is_whim: bool,
}

fn features<G: Game, F: Features<G>>(game: &G, seat: Seat) -> Vec<u16> {
    let mut features = Vec::with_capacity(96);
    F::each(game, seat, |feature| features.push(feature as u16));
    features
}

/// Plays a game by that judge against itself. The same for the same seed.
pub fn play<S: Subject, E: Evaluate<S::Game> + Clone>(
    start: &S::Game,
    judge: &E,
    manner: Manner,
    seed: u64,
) -> Vec<Sample> {
    let mut chance = Rng::with_seed(seed);
    let mut take_turn = S::quick(judge.clone(), manner.nodes);
    let mut game = start.clone();
    let mut met = Vec::new();
    let seats = || 0..start.seats().count();
    // What is learned of is the position before the roll, if there is one.
    let mut before = game.clone();
    for turn in 0.. {
        while let Phase::Roll { .. } = game.phase() {
            before = game.clone();
            game.apply_roll([chance.u8(1..=6), chance.u8(1..=6)]);
        }
        let Phase::Act { seat } = game.phase() else { break };
        if !S::Game::INFO.dice {
            before = game.clone();
        }
        let Some((value, after)) = take_turn(&game, &mut chance) else { break };
        let is_opening = turn < manner.opening;
        let is_whim = is_opening || chance.f32() < manner.whim;
        if !is_opening {
            let look = |of| if of == seat { value } else { chance_of(judge.score(&before, of)) };
            met.push(Met {
                seat,
                seen: seats().map(|seat| features::<_, S::Features>(&before, seat)).collect(),
                looks: seats().map(look).collect(),
                is_whim,
            });
        }
        if is_whim {
            let is_greedy = !is_opening && manner.greed > 0.0 && chance.f32() < manner.greed;
            stray(&mut game, seat, is_greedy, &mut chance);
        } else {
            game = after;
        }
    }
    let worth = |seat| match game.outcome() {
        Some(outcome) if outcome.ranks.len() > 2 || outcome.ranks[0] != outcome.ranks[1] => {
            Values::of(&outcome).to(seat)
        }
        _ => manner.draw,
    };
    let is_zero_sum = <S::Features as Features<S::Game>>::IS_ZERO_SUM;
    let mut samples = returns(met, seats().map(worth).collect(), manner, is_zero_sum);
    if samples.len() > manner.samples {
        chance.shuffle(&mut samples);
        samples.truncate(manner.samples);
    }
    samples
}

/// Takes a turn at random, or one of those that bring the most points at once.
fn stray<G: Game>(game: &mut G, seat: Seat, is_greedy: bool, chance: &mut Rng) {
    let merit = |game: &G, action| {
        let mut after = game.clone();
        after.apply(action);
        after.merit_of(seat)
    };
    while game.phase() == (Phase::Act { seat }) {
        let mut actions = game.legal_actions();
        if is_greedy {
            let most = actions.iter().map(|action| merit(game, *action)).max();
            actions.retain(|action| Some(merit(game, *action)) == most);
        }
        game.apply(actions[chance.usize(..actions.len())]);
        if !G::INFO.dice {
            break;
        }
    }
}

/// What each position was worth as far as can be told from what came after it, backwards from the end: partly what was believed
/// at the next one, partly what came after that (the discounted λ-return).
fn returns(met: Vec<Met>, result: Vec<f32>, manner: Manner, is_zero_sum: bool) -> Vec<Sample> {
    let earlier = |worth: f32| (1.0 - manner.discount) * manner.draw + manner.discount * worth;
    let mut after = result;
    let mut samples = Vec::with_capacity(after.len() * met.len());
    for Met { seat, mut seen, looks, is_whim } in met.into_iter().rev() {
        let acting = usize::from(seat);
        // What came of a whim says nothing of what would have been best.
        let lambda = if is_whim && !manner.is_fallible { 0.0 } else { manner.lambda };
        let others = (0..looks.len()).filter(|seat| *seat != acting && !is_zero_sum);
        for seat in std::iter::once(acting).chain(others) {
            after[seat] = earlier((1.0 - lambda) * looks[seat] + lambda * after[seat]);
            samples.push(Sample { features: std::mem::take(&mut seen[seat]), target: after[seat] });
        }
        if is_zero_sum {
            after[1 - acting] = 1.0 - after[acting];
        }
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(seat: Seat, look: f32, other: f32, is_whim: bool) -> Met {
        let mut looks = vec![look, other];
        looks.rotate_left(seat.into());
        Met { seat, seen: vec![vec![0], vec![1]], looks, is_whim }
    }

    #[test]
    fn what_comes_later_tells_what_came_before() {
        let manner = Manner {
            nodes: 1,
            opening: 0,
            whim: 0.0,
            greed: 0.0,
            is_fallible: false,
            lambda: 1.0,
            draw: 0.5,
            discount: 1.0,
            samples: 9,
        };
        let of = |met, manner, is_zero_sum| -> Vec<f32> {
            let samples = returns(met, vec![1.0, 0.0], manner, is_zero_sum);
            samples.into_iter().map(|sample| sample.target).collect()
        };
        let targets = |met, lambda, is_zero_sum| of(met, Manner { lambda, ..manner }, is_zero_sum);
        let game = |is_whim| vec![met(0, 0.5, 0.5, false), met(1, 0.4, 0.6, is_whim)];
        // The last first. Of the result alone, and of the next look alone.
        assert_eq!(targets(game(false), 1.0, true), [0.0, 1.0]);
        assert_eq!(targets(game(false), 0.0, true), [0.4, 0.5]);
        assert_eq!(targets(game(false), 0.5, true), [0.2, 0.65]);
        // After a whim the result is not what it would have been.
        assert_eq!(targets(game(true), 1.0, true), [0.4, 0.6]);
        // Each seat for itself.
        assert_eq!(targets(game(false), 0.5, false), [0.2, 0.8, 0.65, 0.35]);
        // Of three, the one that acts first.
        let three = Met { seat: 1, seen: vec![vec![0]; 3], looks: vec![0.2, 0.5, 0.3], is_whim: false };
        let samples = returns(vec![three], vec![1.0, 0.0, 0.0], Manner { lambda: 0.5, ..manner }, false);
        assert_eq!(samples.iter().map(|sample| sample.target).collect::<Vec<_>>(), [0.25, 0.6, 0.15]);
        // The longer it takes the less it is worth, up or down to a draw.
        assert_eq!(of(game(false), Manner { discount: 0.5, ..manner }, true), [0.25, 0.625]);
    }
}
