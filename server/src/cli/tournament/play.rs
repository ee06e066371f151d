//! Schedule and play: which games a tournament is made of, and how each went.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use cydonia_players::Values;
use cydonia_rules::{AnyGame, GameKind, Outcome, Phase, Reason, Setup};
use fastrand::Rng;

use super::contestant::Contestant;
use super::options_text;

/// One player against the rest, by their places among the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pairing {
    pub one: usize,
    pub rest: usize,
}

/// Everything that a tournament follows from.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    pub kind: GameKind,
    pub setup: Setup,
    pub players: Vec<Contestant>,
    pub pairings: Vec<Pairing>,
    pub rounds: u32,
    pub seed: u64,
    pub threads: u8,
}

/// A game to be played: which pairing, in which round, with the one on which seat.
#[derive(Clone, Copy, Debug)]
struct Fixture {
    pairing: usize,
    round: u32,
    seat: u8,
}

/// How a game went.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub pairing: usize,
    /// Where the one sat.
    pub seat: u8,
    pub outcome: Outcome,
    /// Actions taken.
    pub actions: u32,
}

impl Played {
    /// Each seat's part of the victory.
    pub(super) fn shares(&self) -> Values {
        Values::of(&self.outcome)
    }

    pub(super) fn reason(&self) -> Reason {
        self.outcome.reason
    }
}

impl Schedule {
    /// What is played, in one line: `martian-go 2 setup=nulls`.
    pub(super) fn title(&self) -> String {
        format!("{} {}{}", self.kind.id(), self.setup.seats, options_text(&self.setup.options))
    }

    /// Round by round, so that ratings are made of everybody's games by turns.
    fn fixtures(&self) -> Vec<Fixture> {
        let of_round = |round| {
            let of_pairing =
                move |pairing| (0..self.setup.seats).map(move |seat| Fixture { pairing, round, seat });
            (0..self.pairings.len()).flat_map(of_pairing)
        };
        (0..self.rounds).flat_map(of_round).collect()
    }

    fn play(&self, fixture: Fixture) -> Option<Played> {
        let Fixture { pairing, round, seat } = fixture;
        let Pairing { one, rest } = self.pairings[pairing];
        let mut game = AnyGame::start(self.kind, &self.setup).ok()?;
        // The dice are the same wherever the one sits; what the players draw for themselves is not.
        let mut dice =
            Rng::with_seed(self.seed.wrapping_add(u64::from(round).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let mut chance = Rng::with_seed(dice.u64(..) ^ (pairing as u64) << 8 ^ u64::from(seat));
        let mut actions = 0;
        loop {
            match game.phase() {
                Phase::Over => break,
                Phase::Roll { .. } => game.roll([dice.u8(1..=6), dice.u8(1..=6)]).ok()?,
                Phase::Act { seat: to_act } => {
                    let player = self.players[if to_act == seat { one } else { rest }];
                    game.play(&player.act(&game, chance.u64(..))?).ok()?;
                    actions += 1;
                }
            }
        }
        Some(Played { pairing, seat, outcome: game.outcome()?, actions })
    }
}

/// Plays every game, some at a time, and tells now and then how many are done. What comes back is in the order of the schedule,
/// whoever was done first.
pub(super) fn play_all(schedule: &Schedule, progress: impl Fn(usize, usize) + Sync) -> Vec<Played> {
    let fixtures = schedule.fixtures();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let played: Mutex<Vec<(usize, Played)>> = Mutex::new(Vec::with_capacity(fixtures.len()));
    let told_every = fixtures.len().div_ceil(20);
    let play_some = || {
        while let Some((number, fixture)) = {
            let number = next.fetch_add(1, Ordering::Relaxed);
            fixtures.get(number).map(|fixture| (number, *fixture))
        } {
            // A game of players that keep to the rules has an end; one without is no result.
            if let Some(game) = schedule.play(fixture) {
                played.lock().unwrap_or_else(PoisonError::into_inner).push((number, game));
            }
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if done.is_multiple_of(told_every) || done == fixtures.len() {
                progress(done, fixtures.len());
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..schedule.threads {
            scope.spawn(play_some);
        }
        play_some();
    });
    let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
    played.sort_by_key(|(number, _)| *number);
    played.into_iter().map(|(_, game)| game).collect()
}
