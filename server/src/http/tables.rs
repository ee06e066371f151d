//! Tables that are open or where the game is on.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use cydonia_protocol::{ErrorCode, LiveTable, LobbyFilter, TablePage, TableStatus};
use uuid::Uuid;

use super::matches::KEY_HEADER;
use super::openapi::{Chapter, Operation};
use super::query::Asked;
use super::{ApiError, Who};
use crate::app::App;
use crate::{lobby, table};

pub(super) fn operations() -> [Operation; 2] {
    [
        Operation::get(Chapter::Tables, "/api/v1/tables", "listTables", list)
            .says("Public tables", "Those with a free seat, and those where the game is on; the newest first, 200 at most.")
            .query::<LobbyFilter>()
            .gives::<TablePage>("The tables.")
            .refuses([ErrorCode::BadQuery, ErrorCode::BadGame, ErrorCode::BadPlayers]),
        Operation::get(Chapter::Tables, "/api/v1/tables/{id}", "readTable", one)
            .says(
                "One table as it stands",
                "To follow a game, watch it over the socket. A finished one is found among the finished games.",
            )
            .at::<Uuid>("id", "The table.")
            .header::<String>(KEY_HEADER, "A private table's key, for those who do not sit there.")
            .gives::<LiveTable>("The table and its position.")
            .refuses([ErrorCode::NoTable])
            .knows_session(),
    ]
}

async fn list(
    State(app): State<Arc<App>>,
    Asked(filter): Asked<LobbyFilter>,
) -> Result<Json<TablePage>, ApiError> {
    lobby::check(&filter)?;
    let (tables, total) = app.lobby.listed(&filter);
    Ok(Json(TablePage { tables, total }))
}

async fn one(
    State(app): State<Arc<App>>,
    Who(visitor): Who,
    headers: HeaderMap,
    id: Result<Path<Uuid>, PathRejection>,
) -> Result<Json<LiveTable>, ApiError> {
    let missing = || {
        let why = "there is no such table, or its game is over, or it is private and wants its key";
        ApiError::new(ErrorCode::NoTable, why)
    };
    let Ok(Path(id)) = id else { return Err(missing()) };
    let key = headers.get(KEY_HEADER).and_then(|key| key.to_str().ok());
    let (table, _) = table::load(&app, id).await?.ok_or_else(missing)?;
    let is_open = table.info.status != TableStatus::Finished;
    if !is_open || !table.admits(visitor.at(id).map(|player| player.id), key) {
        return Err(missing());
    }
    let (layout, view) = table.stands().ok_or_else(missing)?;
    Ok(Json(LiveTable { n: table.n, layout, view, info: table.info }))
}
