//! Ids for what a test asks for: each unlike the ones before it, and the same whenever the test is run.

use std::sync::atomic::{AtomicU64, Ordering};

use uuid::Uuid;

/// The next of them.
#[must_use]
pub fn fresh_id() -> Uuid {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    // Apart from the small numbers that tests give to what is not there.
    Uuid::from_u64_pair(0x7e57, NEXT.fetch_add(1, Ordering::Relaxed))
}
