//! Game metadata: what a game says of itself, enough to list it, to make its forms and to write about it.

use crate::{OptionValue, Options, Reason, Setup};

/// One game's description.
#[derive(Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, schemars::JsonSchema, ts_rs::TS))]
pub struct GameInfo {
    /// Stable name, as in records: `martian-chess`. Also the name of its rules page.
    pub id: &'static str,
    /// The title of the rules that are played.
    pub title: &'static str,
    /// Who designed it.
    pub designer: &'static str,
    /// One sentence for the lobby.
    pub summary: &'static str,
    /// The fewest seats.
    pub min_seats: u8,
    /// The most seats.
    pub max_seats: u8,
    /// Its options, in the order a form shows them.
    pub options: &'static [OptionInfo],
    /// What the scores count; none where the game has no scores, and all of them are 0.
    pub score: Option<ScoreInfo>,
    /// Whether dice are rolled.
    pub dice: bool,
    /// Whether the loser of a game begins the rematch; otherwise its new seat 0 does.
    pub loser_begins: bool,
    /// The set-ups in which the seats are known to have unequal chances; of the others nothing such is known.
    pub advantages: &'static [SeatAdvantage],
    /// How a game can end by its own rules, in the order in which ends are tested.
    pub reasons: &'static [ReasonInfo],
    /// Counts changes of the rules as they are refereed here; a record names the version it was played under.
    pub rules_version: u16,
}

impl GameInfo {
    /// The option of that name.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&'static OptionInfo> {
        self.options.iter().find(|option| option.name == name)
    }

    /// Every option that there is with so many seats, as it stands: as chosen, or by default.
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::{GameKind, OptionValue, Options, Setup};
    ///
    /// let info = GameKind::MartianChess.info();
    /// let full = info.options_in_full(2, &Setup::for_seats(2).choose("rules", "arcade").options);
    /// assert_eq!(full["rules"], OptionValue::Choice("arcade".to_owned()));
    /// assert!(!full.contains_key("teams")); // with two seats there are none
    /// assert_eq!(info.options_that_differ(&info.options_in_full(4, &Options::new())), Options::new());
    /// ```
    #[must_use]
    pub fn options_in_full(&self, seats: u8, chosen: &Options) -> Options {
        let is_there =
            |option: &&OptionInfo| option.only_seats.is_empty() || option.only_seats.contains(&seats);
        let by_default =
            |option: &OptionInfo| Some((option.name.to_owned(), option.kind.values().into_iter().next()?));
        let mut full: Options = self.options.iter().filter(is_there).filter_map(by_default).collect();
        full.extend(chosen.clone());
        full
    }

    /// The options that do not stand at their default.
    #[must_use]
    pub fn options_that_differ(&self, options: &Options) -> Options {
        let differs = |(name, value): &(&String, &OptionValue)| {
            self.option(name).is_none_or(|option| !option.kind.is_default(value))
        };
        options.iter().filter(differs).map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    /// What is known of the seats' chances in a set-up that was checked.
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::{GameKind, Setup};
    ///
    /// let info = GameKind::MartianGo.info();
    /// let free = Setup::for_seats(2).choose("setup", "free-root");
    /// assert_eq!(info.advantage(&free).unwrap().wins, [88, 12]);
    /// assert!(info.advantage(&Setup::for_seats(2)).is_none()); // of a central root nothing such is known
    /// ```
    #[must_use]
    pub fn advantage(&self, setup: &Setup) -> Option<&'static SeatAdvantage> {
        self.advantages.iter().find(|advantage| advantage.is_of(self, setup))
    }

    /// Every set-up that the game takes: each number of seats with each combination of options, each seat first once.
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::{AnyGame, GameKind};
    ///
    /// for kind in GameKind::ALL {
    ///     assert!(kind.info().setups().iter().all(|setup| AnyGame::start(*kind, setup).is_ok()));
    /// }
    /// ```
    #[must_use]
    pub fn setups(&self) -> Vec<Setup> {
        let mut sets = vec![Options::new()];
        for option in self.options {
            let with = |set: &Options, value: OptionValue| {
                let mut set = set.clone();
                set.insert(option.name.to_owned(), value);
                set
            };
            let extended = |set| option.kind.values().into_iter().map(move |value| with(set, value));
            sets = sets.iter().flat_map(extended).collect();
        }
        let of_seats =
            |seats: u8| sets.iter().map(move |set| Setup { seats, options: set.clone(), first: 0 });
        (self.min_seats..=self.max_seats)
            .flat_map(of_seats)
            .filter(|setup| setup.check(self).is_ok())
            .flat_map(|setup| (0..setup.seats).map(move |first| Setup { first, ..setup.clone() }))
            .collect()
    }
}

