//! Searches against the definition of what they search for: minimax and expectimax, written down plainly.

use cydonia_players::evaluation::{Evaluate, Hand, Score, Terms, WIN, chance_of, ended};
use cydonia_players::search::alpha_beta::Adversarial;
use cydonia_players::search::expectimax::{Beam, Stochastic};
use cydonia_players::search::{AlphaBeta, Expectimax};
use cydonia_players::{
    Budget, Engine, Never, Verdict, martian_backgammon, martian_chess, martian_frisby, martian_mud_wrestling,
};
use cydonia_rules::martian_backgammon::MartianBackgammon;
use cydonia_rules::martian_chess::{Action, MartianChess};
use cydonia_rules::martian_frisby::MartianFrisby;
use cydonia_rules::martian_mud_wrestling::MartianMudWrestling;
use cydonia_rules::{Game, Phase, Seat};
use fastrand::Rng;

use crate::positions::{idle, random, setups};

/// What a position is worth to `seat` if both play on so many actions as well as they can.
fn minimax<G: Game>(game: &G, evaluate: &impl Evaluate<G>, seat: Seat, depth: u8) -> Score {
    if let Some(result) = ended(game, seat) {
        return result as Score * WIN;
    }
    let (0, Phase::Act { seat: to_act }) = (depth, game.phase()) else {
        let Phase::Act { seat: to_act } = game.phase() else { panic!("no dice") };
        let after = game.legal_actions().into_iter().map(|action| {
            let mut after = game.clone();
            after.apply(action);
            minimax(&after, evaluate, seat, depth - 1)
        });
        return if to_act == seat { after.max() } else { after.min() }.expect("an action");
    };
    if to_act == seat { evaluate.score(game, seat) } else { -evaluate.score(game, to_act) }
}

/// Whether alpha-beta finds for every action, and for the best alone, what minimax does.
fn agrees<G: Adversarial, T: Terms<G>>(game: &G, depth: u8) {
    let Phase::Act { seat } = game.phase() else { return };
    let evaluate = Hand::<T>::new();
    let truth = |action: G::Action| {
        let mut after = game.clone();
        after.apply(action);
        chance_of(minimax(&after, &evaluate, seat, depth - 1))
    };
    let think = |lines: usize| -> Verdict<G::Action> {
        let mut engine = AlphaBeta::new(Hand::<T>::new()).full_width().with_depth(depth).with_lines(lines);
        engine.think(game, &mut Budget::new(u64::MAX, &Never), &mut Rng::with_seed(1))
    };
    let verdict = think(usize::MAX);
    assert_eq!(verdict.len(), game.legal_actions().len());
    assert!(verdict.is_sorted_by(|one, two| one.values.to(seat) >= two.values.to(seat)));
    for candidate in &verdict {
        assert_eq!(candidate.values.to(seat), truth(candidate.action), "{candidate:?} of {game:?}");
    }
    let best = &think(1)[0];
    assert_eq!(best.values.to(seat), verdict[0].values.to(seat), "{game:?}");
    assert_eq!(best.values.to(seat), truth(best.action), "{game:?}");
}

#[test]
fn alpha_beta_is_minimax_in_chess() {
    let mut chance = Rng::with_seed(11);
    for round in 0..60 {
        for setup in setups::<MartianChess>() {
            let game: MartianChess = random(&setup, chance.usize(..70), &mut chance);
            agrees::<_, martian_chess::Look>(&game, 1 + round % 3);
        }
    }
}

fn back(action: Action) -> Option<Action> {
    let Action::Move { from, to, .. } = action else { return None };
    Some(Action::Move { from: to, to: from, clock: false })
}

#[test]
fn alpha_beta_is_minimax_in_chess_where_nothing_happens() {
    let mut chance = Rng::with_seed(12);
    for round in 0..40 {
        for setup in setups::<MartianChess>() {
            let is_quiet = |game: &MartianChess, action| game.capture_of(action) == 0;
            let before = chance.usize(..70);
            let game: MartianChess = idle(&setup, before, chance.usize(50..60), is_quiet, back, &mut chance);
            agrees::<_, martian_chess::Look>(&game, 2 + round % 2);
        }
    }
}

