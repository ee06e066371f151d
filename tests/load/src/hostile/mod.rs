//! Hostile load: people who mean no good, beside others who play.

mod aside;
mod requests;
mod silent;
mod sockets;

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;
use tokio::runtime::{Builder, Runtime};
use uuid::Uuid;

use self::aside::Aside;
use self::requests::{Answers, Question};
pub(crate) use self::silent::Silence;
use crate::guests::{Guest, Guests};
use crate::house::{House, Limits};
use crate::latency::Latency;
use crate::load::Load;
use crate::moves::Manner;
use crate::pair::Pair;
use crate::past::Past;
use crate::play::{self, Played, Window};
use crate::report::Figures;
use crate::usage::Usage;

/// Sockets that never read, sockets that send garbage, a flood, or requests without end, at a house with its usual limits.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Hostile {
    /// What they do; several things at once are separated by commas.
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = With::SOCKETS)]
    pub(crate) with: Vec<With>,
    /// Tables of the others, each with a move a second.
    #[arg(long, default_value_t = 1000)]
    pub(crate) tables: usize,
    /// Sockets that ask for much and never read.
    #[arg(long, default_value_t = 100)]
    pub(crate) mute: usize,
    /// Sockets that send garbage.
    #[arg(long, default_value_t = 100)]
    pub(crate) garbage: usize,
    /// Sockets of the flood that are open at a time; whoever is thrown out comes back.
    #[arg(long, default_value_t = 10)]
    pub(crate) flood: usize,
    /// Connections of each kind of request; each asks again as soon as it is answered.
    #[arg(long, default_value_t = 100)]
    pub(crate) connections: usize,
    /// Addresses that requests come from.
    #[arg(long, default_value_t = 1)]
    pub(crate) addresses: usize,
    /// Seconds that are measured, without them and with them.
    #[arg(long, default_value_t = 8.0)]
    pub(crate) seconds: f64,
    /// How often it is measured without them and with them, in turn; the medians are told.
    #[arg(long, default_value_t = 1)]
    pub(crate) times: usize,
    #[command(flatten)]
    pub(crate) past: Past,
    #[command(flatten)]
    pub(crate) silence: Silence,
}

/// What people do who mean no good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum With {
    /// Sockets that ask for much and never read.
    Mute,
    /// Sockets that send garbage.
    Garbage,
    /// Sockets of one address that send as much as goes through.
    Flood,
    /// The page's script, compressed.
    Assets,
    /// The `OpenAPI` document, compressed.
    Documents,
    /// The proof of the dice of a game of thousands of actions that were taken back.
    Proofs,
    /// The replay of that game.
    Replays,
    /// That game again, by the tag that one has.
    Tags,
    /// A game's text to be checked, as long and as dear as may be.
    Checks,
    /// Lists of a hundred games.
    Lists,
    /// All games whole, to the end.
    Streams,
    /// Connections that say nothing, or half of something, and stay; by themselves alone.
    Silent,
}

impl With {
    /// What is done over sockets: what they do unless something else is wished.
    pub(crate) const SOCKETS: [Self; 3] = [Self::Mute, Self::Garbage, Self::Flood];

    fn wants_past(self) -> bool {
        matches!(self, Self::Proofs | Self::Replays | Self::Tags | Self::Lists | Self::Streams)
    }
}

/// Numbers of people who are none of the players.
const OTHERS: usize = 1_000_000;

impl Load for Hostile {
    const LIMITS: Limits = Limits::Usual;

    async fn run(&self, house: &mut House) -> Result<Figures, String> {
        if self.with.contains(&With::Silent) {
            return match self.with[..] {
                [With::Silent] => self.silence.run(house, self.seconds).await,
                _ => Err("who is silent is measured alone".to_owned()),
            };
        }
        let wants_past = self.with.iter().any(|with| with.wants_past());
        let bloated = if wants_past { Some(self.past.make(house).await?) } else { None };
        let mut questions = Vec::new();
        for with in &self.with {
            questions.extend(Question::of(*with, house.address, bloated).await?.map(Arc::new));
        }
        let terms = Manner::default().terms()?;
        let mut pairs = play::seat(house, self.tables, &terms).await?;
        let busy: Vec<_> = pairs.iter().filter_map(|pair| pair.seats().map(|(table, _)| table)).collect();
        let table = *busy.first().ok_or("a bare server has no enemies")?;
        let crowd = Crowd { guests: self.crowd(house).await?, table, questions };
        let mut aside = Aside::seat(house.address, terms).await?;
        let mut runs = Vec::new();
        for _ in 0..self.times {
            runs.push(self.measure(house, &mut pairs, &mut aside, &crowd).await?);
        }
        Ok(Figures::medians(&runs))
    }
}

/// Those who mean no good, before they begin.
struct Crowd {
    guests: Vec<Guest>,
    table: Uuid,
    questions: Vec<Arc<Question>>,
}

impl Hostile {
    /// How many of a kind there are on sockets.
    fn of(&self, kind: With) -> usize {
        let count = match kind {
            With::Mute => self.mute,
            With::Garbage => self.garbage,
            With::Flood => self.flood,
            _ => 0,
        };
        if self.with.contains(&kind) { count } else { 0 }
    }

