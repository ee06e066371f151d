//! Admission middleware: who is heard, and when: requests to a house of another name are refused, whoever asks too fast is held
//! back, and play goes first.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use cydonia_protocol::ErrorCode;
use futures_util::StreamExt;

use super::app::App;
use super::check_record::CHECK_RECORD;
use super::extract::caller;
use super::problem::{self, ApiError};
use super::proofs::CHECK_PROOF;
use super::work::refusal;
use crate::admission::{Address, AddressPermit, RequestQuota};
use crate::limits;

/// How many requests an address may make in how many seconds,
pub(super) const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// and how many are left of them.
pub(super) const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// What kind of request it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Whether the house is well: by whoever keeps it running.
    Health,
    /// A socket's handshake.
    Socket,
    /// The interface, which reads the store.
    Interface,
    /// The page, which reads it for a preview.
    Page,
    /// What the page is made of, which is in memory.
    File,
}

fn kind(app: &App, request: &Request) -> Kind {
    let path = request.uri().path();
    match path.strip_prefix(app.site.base().inner()).unwrap_or(path) {
        "/healthz" | "/readyz" => Kind::Health,
        "/ws" => Kind::Socket,
        path if path.starts_with("/api/") && path != "/api/" => Kind::Interface,
        path if path.starts_with("/assets/") => Kind::File,
        _ => Kind::Page,
    }
}

/// Refuses what is meant for another house, and what comes too fast.
pub(super) async fn admit(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let kind = kind(&app, &request);
    if kind == Kind::Health {
        return next.run(request).await;
    }
    if !names_one_host(&request) {
        let why = "a request of HTTP/1.1 has one Host header field, as RFC 9112 says in section 3.2";
        return closing(ApiError::new(ErrorCode::BadMessage, why));
    }
    if !is_meant(&app.context.admission.limits().hosts, &request) {
        return bad_host().into_response();
    }
    let address = caller(&app, request.headers(), request.extensions());
    // Counted before anything is read for them, be it only whose session it is.
    let admission = &app.context.admission;
    let (is_admitted, quota) = match kind {
        Kind::Socket => (admission.admits_arrival(address), None),
        Kind::File => (admission.admits_file(address), None),
        _ => match admission.admits_request(address) {
            Ok(left) => (true, Some(left)),
            Err(left) => (false, Some(left)),
        },
    };
    let mut response = if is_admitted { next.run(request).await } else { held_back(&app, address).await };
    if let Some(quota) = quota.filter(|_| kind == Kind::Interface) {
        tell(quota, response.headers_mut());
    }
    response
}

/// Has whoever asks too fast wait, and tells them so.
async fn held_back(app: &App, address: Address) -> Response {
    let why = "this address asks for more than it may in so short a time: wait a moment";
    let rejection = || ApiError::new(ErrorCode::TooFast, why).come_again_in(limits::HELD_BACK_FOR);
    let Some(place) = app.context.admission.hold_back(address) else {
        return closing(rejection());
    };
    // Who came together would come together again and again.
    let wait = limits::HELD_BACK_FOR + limits::HELD_BACK_APART * place.before();
    tokio::select! {
        () = app.context.clock.sleep(wait) => {}
        () = app.context.stopped() => {}
    }
    rejection().into_response()
}

