//! Films of finished games: one position after another, as an animated GIF, for messages and pages that show no others' pages.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use cydonia_pictures::Position;
use cydonia_protocol::ErrorCode;
use cydonia_table::Table;
use cydonia_table::journal::Finished;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::Cacheable;
use super::lookup::{load_visible, of_one};
use crate::http::app::App;
use crate::http::extract::{ApiPath, ApiQuery, CurrentVisitor};
use crate::http::openapi::Operation;
use crate::http::pictures::{LOOK, unpainted};
use crate::http::problem::ApiError;
use crate::http::work::Work;
use crate::limits::FILM_PLIES;
use crate::store::StoreError;

const MEDIA_TYPE: &str = "image/gif";

// As the description says.
const _: () = assert!(FILM_PLIES == 120);

/// Which positions.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FilmQuery {
    /// After how many actions and leavings it begins, those taken back not counted: 0 is the start of the game. Left out, at the
    /// start, or as far before `to` as a film may be long.
    from: Option<u32>,
    /// After how many it ends. Left out, at the end of the game.
    to: Option<u32>,
}

pub(super) fn operation() -> Operation {
    of_one("/api/v1/matches/{id}/film.gif", "filmMatch", film)
        .summary("One game as an animated GIF")
        .description(
            "The board after each action, 480 pixels along its longer side, each for 0.7 seconds and the last for 3. \
             A film has 120 steps at most. It may be kept for good: a finished game stays as it is.",
        )
        .query::<FilmQuery>()
        .responds_as::<String>(MEDIA_TYPE, "The film, without a player's name on it.")
        .errors([ErrorCode::NoMatch, ErrorCode::BadQuery])
        .etag()
}

async fn film(
    State(app): State<Arc<App>>,
    who: CurrentVisitor,
    headers: HeaderMap,
    id: ApiPath<Uuid>,
    work: Work,
    query: ApiQuery<FilmQuery>,
) -> Result<Response, ApiError> {
    let kept = load_visible(&app, who, &headers, id).await?;
    let plies = kept.summary.plies;
    let to = query.to.unwrap_or(plies);
    let from = query.from.unwrap_or(to.saturating_sub(FILM_PLIES));
    if to > plies || from > to || to - from > FILM_PLIES {
        let why = format!(
            "from and to are numbers from 0 to {plies} for this game, one after the other and {FILM_PLIES} apart at most"
        );
        return Err(ApiError::new(ErrorCode::BadQuery, why));
    }
    let make = move |kept: Finished| {
        let stood = Table::positions(&kept, from..=to).map_err(StoreError::from)?;
        let stood: Vec<_> = stood.into_iter().map(|(view, game)| (view, game.layout())).collect();
        let positions: Vec<_> = stood.iter().map(|(view, layout)| Position { layout, view }).collect();
        cydonia_pictures::film(&positions).map_err(unpainted)
    };
    Cacheable::picture(kept, &format!("film {LOOK} {from} {to}"), MEDIA_TYPE)
        .answer(&headers, &work, make)
        .await
}
