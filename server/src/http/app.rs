//! Application state: what requests are served with.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::idempotency::IdempotencyKeys;
use super::site::Site;
use crate::context::Context;
use crate::table::Registry;

/// The house.
#[derive(Debug)]
pub(crate) struct App {
    /// What its parts share.
    pub context: Arc<Context>,
    /// Tables in memory.
    pub registry: Arc<Registry>,
    /// The page, and where it is found.
    pub site: Site,
    /// Commands that came under a word of their sender's.
    pub idempotency_keys: Arc<IdempotencyKeys>,
    /// Whether the house was ready when somebody looked last.
    pub was_ready: AtomicBool,
}

impl App {
    pub(crate) fn new(context: Arc<Context>, registry: Arc<Registry>, site: Site) -> Self {
        Self { context, registry, site, idempotency_keys: Arc::default(), was_ready: AtomicBool::new(true) }
    }
}
