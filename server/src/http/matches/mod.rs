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
use tracing::Instrument;
use uuid::Uuid;

use super::openapi::{Chapter, Operation};
use super::{ApiError, Who};
use crate::app::App;
use crate::store::{Damage, Finished, StoreError};
use crate::table::Table;

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
    Operation::get(Chapter::Matches, path, id, handler)
        .at::<Uuid>("id", "The game: the id of its table.")
        .header::<String>(KEY_HEADER, "A private game's key, for those who did not play it.")
        .knows_session()
}

/// A finished game as it is kept, for whoever may see it.
async fn keep_for(app: &App, Who(visitor): Who, headers: &HeaderMap, id: Id) -> Result<Finished, ApiError> {
    let missing =
        || ApiError::new(ErrorCode::NoMatch, "there is no such game, or it is private and wants its key");
    let Ok(Path(id)) = id else { return Err(missing()) };
    let key = headers.get(KEY_HEADER).and_then(|key| key.to_str().ok());
    let read = async {
        let kept = app.store.finished(id).await?.ok_or_else(missing)?;
        let may_see = Table::of_match(&kept).admits(visitor.at(id).map(|player| player.id), key);
        if may_see { Ok(kept) } else { Err(missing()) }
    };
    read.instrument(tracing::info_span!("match", %id)).await
}

/// A finished game as it is kept and as it was played, for whoever may see it.
async fn find(
    app: &App,
    who: Who,
    headers: &HeaderMap,
    id: Id,
) -> Result<(Finished, Table, Vec<Event>), ApiError> {
    let kept = keep_for(app, who, headers, id).await?;
    let (table, events) = looked_into(&kept, Table::of_finished)?;
    Ok((kept, table, events))
}

/// What is worked out of a game that is kept. If it is damaged, the log tells which one it was.
fn looked_into<T>(kept: &Finished, look: impl FnOnce(&Finished) -> Result<T, Damage>) -> Result<T, ApiError> {
    let span = tracing::info_span!("match", id = %kept.summary.id);
    span.in_scope(|| look(kept).map_err(|damage| StoreError::from(damage).into()))
}
