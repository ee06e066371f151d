//! The listener for whoever comes without TLS to a house that speaks it: they are sent to the same address with it, and nothing else is
//! said over a line that anybody on the way can read.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use tokio::net::TcpListener;

use super::beside;
use crate::context::Context;

/// The port that browsers take where none is named.
const HTTPS: u16 = 443;

/// Serves until the house stops. `secure` is where it speaks TLS.
pub(crate) async fn serve(context: Arc<Context>, listener: TcpListener, secure: SocketAddr) {
    let router = Router::new()
        .fallback(move |headers: HeaderMap, uri: Uri| async move { there(&headers, &uri, secure.port()) });
    beside::serve(context, listener, router, "nobody is sent to TLS any more").await;
}

/// The same address with TLS.
fn there(headers: &HeaderMap, uri: &Uri, port: u16) -> Response {
    let named = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let Some(named) = named.and_then(|host| host.parse::<Authority>().ok()) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let port = if port == HTTPS { String::new() } else { format!(":{port}") };
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    Redirect::permanent(&format!("https://{}{port}{path}", named.host())).into_response()
}
