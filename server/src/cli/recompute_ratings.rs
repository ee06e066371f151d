//! `cydonia recompute-ratings`: works all ratings out anew from the finished games.

use std::process::ExitCode;

use super::arguments::Data;
use super::{CommandError, block_on, existing};
use crate::store::{Recomputed, recompute_ratings};

pub(super) fn run(data: Data, check: bool) -> Result<ExitCode, CommandError> {
    let database = existing(data)?;
    let Recomputed { games, ratings, wrong } =
        block_on(async { Ok(recompute_ratings(&database, !check).await?) })?;
    let done = if check { "not as they should be" } else { "put right" };
    println!("rated games: {games}; ratings that follow from them: {ratings}; rows {done}: {wrong}");
    Ok(if check && wrong > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
