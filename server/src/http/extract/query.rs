//! Query extractor: what stands behind the `?`.

use axum::extract::Query;
use axum_extra::extract::WithRejection;

use crate::http::problem::ApiError;

/// The parameters of a query; what is none of them, or has no such value, is refused.
pub(crate) type ApiQuery<T> = WithRejection<Query<T>, ApiError>;
