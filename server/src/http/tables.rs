//! Tables that are open or where the game is on.

mod analysis;
pub(super) mod code;
mod events;
mod what_if;

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use cydonia_protocol::{ErrorCode, LiveTable, LobbyFilter, TablePage, TableStatus};
use cydonia_table::Table;
use cydonia_table::journal::CorruptData;
use uuid::Uuid;

use super::app::App;
use super::extract::{ApiPath, ApiQuery, CurrentVisitor, TABLE_KEY, key};
use super::matches::{load_visible, played};
use super::openapi::{Operation, Tag};
use super::problem::ApiError;
use super::work::{Work, json};
use crate::lobby;
use crate::store::StoreError;

pub(super) fn operations() -> Vec<Operation> {
    let mut all = vec![list_tables(), read_table()];
    all.extend(analysis::operations());
    all.push(what_if::operation());
    all.extend(events::operations());
    all.extend(code::operations());
    all
}

fn list_tables() -> Operation {
    Operation::get(Tag::Tables, "/api/v1/tables", "listTables", list)
        .tagged()
        .summary("Public tables")
        .description(
            "Open ones at which somebody waits now come first, then those by correspondence that are open, \
             then games that are on; of each the newest first, 200 at most. Of one host, and from one \
             address, only some of the open ones are listed.",
        )
        .query::<LobbyFilter>()
        .responds::<TablePage>("The tables.")
        .errors([ErrorCode::BadQuery, ErrorCode::BadGame, ErrorCode::BadPlayers])
}

async fn list(
    State(app): State<Arc<App>>,
    filter: ApiQuery<LobbyFilter>,
) -> Result<Json<TablePage>, ApiError> {
    lobby::check(&filter)?;
    let (tables, total) = app.context.lobby.listed(&filter);
    Ok(Json(TablePage { tables, total }))
}

fn read_table() -> Operation {
    Operation::get(Tag::Tables, "/api/v1/tables/{id}", "readTable", one)
        .summary("One table as it stands")
        .description(
            "To follow a game, watch it over the socket. A game that is over is told here as it ended; all of its \
             moves are found among the finished games.",
        )
        .path::<Uuid>("id", "The table.")
        .header::<String>(TABLE_KEY, "A private table's key, for those who do not sit there.")
        .responds::<LiveTable>("The table and its position.")
        .errors([ErrorCode::NoTable])
        .auth_optional()
}

async fn one(
    State(app): State<Arc<App>>,
    who: CurrentVisitor,
    headers: HeaderMap,
    id: ApiPath<Uuid>,
    work: Work,
) -> Result<Response, ApiError> {
    let Ok(Path(id)) = id else { return Err(missing()) };
    let table = match load_admitted(&app, who.clone(), &headers, Ok(Path(id)), &work).await {
        // Whoever asks again and again is told how it ended, too, under the same address.
        Err(error) if error.code() == ErrorCode::NoTable => finished(&app, who, &headers, id, &work).await?,
        found => found?,
    };
    let body = work.bytes(move || {
        let (layout, view) = table.stands().ok_or_else(missing)?;
        json(&LiveTable { n: table.n, layout, view, info: table.info() })
    });
    Ok(([(header::CONTENT_TYPE, "application/json")], body.await?).into_response())
}

/// A table whose game is over and kept, for whoever may see it.
async fn finished(
    app: &App,
    who: CurrentVisitor,
    headers: &HeaderMap,
    id: Uuid,
    work: &Work,
) -> Result<Table, ApiError> {
    let kept = load_visible(app, who, headers, Ok(Path(id))).await.map_err(|error| match error.code() {
        ErrorCode::NoMatch => missing(),
        _ => error,
    })?;
    let rematch = app.context.store.rematch_of(id).await?;
    let replay = move || -> Result<Table, ApiError> {
        let (mut table, _) = played(&kept.read().map_err(StoreError::from)?)?;
        table.set_rematch(rematch);
        Ok(table)
    };
    work.run(replay).await?
}

/// A table that is open or where the game is on, for whoever may see it.
pub(super) async fn load_admitted(
    app: &App,
    CurrentVisitor(visitor): CurrentVisitor,
    headers: &HeaderMap,
    id: ApiPath<Uuid>,
    work: &Work,
) -> Result<Table, ApiError> {
    let Ok(Path(id)) = id else { return Err(missing()) };
    let table = match read(app, id, work).await? {
        // Its row was a commit behind its journal, perhaps, which is over by now.
        Some(Err(_)) => read(app, id, work).await?,
        found => found,
    };
    let table = table.transpose().map_err(StoreError::from)?.ok_or_else(missing)?;
    let is_admitted = table.admits(visitor.at(id).map(|player| player.id), key(headers, TABLE_KEY));
    if is_admitted { Ok(table) } else { Err(missing()) }
}

pub(super) fn missing() -> ApiError {
    let why = "there is no such table, or it is private and wants its key";
    ApiError::new(ErrorCode::NoTable, why)
}

/// A table from its row and its journal, if it is open or its game is on. It is played through elsewhere: a game under way can
/// be a long one, too.
async fn read(app: &App, id: Uuid, work: &Work) -> Result<Option<Result<Table, CorruptData>>, ApiError> {
    let Some((row, journal)) = app.context.store.table(id).await? else { return Ok(None) };
    let rematch = match row.info.status {
        TableStatus::Aborted => app.context.store.rematch_of(id).await?,
        _ => None,
    };
    let secrets = app.context.dice_secrets.clone();
    let replay = move || {
        let (mut table, _) = Table::of_row(row, &journal)?;
        table.check_dice(&secrets)?;
        table.set_rematch(rematch);
        Ok(table)
    };
    Ok(Some(work.run(replay).await?))
}
