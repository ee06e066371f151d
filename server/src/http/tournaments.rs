//! Tournaments: set up, joined, and looked at. The house runs them by itself.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum_extra::extract::WithRejection;
use cydonia_protocol::{
    ErrorCode, Scope, Tournament, TournamentFormat, TournamentPage, TournamentRequest, TournamentStatus,
};
use cydonia_rules::{GameKind, OptionValue, Setup};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::app::App;
use super::cursor;
use super::extract::{ApiJson, ApiPath, ApiQuery, Caller, CurrentVisitor, SameOrigin};
use super::openapi::{Operation, Tag};
use super::problem::ApiError;
use super::query_error::QueryError;
use super::session::shown_name;
use crate::admission::Address;
use crate::limits;
use crate::store::{
    CancelTournament, CreateTournament, JoinTournament, LiveSession, NoTournament, TournamentFilter,
    WithdrawPlayer,
};
use crate::table::check_not_barred;
use crate::tournaments::standings;
use crate::visitor::Visitor;

const ALL: &str = "/api/v1/tournaments";
const ONE: &str = "/api/v1/tournaments/{id}";
const ENTRY: &str = "/api/v1/tournaments/{id}/entry";

/// Whoever takes part is somebody, and may play.
const PLAYERS: [ErrorCode; 6] = [
    ErrorCode::BadOrigin,
    ErrorCode::NoSession,
    ErrorCode::SeatOnly,
    ErrorCode::NoScope,
    ErrorCode::NoTournament,
    ErrorCode::TournamentOver,
];

pub(super) fn operations() -> [Operation; 6] {
    [
        list_tournaments(),
        create_tournament(),
        read_tournament(),
        cancel_tournament(),
        join_tournament(),
        withdraw(),
    ]
}

/// Which tournaments.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListQuery {
    /// Those that stand so.
    status: Option<TournamentStatus>,
    /// Those of a club.
    club: Option<Uuid>,
    /// How many at most.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<usize>,
    /// The cursor of the page before.
    #[schemars(regex(pattern = cursor::PATTERN))]
    cursor: Option<String>,
}

fn list_tournaments() -> Operation {
    Operation::get(Tag::Tournaments, ALL, "listTournaments", list)
        .summary("Tournaments")
        .description("The newest first, in pages; those that stand somehow, or those of a club.")
        .query::<ListQuery>()
        .responds::<TournamentPage>("A page of them.")
        .errors([ErrorCode::BadQuery])
        .tagged()
}

async fn list(
    State(app): State<Arc<App>>,
    WithRejection(query, _): ApiQuery<ListQuery>,
) -> Result<Json<TournamentPage>, ApiError> {
    let ListQuery { status, club, limit, cursor } = query.0;
    let limit = limit.unwrap_or(limits::DEFAULT_PAGE_SIZE);
    if !(1..=limits::MAX_PAGE_SIZE).contains(&limit) {
        return Err(QueryError::Limit.into());
    }
    let of = club.map(|club| club.to_string()).unwrap_or_default();
    let list = format!("tournaments?{}&{of}", status.map_or("", TournamentStatus::name));
    let below = cursor.map(|cursor| cursor::read(&cursor, &list)).transpose()?;
    let page = app.context.store.tournaments(TournamentFilter { status, club, below }, limit).await?;
    Ok(Json(TournamentPage {
        tournaments: page.all,
        next: page.next.map(|number| cursor::write(&list, number)),
    }))
}

fn create_tournament() -> Operation {
    Operation::post(Tag::Tournaments, ALL, "createTournament", create)
        .summary("Set a tournament up")
        .description(
            "By somebody who has an account. Whoever likes joins until it begins; then the house pairs them, opens their tables and counts. \
             Its host takes part like anybody, by joining. One of a club is set up by any of its members, and they alone join it.",
        )
        .json_body::<TournamentRequest>()
        .responds::<Tournament>("The tournament.")
        .errors([
            ErrorCode::BadMessage,
            ErrorCode::BadName,
            ErrorCode::BadGame,
            ErrorCode::BadPlayers,
            ErrorCode::BadOption,
            ErrorCode::BadClock,
            ErrorCode::BadTournament,
            ErrorCode::BadOrigin,
            ErrorCode::NoSession,
            ErrorCode::SeatOnly,
            ErrorCode::NoScope,
            ErrorCode::NoClub,
            ErrorCode::NotMember,
            ErrorCode::NoAccount,
            ErrorCode::Banned,
            ErrorCode::Muted,
            ErrorCode::TooMany,
        ])
        .auth_required()
}

