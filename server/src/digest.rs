//! Digest: once a day at most whoever asked for it is told by e-mail what has waited for them for hours. What they have come to see is
//! told no more, and nothing is told twice for itself alone.

use std::sync::Arc;

use crate::context::Context;
use crate::limits;
use crate::mail::{Digest, Posted, Waits};
use crate::store::{ClaimLetter, MailOutcome, MailRecipient, NoteMail, StoreError};
use crate::table::waits_for;

/// Runs until the server stops, in a house that sends e-mail.
pub(crate) async fn run(context: Arc<Context>) {
    if !context.mail.is_offered() {
        return;
    }
    loop {
        tokio::select! {
            () = context.clock.sleep(limits::MAIL_SWEEP) => {}
            () = context.stopped() => return,
        }
        tokio::select! {
            swept = sweep(&context) => if let Err(error) = swept {
                tracing::error!(%error, "it could not be looked whom to write to");
            },
            () = context.stopped() => return,
        }
        context.metrics.mail_swept();
    }
}

/// Looks at everybody whose time has come, until the relay has no time. Each is looked at again later, whatever comes of it.
async fn sweep(context: &Context) -> Result<(), StoreError> {
    loop {
        let due = context.store.mail_due(context.clock.now_ms()).await?;
        if due.is_empty() {
            return Ok(());
        }
        for recipient in due {
            let outcome = tell(context, &recipient).await?;
            let note = NoteMail { recipient, outcome, now_ms: context.clock.now_ms() };
            context.store.write(note).await?;
            if outcome == MailOutcome::Later {
                return Ok(());
            }
        }
    }
}

async fn tell(context: &Context, recipient: &MailRecipient) -> Result<MailOutcome, StoreError> {
    let MailRecipient { player, address, unsubscribe, told_ms, .. } = recipient;
    // Whoever is here sees it.
    if context.sessions.is_here(*player) {
        return Ok(MailOutcome::Nothing);
    }
    let looked_ms = context.clock.now_ms();
    let waits = waiting(context, recipient).await?;
    let settled_ms = looked_ms - limits::MAIL_SETTLE.as_millis() as i64;
    // A letter tells of all that waits, so that only what has begun to since the last one is news.
    let is_news = |waits: &Waits| waits.since_ms <= settled_ms && waits.since_ms > *told_ms;
    if !waits.iter().any(is_news) {
        return Ok(MailOutcome::Nothing);
    }
    let Some(who) = context.store.player(*player).await? else { return Ok(MailOutcome::Nothing) };
    let claim = ClaimLetter { recipient: recipient.clone(), looked_ms, now_ms: context.clock.now_ms() };
    if !context.store.write(claim).await? {
        return Ok(MailOutcome::Nothing);
    }
    let digest = Digest { language: recipient.language(), name: &who.name, waits: &waits, unsubscribe };
    Ok(match context.mail.tell(address, &digest).await {
        // Rather none than two.
        Posted::Sent | Posted::Late => MailOutcome::Sent,
        Posted::Refused => MailOutcome::Refused,
        Posted::Later => MailOutcome::Later,
    })
}

/// All that waits for somebody, the longest first.
async fn waiting(context: &Context, recipient: &MailRecipient) -> Result<Vec<Waits>, StoreError> {
    let mut all = Vec::new();
    for info in context.store.own_tables(recipient.player).await? {
        match waits_for(context, &info, recipient.player).await {
            Ok(waits) => all.extend(waits),
            // One that is damaged hides no other.
            Err(StoreError::Damaged(error)) => {
                tracing::warn!(table = %info.id, %error, "a table is left out");
            }
            Err(error) => return Err(error),
        }
    }
    all.sort_by_key(|waits| waits.since_ms);
    Ok(all)
}
