//! Contacts: whom players follow and block, and how others may reach them.

use cydonia_protocol::{
    Contact, ContactSettings, FollowedPlayer, Player, TableInfo, TableStatus, TimeControl,
};
use uuid::Uuid;

use super::engine::{Connection, RowPlace, Statement, named};
use super::tables::{self, ListedRow, read_info};
use super::write::{Batch, Write};
use super::{Store, StoreError};
use crate::limits;

/// Why somebody is not followed or blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoContact {
    /// There is nobody of that id.
    NoPlayer,
    /// It is oneself, a computer, or somebody who was deleted or has become part of another.
    NoPerson,
    /// One of the two has blocked the other.
    Blocked(Block),
    /// One follows, or has blocked, as many as one may.
    TooMany,
}

/// Somebody has blocked somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// Who has.
    pub by: Uuid,
    /// Whom.
    pub blocked: Uuid,
}

/// Has somebody follow another from now on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Follow {
    /// Who.
    pub by: Uuid,
    /// Whom.
    pub followed: Uuid,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Has somebody follow another no more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unfollow {
    /// Who.
    pub by: Uuid,
    /// Whom.
    pub followed: Uuid,
}

/// Has somebody blocked, whom one follows no more, nor they one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockPlayer {
    /// Who blocks whom.
    pub block: Block,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Takes a block back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unblock(pub Block);

/// Keeps how others may reach somebody.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeepContactSettings {
    /// Whom.
    pub player: Uuid,
    /// How.
    pub settings: ContactSettings,
}

impl Write for Follow {
    type Output = Result<(), NoContact>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Self::Output, StoreError> {
        let connection = &mut batch.connection;
        if let Err(no) = check_person(connection, self.by, self.followed).await? {
            return Ok(Err(no));
        }
        let blocks: Vec<(Uuid, Uuid)> = between(self.by, &[self.followed]).fetch_all(connection).await?;
        if let Some(block) = own_first(blocks, self.by).first() {
            return Ok(Err(NoContact::Blocked(*block)));
        }
        let added = Statement::of(
            "INSERT INTO follows (follower, followed, since_ms) SELECT $1, $2, $3
             WHERE (SELECT count(*) FROM follows WHERE follower = $1) < $4
             OR EXISTS (SELECT 1 FROM follows WHERE follower = $1 AND followed = $2)
             ON CONFLICT (follower, followed) DO UPDATE SET since_ms = follows.since_ms",
        )
        .bind(self.by)
        .bind(self.followed)
        .bind(self.now_ms)
        .bind(limits::FOLLOWS)
        .execute(connection)
        .await?;
        Ok(if added > 0 { Ok(()) } else { Err(NoContact::TooMany) })
    }
}

impl Write for Unfollow {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        unfollow(&mut batch.connection, self.by, self.followed).await
    }
}

impl Write for BlockPlayer {
    type Output = Result<(), NoContact>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Self::Output, StoreError> {
        let Self { block: Block { by, blocked }, now_ms } = self;
        let connection = &mut batch.connection;
        if let Err(no) = check_person(connection, by, blocked).await? {
            return Ok(Err(no));
        }
        let added = Statement::of(
            "INSERT INTO blocks (blocker, blocked, since_ms) SELECT $1, $2, $3
             WHERE (SELECT count(*) FROM blocks WHERE blocker = $1) < $4
             OR EXISTS (SELECT 1 FROM blocks WHERE blocker = $1 AND blocked = $2)
             ON CONFLICT (blocker, blocked) DO UPDATE SET since_ms = blocks.since_ms",
        )
        .bind(by)
        .bind(blocked)
        .bind(now_ms)
        .bind(limits::BLOCKS)
        .execute(connection)
        .await?;
        if added == 0 {
            return Ok(Err(NoContact::TooMany));
        }
        unfollow(connection, by, blocked).await?;
        unfollow(connection, blocked, by).await?;
        Ok(Ok(()))
    }
}

impl Write for Unblock {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        let Self(Block { by, blocked }) = self;
        Statement::of("DELETE FROM blocks WHERE blocker = $1 AND blocked = $2")
            .bind(by)
            .bind(blocked)
            .execute(&mut batch.connection)
            .await?;
        Ok(())
    }
}

