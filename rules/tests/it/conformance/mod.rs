//! What every game must do, whatever its rules: random playouts of every set-up, checked at every step.
//!
//! Whether an action *ought* to be legal this suite cannot know: checked play asks the game's own list. That is for
//! golden games and counts, made by another implementation, and for each game's own tests.

mod motions;
mod positions;
mod shown;

use std::thread;

use cydonia_rules::{
    AnyGame, Game, GameKind, GameVisitor, InputError, Layout, LeaveReason, Outcome, Phase, Reason, Setup,
};
use fastrand::Rng;

use self::shown::{layout_is_whole, through_json, view_fits};
use crate::player::{Input, Player};

/// How many steps of each game are checked; every set-up gets two rounds at least, one with leavers.
const STEPS: usize = 40_000;

/// Texts that no game should stumble over: some are close to an action, some only look like one.
const ODD: &[&str] = &[
    "",
    "-",
    "--",
    "a1",
    "a1-",
    "-a1",
    "a1--a2",
    "A1-b2",
    "a1-B2",
    "a1-b2-",
    "a1 -b2",
    "a1_b2",
    "a01-b2",
    "a1-b2\n",
    "pass ",
    "Pass",
    "pass-pass",
    "end-end",
    "a1-b2-clock-clock",
    "a1-b2-Clock",
    "\u{0}",
    "a1-b2\u{0}",
    // A Cyrillic a, full-width and Arabic digits, a superscript.
    "а1-b2",
    "ａ1-b2",
    "a１-b2",
    "a١-b2",
    "a¹-b2",
    // Other dashes, and a minus.
    "a1–b2",
    "a1‑b2",
    "a1−b2",
    // A combining mark, a joiner, a change of direction, a byte order mark.
    "a\u{301}1-b2",
    "a1-\u{200d}b2",
    "\u{202e}a1-b2",
    "\u{feff}a1-b2",
    // What folds to ASCII when its case is changed.
    "paſſ",
    "cloc\u{212a}",
    "🜂",
    "🜂🜂-🜂🜂",
];

#[test]
fn every_game_conforms() {
    thread::scope(|scope| {
        for kind in GameKind::ALL {
            let named = thread::Builder::new().name(kind.id().to_owned());
            named.spawn_scoped(scope, || kind.visit(Conforms)).expect("a thread starts");
        }
    });
}

struct Conforms;

impl GameVisitor for Conforms {
    type Output = ();

    fn visit<G: Game>(self, kind: GameKind) {
        assert_eq!(GameKind::from_id(kind.id()), Some(kind));
        let setups = kind.info().setups();
        let is_for_two = setups.iter().all(|setup| setup.seats == 2);
        assert!(!G::INFO.dice || is_for_two, "dice are made between two: one who rolls, and one who waits");
        let mut steps = 0;
        for round in 0.. {
            for (number, setup) in (0u64..).zip(&setups) {
                if round >= 2 && steps >= STEPS {
                    return;
                }
                let leave_one_in = if round % 2 == 1 { 64 } else { 0 };
                steps += playout::<G>(kind, setup, number << 32 | round, leave_one_in);
            }
        }
    }
}

/// Plays one random game to its end and returns its length.
fn playout<G: Game>(kind: GameKind, setup: &Setup, seed: u64, leave_one_in: u32) -> usize {
    let mut game = G::start(setup).expect("a listed set-up starts");
    let mut live = AnyGame::start(kind, setup).expect("a listed set-up starts");
    let layout = game.layout();
    through_json(&layout);
    layout_is_whole(&layout, setup);
    let mut player = Player::new(&layout, seed, leave_one_in);
    let mut view = game.view();
    let mut folded = view.clone();
    let mut line = Vec::new();
    let mut acted = 0;
    while let Some(input) = player.choose(&game) {
        refuses_what_does_not_fit(&game, &layout, setup, &mut player.rng);
        positions::reads_back(&live, &mut player.rng);
        let before = game.clone();
        input.give(&mut game).expect("the position takes it");
        let told = input.give_any(&mut live).expect("the position takes it");
        let next = game.view();
        match (&input, before.phase()) {
            (Input::Act(action), Phase::Act { seat }) => {
                acted += 1;
                assert!(acted <= game.action_bound(), "a game ends within its declared bound");
                turn_ends_as_announced(&before, action, &game);
                motions::tell_the_difference(&view, &next, &told, &layout, seat);
                motions::markers_are_named(&view, &next, action, &layout);
            }
            _ => motions::nothing_moves(&view, &next),
        }
        if let Input::Leave(seat, reason) = input {
            let code = if game.outcome().is_some() { "over" } else { "bad_seat" };
            refuses(&game, |game| game.leave(seat, reason), code);
        }
        let diff = view.diff(&next);
        through_json(&diff);
        folded.fold(&diff);
        assert_eq!(folded, next, "folding differences gives the view");
        assert_eq!(live.view(), next);
        through_json(&next);
        view_fits(&next, &layout, &game, setup);
        view = next;
        line.push(input);
    }
    ends_well(&game, kind, setup);
    assert_eq!(live.outcome(), game.outcome());
    assert_eq!(live.position(), None, "nothing is to be decided any more");
    replays_to(kind, setup, &line, &live);
    line.len()
}

