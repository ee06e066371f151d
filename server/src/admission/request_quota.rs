//! Request quota: how many requests an address may make, and how many are left of them.

use std::num::NonZeroU32;

use governor::Quota;
use governor::middleware::StateSnapshot;

/// A token bucket of requests, and what is in it just now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RequestQuota {
    /// How many may come at once.
    pub at_once: u32,
    /// Seconds in which all of them are there again, once they are used up.
    pub refill_s: u32,
    /// How many may come now.
    pub left: u32,
    /// Seconds until all of them are there again, if none comes.
    pub full_in_s: u32,
}

impl RequestQuota {
    /// One that is used up.
    pub(super) fn spent(at_once: NonZeroU32, a_second: NonZeroU32) -> Self {
        Self::with(at_once.get(), a_second.get(), 0)
    }

    pub(super) fn of(state: &StateSnapshot, a_second: NonZeroU32) -> Self {
        Self::with(Quota::burst_size(&state.quota()).get(), a_second.get(), state.remaining_burst_capacity())
    }

    fn with(at_once: u32, a_second: u32, left: u32) -> Self {
        let refill_s = at_once.div_ceil(a_second);
        let full_in_s = at_once.saturating_sub(left).div_ceil(a_second);
        Self { at_once, refill_s, left, full_in_s }
    }
}
