//! Random games, the same ones for the same seed, of every configuration.

use cydonia_rules::{
    AnyGame, Game, GameKind, Layout, LeaveReason, Motion, OptionKind, OptionValue, Options, Phase, Refusal,
    Seat, Setup, Token, TokenKind,
};
use fastrand::Rng;

/// Every combination of options that the game takes for each number of seats, with every seat first once.
pub(crate) fn configurations(kind: GameKind) -> Vec<Setup> {
    let info = kind.info();
    let mut all = Vec::new();
    for seats in info.min_seats..=info.max_seats {
        let mut sets = vec![Options::new()];
        for option in info.options {
            let values: Vec<OptionValue> = match &option.kind {
                OptionKind::Switch { .. } => vec![OptionValue::Switch(false), OptionValue::Switch(true)],
                OptionKind::Choices { choices } => {
                    choices.iter().map(|choice| OptionValue::Choice(choice.value.to_owned())).collect()
                }
            };
            let with = |set: &Options, value: &OptionValue| {
                let mut set = set.clone();
                set.insert(option.name.to_owned(), value.clone());
                set
            };
            sets = sets.iter().flat_map(|set| values.iter().map(|value| with(set, value))).collect();
        }
        let setups = sets.into_iter().map(|options| Setup { seats, options, first: 0 });
        for setup in setups.filter(|setup| setup.check(info).is_ok()) {
            all.extend((0..seats).map(|first| Setup { first, ..setup.clone() }));
        }
    }
    all
}

/// What can be done to a game.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    Act(String),
    Roll([u8; 2]),
    Leave(Seat, LeaveReason),
}

impl Input {
    pub(crate) fn give<G: Game>(&self, game: &mut G) -> Result<(), Refusal> {
        match self {
            Self::Act(text) => game.play(text),
            Self::Roll(dice) => game.roll(*dice),
            Self::Leave(seat, reason) => game.leave(*seat, *reason),
        }
    }

    pub(crate) fn give_any(&self, game: &mut AnyGame) -> Result<Vec<Motion>, Refusal> {
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

/// A position so many random inputs after the start, or the last before the end.
pub(crate) fn wander<G: Game>(setup: &Setup, steps: usize, seed: u64) -> G {
    let mut game = G::start(setup).expect("a listed configuration starts");
    let mut player = Player::new(&game.layout(), seed, 0);
    for _ in 0..steps {
        let mut next = game.clone();
        let Some(input) = player.choose(&next) else { break };
        input.give(&mut next).expect("the position takes it");
        if next.phase() == Phase::Over {
            break;
        }
        game = next;
    }
    game
}
