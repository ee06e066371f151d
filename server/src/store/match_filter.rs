//! Match filter: which finished games are looked up, or followed as they end.

use cydonia_protocol::{COMPUTERS, ClockKind, GameResult, MatchSummary, PositionKey, TimeControl};
use cydonia_rules::Reason;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

/// Which end of the list comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Order {
    // The game that finished last.
    #[default]
    Newest,
    // The game that finished first.
    Oldest,
}

/// An option that must stand so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OptionFilter {
    /// Its name.
    pub name: String,
    /// Its value, as JSON.
    pub json: String,
    /// Whether it stands so too where nothing is said of it.
    pub is_default: bool,
}

/// Which games are looked up: those to which all that is given applies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MatchFilter {
    /// Who played.
    pub player: Option<Uuid>,
    /// Who else played; only with `player`.
    pub opponent: Option<Uuid>,
    /// What it was for `player`.
    pub result: Option<GameResult>,
    /// Which game, by its id.
    pub game: Option<String>,
    /// How many seats.
    pub seats: Option<u8>,
    /// Its options.
    pub options: Vec<OptionFilter>,
    /// Whether it counted for ratings.
    pub rated: Option<bool>,
    /// With which kind of clock.
    pub clock: Option<ClockKind>,
    /// Whether only its players find it.
    pub private: Option<bool>,
    /// Whether computers played in it.
    pub computers: Option<bool>,
    /// Why it ended.
    pub reason: Option<Reason>,
    /// In which position somebody acted.
    pub position: Option<PositionKey>,
    /// Which of these, by their ids: so few that every one is looked at.
    pub ids: Option<Vec<Uuid>>,
    /// When it ended, from the first to the last millisecond.
    pub finished_ms: (Option<i64>, Option<i64>),
    /// Which end comes first.
    pub order: Order,
    /// Whether private games are listed too: to `player` alone.
    pub with_private: bool,
}

impl MatchFilter {
    /// Whether a game that has ended just now is one of those, as far as a summary tells: in which position somebody acted it does not.
    pub(crate) fn admits(&self, game: &MatchSummary) -> bool {
        let own = self.player.map(|player| game.seats.iter().find(|seat| seat.player.id == player));
        let of_player = match own {
            None => true,
            Some(None) => false,
            Some(Some(seat)) => self.result.is_none_or(|result| seat.result == result),
        };
        let played = |player: Uuid| game.seats.iter().any(|seat| seat.player.id == player);
        let option = |OptionFilter { name, json, is_default }: &OptionFilter| match game.options.get(name) {
            Some(value) => serde_json::to_string(value).is_ok_and(|value| value == *json),
            None => *is_default,
        };
        let (first, last) = self.finished_ms;
        of_player
            && self.opponent.is_none_or(played)
            && self.game.as_deref().is_none_or(|id| game.game == id)
            && self.seats.is_none_or(|seats| game.seats.len() == usize::from(seats))
            && self.options.iter().all(option)
            && self.rated.is_none_or(|rated| game.rated == rated)
            && self.clock.is_none_or(|clock| kind_of(game.clock) == clock)
            && self.private.is_none_or(|private| game.private == private)
            && self.computers.is_none_or(|computers| COMPUTERS.iter().any(|one| played(*one)) == computers)
            && self.reason.is_none_or(|reason| game.reason == reason)
            && self.ids.as_ref().is_none_or(|ids| ids.contains(&game.id))
            && first.is_none_or(|first| game.finished_ms >= first)
            && last.is_none_or(|last| game.finished_ms <= last)
    }
}

fn kind_of(clock: TimeControl) -> ClockKind {
    match clock {
        TimeControl::None {} => ClockKind::None,
        TimeControl::Fischer { .. } => ClockKind::Fischer,
        TimeControl::Correspondence { .. } => ClockKind::Correspondence,
    }
}
