//! Crash test: the real program, killed without warning again and again while companies of players do all that can be done at all
//! six games, perhaps on a disk that fills and empties meanwhile. What anybody was told must be there after every restart,
//! once.
//!
//! [`player`] is a client that comes back as a page does, [`choice`] what it does next, [`company`] who plays what with
//! whom, [`house`] the program and what it is asked after a restart; [`ledger`] holds what was said and seen, and
//! [`verdict`] compares it with what was kept. Moments are counted in messages and drawn from a seed: nothing waits for
//! time to pass.

mod choice;
mod company;
mod house;
mod ledger;
mod player;
mod verdict;

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio::task::JoinSet;

use crate::{Guest, SmallDisk};
use company::Company;
use house::House;
use ledger::Ledger;
use player::Player;

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// How often the program was killed.
    pub kills: usize,
    /// How often its disk was filled.
    pub fills: usize,
    /// How often it did not start, as its disk was full.
    pub refused_starts: usize,
    /// How often a message was put off with `unavailable`, and sent again.
    pub unanswered: usize,
    /// Messages that were answered with `ok` and had brought something about.
    pub acknowledged: usize,
    /// Messages that had no answer when the program was killed, and were sent again.
    pub sent_again: usize,
    /// Those of them that turned out to have been carried out before.
    pub carried_out_unanswered: usize,
    /// Events of all tables.
    pub events: usize,
    /// Rolls among them, each checked by everybody who saw it.
    pub rolls: usize,
    /// Times that clocks were given back what they had lost while the program was gone.
    pub outages: usize,
    /// Games that came to a result, by the reason.
    pub finished: std::collections::BTreeMap<&'static str, usize>,
    /// Games that were aborted.
    pub aborted: usize,
    /// Links to seats that opened their seat after a restart.
    pub seat_keys: usize,
    /// What was acknowledged and is not there.
    pub lost: Vec<String>,
    /// What is there and was said by nobody, or once and is there twice.
    pub doubled: Vec<String>,
    /// What else does not fit.
    pub flaws: Vec<String>,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kills, acknowledged, events, rolls, outages, finished, aborted, seat_keys, .. } = self;
        writeln!(f, "{kills} kills, {acknowledged} acknowledged, {events} events, {rolls} rolls")?;
        if self.fills > 0 {
            let Self { fills, refused_starts, unanswered, .. } = self;
            writeln!(
                f,
                "disk full {fills} times, {refused_starts} starts refused, {unanswered} answers of “unavailable”"
            )?;
        }
        writeln!(
            f,
            "{} sent again, {} of them carried out before",
            self.sent_again, self.carried_out_unanswered
        )?;
        writeln!(f, "{outages} outages given back, {seat_keys} seat keys opened their seat")?;
        writeln!(f, "finished {finished:?}, aborted {aborted}")?;
        write!(f, "lost {}, doubled {}, flaws {}", self.lost.len(), self.doubled.len(), self.flaws.len())
    }
}

/// When the next blow falls: after so many events and messages that ask for some, of all players together.
#[derive(Debug)]
struct Storm {
    /// After the last blow every seat takes so many actions at most, and then gives its game up: the longer the storm,
    /// the more games come to their own end.
    calm_actions: u32,
    left: AtomicI64,
    strikes: Notify,
    is_over: AtomicBool,
    /// Whether the disk is full at times, and messages are put off.
    fills_disks: bool,
}

impl Storm {
    fn gather(&self, messages: i64) {
        self.left.store(messages, Ordering::SeqCst);
    }

    /// Another message.
    fn tick(&self) {
        if self.left.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.strikes.notify_one();
        }
    }

    /// Has the next blow fall after so many messages, and waits for it.
    async fn strike(&self, messages: i64, players: &mut JoinSet<()>) {
        self.gather(messages);
        tokio::select! {
            () = self.strikes.notified() => {}
            Some(gone) = players.join_next() => panic!("a player went home in the middle of it: {gone:?}"),
        }
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::SeqCst)
    }
}

/// What several tasks share; one that panics fails the whole test anyway.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays through so many kills, on a disk that fills and empties if one is given; then plays every game to its end, and
/// compares.
pub async fn crash(kills: usize, seed: u64, disk: Option<SmallDisk>) -> Figures {
    let mut rng = fastrand::Rng::with_seed(seed);
    let storm = Arc::new(Storm {
        calm_actions: 5 * kills as u32,
        left: AtomicI64::new(i64::MAX),
        strikes: Notify::new(),
        is_over: AtomicBool::new(false),
        fills_disks: disk.is_some(),
    });
    let mut house = House::open(disk).await;
    let ledger = Arc::new(Mutex::new(Ledger::default()));
    let mut players = JoinSet::new();
    for company in Company::all() {
        for place in 0..company.seats {
            let name = format!("{} {place}", company.game);
            let guest = Guest::arrive(&house.url(), &name).await;
            let player = Player::new(
                guest,
                place,
                Arc::clone(&company),
                Arc::clone(&ledger),
                Arc::clone(&storm),
                house.doors(),
                rng.u64(..),
            );
            players.spawn(player.run());
        }
    }
    for _ in 0..kills {
        house.open_doors();
        storm.strike(rng.i64(1..300), &mut players).await;
        if storm.fills_disks && rng.bool() {
            house.fill_disk();
            storm.strike(rng.i64(1..150), &mut players).await;
            if rng.bool() {
                house.make_room().await;
                storm.strike(rng.i64(1..150), &mut players).await;
            }
        }
        house.fall_and_rise(&mut rng).await;
        house.audit(&ledger).await;
    }
    storm.gather(i64::MAX);
    storm.is_over.store(true, Ordering::SeqCst);
    house.open_doors();
    while let Some(player) = players.join_next().await {
        player.expect("a player came to the end");
    }
    // Once more from cold: nothing of this may rest on what the program still had in memory.
    house.fall_and_rise(&mut rng).await;
    house.audit(&ledger).await;
    let mut figures = verdict::compare(&house, &ledger).await;
    figures.kills = kills;
    (figures.fills, figures.refused_starts) = (house.fills, house.refused_starts);
    house.close().await;
    figures
}
