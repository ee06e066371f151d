//! What the server is told when it starts.

use std::path::PathBuf;

use crate::clock::Clock;
use crate::dice::DiceSecrets;
use crate::entropy::Entropy;
use crate::http::BasePath;
use crate::limits::Limits;

/// The server's settings.
#[derive(Clone, Debug)]
pub struct Config {
    /// The folder that holds the database.
    pub data: PathBuf,
    /// Where the house lives under its host.
    pub base: BasePath,
    /// Time.
    pub clock: Clock,
    /// Randomness.
    pub entropy: Entropy,
    /// How much comes in at most.
    pub limits: Limits,
    /// What the server adds to dice.
    pub dice_secrets: DiceSecrets,
}
