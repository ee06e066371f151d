//! `/api/v1/tables/{id}/analysis`: what the strongest computer player makes of a game that is on, as far as all who play have
//! allowed it.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use cydonia_protocol::{AnalysisProgress, ErrorCode, MatchAnalysis};
use uuid::Uuid;

use crate::analysis::{Analysable, Inquirer, UnderWay};
use crate::http::app::App;
use crate::http::extract::{ApiPath, Caller, CurrentVisitor, SameOrigin, TABLE_KEY, key};
use crate::http::openapi::{Operation, Tag};
use crate::http::problem::ApiError;
use crate::visitor::Visitor;

const PATH: &str = "/api/v1/tables/{id}/analysis";

pub(super) fn operations() -> [Operation; 2] {
    let read = Operation::get(Tag::Tables, PATH, "readLiveAnalysis", read);
    let ask = Operation::post(Tag::Tables, PATH, "analyseTable", ask);
    [
        about_one(read)
            .summary("The analysis of a game that is on")
            .description(
                "Of what was played until all who play last agreed that it may be analysed. It is made when somebody first asks \
                 for it, and told until a turn is taken back, they agree anew, or the game is over.",
            )
            .responds::<MatchAnalysis>("The analysis.")
            .errors([ErrorCode::NoTable, ErrorCode::NoAnalysis]),
        about_one(ask)
            .summary("Have a game that is on analysed")
            .description(
                "As far as all who play have agreed; in casual games they may. Whoever asks again meanwhile is told how far it is, \
                 which costs nothing. It counts as the analysis of a finished game does.",
            )
            .responds::<AnalysisProgress>("How far it is.")
            .errors([
                ErrorCode::NoTable,
                ErrorCode::NotOver,
                ErrorCode::BadOrigin,
                ErrorCode::TooFast,
                ErrorCode::TooMany,
            ]),
    ]
}

pub(super) fn about_one(operation: Operation) -> Operation {
    operation
        .path::<Uuid>("id", "The table.")
        .header::<String>(TABLE_KEY, "A private table's key, for those who do not sit there.")
        .auth_optional()
}

async fn read(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
    headers: HeaderMap,
    id: ApiPath<Uuid>,
) -> Result<Response, ApiError> {
    let game = visible(&app, &visitor, &headers, id).await?;
    let document = app.context.analyses.of_under_way(game).ok_or_else(|| {
        let why = "there is no analysis of this game yet: once all who play agree, ask for it by a POST to this address";
        ApiError::new(ErrorCode::NoAnalysis, why)
    })?;
    Ok(([(header::CONTENT_TYPE, "application/json")], document).into_response())
}

async fn ask(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    Caller(address): Caller,
    headers: HeaderMap,
    id: ApiPath<Uuid>,
) -> Result<Json<AnalysisProgress>, ApiError> {
    let game = visible(&app, &visitor, &headers, id).await?;
    let player = visitor.own().map(|session| session.player.id);
    let by = Inquirer { player, address, admission: &app.context.admission, socket: None };
    Ok(Json(app.context.analyses.ask(Analysable::UnderWay(game), &by).await?))
}

/// A game that is on, for whoever may see it.
pub(super) async fn visible(
    app: &App,
    visitor: &Visitor,
    headers: &HeaderMap,
    id: ApiPath<Uuid>,
) -> Result<UnderWay, ApiError> {
    let Ok(Path(id)) = id else { return Err(missing()) };
    let player = visitor.at(id).map(|player| player.id);
    let found = app.context.analyses.under_way(id, player, key(headers, TABLE_KEY)).await?;
    found.ok_or_else(missing)
}

pub(super) fn missing() -> ApiError {
    let why = "there is no such table, or its game is not on, or it is private and wants its key";
    ApiError::new(ErrorCode::NoTable, why)
}
