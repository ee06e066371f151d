//! What is written of clubs. Each checks in its own transaction what it depends on, as nobody else writes there.

use cydonia_protocol::ModeratorAction;
use uuid::Uuid;

use super::super::StoreError;
use super::super::engine::{Connection, Statement};
use super::super::moderation::NewEntry;
use super::super::tournaments::cancel_open;
use super::super::write::{Batch, Write};
use crate::{limits, text};

/// Why something is not done with a club.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoClub {
    /// There is none of that id.
    None,
    /// Another is called so, or what looks like it.
    NameTaken,
    /// Whoever is to own it has no account, or whoever would join.
    NoAccount,
    /// Whoever is to own it owns as many as one may.
    OwnsTooMany,
    /// Whoever would join belongs to as many as one may.
    InTooMany,
    /// As many belong to it as may.
    Full,
    /// They do not belong to it.
    NotMember,
    /// It is another's.
    NotOwner,
    /// Whoever owns it would put themselves out.
    Oneself,
    /// Its owner has put them out.
    Expelled,
}

/// What a club is called, and what it tells of itself.
#[derive(Clone, Debug)]
pub(crate) struct ClubWords {
    /// Its name.
    pub name: String,
    /// A few words about it.
    pub about: String,
}

/// Founds a club, of which whoever does is the owner and the first member.
#[derive(Clone, Debug)]
pub(crate) struct FoundClub {
    /// Its id.
    pub id: Uuid,
    /// Who founds it.
    pub owner: Uuid,
    /// What it is called, and tells of itself.
    pub words: ClubWords,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

impl Write for FoundClub {
    type Output = Result<(), NoClub>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Self::Output, StoreError> {
        let connection = &mut batch.connection;
        let Self { id, owner, words: ClubWords { name, about }, now_ms } = self;
        if let Err(no) = check_may_join(connection, owner).await? {
            return Ok(Err(no));
        }
        if owns_too_many(connection, owner).await? {
            return Ok(Err(NoClub::OwnsTooMany));
        }
        let made: Option<(i64,)> = Statement::of(
            "INSERT INTO clubs (id, owner, name, look, search, about, founded_ms)
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (look) DO NOTHING RETURNING number",
        )
        .bind(id)
        .bind(owner)
        .bind(&name)
        .bind(text::look(&name))
        .bind(text::search_key(&name))
        .bind(about)
        .bind(now_ms)
        .fetch_optional(connection)
        .await?;
        let Some((number,)) = made else { return Ok(Err(NoClub::NameTaken)) };
        add(connection, number, owner, now_ms).await?;
        Ok(Ok(()))
    }
}

/// Gives a club another name, and has it tell something else of itself.
#[derive(Clone, Debug)]
pub(crate) struct ChangeClub {
    /// The club.
    pub id: Uuid,
    /// Who wants that.
    pub by: Uuid,
    /// What it is called from then on, and tells of itself.
    pub words: ClubWords,
}

impl Write for ChangeClub {
    type Output = Result<(), NoClub>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Self::Output, StoreError> {
        let connection = &mut batch.connection;
        let known = match own(connection, self.id, self.by).await? {
            Ok(known) => known,
            Err(no) => return Ok(Err(no)),
        };
        let ClubWords { name, about } = self.words;
        let changed = Statement::of(
            "UPDATE clubs SET name = $2, look = $3, search = $4, about = $5 WHERE number = $1
             AND NOT EXISTS (SELECT 1 FROM clubs AS other WHERE other.look = $3 AND other.number <> $1)",
        )
        .bind(known.number)
        .bind(&name)
        .bind(text::look(&name))
        .bind(text::search_key(&name))
        .bind(about)
        .execute(connection)
        .await?;
        Ok(if changed > 0 { Ok(()) } else { Err(NoClub::NameTaken) })
    }
}

/// Closes a club, by its owner or a moderator: then it stands in the log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CloseClub {
    /// The club.
    pub id: Uuid,
    /// Who wants that.
    pub by: Uuid,
    /// Whether they moderate.
    pub is_moderator: bool,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

impl Write for CloseClub {
    type Output = Result<(), NoClub>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Self::Output, StoreError> {
        let connection = &mut batch.connection;
        let Some(known) = known(connection, self.id).await? else { return Ok(Err(NoClub::None)) };
        if known.owner != self.by {
            if !self.is_moderator {
                return Ok(Err(NoClub::NotOwner));
            }
            let entry = NewEntry {
                ms: self.now_ms,
                by: self.by,
                action: ModeratorAction::ClubClosed,
                player: Some(known.owner),
                addresses: None,
                until_ms: None,
                words: Some(&known.name),
            };
            entry.write(connection).await?;
        }
        close(connection, known.number, self.now_ms).await?;
        Ok(Ok(()))
    }
}

/// A club as a write needs to know it.
pub(super) struct Known {
    /// What rows know it by.
    pub(super) number: i64,
    /// Whose it is.
    pub(super) owner: Uuid,
    /// What it is called.
    name: String,
}

pub(super) async fn known(connection: &mut Connection<'_>, id: Uuid) -> Result<Option<Known>, StoreError> {
    let found: Option<(i64, Uuid, String)> =
        Statement::of("SELECT number, owner, name FROM clubs WHERE id = $1")
            .bind(id)
            .fetch_optional(connection)
            .await?;
    Ok(found.map(|(number, owner, name)| Known { number, owner, name }))
}

/// The same of one that must be somebody's own.
pub(super) async fn own(
    connection: &mut Connection<'_>,
    id: Uuid,
    by: Uuid,
) -> Result<Result<Known, NoClub>, StoreError> {
    Ok(match known(connection, id).await? {
        None => Err(NoClub::None),
        Some(known) if known.owner != by => Err(NoClub::NotOwner),
        Some(known) => Ok(known),
    })
}

/// Whether somebody has an account, and belongs to fewer clubs than one may.
pub(super) async fn check_may_join(
    connection: &mut Connection<'_>,
    player: Uuid,
) -> Result<Result<(), NoClub>, StoreError> {
    let (has_account, joined): (bool, i64) = Statement::of(
        "SELECT EXISTS (SELECT 1 FROM players WHERE id = $1 AND registered_ms IS NOT NULL),
         (SELECT count(*) FROM club_members WHERE player = $1)",
    )
    .bind(player)
    .fetch_one(connection)
    .await?;
    Ok(match (has_account, joined) {
        (false, _) => Err(NoClub::NoAccount),
        (true, limits::CLUBS_JOINED..) => Err(NoClub::InTooMany),
        (true, _) => Ok(()),
    })
}

pub(super) async fn owns_too_many(connection: &mut Connection<'_>, player: Uuid) -> Result<bool, StoreError> {
    let (owned,): (i64,) = Statement::of("SELECT count(*) FROM clubs WHERE owner = $1")
        .bind(player)
        .fetch_one(connection)
        .await?;
    Ok(owned >= limits::CLUBS_OWNED)
}

pub(super) async fn add(
    connection: &mut Connection<'_>,
    number: i64,
    player: Uuid,
    now_ms: i64,
) -> Result<(), StoreError> {
    Statement::of("INSERT INTO club_members (club, player, joined_ms) VALUES ($1, $2, $3)")
        .bind(number)
        .bind(player)
        .bind(now_ms)
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn set_owner(
    connection: &mut Connection<'_>,
    number: i64,
    owner: Uuid,
) -> Result<(), StoreError> {
    Statement::of("UPDATE clubs SET owner = $2 WHERE number = $1")
        .bind(number)
        .bind(owner)
        .execute(connection)
        .await?;
    Ok(())
}

/// Makes a club whose owner has gone that of whoever has belonged to it for the longest time: of those who may own one more, unless there
/// are none, as somebody's it must be. If there is nobody, it is closed.
pub(super) async fn succeed(
    connection: &mut Connection<'_>,
    number: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    let next: Option<(Uuid,)> = Statement::of(
        "SELECT player FROM club_members WHERE club = $1
             ORDER BY (SELECT count(*) FROM clubs WHERE owner = player) >= $2, joined_ms, player LIMIT 1",
    )
    .bind(number)
    .bind(limits::CLUBS_OWNED)
    .fetch_optional(connection)
    .await?;
    match next {
        Some((owner,)) => set_owner(connection, number, owner).await,
        None => close(connection, number, now_ms).await,
    }
}

async fn close(connection: &mut Connection<'_>, number: i64, now_ms: i64) -> Result<(), StoreError> {
    cancel_open(connection, number, now_ms).await?;
    for of_it in [
        "DELETE FROM club_members WHERE club = $1",
        "DELETE FROM club_expulsions WHERE club = $1",
        "DELETE FROM clubs WHERE number = $1",
    ] {
        Statement::of(of_it).bind(number).execute(connection).await?;
    }
    Ok(())
}
