//! Weights in the repository: small, read whole, and stood in for where they cannot be.

use cydonia_players::evaluation::{Either, Evaluate};
use cydonia_players::pointing::{Known, judge};
use cydonia_players::{Budget, Engine, Never};
use cydonia_players::{branches_twigs_thorns, martian_backgammon, martian_frisby, martian_go};
use cydonia_players::{martian_chess, martian_chess_many};
use cydonia_rules::martian_backgammon::MartianBackgammon;
use cydonia_rules::{Game, Phase, Setup};

/// A position with a choice.
fn opened() -> MartianBackgammon {
    let mut game = MartianBackgammon::start(&Setup::for_seats(2)).expect("a set-up");
    game.apply_roll([6, 5]);
    game.apply_roll([4, 2]);
    assert!(matches!(game.phase(), Phase::Act { .. }));
    game
}

/// Every net: its bytes, and whether bytes are read as one.
type Net = (&'static [u8], fn(&[u8]) -> bool);

/// That of a pointing game.
const fn pointing<K: Known>() -> Net {
    (K::WEIGHTS, |bytes| matches!(judge::<K>(bytes), Either::First(_)))
}

const NETS: [Net; 8] = [
    pointing::<branches_twigs_thorns::ForTwo>(),
    pointing::<branches_twigs_thorns::ForMany>(),
    pointing::<martian_go::ForTwo>(),
    pointing::<martian_go::ForMany>(),
    (martian_backgammon::WEIGHTS, |bytes| matches!(martian_backgammon::judge(bytes), Either::First(_))),
    (martian_chess::WEIGHTS, |bytes| matches!(martian_chess::judge(bytes), Either::First(_))),
    (martian_chess_many::WEIGHTS, |bytes| matches!(martian_chess_many::judge(bytes), Either::First(_))),
    (martian_frisby::WEIGHTS, |bytes| matches!(martian_frisby::judge(bytes), Either::First(_))),
];

#[test]
fn weights_are_small_and_read_whole() {
    for (weights, is_net) in NETS {
        assert!(weights.len() <= 300_000, "{}", weights.len());
        assert!(is_net(weights) && !is_net(&weights[1..]) && !is_net(&weights[..weights.len() - 1]));
    }
}

#[test]
fn the_hand_evaluation_plays_where_weights_are_damaged() {
    let game = opened();
    let by_hand = martian_backgammon::hand().score(&game, 0);
    let whole = martian_backgammon::WEIGHTS;
    let mut flipped = whole.to_vec();
    flipped[5_000] ^= 1;
    let verdict = |judge| {
        let mut engine = martian_backgammon::engine_with(judge);
        engine.think(&game, &mut Budget::new(500, &Never), &mut fastrand::Rng::with_seed(3))
    };
    let expected = verdict(Either::Second(martian_backgammon::hand()));
    for damaged in [&[][..], &whole[..5_000], &flipped] {
        let judge = martian_backgammon::judge(damaged);
        assert_eq!(judge.score(&game, 0), by_hand);
        assert_eq!(verdict(judge), expected);
    }
    assert_ne!(martian_backgammon::judge(whole).score(&game, 0), by_hand);
}
