//! Proof text: written and read. There is one way to write a proof, so that a file with another byte anywhere is another file, or
//! none.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::signing::{self, digest, is_statement_signed};
use super::{ChainLink, HouseKey, PROOF_SCHEME, ProofError, ProofFormError, ProofSeal, ProofStatement};
use crate::dice::Bytes32;
use crate::is_object;

/// A game's proof: a statement and its seal, a line each.
#[derive(Clone, Debug, PartialEq)]
pub struct GameProof {
    /// What the house says of the game.
    pub statement: ProofStatement,
    /// What ties that to the games before and to the house.
    pub seal: ProofSeal,
    /// The statement's line, over whose bytes the signature is.
    line: String,
}

impl GameProof {
    /// A statement with a seal that was kept for it.
    ///
    /// # Errors
    /// If the statement cannot be written.
    pub fn new(statement: ProofStatement, seal: ProofSeal) -> serde_json::Result<Self> {
        Ok(Self { line: serde_json::to_string(&statement)?, statement, seal })
    }

    /// Signs a statement, behind the game before.
    ///
    /// # Errors
    /// If the statement cannot be written.
    ///
    /// # Examples
    /// ```
    /// use cydonia_protocol::proof::{ChainLink, GameProof, HouseKey, PROOF_SCHEME, ProofStatement};
    ///
    /// let statement = ProofStatement {
    ///     scheme: PROOF_SCHEME.to_owned(),
    ///     number: 1,
    ///     record: String::new(),
    ///     dice: None,
    ///     seats: Vec::new(),
    ///     rating_rule: None,
    /// };
    /// let key = HouseKey::from_bytes(&[7; 32]);
    /// let proof = GameProof::sign(statement, ChainLink::START, &key).unwrap();
    /// let text = proof.to_string();
    /// assert_eq!(GameProof::read(&text), Ok(proof.clone()));
    /// assert!(proof.check_signature().is_ok());
    /// let altered = GameProof::read(&text.replace(r#""number":1,"#, r#""number":2,"#)).unwrap();
    /// assert!(altered.check_signature().is_err());
    /// ```
    pub fn sign(statement: ProofStatement, before: ChainLink, key: &HouseKey) -> serde_json::Result<Self> {
        let line = serde_json::to_string(&statement)?;
        let signature = key.sign_statement(statement.number, &digest(&line), &before);
        let seal = ProofSeal { before, key: key.public(), signature };
        Ok(Self { statement, seal, line })
    }

    /// Reads a proof.
    ///
    /// # Errors
    /// The first [`ProofFormError`]. Nothing is compared yet.
    pub fn read(text: &str) -> Result<Self, ProofFormError> {
        let lines: Vec<&str> = text.split('\n').collect();
        let [line, seal, ""] = lines[..] else { return Err(ProofFormError::Lines) };
        let statement: ProofStatement = read_line(1, line)?;
        if statement.scheme != PROOF_SCHEME {
            return Err(ProofFormError::Scheme);
        }
        Ok(Self { statement, seal: read_line(2, seal)?, line: line.to_owned() })
    }

    /// The digest of the statement.
    #[must_use]
    pub fn digest(&self) -> Bytes32 {
        digest(&self.line)
    }

    /// Where the game stands in the chain, for the next one to be chained to.
    #[must_use]
    pub fn link(&self) -> ChainLink {
        signing::link(self.statement.number, &self.digest(), &self.seal.before)
    }

    /// Checks the signature against the key that the proof names.
    ///
    /// # Errors
    /// [`ProofError::Signature`].
    pub fn check_signature(&self) -> Result<(), ProofError> {
        let ProofSeal { before, key, signature } = &self.seal;
        let number = self.statement.number;
        if before.number < number && is_statement_signed(key, signature, number, &self.digest(), before) {
            Ok(())
        } else {
            Err(ProofError::Signature)
        }
    }
}

/// Where a game stands in the chain whose statement has that digest.
impl ChainLink {
    /// The link of a game, given what is kept of its seal.
    #[must_use]
    pub fn of(number: i64, digest: &Bytes32, before: &Self) -> Self {
        signing::link(number, digest, before)
    }
}

impl fmt::Display for GameProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seal = serde_json::to_string(&self.seal).map_err(|_unwritable| fmt::Error)?;
        writeln!(f, "{}\n{seal}", self.line)
    }
}

/// Reads a line that is written just as it would be written here.
fn read_line<T: Serialize + DeserializeOwned>(number: u32, line: &str) -> Result<T, ProofFormError> {
    let unreadable = ProofFormError::Unreadable(number);
    if !is_object(line) {
        return Err(unreadable);
    }
    let read: T = serde_json::from_str(line).map_err(|_no_json| unreadable)?;
    let written = serde_json::to_string(&read).map_err(|_unwritable| unreadable)?;
    if written == line { Ok(read) } else { Err(ProofFormError::Spelling(number)) }
}
