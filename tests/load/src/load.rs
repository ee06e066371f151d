//! Load trait: one load by itself.

use tokio::runtime::Builder;

use crate::house::{House, Limits, Setting, Side};
use crate::report::Figures;
use crate::yardstick::{Bare, DEFAULT_READ_BUFFER, Kind};

/// What can be put on a server and measured.
pub(crate) trait Load: clap::Args {
    /// What the house lets in meanwhile.
    const LIMITS: Limits = Limits::Lifted;

    /// Puts it on.
    async fn run(&self, house: &mut House) -> Result<Figures, String>;
}

/// A load, and where it is put.
#[derive(Debug, clap::Args)]
pub(crate) struct Single<L: Load> {
    #[command(flatten)]
    load: L,
    #[command(flatten)]
    place: Setting,
    /// What is measured.
    #[arg(long, default_value = "house")]
    on: On,
    /// Bytes of a bare server's read buffers; 0 for its default.
    #[arg(long, default_value_t = 4 * 1024)]
    read_buffer: usize,
}

/// What can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum On {
    /// The house.
    House,
    /// A bare server that sends everything back.
    Echo,
    /// One that sends everything to the whole table.
    Broadcast,
    /// One that stores it first.
    Durable,
}

impl<L: Load> Single<L> {
    /// Measures, prints, writes.
    ///
    /// # Errors
    /// If anything goes wrong on the way.
    pub(crate) fn run(self) -> Result<(), String> {
        self.place.settle()?;
        let read_buffer = if self.read_buffer == 0 { DEFAULT_READ_BUFFER } else { self.read_buffer };
        let bare = |kind| Side::Bare(Bare { kind, read_buffer });
        let side = match self.on {
            On::House => Side::House(L::LIMITS),
            On::Echo => bare(Kind::Echo),
            On::Broadcast => bare(Kind::Broadcast),
            On::Durable => bare(Kind::Durable),
        };
        alone(async {
            let mut house = House::open(&self.place, side).await?;
            let run = self.load.run(&mut house).await;
            let figures = run.map_err(|error| format!("{error}\n{}", house.last_words()))?;
            house.close().await?;
            figures.print();
            if let Some(path) = &self.place.json {
                let text = serde_json::to_string_pretty(&figures).map_err(|error| error.to_string())?;
                std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
            }
            Ok(())
        })
    }
}

/// Runs what makes a load: on one thread, as it has one core. When it is interrupted, the servers it has started end
/// with it.
///
/// # Errors
/// As the work.
pub(crate) fn alone(work: impl Future<Output = Result<(), String>>) -> Result<(), String> {
    let runtime = Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
    runtime.block_on(async {
        tokio::select! {
            outcome = work => outcome,
            _ = tokio::signal::ctrl_c() => Err("interrupted".to_owned()),
        }
    })
}
