//! `cydonia check-record`: plays a game's text through by the rules.

use std::path::Path;
use std::process::ExitCode;

use cydonia_protocol::record::GameRecord;
use cydonia_rules::Outcome;

use super::{CommandError, read_text};

pub(super) fn run(file: &Path) -> Result<ExitCode, CommandError> {
    match GameRecord::check(&read_text(file)?) {
        Ok((record, checked)) => {
            let end = match checked.outcome {
                Some(Outcome { scores, ranks, reason }) => {
                    format!("ended as {}, scores {scores:?}, ranks {ranks:?}", reason.name())
                }
                None => "goes on".to_owned(),
            };
            println!("a game of {} that plays through: {end}; plies: {}", record.kind.id(), checked.plies);
            Ok(ExitCode::SUCCESS)
        }
        Err(wrong) => {
            println!("{wrong}");
            Ok(ExitCode::FAILURE)
        }
    }
}
