//! What is answered to whoever comes without TLS to a house that speaks it: they are sent to the same address with it, and nothing else is
//! said over a line that anybody on the way can read.

use std::sync::Arc;

use axum::Router;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};

use super::admit;
use crate::context::Context;

/// The port that browsers take where none is named.
pub(crate) const HTTPS_PORT: u16 = 443;

/// Sends everybody to where the house speaks TLS.
pub(crate) fn router(context: &Arc<Context>, port: u16) -> Router {
    let context = Arc::clone(context);
    Router::new().fallback(move |headers: HeaderMap, uri: Uri| async move {
        there(&context.admission.limits().hosts, &headers, &uri, port)
    })
}

/// The same address with TLS, unless it is another house's.
fn there(hosts: &[String], headers: &HeaderMap, uri: &Uri, port: u16) -> Response {
    let named = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let Some(named) = named.and_then(|host| host.parse::<Authority>().ok()) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    if !admit::is_known(hosts, named.host()) {
        return admit::bad_host().into_response();
    }
    let port = if port == HTTPS_PORT { String::new() } else { format!(":{port}") };
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    Redirect::permanent(&format!("https://{}{port}{path}", named.host())).into_response()
}
