//! Clubs: looked for, founded, looked at, changed and closed.

mod members;

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum_extra::extract::WithRejection;
use cydonia_protocol::{Club, ClubPage, ClubRequest, ErrorCode, Scope};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::app::App;
use super::cursor;
use super::extract::{ApiJson, ApiPath, ApiQuery, Caller, CurrentVisitor, SameOrigin};
use super::openapi::{Operation, Tag};
use super::problem::ApiError;
use super::query_error::page_size;
use super::session::shown_name;
use crate::limits;
use crate::store::{ChangeClub, CloseClub, ClubFilter, ClubWords, FoundClub, LiveSession, NoClub, WholeClub};
use crate::text;
use crate::visitor::Visitor;

const ALL: &str = "/api/v1/clubs";
const ONE: &str = "/api/v1/clubs/{id}";

/// Whoever does something is somebody, and may play.
const PLAYERS: [ErrorCode; 4] =
    [ErrorCode::BadOrigin, ErrorCode::NoSession, ErrorCode::SeatOnly, ErrorCode::NoScope];

/// Whoever says what a club is called may talk, too, and says something that can be shown.
const WORDS: [ErrorCode; 6] = [
    ErrorCode::BadMessage,
    ErrorCode::BadName,
    ErrorCode::BadClub,
    ErrorCode::ClubNameTaken,
    ErrorCode::Banned,
    ErrorCode::Muted,
];

pub(super) fn operations() -> Vec<Operation> {
    let mut all = vec![list_clubs(), found_club(), read_club(), change_club(), close_club()];
    all.extend(members::operations());
    all
}

/// Which clubs.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListQuery {
    /// How their names begin, whatever their case, marks and look-alikes.
    name: Option<String>,
    /// The player who belongs to them.
    player: Option<Uuid>,
    /// How many at most.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<usize>,
    /// The cursor of the page before.
    #[schemars(regex(pattern = cursor::PATTERN))]
    cursor: Option<String>,
}

fn list_clubs() -> Operation {
    Operation::get(Tag::Clubs, ALL, "listClubs", list)
        .summary("Clubs")
        .description("The newest first, in pages; by how their names begin, or those of a player.")
        .query::<ListQuery>()
        .responds::<ClubPage>("A page of them.")
        .errors([ErrorCode::BadQuery])
        .tagged()
}

async fn list(
    State(app): State<Arc<App>>,
    WithRejection(query, _): ApiQuery<ListQuery>,
) -> Result<Json<ClubPage>, ApiError> {
    let ListQuery { name, player, limit, cursor } = query.0;
    let limit = page_size(limit)?;
    let of = player.map(|player| player.to_string()).unwrap_or_default();
    let list = format!("clubs?{of}&{}", name.as_deref().unwrap_or_default());
    let below = cursor.map(|cursor| cursor::read(&cursor, &list)).transpose()?;
    let page = app.context.store.clubs(ClubFilter { name, player, below }, limit).await?;
    Ok(Json(ClubPage { clubs: page.all, next: page.next.map(|number| cursor::write(&list, number)) }))
}

fn found_club() -> Operation {
    Operation::post(Tag::Clubs, ALL, "foundClub", found)
        .summary("Found a club")
        .description(
            "By somebody who has an account; it is theirs, and they belong to it. One owns 3 clubs at most, and belongs to 20.",
        )
        .json_body::<ClubRequest>()
        .responds::<Club>("The club.")
        .errors([&PLAYERS[..], &WORDS, &[ErrorCode::NoAccount, ErrorCode::TooMany]].concat())
        .auth_required()
}

async fn found(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    Caller(address): Caller,
    body: Result<ApiJson<ClubRequest>, ApiError>,
) -> Result<Json<Club>, ApiError> {
    let own = member(&visitor)?;
    // A club's name says something, too.
    app.context.sanctions.check(Some(&own.player), address, Scope::Chat)?;
    if !own.player.registered {
        return Err(refused(NoClub::NoAccount));
    }
    let words = shown_words(&app, body?)?;
    let now_ms = app.context.clock.now_ms();
    let id = app.context.entropy.id(now_ms);
    let new = FoundClub { id, owner: own.player.id, words, now_ms };
    app.context.store.write(new).await?.map_err(refused)?;
    told(&app, id, &visitor).await
}

fn read_club() -> Operation {
    Operation::get(Tag::Clubs, ONE, "readClub", read)
        .summary("A club")
        .description("With its members, and the public tables at which they sit; its owner is told whom they have put out, too.")
        .path::<Uuid>("id", "The club.")
        .responds::<Club>("The club.")
        .errors([ErrorCode::NoClub])
        .auth_optional()
        .tagged()
}

async fn read(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
    id: ApiPath<Uuid>,
) -> Result<Json<Club>, ApiError> {
    told(&app, known(id)?, &visitor).await
}

