//! Whole games of computer players: every game, every number of seats, every option, and no action that is not legal.

use cydonia_players::yardsticks::Yardstick;
use cydonia_players::{Level, Never, analyse, choose, choose_in};
use cydonia_rules::{AnyGame, GameKind, LeaveReason, Phase, Setup};

/// Every set-up with seat 0 first.
fn setups() -> impl Iterator<Item = (GameKind, Setup)> {
    let of = |kind: GameKind| kind.info().setups().into_iter().map(move |setup| (kind, setup));
    GameKind::ALL.iter().copied().flat_map(of).filter(|(_, setup)| setup.first == 0)
}

/// Plays a game to its end or for so many actions, each by what `act` says for the seat.
fn play(
    kind: GameKind,
    setup: &Setup,
    seed: u64,
    most: u32,
    mut act: impl FnMut(&AnyGame, u64) -> String,
) -> AnyGame {
    let mut game = AnyGame::start(kind, setup).expect("a set-up of the game");
    let mut chance = fastrand::Rng::with_seed(seed);
    let mut taken = 0;
    while taken < most {
        match game.phase() {
            Phase::Over => break,
            Phase::Roll { .. } => game.roll([chance.u8(1..=6), chance.u8(1..=6)]).expect("a roll is due"),
            Phase::Act { .. } => {
                let action = act(&game, chance.u64(..));
                if let Err(refusal) = game.play(&action) {
                    panic!("{} {setup:?}: {action}: {refusal:?}", kind.id());
                }
                taken += 1;
            }
        }
    }
    game
}

#[test]
fn every_level_plays_every_setup_by_the_rules() {
    for (number, (kind, setup)) in setups().enumerate() {
        let levels: Vec<Level> = Level::all().collect();
        let mut turn = number;
        play(kind, &setup, number as u64, 250, |game, seed| {
            turn += 1;
            let level = levels[turn % levels.len()];
            choose_in(game, level, 12, seed, &Never).expect("a choice").action
        });
    }
}

#[test]
fn games_that_computers_play_come_to_their_ends() {
    for (kind, setup) in setups().filter(|(kind, _)| !kind.info().dice) {
        let game = play(kind, &setup, 5, u32::MAX, |game, seed| {
            choose_in(game, Level::MAX, 8, seed, &Never).expect("a choice").action
        });
        assert!(game.outcome().is_some());
    }
}

/// A game of Backgammon in which nothing has gone out for so many turns and something may; none if that never came.
fn dry_backgammon(turns: u32, seed: u64) -> Option<AnyGame> {
    let mut waited = 0;
    let mut game = AnyGame::start(GameKind::MartianBackgammon, &Setup::for_seats(2)).expect("legal");
    let mut chance = fastrand::Rng::with_seed(seed);
    loop {
        match game.phase() {
            Phase::Over => return None,
            Phase::Roll { .. } => {
                waited += 1;
                game.roll([chance.u8(1..=6), chance.u8(1..=6)]).expect("legal");
            }
            Phase::Act { .. } => {
                let (out, stays): (Vec<_>, Vec<_>) =
                    game.actions().into_iter().partition(|action| action.ends_with("-out"));
                if waited > turns && !out.is_empty() {
                    return Some(game);
                }
                game.play(&chance.choice(stays).expect("a turn may end")).expect("legal");
            }
        }
    }
}

#[test]
fn a_level_brings_a_piece_out_before_the_game_is_drawn_for_want_of_it() {
    // Whether one is out when the turn is over.
    let brings_out = |mut game: AnyGame| {
        let before = game.scores();
        while let Phase::Act { .. } = game.phase() {
            let choice = choose_in(&game, Level::MAX, 100, 1, &Never).expect("a choice");
            game.play(&choice.action).expect("a legal action");
        }
        game.scores() != before
    };
    let brought = |turns: u32| {
        let games: Vec<AnyGame> = (0..40).filter_map(|seed| dry_backgammon(turns, seed)).collect();
        let all = games.len();
        (games.into_iter().map(brings_out).filter(|out| *out).count(), all)
    };
    let ((early, all), (late, as_many)) = (brought(10), brought(170));
    assert!(late == as_many && early < all, "{early} of {all}, {late} of {as_many}");
}

