//! Tournaments of clubs: only members take part in them. Whatever ends a membership or a club calls this in its own transaction.

use cydonia_protocol::TournamentStatus;
use uuid::Uuid;

use super::super::StoreError;
use super::super::engine::{Connection, Statement};
use super::writes::{Known, NoTournament};

/// The number of a club to which whoever sets a tournament up for it must belong.
pub(super) async fn own_club(
    connection: &mut Connection<'_>,
    club: Uuid,
    host: Uuid,
) -> Result<Result<i64, NoTournament>, StoreError> {
    let found: Option<(i64,)> =
        Statement::of("SELECT number FROM clubs WHERE id = $1").bind(club).fetch_optional(connection).await?;
    Ok(match found {
        None => Err(NoTournament::NoClub),
        Some((number,)) if is_member(connection, number, host).await? => Ok(number),
        Some(_) => Err(NoTournament::NotMember),
    })
}

impl Known {
    /// Whether somebody may have to do with it: of a club that there is, only its members.
    pub(super) async fn is_open_to(
        &self,
        connection: &mut Connection<'_>,
        player: Uuid,
    ) -> Result<bool, StoreError> {
        match (self.club, self.club_owner) {
            (Some(club), Some(_)) => is_member(connection, club, player).await,
            _ => Ok(true),
        }
    }
}

/// Whether somebody belongs to a club of that number.
pub(in super::super) async fn is_member(
    connection: &mut Connection<'_>,
    club: i64,
    player: Uuid,
) -> Result<bool, StoreError> {
    let (is_in,): (bool,) =
        Statement::of("SELECT EXISTS (SELECT 1 FROM club_members WHERE club = $1 AND player = $2)")
            .bind(club)
            .bind(player)
            .fetch_one(connection)
            .await?;
    Ok(is_in)
}

/// Has somebody who belongs to a club no more take no further part in its tournaments. Those that have not begun they have never joined.
pub(in super::super) async fn withdraw_former_member(
    connection: &mut Connection<'_>,
    club: i64,
    player: Uuid,
) -> Result<(), StoreError> {
    for (statement, status) in [
        (
            "DELETE FROM tournament_players WHERE player = $1
             AND tournament IN (SELECT number FROM tournaments WHERE club = $2 AND status = $3)",
            TournamentStatus::Open,
        ),
        (
            "UPDATE tournament_players SET withdrawn = TRUE WHERE player = $1
             AND tournament IN (SELECT number FROM tournaments WHERE club = $2 AND status = $3)",
            TournamentStatus::Running,
        ),
    ] {
        Statement::of(statement).bind(player).bind(club).bind(status.name()).execute(connection).await?;
    }
    Ok(())
}

/// Cancels those tournaments of a club that is closed which have not begun. Those that are on go on.
pub(in super::super) async fn cancel_open(
    connection: &mut Connection<'_>,
    club: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    Statement::of("UPDATE tournaments SET status = $2, ended_ms = $3 WHERE club = $1 AND status = $4")
        .bind(club)
        .bind(TournamentStatus::Cancelled.name())
        .bind(now_ms)
        .bind(TournamentStatus::Open.name())
        .execute(connection)
        .await?;
    Ok(())
}