fn change_club() -> Operation {
    Operation::put(Tag::Clubs, ONE, "changeClub", change)
        .summary("Change what a club is called, and tells of itself")
        .description("By its owner.")
        .path::<Uuid>("id", "The club.")
        .json_body::<ClubRequest>()
        .responds::<Club>("The club.")
        .errors([&PLAYERS[..], &WORDS, &[ErrorCode::NoClub, ErrorCode::NotOwner]].concat())
        .auth_required()
}

async fn change(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    Caller(address): Caller,
    id: ApiPath<Uuid>,
    body: Result<ApiJson<ClubRequest>, ApiError>,
) -> Result<Json<Club>, ApiError> {
    let own = member(&visitor)?;
    app.context.sanctions.check(Some(&own.player), address, Scope::Chat)?;
    let (by, id) = (own.player.id, known(id)?);
    let words = shown_words(&app, body?)?;
    app.context.store.write(ChangeClub { id, by, words }).await?.map_err(refused)?;
    told(&app, id, &visitor).await
}

fn close_club() -> Operation {
    Operation::delete(Tag::Clubs, ONE, "closeClub", close)
        .summary("Close a club")
        .description(
            "By its owner, or a moderator, for whom it stands in the log. It cannot be taken back. Its tournaments that have not begun are \
             cancelled; those that are on go on.",
        )
        .path::<Uuid>("id", "The club.")
        .responds::<Club>("The club as it was.")
        .errors([&PLAYERS[..], &[ErrorCode::NoClub, ErrorCode::NotOwner]].concat())
        .auth_required()
}

async fn close(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    id: ApiPath<Uuid>,
) -> Result<Json<Club>, ApiError> {
    let (by, id) = (member(&visitor)?.player.id, known(id)?);
    let now_ms = app.context.clock.now_ms();
    let is_moderator = app.context.conduct.is_moderator(by);
    let closed = told(&app, id, &visitor).await?;
    app.context.store.write(CloseClub { id, by, is_moderator, now_ms }).await?.map_err(refused)?;
    Ok(closed)
}

/// Somebody who may play.
fn member(visitor: &Visitor) -> Result<&LiveSession, ApiError> {
    visitor.check_scope(Scope::Play)?;
    Ok(visitor.signed_in()?)
}

/// What a club is called and tells of itself, as others see it.
fn shown_words(app: &App, ApiJson(request): ApiJson<ClubRequest>) -> Result<ClubWords, ApiError> {
    let bad = |why: text::AboutError| ApiError::new(ErrorCode::BadClub, why.to_string());
    let name = shown_name(app, &request.name)?;
    let about = text::about(&request.about).map_err(bad)?;
    app.context.conduct.check_about(&about).map_err(bad)?;
    Ok(ClubWords { name, about })
}

fn known(id: ApiPath<Uuid>) -> Result<Uuid, ApiError> {
    id.map(|Path(id)| id).map_err(|_none| refused(NoClub::None))
}

fn refused(no: NoClub) -> ApiError {
    let (code, why) = match no {
        NoClub::None => (ErrorCode::NoClub, "there is no such club".to_owned()),
        NoClub::NameTaken => {
            (ErrorCode::ClubNameTaken, "a club is called so, or what looks like it".to_owned())
        }
        NoClub::NoAccount => {
            (ErrorCode::NoAccount, "whoever belongs to a club has an account: register first".to_owned())
        }
        NoClub::OwnsTooMany => {
            let most = limits::CLUBS_OWNED;
            (ErrorCode::TooMany, format!("somebody owns {most} clubs at most, and this would be one more"))
        }
        NoClub::InTooMany => {
            (ErrorCode::TooMany, format!("you belong to {} clubs, as many as one may", limits::CLUBS_JOINED))
        }
        NoClub::Full => (ErrorCode::TooMany, "as many belong to this club as may".to_owned()),
        NoClub::NotMember => {
            (ErrorCode::NotMember, "whoever that is does not belong to this club".to_owned())
        }
        NoClub::NotOwner => (ErrorCode::NotOwner, "this is for whoever owns the club".to_owned()),
        NoClub::Oneself => (ErrorCode::BadContact, "whoever wants to go leaves the club".to_owned()),
        NoClub::Expelled => (
            ErrorCode::Expelled,
            "the owner of this club has put you out, and lets you in again or does not".to_owned(),
        ),
    };
    ApiError::new(code, why)
}

/// A club as whoever asks is told of it.
async fn told(app: &App, id: Uuid, visitor: &Visitor) -> Result<Json<Club>, ApiError> {
    let viewer = visitor.own().map(|own| own.player.id);
    let club = app.context.store.club(id, viewer).await?.ok_or_else(|| refused(NoClub::None))?;
    let WholeClub { summary, roster, tables, expelled } = club;
    Ok(Json(Club { summary, roster, tables, expelled }))
}
