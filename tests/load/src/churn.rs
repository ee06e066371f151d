//! Churn load: tables that come and go: set up, joined, played to their end, while many follow the lobby.

use cydonia_protocol::{Command, LobbyFilter};
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::task::JoinSet;

use crate::guests::Guests;
use crate::house::House;
use crate::load::Load;
use crate::moves::Manner;
use crate::play::{self, ARRIVING, Window};
use crate::report::Figures;
use crate::usage::Usage;
use crate::wire::Wire;

/// Rated games played one after another, before a full lobby.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Churn {
    /// Tables at once.
    #[arg(long, default_value_t = 100)]
    pub(crate) tables: usize,
    /// People who follow the lobby.
    #[arg(long, default_value_t = 200)]
    pub(crate) followers: usize,
    /// Seconds that are measured.
    #[arg(long, default_value_t = 5.0)]
    pub(crate) seconds: f64,
}

impl Load for Churn {
    async fn run(&self, house: &mut House) -> Result<Figures, String> {
        let terms = Manner::BRIEF.terms()?;
        let mut following = JoinSet::new();
        for line in self.follow(house).await? {
            following.spawn(line.stay());
        }
        let pairs = play::seat(house, self.tables, &terms).await?;
        let window = Window::of(self.seconds);
        let (played, busy, own) = tokio::join!(
            play::saturate(pairs, window),
            play::busy(window, || house.usage()),
            play::busy(window, || Usage::of(std::process::id())),
        );
        let played = played?;
        if let Some(gone) = following.try_join_next() {
            gone.map_err(|error| error.to_string())??;
        }
        let finishes = played.ended.iter().filter(|ended| window.holds(ended.at)).count();
        let mut figures = Figures::default();
        let seconds = window.length().as_secs_f64();
        figures.add("finishes", finishes as f64 / seconds, "/s");
        figures.add("moves", played.moves as f64 / seconds, "/s");
        figures.add_known("server's core", busy, "%");
        figures.add_known("load's core", own, "%");
        Ok(figures)
    }
}

impl Churn {
    async fn follow(&self, house: &House) -> Result<Vec<Wire>, String> {
        let guests = Guests::of(house.address, self.followers)?;
        let guests = &guests;
        let lines = stream::iter(0..self.followers).map(|number| async move {
            let guest = guests.come(number).await?;
            let mut line = guest.open(house.address).await?;
            line.call(Command::Lobby { on: true, filter: LobbyFilter::default() }).await?;
            Ok(line)
        });
        lines.buffer_unordered(ARRIVING).try_collect().await
    }
}
