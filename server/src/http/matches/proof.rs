//! `GET /api/v1/matches/{id}/proof`: one game with all that proves it, signed by the house.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use cydonia_protocol::proof::{ProofSeal, ProofStatement};
use cydonia_protocol::{ErrorCode, Player};
use cydonia_table::journal::Finished;
use schemars::JsonSchema;
use uuid::Uuid;

use super::cacheable::Cacheable;
use super::lookup::{load_visible, of_one};
use crate::http::app::App;
use crate::http::extract::{ApiPath, CurrentVisitor};
use crate::http::openapi::Operation;
use crate::http::problem::ApiError;
use crate::http::work::Work;
use crate::proof::{Sealer, SealerError};
use crate::store::StoreError;

/// A line of a proof, as the document tells of it.
#[derive(JsonSchema)]
#[schemars(rename = "ProofLine")]
#[serde(untagged)]
#[expect(dead_code, reason = "it stands for what is written, in the document")]
enum Line {
    Statement(ProofStatement),
    Seal(ProofSeal),
}

pub(super) fn operation() -> Operation {
    of_one("/api/v1/matches/{id}/proof", "readProof", proof)
        .summary("The proof of a game")
        .description(
            "Its record, its dice and its ratings before and after, signed by the house and chained to the game \
             before, in the form that `docs/proof.md` tells of.",
        )
        .responds_as::<Line>("application/x-ndjson", "Two lines, a statement and its seal.")
        .errors([ErrorCode::NoMatch, ErrorCode::NoProof])
        .etag()
}

async fn proof(
    State(app): State<Arc<App>>,
    who: CurrentVisitor,
    headers: HeaderMap,
    id: ApiPath<Uuid>,
    work: Work,
) -> Result<Response, ApiError> {
    let kept = load_visible(&app, who, &headers, id).await?;
    let kept = app.context.store.as_played(kept).await?;
    let sealed = app.context.sealer.sealed(kept.summary.number).await.map_err(|error| match error {
        SealerError::Behind => ApiError::new(ErrorCode::Unavailable, error.to_string()),
        SealerError::LeftOut => ApiError::new(ErrorCode::Damaged, error.to_string()),
        SealerError::Store(error) => error.into(),
    })?;
    // Another seal is another file, though the game is the same.
    let name = format!("proof {:?}", sealed.seal.signature);
    let make = move |kept: Finished| {
        let sat = kept.summary.seats.iter().map(|seat| &seat.player);
        let has_lost_name =
            sat.chain(kept.packed.taken_over.iter().map(|(_, player)| player)).any(Player::is_deleted);
        match Sealer::file(kept, &sealed) {
            Err(StoreError::Damaged(_)) if has_lost_name => {
                let why = "this game was sealed under a name that has been deleted since: there is no proof of it any more";
                Err(ApiError::new(ErrorCode::NoProof, why))
            }
            made => Ok(made?.into_bytes()),
        }
    };
    Cacheable::lines(kept, &name).answer(&headers, &work, make).await
}