impl Write for KeepContactSettings {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        let ContactSettings { challenges, shows_online } = self.settings;
        Statement::of(
            "INSERT INTO contact_settings (player, challenges, shows_online)
             SELECT id, $2, $3 FROM players WHERE id = $1 AND deleted_ms IS NULL
             ON CONFLICT (player) DO UPDATE SET challenges = excluded.challenges,
             shows_online = excluded.shows_online",
        )
        .bind(self.player)
        .bind(challenges.name())
        .bind(shows_online)
        .execute(&mut batch.connection)
        .await?;
        Ok(())
    }
}

/// Whether these are two people, who are not deleted, nor part of others.
pub(super) async fn check_person(
    connection: &mut Connection<'_>,
    by: Uuid,
    other: Uuid,
) -> Result<Result<(), NoContact>, StoreError> {
    if by == other || super::players::computer(other).is_some() {
        return Ok(Err(NoContact::NoPerson));
    }
    let known: Vec<(Uuid, bool)> = Statement::of(
        "SELECT id, deleted_ms IS NOT NULL OR id IN (SELECT player FROM merges) FROM players WHERE id = $1 OR id = $2",
    )
    .bind(by)
    .bind(other)
    .fetch_all(connection)
    .await?;
    if known.len() < 2 {
        return Ok(Err(NoContact::NoPlayer));
    }
    let is_gone = known.iter().any(|(_, is_gone)| *is_gone);
    Ok(if is_gone { Err(NoContact::NoPerson) } else { Ok(()) })
}

/// Asks for the blocks between somebody and some others, of whom there must be one at least.
fn between(player: Uuid, others: &[Uuid]) -> Statement {
    let mut statement = Statement::of("SELECT blocker, blocked FROM blocks WHERE ");
    statement.bound("(blocker = ", player);
    statement.text(" AND blocked IN ");
    statement.list(others);
    statement.bound(") OR (blocked = ", player);
    statement.text(" AND blocker IN ");
    statement.list(others);
    statement.text(")");
    statement
}

/// Blocks in the order in which somebody is told of them: their own before all others.
fn own_first(blocks: Vec<(Uuid, Uuid)>, player: Uuid) -> Vec<Block> {
    let mut blocks: Vec<Block> = blocks.into_iter().map(|(by, blocked)| Block { by, blocked }).collect();
    blocks.sort_by_key(|block| block.by != player);
    blocks
}

async fn unfollow(connection: &mut Connection<'_>, by: Uuid, followed: Uuid) -> Result<(), StoreError> {
    Statement::of("DELETE FROM follows WHERE follower = $1 AND followed = $2")
        .bind(by)
        .bind(followed)
        .execute(connection)
        .await?;
    Ok(())
}

/// Whether somebody has not answered as many challenges as one may have, or as many by whoever challenges them now.
pub(super) async fn has_too_many_challenges(
    connection: &mut Connection<'_>,
    by: Uuid,
    challenged: Uuid,
) -> Result<bool, StoreError> {
    // Whoever has set a table up may have stood up from it since.
    let tables: Vec<(i64, String, bool)> = Statement::of(
        "SELECT number, info, EXISTS (SELECT 1 FROM wishes WHERE table_id = tables.id AND wishes.player = $2)
         FROM seated JOIN tables ON number = table_number WHERE seated.player = $1 AND NOT closed",
    )
    .bind(challenged)
    .bind(by)
    .fetch_all(connection)
    .await?;
    let (mut all, mut own) = (0, 0);
    for (number, info, is_by_them) in tables {
        // A row that cannot be read keeps nobody from playing.
        let Ok(info) = read_info(number, &info) else { continue };
        if tables::challenged(&info).any(|player| player == challenged) {
            all += 1;
            own += usize::from(is_by_them);
        }
    }
    Ok(all >= limits::CHALLENGES || own >= limits::CHALLENGES_BY_ONE)
}

/// Forgets all contacts of somebody who is deleted, and those of others with them.
pub(super) async fn forget(connection: &mut Connection<'_>, player: Uuid) -> Result<(), StoreError> {
    for own in [
        "DELETE FROM follows WHERE follower = $1 OR followed = $1",
        "DELETE FROM blocks WHERE blocker = $1 OR blocked = $1",
        "DELETE FROM contact_settings WHERE player = $1",
    ] {
        Statement::of(own).bind(player).execute(connection).await?;
    }
    Ok(())
}

/// Somebody who is followed, as the store knows them.
#[derive(Clone, Debug)]
pub(crate) struct Followed {
    /// What is told of them, but for whether they are here.
    pub told: FollowedPlayer,
    /// Whether that may be told.
    pub shows_online: bool,
}

