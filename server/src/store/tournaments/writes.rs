//! What is written of tournaments. Each checks in its own transaction what it depends on, as nobody else writes there.

use cydonia_protocol::{TournamentFormat, TournamentRequest, TournamentStatus};
use uuid::Uuid;

use super::super::StoreError;
use super::super::engine::{Connection, RowPlace, Statement, from_row, named};
use super::super::tables::{self, Made, NewTable};
use super::super::write::{Batch, Write};
use super::of_clubs::own_club;
use crate::limits;

/// Why something is not done with a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoTournament {
    /// There is none of that id.
    None,
    /// It takes nobody in any more, or nothing of it can be changed.
    Over,
    /// As many have joined as may.
    TooMany,
    /// It is another's.
    NotHost,
    /// Its host has set up as many as one may.
    HostsTooMany,
    /// There is no such club.
    NoClub,
    /// It is of a club to which they do not belong.
    NotMember,
}

/// Sets a tournament up. It is of the club that the request names, if it names one.
#[derive(Clone, Debug)]
pub(crate) struct CreateTournament {
    /// Its id.
    pub id: Uuid,
    /// Who sets it up.
    pub host: Uuid,
    /// What they wish for.
    pub request: TournamentRequest,
}

impl Write for CreateTournament {
    type Output = Result<(), NoTournament>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Self::Output, StoreError> {
        let connection = &mut batch.connection;
        let Self { id, host, mut request } = self;
        // A column says of which club it is, and the text does not say so once more.
        let club = match request.club.take() {
            None => None,
            Some(club) => match own_club(connection, club, host).await? {
                Ok(number) => Some(number),
                Err(no) => return Ok(Err(no)),
            },
        };
        let text = serde_json::to_string(&request).map_err(StoreError::unwritable("tournament"))?;
        let made = Statement::of(
            "INSERT INTO tournaments (id, host, request, starts_ms, status, round, club)
             SELECT $1, $2, $3, $4, $5, 0, $7
             WHERE (SELECT count(*) FROM tournaments WHERE host = $2 AND ended_ms IS NULL) < $6",
        )
        .bind(id)
        .bind(host)
        .bind(text)
        .bind(request.starts_ms)
        .bind(TournamentStatus::Open.name())
        .bind(limits::TOURNAMENTS)
        .bind(club)
        .execute(connection)
        .await?;
        Ok(if made > 0 { Ok(()) } else { Err(NoTournament::HostsTooMany) })
    }
}

/// A tournament as a write needs to know it.
pub(super) struct Known {
    number: i64,
    host: Uuid,
    request: TournamentRequest,
    status: TournamentStatus,
    /// The number of its club, if it is of one, also if that is closed by now,
    pub(super) club: Option<i64>,
    /// and whose the club is, if it is not.
    pub(super) club_owner: Option<Uuid>,
}

struct KnownRow {
    number: i64,
    host: Uuid,
    request: String,
    status: String,
    club: Option<i64>,
    owner: Option<Uuid>,
}

from_row!(KnownRow: number, host, request, status, club, owner);

async fn known(connection: &mut Connection<'_>, id: Uuid) -> Result<Option<Known>, StoreError> {
    let found: Option<KnownRow> = Statement::of(
        "SELECT tournaments.number, host, request, status, club, owner
         FROM tournaments LEFT JOIN clubs ON clubs.number = club WHERE tournaments.id = $1",
    )
    .bind(id)
    .fetch_optional(connection)
    .await?;
    let Some(KnownRow { number, host, request, status, club, owner }) = found else { return Ok(None) };
    let place = RowPlace("tournaments", number);
    let request = serde_json::from_str(&request).map_err(place.column("request"))?;
    let status = named(&status).map_err(place.column("status"))?;
    Ok(Some(Known { number, host, request, status, club, club_owner: owner }))
}

/// Has somebody take part from now on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JoinTournament {
    /// The tournament.
    pub id: Uuid,
    /// Who.
    pub player: Uuid,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

