//! Names that moderators take away.

use cydonia_protocol::ModeratorAction;
use uuid::Uuid;

use super::super::StoreError;
use super::super::engine::Statement;
use super::super::players::{NameTaken, RenamePlayer};
use super::super::write::{Batch, Write};
use super::audit::NewEntry;

/// How many letters of somebody's id stand in the name that they are given instead: more where others are called so already.
const DIGITS: [usize; 4] = [4, 8, 12, 16];

/// Takes somebody's name away: they are called by the end of their id, until they say another. Whether there is such a person.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TakeName {
    /// Whose.
    pub player: Uuid,
    /// Which moderator does it.
    pub by: Uuid,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

impl Write for TakeName {
    type Output = bool;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<bool, StoreError> {
        let Self { player, by, now_ms } = self;
        let found: Option<(String,)> = Statement::of(
            "SELECT name FROM players WHERE id = $1 AND deleted_ms IS NULL AND id NOT IN (SELECT player FROM merges)",
        )
        .bind(player)
        .fetch_optional(&mut batch.connection)
        .await?;
        let Some((name,)) = found else { return Ok(false) };
        let id = player.simple().to_string();
        for digits in DIGITS {
            let plain = format!("Player {}", &id[id.len() - digits..]);
            let renaming = RenamePlayer { id: player, name: plain };
            if renaming.apply(batch).await? != Err(NameTaken) {
                break;
            }
        }
        let entry = NewEntry {
            ms: now_ms,
            by,
            action: ModeratorAction::NameTaken,
            player: Some(player),
            addresses: None,
            until_ms: None,
            words: Some(&name),
        };
        entry.write(&mut batch.connection).await?;
        Ok(true)
    }
}
