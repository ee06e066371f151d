//! The nightly dump: one soon after each midnight, and one at once where the last night had none.

use crate::clock::Clock;
use crate::limits;
use crate::store::{Store, StoreError};

use super::{DumpError, Dumps, make};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// Runs until `stopped`. A dump that is under way then is left half-way, and the next one begins anew.
pub(crate) async fn run(store: &Store, clock: &Clock, dumps: &Dumps, stopped: impl Future<Output = ()>) {
    tokio::select! {
        () = each_night(store, clock, dumps) => {}
        () = stopped => {}
    }
}

async fn each_night(store: &Store, clock: &Clock, dumps: &Dumps) {
    loop {
        let wait = match make_if_due(store, clock, dumps).await {
            Ok(()) => until_next(clock.now_ms()),
            Err(error) => {
                tracing::error!(%error, "no dump could be made; trying again later");
                limits::DUMP_RETRY
            }
        };
        clock.sleep(wait).await;
    }
}

/// Makes a dump unless there is one since the last night's hour.
async fn make_if_due(store: &Store, clock: &Clock, dumps: &Dumps) -> Result<(), DumpError> {
    let own = dumps.clone();
    let listed = store.background().carry(async move { own.list() }).await;
    let last_ms = listed.ok_or(StoreError::Unavailable)??.first().map(|dump| dump.made_ms);
    let now_ms = clock.now_ms();
    if last_ms.is_none_or(|last_ms| last_ms < due_before(now_ms)) {
        make(store, dumps, now_ms).await?;
    }
    Ok(())
}

/// When the last dump was due.
fn due_before(now_ms: i64) -> i64 {
    let after_midnight_ms = limits::DUMP_AT.as_millis() as i64;
    (now_ms - after_midnight_ms).div_euclid(DAY_MS) * DAY_MS + after_midnight_ms
}

/// How long it is until the next is due.
fn until_next(now_ms: i64) -> std::time::Duration {
    let left_ms = due_before(now_ms) + DAY_MS - now_ms;
    std::time::Duration::from_millis(u64::try_from(left_ms).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dump_is_due_five_minutes_after_midnight() {
        let (midnight, minute) = (20_000 * DAY_MS, 60_000);
        for (now, due, left) in [
            (midnight, midnight - DAY_MS + 5 * minute, 5 * minute),
            (midnight + 5 * minute - 1, midnight - DAY_MS + 5 * minute, 1),
            (midnight + 5 * minute, midnight + 5 * minute, DAY_MS),
            (midnight + 65 * minute, midnight + 5 * minute, DAY_MS - 60 * minute),
        ] {
            assert_eq!((due_before(now), until_next(now).as_millis() as i64), (due, left));
        }
    }
}
