//! Settings: what `cydonia bot` is called with.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

use cydonia_protocol::{OfferKind, TimeControl};
use cydonia_rules::{GameKind, Options};

use super::BotError;
use super::address::{HouseUrl, TableLink};

/// What the command is called with.
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("place").required(true).args(["table", "create"])))]
pub(in crate::cli) struct BotArguments {
    /// The program that plays. What follows -- it is started with.
    #[arg(long)]
    pub(super) program: PathBuf,
    /// Where the house is. That of the table's link, or else http://localhost:8080, if it is not said.
    #[arg(long)]
    pub(super) url: Option<HouseUrl>,
    /// Where to connect to instead, as HOST:PORT: the near end of a tunnel, which speaks TLS with a house under https://.
    #[arg(long)]
    pub(super) connect: Option<String>,
    /// The table at which to sit down, as its link or its id.
    #[arg(long)]
    pub(super) table: Option<TableLink>,
    /// The game for which to set a table up, by its id: martian-chess …
    #[arg(long)]
    pub(super) create: Option<GameName>,
    /// How many seats that table has.
    #[arg(long, default_value = "2", requires = "create")]
    pub(super) seats: u8,
    /// An option of the game, as NAME=VALUE; several by saying it again.
    #[arg(long = "option", requires = "create")]
    pub(super) options: Vec<GameOption>,
    /// How much time each seat has: none, 300+5 (seconds for the game, and with each turn) or 3d (days for a turn).
    #[arg(long, default_value = "none", requires = "create")]
    pub(super) clock: WrittenClock,
    /// Whether that table is found by its link only.
    #[arg(long, requires = "create")]
    pub(super) private: bool,
    /// Which seat to take, from 0. The first one that is free, if it is not said.
    #[arg(long)]
    pub(super) seat: Option<u8>,
    /// What the bot is called.
    #[arg(long, default_value = "Bot")]
    pub(super) name: String,
    /// The bearer token of a session that there is already, instead of a new one under --name.
    #[arg(long, env = "CYDONIA_BOT_TOKEN", hide_env_values = true)]
    pub(super) token: Option<String>,
    /// Add nothing to the dice.
    #[arg(long)]
    pub(super) plain: bool,
    /// What to agree to when another offers it: draw, takeback, lost, computer or analysis. All else is declined.
    #[arg(long)]
    pub(super) agree: Vec<Consent>,
    /// How many seconds the program may take for an answer.
    #[arg(long, default_value = "10", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) seconds: u32,
    /// How often the program may fail before the bot gives the game up for it.
    #[arg(long, default_value = "3", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) strikes: u32,
    /// For how many seconds a house that does not answer is tried again.
    #[arg(long, default_value = "600")]
    pub(super) patience: u32,
    /// What the program is started with.
    #[arg(last = true)]
    pub(super) arguments: Vec<OsString>,
}

impl BotArguments {
    /// Where the house is.
    pub(super) fn house(&self) -> Result<HouseUrl, BotError> {
        let linked = self.table.as_ref().and_then(|link| link.house.clone());
        let house = match (linked, self.url.clone()) {
            (Some(linked), Some(said)) if linked != said => return Err(BotError::TwoHouses(linked, said)),
            (linked, said) => linked.or(said).unwrap_or_else(HouseUrl::local),
        };
        if house.is_secure && self.connect.is_none() {
            return Err(BotError::Secure);
        }
        Ok(house)
    }

    /// The options of the game that is set up.
    pub(super) fn options(&self, kind: GameKind) -> Result<Options, BotError> {
        let value = |GameOption { name, value }: &GameOption| {
            let wrong = || BotError::Option { name: name.clone(), value: value.clone() };
            let read = kind.info().option(name).and_then(|option| option.kind.read(value));
            Ok((name.clone(), read.ok_or_else(wrong)?))
        };
        self.options.iter().map(value).collect()
    }

    /// Whether an offer of that kind is agreed to.
    pub(super) fn agrees_to(&self, what: OfferKind) -> bool {
        self.agree.iter().any(|consent| consent.0 == what)
    }
}

/// A game, by its id.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameName(pub(super) GameKind);

/// An option, as NAME=VALUE.
#[derive(Clone, Debug)]
pub(super) struct GameOption {
    name: String,
    value: String,
}

/// A clock, as it is written on the command line.
#[derive(Clone, Copy, Debug)]
pub(super) struct WrittenClock(pub(super) TimeControl);

/// Something that is agreed to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Consent(OfferKind);

/// Why something on the command line cannot be meant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum SettingError {
    #[error("there is no such game; there are {}", known_games())]
    Game,
    #[error("an option is NAME=VALUE")]
    Option,
    #[error("a clock is none, SECONDS+SECONDS or DAYSd")]
    Clock,
    #[error(transparent)]
    ClockRange(#[from] cydonia_protocol::ClockError),
    #[error("what can be agreed to is draw, takeback, lost, computer and analysis")]
    Consent,
}

fn known_games() -> String {
    let names: Vec<&str> = GameKind::ALL.iter().map(|kind| kind.id()).collect();
    names.join(", ")
}

impl FromStr for GameName {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        GameKind::from_id(text).map(Self).ok_or(SettingError::Game)
    }
}

impl FromStr for GameOption {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, value) = text.split_once('=').ok_or(SettingError::Option)?;
        Ok(Self { name: name.to_owned(), value: value.to_owned() })
    }
}

impl FromStr for WrittenClock {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let clock = if text == "none" {
            Some(TimeControl::None {})
        } else if let Some(days) = text.strip_suffix('d') {
            days.parse().ok().map(|days| TimeControl::Correspondence { days })
        } else {
            text.split_once('+').and_then(|(initial, increment)| {
                let (initial_s, increment_s) = (initial.parse().ok()?, increment.parse().ok()?);
                Some(TimeControl::Fischer { initial_s, increment_s })
            })
        };
        let clock = clock.ok_or(SettingError::Clock)?;
        clock.check()?;
        Ok(Self(clock))
    }
}

impl FromStr for Consent {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "draw" => Ok(Self(OfferKind::Draw)),
            "takeback" => Ok(Self(OfferKind::Takeback)),
            "lost" => Ok(Self(OfferKind::Lost)),
            "computer" => Ok(Self(OfferKind::Computer)),
            "analysis" => Ok(Self(OfferKind::Analysis)),
            _ => Err(SettingError::Consent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read() {
        let read = |text: &str| text.parse::<WrittenClock>().map(|WrittenClock(clock)| clock);
        assert_eq!(read("none"), Ok(TimeControl::None {}));
        assert_eq!(read("300+5"), Ok(TimeControl::Fischer { initial_s: 300, increment_s: 5 }));
        assert_eq!(read("3d"), Ok(TimeControl::Correspondence { days: 3 }));
        for text in ["", "d", "300", "+", "5m", "-1+0"] {
            assert_eq!(read(text), Err(SettingError::Clock), "{text}");
        }
        assert!(matches!(read("1+0"), Err(SettingError::ClockRange(_))));
    }
}
