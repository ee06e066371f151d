//! Addresses: where a house is, and a table in it, as people write them down.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

/// Where a house is: `http://localhost:8080`, or with a path under which it lives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct HouseUrl {
    /// Whether it is reached over TLS.
    pub(in crate::cli) is_secure: bool,
    /// The name or number of its host, and the port where it is said.
    pub(in crate::cli) authority: String,
    /// Its path, without the last slash.
    base: String,
}

/// Where a table is: its page's address, or its id with or without the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TableLink {
    /// Its house, if the link names one.
    pub(super) house: Option<HouseUrl>,
    pub(super) table: Uuid,
    pub(super) key: Option<String>,
}

/// Why something is no address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::cli) enum AddressError {
    #[error("a house's address is like http://localhost:8080")]
    House,
    #[error("a table's link is like http://localhost:8080/t/0199…, or its id alone")]
    Table,
}

impl HouseUrl {
    /// The house that runs on this machine if nothing else is said.
    pub(super) fn local() -> Self {
        Self { is_secure: false, authority: "localhost:8080".to_owned(), base: String::new() }
    }

    /// The host and port to connect to.
    pub(in crate::cli) fn host_and_port(&self) -> String {
        let after_bracket = self.authority.rsplit(']').next().unwrap_or_default();
        if after_bracket.contains(':') {
            return self.authority.clone();
        }
        format!("{}:{}", self.authority, if self.is_secure { 443 } else { 80 })
    }

    /// A path in this house, which begins with a slash.
    pub(in crate::cli) fn path(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// The link to a table, by which others find it.
    pub(super) fn link(&self, table: Uuid, key: Option<&str>) -> String {
        match key {
            Some(key) => format!("{self}/t/{table}#{key}"),
            None => format!("{self}/t/{table}"),
        }
    }
}

impl fmt::Display for HouseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_secure { "https" } else { "http" };
        write!(f, "{scheme}://{}{}", self.authority, self.base)
    }
}

impl FromStr for HouseUrl {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (is_secure, rest) = match (text.strip_prefix("http://"), text.strip_prefix("https://")) {
            (Some(rest), _) => (false, rest),
            (_, Some(rest)) => (true, rest),
            _ => return Err(AddressError::House),
        };
        let (authority, base) = rest.split_once('/').unwrap_or((rest, ""));
        // What does not belong there is refused by what reads requests, too; a name with a password would be printed.
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~:[]".contains(c);
        let is_path = |c: char| c.is_ascii_alphanumeric() || "-._~/".contains(c);
        if authority.is_empty() || !authority.chars().all(is_plain) || !base.chars().all(is_path) {
            return Err(AddressError::House);
        }
        let base = base.trim_matches('/');
        let base = if base.is_empty() { String::new() } else { format!("/{base}") };
        Ok(Self { is_secure, authority: authority.to_owned(), base })
    }
}

impl FromStr for TableLink {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (place, key) = match text.split_once('#') {
            Some((place, key)) if !key.is_empty() => (place, Some(key.to_owned())),
            Some((place, _)) => (place, None),
            None => (text, None),
        };
        let (house, id) = match place.rsplit_once("/t/") {
            Some((house, id)) => (Some(house.parse().map_err(|_no_house| AddressError::Table)?), id),
            None => (None, place),
        };
        let table = id.trim_end_matches('/').parse().map_err(|_no_id| AddressError::Table)?;
        Ok(Self { house, table, key })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "01930000-0000-7000-8000-000000000001";

    #[test]
    fn links_are_read_as_they_are_told() {
        for house in ["http://localhost:8080", "https://games.example/mars", "http://[::1]:80"] {
            let url: HouseUrl = house.parse().unwrap();
            assert_eq!(url.to_string(), house);
            for key in [None, Some("abc")] {
                let link: TableLink = url.link(ID.parse().unwrap(), key).parse().unwrap();
                assert_eq!((link.house.as_ref(), link.key.as_deref()), (Some(&url), key));
            }
        }
        let bare: TableLink = format!("{ID}#k").parse().unwrap();
        assert_eq!((bare.house, bare.key.as_deref()), (None, Some("k")));
    }

    #[test]
    fn a_port_follows_from_the_scheme() {
        let port = |text: &str| text.parse::<HouseUrl>().unwrap().host_and_port();
        assert_eq!(port("http://games.example/"), "games.example:80");
        assert_eq!(port("https://games.example"), "games.example:443");
        assert_eq!(port("http://[::1]"), "[::1]:80");
        assert_eq!(port("http://[::1]:8080"), "[::1]:8080");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in
            ["", "localhost", "ftp://a", "http://", "http:///t", "http://a:b@c", "http://a b", "http://a/?x"]
        {
            assert_eq!(text.parse::<HouseUrl>(), Err(AddressError::House), "{text}");
        }
        for text in ["", "#key", "http://a/t/", "http://a/t/7", "http://a", &format!("ftp://a/t/{ID}")] {
            assert_eq!(text.parse::<TableLink>(), Err(AddressError::Table), "{text}");
        }
    }
}
