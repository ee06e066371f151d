//! Query extractor: what stands behind the `?`.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use cydonia_protocol::ErrorCode;
use serde::de::DeserializeOwned;

use super::ApiError;
use super::app::App;

/// The parameters of a query; what is none of them, or has no such value, is refused.
#[derive(Debug)]
pub(super) struct ApiQuery<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for ApiQuery<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, ApiError> {
        let refuse = |why: String| ApiError::new(ErrorCode::BadQuery, why);
        Query::try_from_uri(&parts.uri)
            .map(|Query(asked)| Self(asked))
            .map_err(|rejection| refuse(rejection.body_text()))
    }
}
