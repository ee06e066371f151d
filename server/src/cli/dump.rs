//! `cydonia dump`: all public finished games of a house as files.

use std::path::PathBuf;
use std::process::ExitCode;

use super::arguments::Data;
use super::{CommandError, block_on, existing};
use crate::clock::Clock;
use crate::dumps::{Dumps, make};
use crate::metrics::Metrics;
use crate::store::Store;

pub(super) fn run(data: Data, to: PathBuf) -> Result<ExitCode, CommandError> {
    let database = existing(data)?;
    let dump = block_on(async {
        let clock = Clock::system();
        let (store, writer) = Store::open(&database, clock.clone(), Metrics::new()).await?;
        let made = make(&store, &Dumps::of(to), clock.now_ms()).await;
        store.stop().await;
        let ended = writer.await.unwrap_or(Ok(()));
        let dump = made?;
        ended?;
        Ok(dump)
    })?;
    println!("dump {}: {} games, up to number {}", dump.name, dump.games, dump.through);
    for file in dump.files {
        println!("{}  {} bytes", file.name, file.bytes);
    }
    Ok(ExitCode::SUCCESS)
}
