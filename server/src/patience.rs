//! Patience: for how long a search is wanted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cydonia_players::Stop;

use crate::background::yield_core;

/// Ends a search when nobody wants to know any more, and lets others have the core meanwhile.
#[derive(Debug, Default)]
pub(crate) struct Patience(AtomicBool);

impl Stop for Patience {
    fn is_due(&self) -> bool {
        yield_core();
        self.0.load(Ordering::Relaxed)
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
