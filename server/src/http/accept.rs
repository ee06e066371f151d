//! Content negotiation: whether a client takes an answer packed.

use axum::http::{HeaderMap, header};

/// Whether `gzip` is what its `Accept-Encoding` likes at least as well as the plain answer (RFC 9110, 12.5.3).
pub(super) fn takes_gzip(headers: &HeaderMap) -> bool {
    let (mut gzip, mut any, mut plain) = (None, None, None);
    let lists = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|list| list.to_str().ok());
    for entry in lists.flat_map(|list| list.split(',')) {
        let (name, weight) = entry.split_once(';').map_or((entry, 1.0), |(name, rest)| (name, weight(rest)));
        match name.trim().to_ascii_lowercase().as_str() {
            "gzip" | "x-gzip" => gzip = Some(weight),
            "*" => any = Some(weight),
            "identity" => plain = Some(weight),
            _ => {}
        }
    }
    let gzip = gzip.or(any).unwrap_or(0.0);
    gzip > 0.0 && gzip >= plain.unwrap_or(0.0)
}

/// What stands behind the `;`; nothing is liked that is not understood.
fn weight(rest: &str) -> f32 {
    let value = rest.trim().strip_prefix(['q', 'Q']).and_then(|rest| rest.trim_start().strip_prefix('='));
    let weight = value.and_then(|value| value.trim().parse::<f32>().ok());
    weight.filter(|weight| (0.0..=1.0).contains(weight)).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_list_says_what_is_liked_best() {
        for (list, takes) in [
            ("gzip", true),
            ("GZip ; Q = 0.5", true),
            ("deflate, x-gzip", true),
            ("*;q=0.1", true),
            ("gzip, identity", true),
            ("", false),
            ("br, deflate", false),
            ("gzip;q=0", false),
            ("*, gzip;q=0.000", false),
            ("gzip;q=0.9, identity", false),
            ("gzip;q=2", false),
            ("gzip;q=NaN", false),
            ("gzip;level=1", false),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(list))]);
            assert_eq!(takes_gzip(&headers), takes, "{list}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }
}