#[test]
fn yardsticks_play_every_setup_by_the_rules() {
    for (number, (kind, setup)) in setups().enumerate() {
        for yardstick in [Yardstick::Random, Yardstick::Greedy] {
            play(kind, &setup, number as u64, 150, |game, seed| {
                yardstick.choose(game, seed).expect("an action")
            });
        }
    }
    for kind in GameKind::ALL {
        let setup = Setup::for_seats(kind.info().max_seats);
        play(*kind, &setup, 1, 2, |game, seed| {
            Yardstick::Sampling8000.choose(game, seed).expect("an action")
        });
    }
}

#[test]
fn whoever_stays_is_played_on_for_after_others_have_left() {
    for kind in GameKind::ALL.iter().filter(|kind| kind.info().max_seats > 3) {
        let mut game = AnyGame::start(*kind, &Setup::for_seats(4)).unwrap();
        game.leave(1, LeaveReason::Resigned).unwrap();
        game.leave(2, LeaveReason::Timeout).unwrap();
        while let Phase::Act { .. } = game.phase() {
            let choice = choose_in(&game, Level::MAX, 8, 1, &Never).expect("a choice");
            game.play(&choice.action).unwrap();
        }
        assert!(game.outcome().is_some());
    }
}

#[test]
fn a_choice_is_the_same_for_the_same_seed_at_every_level() {
    for kind in GameKind::ALL {
        let mut game = AnyGame::start(*kind, &Setup::for_seats(2)).unwrap();
        while let Phase::Roll { .. } = game.phase() {
            game.roll([3, 5]).unwrap();
        }
        for level in Level::all().take(5) {
            let choice = choose(&game, level, 9, &Never).expect("a choice");
            assert!(game.actions().contains(&choice.action));
            assert_eq!(Some(choice), choose(&game, level, 9, &Never));
        }
    }
}

#[test]
fn an_analysis_tells_actions_and_lines_that_can_be_played() {
    for kind in GameKind::ALL {
        let mut game = AnyGame::start(*kind, &Setup::for_seats(2)).unwrap();
        while let Phase::Roll { .. } = game.phase() {
            game.roll([3, 5]).unwrap();
        }
        let analysis = analyse(&game, 300, 1, &Never).expect("an analysis");
        assert_eq!(analysis.values, analysis.best[0].values);
        for scored in &analysis.best {
            let mut after = game.clone();
            after.play(&scored.action).unwrap();
            for action in &scored.line {
                after.play(action).unwrap();
            }
        }
    }
}

#[test]
fn where_no_seat_is_to_act_there_is_no_choice() {
    let game = AnyGame::start(GameKind::MartianFrisby, &Setup::for_seats(2)).unwrap();
    assert_eq!(choose(&game, Level::MAX, 1, &Never), None);
    assert_eq!(analyse(&game, 10, 1, &Never), None);
    for yardstick in Yardstick::ALL {
        assert_eq!(yardstick.choose(&game, 1), None);
    }
}

#[test]
fn games_between_levels_without_errors_differ_by_the_seed() {
    for kind in [GameKind::MartianChess, GameKind::MartianMudWrestling, GameKind::MartianGo] {
        let opening = |seed: u64| {
            let mut actions = Vec::new();
            play(kind, &Setup::for_seats(2), seed, 8, |game, seed| {
                let choice = choose_in(game, Level::MAX, 300, seed, &Never).expect("a choice");
                actions.push(choice.action.clone());
                choice.action
            });
            actions
        };
        let openings: std::collections::HashSet<_> = (0..6).map(opening).collect();
        assert!(openings.len() > 2, "{kind:?}: {openings:?}");
        assert_eq!(opening(1), opening(1));
    }
}
