//! Corners of Martian Backgammon, and properties of every game of it.

use std::collections::BTreeSet;

use cydonia_rules::{
    AnyGame, DecorKind, Die, GameKind, InputError, LeaveReason, Phase, Reason, Setup, Shade, TrayKind, View,
};
use proptest::prelude::*;

/// The squares of each seat's way, from step 1.
const TRACKS: [&str; 2] = ["a2 b2 c2 d2 e2 e3 e4 d4 c4 b4 a4", "e4 d4 c4 b4 a4 a3 a2 b2 c2 d2 e2"];

fn start(setup: &Setup) -> AnyGame {
    AnyGame::start(GameKind::MartianBackgammon, setup).expect("the set-up is good")
}

/// A game at its first turn, which has these dice.
fn first_turn(opening: [u8; 2], dice: [u8; 2]) -> AnyGame {
    let mut game = start(&Setup::for_seats(2));
    game.roll(opening).expect("dice are due");
    game.roll(dice).expect("dice are due");
    game
}

#[test]
fn the_opening_roll_decides_who_begins_whoever_was_to_be_first() {
    for first in [0, 1] {
        let mut game = start(&Setup { first, ..Setup::for_seats(2) });
        assert_eq!(game.phase(), Phase::Roll { seat: 0 });
        assert!(game.view().dice.is_empty());
        game.roll([4, 4]).expect("dice are due");
        assert_eq!(game.phase(), Phase::Roll { seat: 0 }, "equal dice are rolled again");
        game.roll([2, 5]).expect("dice are due");
        assert_eq!(game.phase(), Phase::Roll { seat: 1 }, "the higher one begins and rolls for its turn");
        let die = |face, seat| Die { face, spent: false, seat };
        assert_eq!(game.view().dice, [die(2, 0), die(5, 1)]);
        assert!(game.unspent_dice().is_empty());
        game.roll([6, 1]).expect("dice are due");
        assert_eq!(game.phase(), Phase::Act { seat: 1 });
        assert_eq!(game.unspent_dice(), [1, 6]);
        assert!(game.view().dice.iter().all(|die| die.seat == 1));
    }
    assert_eq!(first_turn([5, 2], [1, 2]).phase(), Phase::Act { seat: 0 });
}

#[test]
fn a_turn_may_be_ended_at_any_time() {
    let mut game = first_turn([6, 5], [3, 3]);
    assert_eq!(game.turn_ending_actions(), ["end"]);
    game.play("a4-out").expect("legal");
    assert_eq!((game.turn_ending_actions(), game.unspent_dice()), (vec!["end".to_owned()], vec![3, 3]));
    game.play("end").expect("legal");
    assert_eq!(game.phase(), Phase::Roll { seat: 1 });
    assert_eq!(game.scores(), [2, 1]);
}

#[test]
fn twenty_turns_in_which_nobody_moves_are_a_draw() {
    let mut game = first_turn([6, 5], [3, 3]);
    for _ in 1..20 {
        game.play("end").expect("legal");
        game.roll([1, 2]).expect("dice are due");
    }
    game.play("end").expect("legal");
    let outcome = game.outcome().expect("over");
    assert_eq!(
        (outcome.reason.name(), outcome.ranks, outcome.scores),
        ("no-progress", vec![1, 1], vec![1, 1])
    );
}

#[test]
fn a_seat_may_leave_before_any_roll_and_in_any_turn() {
    let opening = start(&Setup::for_seats(2));
    let mut decided = opening.clone();
    decided.roll([1, 2]).expect("dice are due");
    for game in [opening, decided, first_turn([6, 5], [3, 3])] {
        for seat in [0, 1] {
            let mut game = game.clone();
            game.leave(seat, LeaveReason::Timeout).expect("it is in");
            let outcome = game.outcome().expect("over");
            let ranks = if seat == 0 { vec![2, 1] } else { vec![1, 2] };
            assert_eq!((outcome.reason, outcome.ranks, outcome.scores), (Reason::TIMEOUT, ranks, vec![1, 1]));
            assert_eq!(game.roll([1, 2]), Err(InputError::Over));
            assert!(game.unspent_dice().is_empty());
        }
    }
}

#[test]
fn only_squares_of_the_tracks_are_named() {
    let game = first_turn([6, 5], [3, 3]);
    for odd in ["a1-b1", "a5-out", "b3-c3", "a2-in1", "in4-a2", "in-a2", "out-a4", "a2-f2", "end-a2", "a2"] {
        assert_eq!(game.clone().play(odd), Err(InputError::BadNotation(odd.to_owned())));
    }
    for illegal in ["a3-a4", "a2-b2", "b2-b2", "in1-a2", "in1-out", "d2-out"] {
        assert_eq!(game.clone().play(illegal), Err(InputError::Illegal(illegal.to_owned())));
    }
}

