//! Preferences: how players like the page.

use cydonia_protocol::Preferences;
use uuid::Uuid;

use super::engine::{RowPlace, Statement};
use super::write::{Batch, Write};
use super::{Store, StoreError};

/// Keeps somebody's preferences in place of those before: of two devices the one that writes last is right.
#[derive(Clone, Debug)]
pub(crate) struct KeepPreferences {
    /// Whose.
    pub player: Uuid,
    /// What they chose.
    pub preferences: Preferences,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

impl Write for KeepPreferences {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        let document =
            serde_json::to_string(&self.preferences).map_err(StoreError::unwritable("preferences"))?;
        Statement::of(
            "INSERT INTO preferences (player, document, changed_ms)
             SELECT id, $2, $3 FROM players WHERE id = $1 AND deleted_ms IS NULL
             ON CONFLICT (player) DO UPDATE SET document = excluded.document, changed_ms = excluded.changed_ms",
        )
        .bind(self.player)
        .bind(document)
        .bind(self.now_ms)
        .execute(&mut batch.connection)
        .await?;
        Ok(())
    }
}

impl Store {
    /// Somebody's preferences; none if they never chose anything, or chose what this version does not know.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn preferences(&self, player: Uuid) -> Result<Option<Preferences>, StoreError> {
        let row: Option<(String,)> = Statement::of("SELECT document FROM preferences WHERE player = $1")
            .bind(player)
            .fetch_optional(&mut self.readers.lookups.lend().await?)
            .await?;
        let Some((document,)) = row else { return Ok(None) };
        // They are worth no refusal: the page goes on as it does by itself.
        match serde_json::from_str(&document) {
            Ok(preferences) => Ok(Some(preferences)),
            Err(error) => {
                let place = RowPlace("preferences", player).column("document")(error);
                tracing::error!(error = %place, "preferences cannot be read, and begin anew");
                Ok(None)
            }
        }
    }
}
