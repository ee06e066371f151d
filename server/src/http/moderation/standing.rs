//! Standing: what somebody may not do here, as they are told themselves.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use cydonia_protocol::Standing;

use crate::http::app::App;
use crate::http::extract::{Caller, CurrentVisitor};
use crate::http::openapi::{Operation, Tag};

pub(super) fn operation() -> Operation {
    Operation::get(Tag::Moderation, "/api/v1/session/standing", "readStanding", read)
        .summary("What one may not do here")
        .description(
            "Mutes and bans that hold for oneself, or for guests from one's address, why and until when; and whether one is a moderator.",
        )
        .responds::<Standing>("What holds just now.")
        .auth_optional()
}

async fn read(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
    Caller(address): Caller,
) -> Json<Standing> {
    let (context, player) = (&app.context, visitor.session().map(|session| &session.player));
    let sanctions = context.sanctions.of(player, address);
    let moderator = visitor.own().is_some_and(|own| context.conduct.is_moderator(own.player.id));
    let appeals = context.conduct.appeals.clone().filter(|_| !sanctions.is_empty());
    Json(Standing { moderator, sanctions, appeals })
}