async fn create(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    Caller(address): Caller,
    body: Result<ApiJson<TournamentRequest>, ApiError>,
) -> Result<Json<Tournament>, ApiError> {
    // A tournament's name says something, too.
    let host = player(&app, &visitor, address, Scope::Chat)?;
    if !host.player.registered {
        let why = "whoever sets tournaments up has an account: register first";
        return Err(ApiError::new(ErrorCode::NoAccount, why));
    }
    let ApiJson(request) = body?;
    let now_ms = app.context.clock.now_ms();
    let request = TournamentRequest { name: shown_name(&app, &request.name)?, ..request };
    check(&request, now_ms)?;
    let id = app.context.entropy.id(now_ms);
    let new = CreateTournament { id, host: host.player.id, request };
    app.context.store.write(new).await?.map_err(refused)?;
    told(&app, id).await
}

/// Whether what somebody wishes for can be played.
fn check(request: &TournamentRequest, now_ms: i64) -> Result<(), ApiError> {
    let no = |why: String| Err(ApiError::new(ErrorCode::BadTournament, why));
    let kind = GameKind::from_id(&request.game);
    let kind = kind.ok_or_else(|| ApiError::new(ErrorCode::BadGame, "there is no such game"))?;
    Setup { seats: request.seats, options: request.options.clone(), first: 0 }
        .check(kind.info())
        .map_err(cydonia_table::Rejection::from)?;
    request.clock.check().map_err(|why| ApiError::new(ErrorCode::BadClock, why.to_string()))?;
    if !request.clock.is_live() {
        return Err(ApiError::new(
            ErrorCode::BadClock,
            "a tournament is played by a clock that counts in minutes",
        ));
    }
    match request.format {
        TournamentFormat::Swiss { rounds } if !(1..=limits::SWISS_ROUNDS).contains(&rounds) => {
            return no(format!("a Swiss has 1 to {} rounds", limits::SWISS_ROUNDS));
        }
        TournamentFormat::RoundRobin {} if request.seats != 2 => {
            return no(
                "a round robin is played by two at a table: with more, choose a Swiss or an arena".to_owned()
            );
        }
        TournamentFormat::Arena { minutes } if !limits::ARENA_MINUTES.contains(&minutes) => {
            let (least, most) = (limits::ARENA_MINUTES.start(), limits::ARENA_MINUTES.end());
            return no(format!("an arena lasts {least} to {most} minutes"));
        }
        _ => {}
    }
    let ahead_ms = limits::TOURNAMENT_AHEAD.as_millis() as i64;
    if !(now_ms..=now_ms + ahead_ms).contains(&request.starts_ms) {
        return no(format!("a tournament begins within the next {} days", ahead_ms / (24 * 60 * 60 * 1000)));
    }
    let in_teams = request.options.get("teams") == Some(&OptionValue::Switch(true));
    if request.rated && in_teams {
        return no("games in teams are not rated".to_owned());
    }
    Ok(())
}

fn read_tournament() -> Operation {
    Operation::get(Tag::Tournaments, ONE, "readTournament", read)
        .summary("A tournament")
        .description("With its standings, and every game of it.")
        .path::<Uuid>("id", "The tournament.")
        .responds::<Tournament>("The tournament.")
        .errors([ErrorCode::NoTournament])
        .tagged()
}

async fn read(State(app): State<Arc<App>>, id: ApiPath<Uuid>) -> Result<Json<Tournament>, ApiError> {
    told(&app, known(id)?).await
}

fn cancel_tournament() -> Operation {
    Operation::delete(Tag::Tournaments, ONE, "cancelTournament", cancel)
        .summary("Take a tournament back")
        .description("By whoever has set it up, in a club as long as they belong to it, by the club's owner, or by a moderator. One that is on is over: games that are on go on, and count for it no more.")
        .path::<Uuid>("id", "The tournament.")
        .responds::<Tournament>("The tournament, which is cancelled or over.")
        .errors([&PLAYERS[..], &[ErrorCode::NotHost]].concat())
        .auth_required()
}