/// Who it is, and since when: what is kept.
impl From<Followed> for Contact {
    fn from(followed: Followed) -> Self {
        let FollowedPlayer { player, since_ms, .. } = followed.told;
        Self { player, since_ms }
    }
}

impl Store {
    /// Whom somebody follows, by name.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn follows_of(&self, player: Uuid) -> Result<Vec<Followed>, StoreError> {
        let mut reader = self.readers.lookups.lend().await?;
        let rows: Vec<(Uuid, String, bool, i64, bool)> = Statement::of(
            "SELECT id, name, registered_ms IS NOT NULL, since_ms, COALESCE(shows_online, TRUE)
             FROM follows JOIN players ON id = followed
             LEFT JOIN contact_settings ON contact_settings.player = followed
             WHERE follower = $1 ORDER BY search, players.number",
        )
        .bind(player)
        .fetch_all(&mut reader)
        .await?;
        let live: Vec<ListedRow> = Statement::of(
            "SELECT number, info FROM tables WHERE number IN (SELECT table_number FROM seated
             JOIN follows ON followed = seated.player WHERE follower = $1) AND NOT closed AND NOT private
             ORDER BY number DESC LIMIT $2",
        )
        .bind(player)
        .bind(limits::FRIENDS_TABLES)
        .fetch_all(&mut reader)
        .await?;
        let live =
            live.into_iter().filter_map(|row| row.read_or_log("a table is left out of those of friends"));
        let is_on = |info: &TableInfo| {
            info.status == TableStatus::Playing && !matches!(info.clock, TimeControl::Correspondence { .. })
        };
        let live: Vec<_> = live.filter(is_on).collect();
        let read =
            |(id, name, registered, since_ms, shows_online): (Uuid, String, bool, i64, bool)| Followed {
                told: FollowedPlayer {
                    player: Player::new(id, name).with_account(registered),
                    since_ms,
                    online: false,
                    playing: live
                        .iter()
                        .find(|info| shows_online && info.seat_of(id).is_some())
                        .map(|info| info.id),
                },
                shows_online,
            };
        Ok(rows.into_iter().map(read).collect())
    }

    /// Whom somebody has blocked, by name.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn blocks_of(&self, player: Uuid) -> Result<Vec<Contact>, StoreError> {
        let rows: Vec<(Uuid, String, bool, i64)> = Statement::of(
            "SELECT id, name, registered_ms IS NOT NULL, since_ms FROM blocks JOIN players ON id = blocked
             WHERE blocker = $1 ORDER BY search, players.number",
        )
        .bind(player)
        .fetch_all(&mut self.readers.lookups.lend().await?)
        .await?;
        let read = |(id, name, registered, since_ms): (Uuid, String, bool, i64)| Contact {
            player: Player::new(id, name).with_account(registered),
            since_ms,
        };
        Ok(rows.into_iter().map(read).collect())
    }

    /// The blocks between somebody and any of some others; one's own first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn blocks_between(
        &self,
        player: Uuid,
        others: &[Uuid],
    ) -> Result<Vec<Block>, StoreError> {
        if others.is_empty() {
            return Ok(Vec::new());
        }
        let found = between(player, others).fetch_all(&mut self.readers.play.lend().await?).await?;
        Ok(own_first(found, player))
    }

    /// How others may reach somebody.
    ///
    /// # Errors
    /// If the database fails or the row is damaged.
    pub(crate) async fn contact_settings(&self, player: Uuid) -> Result<ContactSettings, StoreError> {
        let row: Option<(String, bool)> =
            Statement::of("SELECT challenges, shows_online FROM contact_settings WHERE player = $1")
                .bind(player)
                .fetch_optional(&mut self.readers.play.lend().await?)
                .await?;
        let Some((challenges, shows_online)) = row else { return Ok(ContactSettings::default()) };
        let challenges =
            named(&challenges).map_err(RowPlace("contact_settings", player).column("challenges"))?;
        Ok(ContactSettings { challenges, shows_online })
    }

    /// Whether somebody follows another.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn follows(&self, by: Uuid, followed: Uuid) -> Result<bool, StoreError> {
        let found: Option<(Uuid,)> =
            Statement::of("SELECT followed FROM follows WHERE follower = $1 AND followed = $2")
                .bind(by)
                .bind(followed)
                .fetch_optional(&mut self.readers.play.lend().await?)
                .await?;
        Ok(found.is_some())
    }
}
