//! Proofs of games: the house's signing keys, and the check of a proof. (`matches/proof.rs` gives one.)

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum_extra::extract::WithRejection;
use cydonia_protocol::ErrorCode;
use cydonia_protocol::proof::{GameProof, ProofCheck, ProofError, SigningKeys};

use super::app::App;
use super::openapi::{Operation, Tag};
use super::problem::ApiError;
use super::work::Work;
use crate::background::yield_core;
use crate::limits;
use crate::proof::{Examined, examine};

/// Where proofs are checked.
pub(super) const CHECK_PROOF: &str = "/api/v1/check-proof";

pub(super) fn operations() -> [Operation; 2] {
    [
        Operation::get(Tag::Matches, "/api/v1/signing-keys", "readSigningKeys", keys)
            .summary("The keys that sign proofs of games")
            .description("Each is signed by the one before; `docs/proof.md` tells how.")
            .responds::<SigningKeys>("The keys, the first one first."),
        Operation::post(Tag::Matches, CHECK_PROOF, "checkProof", check_proof)
            .summary("Check the proof of a game")
            .description(
                "Plays its line through by the rules, and compares dice, result, ratings and signature. What does \
                 not fit is told. Nothing is kept.",
            )
            .text_body(limits::PROOF)
            .responds::<ProofCheck>("What was found, if all of it fits.")
            .errors([ErrorCode::BadMessage, ErrorCode::BadProof]),
    ]
}

async fn keys(State(app): State<Arc<App>>) -> Result<Json<SigningKeys>, ApiError> {
    Ok(Json(app.context.sealer.published().await?))
}

async fn check_proof(
    State(app): State<Arc<App>>,
    work: Work,
    WithRejection(text, _): WithRejection<String, ApiError>,
) -> Result<Json<ProofCheck>, ApiError> {
    let bad = |why: String| ApiError::new(ErrorCode::BadProof, why);
    let proof = work.run(move || GameProof::read(&text)).await?.map_err(|why| bad(why.to_string()))?;
    let key = app.context.sealer.check_key(&proof).await?;
    let checked = work.run(move || {
        let Examined { id, found } = examine(&proof, yield_core);
        let findings = found.into_iter().chain([key]).collect::<Result<_, _>>()?;
        Ok(ProofCheck { number: proof.statement.number, id: id.ok_or(ProofError::Unfinished)?, findings })
    });
    let checked: Result<ProofCheck, ProofError> = checked.await?;
    Ok(Json(checked.map_err(|flaw| bad(flaw.to_string()))?))
}
