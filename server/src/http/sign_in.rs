//! Sign-in: by a passkey, a password or a recovery code.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum_extra::extract::cookie::CookieJar;
use cydonia_protocol::{Credentials, ErrorCode, MAX_NAME, PasskeyChallenge, Player, Session, SignInRequest};
use uuid::Uuid;

use super::account::{check_may_merge, hand_over, not_merged};
use super::app::App;
use super::extract::{ApiJson, Caller, CurrentVisitor, NextToken, OwnPage, SameOrigin};
use super::openapi::{Operation, Tag};
use super::problem::ApiError;
use super::work::Work;
use crate::accounts::{Password, RelyingParty, code_hash};
use crate::admission::Address;
use crate::store::{KeptPasskey, NoMerge, NoSignIn, ProvedBy, SignIn, SignInSession, TokenHash};
use crate::text;
use crate::visitor::Visitor;

const PATH: &str = "/api/v1/sign-in";

pub(super) fn operations() -> [Operation; 2] {
    [sign_in_options(), sign_in()]
}

fn sign_in_options() -> Operation {
    Operation::post(Tag::Account, "/api/v1/sign-in/options", "signInOptions", ask)
        .summary("What a passkey is asked for")
        .description(
            "Pages of this house alone ask for passkeys. What is asked for is forgotten after five minutes.",
        )
        .responds::<PasskeyChallenge>("The options.")
        .errors([ErrorCode::BadOrigin, ErrorCode::BadPasskey])
        .auth_optional()
}

async fn ask(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    Caller(address): Caller,
    page: Result<OwnPage, ApiError>,
) -> Result<Json<PasskeyChallenge>, ApiError> {
    let OwnPage(party) = page?;
    Ok(Json(app.context.accounts.passkeys.ask_to_sign(&app.context.entropy, (address, party))?))
}

fn sign_in() -> Operation {
    Operation::post(Tag::Account, PATH, "signIn", open)
        .summary("Sign in")
        .description(
            "By a passkey, a password, or a recovery code, which is used up. It ends no session, here or elsewhere; whoever is signed in \
             as the same has shown once more who they are, and a guest who sits at tables plays on there first. With `merge` the guest that \
             one is here becomes part of the account. After five wrong guesses in a row a name waits a second, and \
             twice as long after each further one, up to a quarter of an hour.",
        )
        .json_body::<SignInRequest>()
        .responds::<Session>("Oneself; with the session in a cookie, or as a token if one asked for that.")
        .errors([
            ErrorCode::BadMessage,
            ErrorCode::BadOrigin,
            ErrorCode::BadPasskey,
            ErrorCode::WrongCredentials,
            ErrorCode::NoSession,
            ErrorCode::SeatOnly,
            ErrorCode::NoScope,
            ErrorCode::SeatedAsGuest,
            ErrorCode::BadMerge,
            ErrorCode::Banned,
            ErrorCode::Muted,
            ErrorCode::TooMany,
            ErrorCode::TooFast,
        ])
        .auth_optional()
}

/// Where somebody signs in from.
type From = (NextToken, CurrentVisitor, Caller, Result<OwnPage, ApiError>);

async fn open(
    State(app): State<Arc<App>>,
    (next, CurrentVisitor(visitor), Caller(address), page): From,
    work: Work,
    jar: CookieJar,
    body: Result<ApiJson<SignInRequest>, ApiError>,
) -> Result<(CookieJar, Json<Session>), ApiError> {
    let ApiJson(SignInRequest { with, player: only, bearer, merge }) = body?;
    let guest = if merge { Some(guest_here(&app, &visitor, address)?) } else { None };
    let (player, by) = proved(&app, &work, address, page, with).await?;
    if only.is_some_and(|only| only != player.id) {
        return Err(wrong());
    }
    let was_guessed = by.was_guessed();
    let same = visitor.own().filter(|own| own.player.id == player.id && own.scopes.is_none() && !bearer);
    // With `merge` it is looked at in the commit.
    if !bearer && guest.is_none() {
        keeps_its_games(&app, &visitor, &player).await?;
    }
    let token = app.context.entropy.secret::<32>();
    let session = match same {
        Some(own) => SignInSession::Same { number: own.number, next_token: next.hash() },
        None if bearer => SignInSession::New(TokenHash::of(&token)),
        None => SignInSession::New(next.hash().ok_or_else(for_whom)?),
    };
    let now_ms = app.context.clock.now_ms();
    let signing_in = SignIn { player: player.id, by, session, guest, now_ms };
    let signed_in = app.context.store.write(signing_in).await?;
    // What was shown is right, whatever else keeps the two from becoming one.
    if was_guessed && signed_in != Err(NoSignIn::Wrong) {
        app.context.accounts.guesses.was_right(&text::look(&player.name), address);
    }
    let ended = signed_in.map_err(|no| match no {
        NoSignIn::Wrong => wrong(),
        NoSignIn::NoMerge(no) => not_merged(no),
    })?;
    app.context.sessions.end(&ended);
    if let Some(guest) = guest {
        hand_over(&app, guest);
    }
    let session = |token| Json(Session { player: Some(player), table: None, scopes: None, token });
    if bearer {
        return Ok((jar, session(Some(token))));
    }
    Ok((next.add_to(jar, &app), session(None)))
}