/// What is known of the seats' chances in some set-ups of a game. Whoever plays a series of as many games as there are seats, each
/// time from another, has the same chances as the others.
#[derive(Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, schemars::JsonSchema, ts_rs::TS))]
pub struct SeatAdvantage {
    /// With so many seats.
    pub seats: u8,
    /// Where an option of choices stands so, given or by default; null if that does not matter.
    pub only: Option<OnlyChoices>,
    /// Of a hundred games between equally strong players so many were won from each seat, in the order of play.
    pub wins: &'static [u8],
    /// One sentence for people who are about to play.
    pub sentence: &'static str,
}

/// An option that stands at one of some choices.
#[derive(Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, schemars::JsonSchema, ts_rs::TS))]
pub struct OnlyChoices {
    /// The option's name.
    pub option: &'static str,
    /// The choices.
    pub values: &'static [&'static str],
}

impl SeatAdvantage {
    /// Whether it is of that set-up.
    fn is_of(&self, info: &GameInfo, setup: &Setup) -> bool {
        let stands_so = |only: &OnlyChoices| only.values.contains(&setup.choice(info, only.option));
        self.seats == setup.seats && self.only.as_ref().is_none_or(stands_so)
    }
}

/// What a game's scores count.
#[derive(Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, schemars::JsonSchema, ts_rs::TS))]
pub struct ScoreInfo {
    /// What stands beside the number, in one or two words: "penalty".
    pub label: &'static str,
    /// One sentence on what it is good for.
    pub help: &'static str,
}

/// One way in which a game ends by its own rules.
#[derive(Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, schemars::JsonSchema, ts_rs::TS))]
pub struct ReasonInfo {
    /// As it stands in records.
    pub reason: Reason,
    /// One sentence for people on what has happened.
    pub sentence: &'static str,
}

/// One option of a game.
#[derive(Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, schemars::JsonSchema, ts_rs::TS))]
pub struct OptionInfo {
    /// Stable name, as in records.
    pub name: &'static str,
    /// What a form calls it.
    pub label: &'static str,
    /// One sentence on what it does.
    pub help: &'static str,
    /// What values it takes.
    pub kind: OptionKind,
    /// The seat counts for which another value than the default may be taken; empty for all.
    pub only_seats: &'static [u8],
}

/// The values an option takes.
#[derive(Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "wire", serde(tag = "type", rename_all = "snake_case"))]
pub enum OptionKind {
    /// On or off.
    Switch {
        /// Where it stands if it is left out.
        default: bool,
    },
    /// One of several; the first is the default.
    Choices {
        /// What can be chosen.
        choices: &'static [Choice],
    },
}

impl OptionKind {
    /// Whether that is where the option stands if it is left out.
    #[must_use]
    pub fn is_default(&self, value: &OptionValue) -> bool {
        match (self, value) {
            (Self::Switch { default }, OptionValue::Switch(on)) => on == default,
            (Self::Choices { choices }, OptionValue::Choice(chosen)) => {
                choices.first().is_some_and(|choice| choice.value == chosen)
            }
            _ => false,
        }
    }

    /// Reads a value as it is displayed: a switch's as `true` or `false`. Whether there is such a choice, [`Setup::check`] tells.
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::{OptionKind, OptionValue};
    ///
    /// let switch = OptionKind::Switch { default: false };
    /// assert_eq!(switch.read("true"), Some(OptionValue::Switch(true)));
    /// assert_eq!(switch.read("on"), None);
    /// ```
    ///
    /// [`Setup::check`]: crate::Setup::check
    #[must_use]
    pub fn read(&self, text: &str) -> Option<OptionValue> {
        match self {
            Self::Switch { .. } => text.parse().ok().map(OptionValue::Switch),
            Self::Choices { .. } => Some(OptionValue::Choice(text.to_owned())),
        }
    }

    /// Every value, the default first.
    #[must_use]
    pub fn values(&self) -> Vec<OptionValue> {
        match self {
            Self::Switch { default } => vec![OptionValue::Switch(*default), OptionValue::Switch(!*default)],
            Self::Choices { choices } => {
                choices.iter().map(|choice| OptionValue::Choice(choice.value.to_owned())).collect()
            }
        }
    }
}

/// One choice of an option.
#[derive(Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, schemars::JsonSchema, ts_rs::TS))]
pub struct Choice {
    /// Stable name, as in records.
    pub value: &'static str,
    /// What a form calls it.
    pub label: &'static str,
    /// One sentence on what it does.
    pub help: &'static str,
}
