//! Game setup: seats, options, who begins, and what can be wrong with them.

use std::collections::BTreeMap;
use std::fmt;

use crate::input_error::excerpt;
use crate::{GameInfo, OptionKind, Seat};

/// An option's value: a choice by name, or on and off.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "wire", serde(untagged))]
pub enum OptionValue {
    /// On or off.
    Switch(bool),
    /// One of the option's named choices.
    Choice(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch(on) => on.fmt(f),
            Self::Choice(choice) => choice.fmt(f),
        }
    }
}

/// Options by name. Those left out stand at their default.
pub type Options = BTreeMap<String, OptionValue>;

/// Everything that determines the starting position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// How many seats play.
    pub seats: u8,
    /// Options that differ from the default (or state it).
    pub options: Options,
    /// The seat that begins.
    pub first: Seat,
}

impl Setup {
    /// The default options for that many seats, seat 0 first.
    #[must_use]
    pub fn for_seats(seats: u8) -> Self {
        Self { seats, options: Options::new(), first: 0 }
    }

    /// The same with one option set to a named choice.
    #[must_use]
    pub fn choose(mut self, option: &str, choice: &str) -> Self {
        self.options.insert(option.to_owned(), OptionValue::Choice(choice.to_owned()));
        self
    }

    /// The same with one option switched on or off.
    #[must_use]
    pub fn switch(mut self, option: &str, on: bool) -> Self {
        self.options.insert(option.to_owned(), OptionValue::Switch(on));
        self
    }

    /// Checks this set-up against what the game takes.
    ///
    /// # Errors
    /// Names the first thing that is wrong: seats, then options, then the first seat.
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::{OptionError, GameKind, Setup, SetupError};
    ///
    /// let info = GameKind::MartianChess.info();
    /// assert_eq!(Setup::for_seats(4).switch("teams", true).check(info), Ok(()));
    /// assert_eq!(Setup::for_seats(7).check(info), Err(SetupError::BadPlayers { min: 2, max: 6 }));
    /// let teams_of_three = Setup::for_seats(3).switch("teams", true).check(info);
    /// assert_eq!(
    ///     teams_of_three,
    ///     Err(SetupError::BadOption { name: "teams".to_owned(), why: OptionError::NotForSeats }),
    /// );
    /// ```
    pub fn check(&self, info: &GameInfo) -> Result<(), SetupError> {
        if !(info.min_seats..=info.max_seats).contains(&self.seats) {
            return Err(SetupError::BadPlayers { min: info.min_seats, max: info.max_seats });
        }
        for (name, value) in &self.options {
            let refuse = |why| Err(SetupError::BadOption { name: name.clone(), why });
            let Some(option) = info.option(name) else {
                return refuse(OptionError::Unknown);
            };
            match (&option.kind, value) {
                (OptionKind::Switch { .. }, OptionValue::Switch(_)) => {}
                (OptionKind::Choices { choices }, OptionValue::Choice(chosen)) => {
                    if choices.iter().all(|choice| choice.value != chosen) {
                        return refuse(OptionError::NoSuchChoice);
                    }
                }
                _ => return refuse(OptionError::WrongType),
            }
            if !option.kind.is_default(value)
                && !option.only_seats.is_empty()
                && !option.only_seats.contains(&self.seats)
            {
                return refuse(OptionError::NotForSeats);
            }
        }
        if self.first >= self.seats {
            return Err(SetupError::BadFirst);
        }
        Ok(())
    }

    /// Whether the switch `name` is on, given or by default. For a checked set-up.
    #[must_use]
    pub fn is_on(&self, info: &GameInfo, name: &str) -> bool {
        if let Some(OptionValue::Switch(on)) = self.options.get(name) {
            return *on;
        }
        info.option(name).is_some_and(|option| matches!(option.kind, OptionKind::Switch { default: true }))
    }

    /// The choice taken for `name`, given or by default. For a checked set-up.
    #[must_use]
    pub fn choice<'a>(&'a self, info: &GameInfo, name: &str) -> &'a str {
        if let Some(OptionValue::Choice(chosen)) = self.options.get(name) {
            return chosen;
        }
        match info.option(name).map(|option| &option.kind) {
            Some(OptionKind::Choices { choices }) => choices.first().map_or("", |choice| choice.value),
            _ => "",
        }
    }
}

/// What is wrong with one option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// The game has no option of that name.
    Unknown,
    /// A switch was given text, or a choice was given on or off.
    WrongType,
    /// The option has no such choice.
    NoSuchChoice,
    /// The value is not for this many seats.
    NotForSeats,
}

/// Why a game could not be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The game is not for this many seats.
    BadPlayers {
        /// The fewest it takes.
        min: u8,
        /// The most it takes.
        max: u8,
    },
    /// An option is wrong.
    BadOption {
        /// The name that was given, which need not be one of the game's.
        name: String,
        /// What is wrong with the name or its value.
        why: OptionError,
    },
    /// The first seat does not exist.
    BadFirst,
}

impl SetupError {
    /// The stable name of this error, as in the referee's answers.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::BadPlayers { .. } => "bad_players",
            Self::BadOption { .. } => "bad_option",
            Self::BadFirst => "bad_first",
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadPlayers { min, max } if min == max => write!(f, "this game is for {min} players"),
            Self::BadPlayers { min, max } => write!(f, "this game is for {min} to {max} players"),
            Self::BadOption { name, why } => {
                let name = excerpt(name);
                match why {
                    OptionError::Unknown => write!(f, "this game has no option “{name}”"),
                    OptionError::WrongType => {
                        write!(f, "the option “{name}” does not take that kind of value")
                    }
                    OptionError::NoSuchChoice => write!(f, "the option “{name}” has no such choice"),
                    OptionError::NotForSeats => write!(f, "the option “{name}” is not for this many players"),
                }
            }
            Self::BadFirst => f.write_str("the first seat must be one of the seats"),
        }
    }
}

impl std::error::Error for SetupError {}
