//! Clock load: somebody who thinks for long and then has the house give the time back.

use std::time::{Duration, Instant};

use cydonia_protocol::TimeControl;

use crate::duel::{AT_ONCE, Duel};
use crate::house::{House, Limits};
use crate::load::Load;
use crate::report::Figures;

/// Thinks, then acts and takes it back over many sockets, so that many messages wait.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Clock {
    /// Seconds that one thinks.
    #[arg(long, default_value_t = 45.0)]
    pub(crate) think: f64,
    /// Sockets over which one acts and takes it back, one after another.
    #[arg(long, default_value_t = 30)]
    pub(crate) sockets: u64,
    /// How often, in one turn.
    #[arg(long, default_value_t = 1)]
    pub(crate) bursts: usize,
}

/// What each of the two has.
const TIME: TimeControl = TimeControl::Fischer { initial_s: 60, increment_s: 0 };

impl Load for Clock {
    const LIMITS: Limits = Limits::Usual;

    async fn run(&self, house: &mut House) -> Result<Figures, String> {
        let mut duel = Duel::seat(house.address, TIME, true).await?;
        let seat = duel.turn(0).await?.ok_or("a game that was over at once")?;
        let began = Instant::now();
        let before = duel.players[seat].told.borrow().clone();
        let (mut done, mut refused, mut sent) = (0, 0, Duration::ZERO);
        for _ in 0..self.bursts {
            tokio::time::sleep(Duration::from_secs_f64(self.think)).await;
            let started = Instant::now();
            let burst = duel.act_and_undo(seat, self.sockets * AT_ONCE).await?;
            sent += started.elapsed();
            done += burst.done;
            refused += burst.refusals();
            for (code, count) in burst.refused {
                println!("  refused, {code}: {count}");
            }
        }
        let took = began.elapsed().as_secs_f64();
        let after = duel.players[seat].told.borrow().clone();
        // From the turn's first event to its last, by the house's own clock.
        let passed = (after.ms - before.ms) as f64 / 1e3;
        let left = |left_ms: &[i64]| left_ms.get(seat).copied().ok_or("no clocks");
        let charged = (left(&before.left_ms)? - left(&after.left_ms)?) as f64 / 1e3;
        let mut figures = Figures::default();
        figures.add("thought", self.think * self.bursts as f64, "s");
        figures.add("the turn took", took, "s");
        figures.add("passed by the house", passed, "s");
        figures.add("charged", charged, "s");
        figures.add("not charged", passed - charged, "s");
        // While messages come in one after another they may well wait for the house; while somebody thinks none does.
        figures.add("thought, not charged", (self.think * self.bursts as f64 - charged).max(0.0), "s");
        figures.add("messages", done as f64, "");
        figures.add("refused", refused as f64, "");
        figures.add("sending took", sent.as_secs_f64(), "s");
        Ok(figures)
    }
}
