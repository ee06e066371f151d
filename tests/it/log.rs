//! What the server logs.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use cydonia_tests::TestServer;
use tracing::Level;
use tracing::subscriber::DefaultGuard;

/// What the server logs. For tests whose server runs in the test's own thread, as it does unless they ask otherwise.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Begins to keep what is logged unless one asks for more, until the guard is dropped.
    pub(crate) fn keep() -> (Self, DefaultGuard) {
        Self::keep_from(Level::INFO)
    }

    /// Begins to keep what is logged from that level on.
    pub(crate) fn keep_from(level: Level) -> (Self, DefaultGuard) {
        let log = Self::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt().with_ansi(false).with_max_level(level);
        let subscriber = subscriber.with_writer(move || writer.clone());
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

#[tokio::test]
async fn requests_are_told_only_to_whoever_asks_for_them() {
    for (level, told) in [(Level::INFO, 0), (Level::DEBUG, 1)] {
        let (log, _guard) = Log::keep_from(level);
        let server = TestServer::start().await;
        for (path, route) in [
            ("/api/v1/players/00000000-0000-0000-0000-000000000000?key=secret", "/api/v1/players/{id}"),
            ("/no/such/page", ""),
            ("/readyz", "/readyz"),
        ] {
            reqwest::get(server.url(path)).await.expect("an answer");
            let of_request =
                ["request{method=GET", &format!("route=\"{route}\""), "finished processing request"];
            assert_eq!(log.count(&of_request), told, "{path}");
        }
        assert_eq!((log.count(&["request{"]) > 0, log.count(&["secret"])), (told > 0, 0));
    }
}
