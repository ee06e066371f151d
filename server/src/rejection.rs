//! Rejections for what the store could not do.

use cydonia_protocol::ErrorCode;
use cydonia_table::Rejection;

use crate::store::StoreError;

/// Answers an error of the store's: the log is told of it, and whoever asked gets [`of_store`].
pub(crate) fn by_store(error: &StoreError, sentence: &'static str) -> Rejection {
    log(error);
    of_store(error, sentence)
}

/// Tells the log why the store failed.
pub(crate) fn log(error: &StoreError) {
    tracing::error!(%error, "the store failed");
}

/// What whoever asked is told when the store failed: `sentence`, unless trying again is of no use because what is stored is
/// damaged.
pub(crate) fn of_store(error: &StoreError, sentence: &'static str) -> Rejection {
    match error {
        StoreError::Damaged(_) => Rejection::new(
            ErrorCode::Damaged,
            "what is stored of this is damaged, and somebody has to mend it",
        ),
        _ => Rejection::new(ErrorCode::Unavailable, sentence),
    }
}
