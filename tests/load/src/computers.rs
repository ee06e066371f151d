//! Computer load: people who play at a fixed rate, without computers and beside ones that think all the time, in turn.

use std::time::Duration;

use cydonia_protocol::{Command, ComputerSeat, TimeControl};
use cydonia_rules::GameKind;
use uuid::Uuid;

use crate::guests::Guests;
use crate::house::House;
use crate::latency::Latency;
use crate::load::Load;
use crate::moves::Manner;
use crate::pair::{Pair, create};
use crate::play::{self, Window, busy};
use crate::report::{Figures, median};
use crate::wire::Wire;

/// Tables of computers alone, beside people who play at a fixed rate.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Computers {
    /// Tables of computers, of all games in turn.
    #[arg(long, default_value_t = 60)]
    pub(crate) exhibitions: usize,
    /// How strong they are: the strongest think for longest.
    #[arg(long, default_value_t = 8)]
    pub(crate) level: u8,
    /// Tables of people, each with a move a second.
    #[arg(long, default_value_t = 1000)]
    pub(crate) tables: usize,
    /// Seconds that are measured at a time, without computers or with them.
    #[arg(long, default_value_t = 8.0)]
    pub(crate) seconds: f64,
    /// How often each is measured: once each in every round, and first by turns.
    #[arg(long, default_value_t = 4)]
    pub(crate) times: usize,
}

impl Load for Computers {
    async fn run(&self, house: &mut House) -> Result<Figures, String> {
        let mut pairs = play::seat(house, self.tables, &Manner::default().terms()?).await?;
        let mut exhibitions = self.set_up(house).await?;
        let (mut without, mut with) = (Side::default(), Side::default());
        let mut ratios = Vec::new();
        for round in 0..self.times {
            // Whatever changes while it is measured, here or elsewhere on this machine, is to weigh on both alike.
            let mut sides = [(&mut without, false), (&mut with, true)];
            if round % 2 == 1 {
                sides.reverse();
            }
            for (side, is_beside) in sides {
                exhibitions.look(is_beside).await?;
                self.measure(house, &mut pairs, &mut exhibitions, side).await?;
            }
            ratios.extend(
                with.p99s_ms.last().zip(without.p99s_ms.last()).map(|(with, without)| with / without),
            );
        }
        Ok(told(&without, &with, ratios))
    }
}

/// What was measured without computers, or with them, in all rounds.
#[derive(Default)]
struct Side {
    times: Vec<Duration>,
    /// How late this program itself was with the moves: it has to make all of them.
    late: Vec<Duration>,
    /// The 99th percentile of each round.
    p99s_ms: Vec<f64>,
    /// Frames of events that computers brought about, a second.
    computers: Vec<f64>,
    /// The part of a core that the threads on which they think were busy, and that the whole server was.
    thinking: Vec<f64>,
    core: Vec<f64>,
}

/// The tables of computers, and somebody who looks on at all of them or at none: what nobody looks at is not thought about.
struct Exhibitions {
    watcher: Wire,
    tables: Vec<Uuid>,
}

impl Computers {
    /// Sets the tables up. Nobody looks at them yet.
    async fn set_up(&self, house: &House) -> Result<Exhibitions, String> {
        let guest = Guests::of(house.address, 1)?.come(0).await?;
        let mut watcher = guest.open(house.address).await?;
        let mut tables = Vec::with_capacity(self.exhibitions);
        for kind in GameKind::ALL.iter().cycle().take(self.exhibitions) {
            let mut wish = create(TimeControl::None {}, false);
            if let Command::Create { game, seats, computers, .. } = &mut wish {
                *game = kind.id().to_owned();
                *seats = kind.info().min_seats;
                computers.extend((0..*seats).map(|seat| ComputerSeat { seat, level: self.level }));
            }
            tables.push(watcher.call(wish).await?.ok_or("a table without an id")?);
        }
        Ok(Exhibitions { watcher, tables })
    }

