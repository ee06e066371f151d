//! Follower of the kept games that has each sealed, in the order of their numbers: those from before there were proofs, too.

use std::sync::Arc;

use crate::context::Context;
use crate::limits;
use crate::store::StoreError;

/// Runs until the server stops.
pub(crate) async fn run(context: Arc<Context>) {
    tokio::select! {
        () = follow(&context) => {}
        () = context.stopped() => {}
    }
}

async fn follow(context: &Context) {
    let mut kept = context.store.kept_games();
    loop {
        kept.borrow_and_update();
        match context.sealer.seal_some().await {
            Ok(false) => {
                // The store outlives whoever follows it.
                if kept.changed().await.is_err() {
                    return;
                }
            }
            Ok(true) => {}
            Err(error) => {
                tracing::warn!(%error, "games could not be sealed; trying again later");
                // Where there is no room, moves must not be refused again and again for want of what can wait.
                let is_full = matches!(error, StoreError::Full(_));
                let wait = if is_full { limits::FOLLOWER_FULL } else { limits::FOLLOWER_RETRY };
                context.clock.sleep(wait).await;
            }
        }
    }
}
