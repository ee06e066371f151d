//! What the server logs.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use tracing::subscriber::DefaultGuard;

/// What the server logs. For tests whose server runs in the test's own thread, as it does unless they ask otherwise.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Begins to keep what is logged, until the guard is dropped.
    pub(crate) fn keep() -> (Self, DefaultGuard) {
        let log = Self::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone());
        (log, tracing::subscriber::set_default(subscriber.finish()))
    }

    /// How many lines hold all these words.
    pub(crate) fn count(&self, words: &[&str]) -> usize {
        let text = String::from_utf8(self.0.lock().expect("whole").clone()).expect("text");
        text.lines().filter(|line| words.iter().all(|word| line.contains(word))).count()
    }

    /// Whether some line is an error that holds all these words.
    pub(crate) fn has_error(&self, words: &[&str]) -> bool {
        self.count(&[&["ERROR"], words].concat()) > 0
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("whole").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
