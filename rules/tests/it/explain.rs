//! What is asked for and why something is refused: in random games of every set-up, of each game that has words of its own.

use std::collections::BTreeSet;
use std::thread;

use cydonia_rules::{
    AnyGame, Ask, Game, GameKind, GameVisitor, Layout, Objection, Phase, Setup, Token, TokenKind,
};
use fastrand::Rng;
use serde_json::Value;

use crate::pages;
use crate::player::Player;

/// The keys that came up: those of asks and those of objections.
#[derive(Default)]
struct Keys {
    asks: BTreeSet<String>,
    objections: BTreeSet<String>,
    /// Something that was refused without a reason, though a page could offer it.
    unexplained: Option<String>,
}

impl Keys {
    /// Those of each game.
    fn by_game() -> Vec<(GameKind, Self)> {
        thread::scope(|scope| {
            let playing: Vec<_> =
                GameKind::ALL.iter().map(|kind| (*kind, scope.spawn(|| kind.visit(Explains)))).collect();
            playing.into_iter().map(|(kind, game)| (kind, game.join().expect("what is said fits"))).collect()
        })
    }

    /// Those of all games.
    fn of_all(games: &[(GameKind, Self)]) -> Self {
        let mut all = Self::default();
        for (_, Keys { asks, objections, .. }) in games {
            all.asks.extend(asks.iter().cloned());
            all.objections.extend(objections.iter().cloned());
        }
        all
    }
}

/// A key as it goes over the line.
fn key(of: &impl serde::Serialize, tag: &str) -> String {
    let json = serde_json::to_value(of).expect("it is plain data");
    json[tag].as_str().expect("it is tagged").to_owned()
}

struct Explains;

impl GameVisitor for Explains {
    type Output = Keys;

    fn visit<G: Game>(self, kind: GameKind) -> Keys {
        let mut keys = Keys::default();
        for (seed, setup) in (0u64..).zip(kind.info().setups()) {
            for round in 0..5 {
                playout::<G>(&setup, seed << 32 | round, &mut keys);
            }
        }
        // A game may say no more than that something cannot be done now; one that says more says it of everything.
        if keys.objections.iter().any(|key| key != "not_now") {
            assert_eq!(keys.unexplained, None);
        }
        keys
    }
}

fn playout<G: Game>(setup: &Setup, seed: u64, keys: &mut Keys) {
    let mut game = G::start(setup).expect("a listed set-up starts");
    let layout = game.layout();
    let mut player = Player::new(&layout, seed, 0);
    let mut steps = 0;
    while let Some(input) = player.choose(&game) {
        asks_fit(&game, keys);
        for _ in 0..4 {
            let beginning = beginning(&game, &layout, &mut player.rng);
            is_explained(&game, &beginning, keys);
        }
        steps += 1;
        if steps == 250 {
            return;
        }
        input.give(&mut game).expect("the position takes it");
    }
    assert!(game.asks().is_empty(), "nothing is asked once the game is over");
    assert_eq!(game.objection("a1"), Some(Objection::NotNow {}));
}

fn asks_fit<G: Game>(game: &G, keys: &mut Keys) {
    let asks = game.asks();
    assert_eq!(asks, game.view().asks);
    assert!(!asks.is_empty(), "something is asked for while the game is on");
    if matches!(game.phase(), Phase::Act { .. }) {
        let longest = game.actions().iter().map(|action| action.split('-').count()).max();
        assert!(Some(asks.len()) <= longest, "no more is asked for than there are tokens: {asks:?}");
    }
    keys.asks.extend(asks.iter().map(|ask| key(ask, "ask")));
}

