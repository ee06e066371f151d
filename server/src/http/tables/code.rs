//! Short addresses of tables: `/t/7QK3F` instead of a whole id.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use cydonia_protocol::{ErrorCode, TableCode};
use uuid::Uuid;

use crate::http::app::App;
use crate::http::extract::{ApiPath, SameOrigin};
use crate::http::openapi::{Operation, Tag};
use crate::http::problem::ApiError;
use crate::limits;
use crate::store::{GiveCode, StoreError};
use crate::text;

pub(super) fn operations() -> [Operation; 2] {
    [give_code(), read_code()]
}

fn give_code() -> Operation {
    Operation::post(Tag::Tables, "/api/v1/tables/{id}/code", "giveTableCode", give)
        .summary("A table's short address")
        .description(
            "Made when somebody asks for it first, and the same ever after, when its game is over, too. \
             It stands for the id and opens no more than that: a private table wants its key besides.",
        )
        .path::<Uuid>("id", "The table, or the game that was played there.")
        .responds::<TableCode>("The code: the address /t/{code} leads there.")
        .errors([ErrorCode::NoTable, ErrorCode::BadOrigin])
}

async fn give(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    id: ApiPath<Uuid>,
) -> Result<Json<TableCode>, ApiError> {
    let missing = || ApiError::new(ErrorCode::NoTable, "there is no such table and no such game");
    let Ok(Path(table)) = id else { return Err(missing()) };
    if !app.context.store.has_table(table).await? {
        return Err(missing());
    }
    let candidates = text::TableCode::candidates(|| app.context.entropy.bytes());
    let given = app.context.store.write(GiveCode { table, candidates }).await?;
    let code = given.ok_or_else(|| {
        let why = "no code was found that is free; try again";
        ApiError::new(ErrorCode::Unavailable, why).come_again_in(limits::COME_AGAIN)
    })?;
    Ok(Json(TableCode { code, table }))
}

fn read_code() -> Operation {
    Operation::get(Tag::Tables, "/api/v1/codes/{code}", "readTableCode", read)
        .summary("The table that a short address leads to")
        .description(
            "Small letters are taken for capital ones, `I` and `L` for `1`, `O` for `0`, and hyphens are \
             passed over.",
        )
        .path::<String>("code", "The code, as in `/t/{code}`.")
        .responds::<TableCode>("The table, or the game that was played there.")
        .errors([ErrorCode::NoTable])
}

async fn read(State(app): State<Arc<App>>, code: ApiPath<String>) -> Result<Json<TableCode>, ApiError> {
    let missing = || ApiError::new(ErrorCode::NoTable, "no table has this code");
    let Ok(Path(code)) = code else { return Err(missing()) };
    let code: text::TableCode = code.parse().map_err(|_no_code| missing())?;
    let table = app.context.store.table_of_code(&code).await?.ok_or_else(missing)?;
    Ok(Json(TableCode { code: code.to_string(), table }))
}

/// The table that an address names, by its id or by its code; none if there is no such code. Whether there is a table of that id
/// is another question.
pub(in crate::http) async fn resolve(app: &App, address: &str) -> Result<Option<Uuid>, StoreError> {
    if let Ok(id) = Uuid::try_parse(address) {
        return Ok(Some(id));
    }
    match address.parse() {
        Ok(code) => app.context.store.table_of_code(&code).await,
        Err(_no_code) => Ok(None),
    }
}