#[test]
fn set_ups_that_are_refused() {
    let code =
        |setup: &Setup| AnyGame::start(GameKind::MartianBackgammon, setup).expect_err("refused").code();
    let two = || Setup::for_seats(2);
    for seats in [0, 1, 3, 6] {
        assert_eq!(code(&Setup::for_seats(seats)), "bad_players");
    }
    assert_eq!(code(&two().choose("landing", "Strict")), "bad_option");
    assert_eq!(code(&two().switch("landing", true)), "bad_option");
    assert_eq!(code(&two().choose("columns", "open")), "bad_option");
    assert_eq!(code(&Setup { first: 2, ..two() }), "bad_first");
    start(&two().choose("landing", "open"));
    start(&two().choose("landing", "strict"));
}

#[test]
fn the_board_is_laid_out_for_all_to_see() {
    let layout = start(&Setup::for_seats(2)).layout();
    let names = |which: &dyn Fn(Shade, Option<u8>) -> bool| -> Vec<&str> {
        let spaces = layout.spaces.iter().filter(|space| which(space.shade, space.zone));
        spaces.map(|space| space.name.as_str()).collect()
    };
    assert_eq!(layout.spaces.len(), 25);
    assert_eq!(names(&|_, zone| zone == Some(0)), ["e3"]);
    assert_eq!(names(&|_, zone| zone == Some(1)), ["a3"]);
    assert_eq!(names(&|shade, _| shade == Shade::Ground).join(" "), "a1 b1 c1 d1 e1 b3 c3 d3 a5 b5 c5 d5 e5");
    let (mounds, arrows) = layout.decor.split_at(3);
    let mounds: Vec<_> = mounds.iter().map(|decor| (decor.kind, decor.centre)).collect();
    assert_eq!(mounds, [150, 250, 350].map(|x| (DecorKind::Mound {}, [x, 250])));
    // Along both lines everybody goes the same way; only at the ends each seat has a way of its own.
    let ways = |whose| {
        let arrow = |heading, seat| DecorKind::Arrow { heading, seat };
        [0, 90, 180, 270].map(|heading| {
            let these = arrows.iter().filter(|decor| decor.kind == arrow(heading, whose));
            these.map(|decor| decor.centre).collect::<Vec<_>>()
        })
    };
    let (below, above) = (350, 150);
    let line = |y| [100, 200, 300, 400].map(|x| [x, y]).to_vec();
    assert_eq!(ways(None), [line(below), vec![], line(above).into_iter().rev().collect(), vec![]]);
    assert_eq!(ways(Some(0)), [vec![[8, below]], vec![], vec![[8, above]], vec![[450, 300], [450, 200]]]);
    assert_eq!(ways(Some(1)), [vec![[492, below]], vec![[50, 200], [50, 300]], vec![[492, above]], vec![]]);
    assert_eq!(arrows.len(), 16);
    let trays: Vec<_> = layout.trays.iter().map(|tray| (tray.kind, tray.seat)).collect();
    assert_eq!(
        trays,
        [(TrayKind::Waiting, 0), (TrayKind::Out, 0), (TrayKind::Waiting, 1), (TrayKind::Out, 1)]
    );
    let tokens: BTreeSet<&str> = layout.tokens.iter().map(|token| token.text.as_str()).collect();
    let expected: BTreeSet<&str> = TRACKS.iter().flat_map(|track| track.split(' ')).collect();
    let off_board = BTreeSet::from(["in1", "in2", "in3", "out", "end"]);
    assert_eq!(tokens, &expected | &off_board);
}

/// A game as it is seen, for working out what is legal in the plainest way.
struct Seen<'a> {
    seat: usize,
    view: &'a View,
    spaces: Vec<String>,
}

