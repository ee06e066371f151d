//! Recorder: what was said over a server's sockets, word for word, in the order in which clients sent and read it.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};

/// Records conversations. Clones write on the same tape.
#[derive(Clone, Debug, Default)]
pub struct Tape(Arc<Mutex<Recorded>>);

#[derive(Debug, Default)]
struct Recorded {
    sockets: usize,
    lines: Vec<TapeEntry>,
}

/// One line of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TapeEntry {
    /// A remark for people.
    Note(String),
    /// A frame that a client sent.
    Sent(Said),
    /// A frame that a client got.
    Got(Said),
}

/// One text frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Whose socket, by number: everybody may have several.
    pub socket: usize,
    /// Whose socket, by name.
    pub who: String,
    /// The frame's text as it was on the wire.
    pub text: String,
}

impl Tape {
    /// Remarks something.
    pub fn note(&self, text: &str) {
        self.write(TapeEntry::Note(text.to_owned()));
    }

    /// Everything that was recorded so far.
    pub fn lines(&self) -> Vec<TapeEntry> {
        self.lock().lines.clone()
    }

    /// A number for a new socket.
    pub(crate) fn socket(&self) -> usize {
        let mut recorded = self.lock();
        recorded.sockets += 1;
        recorded.sockets
    }

    pub(crate) fn write(&self, line: TapeEntry) {
        self.lock().lines.push(line);
    }

    fn lock(&self) -> MutexGuard<'_, Recorded> {
        self.0.lock().expect("no test panics while it records")
    }
}

/// As a line of JSON: `{"note":…}`, `{"who":…,"sends":…}` or `{"who":…,"gets":…}`. What is sent must be JSON itself.
impl fmt::Display for TapeEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &str| serde_json::Value::from(text);
        match self {
            Self::Note(text) => write!(f, r#"{{"note":{}}}"#, quoted(text)),
            Self::Sent(Said { who, text, .. }) => write!(f, r#"{{"who":{},"sends":{text}}}"#, quoted(who)),
            Self::Got(Said { who, text, .. }) => write!(f, r#"{{"who":{},"gets":{text}}}"#, quoted(who)),
        }
    }
}
