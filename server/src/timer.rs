//! Periodic tasks: what happens though nobody asks: the house notes down that it is open, and tables whose time has come are
//! woken.

use std::sync::Arc;

use crate::limits;
use crate::store::{Beat, EndSessions, ForgetChat, ForgetModeration, ForgetUnconfirmedMail};
use crate::table::Registry;

/// Runs until the server stops.
pub(crate) async fn run(registry: Arc<Registry>) {
    let context = registry.context();
    registry.banish_all().await;
    let mut beat_ms = context.clock.now_ms();
    let mut tidied_ms = i64::MIN;
    loop {
        tokio::select! {
            () = context.clock.sleep(limits::TICK) => {}
            () = context.stopped() => return,
        }
        let now_ms = context.clock.now_ms();
        if now_ms - beat_ms >= limits::HEARTBEAT.as_millis() as i64 {
            beat_ms = now_ms;
            if let Err(error) = context.store.write(Beat { now_ms }).await {
                tracing::error!(%error, "a sign of life could not be noted down");
            }
        }
        if now_ms.saturating_sub(tidied_ms) >= limits::TIDY_EVERY.as_millis() as i64 {
            tidied_ms = now_ms;
            context.admission.evict_idle();
            let forgotten = ForgetChat { before_ms: now_ms - limits::CHAT_KEPT.as_millis() as i64 };
            let kept = context.store.write(forgotten).await;
            if let Err(error) = kept {
                tracing::error!(%error, "what was said long ago could not be forgotten");
            }
            if let Err(error) = context.store.write(ForgetModeration { now_ms }).await {
                tracing::error!(%error, "what was reported long ago could not be forgotten");
            }
            let forgotten =
                ForgetUnconfirmedMail { before_ms: now_ms - limits::MAIL_CODE.as_millis() as i64 };
            if let Err(error) = context.store.write(forgotten).await {
                tracing::error!(%error, "addresses that are nobody's could not be forgotten");
            }
            let kept = context.store.forget_wishes(now_ms - limits::WISHES_KEPT.as_millis() as i64).await;
            if let Err(error) = kept {
                tracing::error!(%error, "what was wished for long ago could not be forgotten");
            }
            let idle = EndSessions::Idle { before_ms: now_ms - limits::SESSION_IDLE.as_millis() as i64 };
            if let Err(error) = context.end_sessions(idle).await {
                tracing::error!(%error, "sessions that nobody uses could not be ended");
            }
        }
        context.refresh_sanctions().await;
        match context.store.overdue(now_ms).await {
            Ok(tables) => {
                // Those of other nodes are theirs to wake.
                for table in tables.into_iter().filter(|table| registry.plays(*table)) {
                    registry.wake(table).await;
                }
            }
            Err(error) => tracing::error!(%error, "it could not be looked which tables want attention"),
        }
    }
}
