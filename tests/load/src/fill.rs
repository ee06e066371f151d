//! A database filled with finished games.

/// What to fill it with.
#[derive(Debug, clap::Args)]
pub(crate) struct Fill {}

impl Fill {
    pub(crate) async fn run(self) -> Result<(), String> {
        Err("not yet".to_owned())
    }
}
