//! Finished games.

mod dice;
mod filter;
mod list;
mod one;
mod position;
mod record;
mod replay;
mod stream;

use std::sync::Arc;

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::handler::Handler;
use axum::http::HeaderMap;
use cydonia_protocol::{ErrorCode, Event};
use cydonia_table::Table;
use cydonia_table::journal::Finished;
use tracing::Instrument;
use uuid::Uuid;

use super::openapi::{Operation, Tag};
use super::{ApiError, CurrentVisitor};
use crate::background::yield_core;
use crate::http::app::App;
use crate::store::{Kept, StoreError};

/// Where a private game's key is looked for.
pub(super) const KEY_HEADER: &str = "x-table-key";

/// The id in a path, if it is one.
type Id = Result<Path<Uuid>, PathRejection>;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        list::operation(),
        stream::operation(),
        one::operation(),
        record::operation(),
        position::operation(),
        replay::operation(),
        dice::operation(),
    ]
}

/// Something to be read of one game.
fn of_one<H, T>(path: &'static str, id: &'static str, handler: H) -> Operation
where
    H: Handler<T, Arc<App>>,
    T: 'static,
{
    Operation::get(Tag::Matches, path, id, handler)
        .path::<Uuid>("id", "The game: the id of its table.")
        .header::<String>(KEY_HEADER, "A private game's key, for those who did not play it.")
        .auth_optional()
}

/// A finished game as it is kept, for whoever may see it. Its line is unread: that and all that follows takes long, and is for
/// the threads of [`Work`](super::work::Work).
async fn load_visible(
    app: &App,
    CurrentVisitor(visitor): CurrentVisitor,
    headers: &HeaderMap,
    id: Id,
) -> Result<Kept, ApiError> {
    let missing =
        || ApiError::new(ErrorCode::NoMatch, "there is no such game, or it is private and wants its key");
    let Ok(Path(id)) = id else { return Err(missing()) };
    let key = headers.get(KEY_HEADER).and_then(|key| key.to_str().ok());
    let read = async {
        let kept = app.context.store.kept(id).await?.ok_or_else(missing)?;
        let may_see = kept.admits(visitor.at(id).map(|player| player.id), key);
        if may_see { Ok(kept) } else { Err(missing()) }
    };
    read.instrument(tracing::info_span!("match", %id)).await
}

/// A finished game as it was played.
fn played(kept: &Finished) -> Result<(Table, Vec<Event>), ApiError> {
    Ok(Table::of_finished(kept, yield_core).map_err(StoreError::from)?)
}
