//! Lookup of one finished game, for whatever is told of it.

use std::sync::Arc;

use axum::extract::Path;
use axum::handler::Handler;
use axum::http::HeaderMap;
use cydonia_protocol::{ErrorCode, Event};
use cydonia_table::Table;
use cydonia_table::journal::Finished;
use tracing::Instrument;
use uuid::Uuid;

use crate::background::yield_core;
use crate::http::app::App;
use crate::http::extract::{ApiPath, CurrentVisitor, TABLE_KEY, key};
use crate::http::openapi::{Operation, Tag};
use crate::http::problem::ApiError;
use crate::store::{Kept, StoreError};

/// Something to be read of one game.
pub(super) fn of_one<T: 'static>(
    path: &'static str,
    id: &'static str,
    handler: impl Handler<T, Arc<App>>,
) -> Operation {
    about_one(Operation::get(Tag::Matches, path, id, handler))
}

/// Something to be done with one game.
pub(super) fn post_of_one<T: 'static>(
    path: &'static str,
    id: &'static str,
    handler: impl Handler<T, Arc<App>>,
) -> Operation {
    about_one(Operation::post(Tag::Matches, path, id, handler))
}

fn about_one(operation: Operation) -> Operation {
    operation
        .path::<Uuid>("id", "The game: the id of its table.")
        .header::<String>(TABLE_KEY, "A private game's key, for those who did not play it.")
        .auth_optional()
}

/// A finished game as it is kept, for whoever may see it. Its line is unread: that and all that follows takes long, and is for
/// the threads of [`Work`](crate::http::work::Work).
pub(in crate::http) async fn load_visible(
    app: &App,
    CurrentVisitor(visitor): CurrentVisitor,
    headers: &HeaderMap,
    id: ApiPath<Uuid>,
) -> Result<Kept, ApiError> {
    let missing =
        || ApiError::new(ErrorCode::NoMatch, "there is no such game, or it is private and wants its key");
    let Ok(Path(id)) = id else { return Err(missing()) };
    let key = key(headers, TABLE_KEY);
    let read = async {
        let kept = app.context.store.kept(id).await?.ok_or_else(missing)?;
        let may_see = kept.admits(visitor.at(id).map(|player| player.id), key);
        if may_see { Ok(kept) } else { Err(missing()) }
    };
    read.instrument(tracing::info_span!("match", %id)).await
}

/// A finished game as it was played.
pub(in crate::http) fn played(kept: &Finished) -> Result<(Table, Vec<Event>), ApiError> {
    Ok(Table::of_finished(kept, yield_core).map_err(StoreError::from)?)
}
