//! Entity tags: what a client says that it has (RFC 9110, 13.1.2). `headers::IfNoneMatch` would read the same lists, but not tell
//! whoever has one tag from whoever has anything, and a `headers::ETag` cannot be weakened.

use axum::http::{HeaderMap, HeaderValue, header};

/// Whether the client says that it has what this tag stands for, or anything at all.
pub(super) fn hold(headers: &HeaderMap, tag: &str) -> bool {
    named(headers).any(|one| one == "*") || knows(headers, tag)
}

/// Whether the client names this tag. Whether it was weakened on its way, as by packing, does not matter here.
pub(super) fn knows(headers: &HeaderMap, tag: &str) -> bool {
    named(headers).any(|one| one.strip_prefix("W/").unwrap_or(one) == tag)
}

fn named(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let lists = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).map(str::trim)
}

/// The tag of what means the same in other bytes.
pub(super) fn weak(tag: &str) -> String {
    if tag.starts_with("W/") { tag.to_owned() } else { format!("W/{tag}") }
}

/// Packed bytes are not the ones that the tag stands for: it then says no more than that they mean the same.
pub(super) fn weaken_etag(headers: &mut HeaderMap) {
    let tag = headers.get(header::ETAG).and_then(|tag| tag.to_str().ok()).map(weak);
    if let Some(tag) = tag.and_then(|tag| HeaderValue::from_str(&tag).ok()) {
        headers.insert(header::ETAG, tag);
    }
}
