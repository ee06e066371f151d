//! Choices in notation: what a computer player of some level does, and what it makes of a position.

use cydonia_rules::{AnyGame, Game, Phase, PositionVisitor};

use crate::level::Rung;
use crate::pointing::engine;
use crate::search::sampling::Sampling;
use crate::{Budget, Candidate, Engine, Level, Stop, Values};
use crate::{branches_twigs_thorns, human_error, martian_go};
use crate::{martian_backgammon, martian_chess, martian_chess_many, martian_frisby, martian_mud_wrestling};

/// What a computer player does.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The action, in notation.
    pub action: String,
    /// What it makes of the position, by seat.
    pub values: Values,
}

/// An action and what it leads to, in notation.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// The action.
    pub action: String,
    /// What the position after it is worth, by seat.
    pub values: Values,
    /// How it might go on from there, up to the next roll.
    pub line: Vec<String>,
}

/// What is made of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// What it is worth, by seat.
    pub values: Values,
    /// Actions, the best first.
    pub best: Vec<Scored>,
}

/// What a computer player of that level does here; none if no seat is to act. The same for the same seed, unless it was stopped.
pub fn choose(game: &AnyGame, level: Level, seed: u64, stop: &dyn Stop) -> Option<Choice> {
    choose_in(game, level, level.rung(game).nodes, seed, stop)
}

/// The same, with as many nodes as it is given in place of the level's own.
pub fn choose_in(game: &AnyGame, level: Level, nodes: u64, seed: u64, stop: &dyn Stop) -> Option<Choice> {
    let level = Some((level, level.rung(game)));
    let best = think(game, level, nodes, seed, stop).into_iter().next()?;
    Some(Choice { action: best.action, values: best.values })
}

/// What the strongest player makes of a position, in so many nodes; none if no seat is to act.
pub fn analyse(game: &AnyGame, nodes: u64, seed: u64, stop: &dyn Stop) -> Option<Analysis> {
    let best = think(game, None, nodes, seed, stop);
    let values = best.first()?.values.clone();
    Some(Analysis { values, best })
}

/// So many actions have true values in an analysis; of the others it is known that they are no better.
const EXPLAINED: usize = 4;

/// Each game with the search that plays it best, and any other with the one that plays them all.
fn think(
    game: &AnyGame,
    level: Option<(Level, Rung)>,
    nodes: u64,
    seed: u64,
    stop: &dyn Stop,
) -> Vec<Scored> {
    let thought = Thought { level, budget: Budget::new(nodes, stop), chance: fastrand::Rng::with_seed(seed) };
    let seats = game.seats().count();
    // Whoever errs weighs all actions, and needs to know what each is worth; whoever explains, that of some.
    let lines = match level {
        None => EXPLAINED,
        Some((_, rung)) if rung.temperature > 0.0 || rung.overlooked > 0.0 => usize::MAX,
        Some(_) => 1,
    };
    match game {
        AnyGame::MartianChess(game) if seats == 2 && thought.level.is_some() => {
            thought.by(game, &mut martian_chess::player(game).with_lines(lines))
        }
        AnyGame::MartianChess(game) if seats == 2 => {
            thought.by(game, &mut martian_chess::engine().with_lines(lines))
        }
        AnyGame::MartianChess(game) => thought.by(game, &mut martian_chess_many::engine(game)),
        AnyGame::MartianMudWrestling(game) if thought.level.is_some() => {
            thought.by(game, &mut martian_mud_wrestling::engine().varied().with_lines(lines))
        }
        AnyGame::MartianMudWrestling(game) => {
            thought.by(game, &mut martian_mud_wrestling::engine().with_lines(lines))
        }
        AnyGame::MartianFrisby(game) => thought.by(game, &mut martian_frisby::engine()),
        AnyGame::MartianBackgammon(game) if thought.level.is_some() => {
            thought.by(game, &mut martian_backgammon::player(game))
        }
        AnyGame::MartianBackgammon(game) => thought.by(game, &mut martian_backgammon::engine()),
        AnyGame::MartianGo(game) if seats == 2 => thought.by(game, &mut engine::<martian_go::ForTwo>()),
        AnyGame::MartianGo(game) => thought.by(game, &mut engine::<martian_go::ForMany>()),
        AnyGame::BranchesTwigsThorns(game) if seats == 2 => {
            thought.by(game, &mut engine::<branches_twigs_thorns::ForTwo>())
        }
        AnyGame::BranchesTwigsThorns(game) => {
            thought.by(game, &mut engine::<branches_twigs_thorns::ForMany>())
        }
        game => game.visit(thought),
    }
}

/// What is to be thought about, whichever game it is.
struct Thought<'a> {
    /// Whose errors are to be made, if any.
    level: Option<(Level, Rung)>,
    budget: Budget<'a>,
    chance: fastrand::Rng,
}

impl PositionVisitor for Thought<'_> {
    type Output = Vec<Scored>;

    fn visit<G: Game>(self, game: &G) -> Vec<Scored> {
        self.by(game, &mut Sampling::default())
    }
}

impl Thought<'_> {
    /// Thinks by that engine: everything that it found, or of a level the one action that is taken.
    fn by<G: Game>(mut self, game: &G, engine: &mut impl Engine<G>) -> Vec<Scored> {
        if !matches!(game.phase(), Phase::Act { .. }) {
            return Vec::new();
        }
        let verdict = engine.think(game, &mut self.budget, &mut self.chance);
        match self.level {
            None => verdict.into_iter().map(|candidate| scored(game, candidate)).collect(),
            Some((level, rung)) => {
                let taken = human_error::pick(game, verdict, level, rung, &mut self.chance);
                taken.into_iter().map(|candidate| scored(game, candidate)).collect()
            }
        }
    }
}

fn scored<G: Game>(game: &G, candidate: Candidate<G::Action>) -> Scored {
    let mut after = game.clone();
    let action = after.notation(candidate.action);
    after.apply(candidate.action);
    let line = candidate.line.into_iter().map(|next| {
        let text = after.notation(next);
        after.apply(next);
        text
    });
    Scored { action, values: candidate.values, line: line.collect() }
}
