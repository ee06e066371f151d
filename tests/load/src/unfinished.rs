//! Cold start: a house that starts with games under way.

use std::time::Instant;

use cydonia_protocol::Command;
use futures_util::{StreamExt, TryStreamExt, stream};
use uuid::Uuid;

use crate::guests::{Guest, Guests};
use crate::house::House;
use crate::load::Load;
use crate::moves::Manner;
use crate::pair::{START, Terms, create};
use crate::report::Figures;

/// A house killed and started again with many games under way.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Unfinished {
    /// How many.
    #[arg(long, default_value_t = 100_000)]
    pub(crate) tables: usize,
}

/// Tables of the same two.
const EACH: usize = 200;
/// Moves made at each.
const MOVES: usize = 4;

impl Load for Unfinished {
    async fn run(&self, house: &mut House) -> Result<Figures, String> {
        house.kill().await?;
        let empty = house.start().await?;
        let terms = Manner::default().terms()?;
        let guests = Guests::of(house.address, self.tables)?;
        let (begun, address) = (Instant::now(), house.address);
        let (guests, terms) = (&guests, &terms);
        let pairs = stream::iter((0..self.tables).step_by(EACH)).map(|first| {
            let count = EACH.min(self.tables - first);
            async move {
                let two = [guests.come(first).await?, guests.come(first + 1).await?];
                leave_unfinished(address, two, count, terms).await
            }
        });
        let last: Vec<_> = pairs.buffer_unordered(100).try_collect().await?;
        let making = begun.elapsed();
        house.kill().await?;
        let ready = house.start().await?;
        let resident = house.usage().map(|usage| usage.resident as f64 / 1e6);
        let (guest, table) = last.into_iter().next().ok_or("there was no table")?;
        let touched = Instant::now();
        let mut line = guest.open(address).await?;
        line.call(Command::Watch { table, since: Some(START), key: None, quiet: false }).await?;
        let woken = touched.elapsed();
        let mut figures = Figures::default();
        figures.add("ready", ready.as_secs_f64(), "s");
        figures.add("ready with none", empty.as_secs_f64(), "s");
        figures.add("first table touched", woken.as_secs_f64() * 1e3, "ms");
        figures.add_known("resident when ready", resident, "MB");
        figures.add("tables made", self.tables as f64 / making.as_secs_f64(), "/s");
        Ok(figures)
    }
}

/// Begins so many games, makes some moves in each, and leaves. One of the two, and the last table.
async fn leave_unfinished(
    house: std::net::SocketAddr,
    two: [Guest; 2],
    count: usize,
    terms: &Terms,
) -> Result<(Guest, Uuid), String> {
    let [host, guest] = &two;
    let mut lines = [host.open(house).await?, guest.open(house).await?];
    let mut last = Uuid::nil();
    for number in 0..count {
        let table = lines[0].call(create(terms.clock, terms.rated)).await?.ok_or("a table without an id")?;
        lines[1].call(Command::Sit { table, seat: None, key: None }).await?;
        let script = &terms.scripts[number % terms.scripts.len()];
        for (at, (seat, action)) in (START..).zip(script.plies.iter().take(MOVES)) {
            let act = Command::Act { table, at, action: action.clone(), share: None };
            lines[usize::from(*seat)].call(act).await?;
        }
        last = table;
    }
    let [host, _] = two;
    Ok((host, last))
}