async fn cancel(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    id: ApiPath<Uuid>,
) -> Result<Json<Tournament>, ApiError> {
    visitor.check_scope(Scope::Play)?;
    let (by, id) = (visitor.signed_in()?.player.id, known(id)?);
    let now_ms = app.context.clock.now_ms();
    let is_moderator = app.context.conduct.is_moderator(by);
    app.context.store.write(CancelTournament { id, by, is_moderator, now_ms }).await?.map_err(refused)?;
    told(&app, id).await
}

fn join_tournament() -> Operation {
    Operation::put(Tag::Tournaments, ENTRY, "joinTournament", join)
        .summary("Join a tournament")
        .description(
            "Before it begins; a Swiss or an arena while it is on, too. Whoever has joined is seated by the house, and has to come: who does \
             not takes no further part until they join again. Of a club’s tournament its members take part alone. One's own games are told as all are (`own_games`).",
        )
        .path::<Uuid>("id", "The tournament.")
        .responds::<Tournament>("The tournament.")
        .errors([&PLAYERS[..], &[ErrorCode::NotMember, ErrorCode::Banned, ErrorCode::TooMany]].concat())
        .auth_required()
}

async fn join(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    Caller(address): Caller,
    id: ApiPath<Uuid>,
) -> Result<Json<Tournament>, ApiError> {
    let own = player(&app, &visitor, address, Scope::Play)?;
    let (player, id) = (own.player.id, known(id)?);
    let tournament = app.context.store.tournament(id).await?.ok_or_else(no_tournament)?;
    if tournament.request.rated {
        check_not_barred(&app.context, player)?;
    }
    let now_ms = app.context.clock.now_ms();
    app.context.store.write(JoinTournament { id, player, now_ms }).await?.map_err(refused)?;
    told(&app, id).await
}

fn withdraw() -> Operation {
    Operation::delete(Tag::Tournaments, ENTRY, "withdrawFromTournament", leave)
        .summary("Take no further part")
        .description("A game that is on is played to its end.")
        .path::<Uuid>("id", "The tournament.")
        .responds::<Tournament>("The tournament.")
        .errors(PLAYERS)
        .auth_required()
}

async fn leave(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    id: ApiPath<Uuid>,
) -> Result<Json<Tournament>, ApiError> {
    visitor.check_scope(Scope::Play)?;
    let (player, id) = (visitor.signed_in()?.player.id, known(id)?);
    app.context.store.write(WithdrawPlayer { id, player }).await?.map_err(refused)?;
    told(&app, id).await
}

/// Somebody who may play, and has not been forbidden what that scope is for.
fn player<'a>(
    app: &App,
    visitor: &'a Visitor,
    address: Address,
    scope: Scope,
) -> Result<&'a LiveSession, ApiError> {
    visitor.check_scope(Scope::Play)?;
    let own = visitor.signed_in()?;
    app.context.sanctions.check(Some(&own.player), address, scope)?;
    Ok(own)
}

fn known(id: ApiPath<Uuid>) -> Result<Uuid, ApiError> {
    id.map(|Path(id)| id).map_err(|_none| no_tournament())
}

fn no_tournament() -> ApiError {
    ApiError::new(ErrorCode::NoTournament, "there is no such tournament")
}

fn refused(no: NoTournament) -> ApiError {
    match no {
        NoTournament::None => no_tournament(),
        NoTournament::Over => {
            ApiError::new(ErrorCode::TournamentOver, "this tournament is over, or too far on for that")
        }
        NoTournament::NotHost => ApiError::new(
            ErrorCode::NotHost,
            "a tournament is taken back by whoever has set it up and still belongs to its club, or owns that, and nobody else",
        ),
        NoTournament::TooMany => ApiError::new(ErrorCode::TooMany, "as many have joined as may"),
        NoTournament::HostsTooMany => {
            let most = limits::TOURNAMENTS;
            let why = format!("you have set up {most} tournaments, as many as one may at a time");
            ApiError::new(ErrorCode::TooMany, why)
        }
        NoTournament::NoClub => ApiError::new(ErrorCode::NoClub, "there is no such club"),
        NoTournament::NotMember => ApiError::new(
            ErrorCode::NotMember,
            "whoever belongs to a club sets its tournaments up and joins them, and nobody else",
        ),
    }
}

async fn told(app: &App, id: Uuid) -> Result<Json<Tournament>, ApiError> {
    let tournament = app.context.store.tournament(id).await?.ok_or_else(no_tournament)?;
    let standings = standings(&tournament.entered, &tournament.games);
    Ok(Json(Tournament { summary: tournament.summary(), standings, games: tournament.games }))
}
