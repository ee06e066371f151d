//! Content negotiation: how a client likes an answer packed.

use axum::http::{HeaderMap, HeaderName, header};

/// A way in which an answer is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    /// Brotli (RFC 7932): smallest, and too slow to be made while somebody waits.
    Brotli,
    /// Zstandard (RFC 8878): quickest.
    Zstd,
    /// What everybody takes (RFC 1952).
    Gzip,
}

impl Coding {
    /// What it is called in headers.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
        }
    }

    fn is_called(self, name: &str) -> bool {
        let old = (self == Self::Gzip).then_some("x-gzip");
        [Some(self.name()), old].into_iter().flatten().any(|one| one.eq_ignore_ascii_case(name))
    }
}

/// Which of these a client's `Accept-Encoding` likes best, and at least as well as the plain answer (RFC 9110, 12.5.3); of
/// several that it likes the same the first.
pub(super) fn liked(headers: &HeaderMap, offered: &[Coding]) -> Option<Coding> {
    let entries: Vec<(&str, f32)> = weighted(headers, header::ACCEPT_ENCODING).collect();
    let named = |is_it: &dyn Fn(&str) -> bool| {
        entries.iter().rev().find(|(name, _)| is_it(name)).map(|(_, weight)| *weight)
    };
    let plain = named(&|name| name.eq_ignore_ascii_case("identity")).unwrap_or(0.0);
    let any = named(&|name| name == "*").unwrap_or(0.0);
    let mut best = None;
    for &coding in offered {
        let weight = named(&|name| coding.is_called(name)).unwrap_or(any);
        if weight > 0.0 && weight >= plain && best.is_none_or(|(_, most)| weight > most) {
            best = Some((coding, weight));
        }
    }
    best.map(|(coding, _)| coding)
}

/// The entries of a list in a header, each with how well it is liked, from 0 to 1 (RFC 9110, 12.4.2).
pub(super) fn weighted(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = (&str, f32)> {
    let lists = headers.get_all(name).into_iter().filter_map(|list| list.to_str().ok());
    lists
        .flat_map(|list| list.split(','))
        .map(|entry| entry.split_once(';').map_or((entry, 1.0), |(name, rest)| (name, weight(rest))))
        .map(|(name, weight)| (name.trim(), weight))
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
        let (br, zstd, gzip, none) = (Some(Coding::Brotli), Some(Coding::Zstd), Some(Coding::Gzip), None);
        // What is liked of what is packed beforehand, and of what is packed while somebody waits.
        for (list, beforehand, anew) in [
            ("gzip", gzip, gzip),
            ("GZip ; Q = 0.5", gzip, gzip),
            ("deflate, x-gzip", gzip, gzip),
            ("*;q=0.1", br, zstd),
            ("gzip, identity", gzip, gzip),
            ("gzip, deflate, br, zstd", br, zstd),
            ("br;q=0.5, gzip", gzip, gzip),
            ("br;q=0, *", gzip, zstd),
            ("BR, gzip;q=0", br, none),
            ("gzip, zstd;q=0.5", gzip, gzip),
            ("ZSTD, br;q=0.9", br, zstd),
            ("", none, none),
            ("br, deflate", br, none),
            ("gzip;q=0", none, none),
            ("*, gzip;q=0.000", br, zstd),
            ("gzip;q=0.9, br;q=0.9, identity", none, none),
            ("gzip;q=2", none, none),
            ("gzip;q=NaN", none, none),
            ("gzip;level=1", none, none),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(list))]);
            assert_eq!(liked(&headers, &[Coding::Brotli, Coding::Gzip]), beforehand, "{list}");
            assert_eq!(liked(&headers, &[Coding::Zstd, Coding::Gzip]), anew, "{list}");
        }
        assert_eq!(liked(&HeaderMap::new(), &[Coding::Brotli, Coding::Gzip]), None);
    }
}
