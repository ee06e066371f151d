//! `cydonia-load`: puts loads on a house and measures how it bears them.

mod fill;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

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
}

#[tokio::main]
async fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Program::Fill(fill) => fill.run().await,
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("cydonia-load: {message}");
            ExitCode::FAILURE
        }
    }
}
