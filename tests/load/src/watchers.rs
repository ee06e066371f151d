//! Fan-out load: one game that thousands watch.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cydonia_protocol::Command;
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::sync::mpsc::unbounded_channel;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::event_stream::EventStream;
use crate::guests::Guests;
use crate::house::{House, Side};
use crate::idle::SETTLING;
use crate::latency::Latency;
use crate::load::Load;
use crate::moves::Manner;
use crate::pair::{Pair, START};
use crate::play::{self, ARRIVING, Window, pace};
use crate::report::Figures;
use crate::usage::Usage;
use crate::wire::{Wire, source};

/// One game with many who watch it.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Watchers {
    /// How many.
    #[arg(long, default_value_t = 5_000)]
    pub(crate) watchers: usize,
    /// Moves a second.
    #[arg(long, default_value_t = 10.0)]
    pub(crate) rate: f64,
    /// Seconds that are measured.
    #[arg(long, default_value_t = 15.0)]
    pub(crate) seconds: f64,
    /// They follow it over plain HTTP, and not over sockets.
    #[arg(long)]
    pub(crate) streams: bool,
}

/// Somebody who watches.
enum Watcher {
    Socket(Box<Wire>),
    Stream(EventStream),
}

/// A move on its way to everybody.
struct Delivery {
    due: Instant,
    reached: usize,
    last: Instant,
}

/// All moves, the first one first.
type Deliveries = Arc<Mutex<Vec<Delivery>>>;

/// What comes later than this does not come at all.
const PATIENCE: Duration = Duration::from_secs(10);

impl Watchers {
    /// Has everybody come and watch.
    async fn come(&self, house: &House, table: Option<Uuid>) -> Result<Vec<Watcher>, String> {
        let guests = Guests::of(house.address, self.watchers)?;
        let guests = &guests;
        let lines = stream::iter(0..self.watchers).map(|number| async move {
            match table {
                Some(table) if self.streams => {
                    let path = format!("/api/v1/tables/{table}/events");
                    EventStream::open(house.address, source(number), &path).await.map(Watcher::Stream)
                }
                Some(table) => {
                    let guest = guests.come(number).await?;
                    let mut line = guest.open(house.address).await?;
                    line.follow(&table.to_string());
                    line.call(Command::Watch { table, since: None, key: None, quiet: false }).await?;
                    Ok(Watcher::Socket(line.into()))
                }
                None => {
                    let mut line =
                        Wire::open(house.address, source(number), "/ws?table=0&watch=true", None).await?;
                    // Of a bare server it is the first table.
                    line.follow(&crate::scan::like_an_id(0));
                    Ok(Watcher::Socket(line.into()))
                }
            }
        });
        lines.buffer_unordered(ARRIVING).try_collect().await
    }
}

async fn watch(mut watcher: Watcher, deliveries: Deliveries) -> Result<(), String> {
    loop {
        let n = match &mut watcher {
            Watcher::Socket(line) => line.event().await?,
            Watcher::Stream(stream) => stream.event().await?,
        };
        let now = Instant::now();
        let mut deliveries = deliveries.lock().unwrap_or_else(PoisonError::into_inner);
        let delivery = n.checked_sub(START + 1).and_then(|place| deliveries.get_mut(place as usize));
        let delivery = delivery.ok_or_else(|| format!("event {n} was never made"))?;
        delivery.reached += 1;
        delivery.last = now;
    }
}

impl Load for Watchers {
    async fn run(&self, house: &mut House) -> Result<Figures, String> {
        let terms = Manner::default().terms()?;
        let mut pair = match house.side {
            Side::House(_) => Pair::seat(house.address, &Guests::of(house.address, 1)?, 0, &terms).await?,
            Side::Bare(bare) => Pair::bare(house.address, bare.kind, 0).await?,
        };
        let before = house.usage();
        let watchers = self.come(house, pair.seats().map(|(table, _)| table)).await?;
        // Until what was needed for coming in is given back.
        tokio::time::sleep(SETTLING).await;
        let each = before.zip(house.usage()).map(|(before, after)| {
            after.resident.saturating_sub(before.resident) as f64 / self.watchers as f64
        });
        let deliveries = Deliveries::default();
        let mut watching = JoinSet::new();
        for watcher in watchers {
            watching.spawn(watch(watcher, Arc::clone(&deliveries)));
        }
        let window = Window::of(self.seconds);
        let (sender, mut dues) = unbounded_channel();
        let pacer = pace(vec![sender], self.rate, window);
        let playing = async {
            let mut own = Vec::new();
            while let Some(due) = dues.recv().await {
                let delivery = Delivery { due, reached: 0, last: due };
                deliveries.lock().unwrap_or_else(PoisonError::into_inner).push(delivery);
                let (known, ended) = pair.timed_step().await?;
                if ended.is_some() {
                    return Err("the game is over: fewer seconds".to_owned());
                }
                if window.holds(due) {
                    own.push(known - due);
                }
            }
            Ok(own)
        };
        let (own, busy, load) = tokio::join!(
            playing,
            play::busy(window, || house.usage()),
            play::busy(window, || Usage::of(std::process::id())),
        );
        let own = own?;
        pacer.join().map_err(|_panicked| "the pacer failed".to_owned())?;
        self.all_reached(&deliveries, &mut watching).await?;
        let deliveries = deliveries.lock().unwrap_or_else(PoisonError::into_inner);
        let last = deliveries.iter().filter(|one| window.holds(one.due)).map(|one| one.last - one.due);
        let moves = own.len() as f64;
        let mut figures = Figures::default();
        let names = ["last delivery p50", "last delivery p99", "last delivery p99.9", "longest delivery"];
        Latency::of(last).tell(&mut figures, names);
        let names = ["own event p50", "own event p99", "own event p99.9", "longest own event"];
        Latency::of(own).tell(&mut figures, names);
        let per_delivery =
            busy.map(|busy| busy * 1e4 * window.length().as_secs_f64() / (moves * self.watchers as f64));
        figures.add_known("server per delivery", per_delivery, "µs");
        figures.add_known("resident per watcher", each, "bytes");
        figures.add_known("server's core", busy, "%");
        figures.add_known("load's core", load, "%");
        Ok(figures)
    }
}

impl Watchers {
    /// Waits until every move has reached everybody.
    async fn all_reached(
        &self,
        deliveries: &Deliveries,
        watching: &mut JoinSet<Result<(), String>>,
    ) -> Result<(), String> {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(failed) = watching.try_join_next() {
                return failed.map_err(|error| error.to_string())?;
            }
            let missing = {
                let deliveries = deliveries.lock().unwrap_or_else(PoisonError::into_inner);
                deliveries.iter().filter(|delivery| delivery.reached < self.watchers).count()
            };
            if missing == 0 {
                return Ok(());
            }
            if Instant::now() > until {
                return Err(format!("{missing} moves did not reach everybody"));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}
