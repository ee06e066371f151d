//! What computer players make of finished games: a cache, which may be lost and made anew.

use cydonia_protocol::MatchAnalysis;

use super::engine::Statement;
use super::write::{Batch, Write};
use super::{Store, StoreError};

/// Keeps the analysis of a game, in place of any that was made before.
#[derive(Debug)]
pub(crate) struct KeepAnalysis {
    /// The game's number.
    pub number: i64,
    /// The version of the players that made it.
    pub version: u32,
    /// The document as it is told.
    pub document: String,
}

impl Write for KeepAnalysis {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        Statement::of(
            "INSERT INTO match_analyses (number, version, document) VALUES ($1, $2, $3)
             ON CONFLICT (number) DO UPDATE SET version = excluded.version, document = excluded.document",
        )
        .bind(self.number)
        .bind(i64::from(self.version))
        .bind(self.document)
        .execute(&mut batch.connection)
        .await?;
        Ok(())
    }
}

impl Store {
    /// The analysis of the game of that number by that version of the players, as it is told, and how many positions it is of.
    /// One that cannot be read is taken for none, and the log is told: it can be made anew.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn analysis(
        &self,
        number: i64,
        version: u32,
    ) -> Result<Option<(String, u32)>, StoreError> {
        let store = self.clone();
        let read = async move {
            let row: Option<(String,)> =
                Statement::of("SELECT document FROM match_analyses WHERE number = $1 AND version = $2")
                    .bind(number)
                    .bind(i64::from(version))
                    .fetch_optional(&mut store.readers.lookups.lend().await?)
                    .await?;
            let Some((document,)) = row else { return Ok(None) };
            match serde_json::from_str::<MatchAnalysis>(&document) {
                Ok(MatchAnalysis { positions, .. }) => Ok(Some((document, positions.len() as u32))),
                Err(error) => {
                    tracing::warn!(number, %error, "an analysis cannot be read, and is taken for none");
                    Ok(None)
                }
            }
        };
        self.look(read).await
    }
}
