//! Recovery codes: others in place of those that one has.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use cydonia_protocol::{Account, ErrorCode};

use super::{fresh, told};
use crate::accounts::{code_hash, new_codes};
use crate::http::app::App;
use crate::http::extract::{CurrentVisitor, SameOrigin};
use crate::http::openapi::{Operation, Tag};
use crate::http::problem::ApiError;
use crate::store::RenewRecoveryCodes;

pub(super) fn operation() -> Operation {
    Operation::post(Tag::Account, "/api/v1/account/recovery-codes", "renewRecoveryCodes", renew)
        .summary("Other recovery codes")
        .description("Those from before open nothing any more. Each opens the account once, to whoever has lost all else.")
        .responds::<Account>("The account, with the codes: they are told once, and kept are hashes.")
        .errors([
            ErrorCode::BadOrigin,
            ErrorCode::NoSession,
            ErrorCode::SeatOnly,
            ErrorCode::NoScope,
            ErrorCode::NotFresh,
            ErrorCode::NoAccount,
        ])
        .auth_required()
}

async fn renew(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
) -> Result<Json<Account>, ApiError> {
    let own = fresh(&app, &visitor)?;
    let codes = new_codes(&app.context.entropy);
    let hashes = codes.iter().map(|code| code_hash(code)).collect();
    if !app.context.store.write(RenewRecoveryCodes { player: own.player.id, codes: hashes }).await? {
        let why =
            "recovery codes are for those who have an account: register by a passkey or a password first";
        return Err(ApiError::new(ErrorCode::NoAccount, why));
    }
    told(&app, own, Some(codes)).await
}