    /// Has people play for a while, as it is.
    async fn measure(
        &self,
        house: &House,
        pairs: &mut Vec<Pair>,
        exhibitions: &mut Exhibitions,
        side: &mut Side,
    ) -> Result<(), String> {
        let window = Window::of(self.seconds);
        let (played, events, thinking, core) = tokio::join!(
            play::at_rate(std::mem::take(pairs), self.tables as f64, window),
            exhibitions.count(window),
            busy(window, || house.usage_of(THINKERS)),
            busy(window, || house.usage()),
        );
        let played = played?;
        side.p99s_ms.push(Latency::of(played.times.iter().copied()).quantile_ms(0.99));
        side.times.extend(played.times);
        side.late.extend(played.late);
        side.computers.push(events? as f64 / window.length().as_secs_f64());
        side.thinking.extend(thinking);
        side.core.extend(core);
        *pairs = played.pairs;
        Ok(())
    }
}

/// The threads of a house on which computers think; nothing else is under way there in a house that nobody asks for lists.
const THINKERS: &str = "cydonia-worker";

impl Exhibitions {
    /// Looks at all of them from now on, or at none.
    async fn look(&mut self, is_on: bool) -> Result<(), String> {
        for table in self.tables.iter().copied() {
            let command = if is_on {
                Command::Watch { table, since: None, key: None, quiet: false }
            } else {
                Command::Unwatch { table }
            };
            self.watcher.call(command).await?;
        }
        Ok(())
    }

    /// How many frames of events came while it was measured.
    async fn count(&mut self, window: Window) -> Result<u64, String> {
        self.hear_until(window.begins()).await?;
        let before = self.watcher.told.events.frames;
        self.hear_until(window.ends()).await?;
        Ok(self.watcher.told.events.frames - before)
    }

    async fn hear_until(&mut self, end: impl Future<Output = ()>) -> Result<(), String> {
        let hearing = async {
            loop {
                if let Err(error) = self.watcher.next().await {
                    return error;
                }
            }
        };
        tokio::select! {
            error = hearing => Err(error),
            () = end => Ok(()),
        }
    }
}

fn told(without: &Side, with: &Side, ratios: Vec<f64>) -> Figures {
    let mut figures = Figures::default();
    let [times, late] = [[&without.times, &with.times], [&without.late, &with.late]]
        .map(|sides| sides.map(|times| Latency::of(times.iter().copied())));
    for (quantile, names) in [
        (0.5, ["moves p50 without", "moves p50 with"]),
        (0.99, ["moves p99 without", "moves p99 with"]),
        (1.0, ["longest without", "longest with"]),
    ] {
        for (name, side) in names.into_iter().zip(&times) {
            figures.add(name, side.quantile_ms(quantile), "ms");
        }
    }
    for (name, side) in ["p99 of own delay without", "p99 of own delay with"].into_iter().zip(&late) {
        figures.add(name, side.quantile_ms(0.99), "ms");
    }
    let [without_p99, with_p99] = times.map(|side| side.quantile_ms(0.99));
    figures.add("ratio", with_p99 / without_p99, "");
    figures.add("ratio of a round, least", ratios.iter().copied().fold(f64::INFINITY, f64::min), "");
    figures.add("ratio of a round, most", ratios.iter().copied().fold(f64::NEG_INFINITY, f64::max), "");
    figures.add("ratio of a round, median", median(ratios), "");
    for (side, [computers, thinking, core]) in [
        (without, ["computers without", "thinking without", "server's core without"]),
        (with, ["computers with", "thinking with", "server's core with"]),
    ] {
        figures.add(computers, median(side.computers.clone()), "events/s");
        if !side.core.is_empty() {
            figures.add(thinking, median(side.thinking.clone()), "% of a core");
            figures.add(core, median(side.core.clone()), "%");
        }
    }
    figures
}