/// Tokens as a page would put them together: by what the legal actions are made of, and any space for a space.
fn beginning<G: Game>(game: &G, layout: &Layout, rng: &mut Rng) -> Vec<String> {
    let buttons: Vec<&Token> =
        layout.tokens.iter().filter(|token| matches!(token.kind, TokenKind::Button {})).collect();
    if !buttons.is_empty() && rng.u8(..8) == 0 {
        return vec![buttons[rng.usize(..buttons.len())].text.clone()];
    }
    let actions = game.actions();
    let Some(model) = (!actions.is_empty()).then(|| &actions[rng.usize(..actions.len())]) else {
        return vec!["a1".to_owned()];
    };
    // Where there are only buttons somebody may click the board all the same.
    if !model.contains('-') {
        let spaces: Vec<&Token> =
            layout.tokens.iter().filter(|token| matches!(token.kind, TokenKind::Space { .. })).collect();
        return vec![spaces[rng.usize(..spaces.len())].text.clone()];
    }
    let model: Vec<&str> = model.split('-').collect();
    let kind = |text: &str| layout.tokens.iter().find(|token| token.text == text).map(|token| &token.kind);
    let alike: Vec<String> = model
        .iter()
        .map(|text| {
            let same: Vec<&Token> = layout
                .tokens
                .iter()
                .filter(|token| match (kind(text), &token.kind) {
                    (Some(TokenKind::Space { .. }), TokenKind::Space { .. })
                    | (Some(TokenKind::Piece { .. }), TokenKind::Piece { .. }) => true,
                    _ => token.text == *text,
                })
                .collect();
            // Half of them as they are, so that what follows is of something that can be done.
            if rng.bool() { (*text).to_owned() } else { same[rng.usize(..same.len())].text.clone() }
        })
        .collect();
    alike[..rng.usize(1..=alike.len())].to_vec()
}

fn is_explained<G: Game>(game: &G, tokens: &[String], keys: &mut Keys) {
    let text = tokens.join("-");
    let may = game.actions().iter().any(|action| format!("{action}-").starts_with(&format!("{text}-")));
    let objection = game.objection(&text);
    assert_eq!(objection.is_none(), may, "{text}");
    let Some(objection) = objection else { return };
    let is_button = game
        .layout()
        .tokens
        .iter()
        .any(|token| token.text == text && matches!(token.kind, TokenKind::Button {}));
    // Only what no page offers, a button of another time or a piece onto itself, needs no words of its own.
    let is_odd = tokens.len() == 1 && is_button
        || tokens.windows(2).any(|pair| pair[0] == pair[1])
        || !matches!(game.phase(), Phase::Act { .. });
    if !is_odd && objection == (Objection::NotNow {}) {
        keys.unexplained.get_or_insert_with(|| format!("{}: {text}: {game:?}", G::INFO.id));
    }
    keys.objections.insert(key(&objection, "objection"));
}

#[test]
fn everything_that_can_be_asked_or_refused_is_and_has_its_place_in_the_rules() {
    let games = Keys::by_game();
    let all = Keys::of_all(&games);
    have_their_places_in_the_rules(&games, &all);
    let Keys { asks, objections, .. } = all;
    let seldom = ["pass", "choose"].map(str::to_owned);
    let every_ask = [
        "aim",
        "build",
        "end_all_used",
        "end_stuck",
        "goal",
        "hole",
        "pass_both_dice",
        "piece",
        "piece_by_die",
        "piece_up_to_die",
        "roll",
        "roll_again_for_start",
        "roll_as_winner",
        "roll_for_start",
        "root",
        "root_beside",
        "size",
    ];
    let asks: Vec<_> = asks.into_iter().filter(|ask| !seldom.contains(ask)).collect();
    assert_eq!(asks, every_ask);
    let every_objection = [
        "blocked",
        "defended",
        "dice_left",
        "dice_used",
        "empty",
        "empty_space",
        "hole",
        "merged_size_taken",
        "merged_too_large",
        "must_move",
        "none_left",
        "not_beside",
        "not_by_die",
        "not_now",
        "not_smaller",
        "nothing_beside",
        "nothing_to_point_at",
        "occupied",
        "one_step",
        "onto_smaller",
        "other_column",
        "other_die_stuck",
        "others_ground",
        "others_piece",
        "others_spot",
        "out_in_order",
        "own_piece",
        "rejection",
        "root_apart",
        "splits_board",
        "stride",
        "stuck",
        "too_far",
        "undoes",
    ];
    assert_eq!(objections.into_iter().collect::<Vec<_>>(), every_objection);
}