/// Whoever has named a token has no cookie that another could come in place of.
fn for_whom() -> ApiError {
    ApiError::new(ErrorCode::BadMessage, "who brings a token is told one, too: ask for it by `bearer`")
}

/// A guest's session goes from its browser when another comes in its place, and nobody could play on for them.
async fn keeps_its_games(app: &App, visitor: &Visitor, player: &Player) -> Result<(), ApiError> {
    let guest = visitor.own().filter(|own| !own.player.registered && own.player.id != player.id);
    let Some(guest) = guest else { return Ok(()) };
    if app.context.store.own_tables(guest.player.id).await?.is_empty() {
        return Ok(());
    }
    let why = format!(
        "as the guest {} you sit at tables here: finish those games or leave them first, or have that guest registered",
        guest.player.name
    );
    Err(ApiError::new(ErrorCode::SeatedAsGuest, why))
}

/// The guest that somebody is here, if they may become part of an account: it would free them of what is held against them.
fn guest_here(app: &App, visitor: &Visitor, address: Address) -> Result<Uuid, ApiError> {
    let own = visitor.in_person()?;
    if own.player.registered {
        return Err(not_merged(NoMerge::Same));
    }
    check_may_merge(app, &own.player, address)?;
    Ok(own.player.id)
}

/// Whose an account is by what was shown, and that; a guess counts as a wrong one until it is noted to have been right.
pub(super) async fn proved(
    app: &App,
    work: &Work,
    address: Address,
    page: Result<OwnPage, ApiError>,
    with: Credentials,
) -> Result<(Player, ProvedBy), ApiError> {
    match with {
        Credentials::Passkey { .. } => by_passkey(app, page?.0, &with).await,
        Credentials::Password { name, password } => by_password(app, work, address, &name, password).await,
        Credentials::RecoveryCode { name, code } => by_code(app, address, &name, &code).await,
    }
}

async fn by_passkey(
    app: &App,
    page: RelyingParty,
    with: &Credentials,
) -> Result<(Player, ProvedBy), ApiError> {
    let signed = app.context.accounts.passkeys.signed(page, with)?;
    let KeptPasskey { number, player, host, document } =
        app.context.store.passkey(signed.credential_id()).await?.ok_or_else(wrong)?;
    let is = signed.check(&player, &host, &document)?;
    Ok((player, ProvedBy::Passkey { number, was: document, is }))
}

async fn by_password(
    app: &App,
    work: &Work,
    address: Address,
    name: &str,
    password: String,
) -> Result<(Player, ProvedBy), ApiError> {
    let (player, kept) = guess(app, name, address).await?;
    let hash = kept.clone();
    let fits = work.run(move || Password::of(&password).fits(hash.as_deref())).await?;
    let (player, kept) = player.zip(kept).filter(|_| fits).ok_or_else(wrong)?;
    Ok((player, ProvedBy::Password(kept)))
}

async fn by_code(
    app: &App,
    address: Address,
    name: &str,
    code: &str,
) -> Result<(Player, ProvedBy), ApiError> {
    let (player, _) = guess(app, name, address).await?;
    let (player, code) = (player.ok_or_else(wrong)?, code_hash(code));
    if !app.context.store.has_recovery_code(player.id, code).await? {
        return Err(wrong());
    }
    Ok((player, ProvedBy::RecoveryCode(code)))
}

/// Who is called so and what is kept of their password; counted as a wrong guess until it proves to be right.
async fn guess(
    app: &App,
    name: &str,
    address: Address,
) -> Result<(Option<Player>, Option<String>), ApiError> {
    // What is too long for a name is nobody's, and not worth looking at.
    let name = if name.chars().count() > MAX_NAME { "" } else { name };
    if let Err(wait) = app.context.accounts.guesses.begin(&text::look(name), address) {
        let why =
            "too many guesses were wrong, for this name or from this address: wait a while, or use a passkey";
        return Err(ApiError::new(ErrorCode::TooFast, why).come_again_in(wait));
    }
    let (player, kept) = app.context.store.account_called(name).await?.unzip();
    Ok((player, kept.flatten()))
}

pub(super) fn wrong() -> ApiError {
    let why =
        "no account is opened by that: the name, the password, the code or the passkey is not the right one";
    ApiError::new(ErrorCode::WrongCredentials, why)
}
