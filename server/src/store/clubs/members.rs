//! Who belongs to a club, and whose it is: joining and leaving, and what its owner does about others.

use uuid::Uuid;

use super::super::StoreError;
use super::super::engine::{Connection, Statement};
use super::super::tournaments::{is_member, withdraw_former_member};
use super::super::write::{Batch, Write};
use super::writes::{Known, NoClub, add, check_may_join, known, own, owns_too_many, set_owner, succeed};
use crate::limits;

/// Has somebody belong to a club from now on. Whoever does already goes on belonging to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JoinClub {
    /// The club.
    pub id: Uuid,
    /// Who.
    pub player: Uuid,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

impl Write for JoinClub {
    type Output = Result<(), NoClub>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Self::Output, StoreError> {
        let connection = &mut batch.connection;
        let Self { id, player, now_ms } = self;
        let Some(Known { number, .. }) = known(connection, id).await? else { return Ok(Err(NoClub::None)) };
        let (is_in, is_expelled, members): (bool, bool, i64) = Statement::of(
            "SELECT EXISTS (SELECT 1 FROM club_members WHERE club = $1 AND player = $2),
             EXISTS (SELECT 1 FROM club_expulsions WHERE club = $1 AND player = $2),
             (SELECT count(*) FROM club_members WHERE club = $1)",
        )
        .bind(number)
        .bind(player)
        .fetch_one(connection)
        .await?;
        if is_in {
            return Ok(Ok(()));
        }
        if is_expelled {
            return Ok(Err(NoClub::Expelled));
        }
        if let Err(no) = check_may_join(connection, player).await? {
            return Ok(Err(no));
        }
        if members >= limits::CLUB_MEMBERS {
            return Ok(Err(NoClub::Full));
        }
        add(connection, number, player, now_ms).await?;
        Ok(Ok(()))
    }
}

/// Has somebody belong to a club no more. Its owner's is whoever has belonged to it for the longest time then; after the last it is closed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeaveClub {
    /// The club.
    pub id: Uuid,
    /// Who.
    pub player: Uuid,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

impl Write for LeaveClub {
    type Output = Result<(), NoClub>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Self::Output, StoreError> {
        let connection = &mut batch.connection;
        let Some(known) = known(connection, self.id).await? else { return Ok(Err(NoClub::None)) };
        if !remove(connection, known.number, self.player).await? {
            return Ok(Err(NoClub::NotMember));
        }
        if known.owner == self.player {
            succeed(connection, known.number, self.now_ms).await?;
        }
        Ok(Ok(()))
    }
}

/// Puts a member out, who does not come in again until they are let in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExpelMember {
    /// The club.
    pub id: Uuid,
    /// Who wants that.
    pub by: Uuid,
    /// Whom.
    pub player: Uuid,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

impl Write for ExpelMember {
    type Output = Result<(), NoClub>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Self::Output, StoreError> {
        let connection = &mut batch.connection;
        let known = match own(connection, self.id, self.by).await? {
            Ok(known) => known,
            Err(no) => return Ok(Err(no)),
        };
        if self.player == known.owner {
            return Ok(Err(NoClub::Oneself));
        }
        if !remove(connection, known.number, self.player).await? {
            return Ok(Err(NoClub::NotMember));
        }
        Statement::of(
            "INSERT INTO club_expulsions (club, player, ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        )
        .bind(known.number)
        .bind(self.player)
        .bind(self.now_ms)
        .execute(connection)
        .await?;
        Ok(Ok(()))
    }
}

/// Lets somebody in again who was put out: they may join from then on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AdmitMember {
    /// The club.
    pub id: Uuid,
    /// Who wants that.
    pub by: Uuid,
    /// Whom.
    pub player: Uuid,
}

impl Write for AdmitMember {
    type Output = Result<(), NoClub>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Self::Output, StoreError> {
        let connection = &mut batch.connection;
        let known = match own(connection, self.id, self.by).await? {
            Ok(known) => known,
            Err(no) => return Ok(Err(no)),
        };
        Statement::of("DELETE FROM club_expulsions WHERE club = $1 AND player = $2")
            .bind(known.number)
            .bind(self.player)
            .execute(connection)
            .await?;
        Ok(Ok(()))
    }
}

/// Makes a club a member's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandOverClub {
    /// The club.
    pub id: Uuid,
    /// Who wants that.
    pub by: Uuid,
    /// Whose it is to be.
    pub player: Uuid,
}

impl Write for HandOverClub {
    type Output = Result<(), NoClub>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Self::Output, StoreError> {
        let connection = &mut batch.connection;
        let known = match own(connection, self.id, self.by).await? {
            Ok(known) => known,
            Err(no) => return Ok(Err(no)),
        };
        if self.player == known.owner {
            return Ok(Ok(()));
        }
        if !is_member(connection, known.number, self.player).await? {
            return Ok(Err(NoClub::NotMember));
        }
        if owns_too_many(connection, self.player).await? {
            return Ok(Err(NoClub::OwnsTooMany));
        }
        set_owner(connection, known.number, self.player).await?;
        Ok(Ok(()))
    }
}

/// Forgets that somebody who is deleted belonged to clubs, or was put out of some. What was theirs is another's.
pub(in super::super) async fn forget(
    connection: &mut Connection<'_>,
    player: Uuid,
    now_ms: i64,
) -> Result<(), StoreError> {
    let joined: Vec<(i64,)> = Statement::of("SELECT club FROM club_members WHERE player = $1")
        .bind(player)
        .fetch_all(connection)
        .await?;
    for (number,) in joined {
        withdraw_former_member(connection, number, player).await?;
    }
    let owned: Vec<(i64,)> =
        Statement::of("SELECT number FROM clubs WHERE owner = $1").bind(player).fetch_all(connection).await?;
    for own in ["DELETE FROM club_members WHERE player = $1", "DELETE FROM club_expulsions WHERE player = $1"]
    {
        Statement::of(own).bind(player).execute(connection).await?;
    }
    for (number,) in owned {
        succeed(connection, number, now_ms).await?;
    }
    Ok(())
}

/// Has them belong to a club no more, nor take part in its tournaments; whether they belonged to it.
async fn remove(connection: &mut Connection<'_>, number: i64, player: Uuid) -> Result<bool, StoreError> {
    let removed = Statement::of("DELETE FROM club_members WHERE club = $1 AND player = $2")
        .bind(number)
        .bind(player)
        .execute(connection)
        .await?;
    if removed > 0 {
        withdraw_former_member(connection, number, player).await?;
    }
    Ok(removed > 0)
}