impl Seen<'_> {
    fn track(seat: usize) -> Vec<&'static str> {
        TRACKS[seat].split(' ').collect()
    }

    /// Owners and sizes from the bottom up.
    fn stack(&self, name: &str) -> Vec<(usize, u8)> {
        let place = self.spaces.iter().position(|space| space == name).expect("a space");
        let stack = self.view.spaces[place].stack.iter();
        stack.map(|piece| (usize::from(piece.owner.expect("an owner")), piece.size)).collect()
    }

    /// The size that an action moves, and how far.
    fn move_of(&self, action: &str) -> (u8, usize) {
        let (from, to) = action.split_once('-').expect("a move");
        let step =
            |name| Self::track(self.seat).iter().position(|space| *space == name).expect("on the track");
        let goal = if to == "out" { 12 } else { step(to) + 1 };
        match from.strip_prefix("in") {
            Some(size) => (size.parse().expect("a size"), goal),
            None => (self.stack(from).last().expect("a piece").1, goal.abs_diff(step(from) + 1)),
        }
    }

    fn legal(&self, strict: bool) -> BTreeSet<String> {
        let mut legal = BTreeSet::from(["end".to_owned()]);
        let track = Self::track(self.seat);
        let mut movers: Vec<(String, usize, u8)> = Vec::new();
        for (place, name) in track.iter().enumerate() {
            if let Some((_, size)) = self.stack(name).last().filter(|(owner, _)| *owner == self.seat) {
                movers.push(((*name).to_owned(), place + 1, *size));
            }
        }
        for size in (1..=3u8).filter(|size| self.view.trays[2 * self.seat][usize::from(*size) - 1] > 0) {
            movers.push((format!("in{size}"), 0, size));
        }
        let carries =
            |far: usize| self.view.dice.iter().any(|die| !die.spent && usize::from(die.face) >= far);
        let out = self.view.scores[self.seat];
        for (from, step, size) in movers {
            for goal in (1..=12).filter(|goal| *goal != step && carries(step.abs_diff(*goal))) {
                let (name, may_stop) = if goal == 12 {
                    ("out", i32::from(size) == out % 3 + 1)
                } else {
                    let name = track[goal - 1];
                    let may_stop = match self.stack(name)[..] {
                        [] => !strict || goal == 6,
                        [.., (owner, top)] if owner == self.seat => top >= size,
                        [_] => true,
                        _ => false,
                    };
                    (name, may_stop)
                };
                if may_stop {
                    legal.insert(format!("{from}-{name}"));
                }
            }
        }
        legal
    }
}

/// How many pieces of each size a seat has anywhere.
fn pieces(view: &View, seat: u8) -> [u8; 3] {
    let mut counts = view.trays[2 * usize::from(seat)];
    for piece in view.spaces.iter().flat_map(|space| &space.stack).filter(|piece| piece.owner == Some(seat)) {
        counts[usize::from(piece.size) - 1] += 1;
    }
    counts
}

fn unspent(view: &View) -> Vec<u8> {
    view.dice.iter().filter(|die| !die.spent).map(|die| die.face).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn dice_are_used_as_they_fell_and_no_piece_is_lost(
        strict: bool,
        choices in prop::collection::vec(any::<u16>(), 400),
    ) {
        let mut game = start(&Setup::for_seats(2).choose("landing", if strict { "strict" } else { "open" }));
        let names: Vec<String> = game.layout().spaces.into_iter().map(|space| space.name).collect();
        let mut out = [1, 1];
        let mut dice_left = 0;
        for choice in choices {
            let before = game.view();
            prop_assert_eq!((pieces(&before, 0), pieces(&before, 1)), ([5; 3], [5; 3]));
            let seat = match game.phase() {
                Phase::Over => break,
                Phase::Roll { .. } => {
                    let dice = [(choice % 6 + 1) as u8, (choice / 6 % 6 + 1) as u8];
                    game.roll(dice).expect("dice are due");
                    dice_left = if dice[0] == dice[1] { 3 } else { 2 };
                    continue;
                }
                Phase::Act { seat } => usize::from(seat),
            };
            let seen = Seen { seat, view: &before, spaces: names.clone() };
            let actions = game.actions();
            prop_assert_eq!(&actions.iter().cloned().collect::<BTreeSet<_>>(), &seen.legal(strict));
            // An end is taken only if it comes up twice, so that most dice are used.
            let pick = usize::from(choice) % actions.len();
            let action = if actions[pick] == "end" { &actions[usize::from(choice) / 97 % actions.len()] } else { &actions[pick] };
            game.play(action).expect("legal");
            let after = game.view();
            if action == "end" {
                prop_assert_eq!(&after.dice, &before.dice);
                continue;
            }
            let (size, far) = seen.move_of(action);
            let fitting = unspent(&before).into_iter().filter(|face| usize::from(*face) >= far);
            let smallest = fitting.min().expect("some die carries so far");
            let mut left = unspent(&before);
            left.remove(left.iter().position(|face| *face == smallest).expect("it is there"));
            left.sort_unstable();
            let mut shown = unspent(&after);
            shown.sort_unstable();
            prop_assert_eq!(shown, left);
            prop_assert!(dice_left > 0, "never more moves than dice");
            dice_left -= 1;
            if action.ends_with("-out") {
                prop_assert_eq!(i32::from(size), out[seat] % 3 + 1, "out in order");
                out[seat] += 1;
            }
            prop_assert_eq!(&after.scores[..], &out[..]);
        }
    }
}
