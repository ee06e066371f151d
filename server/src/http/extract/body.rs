//! Body extractor: a JSON object.

use axum::extract::{FromRequest, Request};
use cydonia_protocol::{ErrorCode, is_object};
use serde::de::DeserializeOwned;

use crate::http::problem::ApiError;

/// A body in JSON. axum's `Json` and what can be derived from it want a media type, which nobody had to say here so far, take a
/// list for an object, and put words of their own before the reader's.
pub(crate) struct ApiJson<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for ApiJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let body = String::from_request(request, state).await?;
        parse_json(&body).map(Self)
    }
}

/// What a body says.
pub(crate) fn parse_json<T: DeserializeOwned>(body: &str) -> Result<T, ApiError> {
    if !is_object(body) {
        return Err(ApiError::new(ErrorCode::BadMessage, "the body is a JSON object"));
    }
    serde_json::from_str(body).map_err(|error| ApiError::new(ErrorCode::BadMessage, error.to_string()))
}
