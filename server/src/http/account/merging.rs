//! Merging: whoever has been somebody else here, too, has both become one.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use cydonia_protocol::{Account, ErrorCode, MergeRequest, Player, Scope};
use uuid::Uuid;

use super::{fresh, told};
use crate::admission::Address;
use crate::http::app::App;
use crate::http::extract::{ApiJson, Caller, CurrentVisitor, OwnPage, SameOrigin};
use crate::http::openapi::{Operation, Tag};
use crate::http::problem::ApiError;
use crate::http::sign_in::{proved, wrong};
use crate::http::work::Work;
use crate::limits;
use crate::store::{MergePlayers, NoMerge};
use crate::text;

pub(super) fn operation() -> Operation {
    Operation::post(Tag::Account, "/api/v1/account/merge", "mergeAccounts", merge)
        .summary("Have another account become part of one's own")
        .description(
            "Whose the other is is shown as in signing in. Its games, words and contacts become one's own, its ratings where one has none; how \
             it signed in and what it had chosen goes, and its sessions end. It cannot be taken back. A guest becomes part of an account by \
             `merge` in signing in.",
        )
        .json_body::<MergeRequest>()
        .responds::<Account>("The account.")
        .errors([
            ErrorCode::BadMessage,
            ErrorCode::BadOrigin,
            ErrorCode::NoSession,
            ErrorCode::SeatOnly,
            ErrorCode::NoScope,
            ErrorCode::NotFresh,
            ErrorCode::NoAccount,
            ErrorCode::BadPasskey,
            ErrorCode::WrongCredentials,
            ErrorCode::StillSeated,
            ErrorCode::BadMerge,
            ErrorCode::Banned,
            ErrorCode::Muted,
            ErrorCode::TooMany,
            ErrorCode::TooFast,
        ])
        .auth_required()
}

async fn merge(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    (CurrentVisitor(visitor), Caller(address)): (CurrentVisitor, Caller),
    page: Result<OwnPage, ApiError>,
    work: Work,
    body: Result<ApiJson<MergeRequest>, ApiError>,
) -> Result<Json<Account>, ApiError> {
    let own = fresh(&app, &visitor)?;
    if !own.player.registered {
        let why = "others become part of an account: register first, or sign in";
        return Err(ApiError::new(ErrorCode::NoAccount, why));
    }
    let ApiJson(MergeRequest { with }) = body?;
    let (player, by) = proved(&app, &work, address, page, with).await?;
    if by.was_guessed() {
        app.context.accounts.guesses.was_right(&text::look(&player.name), address);
    }
    check_may_merge(&app, &player, address)?;
    let merging =
        MergePlayers { player: player.id, by, into: own.player.id, now_ms: app.context.clock.now_ms() };
    let ended = app.context.store.write(merging).await?.map_err(|no| match no {
        NoMerge::Seated => {
            let why = "you sit at tables as that other one: finish those games first, or stand up where none has begun";
            ApiError::new(ErrorCode::StillSeated, why)
        }
        no => not_merged(no),
    })?;
    app.context.sessions_ended(&ended);
    hand_over(&app, player.id);
    told(&app, own, None).await
}

/// Whether somebody may become part of another.
///
/// # Errors
/// `banned` or `muted`: what is held against them would be lost with them; and `bad_merge`, if they moderate, as nobody else could then.
pub(in crate::http) fn check_may_merge(app: &App, player: &Player, address: Address) -> Result<(), ApiError> {
    if app.context.conduct.is_moderator(player.id) {
        let why = "the other moderates here, and would no more: whoever keeps this house sees to that";
        return Err(ApiError::new(ErrorCode::BadMerge, why));
    }
    Ok(app.context.sanctions.check(Some(player), address, Scope::Chat)?)
}

/// Goes on with what is decided by now, whether somebody waits for it or not.
pub(in crate::http) fn hand_over(app: &Arc<App>, player: Uuid) {
    let then = Arc::clone(app);
    app.context.tasks.spawn(async move {
        // What is held against the one is held against the other.
        then.context.sanctions_changed().await;
        // A seat that is kept for them would be kept for nobody.
        then.registry.banish(player).await;
        while then.context.store.hand_over_some().await.unwrap_or_else(|error| {
            tracing::warn!(%error, "games will be handed over later");
            false
        }) {}
        // Tables that are awake tell by then whose the seats are.
        then.registry.erased(player).await;
    });
}

/// Why two do not become one.
pub(in crate::http) fn not_merged(no: NoMerge) -> ApiError {
    let bad = |why: &str| ApiError::new(ErrorCode::BadMerge, why);
    match no {
        NoMerge::Wrong => wrong(),
        NoMerge::Same => bad("these two are one already, or one of them is gone"),
        NoMerge::Seated => ApiError::new(
            ErrorCode::SeatedAsGuest,
            "as the guest that you are you sit at tables here: finish those games or leave them first",
        ),
        NoMerge::InTournament => {
            bad("the other takes part in a tournament that is not over: withdraw from it first")
        }
        NoMerge::HaveMet => bad("you have played against that other one: one plays no game against oneself"),
        NoMerge::TooMany => ApiError::new(
            ErrorCode::TooMany,
            format!("{} others have become part of this account, as many as may", limits::MERGED),
        ),
    }
}
