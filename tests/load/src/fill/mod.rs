//! Bulk data: a database filled with finished games, to see how a house with a long past answers. They are played at random
//! but to some purpose, at tables as real ones, by players who do not exist. Each is kept several times, under other players.

mod command;
mod game;
mod players;
#[cfg(test)]
mod tests;

use cydonia_server::{Archive, Database, StoreError};
use cydonia_table::journal::Finished;
use tokio::sync::mpsc;
use uuid::Uuid;

pub(crate) use command::Fill;
use game::Played;
use players::Players;

/// What a database is filled with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Filling {
    /// Games that differ from each other.
    pub(crate) games: usize,
    /// How often each of them is kept.
    pub(crate) copies: usize,
    /// Among how many players.
    pub(crate) players: usize,
    /// When the last of them ends, in milliseconds since 1970; the first ended some four hundred days before.
    pub(crate) until_ms: i64,
}

/// Chance that comes from a seed.
pub(crate) struct Chance(fastrand::Rng);

impl Chance {
    pub(crate) fn of_seed(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    fn below(&mut self, end: usize) -> usize {
        self.0.usize(..end.max(1))
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.below(256) as u8)
    }

    /// From 0 to 1, but never 1.
    fn share(&mut self) -> f64 {
        const STEPS: usize = 1 << 20;
        self.below(STEPS) as f64 / STEPS as f64
    }

    /// An id as of that time.
    fn id(&mut self, ms: i64) -> Uuid {
        uuid::Builder::from_unix_timestamp_millis(ms.max(0) as u64, &self.bytes()).into_uuid()
    }

    fn shuffle<T>(&mut self, all: &mut [T]) {
        for end in (1..all.len()).rev() {
            all.swap(end, self.below(end + 1));
        }
    }
}

/// So many different games are played before their copies, shuffled, are kept.
const BLOCK: usize = 500;

/// For how long the games have been going on.
const PAST_MS: i64 = 400 * 24 * 60 * 60 * 1_000;

/// Fills a database that holds no games yet and that no server has open; `kept` is told how many games there are, time
/// and again.
///
/// # Errors
/// If the database cannot be opened, fails, holds games already, or a server has it open.
///
/// # Panics
/// If a table refuses what its own rules offer.
pub(crate) async fn fill(
    database: &Database,
    filling: Filling,
    mut chance: Chance,
    mut kept: impl FnMut(usize),
) -> Result<(), StoreError> {
    let mut archive = Archive::open(database).await?;
    let players = Players::new(&mut chance, filling);
    archive.add_players(players.all(), filling.until_ms - PAST_MS).await?;
    // Playing and keeping, each on a thread of its own.
    let (blocks, mut played) = mpsc::channel(2);
    let playing = std::thread::spawn(move || play(&players, filling, &mut chance, &blocks));
    let mut count = 0;
    while let Some(block) = played.recv().await {
        archive.add_games(&block).await?;
        count += block.len();
        kept(count);
    }
    // Its panic, should there be one, is this one's: a house with fewer games than were asked for measures nothing.
    playing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    archive.close().await
}

/// Plays all games; ends early once nobody takes them any more.
fn play(players: &Players, filling: Filling, chance: &mut Chance, blocks: &mpsc::Sender<Vec<Finished>>) {
    let (mut left, mut finished) = (filling.games, 0);
    let total = (filling.games * filling.copies).max(1) as i64;
    while left > 0 {
        let count = left.min(BLOCK);
        left -= count;
        let played: Vec<Played> = (0..count).map(|_| Played::at_random(chance)).collect();
        let mut copies: Vec<(usize, &Played)> =
            (0..filling.copies).flat_map(|copy| played.iter().map(move |game| (copy, game))).collect();
        chance.shuffle(&mut copies);
        let mut block = Vec::with_capacity(copies.len());
        for (copy, game) in copies {
            finished += 1;
            let finished_ms = filling.until_ms - PAST_MS + PAST_MS / total * finished;
            let id = (copy > 0).then(|| chance.id(finished_ms));
            block.push(game.by(players.seated(chance, game), id, finished_ms));
        }
        if blocks.blocking_send(block).is_err() {
            break;
        }
    }
}
