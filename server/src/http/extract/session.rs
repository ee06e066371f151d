//! Session extractor: whose session came with a request, by cookie or as a bearer token.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use cydonia_protocol::ErrorCode;
use time::Duration;

use super::origin::{SameOrigin, is_foreign, is_https};
use crate::http::app::App;
use crate::http::problem::ApiError;
use crate::limits;
use crate::store::TokenHash;
use crate::visitor::Visitor;

const COOKIE: &str = "cydonia_session";

/// The same over TLS, of a house that has its host to itself: no neighbour and no page over plain http can plant such a one. It
/// has a name of its own, too, as a browser that has a secure cookie takes no other by that name over plain http: a house that
/// is reached both ways, from afar and at home, would lock its people out of one of them.
const HOST_COOKIE: &str = "__Host-cydonia_session";

/// The same of a house under a path.
const SECURE_COOKIE: &str = "__Secure-cydonia_session";

/// The session that a seat's link has opened has a cookie of its own: a visitor's own stays as it is, and goes for them
/// again as soon as this one opens nothing any more.
const SEAT_COOKIE: &str = "cydonia_seat";
/// The same over TLS, of a house that has its host to itself,
const HOST_SEAT_COOKIE: &str = "__Host-cydonia_seat";
/// and of one under a path.
const SECURE_SEAT_COOKIE: &str = "__Secure-cydonia_seat";

/// What a session is for, and with that its cookie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SessionKind {
    /// Its player, in everything.
    Own,
    /// One seat.
    Seat,
}

impl SessionKind {
    /// The cookie's names, to pages over plain http and to those over TLS.
    fn cookies(self, app: &App) -> [&'static str; 2] {
        let has_host = app.site.base().href() == "/";
        match self {
            Self::Own => [COOKIE, if has_host { HOST_COOKIE } else { SECURE_COOKIE }],
            Self::Seat => [SEAT_COOKIE, if has_host { HOST_SEAT_COOKIE } else { SECURE_SEAT_COOKIE }],
        }
    }
}

/// Whoever's session came with a request, by cookie or as a bearer token; nobody's if there is none that is known.
#[derive(Clone, Debug)]
pub(crate) struct CurrentVisitor(pub Visitor);

impl FromRequestParts<Arc<App>> for CurrentVisitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let as_of = app.context.sessions.ends();
        let bearer = bearer(&parts.headers);
        // Whoever names a token means that one alone. To another site's page a browser's cookies open nothing.
        let [own, seat] = match bearer {
            Some(token) => [Some(token), None],
            None if is_foreign(&parts.headers) => [None, None],
            None => [SessionKind::Own, SessionKind::Seat].map(|kind| cookie(app, &parts.headers, kind)),
        };
        let session = app.context.store.session_of(own.map(TokenHash::of), seat.map(TokenHash::of)).await?;
        match &session {
            Some(session) => app.context.store.note_use(session, app.context.clock.now_ms()),
            // A program wants to be told; a browser that kept an old cookie is a guest like any.
            None if bearer.is_some() => {
                return Err(ApiError::new(ErrorCode::NoSession, "this token is no session's"));
            }
            None => {}
        }
        Ok(Self(Visitor::new(session, as_of)))
    }
}

/// A session's next token, where it is in a cookie: whoever has a copy of the one before has nothing from then on. Admits what
/// [`SameOrigin`] does.
pub(crate) struct NextToken {
    same_origin: SameOrigin,
    token: Option<String>,
}

impl FromRequestParts<Arc<App>> for NextToken {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let same_origin = SameOrigin::from_request_parts(parts, app).await?;
        let is_by_cookie = bearer(&parts.headers).is_none();
        Ok(Self { same_origin, token: is_by_cookie.then(|| app.context.entropy.secret::<32>()) })
    }
}

impl NextToken {
    /// What is kept of it.
    pub(crate) fn hash(&self) -> Option<TokenHash> {
        self.token.as_deref().map(TokenHash::of)
    }

    /// Gives it to the browser.
    pub(crate) fn add_to(self, jar: CookieJar, app: &App) -> CookieJar {
        match self.token {
            Some(token) => jar.add(session_cookie(app, self.same_origin, SessionKind::Own, token)),
            None => jar,
        }
    }
}

/// What a program says to be its session's token, or a page for a player beside its own.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    authorization(headers).or_else(|| socket_bearer(headers))
}

/// A page cannot say a header of its own when it opens a socket, but which subprotocols it speaks: the name of this one,
/// and the token behind it.
pub(crate) const BEARER_SUBPROTOCOL: &str = "cydonia-bearer";

/// The token that a page has named with its socket.
pub(crate) fn socket_bearer(headers: &HeaderMap) -> Option<&str> {
    let told = headers.get(header::SEC_WEBSOCKET_PROTOCOL)?.to_str().ok()?;
    let (name, token) = told.split_once(',')?;
    (name.trim() == BEARER_SUBPROTOCOL).then_some(token.trim())
}

/// The scheme's name may be written either way (RFC 9110, 11.1).
fn authorization(headers: &HeaderMap) -> Option<&str> {
    let told = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = told.split_once(' ').unwrap_or((told, ""));
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// What a browser keeps as a session's token. The plain cookie is not taken for a page over TLS: it may have been planted by
/// whoever is in between. Of two that have one name one was planted, and nobody knows which.
pub(crate) fn cookie<'a>(app: &App, headers: &'a HeaderMap, kind: SessionKind) -> Option<&'a str> {
    let [plain_name, secure_name] = kind.cookies(app);
    let lists = headers.get_all(header::COOKIE).iter().filter_map(|list| list.to_str().ok());
    let pairs = lists.flat_map(|list| list.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (mut secure, mut plain) = (Vec::new(), Vec::new());
    for (name, token) in pairs {
        if name == plain_name {
            plain.push(token);
        } else if name == secure_name {
            secure.push(token);
        }
    }
    let found = if secure.is_empty() && !is_https(app, headers) { plain } else { secure };
    if let [token] = found[..] { Some(token) } else { None }
}

/// The cookie that brings a session's token back; to a page that came over TLS, over TLS alone.
pub(crate) fn session_cookie(
    app: &App,
    SameOrigin { is_https }: SameOrigin,
    kind: SessionKind,
    token: String,
) -> Cookie<'static> {
    let name = kind.cookies(app)[usize::from(is_https)];
    Cookie::build((name, token))
        .path(app.site.base().href().to_owned())
        .secure(is_https)
        .http_only(true)
        .same_site(SameSite::Lax)
        .max_age(Duration::seconds(limits::SESSION_IDLE.as_secs() as i64))
        .build()
}

/// The same cookie, taken away.
pub(crate) fn no_cookie(app: &App, same_origin: SameOrigin, kind: SessionKind) -> Cookie<'static> {
    let mut cookie = session_cookie(app, same_origin, kind, String::new());
    cookie.make_removal();
    cookie
}
