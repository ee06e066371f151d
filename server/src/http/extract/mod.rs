//! Extractors: what handlers take of a request, each with its own refusal.

mod body;
mod caller;
mod key;
mod origin;
mod path;
mod query;
mod session;

pub(super) use body::{ApiJson, parse_json};
pub(super) use caller::{Caller, caller};
pub(super) use key::{SEAT_KEY, TABLE_KEY, key};
pub(super) use origin::{OwnPage, SameOrigin, is_https};
pub(super) use path::ApiPath;
pub(super) use query::ApiQuery;
pub(super) use session::{
    BEARER_SUBPROTOCOL, CurrentVisitor, NextToken, SessionKind, bearer, cookie, no_cookie, session_cookie,
    socket_bearer,
};
