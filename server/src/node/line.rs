//! A node's line to what all nodes have in common: nothing is waited for longer than so long, and after any failure it is laid anew.

use std::time::Duration;

use crate::store::{NodeConnection, StoreError};

/// The line.
pub(crate) struct Line {
    connection: NodeConnection,
    /// How long an answer may take.
    limit: Duration,
}

impl Line {
    /// Over a connection, on which any answer takes so long at most.
    pub(crate) fn new(connection: NodeConnection, limit: Duration) -> Self {
        Self { connection, limit }
    }

    /// The connection, once nothing is asked over it any more.
    pub(crate) fn into_connection(self) -> NodeConnection {
        self.connection
    }

    /// Asks the database for something; none if it does not answer in time, and then the line is laid anew. Whether what was asked was
    /// done is unknown then.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if this node has been condemned, or a house alone has the database.
    pub(super) async fn ask<A>(
        &mut self,
        ask: impl AsyncFnOnce(&mut NodeConnection) -> Result<A, StoreError>,
    ) -> Result<Option<A>, StoreError> {
        let asked = tokio::time::timeout(self.limit, ask(&mut self.connection)).await;
        match asked.unwrap_or_else(|_elapsed| Err(StoreError::silent())) {
            Ok(answer) => return Ok(Some(answer)),
            Err(error @ StoreError::InUse) => return Err(error),
            Err(error) => tracing::warn!(%error, "a node's line to the database is laid anew"),
        }
        let laid = tokio::time::timeout(self.limit, self.connection.lay_anew()).await;
        match laid.unwrap_or_else(|_elapsed| Err(StoreError::silent())) {
            Err(error @ StoreError::InUse) => return Err(error),
            Err(error) => tracing::debug!(%error, "the line is laid with what is asked next"),
            Ok(()) => {}
        }
        Ok(None)
    }
}
