//! Reconnecting connection: a node's line to what all nodes have in common. Nothing is waited for longer than so long, and after any
//! failure it is laid anew.

use std::time::Duration;

use crate::limits;
use crate::store::{NodeConnection, StoreError};

/// The connection.
pub(crate) struct Reconnecting {
    connection: NodeConnection,
    /// How long an answer may take.
    limit: Duration,
}

impl Reconnecting {
    /// On which any answer takes so long at most.
    pub(super) fn new(connection: NodeConnection, limit: Duration) -> Self {
        Self { connection, limit }
    }

    /// What is below, once nothing is asked any more.
    pub(super) fn into_inner(self) -> NodeConnection {
        self.connection
    }

    /// Asks the database for something; none if it does not answer in time. Whether what was asked was done is unknown then.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if this node has been condemned, or a house alone has the database.
    pub(super) async fn ask<A>(
        &mut self,
        ask: impl AsyncFnOnce(&mut NodeConnection) -> Result<A, StoreError>,
    ) -> Result<Option<A>, StoreError> {
        let Self { connection, limit } = self;
        let asked = async {
            if connection.is_lost() {
                // Longer than the lock is waited for that a house alone would have.
                limited(limits::CONNECT, connection.lay_anew()).await?;
            }
            limited(*limit, ask(connection)).await
        };
        match asked.await {
            Ok(answer) => Ok(Some(answer)),
            Err(error @ StoreError::InUse) => Err(error),
            Err(error) => {
                tracing::warn!(%error, "a node's connection is laid anew");
                connection.lose();
                Ok(None)
            }
        }
    }
}

async fn limited<A>(
    limit: Duration,
    asked: impl Future<Output = Result<A, StoreError>>,
) -> Result<A, StoreError> {
    tokio::time::timeout(limit, asked).await.unwrap_or_else(|_elapsed| Err(StoreError::silent()))
}
