//! `cydonia-load`: puts loads on a house and measures how it bears them.

mod fill;
mod guests;
mod history;
mod house;
mod latency;
mod line;
mod load;
mod moves;
mod pair;
mod play;
mod report;
mod scan;
mod script;
mod usage;
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
    /// People who look finished games up.
    History(load::Single<history::History>),
    /// Playing pairs, as fast as they can or at a fixed rate.
    Moves(load::Single<moves::Moves>),
    /// Serve as a bare server that is measured beside the house.
    Yardstick(yardstick::Yardstick),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Program::Fill(fill) => on_all_cores(fill.run()),
        Program::History(single) => single.run(),
        Program::Moves(single) => single.run(),
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
