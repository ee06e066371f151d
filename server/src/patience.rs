//! Patience: for how long a search is wanted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cydonia_players::Stop;

use crate::background::yield_core;
use crate::clock::Clock;
use crate::limits;

/// Ends a search when nobody wants to know any more, and lets others have the core meanwhile.
#[derive(Debug, Default)]
pub(crate) struct Patience(AtomicBool);

impl Stop for Patience {
    fn is_due(&self) -> bool {
        yield_core();
        self.0.load(Ordering::Relaxed)
    }
}

/// The same for what somebody waits for at a board, from now on: a core that is slow, or that others want, ends it, too. What was found
/// by then is what is done.
pub(crate) struct AtABoard<'a> {
    patience: &'a Patience,
    clock: &'a Clock,
    until_ms: i64,
}

impl<'a> AtABoard<'a> {
    pub(crate) fn begin(patience: &'a Patience, clock: &'a Clock) -> Self {
        let longest_ms = limits::LONGEST_THOUGHT.as_millis() as i64;
        Self { patience, clock, until_ms: clock.running_ms() + longest_ms }
    }
}

impl Stop for AtABoard<'_> {
    fn is_due(&self) -> bool {
        self.patience.is_due() || self.clock.running_ms() >= self.until_ms
    }
}

/// Ends the search once it is dropped.
#[derive(Debug)]
pub(crate) struct Asking(Arc<Patience>);

impl Asking {
    /// Something that is asked, and what whoever searches for it looks at.
    pub(crate) fn begin() -> (Self, Arc<Patience>) {
        let patience = Arc::new(Patience::default());
        (Self(Arc::clone(&patience)), patience)
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}
