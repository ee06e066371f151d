//! Driver: many pairs at play: as fast as they can, or each move when it is due.

use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;

use crate::guests::Guests;
use crate::house::{House, Side};
use crate::pair::{Ended, Pair, Terms};
use crate::report::Figures;
use crate::usage::Usage;
use crate::wire::Told;

/// Pairs that are seated at once: faster than one after another, and no crowd.
pub(crate) const ARRIVING: usize = 50;

/// Seats so many pairs, each with a game begun.
///
/// # Errors
/// If one is refused.
pub(crate) async fn seat(house: &House, tables: usize, terms: &Terms) -> Result<Vec<Pair>, String> {
    let guests = Guests::of(house.address, 2 * tables)?;
    let guests = &guests;
    let pairs = stream::iter(0..tables).map(|number| async move {
        match house.side {
            Side::House(_) => Pair::seat(house.address, guests, number, terms).await,
            Side::Bare(bare) => Pair::bare(house.address, bare.kind, number).await,
        }
    });
    pairs.buffer_unordered(ARRIVING).try_collect().await
}

/// When it is measured: after a while in which everybody has come to their pace.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    from: Instant,
    to: Instant,
}

impl Window {
    /// So many seconds, after a quarter as many.
    pub(crate) fn of(seconds: f64) -> Self {
        let from = Instant::now() + Duration::from_secs_f64(seconds / 4.0);
        Self { from, to: from + Duration::from_secs_f64(seconds) }
    }

    /// So many seconds, from now on.
    pub(crate) fn at_once(seconds: f64) -> Self {
        let from = Instant::now();
        Self { from, to: from + Duration::from_secs_f64(seconds) }
    }

    /// How long it is.
    pub(crate) fn length(self) -> Duration {
        self.to - self.from
    }

    /// Whether a moment is in it.
    pub(crate) fn holds(self, moment: Instant) -> bool {
        self.from <= moment && moment < self.to
    }

    /// Waits for its beginning.
    pub(crate) async fn begins(self) {
        tokio::time::sleep_until(self.from.into()).await;
    }

    /// Waits for its end.
    pub(crate) async fn ends(self) {
        tokio::time::sleep_until(self.to.into()).await;
    }
}

/// What some pairs have done.
#[derive(Default)]
pub(crate) struct Played {
    /// Moves within the window.
    pub(crate) moves: u64,
    /// Of these, if they were due: those whose mover knew of them before its end.
    pub(crate) in_time: u64,
    /// Of each of these, if they were due: from then until its mover knew of it.
    pub(crate) times: Vec<Duration>,
    /// How much of that this program itself took before it made the move.
    pub(crate) late: Vec<Duration>,
    /// Of each that was sent within the window, if they were due: from then until its mover knew of it.
    pub(crate) once_sent: Vec<Duration>,
    /// Games that ended, within the window or not.
    pub(crate) ended: Vec<Ended>,
    /// What everybody was told, in the window or not.
    pub(crate) told: Told,
    /// The pairs, to play on.
    pub(crate) pairs: Vec<Pair>,
}

impl Played {
    async fn gather(mut tasks: JoinSet<Result<Self, String>>) -> Result<Self, String> {
        let mut all = Self::default();
        while let Some(done) = tasks.join_next().await {
            let one = done.map_err(|error| error.to_string())??;
            all.moves += one.moves;
            all.in_time += one.in_time;
            all.times.extend(one.times);
            all.once_sent.extend(one.once_sent);
            all.late.extend(one.late);
            all.ended.extend(one.ended);
            all.told += one.told;
            all.pairs.extend(one.pairs);
        }
        Ok(all)
    }
}

/// Has everybody play as fast as they can. This program never sleeps meanwhile: a core that does has to be woken by whoever
/// sends to it, which takes another's time each time, and is nothing that a server does when its clients are elsewhere.
///
/// # Errors
/// If anything is refused.
pub(crate) async fn saturate(pairs: Vec<Pair>, window: Window) -> Result<Played, String> {
    let mut tasks = JoinSet::new();
    for mut pair in pairs {
        tasks.spawn(async move {
            let mut played = Played::default();
            loop {
                played.ended.extend(pair.step().await?);
                let now = Instant::now();
                played.moves += u64::from(window.holds(now));
                if now >= window.to {
                    break;
                }
            }
            played.told = pair.told();
            played.pairs.push(pair);
            Ok(played)
        });
    }
    let awake = async {
        loop {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        played = Played::gather(tasks) => played,
        played = awake => played,
    }
}

/// Has so many moves made in a second, one table after another, each when it is due and never earlier. A move that is
/// late has its lateness counted.
///
/// # Errors
/// If anything is refused.
pub(crate) async fn at_rate(pairs: Vec<Pair>, rate: f64, window: Window) -> Result<Played, String> {
    let mut tasks = JoinSet::new();
    let mut tables = Vec::new();
    for pair in pairs {
        let (sender, due) = unbounded_channel();
        tables.push(sender);
        tasks.spawn(play_when_due(pair, due, window));
    }
    // A thread of its own: the runtime's timers are too coarse by a millisecond.
    let pacer = pace(tables, rate, window);
    let played = Played::gather(tasks).await;
    pacer.join().map_err(|_panicked| "the pacer failed".to_owned())?;
    played
}

async fn play_when_due(
    mut pair: Pair,
    mut dues: UnboundedReceiver<Instant>,
    window: Window,
) -> Result<Played, String> {
    let mut played = Played::default();
    while let Some(due) = dues.recv().await {
        let made = Instant::now();
        let (known, ended) = pair.timed_step().await?;
        played.ended.extend(ended);
        if window.holds(made) {
            played.once_sent.push(known - made);
        }
        if window.holds(due) {
            played.moves += 1;
            played.in_time += u64::from(window.holds(known));
            played.times.push(known - due);
            played.late.push(made - due);
        }
    }
    played.told = pair.told();
    played.pairs.push(pair);
    Ok(played)
}

/// Tells one table after another when its move is due, until the window's end.
pub(crate) fn pace(tables: Vec<UnboundedSender<Instant>>, rate: f64, window: Window) -> JoinHandle<()> {
    std::thread::spawn(move || {
        let started = Instant::now();
        for (k, table) in tables.iter().cycle().enumerate() {
            let due = started + Duration::from_secs_f64(k as f64 / rate);
            let wait = due.saturating_duration_since(Instant::now());
            if !wait.is_zero() {
                std::thread::sleep(wait);
            }
            // A table that has failed says so itself.
            if due >= window.to || table.send(due).is_err() {
                return;
            }
        }
    })
}

/// The part of a core that a process is busy while it is measured, in percent; none if the process is unknown.
pub(crate) async fn busy(window: Window, usage: impl Fn() -> Option<Usage>) -> Option<f64> {
    window.begins().await;
    let before = usage();
    window.ends().await;
    let (before, after) = before.zip(usage())?;
    Some(100.0 * (after.busy - before.busy).as_secs_f64() / window.length().as_secs_f64())
}

/// What everybody was told of every move, in the middle, by kind: bytes.
pub(crate) fn message_sizes(told: &Told, figures: &mut Figures) {
    for (name, sizes) in
        [("event frame", told.events), ("ok frame", told.ok), ("choices frame", told.choices)]
    {
        if sizes.frames > 0 {
            figures.add(name, sizes.mean(), "bytes");
        }
    }
}
