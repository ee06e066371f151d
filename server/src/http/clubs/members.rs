//! Who belongs to a club: joining and leaving, and what its owner does about its members.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use cydonia_protocol::{Club, ClubOwnerRequest, ErrorCode, Scope};
use uuid::Uuid;

use super::{PLAYERS, known, member, refused, told};
use crate::http::app::App;
use crate::http::extract::{ApiJson, ApiPath, Caller, CurrentVisitor, SameOrigin};
use crate::http::openapi::{Operation, Tag};
use crate::http::problem::ApiError;
use crate::store::{AdmitMember, ExpelMember, HandOverClub, JoinClub, LeaveClub, NoClub};
use crate::visitor::Visitor;

const MEMBERSHIP: &str = "/api/v1/clubs/{id}/membership";
const MEMBER: &str = "/api/v1/clubs/{id}/members/{player}";
const OWNER: &str = "/api/v1/clubs/{id}/owner";

/// What the owner alone does.
const OWNERS: [ErrorCode; 2] = [ErrorCode::NoClub, ErrorCode::NotOwner];

pub(super) fn operations() -> [Operation; 5] {
    [join_club(), leave_club(), expel_member(), admit_member(), hand_over_club()]
}

fn join_club() -> Operation {
    Operation::put(Tag::Clubs, MEMBERSHIP, "joinClub", join)
        .summary("Join a club")
        .description("By somebody who has an account. A club has 500 members at most.")
        .path::<Uuid>("id", "The club.")
        .responds::<Club>("The club.")
        .errors(
            [
                &PLAYERS[..],
                &[
                    ErrorCode::NoClub,
                    ErrorCode::NoAccount,
                    ErrorCode::Banned,
                    ErrorCode::Blocked,
                    ErrorCode::Expelled,
                    ErrorCode::TooMany,
                ],
            ]
            .concat(),
        )
        .auth_required()
}

async fn join(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    Caller(address): Caller,
    id: ApiPath<Uuid>,
) -> Result<Json<Club>, ApiError> {
    let (own, id) = (&member(&visitor)?.player, known(id)?);
    app.context.sanctions.check(Some(own), address, Scope::Play)?;
    let store = &app.context.store;
    let owner = store.club_owner(id).await?.ok_or_else(|| refused(NoClub::None))?;
    if let Some(block) = store.blocks_between(own.id, &[owner]).await?.first() {
        let why = if block.by == own.id {
            "you have blocked whoever owns this club"
        } else {
            "whoever owns this club has blocked you"
        };
        return Err(ApiError::new(ErrorCode::Blocked, why));
    }
    let now_ms = app.context.clock.now_ms();
    store.write(JoinClub { id, player: own.id, now_ms }).await?.map_err(refused)?;
    told(&app, id, &visitor).await
}

fn leave_club() -> Operation {
    Operation::delete(Tag::Clubs, MEMBERSHIP, "leaveClub", leave)
        .summary("Leave a club")
        .description(
            "Where its owner leaves, it is of whoever has belonged to it for the longest time. After the last member it is closed. Who leaves \
             takes no further part in its tournaments, and has not joined those that have not begun.",
        )
        .path::<Uuid>("id", "The club.")
        .responds::<Club>("The club; one that is closed with that as it was, but for its members.")
        .errors([&PLAYERS[..], &[ErrorCode::NoClub, ErrorCode::NotMember]].concat())
        .auth_required()
}

async fn leave(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    id: ApiPath<Uuid>,
) -> Result<Json<Club>, ApiError> {
    let (player, id) = (member(&visitor)?.player.id, known(id)?);
    let Json(before) = told(&app, id, &visitor).await?;
    let now_ms = app.context.clock.now_ms();
    app.context.store.write(LeaveClub { id, player, now_ms }).await?.map_err(refused)?;
    match told(&app, id, &visitor).await {
        Err(error) if error.code() == ErrorCode::NoClub => {
            let mut closed = Club { roster: Vec::new(), tables: Vec::new(), ..before };
            closed.summary.members = 0;
            Ok(Json(closed))
        }
        left => left,
    }
}

fn expel_member() -> Operation {
    Operation::delete(Tag::Clubs, MEMBER, "expelMember", expel)
        .summary("Put a member out of one’s club")
        .description(
            "They do not join again until they are let in, and take no further part in its tournaments.",
        )
        .path::<Uuid>("id", "The club.")
        .path::<Uuid>("player", "The member: another than oneself.")
        .responds::<Club>("The club.")
        .errors([&PLAYERS[..], &OWNERS, &[ErrorCode::BadContact, ErrorCode::NotMember]].concat())
        .auth_required()
}

async fn expel(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    ids: ApiPath<(Uuid, Uuid)>,
) -> Result<Json<Club>, ApiError> {
    let (by, id, player) = two(&visitor, &ids)?;
    let now_ms = app.context.clock.now_ms();
    app.context.store.write(ExpelMember { id, by, player, now_ms }).await?.map_err(refused)?;
    told(&app, id, &visitor).await
}

fn admit_member() -> Operation {
    Operation::put(Tag::Clubs, MEMBER, "admitMember", admit)
        .summary("Let somebody into one’s club again")
        .description("Whoever was put out may join from then on; it is theirs to do so.")
        .path::<Uuid>("id", "The club.")
        .path::<Uuid>("player", "Whoever was put out.")
        .responds::<Club>("The club.")
        .errors([&PLAYERS[..], &OWNERS].concat())
        .auth_required()
}

async fn admit(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    ids: ApiPath<(Uuid, Uuid)>,
) -> Result<Json<Club>, ApiError> {
    let (by, id, player) = two(&visitor, &ids)?;
    app.context.store.write(AdmitMember { id, by, player }).await?.map_err(refused)?;
    told(&app, id, &visitor).await
}

fn hand_over_club() -> Operation {
    Operation::put(Tag::Clubs, OWNER, "handOverClub", hand_over)
        .summary("Hand one’s club over")
        .description("To a member, who owns fewer than 3. One goes on belonging to it.")
        .path::<Uuid>("id", "The club.")
        .json_body::<ClubOwnerRequest>()
        .responds::<Club>("The club.")
        .errors(
            [&PLAYERS[..], &OWNERS, &[ErrorCode::BadMessage, ErrorCode::NotMember, ErrorCode::TooMany]]
                .concat(),
        )
        .auth_required()
}

async fn hand_over(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    id: ApiPath<Uuid>,
    body: Result<ApiJson<ClubOwnerRequest>, ApiError>,
) -> Result<Json<Club>, ApiError> {
    let (by, id) = (member(&visitor)?.player.id, known(id)?);
    let ApiJson(ClubOwnerRequest { player }) = body?;
    app.context.store.write(HandOverClub { id, by, player }).await?.map_err(refused)?;
    told(&app, id, &visitor).await
}

/// Who asks, of which club and about whom. Nobody belongs to a club by what is no id.
fn two(visitor: &Visitor, ids: &ApiPath<(Uuid, Uuid)>) -> Result<(Uuid, Uuid, Uuid), ApiError> {
    let by = member(visitor)?.player.id;
    let Ok(Path((id, player))) = ids else { return Err(refused(NoClub::None)) };
    Ok((by, *id, *player))
}
