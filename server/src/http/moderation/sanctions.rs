//! Sanctions: mutes and bans, imposed and lifted by moderators.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use cydonia_protocol::{ErrorCode, Sanction, SanctionKind, SanctionPage, SanctionRequest, SanctionTarget};
use uuid::Uuid;

use super::{MODERATORS, PageQuery, moderator, note};
use crate::http::app::App;
use crate::http::cursor;
use crate::http::extract::{ApiJson, ApiPath, ApiQuery, CurrentVisitor, SameOrigin};
use crate::http::openapi::{Operation, Tag};
use crate::http::players::no_player;
use crate::http::problem::ApiError;
use crate::limits;
use crate::moderation::{AddressRange, RangeError};
use crate::store::{Impose, Lift, Sanctions, StoreError};

const SANCTIONS: &str = "/api/v1/moderation/sanctions";
const SANCTION: &str = "/api/v1/moderation/sanctions/{number}";
/// The list that its cursors are places in.
const LIST: &str = "sanctions";
const HOUR_MS: i64 = 60 * 60 * 1000;

pub(super) fn operations() -> [Operation; 3] {
    [list_sanctions(), impose_sanction(), lift_sanction()]
}

fn list_sanctions() -> Operation {
    Operation::get(Tag::Moderation, SANCTIONS, "listSanctions", list)
        .summary("Sanctions in force")
        .description("For moderators: who may not play or talk just now, the newest first.")
        .query::<PageQuery>()
        .responds::<SanctionPage>("A page of sanctions.")
        .errors([&MODERATORS[..], &[ErrorCode::BadQuery]].concat())
        .auth_required()
}

async fn list(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
    query: Result<ApiQuery<PageQuery>, ApiError>,
) -> Result<Json<SanctionPage>, ApiError> {
    moderator(&app, &visitor)?;
    let (below, limit) = query?.0.0.of(LIST)?;
    let in_force = Sanctions::InForce(app.context.clock.now_ms());
    let page = app.context.store.sanctions(in_force, below, limit).await?;
    Ok(Json(SanctionPage { sanctions: page.all, next: page.next.map(|number| cursor::write(LIST, number)) }))
}

fn impose_sanction() -> Operation {
    Operation::post(Tag::Moderation, SANCTIONS, "imposeSanction", impose)
        .summary("Mute or ban somebody")
        .description(
            "For moderators. It holds from now on, also in games that are on: whoever is muted says nothing, and whoever is banned does \
             nothing at tables but resign and stand up; seats that they have where no game is on are given up, and where one is they are \
             away. They watch, look games up and see to their own data as before. It is written down in the log.",
        )
        .json_body::<SanctionRequest>()
        .responds::<Sanction>("The sanction.")
        .errors(
            [
                &MODERATORS[..],
                &[
                    ErrorCode::BadMessage,
                    ErrorCode::BadOrigin,
                    ErrorCode::BadText,
                    ErrorCode::BadSanction,
                    ErrorCode::NoPlayer,
                ],
            ]
            .concat(),
        )
        .auth_required()
}

async fn impose(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    body: Result<ApiJson<SanctionRequest>, ApiError>,
) -> Result<Json<Sanction>, ApiError> {
    let by = moderator(&app, &visitor)?.player.id;
    let ApiJson(SanctionRequest { kind, target, hours, reason }) = body?;
    let reason = note(&reason)?;
    let Target { player, range, whose } = who(&app, &target).await?;
    check_hours(hours, range.is_some())?;
    let now_ms = app.context.clock.now_ms();
    let until_ms = hours.map(|hours| now_ms + i64::from(hours) * HOUR_MS);
    let addresses = range.map(|range| range.to_string());
    let new = Impose { kind, player, addresses, whose, reason, by, now_ms, until_ms };
    // To the end, whether somebody waits for it or not: what is stored is in force.
    let imposing = app.context.tasks.spawn(in_force(Arc::clone(&app), new, range));
    let number = imposing.await.map_err(|_failed| StoreError::Unavailable)??;
    Ok(Json(one(&app, number.ok_or_else(no_person)?).await?))
}

