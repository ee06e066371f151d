//! E-mail: where somebody with an account is told once a day what waits for them; shown to be theirs by a code, and ended by whoever
//! has a letter.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use cydonia_protocol::{ErrorCode, MailConfirmation, MailRequest, MailStatus};

use crate::accounts::{code_hash, new_code};
use crate::http::app::App;
use crate::http::extract::{ApiJson, ApiPath, Caller, CurrentVisitor, SameOrigin};
use crate::http::openapi::{Operation, Tag};
use crate::http::problem::ApiError;
use crate::mail::{Posted, UNSUBSCRIBE, read_address};
use crate::store::{ConfirmMailAddress, ForgetMail, KeepMailAddress, LiveSession};
use crate::visitor::Visitor;

const MAIL: &str = "/api/v1/account/mail";
const CONFIRMATION: &str = "/api/v1/account/mail/confirmation";

/// Letters of a code: a million million, of which five are tried.
const CODE: usize = 8;

/// Bytes of what ends it: it stands in letters, and can do nothing else.
const UNSUBSCRIBE_BYTES: usize = 16;

const PLAYERS: [ErrorCode; 5] = [
    ErrorCode::BadOrigin,
    ErrorCode::NoSession,
    ErrorCode::SeatOnly,
    ErrorCode::NoScope,
    ErrorCode::NoAccount,
];

pub(super) fn operations() -> [Operation; 5] {
    [show_mail(), set_mail(), confirm_mail(), remove_mail(), unsubscribe_mail()]
}

fn show_mail() -> Operation {
    Operation::get(Tag::Account, MAIL, "showMail", show)
        .summary("Whether one is told by e-mail")
        .responds::<MailStatus>("How one stands.")
        .errors([ErrorCode::NoSession, ErrorCode::SeatOnly, ErrorCode::NoScope])
        .auth_required()
}

async fn show(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
) -> Result<Json<MailStatus>, ApiError> {
    told(&app, visitor.in_person()?).await
}

fn set_mail() -> Operation {
    Operation::put(Tag::Account, MAIL, "setMail", set)
        .summary("Be told by e-mail")
        .description(
            "Once a day at most, of games with time in which it has been one's turn for hours, and of challenges. A code is sent to the \
             address first; until it has come back nothing else is. Nobody signs in by e-mail.",
        )
        .json_body::<MailRequest>()
        .responds::<MailStatus>("How one stands now.")
        .errors([&PLAYERS[..], &[ErrorCode::BadMessage, ErrorCode::BadMailAddress, ErrorCode::NoMail, ErrorCode::TooFast]].concat())
        .auth_required()
}

async fn set(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    Caller(from): Caller,
    body: Result<ApiJson<MailRequest>, ApiError>,
) -> Result<Json<MailStatus>, ApiError> {
    let own = registered(&visitor)?;
    let ApiJson(MailRequest { address, language }) = body?;
    let mail = &app.context.mail;
    if !mail.is_offered() {
        return Err(ApiError::new(ErrorCode::NoMail, "this house sends no e-mail"));
    }
    let to = read_address(&address).map_err(|_not_one| {
        ApiError::new(ErrorCode::BadMailAddress, "an address is written as ada@games.example, in ASCII")
    })?;
    if !app.context.admission.admits_mail_code(own.player.id, from, &address) {
        let why =
            "so many codes were sent, by you or to this address, that the next has to wait for some hours";
        return Err(ApiError::new(ErrorCode::TooFast, why));
    }
    let code = new_code::<CODE>(&app.context.entropy);
    let keep = KeepMailAddress {
        player: own.player.id,
        address,
        language,
        code: code_hash(&code),
        unsubscribe: app.context.entropy.secret::<UNSUBSCRIBE_BYTES>(),
        now_ms: app.context.clock.now_ms(),
    };
    let why = match mail.confirm(&to, language, &code).await {
        // A letter that may have left has a code that is to be good.
        Posted::Sent | Posted::Late => None,
        Posted::Refused => Some((ErrorCode::BadMailAddress, "no e-mail is taken for this address")),
        Posted::Later => Some((ErrorCode::Unavailable, "no e-mail can be sent just now; try again later")),
    };
    if let Some((code, why)) = why {
        return Err(ApiError::new(code, why));
    }
    // Nobody types a code before they are told that it was sent.
    app.context.store.write(keep).await?;
    told(&app, own).await
}

fn confirm_mail() -> Operation {
    Operation::post(Tag::Account, CONFIRMATION, "confirmMail", confirm)
        .summary("Show that an address is one's own")
        .description("By the code that was sent there. After five others it is good no more.")
        .json_body::<MailConfirmation>()
        .responds::<MailStatus>("How one stands now.")
        .errors([&PLAYERS[..], &[ErrorCode::BadMessage, ErrorCode::WrongCode]].concat())
        .auth_required()
}

async fn confirm(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    body: Result<ApiJson<MailConfirmation>, ApiError>,
) -> Result<Json<MailStatus>, ApiError> {
    let own = registered(&visitor)?;
    let ApiJson(MailConfirmation { code }) = body?;
    let now_ms = app.context.clock.now_ms();
    let confirm = ConfirmMailAddress { player: own.player.id, code: code_hash(&code), now_ms };
    if !app.context.store.write(confirm).await? {
        let why = "this is not the code that was sent there, or it is too old: ask for another";
        return Err(ApiError::new(ErrorCode::WrongCode, why));
    }
    told(&app, own).await
}

fn remove_mail() -> Operation {
    Operation::delete(Tag::Account, MAIL, "removeMail", remove)
        .summary("Be told by e-mail no more")
        .description("The address is forgotten.")
        .responds::<MailStatus>("How one stands now.")
        .errors(PLAYERS)
        .auth_required()
}

async fn remove(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
) -> Result<Json<MailStatus>, ApiError> {
    let own = registered(&visitor)?;
    app.context.store.write(ForgetMail::Of(own.player.id)).await?;
    told(&app, own).await
}

fn unsubscribe_mail() -> Operation {
    Operation::post(Tag::Account, UNSUBSCRIBE, "unsubscribeMail", unsubscribe)
        .summary("End e-mail by what stands in one")
        .description(
            "For programs that read mail (RFC 8058) and for whoever is signed in nowhere. The address is forgotten, if there is one; no \
             answer tells whether there was.",
        )
        .path::<String>("token", "What stands in the letter.")
        .responds::<MailStatus>("How nobody stands.")
}

/// From wherever it comes: a program that reads mail is no page of ours, and has no session.
async fn unsubscribe(
    State(app): State<Arc<App>>,
    token: ApiPath<String>,
) -> Result<Json<MailStatus>, ApiError> {
    // What cannot be one is no matter of the store's.
    let is_token = |token: &str| {
        token.len() == 2 * UNSUBSCRIBE_BYTES && token.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    if let Ok(Path(token)) = token
        && is_token(&token)
    {
        app.context.store.write(ForgetMail::By(token)).await?;
    }
    Ok(Json(MailStatus { offered: app.context.mail.is_offered(), ..MailStatus::default() }))
}

/// Somebody who has an account: a guest has nothing that a letter could be about for long.
fn registered(visitor: &Visitor) -> Result<&LiveSession, ApiError> {
    let own = visitor.in_person()?;
    if own.player.registered {
        return Ok(own);
    }
    Err(ApiError::new(ErrorCode::NoAccount, "whoever is told by e-mail has an account: register first"))
}

async fn told(app: &App, own: &LiveSession) -> Result<Json<MailStatus>, ApiError> {
    Ok(Json(app.context.store.mail_status(own.player.id, app.context.mail.is_offered()).await?))
}
