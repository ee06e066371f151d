//! Reconnect storm: everybody who comes back at once.

use std::time::{Duration, Instant};

use cydonia_protocol::Command;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::guests::Guest;
use crate::house::House;
use crate::latency::Latency;
use crate::load::Load;
use crate::moves::Manner;
use crate::pair::START;
use crate::play;
use crate::report::Figures;
use crate::wire::Wire;

/// Everybody's line is cut at once, and everybody comes back.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Storm {
    /// How many, two at each table.
    #[arg(long, default_value_t = 10_000)]
    pub(crate) players: usize,
}

/// Somebody who was cut off.
struct CutOff {
    guest: Guest,
    table: Uuid,
    /// The last event they had seen.
    since: u64,
}

/// Between being cut off and coming back: the server is to have noticed.
const PAUSE: Duration = Duration::from_millis(500);

impl CutOff {
    async fn come_back(self, house: std::net::SocketAddr) -> Result<(Instant, Wire), String> {
        let Self { guest, table, since } = self;
        let mut line = guest.open(house).await?;
        line.follow(&table.to_string());
        // What was missed comes before the answer.
        line.call(Command::Watch { table, since: Some(since), key: None, quiet: false }).await?;
        Ok((Instant::now(), line))
    }
}

impl Load for Storm {
    async fn run(&self, house: &mut House) -> Result<Figures, String> {
        let terms = Manner::default().terms()?;
        let pairs = play::seat(house, self.players / 2, &terms).await?;
        let mut away = Vec::new();
        for mut pair in pairs {
            pair.step().await?;
            let (table, guests) = pair.seats().ok_or("a bare server knows nobody again")?;
            // Of two players the one was still told of the last move, and the other was not.
            let seen = [START + 1, START];
            away.extend(guests.into_iter().zip(seen).map(|(guest, since)| CutOff { guest, table, since }));
            drop(pair);
        }
        tokio::time::sleep(PAUSE).await;
        let cut = Instant::now();
        let mut coming = JoinSet::new();
        for one in away {
            coming.spawn(one.come_back(house.address));
        }
        let (mut times, mut errors, mut back) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(come) = coming.join_next().await {
            match come.map_err(|error| error.to_string())? {
                Ok((current, line)) => {
                    times.push(current - cut);
                    back.push(line);
                }
                Err(error) => errors.push(error),
            }
        }
        if let Some(error) = errors.first() {
            eprintln!("{} did not come back: {error}", errors.len());
        }
        let latency = Latency::of(times);
        let mut figures = Figures::default();
        figures.add("all current again", latency.quantile_ms(1.0) / 1000.0, "s");
        figures.add("half current again", latency.quantile_ms(0.5) / 1000.0, "s");
        figures.add("errors", errors.len() as f64, "");
        figures.add_known("resident", house.usage().map(|usage| usage.resident as f64 / 1e6), "MB");
        Ok(figures)
    }
}