impl Write for JoinTournament {
    type Output = Result<(), NoTournament>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Self::Output, StoreError> {
        let connection = &mut batch.connection;
        let Some(known) = known(connection, self.id).await? else { return Ok(Err(NoTournament::None)) };
        let is_round_robin = known.request.format == TournamentFormat::RoundRobin {};
        let is_club_closed = known.club.is_some() && known.club_owner.is_none();
        let most = match known.status {
            TournamentStatus::Open if is_round_robin => limits::ROUND_ROBIN_PLAYERS,
            // Whoever has withdrawn comes back; for others it is too late.
            TournamentStatus::Running if is_round_robin || is_club_closed => 0,
            TournamentStatus::Open | TournamentStatus::Running => limits::TOURNAMENT_PLAYERS,
            TournamentStatus::Finished | TournamentStatus::Cancelled => return Ok(Err(NoTournament::Over)),
        };
        if !known.is_open_to(connection, self.player).await? {
            return Ok(Err(NoTournament::NotMember));
        }
        let joined = Statement::of(
            "INSERT INTO tournament_players (tournament, player, joined_ms, withdrawn)
             SELECT $1, $2, $3, FALSE
             WHERE (SELECT count(*) FROM tournament_players WHERE tournament = $1) < $4
             OR EXISTS (SELECT 1 FROM tournament_players WHERE tournament = $1 AND player = $2)
             ON CONFLICT (tournament, player) DO UPDATE SET withdrawn = FALSE",
        )
        .bind(known.number)
        .bind(self.player)
        .bind(self.now_ms)
        .bind(most)
        .execute(connection)
        .await?;
        Ok(match (joined, most) {
            (0, 0) => Err(NoTournament::Over),
            (0, _) => Err(NoTournament::TooMany),
            _ => Ok(()),
        })
    }
}

/// Has somebody take no further part. Before it has begun they have never joined.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WithdrawPlayer {
    /// The tournament.
    pub id: Uuid,
    /// Who.
    pub player: Uuid,
}

impl Write for WithdrawPlayer {
    type Output = Result<(), NoTournament>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Self::Output, StoreError> {
        let connection = &mut batch.connection;
        let Some(known) = known(connection, self.id).await? else { return Ok(Err(NoTournament::None)) };
        match known.status {
            TournamentStatus::Open => {
                Statement::of("DELETE FROM tournament_players WHERE tournament = $1 AND player = $2")
                    .bind(known.number)
                    .bind(self.player)
                    .execute(connection)
                    .await?;
            }
            TournamentStatus::Running => withdraw(connection, known.number, self.player).await?,
            TournamentStatus::Finished | TournamentStatus::Cancelled => return Ok(Err(NoTournament::Over)),
        }
        Ok(Ok(()))
    }
}

async fn withdraw(connection: &mut Connection<'_>, number: i64, player: Uuid) -> Result<(), StoreError> {
    Statement::of("UPDATE tournament_players SET withdrawn = TRUE WHERE tournament = $1 AND player = $2")
        .bind(number)
        .bind(player)
        .execute(connection)
        .await?;
    Ok(())
}

/// Takes a tournament back, by whoever has set it up or owns its club, or a moderator; one that has begun is over from then on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CancelTournament {
    /// The tournament.
    pub id: Uuid,
    /// Who wants that.
    pub by: Uuid,
    /// Whether they moderate.
    pub is_moderator: bool,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

impl Write for CancelTournament {
    type Output = Result<(), NoTournament>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Self::Output, StoreError> {
        let connection = &mut batch.connection;
        let Some(known) = known(connection, self.id).await? else { return Ok(Err(NoTournament::None)) };
        // Whoever has left the club, or was put out of it, has no say in what its members have joined.
        let is_host = known.host == self.by && known.is_open_to(connection, self.by).await?;
        if !is_host && known.club_owner != Some(self.by) && !self.is_moderator {
            return Ok(Err(NoTournament::NotHost));
        }
        let status = match known.status {
            TournamentStatus::Open => TournamentStatus::Cancelled,
            TournamentStatus::Running => TournamentStatus::Finished,
            TournamentStatus::Finished | TournamentStatus::Cancelled => return Ok(Err(NoTournament::Over)),
        };
        end(connection, known.number, status, self.now_ms).await?;
        Ok(Ok(()))
    }
}

/// Has a tournament begin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StartTournament(pub i64);

