//! Follower of the kept games that has each sealed, in the order of their numbers: those from before there were proofs, too.

use std::sync::Arc;

use super::{Follower, follow};
use crate::context::Context;
use crate::store::StoreError;

/// Runs until the server stops.
pub(crate) async fn run(context: Arc<Context>) {
    follow(&context, Sealing).await;
}

struct Sealing;

impl Follower for Sealing {
    const FAILED: &str = "games could not be sealed";

    async fn step(&mut self, context: &Context) -> Result<bool, StoreError> {
        context.sealer.seal_some().await
    }
}
