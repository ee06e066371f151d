//! Features: a position and its mirror image with the seats exchanged look alike, and whatever is named is one of them.

use cydonia_players::evaluation::Features;
use cydonia_players::pointing::{Seen, SeenByOneOfMany};
use cydonia_players::{martian_backgammon, martian_chess, martian_chess_many, martian_frisby};
use cydonia_rules::branches_twigs_thorns::BranchesTwigsThorns;
use cydonia_rules::martian_chess::{Action as ChessAction, MartianChess};
use cydonia_rules::martian_go::MartianGo;
use cydonia_rules::pointing::Action;
use cydonia_rules::wedge::Cell;
use cydonia_rules::{Game, Phase, Seat, Setup};

/// What a net sees of a position, in no order.
fn seen<G: Game, F: Features<G>>(game: &G, seat: Seat) -> Vec<usize> {
    let mut seen = Vec::new();
    F::each(game, seat, |feature| seen.push(feature));
    assert!(seen.iter().all(|feature| *feature < F::COUNT), "{seen:?}");
    seen.sort_unstable();
    seen
}

/// A text in notation turned by half a turn on a board of so many columns and rows.
fn turned(action: &str, columns: u8, rows: u8) -> String {
    let turn = |place: &str| match place.as_bytes() {
        [column @ b'a'..=b'h', row @ b'1'..=b'9'] => {
            format!("{}{}", (2 * b'a' + columns - 1 - column) as char, (2 * b'1' + rows - 1 - row) as char)
        }
        _ => place.to_owned(),
    };
    action.split('-').map(turn).collect::<Vec<_>>().join("-")
}

/// Plays games at random and their mirror images, with the seats exchanged, beside them; how many different positions were seen.
fn look_alike<G: Game, F: Features<G>>(setup: &Setup, image: impl Fn(&str) -> String) -> usize {
    let mut met = std::collections::BTreeSet::new();
    for seed in 0..12 {
        let mut chance = fastrand::Rng::with_seed(seed);
        let mut game = G::start(setup).expect("a set-up");
        let mut mirror = G::start(&Setup { first: 1, ..setup.clone() }).expect("a set-up");
        for _ in 0..400 {
            match game.phase() {
                Phase::Over => break,
                Phase::Roll { .. } => {
                    let dice = [chance.u8(1..=6), chance.u8(1..=6)];
                    game.apply_roll(dice);
                    // Each seat rolls one of the dice that decide who begins.
                    mirror.apply_roll([dice[1], dice[0]]);
                }
                Phase::Act { .. } => {
                    let actions = game.legal_actions();
                    let action = game.notation(actions[chance.usize(..actions.len())]);
                    game.play(&action).expect("legal");
                    mirror.play(&image(&action)).expect("legal in the mirror");
                }
            }
            for seat in 0..2 {
                assert_eq!(seen::<G, F>(&game, seat), seen::<G, F>(&mirror, 1 - seat), "{game:?}");
                met.insert(seen::<G, F>(&game, seat));
            }
        }
    }
    met.len()
}

#[test]
fn mirror_images_look_alike() {
    let setup = Setup::for_seats(2);
    let arcade = setup.clone().choose("rules", "arcade");
    let open = setup.clone().choose("columns", "open");
    let strict = setup.clone().choose("landing", "strict");
    for setup in [&setup, &arcade] {
        assert!(look_alike::<_, martian_chess::Seen>(setup, |action| turned(action, 4, 8)) > 500);
    }
    for setup in [&setup, &open] {
        assert!(look_alike::<_, martian_frisby::Seen>(setup, |action| turned(action, 2, 8)) > 500);
    }
    for setup in [&setup, &strict] {
        assert!(look_alike::<_, martian_backgammon::Seen>(setup, |action| turned(action, 5, 5)) > 500);
    }
    // No side of these boards is anybody's.
    for setup in [&setup, &setup.clone().choose("setup", "nulls")] {
        assert!(look_alike::<MartianGo, Seen>(setup, str::to_owned) > 500);
    }
    assert!(look_alike::<BranchesTwigsThorns, Seen>(&setup, str::to_owned) > 300);
}

/// Plays games at random on one side, and turned by a wedge on the other, with the seats turned along; returns how many different
/// positions that were.
fn look_alike_turned<G: Game, F: Features<G>>(seats: u8, turn: impl Fn(G::Action) -> G::Action) -> usize {
    let mut met = std::collections::BTreeSet::new();
    for seed in 0..4 {
        let mut chance = fastrand::Rng::with_seed(seed);
        let [mut game, mut turned] =
            [0, 1].map(|first| G::start(&Setup { first, ..Setup::for_seats(seats) }).expect("a set-up"));
        while let Phase::Act { .. } = game.phase() {
            let actions = game.legal_actions();
            let action = actions[chance.usize(..actions.len())];
            game.apply(action);
            turned.apply(turn(action));
            for seat in 0..seats {
                let seen = [(&game, seat), (&turned, (seat + 1) % seats)]
                    .map(|(game, seat)| seen::<_, F>(game, seat));
                assert_eq!(seen[0], seen[1], "{game:?}");
                met.insert(seen[0].clone());
            }
        }
    }
    met.len()
}

#[test]
fn boards_that_are_turned_look_alike_to_one_of_many() {
    for seats in 3..=6 {
        let next = |cell: Cell| (cell + 16) % (16 * seats);
        let pointing = look_alike_turned::<MartianGo, SeenByOneOfMany>(seats, |action| match action {
            Action::Lay { cell, size, target } => {
                Action::Lay { cell: next(cell), size, target: next(target) }
            }
            Action::Root(cell) => Action::Root(next(cell)),
            Action::Null(cell) => Action::Null(next(cell)),
        });
        let chess = look_alike_turned::<MartianChess, martian_chess_many::SeenByOneOfMany>(seats, |action| {
            match action {
                ChessAction::Move { from, to, clock } => {
                    ChessAction::Move { from: next(from), to: next(to), clock }
                }
                ChessAction::Pass => action,
            }
        });
        assert!(pointing > 300 && chess > 300, "{pointing}, {chess}");
    }
}
