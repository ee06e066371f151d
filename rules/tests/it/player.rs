//! Somebody who plays at random, and what can be done to a game.

use cydonia_rules::{AnyGame, Game, InputError, Layout, LeaveReason, Motion, Phase, Seat, Token, TokenKind};
use fastrand::Rng;

/// What can be done to a game.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    Act(String),
    Roll([u8; 2]),
    Leave(Seat, LeaveReason),
}

impl Input {
    pub(crate) fn give<G: Game>(&self, game: &mut G) -> Result<(), InputError> {
        match self {
            Self::Act(text) => game.play(text),
            Self::Roll(dice) => game.roll(*dice),
            Self::Leave(seat, reason) => game.leave(*seat, *reason),
        }
    }

    pub(crate) fn give_any(&self, game: &mut AnyGame) -> Result<Vec<Motion>, InputError> {
        match self {
            Self::Act(text) => game.play(text),
            Self::Roll(dice) => game.roll(*dice).map(|()| Vec::new()),
            Self::Leave(seat, reason) => game.leave(*seat, *reason).map(|()| Vec::new()),
        }
    }
}

/// Somebody who plays at random, the same way for the same seed.
pub(crate) struct Player {
    pub(crate) rng: Rng,
    /// How seldom a seat leaves instead of what else would be done; 0 for never.
    leave_one_in: u32,
    /// The game's buttons and switches.
    words: Vec<String>,
}

impl Player {
    pub(crate) fn new(layout: &Layout, seed: u64, leave_one_in: u32) -> Self {
        let is_word = |token: &&Token| matches!(token.kind, TokenKind::Button {} | TokenKind::Switch {});
        let words = layout.tokens.iter().filter(is_word).map(|token| token.text.clone()).collect();
        Self { rng: Rng::with_seed(seed), leave_one_in, words }
    }

    /// Any input that the position takes; none when the game is over.
    pub(crate) fn choose<G: Game>(&mut self, game: &G) -> Option<Input> {
        let phase = game.phase();
        if phase != Phase::Over && self.leave_one_in > 0 && self.rng.u32(..self.leave_one_in) == 0 {
            let staying: Vec<Seat> = game.seats().all().filter(|seat| game.seats().is_in(*seat)).collect();
            let reasons = [LeaveReason::Resigned, LeaveReason::Timeout, LeaveReason::Abandoned];
            let seat = staying[self.rng.usize(..staying.len())];
            return Some(Input::Leave(seat, reasons[self.rng.usize(..reasons.len())]));
        }
        match phase {
            Phase::Over => None,
            Phase::Roll { .. } => Some(Input::Roll([self.rng.u8(1..=6), self.rng.u8(1..=6)])),
            Phase::Act { .. } => Some(Input::Act(self.action(game))),
        }
    }

    /// What ends with a button or a switch tends to end the turn or the game early (`end`, `clock`): it is chosen
    /// less often than chance would, for the sake of what comes later in a game.
    fn action<G: Game>(&mut self, game: &G) -> String {
        let mut actions = Vec::new();
        game.legal(&mut actions);
        let mut text = String::new();
        for _ in 0..5 {
            text = game.notation(actions[self.rng.usize(..actions.len())]);
            let last = text.rsplit('-').next();
            if self.words.iter().all(|word| Some(word.as_str()) != last) {
                break;
            }
        }
        text
    }
}
