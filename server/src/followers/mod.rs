//! Followers of the kept games: tasks that are woken by each game that is kept, and go on behind the last one that they know.

pub(crate) mod erasing;
pub(crate) mod explorer;
pub(crate) mod finished;
pub(crate) mod merging;
pub(crate) mod rendered_lines;
pub(crate) mod sealing;

use crate::context::Context;
use crate::limits;
use crate::store::StoreError;

/// What is done with the kept games, some at a time.
trait Follower: Send {
    /// What the log is told of a step that could not be taken.
    const FAILED: &str;

    /// Goes on with the next few games; whether there may be more.
    fn step(&mut self, context: &Context) -> impl Future<Output = Result<bool, StoreError>> + Send;
}

/// Takes step after step for as long as each says that there may be more, and then whenever another game is kept; until the server
/// stops. A step that could not be taken is tried again later.
async fn follow<F: Follower>(context: &Context, follower: F) {
    tokio::select! {
        () = step_by_step(context, follower) => {}
        () = context.stopped() => {}
    }
}

async fn step_by_step<F: Follower>(context: &Context, mut follower: F) {
    let mut kept = context.store.kept_games();
    loop {
        kept.borrow_and_update();
        match follower.step(context).await {
            Ok(false) => {
                // The store outlives whoever follows it.
                if kept.changed().await.is_err() {
                    return;
                }
            }
            Ok(true) => {}
            Err(error) => {
                tracing::warn!(%error, "{}; trying again later", F::FAILED);
                // Where there is no room, moves must not be refused again and again for want of what can wait.
                let is_full = matches!(error, StoreError::Full(_));
                let wait = if is_full { limits::FOLLOWER_FULL } else { limits::FOLLOWER_RETRY };
                context.clock.sleep(wait).await;
            }
        }
    }
}
