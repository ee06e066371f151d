//! Traces: how many spans wait for a collector, and how long it may take.

use std::time::Duration;

/// Spans that wait to be sent. Beyond that they are left out: no request waits.
pub const TRACES_QUEUE: usize = 4096;

/// Spans that are sent at once at most,
pub const TRACES_BATCH: usize = 512;
/// and how long the first of them waits for company.
pub const TRACES_EVERY: Duration = Duration::from_secs(5);

/// How long a collector may take for a batch,
pub const TRACES_TIMEOUT: Duration = Duration::from_secs(10);
/// and how many bytes it may answer with.
pub const TRACES_ANSWER: usize = 64 * 1024;

/// How often it is told that a collector takes nothing.
pub const TRACES_TOLD: Duration = Duration::from_secs(10 * 60);

/// How long the end of the house waits for the last spans.
pub const TRACES_LAST: Duration = Duration::from_secs(3);
