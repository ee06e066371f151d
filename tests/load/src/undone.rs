//! Undo load: somebody who acts and takes it back until nobody can come to the table any more.

use std::time::Instant;

use crate::duel::Duel;
use crate::house::{House, Limits};
use crate::latency::Latency;
use crate::load::Load;
use crate::pair::LIVE;
use crate::report::Figures;

/// A rated table with thousands of actions that were taken back, to which the other player comes back.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Undone {
    /// Actions, and the taking back of them, one after another.
    #[arg(long, default_value_t = 10_000)]
    pub(crate) messages: u64,
    /// So many in one turn at most; then the two play on, as they do where the house bounds it.
    #[arg(long, default_value_t = u64::MAX)]
    pub(crate) in_a_turn: u64,
    /// How often the other comes back.
    #[arg(long, default_value_t = 10)]
    pub(crate) tries: usize,
    /// Turns over which that may go on, where the house bounds it in one.
    #[arg(long, default_value_t = 100)]
    pub(crate) turns: usize,
}

impl Load for Undone {
    const LIMITS: Limits = Limits::Usual;

    async fn run(&self, house: &mut House) -> Result<Figures, String> {
        let mut duel = Duel::seat(house.address, LIVE, true).await?;
        let seat = duel.turn(0).await?.ok_or("a game that was over at once")?;
        let started = Instant::now();
        let (mut done, mut refused, mut turns) = (0, 0, 1);
        loop {
            let burst = duel.act_and_undo(seat, (self.messages - done).min(self.in_a_turn)).await?;
            done += burst.done;
            refused += burst.refusals();
            if turns == 1 {
                for (code, count) in &burst.refused {
                    println!("  refused, {code}: {count}");
                }
            }
            if done + 1 >= self.messages || turns == self.turns {
                break;
            }
            if duel.play_on(seat).await?.is_none() {
                break;
            }
            turns += 1;
        }
        let took = started.elapsed();
        let mut figures = Figures::default();
        figures.add("messages", done as f64, "");
        figures.add("refused", refused as f64, "");
        figures.add("turns", turns as f64, "");
        figures.add("making them took", took.as_secs_f64(), "s");
        let other = 1 - seat;
        duel.leave(other);
        let (mut times, mut longest) = (Vec::new(), 0);
        for _ in 0..self.tries {
            match duel.come_back(other).await {
                Ok((took, length)) => {
                    times.push(took);
                    longest = longest.max(length);
                }
                Err(error) => println!("  not let in: {error}"),
            }
        }
        figures.add("let in", times.len() as f64, "");
        figures.add("kept out", (self.tries - times.len()) as f64, "");
        if !times.is_empty() {
            let times = Latency::of(times);
            figures.add("until let in p50", times.quantile_ms(0.5), "ms");
            figures.add("until let in, longest", times.quantile_ms(1.0), "ms");
            figures.add("what is told to who comes", longest as f64, "bytes");
        }
        let memory = house.usage().map(|usage| usage.peak as f64 / 1e6);
        figures.add_known("resident at most", memory, "MB");
        Ok(figures)
    }
}
