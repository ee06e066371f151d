//! Move load: playing pairs.

use clap::ValueEnum;
use cydonia_protocol::TimeControl;

use crate::house::House;
use crate::latency::Latency;
use crate::load::Load;
use crate::pair::{LIVE, Terms};
use crate::play::{self, Window, message_sizes};
use crate::report::Figures;
use crate::script::{Length, scripts};
use crate::usage::Usage;

/// Pairs that play Martian Chess.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Moves {
    /// Tables, with two at each.
    #[arg(long, default_value_t = 100)]
    pub(crate) tables: usize,
    /// Seconds that are measured.
    #[arg(long, default_value_t = 5.0)]
    pub(crate) seconds: f64,
    /// Moves a second, each when it is due; without it as many as there can be.
    #[arg(long)]
    pub(crate) rate: Option<f64>,
    #[command(flatten)]
    pub(crate) manner: Manner,
}

/// How people play.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Manner {
    /// How long games are.
    #[arg(long, default_value = "long")]
    pub(crate) length: Length,
    /// What clock they are played with.
    #[arg(long, default_value = "live")]
    pub(crate) clock: Clock,
    /// Rated games.
    #[arg(long)]
    pub(crate) rated: bool,
}

impl Manner {
    /// Games that come to their end, and count.
    pub(crate) const BRIEF: Self = Self { length: Length::Short, clock: Clock::Live, rated: true };
}

impl Default for Manner {
    fn default() -> Self {
        Self { length: Length::Long, clock: Clock::Live, rated: false }
    }
}

/// The clocks to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Clock {
    /// None at all.
    None,
    /// Three hours, and some more with each turn.
    Live,
}

impl Manner {
    /// The games, prepared.
    ///
    /// # Errors
    /// If they cannot be.
    pub(crate) fn terms(self) -> Result<Terms, String> {
        if self.rated && self.clock == Clock::None {
            return Err("a game without a clock is not rated".to_owned());
        }
        let clock = match self.clock {
            Clock::None => TimeControl::None {},
            Clock::Live => LIVE,
        };
        Ok(Terms { scripts: scripts(self.length)?, clock, rated: self.rated })
    }
}

impl Load for Moves {
    async fn run(&self, house: &mut House) -> Result<Figures, String> {
        let terms = self.manner.terms()?;
        let pairs = play::seat(house, self.tables, &terms).await?;
        let window = Window::of(self.seconds);
        let playing = async {
            match self.rate {
                Some(rate) => play::at_rate(pairs, rate, window).await,
                None => play::saturate(pairs, window).await,
            }
        };
        let (played, busy, own) = tokio::join!(
            playing,
            play::busy(window, || house.usage()),
            play::busy(window, || Usage::of(std::process::id())),
        );
        let played = played?;
        let seconds = window.length().as_secs_f64();
        let mut figures = Figures::default();
        figures.add("moves", played.moves as f64 / seconds, "/s");
        if self.rate.is_some() {
            let names = ["due to own event p50", "due to own event p99", "due to own event p99.9", "longest"];
            Latency::of(played.times).tell(&mut figures, names);
        }
        figures.add("games ended", played.ended.len() as f64, "");
        figures.add_known("server's core", busy, "%");
        figures.add_known("load's core", own, "%");
        message_sizes(&played.told, &mut figures);
        Ok(figures)
    }
}
