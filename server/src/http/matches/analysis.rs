//! `/api/v1/matches/{id}/analysis`: what the strongest computer player makes of a game.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use cydonia_players::ANALYSIS_VERSION;
use cydonia_protocol::{AnalysisProgress, ErrorCode, MatchAnalysis};
use cydonia_table::journal::Finished;
use uuid::Uuid;

use super::cacheable::Cacheable;
use super::lookup::{load_visible, of_one, post_of_one};
use crate::analysis::{Analysable, Inquirer};
use crate::http::app::App;
use crate::http::extract::{ApiPath, Caller, CurrentVisitor, SameOrigin};
use crate::http::openapi::Operation;
use crate::http::problem::ApiError;
use crate::http::work::Work;

const PATH: &str = "/api/v1/matches/{id}/analysis";

pub(super) fn operations() -> [Operation; 2] {
    [
        of_one(PATH, "readAnalysis", read)
            .summary("One game's analysis")
            .description(
                "What each position was worth to each seat, the moves that changed most, and what would have been \
                 better. It is made when somebody first asks for it.",
            )
            .responds::<MatchAnalysis>("The analysis.")
            .errors([ErrorCode::NoMatch, ErrorCode::NoAnalysis])
            .etag(),
        post_of_one(PATH, "analyseMatch", ask)
            .summary("Have a game analysed")
            .description(
                "It takes up to some minutes; whoever asks again meanwhile is told how far it is, which costs nothing. \
                 Each person may have a few under way, and so many an hour.",
            )
            .responds::<AnalysisProgress>("How far it is.")
            .errors([
                ErrorCode::NoMatch,
                ErrorCode::BadOrigin,
                ErrorCode::TooFast,
                ErrorCode::TooMany,
            ]),
    ]
}

async fn read(
    State(app): State<Arc<App>>,
    who: CurrentVisitor,
    headers: HeaderMap,
    id: ApiPath<Uuid>,
    work: Work,
) -> Result<Response, ApiError> {
    let kept = load_visible(&app, who, &headers, id).await?;
    let Some((document, _)) = app.context.analyses.ready(&kept).await? else {
        let why = "there is no analysis of this game yet: ask for it by a POST to this address";
        return Err(ApiError::new(ErrorCode::NoAnalysis, why));
    };
    let name = format!("analysis {ANALYSIS_VERSION}");
    let make = move |_: Finished| Ok(document.into_bytes());
    Cacheable::json(kept, &name).answer(&headers, &work, make).await
}

async fn ask(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    who: CurrentVisitor,
    Caller(address): Caller,
    headers: HeaderMap,
    id: ApiPath<Uuid>,
) -> Result<Json<AnalysisProgress>, ApiError> {
    let player = who.0.own().map(|session| session.player.id);
    let kept = load_visible(&app, who, &headers, id).await?;
    let by = Inquirer { player, address, admission: &app.context.admission, socket: None };
    Ok(Json(app.context.analyses.ask(Analysable::Kept(Box::new(kept)), &by).await?))
}
