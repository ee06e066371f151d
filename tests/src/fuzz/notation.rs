//! Fuzz target for notation: any text at all may come as an action: it is refused or it is exactly what the action writes.

use std::cell::LazyCell;

use arbitrary::{Result, Unstructured};
use cydonia_rules::{Game, GameKind, GameVisitor, Phase, Setup, playout};

use super::spoil::spoilt;

/// How far into a game the positions stand, in actions: at the start, and at different stages of a turn with dice.
const STAGES: [u32; 4] = [0, 7, 15, 29];

/// Reads the bytes as a position and a text, and gives the text to the position as an action.
///
/// # Panics
/// If the rules do what they must not.
pub fn notation(bytes: &[u8]) {
    thread_local! {
        static POSITIONS: LazyCell<Vec<Box<dyn Known>>> = LazyCell::new(positions);
    }
    let mut bytes = Unstructured::new(bytes);
    POSITIONS.with(|positions| {
        // Bytes that are no text at all say nothing.
        let Ok(position) = bytes.choose(positions) else { return };
        if let Ok(text) = text(&mut bytes, &**position) {
            position.takes_or_refuses(&text);
        }
    });
}

/// From noise to what is almost an action.
fn text(bytes: &mut Unstructured<'_>, position: &dyn Known) -> Result<String> {
    Ok(match bytes.int_in_range(0..=7)? {
        0 => bytes.arbitrary()?,
        1 => {
            let alphabet: Vec<char> = "abcdefghABCDEFG0123456789-".chars().collect();
            let length = bytes.int_in_range(0..=14)?;
            (0..length).map(|_| bytes.choose(&alphabet).copied()).collect::<Result<_>>()?
        }
        2 => {
            let count = bytes.int_in_range(1..=4)?;
            let parts = (0..count).map(|_| bytes.choose(position.tokens()).map(String::as_str));
            parts.collect::<Result<Vec<_>>>()?.join("-")
        }
        3 => some_action(bytes, position)?,
        _ => {
            let action = some_action(bytes, position)?;
            spoilt(bytes, &action)?
        }
    })
}

fn some_action(bytes: &mut Unstructured<'_>, position: &dyn Known) -> Result<String> {
    let actions = position.actions();
    // While dice are due there are none.
    if actions.is_empty() { Ok("a1-b2".to_owned()) } else { bytes.choose(&actions).cloned() }
}

/// A position, whatever the game.
trait Known {
    /// The words of its notation.
    fn tokens(&self) -> &[String];
    /// Its legal actions.
    fn actions(&self) -> Vec<String>;
    /// That it takes the text or refuses it as it must.
    fn takes_or_refuses(&self, text: &str);
}

struct Position<G> {
    game: G,
    setup: Setup,
    tokens: Vec<String>,
}

impl<G: Game> Known for Position<G> {
    fn tokens(&self) -> &[String] {
        &self.tokens
    }

    fn actions(&self) -> Vec<String> {
        self.game.actions()
    }

    fn takes_or_refuses(&self, text: &str) {
        let Self { game, setup, .. } = self;
        let place = || format!("{} {setup:?}, {text:?}", G::INFO.id);
        let read = game.parse(text);
        if let Some(action) = read {
            assert_eq!(game.notation(action), text, "{}", place());
        }
        let mut tried = game.clone();
        let played = tried.play(text);
        let is_legal = game.actions().iter().any(|action| action == text);
        assert_eq!(played.is_ok(), is_legal, "{}", place());
        if let Err(refusal) = played {
            assert_eq!(format!("{tried:?}"), format!("{game:?}"), "{}: a refusal changes nothing", place());
            let code = match (game.phase(), read) {
                (Phase::Over, _) => "over",
                (Phase::Roll { .. }, _) => "wrong_phase",
                (Phase::Act { .. }, Some(_)) => "illegal",
                (Phase::Act { .. }, None) => "bad_notation",
            };
            assert_eq!(refusal.code(), code, "{}", place());
        }
    }
}

/// Positions of every game under every set-up.
fn positions() -> Vec<Box<dyn Known>> {
    GameKind::ALL.iter().flat_map(|kind| kind.visit(Positions)).collect()
}

struct Positions;

impl GameVisitor for Positions {
    type Output = Vec<Box<dyn Known>>;

    fn visit<G: Game>(self, kind: GameKind) -> Self::Output {
        let mut actions = Vec::new();
        let mut positions: Self::Output = Vec::new();
        for (seed, setup) in (0..).zip(kind.info().setups()) {
            let mut dice = fastrand::Rng::with_seed(seed);
            for stage in STAGES {
                let mut game = G::start(&setup).expect("a listed set-up starts");
                playout(&mut game, stage, &mut actions, |choices| dice.usize(..choices));
                // Every other time an action is due, and not the dice for it.
                if let (Phase::Roll { .. }, true) = (game.phase(), dice.bool()) {
                    game.apply_roll([dice.u8(1..=6), dice.u8(1..=6)]);
                }
                let tokens = game.layout().tokens.into_iter().map(|token| token.text).collect();
                positions.push(Box::new(Position { game, setup: setup.clone(), tokens }));
            }
        }
        positions
    }
}
