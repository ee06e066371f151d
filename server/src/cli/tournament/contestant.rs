//! Contestants: who can play in a tournament, by name.

use cydonia_players::yardsticks::Yardstick;
use cydonia_players::{Level, Never, choose, choose_in};
use cydonia_rules::AnyGame;

use super::TournamentError;

/// A computer player, as it is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contestant {
    /// With its own nodes, or with others.
    Level {
        level: Level,
        nodes: Option<u64>,
    },
    Yardstick(Yardstick),
}

impl Contestant {
    pub(super) fn read(text: &str) -> Result<Self, TournamentError> {
        let (name, nodes) = match text.split_once('@') {
            None => (text, None),
            Some((name, nodes)) => {
                let nodes = nodes.parse().ok().filter(|nodes| *nodes > 0);
                (name, Some(nodes.ok_or_else(|| TournamentError::Nodes(text.to_owned()))?))
            }
        };
        let unknown = || TournamentError::Player(text.to_owned());
        if let Some(number) = name.strip_prefix("level-") {
            let level =
                Level::all().find(|level| level.number().to_string() == number).ok_or_else(unknown)?;
            return Ok(Self::Level { level, nodes });
        }
        let yardstick = Yardstick::ALL.into_iter().find(|yardstick| yardstick.name() == name);
        match (yardstick.ok_or_else(unknown)?, nodes) {
            (yardstick, None) => Ok(Self::Yardstick(yardstick)),
            (_, Some(_)) => Err(TournamentError::Nodes(text.to_owned())),
        }
    }

    pub(super) fn name(self) -> String {
        match self {
            Self::Level { level, nodes: None } => format!("level-{}", level.number()),
            Self::Level { level, nodes: Some(nodes) } => format!("level-{}@{nodes}", level.number()),
            Self::Yardstick(yardstick) => yardstick.name().to_owned(),
        }
    }

    /// The action it takes; none if no seat is to act.
    pub(super) fn act(self, game: &AnyGame, seed: u64) -> Option<String> {
        match self {
            Self::Yardstick(yardstick) => yardstick.choose(game, seed),
            Self::Level { level, nodes: None } => Some(choose(game, level, seed, &Never)?.action),
            Self::Level { level, nodes: Some(nodes) } => {
                Some(choose_in(game, level, nodes, seed, &Never)?.action)
            }
        }
    }
}
