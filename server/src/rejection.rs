//! Rejections for what the store could not do.

use cydonia_protocol::ErrorCode;
use cydonia_table::Rejection;

use crate::store::StoreError;

/// When the store failed: the log is told why, and whoever asked gets `sentence`, unless trying again is of no use because what is
/// stored is damaged.
pub(crate) fn by_store(error: &StoreError, sentence: &'static str) -> Rejection {
    tracing::error!(%error, "the store failed");
    of_store(error, sentence)
}

/// The same where the log knows already.
pub(crate) fn of_store(error: &StoreError, sentence: &'static str) -> Rejection {
    match error {
        StoreError::Damaged(_) => Rejection::new(
            ErrorCode::Damaged,
            "what is stored of this is damaged, and somebody has to mend it",
        ),
        _ => Rejection::new(ErrorCode::Unavailable, sentence),
    }
}
