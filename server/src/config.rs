//! What the server is told when it starts.

use std::path::PathBuf;

use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::http::BasePath;

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
}
