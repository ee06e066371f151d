//! Bulk insert: many finished games at once, for a database that no server has open.

use cydonia_protocol::Player;
use cydonia_table::journal::Finished;

use super::engine::{Engine, MigrationPolicy, Readers, Session, Statement, WriterConnection};
use super::{StoreError, engine, matches, rating_rule};
use crate::config::Database;
use crate::limits;

/// A database to which finished games are added.
#[derive(Debug)]
pub struct Archive {
    owner: WriterConnection,
    readers: Readers,
}

impl Archive {
    /// Opens a database that holds no games yet, made if missing where that is up to this program.
    ///
    /// # Errors
    /// [`StoreError::NotEmpty`]; or if the database cannot be opened or a server has it.
    pub async fn open(database: &Database) -> Result<Self, StoreError> {
        let (mut owner, readers) = engine::open(database, MigrationPolicy::Migrate).await?;
        let any: Option<(i64,)> = Statement::of("SELECT number FROM matches LIMIT 1")
            .fetch_optional(&mut readers.lookups.lend().await?)
            .await?;
        if any.is_some() {
            return Err(StoreError::NotEmpty);
        }
        // While it costs nothing: the first start would work out anew what is by this rule already.
        rating_rule::run(&mut owner).await?;
        Ok(Self { owner, readers })
    }

    /// Adds players, who have no session and come back with none.
    ///
    /// # Errors
    /// If the database fails, or one of them is there already.
    pub async fn add_players(&mut self, players: &[Player], created_ms: i64) -> Result<(), StoreError> {
        let mut transaction = self.owner.begin().await?;
        for players in players.chunks(limits::ROWS) {
            let mut statement = Statement::of("INSERT INTO players (id, name, created_ms) VALUES ");
            statement.rows(
                players
                    .iter()
                    .map(|player| [player.id.into(), player.name.as_str().into(), created_ms.into()]),
            );
            statement.execute(&mut transaction).await?;
        }
        transaction.commit().await
    }

    /// Adds games in the order in which they ended, and rates them; if it fails, those of the commits before are kept.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn add_games(&mut self, games: &[Finished]) -> Result<(), StoreError> {
        for games in games.chunks(limits::MAX_COMMIT_BATCH) {
            let mut transaction = self.owner.begin().await?;
            matches::keep(&mut transaction.connection(), &games.iter().collect::<Vec<_>>()).await?;
            transaction.commit().await?;
        }
        Ok(())
    }

    /// Closes the database, once its planner knows what is in it: where many read and write for long it gets to know by
    /// itself.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn close(mut self) -> Result<(), StoreError> {
        self.readers.close().await;
        if let Engine::Postgres(owner) = &mut self.owner {
            owner.vacuum().await?;
        }
        self.owner.close().await
    }
}