#[test]
fn alpha_beta_is_minimax_in_mud_wrestling() {
    let mut chance = Rng::with_seed(13);
    for round in 0..60 {
        for setup in setups::<MartianMudWrestling>() {
            let game: MartianMudWrestling = random(&setup, chance.usize(..70), &mut chance);
            agrees::<_, martian_mud_wrestling::Look>(&game, 1 + round % 2);
        }
    }
}

#[test]
fn alpha_beta_is_minimax_in_mud_wrestling_where_positions_come_again() {
    let mut chance = Rng::with_seed(14);
    for _ in 0..40 {
        for setup in setups::<MartianMudWrestling>() {
            let is_quiet = |game: &MartianMudWrestling, action| game.sunk_by(action).is_none();
            let before = chance.usize(40..90);
            let quiet = chance.usize(3..9);
            let game: MartianMudWrestling =
                idle(&setup, before, quiet, is_quiet, |action| Some(action.reversed()), &mut chance);
            let depth = if game.legal_actions().len() < 14 { 4 } else { 2 };
            agrees::<_, martian_mud_wrestling::Look>(&game, depth);
        }
    }
}

/// What a position is worth to `seat` if so many rolls more are looked at, all 36 of each, and every action.
fn plain_expectimax<G: Stochastic>(game: &G, evaluate: &impl Evaluate<G>, seat: Seat, rolls: u8) -> f32 {
    match game.phase() {
        Phase::Over => match ended(game, seat) {
            Some(std::cmp::Ordering::Greater) => 1.0,
            Some(std::cmp::Ordering::Less) => 0.0,
            _ => G::DRAW,
        },
        Phase::Roll { .. } if rolls == 0 => chance_of(evaluate.score(game, seat)),
        Phase::Roll { .. } => {
            let each = (0..36).map(|roll| {
                let mut after = game.clone();
                after.apply_roll([roll / 6 + 1, roll % 6 + 1]);
                plain_expectimax(&after, evaluate, seat, rolls - 1)
            });
            (1.0 - G::DISCOUNT) * G::DRAW + G::DISCOUNT * each.sum::<f32>() / 36.0
        }
        Phase::Act { seat: to_act } => {
            let after = game.legal_actions().into_iter().map(|action| {
                let mut after = game.clone();
                after.apply(action);
                plain_expectimax(&after, evaluate, seat, rolls)
            });
            if to_act == seat { after.fold(0.0, f32::max) } else { after.fold(1.0, f32::min) }
        }
    }
}

fn expects<G: Stochastic, T: Terms<G>>(game: &G, rolls: u8) {
    let Phase::Act { seat } = game.phase() else { return };
    let everything = Beam { root: [usize::MAX; 3], inner: usize::MAX };
    let mut engine = Expectimax::new(Hand::<T>::new()).with_beam(everything).with_depth(rolls);
    let verdict = engine.think(game, &mut Budget::new(u64::MAX, &Never), &mut Rng::with_seed(1));
    assert_eq!(verdict.len(), game.legal_actions().len());
    // Where there is but one action, it looks no further than one roll.
    let rolls = if verdict.len() == 1 { rolls.min(1) } else { rolls };
    for candidate in &verdict {
        let mut after = game.clone();
        after.apply(candidate.action);
        let truth = plain_expectimax(&after, &Hand::<T>::new(), seat, rolls);
        let found = candidate.values.to(seat);
        assert!((found - truth).abs() < 1e-4, "{found} for {truth}: {candidate:?} of {game:?}");
    }
}

#[test]
fn expectimax_is_what_it_says_in_frisby() {
    let mut chance = Rng::with_seed(15);
    for round in 0..12 {
        for setup in setups::<MartianFrisby>() {
            let game: MartianFrisby = random(&setup, chance.usize(..200), &mut chance);
            expects::<_, martian_frisby::Look>(&game, round % 2);
        }
    }
}

#[test]
fn expectimax_is_what_it_says_in_backgammon() {
    let mut chance = Rng::with_seed(16);
    let mut checked = 0;
    while checked < 40 {
        for setup in setups::<MartianBackgammon>() {
            let game: MartianBackgammon = random(&setup, chance.usize(..300), &mut chance);
            let choices = game.legal_actions().len();
            if choices < 12 {
                expects::<_, martian_backgammon::Look>(&game, u8::from(choices < 6));
                checked += 1;
            }
        }
    }
}
