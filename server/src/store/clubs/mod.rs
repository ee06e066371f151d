//! Clubs: what they are called, who belongs to them, and what is played by those who do.

mod members;
mod writes;

use cydonia_protocol::{ClubMember, ClubStanding, ClubSummary, OwnClub, Player, SeatState, TableInfo};
use uuid::Uuid;

use super::engine::{RowPlace, Statement, from_row, named};
use super::page::Page;
use super::players::player_of;
use super::tables::ListedRow;
use super::{Store, StoreError};
use crate::{limits, text};
pub(super) use members::forget;
pub(crate) use members::{AdmitMember, ExpelMember, HandOverClub, JoinClub, LeaveClub};
pub(crate) use writes::{ChangeClub, CloseClub, ClubWords, FoundClub, NoClub};

/// A club with all that there is of it.
#[derive(Clone, Debug)]
pub(crate) struct WholeClub {
    /// As lists show it.
    pub summary: ClubSummary,
    /// Everybody who belongs to it, whoever has for the longest time first.
    pub roster: Vec<ClubMember>,
    /// Public tables at which one of them sits, the newest first.
    pub tables: Vec<TableInfo>,
    /// Whom its owner has put out, by name, if it is they who look.
    pub expelled: Vec<Player>,
}

/// Which clubs a list is of.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClubFilter {
    /// Those whose names begin so, to whoever reads them with a glance.
    pub name: Option<String>,
    /// Those to which somebody belongs.
    pub player: Option<Uuid>,
    /// Those below this number.
    pub below: Option<i64>,
}

struct Row {
    number: i64,
    id: Uuid,
    name: String,
    about: String,
    founded_ms: i64,
    owner: Uuid,
    owner_name: Option<String>,
    owner_registered: bool,
    members: i64,
}

from_row!(Row: number, id, name, about, founded_ms, owner, owner_name, owner_registered, members);

impl Row {
    fn summary(self) -> ClubSummary {
        let Self { id, name, about, founded_ms, members, .. } = self;
        let owner = player_of((self.owner, self.owner_name, self.owner_registered));
        ClubSummary { id, name, about, owner, members: members as u32, founded_ms }
    }
}

const ROW: &str = "SELECT clubs.number, clubs.id, clubs.name, about, founded_ms, owner,
     players.name AS owner_name, players.registered_ms IS NOT NULL AS owner_registered,
     (SELECT count(*) FROM club_members WHERE club = clubs.number) AS members
     FROM clubs LEFT JOIN players ON players.id = owner";

