//! Unit tests: positions that play from the start seldom reaches, and the legal list against the rule to the letter.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::board::{Board, GRID};
use super::{Action, HOME, MartianFrisby, NO_PROGRESS};
use crate::grid::Move;
use crate::{Game, InputError, Phase, Pyramid, Reason, Seat, Setup};

fn columns(choice: &str) -> Setup {
    Setup::for_seats(2).choose("columns", choice)
}

/// A position of these stacks (`a1:12c`: from the bottom up, letters for seat 1), with `seat` to act on these dice.
fn position(setup: &Setup, seat: Seat, stacks: &str, dice: [u8; 2]) -> MartianFrisby {
    let mut game = MartianFrisby::start(&Setup { first: seat, ..setup.clone() }).expect("the set-up is good");
    let pieces =
        stacks.split_whitespace().flat_map(|told| {
            let (cell, pieces) = told.split_once(':').expect("a square and pieces");
            let cell = GRID.cell_named(cell).expect("a square");
            pieces.bytes().map(move |piece| {
                if piece >= b'a' { (piece - b'a' + 1, 1, cell) } else { (piece - b'0', 0, cell) }
            })
        });
    game.board = Board::of(pieces);
    game.roll(dice).expect("a roll is due");
    game
}

fn play(game: &mut MartianFrisby, line: &str) {
    for action in line.split(' ') {
        game.play(action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
    }
}

fn end(game: &MartianFrisby) -> (Reason, Vec<u8>) {
    let outcome = game.outcome().expect("over");
    (outcome.reason, outcome.ranks)
}

#[test]
fn a_piece_lands_on_smaller_ones_of_either_colour_only() {
    let game = position(&columns("closed"), 0, "a1:2 a2:1 a3:b a4:3 a5:a a7:c b1:abc b8:13", [1, 4]);
    let lands = |die| -> Vec<String> { game.board.moves(0, die, false).map(written).collect() };
    assert!(lands(1).contains(&"a1-a2".to_owned()), "on a smaller one of its own");
    assert!(lands(4).contains(&"a1-a5".to_owned()), "on a smaller one of the other's");
    assert!(!lands(1).contains(&"a2-a1".to_owned()), "not on a larger one");
    assert!(lands(1).contains(&"a4-a3".to_owned()) && lands(1).contains(&"a4-a5".to_owned()));
    assert!(!lands(2).contains(&"a1-a3".to_owned()), "not on an equal one");
    assert!(!lands(3).contains(&"a4-a7".to_owned()), "not on an equal one of the other's");
    assert!(
        lands(5).contains(&"b8-b3".to_owned()) && lands(6).contains(&"a2-a8".to_owned()),
        "over anything"
    );
    assert!(lands(6).iter().all(|action| !action.starts_with("a4")), "nor off the board");
}

#[test]
fn a_piece_under_another_cannot_move() {
    let game = position(&columns("closed"), 0, "a2:1c b2:2c a8:123 b8:3", [1, 2]);
    let mut from: Vec<String> =
        (1..=6).flat_map(|die| game.board.moves(0, die, false)).map(|taken| GRID.name(taken.from)).collect();
    from.sort();
    from.dedup();
    assert_eq!(from, ["a8", "b8"]);
}

#[test]
fn a_first_move_must_leave_the_other_die_a_move() {
    // Only from a2 can the 6 be used, and only onto the small one.
    let mut game = position(&columns("closed"), 0, "a3:2 a8:a b1:abc b8:bc", [1, 6]);
    assert_eq!(game.actions(), ["a3-a2"]);
    assert_eq!(game.play("a3-a4"), Err(InputError::Illegal("a3-a4".to_owned())));
    play(&mut game, "a3-a2");
    assert_eq!(game.actions(), ["a2-a8"]);
}

#[test]
fn pass_is_offered_only_when_no_pair_is() {
    let game = position(&columns("closed"), 0, "a4:1 b1:abc b8:ab a8:c", [5, 6]);
    assert_eq!((game.actions(), game.unspent_dice()), (vec!["pass".to_owned()], vec![5, 6]));
    assert_eq!(game.turn_ending_actions(), ["pass"]);
    let mut passed = game;
    play(&mut passed, "pass");
    assert_eq!(passed.phase(), Phase::Roll { seat: 1 });
    assert!(passed.view().last.is_empty() && passed.unspent_dice().is_empty());
    // One die could be used, but not both.
    let one = position(&columns("closed"), 0, "a4:1 b1:abc b8:ab a8:c", [6, 1]);
    assert_eq!(one.actions(), ["pass"]);
}

#[test]
fn the_second_of_a_double_may_not_undo_the_first() {
    for choice in ["closed", "open"] {
        let mut game = position(&columns(choice), 0, "a4:1 a5:2 b1:abc b8:abc", [1, 1]);
        play(&mut game, "a5-a6");
        assert!(!game.actions().contains(&"a6-a5".to_owned()), "{choice}");
        assert!(game.actions().contains(&"a6-a7".to_owned()), "{choice}");
        assert_eq!(game.actions().contains(&"a6-b5".to_owned()), choice == "open");
    }
    // With nothing else to follow, the first is not legal either.
    let stuck = position(&columns("closed"), 0, "a4:2 a8:a b1:abc b8:bc", [4, 4]);
    assert!(stuck.board.moves(0, 4, false).next().is_some());
    assert_eq!(stuck.actions(), ["pass"]);
    // Other dice may take the same piece to and fro.
    let mut other = position(&columns("closed"), 0, "a4:1 a8:c b1:abc b8:ab", [1, 2]);
    play(&mut other, "a4-a6 a6-a5");
    assert_eq!(other.actions(), ["end"]);
}

#[test]
fn nests_complete_between_the_dice_win_at_once() {
    let home = "a8:12 a5:3 b8:123 b1:abc a2:abc";
    let mut game = position(&columns("closed"), 0, home, [3, 4]);
    play(&mut game, "a5-a8");
    assert_eq!(end(&game), (HOME, vec![1, 2]));
    assert!(game.unspent_dice().is_empty() && game.actions().is_empty());
    let unspent: Vec<bool> = game.view().dice.iter().map(|die| die.spent).collect();
    assert_eq!(unspent, [true, false]);
    // And from the other side, by the second die.
    let mut theirs = position(&columns("open"), 1, "a1:ab b1:abc a4:c a7:123 b8:123", [1, 2]);
    play(&mut theirs, "a4-b2 b2-a1");
    assert_eq!(end(&theirs), (HOME, vec![2, 1]));
}

#[test]
fn a_winning_first_move_needs_no_second() {
    // No piece could use the 6 after it, or instead of it.
    let home = "a8:12 a7:3 b8:123 a2:c b2:c b1:ab a1:ab";
    let game = position(&columns("closed"), 0, home, [1, 6]);
    assert!(game.board.moves(0, 1, false).next().is_some());
    let mut won = game;
    assert!(won.actions().contains(&"a7-a8".to_owned()));
    play(&mut won, "a7-a8");
    assert_eq!(end(&won).0, HOME);
    assert!(won.board.moves(0, 6, false).next().is_none(), "there was no second");
}

#[test]
fn a_mixed_nest_is_no_home() {
    let mut game = position(&columns("closed"), 0, "a8:a2 a5:3 b8:123 b1:1 a1:bc", [3, 1]);
    play(&mut game, "a5-a8");
    assert!(game.outcome().is_none());
}

#[test]
fn five_hundred_turns_are_a_draw_unless_the_last_wins() {
    let near = "a8:12 a5:3 b8:123 b1:abc a2:abc";
    let mut game = position(&columns("closed"), 0, near, [1, 2]);
    game.turns = 499;
    let mut drawn = game;
    play(&mut drawn, "a5-a6 a6-a4");
    assert!(drawn.outcome().is_none());
    assert!(drawn.turn_ending_actions().is_empty(), "this end ends the game");
    play(&mut drawn, "end");
    assert_eq!(end(&drawn), (NO_PROGRESS, vec![1, 1]));
    assert_eq!(drawn.view().counters, [Some(500)]);
    play(&mut game, "a5-a6 a6-a8");
    assert_eq!(end(&game).0, HOME);
}

#[test]
fn a_pass_counts_as_a_turn() {
    let mut game = position(&columns("closed"), 0, "a4:1 b1:abc b8:ab a8:c", [6, 6]);
    game.turns = 499;
    play(&mut game, "pass");
    assert_eq!(end(&game).0, NO_PROGRESS);
}

/// A move's notation.
fn written(taken: Move) -> String {
    let mut text = String::new();
    GRID.write_move(taken, &mut text);
    text
}

/// A board as lists of pieces, to read the rule by.
type Lists = Vec<Vec<Pyramid>>;

fn lists(board: Board) -> Lists {
    (0..GRID.cell_count()).map(|cell| board.shown(cell).into_vec()).collect()
}

fn moves_to_the_letter(lists: &Lists, seat: Seat, die: u8, open: bool) -> Vec<Move> {
    let cells = 0..GRID.cell_count();
    let pairs = cells.clone().flat_map(|from| cells.clone().map(move |to| Move { from, to }));
    pairs
        .filter(|Move { from, to }| {
            let ((column, row), (to_column, to_row)) = (GRID.place(*from), GRID.place(*to));
            let Some(piece) = lists[usize::from(*from)].last() else { return false };
            piece.owner == Some(seat)
                && row.abs_diff(to_row) == die
                && (open || column == to_column)
                && lists[usize::from(*to)].last().is_none_or(|under| under.size < piece.size)
        })
        .collect()
}

fn moved(lists: &Lists, Move { from, to }: Move) -> Lists {
    let mut after = lists.clone();
    let piece = after[usize::from(from)].pop().expect("a piece");
    after[usize::from(to)].push(piece);
    after
}

fn is_home_to_the_letter(lists: &Lists, seat: Seat) -> bool {
    let row = if seat == 0 { 7 } else { 0 };
    let nest = [1, 2, 3].map(|size| Pyramid { owner: Some(seat), ..Pyramid::plain(size) });
    (0..2).all(|column| lists[usize::from(GRID.cell(column, row))] == nest)
}

/// The first actions to the letter: each with a second by the other die that leaves another board than before.
fn firsts_to_the_letter(lists: &Lists, seat: Seat, dice: [u8; 2], open: bool) -> BTreeSet<String> {
    let mut firsts = BTreeSet::new();
    for [die, other] in [dice, [dice[1], dice[0]]] {
        for first in moves_to_the_letter(lists, seat, die, open) {
            let after = moved(lists, first);
            let follows = moves_to_the_letter(&after, seat, other, open)
                .into_iter()
                .any(|second| moved(&after, second) != *lists);
            if follows || is_home_to_the_letter(&after, seat) {
                firsts.insert(written(first));
            }
        }
    }
    if firsts.is_empty() {
        firsts.insert("pass".to_owned());
    }
    firsts
}

fn pieces_of(lists: &Lists) -> Vec<(u8, Option<Seat>)> {
    let mut pieces: Vec<_> = lists.iter().flatten().map(|piece| (piece.size, piece.owner)).collect();
    pieces.sort_unstable();
    pieces
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Random play, every list against the letter: what is offered has a second, and what has a second is offered.
    #[test]
    fn play_agrees_with_the_letter(
        open in any::<bool>(),
        inputs in vec((any::<Index>(), [1..=6u8, 1..=6u8]), 1..400),
    ) {
        let mut game = MartianFrisby::start(&columns(if open { "open" } else { "closed" })).expect("good");
        let all = pieces_of(&lists(game.board));
        prop_assert_eq!(all.len(), 12);
        let mut before = lists(game.board);
        for (choice, roll) in inputs {
            let now = lists(game.board);
            prop_assert_eq!(pieces_of(&now), all.clone(), "no piece comes or goes");
            for stack in &now {
                prop_assert!(stack.windows(2).all(|pair| pair[0].size < pair[1].size), "pieces only nest");
            }
            let seat = game.seats.to_act();
            prop_assert_eq!(game.board.is_home(seat), is_home_to_the_letter(&now, seat));
            match game.phase() {
                Phase::Over => break,
                Phase::Roll { .. } => {
                    before = now;
                    game.apply_roll(roll);
                }
                Phase::Act { seat } => {
                    let listed: BTreeSet<String> = game.actions().into_iter().collect();
                    let to_the_letter = match *game.unspent_dice() {
                        [one, two] => firsts_to_the_letter(&now, seat, [one, two], open),
                        [die] => moves_to_the_letter(&now, seat, die, open)
                            .into_iter()
                            .filter(|second| moved(&now, *second) != before)
                            .map(written)
                            .collect(),
                        _ => BTreeSet::from(["end".to_owned()]),
                    };
                    prop_assert_eq!(&listed, &to_the_letter);
                    prop_assert!(!listed.is_empty());
                    let mut actions = Vec::new();
                    game.legal(&mut actions);
                    let action = actions[choice.index(actions.len())];
                    game.apply(action);
                    if let Action::Move(taken) = action {
                        prop_assert_eq!(lists(game.board), moved(&now, taken));
                    }
                }
            }
        }
    }
}