/// Tells a program what is left to it, in the `RateLimit` header fields (draft-ietf-httpapi-ratelimit-headers-10).
fn tell(RequestQuota { at_once, refill_s, left, full_in_s }: RequestQuota, headers: &mut HeaderMap) {
    let policy = HeaderValue::try_from(format!(r#""requests";q={at_once};w={refill_s}"#));
    let now = HeaderValue::try_from(format!(r#""requests";r={left};t={full_in_s}"#));
    // Numbers are no bad value.
    if let (Ok(policy), Ok(now)) = (policy, now) {
        headers.insert(RATE_LIMIT_POLICY, policy);
        headers.insert(RATE_LIMIT, now);
    }
}

/// An answer after which the connection is closed.
fn closing(rejection: ApiError) -> Response {
    let mut response = rejection.into_response();
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// The refusal of what is meant for another house.
pub(super) fn bad_host() -> ApiError {
    let why = "this house goes by other names; whoever runs it says which with --host";
    ApiError::new(ErrorCode::BadHost, why)
}

/// Whether a name is this house's, at whatever port, if its names are known.
pub(super) fn is_known(hosts: &[String], name: &str) -> bool {
    hosts.is_empty() || hosts.iter().any(|own| without_port(own).eq_ignore_ascii_case(name))
}

/// Whether a request says once for which host it is; one of HTTP/1.0 need not. Of two a proxy in front may have heeded the other.
fn names_one_host(request: &Request) -> bool {
    let told = request.headers().get_all(header::HOST).iter().count();
    told == 1 || (told == 0 && request.version() < Version::HTTP_11)
}

/// Whether a request, which [names one host](names_one_host) at most, names this house, if its names are known.
fn is_meant(hosts: &[String], request: &Request) -> bool {
    if hosts.is_empty() {
        return true;
    }
    let Some(host) = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()) else {
        return false;
    };
    let of_address = request.uri().authority().is_none_or(|authority| authority.as_str() == host);
    of_address && hosts.iter().any(|own| is_named(own, host))
}

/// Whether a host is that one; its port counts if the name has one.
fn is_named(own: &str, host: &str) -> bool {
    own.eq_ignore_ascii_case(host) || own.eq_ignore_ascii_case(without_port(host))
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Lets those who play go first, and holds a permit for as long as the request is worked on.
pub(super) async fn yield_to_moves(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if kind(&app, &request) != Kind::Interface {
        app.context.admission.wait_behind_moves().await;
        return next.run(request).await;
    }
    let only_reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let (mut request, place) = if only_reads {
        (request, None)
    } else {
        // Before anything of the house's own is held: it comes as fast as its sender likes.
        match with_its_body(&app, request).await {
            Ok(read) => read,
            Err(rejection) => return rejection,
        }
    };
    let permit = app.context.admission.permit(only_reads).await;
    request.extensions_mut().insert(permit.clone());
    // From here on what it brought is in hand, and whoever works on it takes a place for that.
    drop(place);
    let response = next.run(request).await;
    permit.hand_back();
    response
}

/// How much a request may bring along, in bytes: what its [operation](super::openapi::Operation::text_body) takes.
fn longest_body(request: &Request) -> usize {
    match request.extensions().get::<MatchedPath>().map(MatchedPath::as_str) {
        Some(path) if path.ends_with(CHECK_PROOF) => limits::PROOF,
        Some(path) if path.ends_with(CHECK_RECORD) => limits::RECORD,
        _ => limits::BODY,
    }
}

/// The request with all that it brings along, and one of its address's places if that may be long: many of these would be much.
async fn with_its_body(
    app: &Arc<App>,
    request: Request,
) -> Result<(Request, Option<AddressPermit>), Response> {
    let longest = longest_body(&request);
    let place = if longest > limits::BODY {
        let address = caller(app, request.headers(), request.extensions());
        let share = app.context.workers.share(address).map_err(refusal);
        Some(share.map_err(IntoResponse::into_response)?)
    } else {
        None
    };
    let (parts, body) = request.into_parts();
    // A piece at a time, each in its turn: those who play wait for no crowd that brings much.
    let house = Arc::clone(app);
    let pieces = body.into_data_stream().then(move |piece| {
        let house = Arc::clone(&house);
        async move {
            house.context.admission.wait_behind_moves().await;
            piece
        }
    });
    tokio::select! {
        body = to_bytes(Body::from_stream(pieces), longest) => match body {
            Ok(bytes) => Ok((Request::from_parts(parts, Body::from(bytes)), place)),
            // Or its sender is gone, and hears nothing of this.
            Err(_) => Err(problem::too_large().into_response()),
        },
        () = app.context.clock.sleep(limits::BODY_TIMEOUT) => {
            Err(closing(ApiError::new(ErrorCode::BadMessage, "the body did not come in time")))
        }
        () = app.context.stopped() => {
            Err(closing(ApiError::new(ErrorCode::Unavailable, "the house is closing; come again in a moment")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_without_a_port_goes_with_any() {
        for (own, host, is_own) in [
            ("games.example", "games.example", true),
            ("games.example", "Games.Example:8080", true),
            ("games.example:80", "games.example:80", true),
            ("games.example:80", "games.example", false),
            ("games.example", "games.example.evil", false),
            ("games.example", "games.example:80@evil", false),
            ("[::1]", "[::1]:8080", true),
            ("[::1]", "[::1]", true),
            ("[::1]", "[::2]:8080", false),
        ] {
            assert_eq!(is_named(own, host), is_own, "{own}: {host}");
        }
    }
}