impl Store {
    /// Clubs, the newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn clubs(
        &self,
        filter: ClubFilter,
        limit: usize,
    ) -> Result<Page<ClubSummary>, StoreError> {
        let mut statement = Statement::of(ROW);
        statement.bound(" WHERE clubs.number < ", filter.below.unwrap_or(i64::MAX));
        if let Some(name) = filter.name {
            let key = text::search_key(&name);
            statement.bound(" AND clubs.search < ", format!("{key}{}", char::MAX));
            statement.bound(" AND clubs.search >= ", key);
        }
        if let Some(player) = filter.player {
            statement.bound(" AND clubs.number IN (SELECT club FROM club_members WHERE player = ", player);
            statement.text(")");
        }
        statement.bound(" ORDER BY clubs.number DESC LIMIT ", limit as i64 + 1);
        let rows: Vec<Row> = statement.fetch_all(&mut self.readers.lookups.lend().await?).await?;
        Ok(Page::of(rows, limit, |row| row.number).read(|row| Ok(row.summary())))
    }

    /// A club, with all that there is of it for whoever looks at it: whom its owner has put out is theirs to know.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn club(&self, id: Uuid, viewer: Option<Uuid>) -> Result<Option<WholeClub>, StoreError> {
        let mut statement = Statement::of(ROW);
        statement.bound(" WHERE clubs.id = ", id);
        let mut moment = self.readers.lookups.begin_snapshot().await?;
        let found: Option<Row> = statement.fetch_optional(&mut moment).await?;
        let Some(row) = found else { return Ok(None) };
        let members: Vec<(Uuid, Option<String>, bool, i64)> = Statement::of(
            "SELECT player, name, registered_ms IS NOT NULL, joined_ms
             FROM club_members LEFT JOIN players ON players.id = player
             WHERE club = $1 ORDER BY joined_ms, player",
        )
        .bind(row.number)
        .fetch_all(&mut moment)
        .await?;
        let expelled: Vec<(Uuid, Option<String>, bool)> = if viewer == Some(row.owner) {
            Statement::of(
                "SELECT player, name, registered_ms IS NOT NULL
                 FROM club_expulsions LEFT JOIN players ON players.id = player
                 WHERE club = $1 ORDER BY players.search, player LIMIT $2",
            )
            .bind(row.number)
            .bind(limits::CLUB_MEMBERS)
            .fetch_all(&mut moment)
            .await?
        } else {
            Vec::new()
        };
        let tables: Vec<ListedRow> = Statement::of(
            "SELECT number, info FROM tables WHERE number IN (SELECT table_number FROM seated
             JOIN club_members ON club_members.player = seated.player WHERE club = $1)
             AND NOT closed AND NOT private ORDER BY number DESC LIMIT $2",
        )
        .bind(row.number)
        .bind(limits::CLUB_TABLES_SCANNED)
        .fetch_all(&mut moment)
        .await?;
        let roster: Vec<ClubMember> = members
            .into_iter()
            .map(|(id, name, registered, joined_ms)| ClubMember {
                player: player_of((id, name, registered)),
                joined_ms,
            })
            .collect();
        // A seat that is only kept for a member is none at which they sit.
        let sits = |seat: &SeatState| {
            let sitter = seat.sitter().map(|player| player.id);
            roster.iter().any(|member| Some(member.player.id) == sitter)
        };
        let tables = tables
            .into_iter()
            .filter_map(|row| row.read_or_log("a table is left out of those of a club"))
            .filter(|info| info.seats.iter().any(sits))
            .take(limits::CLUB_TABLES)
            .collect();
        let expelled = expelled.into_iter().map(player_of).collect();
        Ok(Some(WholeClub { summary: row.summary(), roster, tables, expelled }))
    }

    /// Whose a club is.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn club_owner(&self, id: Uuid) -> Result<Option<Uuid>, StoreError> {
        let found: Option<(Uuid,)> = Statement::of("SELECT owner FROM clubs WHERE id = $1")
            .bind(id)
            .fetch_optional(&mut self.readers.lookups.lend().await?)
            .await?;
        Ok(found.map(|(owner,)| owner))
    }

    /// The clubs to which somebody belongs, and those that they were put out of: the newest first.
    ///
    /// # Errors
    /// If the database fails, or a row is damaged.
    pub(crate) async fn clubs_of(&self, player: Uuid) -> Result<Vec<OwnClub>, StoreError> {
        let own: Vec<(i64, Uuid, String, String, i64)> = Statement::of(
            "SELECT number, id, name, CASE WHEN owner = $1 THEN 'owner' ELSE 'member' END, joined_ms
             FROM club_members JOIN clubs ON number = club WHERE player = $1
             UNION ALL SELECT number, id, name, 'expelled', ms
             FROM club_expulsions JOIN clubs ON number = club WHERE player = $1 ORDER BY 1 DESC",
        )
        .bind(player)
        .fetch_all(&mut self.readers.lookups.lend().await?)
        .await?;
        let read = |(number, club, name, standing, ms): (i64, Uuid, String, String, i64)| {
            let standing: ClubStanding =
                named(&standing).map_err(RowPlace("clubs", number).column("owner"))?;
            Ok(OwnClub { club, name, standing, ms })
        };
        own.into_iter().map(read).collect()
    }
}
