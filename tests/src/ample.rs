//! Ample limits: what a test's house admits, if nothing else is said.

use std::num::NonZeroU32;

use cydonia_server::limits::Limits;

/// Limits that nobody meets who is not looking for them: while a test's clock stands still nothing is ever long ago.
#[must_use]
pub fn ample() -> Limits {
    let many = NonZeroU32::new(1_000_000).expect("more than none");
    Limits {
        messages: many,
        burst: many,
        sockets: 100_000,
        names_an_hour: many,
        links_an_hour: many,
        attempts: many,
        tables: 100_000,
        watched: 100_000,
        lines: many,
        requests: many,
        requests_at_once: many,
        connections: 100_000,
        hosts: Vec::new(),
        seatings: many,
        listed_a_player: 100_000,
        listed_an_address: 100_000,
        rated_a_pair: many,
        rated_an_address: many,
        early_leaves: many,
        exhibitions: 0,
        computer_pause_ms: 0,
        analyses: many,
        analyses_an_address: many,
        hints: many,
        behind_proxy: false,
    }
}
