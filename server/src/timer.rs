//! What happens though nobody asks: the house notes down that it is open, and tables whose time has come are woken.

use std::sync::Arc;

use crate::app::App;
use crate::limits;
use crate::store::SessionEnd;
use crate::table::Registry;

/// Runs until the server stops.
pub(crate) async fn run(app: Arc<App>) {
    let mut beat_ms = app.clock.now_ms();
    let mut tidied_ms = i64::MIN;
    loop {
        tokio::select! {
            () = app.clock.sleep(limits::TICK) => {}
            () = app.stopped() => return,
        }
        let now_ms = app.clock.now_ms();
        if now_ms - beat_ms >= limits::HEARTBEAT.as_millis() as i64 {
            beat_ms = now_ms;
            if let Err(error) = app.store.beat(now_ms).await {
                tracing::error!(%error, "a sign of life could not be noted down");
            }
        }
        if now_ms.saturating_sub(tidied_ms) >= limits::TIDY_EVERY.as_millis() as i64 {
            tidied_ms = now_ms;
            app.gate.tidy();
            let kept = app.store.forget_chat(now_ms - limits::CHAT_KEPT.as_millis() as i64).await;
            if let Err(error) = kept {
                tracing::error!(%error, "what was said long ago could not be forgotten");
            }
            let kept = app.store.forget_wishes(now_ms - limits::WISHES_KEPT.as_millis() as i64).await;
            if let Err(error) = kept {
                tracing::error!(%error, "what was wished for long ago could not be forgotten");
            }
            let idle = SessionEnd::Idle { before_ms: now_ms - limits::SESSION_IDLE.as_millis() as i64 };
            match app.store.end_sessions(idle).await {
                Ok(ended) => app.sessions.end(&ended),
                Err(error) => tracing::error!(%error, "sessions that nobody uses could not be ended"),
            }
        }
        match app.store.overdue(now_ms).await {
            Ok(tables) => {
                for table in tables {
                    Registry::wake(&app, table).await;
                }
            }
            Err(error) => tracing::error!(%error, "it could not be looked which tables want attention"),
        }
    }
}
