//! Random games, the same ones for the same seed, of every configuration.

use cydonia_rules::{
    AnyGame, Game, GameKind, LeaveReason, Motion, OptionKind, OptionValue, Options, Phase, Refusal, Seat,
    Setup,
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
    /// Any input that the position takes: the fitting action or roll, or, once in a while, a seat that leaves.
    /// None when the game is over.
    pub(crate) fn random<G: Game>(game: &G, leavers: bool, rng: &mut Rng) -> Option<Self> {
        if game.phase() != Phase::Over && leavers && rng.u8(..) < 4 {
            let staying: Vec<Seat> = game.seats().all().filter(|seat| game.seats().is_in(*seat)).collect();
            let reasons = [LeaveReason::Resigned, LeaveReason::Timeout, LeaveReason::Abandoned];
            return Some(Self::Leave(staying[rng.usize(..staying.len())], reasons[rng.usize(..3)]));
        }
        match game.phase() {
            Phase::Over => None,
            Phase::Roll { .. } => Some(Self::Roll([rng.u8(1..=6), rng.u8(1..=6)])),
            Phase::Act { .. } => {
                let mut actions = Vec::new();
                game.legal(&mut actions);
                Some(Self::Act(game.notation(actions[rng.usize(..actions.len())])))
            }
        }
    }

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

/// A position that many random inputs after the start, or earlier if the game would be over.
pub(crate) fn wander<G: Game>(setup: &Setup, steps: usize, rng: &mut Rng) -> G {
    let mut game = G::start(setup).expect("a listed configuration starts");
    for _ in 0..steps {
        let mut next = game.clone();
        let Some(input) = Input::random(&next, false, rng) else { break };
        input.give(&mut next).expect("the position takes it");
        if next.phase() == Phase::Over {
            break;
        }
        game = next;
    }
    game
}
