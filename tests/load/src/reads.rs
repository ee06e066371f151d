//! Read load: people who look games up while others play.

use std::time::{Duration, Instant};

use cydonia_protocol::MatchPage;
use tokio::sync::mpsc::unbounded_channel;
use tokio::task::JoinSet;

use crate::house::House;
use crate::latency::Latency;
use crate::load::Load;
use crate::moves::Manner;
use crate::play::{self, Window, pace};
use crate::report::Figures;

/// History reads beside play, both at a fixed rate.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Reads {
    /// Reads a second.
    #[arg(long, default_value_t = 100.0)]
    pub(crate) reads: f64,
    /// Tables, each with a move a second.
    #[arg(long, default_value_t = 1000)]
    pub(crate) tables: usize,
    /// Finished games there are to be looked up, at least.
    #[arg(long, default_value_t = 500)]
    pub(crate) finished: usize,
    /// Seconds that are measured, without reads and with them.
    #[arg(long, default_value_t = 8.0)]
    pub(crate) seconds: f64,
}

/// Tables at which the games are played that are looked up.
const FINISHING: usize = 50;

impl Load for Reads {
    async fn run(&self, house: &mut House) -> Result<Figures, String> {
        let mut finishing = play::seat(house, FINISHING, &Manner::BRIEF.terms()?).await?;
        let mut finished = 0;
        while finished < self.finished {
            let played = play::saturate(finishing, Window::at_once(0.5)).await?;
            finished += played.ended.len();
            finishing = played.pairs;
        }
        drop(finishing);
        let addresses = self.addresses(house).await?;
        let pairs = play::seat(house, self.tables, &Manner::default().terms()?).await?;
        let rate = self.tables as f64;
        let alone = play::at_rate(pairs, rate, Window::of(self.seconds)).await?;
        let window = Window::of(self.seconds);
        let (beside, reads) =
            tokio::join!(play::at_rate(alone.pairs, rate, window), read(&addresses, self.reads, window));
        let (without, with) = (Latency::of(alone.times), Latency::of(beside?.times));
        let mut figures = Figures::default();
        figures.add("moves p99 without", without.quantile_ms(0.99), "ms");
        figures.add("moves p99 with", with.quantile_ms(0.99), "ms");
        figures.add("longest without", without.quantile_ms(1.0), "ms");
        figures.add("longest with", with.quantile_ms(1.0), "ms");
        figures.add("ratio", with.quantile_ms(0.99) / without.quantile_ms(0.99), "");
        Latency::of(reads?).tell(&mut figures, ["reads p50", "reads p99", "reads p99.9", "longest read"]);
        Ok(figures)
    }
}

impl Reads {
    /// What is read: pages, games whole, players, ratings.
    async fn addresses(&self, house: &House) -> Result<Vec<String>, String> {
        let root = format!("http://{}/api/v1", house.address);
        let page = async || reqwest::get(format!("{root}/matches?limit=100")).await?.json().await;
        let MatchPage { matches, .. } = page().await.map_err(|error: reqwest::Error| error.to_string())?;
        let mut addresses = vec![
            format!("{root}/matches"),
            format!("{root}/matches?rated=true&order=oldest"),
            format!("{root}/leaderboards/martian-chess"),
        ];
        for summary in &matches {
            addresses.push(format!("{root}/matches/{}", summary.id));
            addresses.push(format!("{root}/matches/{}/replay", summary.id));
            if let Some(seat) = summary.seats.first() {
                let player = seat.player.id;
                addresses.push(format!("{root}/matches?player={player}&limit=50"));
                addresses.push(format!("{root}/players/{player}/ratings"));
            }
        }
        Ok(addresses)
    }
}

/// Reads so many addresses a second in turn, each when it is due; the times they took from then.
///
/// # Errors
/// If one is refused.
pub(crate) async fn read(addresses: &[String], rate: f64, window: Window) -> Result<Vec<Duration>, String> {
    let client = reqwest::Client::new();
    let (sender, mut dues) = unbounded_channel();
    let pacer = pace(vec![sender], rate, window);
    let mut reading = JoinSet::new();
    let mut addresses = addresses.iter().cycle();
    while let (Some(due), Some(address)) = (dues.recv().await, addresses.next()) {
        let request = client.get(address);
        reading.spawn(async move {
            request.send().await?.error_for_status()?.bytes().await?;
            Ok::<_, reqwest::Error>((due, Instant::now()))
        });
    }
    let mut times = Vec::new();
    while let Some(read) = reading.join_next().await {
        let (due, done) = read.map_err(|error| error.to_string())?.map_err(|error| error.to_string())?;
        if window.holds(due) {
            times.push(done - due);
        }
    }
    pacer.join().map_err(|_panicked| "the pacer failed".to_owned())?;
    Ok(times)
}
