//! Probe: two who play beside the many, on a thread of their own: what a single game is like meanwhile.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::runtime::Builder;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::OTHERS;
use crate::guests::Guests;
use crate::latency::Latency;
use crate::pair::{Pair, Terms};
use crate::play::{self, Played, Window};
use crate::report::Figures;

/// Moves a second that the two make, in turn.
const MOVES: f64 = 20.0;

/// The two, as they are asked to play for a while.
pub(super) struct Aside {
    wishes: UnboundedSender<Window>,
    played: UnboundedReceiver<Result<Played, String>>,
}

impl Aside {
    /// Seats them.
    ///
    /// # Errors
    /// If anything is refused.
    pub(super) async fn seat(house: SocketAddr, terms: Terms) -> Result<Self, String> {
        let (wishes, wished) = unbounded_channel();
        let (told, played) = unbounded_channel();
        std::thread::spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build();
            let outcome = runtime
                .map_err(|error| error.to_string())
                .and_then(|runtime| runtime.block_on(attend(house, &terms, wished, &told)));
            if let Err(error) = outcome {
                // Nobody listens any more if the load has failed.
                drop(told.send(Err(error)));
            }
        });
        let mut aside = Self { wishes, played };
        aside.answer().await?;
        Ok(aside)
    }

    /// Has them play.
    ///
    /// # Errors
    /// If anything was refused.
    pub(super) async fn play(&mut self, window: Window) -> Result<Played, String> {
        self.wishes.send(window).map_err(|_gone| "the two aside are gone".to_owned())?;
        self.answer().await
    }

    async fn answer(&mut self) -> Result<Played, String> {
        self.played.recv().await.unwrap_or_else(|| Err("the two aside are gone".to_owned()))
    }
}

async fn attend(
    house: SocketAddr,
    terms: &Terms,
    mut wished: UnboundedReceiver<Window>,
    told: &UnboundedSender<Result<Played, String>>,
) -> Result<(), String> {
    let guests = Guests::of(house, 2)?;
    let mut pairs = vec![Pair::seat(house, &guests, 2 * OTHERS, terms).await?];
    drop(told.send(Ok(Played::default())));
    while let Some(window) = wished.recv().await {
        let mut played = play::at_rate(pairs, MOVES, window).await?;
        pairs = std::mem::take(&mut played.pairs);
        drop(told.send(Ok(played)));
    }
    Ok(())
}

/// How they fared.
pub(super) fn tell(figures: &mut Figures, alone: &Played, beside: &Played) {
    let latency = |times: &[Duration]| Latency::of(times.iter().copied());
    let (without, with) = (latency(&alone.times), latency(&beside.times));
    let names = ["two: p50 without", "two: p95 without", "two: p99 without", "two: longest without"];
    for (name, quantile) in names.into_iter().zip(QUANTILES) {
        figures.add(name, without.quantile_ms(quantile), "ms");
    }
    let names = ["two: p50 with", "two: p95 with", "two: p99 with", "two: longest with"];
    for (name, quantile) in names.into_iter().zip(QUANTILES) {
        figures.add(name, with.quantile_ms(quantile), "ms");
    }
    // At one table a move that is late makes the next one late: this is how long each took by itself.
    // None, if the first of them took longer than all the others had.
    if !beside.once_sent.is_empty() {
        let sent = latency(&beside.once_sent);
        figures.add("two: p50 with, once sent", sent.quantile_ms(0.5), "ms");
        figures.add("two: p99 with, once sent", sent.quantile_ms(0.99), "ms");
    }
    figures.add("two: made in time", 100.0 * beside.in_time as f64 / (beside.moves as f64).max(1.0), "%");
    figures.add("two: ratio", with.quantile_ms(0.99) / without.quantile_ms(0.99), "");
}

const QUANTILES: [f64; 4] = [0.5, 0.95, 0.99, 1.0];
