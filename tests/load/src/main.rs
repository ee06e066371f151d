//! `cydonia-load`: puts loads on a house and measures how it bears them.

mod all;
mod bout;
mod churn;
mod clock;
mod computers;
mod duel;
mod event_stream;
mod fill;
mod goal;
mod guests;
mod history;
mod hostile;
mod house;
mod idle;
mod latency;
mod load;
mod moves;
mod pair;
mod past;
mod play;
mod reads;
mod report;
mod scan;
mod script;
mod soak;
mod storm;
mod undone;
mod unfinished;
mod usage;
mod watchers;
mod wire;
mod yardstick;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tokio::runtime::Builder;

/// What a house can carry.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Program,
}

#[derive(Debug, Subcommand)]
enum Program {
    /// Fill a database, which no server has open, with finished games.
    Fill(fill::Fill),
    /// Every load, the house beside the bare servers, and what comes of it as a table.
    All(all::All),
    /// People who look finished games up.
    History(load::Single<history::History>),
    /// Playing pairs, as fast as they can or at a fixed rate.
    Moves(load::Single<moves::Moves>),
    /// People who sit and think: what each of them costs in memory.
    Idle(load::Single<idle::Idle>),
    /// One game that thousands watch.
    Watchers(load::Single<watchers::Watchers>),
    /// Everybody is cut off at once and comes back.
    Storm(load::Single<storm::Storm>),
    /// Tables that come and go before a full lobby.
    Churn(load::Single<churn::Churn>),
    /// History reads beside play.
    Reads(load::Single<reads::Reads>),
    /// Computers that play each other while people play.
    Computers(load::Single<computers::Computers>),
    /// A house that starts with many games under way.
    Unfinished(load::Single<unfinished::Unfinished>),
    /// People who mean no good, beside others who play.
    Hostile(load::Single<hostile::Hostile>),
    /// Somebody who thinks for long and has the house give the time back.
    Clock(load::Single<clock::Clock>),
    /// Somebody who acts and takes it back until nobody can come to the table.
    Undone(load::Single<undone::Undone>),
    /// Millions of moves; then every stored game is replayed.
    Soak(load::Single<soak::Soak>),
    /// Serve as a bare server that is measured beside the house.
    Yardstick(yardstick::Yardstick),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Program::Fill(fill) => on_all_cores(fill.run()),
        Program::All(all) => all.run(),
        Program::History(single) => single.run(),
        Program::Moves(single) => single.run(),
        Program::Idle(single) => single.run(),
        Program::Watchers(single) => single.run(),
        Program::Storm(single) => single.run(),
        Program::Churn(single) => single.run(),
        Program::Reads(single) => single.run(),
        Program::Computers(single) => single.run(),
        Program::Unfinished(single) => single.run(),
        Program::Hostile(single) => single.run(),
        Program::Clock(single) => single.run(),
        Program::Undone(single) => single.run(),
        Program::Soak(single) => single.run(),
        Program::Yardstick(yardstick) => on_all_cores(yardstick.run()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("cydonia-load: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Runs what may take every core it was given.
fn on_all_cores(work: impl Future<Output = Result<(), String>>) -> Result<(), String> {
    let runtime = Builder::new_multi_thread().enable_all().build().map_err(|error| error.to_string())?;
    runtime.block_on(work)
}
