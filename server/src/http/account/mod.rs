//! Account: what one signs in by. A guest who keeps a passkey or a password has an account from then on, with all that was theirs.

mod data;
mod mail;
mod merging;
mod passkeys;
mod password;
mod recovery_codes;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum_extra::extract::cookie::CookieJar;
use cydonia_protocol::{Account, ErrorCode, Scope};
use cydonia_table::Rejection;

pub(super) use merging::{check_may_merge, hand_over, not_merged};

use super::app::App;
use super::extract::{CurrentVisitor, NextToken};
use super::openapi::{Operation, Tag};
use super::problem::ApiError;
use crate::accounts::{code_hash, new_codes};
use crate::admission::Address;
use crate::limits;
use crate::store::{
    CredentialKept, CredentialRemoved, KeepCredential, LiveSession, NewCredential, OldCredential,
    RemoveCredential,
};
use crate::visitor::Visitor;

const PATH: &str = "/api/v1/account";

pub(super) fn operations() -> Vec<Operation> {
    let mut all = vec![show_account()];
    all.extend(data::operations());
    all.extend(mail::operations());
    all.extend(passkeys::operations());
    all.extend(password::operations());
    all.push(recovery_codes::operation());
    all.push(merging::operation());
    all
}

fn show_account() -> Operation {
    Operation::get(Tag::Account, PATH, "showAccount", show)
        .summary("How one signs in")
        .description("What shows who one is; nothing of it, if one is a guest.")
        .responds::<Account>("The account.")
        .errors([ErrorCode::NoSession, ErrorCode::SeatOnly, ErrorCode::NoScope])
        .auth_required()
}

async fn show(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
) -> Result<Json<Account>, ApiError> {
    told(&app, visitor.in_person()?, None).await
}

/// Somebody's account, as they are told of it.
async fn told(
    app: &App,
    own: &LiveSession,
    new_recovery_codes: Option<Vec<String>>,
) -> Result<Json<Account>, ApiError> {
    // As it is by now: the session may have been read before its player registered.
    let player = app.context.store.player(own.player.id).await?.unwrap_or_else(|| own.player.clone());
    let by = app.context.store.signs_in_by(player.id).await?;
    let fresh = new_recovery_codes.is_some() || is_fresh(app, own);
    Ok(Json(Account {
        player,
        password: by.password,
        passkeys: by.passkeys.into_iter().map(|(passkey, _)| passkey).collect(),
        recovery_codes: by.recovery_codes,
        fresh,
        new_recovery_codes,
    }))
}

/// Whether a session has shown so lately whose it is that it may change how they sign in. Of a guest's nothing else can be shown.
fn is_fresh(app: &App, own: &LiveSession) -> bool {
    let since_ms = app.context.clock.now_ms().saturating_sub(own.proved_ms);
    !own.player.registered || since_ms < limits::FRESH.as_millis() as i64
}

/// Somebody who may change how they sign in, or the name that they sign in by.
pub(super) fn fresh<'v>(app: &App, visitor: &'v Visitor) -> Result<&'v LiveSession, ApiError> {
    let own = visitor.in_person()?;
    if is_fresh(app, own) {
        return Ok(own);
    }
    let why = "what you sign in by is changed right after signing in: sign in once more, which ends nothing";
    Err(ApiError::new(ErrorCode::NotFresh, why))
}

/// Checks that somebody who is a guest may have an account: it would free them of what is held against guests from their address.
///
/// # Errors
/// `banned` or `muted`.
fn check_may_register(app: &App, own: &LiveSession, address: Address) -> Result<(), Rejection> {
    if own.player.registered {
        return Ok(());
    }
    app.context.sanctions.check(Some(&own.player), address, Scope::Chat)
}

/// Keeps something that somebody signs in by.
async fn keep(
    app: &App,
    own: &LiveSession,
    credential: NewCredential,
    (next, jar): (NextToken, CookieJar),
) -> Result<(CookieJar, Json<Account>), ApiError> {
    let codes = new_codes(&app.context.entropy);
    let new = KeepCredential {
        player: own.player.id,
        session: own.number,
        next_token: next.hash(),
        credential,
        recovery_codes: codes.iter().map(|code| code_hash(code)).collect(),
        now_ms: app.context.clock.now_ms(),
    };
    match app.context.store.write(new).await? {
        CredentialKept::Registered => Ok((next.add_to(jar, app), told(app, own, Some(codes)).await?)),
        CredentialKept::Added => Ok((jar, told(app, own, None).await?)),
        CredentialKept::NameTaken => Err(name_taken()),
        CredentialKept::TooMany => Err(too_many()),
        CredentialKept::Deleted => Err(Rejection::no_session().into()),
        CredentialKept::Known => {
            Err(ApiError::new(ErrorCode::BadPasskey, "this passkey is known here already"))
        }
    }
}

/// Removes something that somebody signs in by.
async fn remove(app: &App, own: &LiveSession, credential: OldCredential) -> Result<Json<Account>, ApiError> {
    match app.context.store.write(RemoveCredential { player: own.player.id, credential }).await? {
        CredentialRemoved::Gone => told(app, own, None).await,
        CredentialRemoved::Missing => Err(ApiError::new(ErrorCode::NotFound, "you have none such")),
        CredentialRemoved::Last => {
            let why = "this is the last by which you can sign in: have another first";
            Err(ApiError::new(ErrorCode::LastCredential, why))
        }
    }
}

fn too_many() -> ApiError {
    let why = format!("you have {} passkeys, as many as one may: remove one first", limits::PASSKEYS);
    ApiError::new(ErrorCode::TooMany, why)
}

pub(super) fn name_taken() -> ApiError {
    let why =
        "somebody who has an account is called so, or nearly: take another name, or sign in if it is you";
    ApiError::new(ErrorCode::NameTaken, why)
}
