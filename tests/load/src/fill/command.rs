//! `cydonia-load fill`: what it is told, and what it tells.

use std::num::NonZeroU32;
use std::path::PathBuf;

use cydonia_server::{Clock, Database};

use super::{Chance, Filling, fill};

/// Where finished games are kept.
#[derive(Debug, clap::Args)]
pub(crate) struct Data {
    /// The folder that holds the SQLite database.
    #[arg(long, default_value = "data")]
    data: PathBuf,
    /// Postgres instead, as postgres://user:password@host/name.
    #[arg(long)]
    database_url: Option<String>,
}

impl Data {
    fn database(self) -> Result<Database, String> {
        match self.database_url {
            Some(url) => {
                url.parse().map(Database::Postgres).map_err(|error| format!("--database-url: {error}"))
            }
            None => Ok(Database::Sqlite { folder: self.data, most_megabytes: None }),
        }
    }
}

/// What to fill it with.
#[derive(Debug, clap::Args)]
pub(crate) struct Fill {
    #[command(flatten)]
    data: Data,
    /// Games that differ from each other.
    #[arg(long, default_value = "100000")]
    games: NonZeroU32,
    /// How often each of them is kept, under other players each time.
    #[arg(long, default_value = "10")]
    copies: NonZeroU32,
    /// Among how many players.
    #[arg(long, default_value = "20000")]
    players: NonZeroU32,
    /// The same number, the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Fill {
    pub(crate) async fn run(self) -> Result<(), String> {
        let count = |number: NonZeroU32| number.get() as usize;
        let filling = Filling {
            games: count(self.games),
            copies: count(self.copies),
            players: count(self.players),
            until_ms: Clock::system().now_ms(),
        };
        let chance = Chance::of_seed(self.seed);
        let told = |games| println!("{games} games");
        fill(&self.data.database()?, filling, chance, told).await.map_err(|error| error.to_string())
    }
}
