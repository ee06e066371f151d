//! Path extractor: an id in the address.

use axum::extract::Path;
use axum::extract::rejection::PathRejection;

/// The ids of a path, if they are such. It refuses nothing by itself, as a derived extractor would: what is no id is answered as
/// one that is nobody's, in the words of that resource, and only after whoever asks was found to have a session where one is wanted.
pub(crate) type ApiPath<T> = Result<Path<T>, PathRejection>;
