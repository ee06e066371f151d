//! Computer load: computers that play each other while people play.

use cydonia_protocol::{Command, ComputerSeat, TimeControl};
use cydonia_rules::GameKind;

use crate::guests::Guests;
use crate::house::House;
use crate::latency::Latency;
use crate::load::Load;
use crate::moves::Manner;
use crate::pair::create;
use crate::play::{self, Window, busy};
use crate::report::Figures;
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
    /// Seconds that are measured, without computers and with them.
    #[arg(long, default_value_t = 8.0)]
    pub(crate) seconds: f64,
}

impl Load for Computers {
    async fn run(&self, house: &mut House) -> Result<Figures, String> {
        let pairs = play::seat(house, self.tables, &Manner::default().terms()?).await?;
        let rate = self.tables as f64;
        let alone = play::at_rate(pairs, rate, Window::of(self.seconds)).await?;
        let watcher = self.set_up(house).await?;
        let window = Window::of(self.seconds);
        let (beside, moves, core) = tokio::join!(
            play::at_rate(alone.pairs, rate, window),
            count(watcher, window),
            busy(window, || house.usage()),
        );
        let (without, with) = (Latency::of(alone.times), Latency::of(beside?.times));
        let mut figures = Figures::default();
        for (quantile, names) in [
            (0.5, ["moves p50 without", "moves p50 with"]),
            (0.99, ["moves p99 without", "moves p99 with"]),
            (1.0, ["longest without", "longest with"]),
        ] {
            figures.add(names[0], without.quantile_ms(quantile), "ms");
            figures.add(names[1], with.quantile_ms(quantile), "ms");
        }
        figures.add("ratio", with.quantile_ms(0.99) / without.quantile_ms(0.99), "");
        figures.add("computers", moves? as f64 / window.length().as_secs_f64(), "events/s");
        if let Some(core) = core {
            figures.add("server's core", core, "%");
        }
        Ok(figures)
    }
}

impl Computers {
    /// Sets the tables up, with somebody who looks on at them all.
    async fn set_up(&self, house: &House) -> Result<Wire, String> {
        let guest = Guests::of(house.address, 1)?.come(0).await?;
        let mut watcher = guest.open(house.address).await?;
        for kind in GameKind::ALL.iter().cycle().take(self.exhibitions) {
            let mut wish = create(TimeControl::None {}, false);
            if let Command::Create { game, seats, computers, .. } = &mut wish {
                *game = kind.id().to_owned();
                *seats = kind.info().min_seats;
                computers.extend((0..*seats).map(|seat| ComputerSeat { seat, level: self.level }));
            }
            let table = watcher.call(wish).await?.ok_or("a table without an id")?;
            watcher.call(Command::Watch { table, since: None, key: None, quiet: false }).await?;
        }
        Ok(watcher)
    }
}

/// How many frames of events came while it was measured.
async fn count(mut watcher: Wire, window: Window) -> Result<u64, String> {
    window.begins().await;
    let before = watcher.told.events.frames;
    tokio::select! {
        heard = async {
            loop {
                if let Err(error) = watcher.next().await {
                    return error;
                }
            }
        } => return Err(heard),
        () = window.ends() => {}
    }
    Ok(watcher.told.events.frames - before)
}
