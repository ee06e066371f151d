//! Leader: what only one of several nodes does, such as pairing tournaments or writing letters, is done by the owner of the first slot. It
//! ends wherever it is when that is another; what it does can be cut short at any place, as by a crash.

use std::sync::Arc;

use crate::node::Standing;
use crate::table::Registry;

/// Runs something for as long as this node is the one to do it, and each time that it becomes so; a house alone always is.
pub(crate) async fn while_leading<F: Future<Output = ()>>(registry: Arc<Registry>, part: impl Fn() -> F) {
    let Some(mut standing) = registry.standing() else { return part().await };
    let mut left = standing.clone();
    let leading = async {
        while standing.wait_for(Standing::leads).await.is_ok() {
            tokio::select! {
                () = part() => return,
                _ = left.wait_for(|standing| !standing.leads()) => {}
            }
        }
    };
    tokio::select! {
        () = leading => {}
        () = registry.context().stopped() => {}
    }
}
