//! Dispatch of shared reviews.

use cydonia_protocol::{Command, ErrorCode, MAX_SIDE_LINE};
use cydonia_table::Rejection;
use uuid::Uuid;

use super::connection::Connection;
use super::dispatch::no_match;
use crate::rejection::by_store;
use crate::table::check_may_meet;

impl Connection {
    /// Has this socket take part in a review of a finished game that it may see.
    pub(super) async fn join_review(
        &self,
        review: Uuid,
        table: Uuid,
        key: Option<&str>,
    ) -> Result<(), Rejection> {
        let context = self.registry.context();
        context.admission.wait_behind_moves().await;
        let kept = context.store.kept(table).await;
        let kept = kept.map_err(|error| by_store(&error, "the store does not answer just now; try again"))?;
        let player = self.outbox.player_at(table).map(|player| player.id);
        if kept.is_none_or(|kept| !kept.admits(player, key)) {
            return Err(no_match());
        }
        if let (Some(player), Some(host)) = (player, context.reviews.host_of(review)) {
            check_may_meet(context, player, host).await?;
        }
        context.reviews.join(&self.outbox, review, table)
    }

    /// Does what is asked for in a review that this socket takes part in.
    pub(super) fn review(&self, command: Command) -> Result<(), Rejection> {
        let reviews = &self.registry.context().reviews;
        match command {
            Command::Show { review, place } if place.is_sound() => reviews.show(&self.outbox, review, place),
            Command::Show { .. } => Err(unsound()),
            Command::Lead { review, to } => reviews.hand_over(&self.outbox, review, to),
            Command::LeaveReview { review } => reviews.leave(&self.outbox, review),
            _ => Err(Rejection::new(ErrorCode::BadMessage, "this is not asked of a review")),
        }
    }
}

fn unsound() -> Rejection {
    let why = format!("a side line has at most {MAX_SIDE_LINE} entries, none of them empty or long");
    Rejection::new(ErrorCode::BadMessage, why)
}