/// `docs/rules/anchors/` leads from what is asked for, and from what is refused, to the section of the rules that says so.
fn have_their_places_in_the_rules(games: &[(GameKind, Keys)], all: &Keys) {
    // Those are said too seldom to come up.
    let seldom = ["pass"];
    for (kind, keys) in games {
        let anchors = pages::file(&format!("anchors/{}.json", kind.id()));
        let anchors: Value = serde_json::from_str(&anchors).expect("it is JSON");
        let sections = pages::sections(kind.id());
        for (name, said, known) in
            [("asks", &keys.asks, &all.asks), ("objections", &keys.objections, &all.objections)]
        {
            let places = anchors[name].as_object().expect("keys with sections");
            for key in said.iter().filter(|key| *key != "choose") {
                assert!(places.contains_key(key), "{}: {name}: {key} has no section", kind.id());
            }
            for (key, section) in places {
                let section = section.as_str().expect("a section's name");
                assert!(sections.contains(section), "{}: {key}: there is no section {section}", kind.id());
                let is_known = known.contains(key) || seldom.contains(&key.as_str());
                assert!(is_known, "{}: there is no key {key}", kind.id());
            }
        }
    }
}

/// Plays a line; `3+5` is a roll.
fn play(kind: GameKind, setup: &Setup, line: &str) -> AnyGame {
    let mut game = AnyGame::start(kind, setup).expect("the set-up is good");
    for input in line.split_whitespace() {
        match input.split_once('+') {
            Some((one, two)) => {
                game.roll([one, two].map(|die| die.parse().expect("a die"))).expect("it takes a roll");
            }
            None => drop(game.play(input).expect("it is legal")),
        }
    }
    game
}

#[test]
fn the_opening_roll_says_who_begins_and_why() {
    let opening = |line| play(GameKind::MartianBackgammon, &Setup::for_seats(2), line).view().asks;
    assert_eq!(opening(""), [Ask::RollForStart {}]);
    assert_eq!(opening("4+4"), [Ask::RollAgainForStart { die: 4 }]);
    assert_eq!(opening("4+5"), [Ask::RollAsWinner { seat: 1, high: 5, low: 4 }]);
    assert_eq!(opening("6+1"), [Ask::RollAsWinner { seat: 0, high: 6, low: 1 }]);
    assert_eq!(opening("6+1 3+3"), [Ask::PieceUpToDie { dice: vec![3, 3, 3] }, Ask::Goal {}]);
    assert_eq!(opening("6+1 3+3 end"), [Ask::Roll {}], "the dice of a turn decide nothing more");
}

#[test]
fn holes_come_before_roots_and_roots_before_pieces() {
    let asks = |line| play(GameKind::BranchesTwigsThorns, &Setup::for_seats(2), line).view().asks;
    assert_eq!(asks(""), [Ask::Hole {}]);
    assert_eq!(asks("null-b2"), [Ask::Root {}]);
    assert_eq!(asks("null-b2 root-c5"), [Ask::Build {}, Ask::Size {}, Ask::Aim {}]);
}

#[test]
fn a_piece_just_moved_may_not_be_sent_straight_back() {
    let game = play(GameKind::MartianChess, &Setup::for_seats(2), "c3-d4 b6-a5 d4-c5");
    assert_eq!(game.objection("c5-d4"), Some(Objection::Rejection {}));
    assert_eq!(game.objection("c5"), None, "it may go elsewhere");
    assert_eq!(game.objection("d1"), Some(Objection::OthersGround { size: 3, seat: 0 }));
}

#[test]
fn pieces_go_out_in_order() {
    let game = play(GameKind::MartianBackgammon, &Setup::for_seats(2), "6+1 6+5");
    // Seat 0 has a pawn out from the start, so that a drone is next: what stands on a4.
    assert_eq!(game.objection("a4-out"), None);
    assert_eq!(game.objection("c4-out"), Some(Objection::OutInOrder { next: 2 }));
    assert_eq!(game.objection("b2-out"), Some(Objection::TooFar { dice: vec![5, 6] }));
    assert_eq!(game.objection("d2-a3"), Some(Objection::OthersSpot { seat: 1 }));
}

#[test]
fn both_dice_have_to_be_used_in_frisby() {
    let game = play(GameKind::MartianFrisby, &Setup::for_seats(2), "3+3 a1-a4");
    assert_eq!(game.objection("a4-a1"), Some(Objection::Undoes {}));
    assert_eq!(game.objection("a4-a6"), Some(Objection::NotByDie { dice: vec![3] }));
    assert_eq!(game.objection("a4-b7"), Some(Objection::OtherColumn {}));
    assert_eq!(game.objection("end"), Some(Objection::DiceLeft {}));
    assert_eq!(game.objection("b8"), Some(Objection::OthersPiece { size: 3, seat: 1 }));
}
