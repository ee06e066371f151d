//! Client address: where a request comes from.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};

use crate::admission::Address;
use crate::http::app::App;

/// The address that counts for limits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caller(pub Address);

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Infallible> {
        Ok(Self(caller(app, &parts.headers, &parts.extensions)))
    }
}

/// The address that a request comes from.
pub(crate) fn caller(app: &App, headers: &HeaderMap, extensions: &Extensions) -> Address {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    let told = app.context.admission.limits().behind_proxy.then(|| forwarded(headers)).flatten();
    told.or(peer).unwrap_or(IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED)).into()
}

/// Whom the nearest proxy speaks for: it adds its own caller at the end, and what stands before may be anybody's tale.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?;
    last.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}
