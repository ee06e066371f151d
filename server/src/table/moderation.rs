//! Moderation at tables: somebody who may not play any more leaves where no game is on.

use cydonia_table::Table;
use uuid::Uuid;

use super::actor::TableActor;

impl TableActor {
    /// Somebody was banned: a seat that they have here, or that is kept for them, is given up if no game is on.
    pub(super) async fn banish(&mut self, player: Uuid) {
        let records = match self.ensure_loaded().await {
            Ok(table) => table.map(|table| Table::stand(table, player)),
            Err(rejection) => Some(Err(rejection)),
        };
        let given_up = match records {
            // Whoever plays stays to the end, on their clock; whoever has left has nothing to give up.
            None | Some(Err(_)) => return,
            Some(Ok(records)) => self.commit(records).await,
        };
        if let Err(rejection) = given_up {
            tracing::warn!(table = %self.id, rejection.message, "somebody who was banned has their seat still");
        }
    }
}
