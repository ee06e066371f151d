//! Own data: all that is kept of somebody, in one file for themselves; and the end of it.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use axum_extra::extract::cookie::CookieJar;
use cydonia_protocol::{Contact, ErrorCode, OwnData, OwnDataLine, Session};
use uuid::Uuid;

use super::{PATH, fresh, told};
use crate::bus::Announcement;
use crate::http::app::App;
use crate::http::contacts::blocks;
use crate::http::extract::{CurrentVisitor, SameOrigin, SessionKind, bearer, no_cookie};
use crate::http::matches::own_games;
use crate::http::openapi::{Operation, Tag};
use crate::http::problem::ApiError;
use crate::http::ratings::all_of;
use crate::http::session;
use crate::http::sessions::listed as listed_sessions;
use crate::http::tokens::listed as listed_tokens;
use crate::http::work::{Work, json};
use crate::store::{DeletePlayer, LiveSession, StoreError};
use crate::visitor::Visitor;

/// What the file is called where it is kept.
const DISPOSITION: &str = "attachment; filename=\"cydonia-data.ndjson\"";

pub(super) fn operations() -> [Operation; 2] {
    [read_data(), delete_account()]
}

fn read_data() -> Operation {
    Operation::get(Tag::Account, "/api/v1/account/data", "readOwnData", read)
        .summary("All that is kept of oneself")
        .description(
            "In one file, whether one is a guest or has an account: on the first line everything but finished games, on each further one \
             such a game, private ones among them. Of tables whose games are not over, or were aborted, it is told what stands in \
             lists; what happened there has an address of its own. What opens anything, as passwords and tokens do, is kept hashed and not told.",
        )
        .responds_as::<OwnDataLine>("application/x-ndjson", "A file of lines; this is the schema of one.")
        .errors([ErrorCode::NoSession, ErrorCode::SeatOnly, ErrorCode::NoScope])
        .auth_required()
}

async fn read(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
    work: Work,
) -> Result<impl IntoResponse, ApiError> {
    let own = visitor.in_person()?;
    let mut line = json(&OwnDataLine::Own(Box::new(all_but_games(&app, own).await?)))?;
    line.push(b'\n');
    let (place, player) = (work.share()?, own.player.id);
    work.hand_back();
    let head = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CONTENT_DISPOSITION, DISPOSITION),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((head, Body::from_stream(own_games(app, player, place, line.into()))))
}

async fn all_but_games(app: &App, own: &LiveSession) -> Result<OwnData, ApiError> {
    let (store, player) = (&app.context.store, own.player.id);
    let Json(account) = told(app, own, None).await?;
    let page = store.player_page(player).await?;
    Ok(OwnData {
        account,
        since_ms: page.map_or(own.created_ms, |page| page.since_ms),
        sessions: listed_sessions(app, own).await?.sessions,
        tokens: listed_tokens(app, own).await?.tokens,
        preferences: store.preferences(player).await?.unwrap_or_default(),
        merged: store.merged_into(player).await?,
        contact: store.contact_settings(player).await?,
        follows: store.follows_of(player).await?.into_iter().map(Contact::from).collect(),
        blocks: blocks(app, player).await?.blocks,
        push: store.subscriptions_of(player).await?.into_iter().map(|one| one.endpoint).collect(),
        tables: store.all_own_tables(player).await?,
        mail: store.mail_status(player, app.context.mail.is_offered()).await?,
        ratings: all_of(app, player).await?,
        puzzle_rating: store.solver_rating(player).await?,
        puzzles: store.tried_by(player).await?,
        said: store.said_by(player).await?,
        reports: store.reports_by(player).await?,
        sanctions: store.sanctions_of(player).await?,
        tournaments: store.tournaments_of(player).await?,
        clubs: store.clubs_of(player).await?,
        same_address_games: store.shared_address_games(player).await?,
    })
}

fn delete_account() -> Operation {
    Operation::delete(Tag::Account, PATH, "deleteAccount", delete)
        .summary("Delete one's account and data")
        .description(
            "All that is one's own alone is deleted, and every session ends. Finished games stay, as they are others' too: one is called \
             `deleted player` in them from then on, and what one said is blanked. It cannot be taken back. Guests can do so as well.",
        )
        .responds::<Session>("Who one is now: nobody.")
        .errors([
            ErrorCode::BadOrigin,
            ErrorCode::NoSession,
            ErrorCode::SeatOnly,
            ErrorCode::NoScope,
            ErrorCode::NotFresh,
            ErrorCode::StillSeated,
        ])
        .auth_required()
}

async fn delete(
    State(app): State<Arc<App>>,
    same_origin: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    headers: HeaderMap,
    jar: CookieJar,
) -> Result<(CookieJar, Json<Session>), ApiError> {
    let player = fresh(&app, &visitor)?.player.id;
    // To the end, whether somebody waits for it or not.
    let forgetting = app.context.tasks.spawn(forget(Arc::clone(&app), player));
    if !forgetting.await.map_err(|_failed| StoreError::Unavailable)?? {
        let why =
            "you sit at tables whose games are not over: finish them first, or stand up where none has begun";
        return Err(ApiError::new(ErrorCode::StillSeated, why));
    }
    let jar = if bearer(&headers).is_some() {
        jar
    } else {
        jar.add(no_cookie(&app, same_origin, SessionKind::Own))
    };
    Ok((jar, Json(session::told(&Visitor::default()))))
}

/// Forgets somebody; false if they sit at a table, and nothing is forgotten.
async fn forget(app: Arc<App>, player: Uuid) -> Result<bool, StoreError> {
    let store = &app.context.store;
    let deletion = DeletePlayer { player, now_ms: app.context.clock.now_ms() };
    let Some(deleted) = store.delete_player(deletion).await? else { return Ok(false) };
    app.context.sessions_ended(&deleted.ended);
    // What was held against them, or against where they were, is nobody's any more.
    app.context.sanctions_changed().await;
    // It is decided by now: what cannot be done of it at once is done later.
    while store.erase_some().await.unwrap_or_else(|error| {
        tracing::warn!(%error, "a name will be erased later");
        false
    }) {}
    for player in deleted.parts.into_iter().chain([player]) {
        app.registry.erased(player).await;
        app.context.announcer.announce(|| Announcement::PlayerErased { player });
    }
    Ok(true)
}
