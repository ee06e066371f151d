//! `cydonia rotate-signing-key`: another key signs games from now on.

use std::process::ExitCode;

use cydonia_protocol::proof::HouseKey;

use super::arguments::Data;
use super::{CommandError, block_on, existing};
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::store::rotate_signing_key;

pub(super) fn run(data: Data) -> Result<ExitCode, CommandError> {
    let database = existing(data)?;
    let key = HouseKey::from_bytes(&Entropy::system().bytes());
    let now_ms = Clock::system().now_ms();
    let next = block_on(async { Ok(rotate_signing_key(&database, &key, now_ms).await?) })?;
    println!("signed by this key from game {} on: {}", next.first_game, hex::encode(next.key.0));
    Ok(ExitCode::SUCCESS)
}
