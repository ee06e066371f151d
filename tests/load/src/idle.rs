//! Idle load: people who sit and think.

use std::time::Duration;

use tokio::task::JoinSet;

use crate::house::House;
use crate::load::Load;
use crate::moves::Manner;
use crate::play;
use crate::report::Figures;

/// People who sit at their tables, each in a live game that has begun.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Idle {
    /// How many, two at each table.
    #[arg(long, default_value_t = 10_000)]
    pub(crate) players: usize,
}

/// Until what was needed for coming in is given back.
pub(crate) const SETTLING: Duration = Duration::from_secs(3);

impl Load for Idle {
    async fn run(&self, house: &mut House) -> Result<Figures, String> {
        let terms = Manner::default().terms()?;
        let before = house.usage();
        let pairs = play::seat(house, self.players / 2, &terms).await?;
        let mut lines = JoinSet::new();
        for mut pair in pairs {
            // One move each: a buffer that was never used is not in memory yet.
            pair.step().await?;
            for line in pair.into_lines() {
                lines.spawn(line.stay());
            }
        }
        tokio::time::sleep(SETTLING).await;
        if let Some(gone) = lines.try_join_next() {
            return gone.map_err(|error| error.to_string())?.and(Err("somebody has gone".to_owned()));
        }
        let (before, after) =
            before.zip(house.usage()).ok_or("the memory of a house elsewhere is told by its --pid")?;
        let more = after.resident.saturating_sub(before.resident) as f64;
        let mut figures = Figures::default();
        figures.add("resident per player", more / self.players as f64, "bytes");
        figures.add("resident before", before.resident as f64 / 1e6, "MB");
        figures.add("resident after", after.resident as f64 / 1e6, "MB");
        Ok(figures)
    }
}
