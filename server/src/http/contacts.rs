//! Contacts: whom one follows and blocks, and how others may reach one.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use cydonia_protocol::{BlockList, ContactSettings, ErrorCode, FollowList, FollowedPlayer};
use uuid::Uuid;

use super::app::App;
use super::extract::{ApiJson, ApiPath, CurrentVisitor, SameOrigin};
use super::openapi::{Operation, Tag};
use super::players::no_player;
use super::problem::ApiError;
use crate::bus::Announcement;
use crate::store::{
    Block, BlockPlayer, Follow, Followed, KeepContactSettings, NoContact, StoreError, Unblock, Unfollow,
};
use crate::visitor::Visitor;

const FOLLOWS: &str = "/api/v1/follows";
const FOLLOWED: &str = "/api/v1/follows/{id}";
const BLOCKS: &str = "/api/v1/blocks";
const BLOCKED: &str = "/api/v1/blocks/{id}";
const CONTACT: &str = "/api/v1/session/contact";

/// Whoever asks is somebody, and here in person.
const NOBODY: [ErrorCode; 3] = [ErrorCode::NoSession, ErrorCode::SeatOnly, ErrorCode::NoScope];

/// Why somebody is not followed or blocked.
const NO_CONTACT: [ErrorCode; 4] =
    [ErrorCode::BadOrigin, ErrorCode::NoPlayer, ErrorCode::BadContact, ErrorCode::TooMany];

pub(super) fn operations() -> [Operation; 8] {
    [list_follows(), follow(), unfollow(), list_blocks(), block(), unblock(), read_contact(), keep_contact()]
}

fn list_follows() -> Operation {
    Operation::get(Tag::Contacts, FOLLOWS, "listFollows", read_follows)
        .summary("Whom one follows")
        .description("By name, with who of them is here just now, and at which public table they play.")
        .responds::<FollowList>("Whom one follows.")
        .errors(NOBODY)
        .auth_required()
}

async fn read_follows(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
) -> Result<Json<FollowList>, ApiError> {
    Ok(Json(follows(&app, visitor.in_person()?.player.id).await?))
}

fn follow() -> Operation {
    Operation::put(Tag::Contacts, FOLLOWED, "follow", begin_to_follow)
        .summary("Follow somebody")
        .description("They are not told. Whom one follows already one goes on following.")
        .path::<Uuid>("id", "The player.")
        .responds::<FollowList>("Whom one follows now.")
        .errors([&NOBODY[..], &NO_CONTACT, &[ErrorCode::Blocked]].concat())
        .auth_required()
}

async fn begin_to_follow(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    id: ApiPath<Uuid>,
) -> Result<Json<FollowList>, ApiError> {
    let (by, followed) = two(&visitor, &id)?;
    let now_ms = app.context.clock.now_ms();
    app.context.store.write(Follow { by, followed, now_ms }).await?.map_err(|no| refused(by, no))?;
    Ok(Json(follows(&app, by).await?))
}

fn unfollow() -> Operation {
    Operation::delete(Tag::Contacts, FOLLOWED, "unfollow", end_following)
        .summary("Follow somebody no more")
        .path::<Uuid>("id", "The player.")
        .responds::<FollowList>("Whom one follows now.")
        .errors([&NOBODY[..], &[ErrorCode::BadOrigin, ErrorCode::NoPlayer]].concat())
        .auth_required()
}

async fn end_following(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    id: ApiPath<Uuid>,
) -> Result<Json<FollowList>, ApiError> {
    let (by, followed) = two(&visitor, &id)?;
    app.context.store.write(Unfollow { by, followed }).await?;
    Ok(Json(follows(&app, by).await?))
}

fn list_blocks() -> Operation {
    Operation::get(Tag::Contacts, BLOCKS, "listBlocks", read_blocks)
        .summary("Whom one has blocked")
        .responds::<BlockList>("Whom one has blocked, by name.")
        .errors(NOBODY)
        .auth_required()
}

async fn read_blocks(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
) -> Result<Json<BlockList>, ApiError> {
    Ok(Json(blocks(&app, visitor.in_person()?.player.id).await?))
}

fn block() -> Operation {
    Operation::put(Tag::Contacts, BLOCKED, "block", begin_to_block)
        .summary("Block somebody")
        .description(
            "Neither sits down where the other sits, challenges or follows the other; and they say nothing where one sits and they look \
             on. Challenges between them are gone; a game that both play is played to its end. They are not told, but find it out.",
        )
        .path::<Uuid>("id", "The player.")
        .responds::<BlockList>("Whom one has blocked now.")
        .errors([&NOBODY[..], &NO_CONTACT].concat())
        .auth_required()
}

