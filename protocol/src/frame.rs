//! Frames of clients: a message is read strictly, and its id even where the rest cannot be.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::Envelope;
use crate::strict::{Exact, is_object};

/// A frame that is no message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct MessageError {
    /// The message's id, if at least that could be read.
    pub id: Option<u64>,
    /// What is wrong with it.
    pub message: String,
}

/// Reads a frame. Unknown fields and types are refused.
///
/// # Errors
/// [`MessageError`], with the id wherever it can be read, so that even a wrong message is answered.
///
/// # Examples
/// ```
/// use cydonia_protocol::{Command, Envelope, read};
///
/// let message = read(r#"{"id": 7, "do": {"type": "ping"}}"#);
/// assert_eq!(message, Ok(Envelope { id: 7, command: Command::Ping {} }));
///
/// let unreadable = read(r#"{"id": 8, "do": {"type": "pong"}}"#).unwrap_err();
/// assert_eq!(unreadable.id, Some(8)); // so it can be told which message was wrong
/// ```
pub fn read(frame: &str) -> Result<Envelope, MessageError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Outer<'a> {
        id: Exact,
        #[serde(rename = "do", borrow)]
        command: &'a RawValue,
    }
    #[derive(Deserialize)]
    struct OnlyId {
        id: Exact,
    }
    let not_an_object = |id| MessageError {
        id,
        message: "a message is a JSON object, and so is what it asks to do".to_owned(),
    };
    if !is_object(frame) {
        return Err(not_an_object(None));
    }
    let Outer { id: Exact(id), command } = serde_json::from_str(frame).map_err(|error| MessageError {
        id: serde_json::from_str(frame).ok().map(|OnlyId { id: Exact(id) }| id),
        message: error.to_string(),
    })?;
    if !is_object(command.get()) {
        return Err(not_an_object(Some(id)));
    }
    match serde_json::from_str(command.get()) {
        Ok(command) => Ok(Envelope { id, command }),
        Err(error) => Err(MessageError { id: Some(id), message: error.to_string() }),
    }
}
