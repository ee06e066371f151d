//! `cydonia verify`: checks proofs of games, far from the house that signed them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::proof::{
    GameProof, ProofError, ProofFinding, ProofFormError, ProofPart, PublishedKey, SigningKeys,
    SigningKeysError, check_chain,
};

use super::{CommandError, read_text};
use crate::proof::examine;

/// What came of checking a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofReport {
    /// What came of it in all.
    pub verdict: Verdict,
    /// What was found, a line for each part.
    pub lines: Vec<String>,
}

/// What came of a check, the worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Nothing is wrong.
    Fits,
    /// Something does not fit.
    Flawed,
    /// It is no proof.
    NoProof,
}

/// Why a proof cannot be checked at all.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The file is no proof.
    #[error("{0}")]
    Form(#[from] ProofFormError),
    /// What was given as trusted keys is none.
    #[error(
        "--keys: a public key is 64 hexadecimal digits, and a list of keys what GET /api/v1/signing-keys answers"
    )]
    Keys,
    /// The keys of a list do not follow one another.
    #[error("--keys: {0}")]
    KeyOrder(#[from] SigningKeysError),
}

/// The keys that whoever checks trusts.
#[derive(Clone, Debug)]
pub enum TrustedKeys {
    /// All that a house has published.
    Published(SigningKeys),
    /// One, for games of any number.
    One(Bytes32),
}

impl TrustedKeys {
    /// Reads a public key, or what a house tells of its keys.
    ///
    /// # Errors
    /// [`VerifyError`] if it is neither, or if a key of a list is not signed by the one before.
    pub fn read(text: &str) -> Result<Self, VerifyError> {
        let text = text.trim();
        if let Ok(key) = serde_json::from_value(text.into()) {
            return Ok(Self::One(key));
        }
        let keys: SigningKeys = serde_json::from_str(text).map_err(|_no_list| VerifyError::Keys)?;
        keys.check()?;
        Ok(Self::Published(keys))
    }

    fn admit(&self, proof: &GameProof) -> Result<(), ProofError> {
        match self {
            Self::Published(keys) => keys.admit(proof),
            Self::One(key) => {
                let only = PublishedKey { key: *key, first_game: 0, created_ms: 0, signature: None };
                SigningKeys { keys: vec![only] }.admit(proof)
            }
        }
    }
}

pub(super) fn run(files: &[PathBuf], keys: Option<&str>) -> Result<ExitCode, CommandError> {
    let keys = keys.map(|given| {
        // A key is no name of a file, and a file may have any.
        let text = if Path::new(given).exists() { read_text(Path::new(given))? } else { given.to_owned() };
        Ok::<_, CommandError>(TrustedKeys::read(&text)?)
    });
    let keys = keys.transpose()?;
    let mut texts = Vec::with_capacity(files.len());
    for file in files {
        let bytes = if file.as_os_str() == "-" { read_text(file)?.into_bytes() } else { read_bytes(file)? };
        texts.push(String::from_utf8(bytes));
    }
    let texts: Vec<Option<String>> = texts.into_iter().map(Result::ok).collect();
    let reports = verify(&texts.iter().map(|text| text.as_deref()).collect::<Vec<_>>(), keys.as_ref());
    for (file, ProofReport { lines, .. }) in files.iter().zip(&reports) {
        println!("{}", file.display());
        for line in lines {
            println!("  {line}");
        }
    }
    let worst = reports.iter().map(|report| report.verdict).max().unwrap_or(Verdict::Fits);
    Ok(ExitCode::from(worst as u8))
}

fn read_bytes(file: &Path) -> Result<Vec<u8>, CommandError> {
    fs::read(file).map_err(|error| CommandError::File { file: file.to_owned(), error })
}

/// Checks proofs, and the chain where a proof stands beside that of the game before. A text that is none, or no text, is no proof.
#[must_use]
pub fn verify(texts: &[Option<&str>], keys: Option<&TrustedKeys>) -> Vec<ProofReport> {
    let read: Vec<_> =
        texts.iter().map(|text| text.map_or(Err(ProofFormError::Lines), GameProof::read)).collect();
    let proofs: Vec<GameProof> = read.iter().filter_map(|proof| proof.clone().ok()).collect();
    read.iter()
        .map(|proof| match proof {
            Ok(proof) => report(proof, &proofs, keys),
            Err(flaw) => ProofReport {
                verdict: Verdict::NoProof,
                lines: vec![format!("{:<10} WRONG  {flaw}", "form")],
            },
        })
        .collect()
}

fn report(proof: &GameProof, all: &[GameProof], keys: Option<&TrustedKeys>) -> ProofReport {
    let mut found = examine(proof, || {}).found;
    found.push(match keys {
        Some(keys) => keys
            .admit(proof)
            .map(|()| ProofFinding::fits(ProofPart::Key, "The key is one of those that were given.")),
        None => Ok(ProofFinding::unchecked(
            ProofPart::Key,
            "Nobody vouches for the key yet: compare it with GET /api/v1/signing-keys of the house, or give --keys.",
        )),
    });
    found.push(check_chain(proof, all));
    let verdict = if found.iter().all(Result::is_ok) { Verdict::Fits } else { Verdict::Flawed };
    let line = |found: Result<ProofFinding, ProofError>| match found {
        Ok(ProofFinding { part, checked: true, sentence }) => {
            format!("{:<10} fits   {sentence}", part.name())
        }
        Ok(ProofFinding { part, checked: false, sentence }) => {
            format!("{:<10} -      {sentence}", part.name())
        }
        Err(flaw) => format!("{:<10} WRONG  {flaw}", flaw.part().name()),
    };
    ProofReport { verdict, lines: found.into_iter().map(line).collect() }
}
