//! Why a table, or the house, says no.

use cydonia_protocol::{ErrorCode, ServerMessage};
use cydonia_rules::{InputError, SetupError};

/// Why a request was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Rejection {
    /// For programs.
    pub code: ErrorCode,
    /// For people.
    pub message: String,
}

impl Rejection {
    /// A refusal with its sentence.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

impl Rejection {
    /// As the one who asked is told.
    pub fn told(self, id: u64) -> ServerMessage {
        let Self { code, message } = self;
        ServerMessage::Error { id: Some(id), code, message }
    }

    /// For whoever has not said a name yet.
    pub fn no_session() -> Self {
        Self::new(ErrorCode::NoSession, "say first what you want to be called")
    }
}

impl From<InputError> for Rejection {
    fn from(refusal: InputError) -> Self {
        let code = match refusal {
            InputError::Over => ErrorCode::Over,
            InputError::BadNotation(_) => ErrorCode::BadNotation,
            InputError::Illegal(_) | InputError::BadDice => ErrorCode::Illegal,
            InputError::WrongPhase => ErrorCode::WrongPhase,
            InputError::BadSeat(_) => ErrorCode::Left,
        };
        Self::new(code, refusal.to_string())
    }
}

impl From<SetupError> for Rejection {
    fn from(error: SetupError) -> Self {
        let code = match error {
            SetupError::BadPlayers { .. } => ErrorCode::BadPlayers,
            SetupError::BadOption { .. } => ErrorCode::BadOption,
            SetupError::BadFirst => ErrorCode::BadSeat,
        };
        Self::new(code, error.to_string())
    }
}