async fn begin_to_block(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    id: ApiPath<Uuid>,
) -> Result<Json<BlockList>, ApiError> {
    let (by, blocked) = two(&visitor, &id)?;
    let block = BlockPlayer { block: Block { by, blocked }, now_ms: app.context.clock.now_ms() };
    app.context.store.write(block).await?.map_err(|no| refused(by, no))?;
    app.registry.part(by, blocked).await?;
    app.context.announcer.announce(|| Announcement::PlayersParted { players: (by, blocked) });
    Ok(Json(blocks(&app, by).await?))
}

fn unblock() -> Operation {
    Operation::delete(Tag::Contacts, BLOCKED, "unblock", end_block)
        .summary("Take a block back")
        .path::<Uuid>("id", "The player.")
        .responds::<BlockList>("Whom one has blocked now.")
        .errors([&NOBODY[..], &[ErrorCode::BadOrigin, ErrorCode::NoPlayer]].concat())
        .auth_required()
}

async fn end_block(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    id: ApiPath<Uuid>,
) -> Result<Json<BlockList>, ApiError> {
    let (by, blocked) = two(&visitor, &id)?;
    app.context.store.write(Unblock(Block { by, blocked })).await?;
    Ok(Json(blocks(&app, by).await?))
}

fn read_contact() -> Operation {
    Operation::get(Tag::Contacts, CONTACT, "readContactSettings", read_settings)
        .summary("How others may reach one")
        .responds::<ContactSettings>("What was chosen, or what holds before one chose anything.")
        .errors(NOBODY)
        .auth_required()
}

async fn read_settings(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
) -> Result<Json<ContactSettings>, ApiError> {
    Ok(Json(app.context.store.contact_settings(visitor.in_person()?.player.id).await?))
}

fn keep_contact() -> Operation {
    Operation::put(Tag::Contacts, CONTACT, "keepContactSettings", keep_settings)
        .summary("Choose how others may reach one")
        .json_body::<ContactSettings>()
        .responds::<ContactSettings>("What is kept.")
        .errors([&NOBODY[..], &[ErrorCode::BadMessage, ErrorCode::BadOrigin]].concat())
        .auth_required()
}

async fn keep_settings(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    body: Result<ApiJson<ContactSettings>, ApiError>,
) -> Result<Json<ContactSettings>, ApiError> {
    let player = visitor.in_person()?.player.id;
    let ApiJson(settings) = body?;
    app.context.store.write(KeepContactSettings { player, settings }).await?;
    Ok(Json(settings))
}

/// Who asks, in person, and about whom.
fn two(visitor: &Visitor, about: &ApiPath<Uuid>) -> Result<(Uuid, Uuid), ApiError> {
    let by = visitor.in_person()?.player.id;
    let Ok(Path(about)) = about else { return Err(no_player()) };
    Ok((by, *about))
}

/// Whom somebody follows, and who of them is here.
async fn follows(app: &App, player: Uuid) -> Result<FollowList, StoreError> {
    let followed = app.context.store.follows_of(player).await?;
    let told = |Followed { told, shows_online }| {
        let online = shows_online && app.context.sessions.is_here(told.player.id);
        FollowedPlayer { online, ..told }
    };
    Ok(FollowList { follows: followed.into_iter().map(told).collect() })
}

pub(super) async fn blocks(app: &App, player: Uuid) -> Result<BlockList, StoreError> {
    Ok(BlockList { blocks: app.context.store.blocks_of(player).await? })
}

/// What somebody is told who cannot follow or block another.
fn refused(by: Uuid, no: NoContact) -> ApiError {
    match no {
        NoContact::NoPlayer => no_player(),
        NoContact::NoPerson => {
            let why = "this is for another person: not for oneself, a computer or whoever was deleted";
            ApiError::new(ErrorCode::BadContact, why)
        }
        NoContact::Blocked(block) if block.by == by => {
            ApiError::new(ErrorCode::Blocked, "you have blocked them: take that back first")
        }
        NoContact::Blocked(_) => ApiError::new(ErrorCode::Blocked, "they have blocked you"),
        NoContact::TooMany => ApiError::new(
            ErrorCode::TooMany,
            "you have as many of them as one may: take one off the list first",
        ),
    }
}
