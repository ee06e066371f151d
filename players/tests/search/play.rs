//! Whole games: by the rules, with lines that can be played, and the same again for the same seed.

use cydonia_players::{
    Budget, Engine, Never, martian_backgammon, martian_chess, martian_frisby, martian_mud_wrestling,
};
use cydonia_rules::{Game, Phase};
use fastrand::Rng;

use crate::positions::{random, roll, setups};

/// Plays one game of every set-up to its end, and checks each verdict on the way.
fn play_all<G: Game, E: Engine<G>>(engine: impl Fn() -> E, nodes: u64) {
    for (number, setup) in setups::<G>().into_iter().enumerate() {
        let mut chance = Rng::with_seed(number as u64);
        let mut game = G::start(&setup).expect("a set-up of the game");
        let mut player = engine();
        let mut taken = 0;
        loop {
            roll(&mut game, &mut chance);
            let Phase::Act { seat } = game.phase() else { break };
            let verdict = player.think(&game, &mut Budget::new(nodes, &Never), &mut chance);
            let mut told: Vec<String> = verdict.iter().map(|one| game.notation(one.action)).collect();
            told.sort_unstable();
            assert_eq!(told, game.actions(), "every legal action once, and no other");
            for candidate in &verdict {
                let values = &candidate.values.0;
                assert!((values.iter().sum::<f32>() - 1.0).abs() < 1e-5 && (0.0..=1.0).contains(&values[0]));
                let mut after = game.clone();
                after.apply(candidate.action);
                for action in &candidate.line {
                    assert!(after.is_legal(*action), "{:?} in the line after {:?}", action, candidate.action);
                    after.apply(*action);
                }
            }
            assert!(values_fall(&verdict, seat));
            // Now and then something else than the best, so that games differ.
            let place = if chance.u8(..12) == 0 { chance.usize(..verdict.len()) } else { 0 };
            game.apply(verdict[place].action);
            taken += 1;
            assert!(taken <= game.action_bound());
        }
        assert!(game.outcome().is_some());
    }
}

fn values_fall<A>(verdict: &[cydonia_players::Candidate<A>], seat: u8) -> bool {
    verdict.is_sorted_by(|one, two| one.values.to(seat) >= two.values.to(seat))
}

#[test]
fn chess_is_played_by_the_rules_to_the_end() {
    play_all(martian_chess::engine, 300);
    play_all(|| martian_chess::engine().with_lines(3), 300);
}

#[test]
fn mud_wrestling_is_played_by_the_rules_to_the_end() {
    play_all(martian_mud_wrestling::engine, 300);
}

#[test]
fn frisby_is_played_by_the_rules_to_the_end() {
    play_all(martian_frisby::engine, 300);
}

#[test]
fn backgammon_is_played_by_the_rules_to_the_end() {
    play_all(martian_backgammon::engine, 300);
}

fn is_the_same_again<G: Game, E: Engine<G>>(engine: impl Fn() -> E) {
    for seed in 0..6 {
        for setup in setups::<G>() {
            let game: G = random(&setup, 30, &mut Rng::with_seed(seed));
            let think = |player: &mut E| {
                player.think(&game, &mut Budget::new(2_000, &Never), &mut Rng::with_seed(seed))
            };
            let mut player = engine();
            let verdict = think(&mut player);
            assert_eq!(verdict, think(&mut engine()), "another engine");
            assert_eq!(
                verdict,
                think(&mut player),
                "the same, which keeps nothing of what it thought before"
            );
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_verdict() {
    is_the_same_again(martian_chess::engine);
    is_the_same_again(martian_mud_wrestling::engine);
    is_the_same_again(martian_frisby::engine);
    is_the_same_again(martian_backgammon::engine);
}
