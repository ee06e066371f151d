//! Errors: why a tournament cannot be played or written down.

use std::io;
use std::path::PathBuf;

use cydonia_rules::{GameKind, SetupError};

/// Why a tournament cannot be played or written down.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// There is no such game.
    #[error("--game: there is no game “{0}”; there are {games}", games = games())]
    Game(String),
    /// The game does not take these seats or options.
    #[error("--seats or --option: {0}")]
    Setup(#[from] SetupError),
    /// An option without a value.
    #[error("--option: “{0}” is not NAME=VALUE")]
    Option(String),
    /// An option that was given before.
    #[error("--option: “{0}” sets an option that is set already")]
    OptionTwice(String),
    /// There is no player of that name.
    #[error("there is no player “{0}”; there are level-1 to level-8, random, greedy and sampling-8000")]
    Player(String),
    /// Nodes that are no number, or none, or of a player that has none.
    #[error("“{0}”: behind @ stands how many nodes a level may use, from 1 on")]
    Nodes(String),
    /// A player who is there twice.
    #[error("--players: “{0}” is there twice")]
    PlayerTwice(String),
    /// A pairing that is not of two.
    #[error("--pair: “{0}” is not NAME:NAME")]
    Pair(String),
    /// Two ways of saying who plays whom.
    #[error("--players has everybody play everybody, and --pair does not: say one of them")]
    PlayersAndPairs,
    /// Nobody, or one alone.
    #[error("nobody to play: --players wants two at least, or --pair one pairing")]
    NobodyToPlay,
    /// A number that must not be nothing.
    #[error("{0} must be 1 at least")]
    Nothing(&'static str),
    /// The page cannot be read or written.
    #[error("{} cannot be read or written: {error}", file.display())]
    Page {
        /// The page.
        file: PathBuf,
        /// What is the matter.
        error: io::Error,
    },
    /// The page has no such section.
    #[error("{} has no section “{section}”: no line “{begin}” with a line “{end}” after it", file.display())]
    NoSection {
        /// The page.
        file: PathBuf,
        /// The section's name.
        section: String,
        /// The line that would begin it.
        begin: String,
        /// The line that would end it.
        end: &'static str,
    },
}

fn games() -> String {
    GameKind::ALL.iter().map(|kind| kind.id()).collect::<Vec<_>>().join(", ")
}
