//! Application state: what requests are served with.

use std::sync::Arc;

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
}
