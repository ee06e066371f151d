//! Password: taken, changed and removed by its owner.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum_extra::extract::cookie::CookieJar;
use cydonia_protocol::{Account, ErrorCode, PasswordRequest};

use super::{check_may_register, fresh, keep, remove};
use crate::accounts::Password;
use crate::http::app::App;
use crate::http::extract::{ApiJson, Caller, CurrentVisitor, NextToken, SameOrigin};
use crate::http::openapi::{Operation, Tag};
use crate::http::problem::ApiError;
use crate::http::work::Work;
use crate::store::{NewCredential, OldCredential};

const PATH: &str = "/api/v1/account/password";

pub(super) fn operations() -> [Operation; 2] {
    [set_password(), remove_password()]
}

fn set_password() -> Operation {
    Operation::put(Tag::Account, PATH, "setPassword", set)
        .summary("Take a password, or another one")
        .description(
            "A guest has an account from then on, under the name that they have, with all that was theirs; and is told recovery \
             codes, once. Kept is a hash (Argon2id).",
        )
        .json_body::<PasswordRequest>()
        .responds::<Account>("The account.")
        .errors([
            ErrorCode::BadMessage,
            ErrorCode::BadPassword,
            ErrorCode::BadOrigin,
            ErrorCode::NoSession,
            ErrorCode::SeatOnly,
            ErrorCode::NoScope,
            ErrorCode::NotFresh,
            ErrorCode::NameTaken,
            ErrorCode::Banned,
            ErrorCode::Muted,
        ])
        .auth_required()
}

async fn set(
    State(app): State<Arc<App>>,
    next: NextToken,
    CurrentVisitor(visitor): CurrentVisitor,
    Caller(address): Caller,
    work: Work,
    jar: CookieJar,
    body: Result<ApiJson<PasswordRequest>, ApiError>,
) -> Result<(CookieJar, Json<Account>), ApiError> {
    let own = fresh(&app, &visitor)?;
    check_may_register(&app, own, address)?;
    let ApiJson(PasswordRequest { password }) = body?;
    let (name, entropy) = (own.player.name.clone(), app.context.entropy.clone());
    let hashed = work.run(move || {
        let password = Password::of(&password);
        password.check(&name).map(|()| password.hash(&entropy))
    });
    let hash = hashed.await?.map_err(|error| ApiError::new(ErrorCode::BadPassword, error.to_string()))?;
    let Some(hash) = hash else {
        return Err(ApiError::new(
            ErrorCode::Unavailable,
            "this password cannot be hashed just now; try again",
        ));
    };
    keep(&app, own, NewCredential::Password(hash), (next, jar)).await
}

fn remove_password() -> Operation {
    Operation::delete(Tag::Account, PATH, "removePassword", remove_it)
        .summary("Do without a password")
        .description("Whoever has a passkey needs none.")
        .responds::<Account>("The account.")
        .errors([
            ErrorCode::BadOrigin,
            ErrorCode::NoSession,
            ErrorCode::SeatOnly,
            ErrorCode::NoScope,
            ErrorCode::NotFresh,
            ErrorCode::NotFound,
            ErrorCode::LastCredential,
        ])
        .auth_required()
}

async fn remove_it(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
) -> Result<Json<Account>, ApiError> {
    remove(&app, fresh(&app, &visitor)?, OldCredential::Password).await
}
