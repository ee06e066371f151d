//! Those who have played here: one by id, several by ids, and who is found by a name.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use cydonia_protocol::{ErrorCode, PlayerList, PlayerPage};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::app::App;
use super::cursor;
use super::extract::{ApiPath, ApiQuery};
use super::openapi::{Operation, Tag};
use super::problem::ApiError;
use super::query_error::{QueryError, page_size};
use crate::limits;

/// Who is looked for: by a name or by ids.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PlayersQuery {
    /// How their name begins, whatever its case, marks and look-alikes: those who have a public game among their last hundred.
    name: Option<String>,
    /// Their ids with commas in between, a hundred at most: those of them that there are, in that order.
    ids: Option<String>,
    /// Where the page before ended: its `next`. It goes with the `name` that it was given for.
    #[schemars(regex(pattern = cursor::PATTERN))]
    cursor: Option<String>,
    /// How many on a page.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<usize>,
}

pub(super) fn operations() -> [Operation; 2] {
    [
        Operation::get(Tag::Players, "/api/v1/players", "findPlayers", find).tagged()
            .summary("Players by their name, or by their ids")
            .description(
                "By a name, in the order of names: a page may come back short, even empty; `next` tells whether there may be others \
                 behind it. By ids there is one page.",
            )
            .query::<PlayersQuery>()
            .responds::<PlayerList>("A page of players.")
            .errors([ErrorCode::BadQuery]),
        Operation::get(Tag::Players, "/api/v1/players/{id}", "readPlayer", one).tagged()
            .summary("Somebody")
            .description(
                "Their name, since when they are known here, and how many public games they have finished. Of somebody who has become part of \
                 another it is that one, whose `id` is told.",
            )
            .path::<Uuid>("id", "The player.")
            .responds::<PlayerPage>("The player.")
            .errors([ErrorCode::NoPlayer]),
    ]
}

async fn find(
    State(app): State<Arc<App>>,
    query: ApiQuery<PlayersQuery>,
) -> Result<Json<PlayerList>, ApiError> {
    let store = &app.context.store;
    let (name, ids) = match (&query.name, &query.ids) {
        (Some(name), None) => (name, None),
        (None, Some(ids)) if query.cursor.is_none() && query.limit.is_none() => (ids, Some(read_ids(ids)?)),
        (None, Some(_)) => return Err(QueryError::PageOfIds.into()),
        (None, None) | (Some(_), Some(_)) => return Err(QueryError::NameOrIds.into()),
    };
    if let Some(ids) = ids {
        return Ok(Json(PlayerList { players: store.players_of(ids).await?, next: None }));
    }
    let limit = page_size(query.limit)?;
    let after = query.cursor.as_deref().map(|text| cursor::read(text, name)).transpose()?;
    let found = store.players_called(name, after, limit).await?;
    Ok(Json(PlayerList {
        players: found.players,
        next: found.next.map(|number| cursor::write(name, number)),
    }))
}

/// Ids with commas in between.
pub(super) fn read_ids(text: &str) -> Result<Vec<Uuid>, QueryError> {
    let ids: Option<Vec<Uuid>> = text.split(',').map(|id| id.parse().ok()).collect();
    ids.filter(|ids| ids.len() <= limits::MAX_PAGE_SIZE).ok_or(QueryError::Ids)
}

async fn one(State(app): State<Arc<App>>, id: ApiPath<Uuid>) -> Result<Json<PlayerPage>, ApiError> {
    let Ok(Path(id)) = id else { return Err(no_player()) };
    Ok(Json(app.context.store.player_page(id).await?.ok_or_else(no_player)?))
}

/// Nobody has that id.
pub(super) fn no_player() -> ApiError {
    ApiError::new(ErrorCode::NoPlayer, "there is no such player")
}