fn refuses_what_does_not_fit<G: Game>(game: &G, layout: &Layout, setup: &Setup, rng: &mut Rng) {
    refuses(game, |game| game.leave(setup.seats, LeaveReason::Resigned), "bad_seat");
    match game.phase() {
        Phase::Over => assert!(game.outcome().is_some()),
        Phase::Roll { .. } => {
            assert!(G::INFO.dice, "only games with dice ask for them");
            assert!(
                game.actions().is_empty()
                    && game.turn_ending_actions().is_empty()
                    && game.outcome().is_none()
            );
            refuses(game, |game| game.play("pass"), "wrong_phase");
            refuses(game, |game| game.roll([0, 7]), "bad_dice");
        }
        Phase::Act { seat } => {
            assert!(game.seats().is_in(seat) && game.outcome().is_none(), "only a seat that is in acts");
            list_and_notation_agree(game, layout, rng);
            refuses(game, |game| game.roll([1, 2]), "wrong_phase");
        }
    }
}

/// The list and the notation must tell the same, and nothing else is taken.
fn list_and_notation_agree<G: Game>(game: &G, layout: &Layout, rng: &mut Rng) {
    let mut listed = Vec::new();
    game.legal(&mut listed);
    let texts = game.actions();
    assert!(!texts.is_empty(), "a seat to act has something to do");
    assert!(texts.windows(2).all(|pair| pair[0] < pair[1]), "sorted, each once: {texts:?}");
    assert_eq!(texts.len(), listed.len());
    assert!(texts.len() == 1 || texts.iter().all(|text| text != "pass"), "one passes only if one must");
    for action in &listed {
        let text = game.notation(*action);
        assert!(texts.binary_search(&text).is_ok());
        assert_eq!(game.parse(&text), Some(*action), "notation reads back: {text}");
        assert!(game.is_legal(*action), "what is listed is legal: {text}");
        for part in text.split('-') {
            assert!(layout.tokens.iter().any(|token| token.text == part), "{part} is described");
        }
    }
    // Any action made of this game's tokens is either listed or refused.
    let token = |rng: &mut Rng| layout.tokens[rng.usize(..layout.tokens.len())].text.clone();
    for _ in 0..8 {
        let text = (0..rng.usize(1..=3)).map(|_| token(rng)).collect::<Vec<_>>().join("-");
        if !texts.contains(&text) {
            let code = if game.parse(&text).is_some() { "illegal" } else { "bad_notation" };
            refuses(game, |game| game.play(&text), code);
        }
    }
    for odd in ODD {
        if let Some(action) = game.parse(odd) {
            assert_eq!(game.notation(action), *odd, "only what is written reads back");
        }
    }
    let odd = ODD[rng.usize(..ODD.len())];
    if game.parse(odd).is_none() {
        refuses(game, |game| game.play(odd), "bad_notation");
    }
}

/// The actions that were said to end the turn must be those after which it has ended.
fn turn_ends_as_announced<G: Game>(before: &G, text: &str, after: &G) {
    let ends = before.turn_ending_actions();
    let is_over = after.phase() == Phase::Over;
    let has_ended = !is_over && (!G::INFO.dice || after.phase() != before.phase());
    let action = before.parse(text).expect("it was played");
    assert_eq!(before.ends_turn(action), has_ended, "{text}");
    if G::INFO.dice {
        assert!(ends.windows(2).all(|pair| pair[0] < pair[1]), "sorted, each once: {ends:?}");
        let actions = before.actions();
        assert!(ends.iter().all(|end| actions.contains(end)), "what ends the turn is legal");
        assert_eq!(ends.iter().any(|end| end == text), has_ended, "{text}");
    } else {
        assert!(ends.is_empty(), "without dice nobody needs to ask");
    }
}

/// A refused input has that code and leaves everything that can be seen as it was.
fn refuses<G: Game>(game: &G, input: impl FnOnce(&mut G) -> Result<(), InputError>, code: &str) {
    let mut tried = game.clone();
    let refusal = input(&mut tried).expect_err("refused");
    assert_eq!(refusal.code(), code, "{refusal}");
    assert!(!refusal.to_string().is_empty());
    assert_eq!(format!("{tried:?}"), format!("{game:?}"), "a refusal changes nothing");
}

fn ends_well<G: Game>(game: &G, kind: GameKind, setup: &Setup) {
    let Outcome { scores, ranks, reason } = game.outcome().expect("a game that is over has an outcome");
    assert_eq!(scores, game.scores());
    assert_eq!(ranks.len(), usize::from(setup.seats));
    let by_leaving = [Reason::RESIGNED, Reason::TIMEOUT, Reason::ABANDONED].contains(&reason);
    assert!(by_leaving || kind.info().reasons.iter().any(|info| info.reason == reason), "{reason:?}");
    let leavers = game.seats().leavers();
    for (seat, rank) in (0u8..).zip(&ranks) {
        let better = ranks.iter().filter(|other| *other < rank).count();
        let all_lose = ranks.iter().all(|rank| usize::from(*rank) == ranks.len());
        assert!(all_lose || usize::from(*rank) == better + 1, "a rank counts the seats above it: {ranks:?}");
        let teams = !game.layout().teams.is_empty();
        assert!(teams || *rank != 1 || !leavers.contains(&seat), "a leaver does not win: {ranks:?}");
    }
    assert!(
        game.actions().is_empty() && game.turn_ending_actions().is_empty() && game.unspent_dice().is_empty()
    );
    refuses(game, |game| game.play("pass"), "over");
    refuses(game, |game| game.roll([1, 1]), "over");
    refuses(game, |game| game.leave(0, LeaveReason::Resigned), "over");
}

fn replays_to(kind: GameKind, setup: &Setup, line: &[Input], live: &AnyGame) {
    let mut again = AnyGame::start(kind, setup).expect("it started before");
    for input in line {
        input.give_any(&mut again).expect("it was taken before");
    }
    assert_eq!(again.view(), live.view());
    assert_eq!(again.outcome(), live.outcome());
}
