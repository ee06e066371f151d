//! Passkeys: made and removed by their owner.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum_extra::extract::cookie::CookieJar;
use cydonia_protocol::{Account, ErrorCode, NewPasskeyRequest, PasskeyCreation};

use super::{check_may_register, fresh, keep, name_taken, remove, too_many};
use crate::accounts::PasskeyError;
use crate::http::app::App;
use crate::http::extract::{ApiJson, ApiPath, Caller, CurrentVisitor, NextToken, OwnPage, SameOrigin};
use crate::http::openapi::{Operation, Tag};
use crate::http::problem::ApiError;
use crate::http::session::name_of;
use crate::limits;
use crate::store::{NewCredential, OldCredential};

const PATH: &str = "/api/v1/account/passkeys";

pub(super) fn operations() -> [Operation; 3] {
    [passkey_options(), add_passkey(), remove_passkey()]
}

impl From<PasskeyError> for ApiError {
    fn from(error: PasskeyError) -> Self {
        Self::new(ErrorCode::BadPasskey, error.to_string())
    }
}

fn passkey_options() -> Operation {
    Operation::post(Tag::Account, "/api/v1/account/passkeys/options", "passkeyOptions", ask)
        .summary("What a passkey is made of")
        .description(
            "Pages of this house alone have passkeys made, for the name by which they found it. What is asked for is forgotten \
             after five minutes.",
        )
        .responds::<PasskeyCreation>("The options.")
        .errors([
            ErrorCode::BadOrigin,
            ErrorCode::NoSession,
            ErrorCode::SeatOnly,
            ErrorCode::NoScope,
            ErrorCode::NotFresh,
            ErrorCode::BadPasskey,
            ErrorCode::NameTaken,
            ErrorCode::TooMany,
        ])
        .auth_required()
}

async fn ask(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    Caller(address): Caller,
    page: Result<OwnPage, ApiError>,
) -> Result<Json<PasskeyCreation>, ApiError> {
    let own = fresh(&app, &visitor)?;
    let OwnPage(party) = page?;
    // Before anybody lays a finger on anything: a passkey that is refused would stay in its authenticator.
    let namesake = app.context.store.account_called(&own.player.name).await?;
    if namesake.is_some_and(|(namesake, _)| namesake.id != own.player.id) {
        return Err(name_taken());
    }
    let by = app.context.store.signs_in_by(own.player.id).await?;
    if by.passkeys.len() as i64 >= limits::PASSKEYS {
        return Err(too_many());
    }
    let known = by.passkeys.into_iter().map(|(_, id)| id).collect();
    let passkeys = &app.context.accounts.passkeys;
    Ok(Json(passkeys.ask_to_create(&app.context.entropy, (address, party), &own.player, known)?))
}

fn add_passkey() -> Operation {
    Operation::post(Tag::Account, PATH, "addPasskey", add)
        .summary("Keep a passkey")
        .description(
            "A guest has an account from then on, under the name that they have, with all that was theirs; and is told recovery \
             codes, once.",
        )
        .json_body::<NewPasskeyRequest>()
        .responds::<Account>("The account.")
        .errors([
            ErrorCode::BadMessage,
            ErrorCode::BadName,
            ErrorCode::BadOrigin,
            ErrorCode::NoSession,
            ErrorCode::SeatOnly,
            ErrorCode::NoScope,
            ErrorCode::NotFresh,
            ErrorCode::BadPasskey,
            ErrorCode::NameTaken,
            ErrorCode::Banned,
            ErrorCode::Muted,
            ErrorCode::TooMany,
        ])
        .auth_required()
}

async fn add(
    State(app): State<Arc<App>>,
    next: NextToken,
    CurrentVisitor(visitor): CurrentVisitor,
    Caller(address): Caller,
    page: Result<OwnPage, ApiError>,
    jar: CookieJar,
    body: Result<ApiJson<NewPasskeyRequest>, ApiError>,
) -> Result<(CookieJar, Json<Account>), ApiError> {
    let own = fresh(&app, &visitor)?;
    check_may_register(&app, own, address)?;
    let ApiJson(answer) = body?;
    let name = name_of(&answer.name)?;
    let OwnPage(party) = page?;
    let passkey = app.context.accounts.passkeys.created(&party, own.player.id, &answer, name)?;
    keep(&app, own, NewCredential::Passkey(passkey), (next, jar)).await
}

fn remove_passkey() -> Operation {
    Operation::delete(Tag::Account, "/api/v1/account/passkeys/{id}", "removePasskey", remove_one)
        .summary("Remove a passkey")
        .description("It opens nothing from now on. The last by which one can sign in stays.")
        .path::<i64>("id", "The passkey, by its id in the account.")
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

async fn remove_one(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    id: ApiPath<i64>,
) -> Result<Json<Account>, ApiError> {
    let own = fresh(&app, &visitor)?;
    let Ok(Path(number)) = id else {
        return Err(ApiError::new(ErrorCode::NotFound, "you have no such passkey"));
    };
    remove(&app, own, OldCredential::Passkey(number)).await
}
