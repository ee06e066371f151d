//! Follower that goes on with forgetting those who were deleted, where that was cut short.

use std::sync::Arc;

use super::{Follower, follow};
use crate::context::Context;
use crate::store::StoreError;

/// Runs until the server stops.
pub(crate) async fn run(context: Arc<Context>) {
    follow(&context, Erasing).await;
}

struct Erasing;

impl Follower for Erasing {
    const FAILED: &str = "a name could not be erased";

    async fn step(&mut self, context: &Context) -> Result<bool, StoreError> {
        context.store.erase_some().await
    }
}
