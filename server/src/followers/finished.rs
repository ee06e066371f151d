//! Follower of the kept games that reads each public one once, and tells it to all who follow them.

use std::sync::Arc;

use crate::context::Context;
use crate::limits;
use crate::store::{MatchFilter, Order, StoreError};

/// Runs until the server stops; it tells of games behind that number.
pub(crate) async fn run(context: Arc<Context>, told: i64) {
    tokio::select! {
        () = follow(&context, told) => {}
        () = context.stopped() => {}
    }
}

async fn follow(context: &Context, mut told: i64) {
    let mut kept = context.store.kept_games();
    loop {
        kept.borrow_and_update();
        match tell_new(context, &mut told).await {
            Ok(()) => {
                // The store outlives whoever follows it.
                if kept.changed().await.is_err() {
                    return;
                }
            }
            Err(error) => {
                tracing::warn!(%error, "finished games could not be told; trying again soon");
                context.clock.sleep(limits::FOLLOWER_RETRY).await;
            }
        }
    }
}

/// Tells all games behind that number, which is then that of the last.
async fn tell_new(context: &Context, told: &mut i64) -> Result<(), StoreError> {
    let oldest = MatchFilter { order: Order::Oldest, ..MatchFilter::default() };
    loop {
        let found = context.store.look_up(&oldest, Some(*told), limits::MAX_PAGE_SIZE).await?;
        let Some(last) = found.reached() else { return Ok(()) };
        *told = last;
        for game in found.games {
            context.finished.tell(game);
        }
    }
}
