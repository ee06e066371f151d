//! What the server adds to dice comes in by a handle of its own, so that tests can write beforehand what will be rolled.

use std::fmt;
use std::sync::Arc;

use cydonia_protocol::dice::Bytes32;
use uuid::Uuid;

/// What the server adds to a table's dice: from the table's key, for its table and the number of the roll.
#[derive(Clone)]
pub struct DiceSecrets(Arc<Derive>);

type Derive = dyn Fn(&Bytes32, Uuid, u64) -> Bytes32 + Send + Sync;

impl fmt::Debug for DiceSecrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DiceSecrets")
    }
}

impl DiceSecrets {
    /// As every honest house makes them.
    #[must_use]
    pub fn honest() -> Self {
        Self::from_source(|key, _, k| cydonia_protocol::dice::secret(key, k))
    }

    /// Any other way. It must give the same secret whenever it is asked for the same.
    #[must_use]
    pub fn from_source(derive: impl Fn(&Bytes32, Uuid, u64) -> Bytes32 + Send + Sync + 'static) -> Self {
        Self(Arc::new(derive))
    }

    /// The secret for roll number `k` at a table.
    #[must_use]
    pub fn secret(&self, key: &Bytes32, table: Uuid, k: u64) -> Bytes32 {
        (self.0)(key, table, k)
    }
}
