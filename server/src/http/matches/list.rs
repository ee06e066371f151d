//! `GET /api/v1/matches`: lists of finished games, page by page.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::Uri;
use cydonia_protocol::{ErrorCode, MatchPage};

use super::filter::{Form, MatchListRequest};
use crate::http::app::App;
use crate::http::extract::CurrentVisitor;
use crate::http::openapi::{Operation, Tag};
use crate::http::problem::ApiError;
use crate::store::Order;

pub(super) fn operation() -> Operation {
    Operation::get(Tag::Matches, "/api/v1/matches", "listMatches", list)
        .tagged()
        .summary("Finished games")
        .description(
            "Public ones; and to a player, among their own, those that were private. Games that end while \
             one goes from page to page neither repeat nor hide any.",
        )
        .query_schema(|| Form::Page.parameters())
        .responds::<MatchPage>("A page of games.")
        .errors([ErrorCode::BadQuery])
        .auth_optional()
}

async fn list(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
    uri: Uri,
) -> Result<Json<MatchPage>, ApiError> {
    let mut wanted = MatchListRequest::of(&uri, Form::Page)?;
    wanted.filter.with_private =
        wanted.filter.player.is_some() && wanted.filter.player == visitor.own().map(|own| own.player.id);
    let found = app.context.store.look_up(&wanted.filter, wanted.after, wanted.limit as usize).await?;
    let more = found.next.is_some();
    // The oldest first, other games come behind the last one day: whoever has all there is goes on from here.
    let reached = || match wanted.filter.order {
        Order::Oldest => Some(found.games.last().map_or(wanted.after.unwrap_or(0), |game| game.number)),
        Order::Newest => None,
    };
    let next = found.next.or_else(reached).map(|number| wanted.cursor(number));
    Ok(Json(MatchPage { matches: found.games, next, more }))
}