/// Has it in force; gives its number, unless it is for somebody who was deleted meanwhile.
async fn in_force(
    app: Arc<App>,
    new: Impose,
    range: Option<AddressRange>,
) -> Result<Option<i64>, StoreError> {
    let (kind, player, context) = (new.kind, new.player, &app.context);
    let imposed = context.store.write(new).await;
    // Also where nothing is known of the outcome.
    context.sanctions_changed().await;
    if kind == SanctionKind::Ban && matches!(imposed, Ok(Some(_))) {
        let guests = range.map(|range| context.sessions.guests_at(|address| range.contains(address)));
        for player in player.into_iter().chain(guests.into_iter().flatten()) {
            app.registry.banish(player).await;
        }
    }
    imposed
}

/// Whom a sanction is for.
#[derive(Clone, Copy, Debug, Default)]
struct Target {
    /// One player,
    player: Option<Uuid>,
    /// or guests of a range of addresses,
    range: Option<AddressRange>,
    /// which may be where this player is.
    whose: Option<Uuid>,
}

async fn who(app: &App, target: &SanctionTarget) -> Result<Target, ApiError> {
    let bad = |why: &str| ApiError::new(ErrorCode::BadSanction, why);
    let player = match target {
        SanctionTarget::Addresses { range } => {
            let range = range.parse().map_err(|error: RangeError| bad(&error.to_string()))?;
            return Ok(Target { range: Some(range), ..Target::default() });
        }
        SanctionTarget::Player { player } | SanctionTarget::AddressOf { player } => *player,
    };
    let player = app.context.store.is_now(player).await?;
    let known = app.context.store.player(player).await?.ok_or_else(no_player)?;
    if known.computer.is_some() || known.is_deleted() {
        return Err(no_person());
    }
    if app.context.conduct.is_moderator(player) {
        return Err(bad("they moderate here, too: whoever keeps this house sees to that"));
    }
    if let SanctionTarget::Player { .. } = target {
        return Ok(Target { player: Some(player), ..Target::default() });
    }
    let address = app.context.sessions.address_of(player);
    let address = address.ok_or_else(|| bad("they are not here just now: their address is not known"))?;
    let range = AddressRange::of(address);
    if range.is_local() {
        return Err(bad(
            "they are in the house's own network, as everybody is behind a proxy that does not say for whom it speaks",
        ));
    }
    Ok(Target { range: Some(range), whose: Some(player), ..Target::default() })
}

fn no_person() -> ApiError {
    let why = "people are muted and banned: no computers, nor whoever was deleted";
    ApiError::new(ErrorCode::BadSanction, why)
}

fn check_hours(hours: Option<u32>, is_range: bool) -> Result<(), ApiError> {
    let most = if is_range { limits::ADDRESSES_HOURS } else { limits::SANCTION_HOURS };
    let why = match hours {
        None if is_range => {
            format!("a range of addresses is shut out for {most} hours at most, and not for ever")
        }
        Some(hours) if !(1..=most).contains(&hours) => format!("hours is a number from 1 to {most}"),
        None | Some(_) => return Ok(()),
    };
    Err(ApiError::new(ErrorCode::BadSanction, why))
}

fn lift_sanction() -> Operation {
    Operation::delete(Tag::Moderation, SANCTION, "liftSanction", lift)
        .summary("Lift a sanction")
        .description("For moderators. It is written down in the log.")
        .path::<i64>("number", "The sanction.")
        .responds::<Sanction>("The sanction, as it was.")
        .errors([&MODERATORS[..], &[ErrorCode::BadOrigin, ErrorCode::NoSanction]].concat())
        .auth_required()
}

async fn lift(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    number: ApiPath<i64>,
) -> Result<Json<Sanction>, ApiError> {
    let by = moderator(&app, &visitor)?.player.id;
    let Ok(Path(number)) = number else { return Err(no_sanction()) };
    let lifting = Lift { number, by, now_ms: app.context.clock.now_ms() };
    let lifted = Arc::clone(&app);
    let lifted = app.context.tasks.spawn(async move {
        let was_in_force = lifted.context.store.write(lifting).await;
        lifted.context.sanctions_changed().await;
        was_in_force
    });
    if !lifted.await.map_err(|_failed| StoreError::Unavailable)?? {
        return Err(no_sanction());
    }
    Ok(Json(one(&app, number).await?))
}

fn no_sanction() -> ApiError {
    ApiError::new(ErrorCode::NoSanction, "no sanction of that number is in force")
}

async fn one(app: &App, number: i64) -> Result<Sanction, ApiError> {
    let page = app.context.store.sanctions(Sanctions::One(number), None, 1).await?;
    page.all.into_iter().next().ok_or_else(no_sanction)
}
