//! Follower that goes on with handing over what was played by those who have become part of others, where that was cut short.

use std::sync::Arc;

use super::{Follower, follow};
use crate::context::Context;
use crate::store::StoreError;

/// Runs until the server stops.
pub(crate) async fn run(context: Arc<Context>) {
    follow(&context, Merging).await;
}

struct Merging;

impl Follower for Merging {
    const FAILED: &str = "a game could not be handed over";

    async fn step(&mut self, context: &Context) -> Result<bool, StoreError> {
        context.store.hand_over_some().await
    }
}