    async fn crowd(&self, house: &House) -> Result<Vec<Guest>, String> {
        let count = self.of(With::Mute) + self.of(With::Garbage);
        let guests = Guests::of(house.address, count)?;
        let mut crowd = Vec::with_capacity(count);
        for number in 0..count {
            crowd.push(guests.come(OTHERS + number).await?);
        }
        Ok(crowd)
    }

    /// Once without them, and once with them.
    async fn measure(
        &self,
        house: &House,
        pairs: &mut Vec<Pair>,
        aside: &mut Aside,
        crowd: &Crowd,
    ) -> Result<Figures, String> {
        let rate = self.tables as f64;
        let window = Window::of(self.seconds);
        let (alone, two_alone) =
            tokio::join!(play::at_rate(std::mem::take(pairs), rate, window), aside.play(window));
        let (mut alone, two_alone) = (alone?, two_alone?);
        let before = house.usage();
        let answers = Arc::new(Answers::default());
        let attack = self.attack(house, crowd, &answers)?;
        let window = Window::of(self.seconds);
        let (beside, two_beside, answered, core, own) = tokio::join!(
            play::at_rate(std::mem::take(&mut alone.pairs), rate, window),
            aside.play(window),
            async {
                let answered = answers.within(window).await;
                // What was due meanwhile is waited for, but not with them: that may take minutes. In the background, as
                // a runtime cannot be dropped within another.
                attack.shutdown_background();
                answered
            },
            play::busy(window, || house.usage()),
            play::busy(window, || Usage::of(std::process::id())),
        );
        let (mut beside, two_beside) = (beside?, two_beside?);
        let after = house.usage();
        *pairs = std::mem::take(&mut beside.pairs);
        let mut figures = Figures::default();
        tables(&mut figures, &alone, &beside, self.seconds);
        aside::tell(&mut figures, &two_alone, &two_beside);
        if !crowd.questions.is_empty() {
            answered.tell(&mut figures, self.seconds);
        }
        figures.add_known("server's core with", core, "%");
        figures.add_known("load's core with", own, "%");
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        figures.add_known("resident before", before.map(|usage| megabytes(usage.resident)), "MB");
        figures.add_known("resident with", after.map(|usage| megabytes(usage.resident)), "MB");
        figures.add_known("resident at most", after.map(|usage| megabytes(usage.peak)), "MB");
        Ok(figures)
    }

    /// Sets all of them on the house, from a thread of their own that stands back: they are to hold up the house, and not
    /// this program when it makes the others' moves. They go with what is returned.
    fn attack(&self, house: &House, crowd: &Crowd, answers: &Arc<Answers>) -> Result<Runtime, String> {
        let attack = aloof()?;
        let address = house.address;
        let (mute, garbage) = crowd.guests.split_at(self.of(With::Mute));
        for guest in mute {
            attack.spawn(sockets::never_read(address, guest.clone(), crowd.table));
        }
        for guest in garbage {
            attack.spawn(sockets::send_garbage(address, guest.clone()));
        }
        for _ in 0..self.of(With::Flood) {
            attack.spawn(sockets::flood(address));
        }
        for question in &crowd.questions {
            for number in 0..self.connections {
                let from = requests::source_of(number % self.addresses.max(1));
                attack.spawn(requests::insist(question.clone(), from, answers.clone()));
            }
        }
        Ok(attack)
    }
}

/// How those at the many tables fared.
fn tables(figures: &mut Figures, alone: &Played, beside: &Played, seconds: f64) {
    let (without, with) =
        (Latency::of(alone.times.iter().copied()), Latency::of(beside.times.iter().copied()));
    figures.add("moves without", alone.in_time as f64 / seconds, "/s");
    figures.add("moves with", beside.in_time as f64 / seconds, "/s");
    figures.add("p50 without", without.quantile_ms(0.5), "ms");
    figures.add("p50 with", with.quantile_ms(0.5), "ms");
    figures.add("p99 without", without.quantile_ms(0.99), "ms");
    figures.add("p99 with", with.quantile_ms(0.99), "ms");
    for (name, late) in [("p99 of own delay without", &alone.late), ("p99 of own delay with", &beside.late)] {
        figures.add(name, Latency::of(late.iter().copied()).quantile_ms(0.99), "ms");
    }
    figures.add("ratio", with.quantile_ms(0.99) / without.quantile_ms(0.99), "");
}

/// A runtime on a thread that stands back.
fn aloof() -> Result<Runtime, String> {
    let aloof =
        Builder::new_multi_thread().worker_threads(1).enable_all().on_thread_start(stand_back).build();
    aloof.map_err(|error| error.to_string())
}

/// Has every other thread go before this one, at once. Where that cannot be done, the own delay tells.
fn stand_back() {
    let thread = std::fs::read_link("/proc/thread-self").unwrap_or_default();
    let number = thread.file_name().unwrap_or_default();
    drop(Command::new("chrt").args(["--idle", "--pid", "0"]).arg(number).stdout(Stdio::null()).status());
}

/// Before somebody tries again who was thrown out.
const PAUSE: Duration = Duration::from_millis(50);