impl Write for StartTournament {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        Statement::of("UPDATE tournaments SET status = $2 WHERE number = $1 AND status = $3")
            .bind(self.0)
            .bind(TournamentStatus::Running.name())
            .bind(TournamentStatus::Open.name())
            .execute(&mut batch.connection)
            .await?;
        Ok(())
    }
}

/// Ends a tournament.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndTournament {
    /// Its number.
    pub number: i64,
    /// How it stands from then on.
    pub status: TournamentStatus,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

impl Write for EndTournament {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        end(&mut batch.connection, self.number, self.status, self.now_ms).await
    }
}

async fn end(
    connection: &mut Connection<'_>,
    number: i64,
    status: TournamentStatus,
    now_ms: i64,
) -> Result<(), StoreError> {
    Statement::of("UPDATE tournaments SET status = $2, ended_ms = $3 WHERE number = $1 AND ended_ms IS NULL")
        .bind(number)
        .bind(status.name())
        .bind(now_ms)
        .execute(connection)
        .await?;
    Ok(())
}

/// A game that is to be played, or a bye.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    /// The table, with everybody at it; none for a bye.
    pub table: Option<NewTable>,
    /// The players, by their seats.
    pub players: Vec<Uuid>,
    /// What they get though no game is played.
    pub points: Option<Vec<u32>>,
}

/// Pairs a round: all its tables are set up, or none is. False if it was paired before (the round is a fencing token), or the tournament is
/// not on any more.
#[derive(Clone, Debug)]
pub(crate) struct PairRound {
    /// The tournament's number.
    pub number: i64,
    /// The round, from 1: the one after the last.
    pub round: u32,
    /// Its games, by board.
    pub games: Vec<NewGame>,
}

impl Write for PairRound {
    type Output = bool;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<bool, StoreError> {
        let Self { number, round, games } = self;
        let moved = Statement::of(
            "UPDATE tournaments SET round = $2 WHERE number = $1 AND round = $2 - 1 AND status = $3",
        )
        .bind(number)
        .bind(i64::from(round))
        .bind(TournamentStatus::Running.name())
        .execute(&mut batch.connection)
        .await?;
        if moved == 0 {
            return Ok(false);
        }
        for (board, game) in (1_i64..).zip(games) {
            if let Some(table) = &game.table {
                // Its id is a fresh one, and nobody is counted: there is no other answer.
                let Made::Now(number) = tables::create(&mut batch.connection, table, u32::MAX).await? else {
                    return Ok(false);
                };
                batch.delta.begin(number, table.records.len() as u64);
                batch.last_ms =
                    table.records.iter().map(|(ms, _)| Some(*ms)).fold(batch.last_ms, Option::max);
            }
            let points = game.points.as_ref().map(serde_json::to_string).transpose();
            Statement::of(
                "INSERT INTO tournament_games (tournament, round, board, table_id, players, points)
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(number)
            .bind(i64::from(round))
            .bind(board)
            .bind(game.table.map(|table| table.info.id))
            .bind(serde_json::to_string(&game.players).map_err(StoreError::unwritable("pairing"))?)
            .bind(points.map_err(StoreError::unwritable("pairing"))?)
            .execute(&mut batch.connection)
            .await?;
        }
        Ok(true)
    }
}

/// What came of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameResult {
    /// Its table.
    pub table: Uuid,
    /// What each seat gets.
    pub points: Vec<u32>,
    /// Those who did not come to it: they take no further part until they join again.
    pub absent: Vec<Uuid>,
}

/// Notes down what came of games, once each.
#[derive(Clone, Debug)]
pub(crate) struct NoteResults {
    /// The tournament's number.
    pub number: i64,
    /// The games.
    pub results: Vec<GameResult>,
}

impl Write for NoteResults {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        let connection = &mut batch.connection;
        for GameResult { table, points, absent } in self.results {
            let noted = Statement::of(
                "UPDATE tournament_games SET points = $3 WHERE tournament = $1 AND table_id = $2 AND points IS NULL",
            )
            .bind(self.number)
            .bind(table)
            .bind(serde_json::to_string(&points).map_err(StoreError::unwritable("points"))?)
            .execute(connection)
            .await?;
            for player in absent.iter().filter(|_| noted > 0) {
                withdraw(connection, self.number, *player).await?;
            }
        }
        Ok(())
    }
}
