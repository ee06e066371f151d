//! `cydonia verify-dice`: checks the record of a game's dice, far from the server that rolled them.

use std::path::Path;
use std::process::ExitCode;

use cydonia_protocol::dice::{DiceProof, DiceReport};
use cydonia_protocol::{check_names, is_object};
use serde::Deserialize;

use super::{CommandError, read_text};

/// What came of checking a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether all of it fits together.
    pub fits: bool,
    /// What was found, in one sentence.
    pub sentence: String,
}

/// Why a text is no record of dice.
#[derive(Debug, thiserror::Error)]
pub enum DiceRecordError {
    /// It is not even an object.
    #[error("this is no record of dice: it is not a JSON object")]
    NoObject,
    /// It is another object, or none that can be read.
    #[error("this is no record of dice: {0}")]
    Other(#[from] serde_json::Error),
}

/// What `GET /api/v1/matches/{id}/dice` answers. What it says of itself does not count: only its proof is read.
#[derive(Deserialize)]
struct Report {
    proof: DiceProof,
}

pub(super) fn run(file: &Path) -> Result<ExitCode, CommandError> {
    let Verdict { fits, sentence } = verify(&read_text(file)?)?;
    println!("{sentence}");
    Ok(if fits { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Checks a record: a whole report, or the bare proof out of one.
///
/// # Errors
/// [`DiceRecordError`] if it is neither.
pub fn verify(text: &str) -> Result<Verdict, DiceRecordError> {
    if !is_object(text) {
        return Err(DiceRecordError::NoObject);
    }
    // Else it might say one thing here and another on the page that checks as well.
    check_names(text)?;
    let object: serde_json::Map<String, serde_json::Value> = read(text)?;
    let proof = if object.contains_key("proof") { read::<Report>(text)?.proof } else { read(text)? };
    let DiceReport { fits, sentence, .. } = DiceReport::of(proof);
    Ok(Verdict { fits, sentence })
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, DiceRecordError> {
    Ok(serde_json::from_str(text)?)
}
