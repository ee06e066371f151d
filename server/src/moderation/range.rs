//! Address ranges in CIDR notation (RFC 4632), as moderators shut them out.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;

use crate::admission::Address;
use crate::limits;

/// A range of addresses that is narrow enough to be shut out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AddressRange(IpNet);

/// Why something is no [`AddressRange`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RangeError {
    /// It is none at all.
    #[error("a range of addresses is one such as 203.0.113.0/24 or 2001:db8::/64")]
    Unreadable,
    /// It is wider than anybody who has done wrong.
    #[error(
        "that would shut out too many: a range has at least {} bits of IPv4, or {} of IPv6",
        limits::RANGE_BITS_V4,
        limits::RANGE_BITS_V6
    )]
    TooWide,
}

impl AddressRange {
    /// The one of everybody who has that address.
    pub(crate) fn of(address: Address) -> Self {
        let ip = address.ip();
        let bits = if ip.is_ipv4() { 32 } else { limits::HOUSEHOLD_BITS_V6 };
        Self(IpNet::new_assert(ip, bits).trunc())
    }

    /// One as it is kept: when it was imposed it was narrow enough.
    pub(crate) fn stored(text: &str) -> Result<Self, RangeError> {
        text.parse().map(Self).map_err(|_unreadable| RangeError::Unreadable)
    }

    /// Whether it is in the house's own network, as everybody is behind a proxy that does not tell whom it speaks for.
    pub(crate) fn is_local(&self) -> bool {
        match self.0.addr() {
            IpAddr::V4(address) => {
                address.is_loopback()
                    || address.is_private()
                    || address.is_link_local()
                    || address.is_unspecified()
            }
            IpAddr::V6(address) => {
                address.is_loopback()
                    || address.is_unique_local()
                    || address.is_unicast_link_local()
                    || address.is_unspecified()
            }
        }
    }

    /// Whether an address is in it.
    pub(crate) fn contains(&self, address: Address) -> bool {
        self.0.contains(&address.ip())
    }
}

/// A single address is the range of its household.
impl FromStr for AddressRange {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        let text = text.trim();
        if let Ok(address) = text.parse::<IpAddr>() {
            return Ok(Self::of(address.into()));
        }
        let range: IpNet = text.parse().map_err(|_unreadable| RangeError::Unreadable)?;
        let (least, most) = match range {
            IpNet::V4(_) => (limits::RANGE_BITS_V4, 32),
            IpNet::V6(_) => (limits::RANGE_BITS_V6, limits::HOUSEHOLD_BITS_V6),
        };
        if range.prefix_len() < least {
            return Err(RangeError::TooWide);
        }
        let bits = range.prefix_len().min(most);
        Ok(Self(IpNet::new_assert(range.network(), bits).trunc()))
    }
}

impl fmt::Display for AddressRange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str) -> Result<String, RangeError> {
        text.parse::<AddressRange>().map(|range| range.to_string())
    }

    fn contains(range: &str, address: &str) -> bool {
        let range: AddressRange = range.parse().expect("it is a range");
        range.contains(address.parse::<IpAddr>().expect("it is an address").into())
    }

    #[test]
    fn a_range_is_as_narrow_as_one_household_and_no_wider_than_a_neighbourhood() {
        assert_eq!(range("203.0.113.7"), Ok("203.0.113.7/32".to_owned()));
        assert_eq!(range(" 203.0.113.7/24 "), Ok("203.0.113.0/24".to_owned()));
        assert_eq!(range("2001:db8:1:2:3::4"), Ok("2001:db8:1:2::/64".to_owned()));
        assert_eq!(range("2001:db8:1:2:3::4/128"), Ok("2001:db8:1:2::/64".to_owned()));
        assert_eq!(range("2001:db8::/32"), Ok("2001:db8::/32".to_owned()));
        for wide in ["0.0.0.0/0", "203.0.0.0/15", "::/0", "2001:d00::/31"] {
            assert_eq!(range(wide), Err(RangeError::TooWide), "{wide}");
        }
        for none in
            ["", "203.0.113", "203.0.113.0/33", "203.0.113.0/", "::/129", "example.org", "1.2.3.4/24/8"]
        {
            assert_eq!(range(none), Err(RangeError::Unreadable), "{none}");
        }
    }

    #[test]
    fn an_address_is_in_its_range_however_it_is_written() {
        assert!(contains("203.0.113.0/24", "203.0.113.255"));
        assert!(contains("203.0.113.0/24", "::ffff:203.0.113.1"));
        assert!(contains("::ffff:203.0.113.1", "203.0.113.1"));
        assert!(!contains("203.0.113.0/24", "203.0.114.1"));
        assert!(contains("2001:db8:1:2::/64", "2001:db8:1:2:ffff::1"));
        assert!(!contains("2001:db8:1:2::/64", "2001:db8:1:3::1"));
        assert!(!contains("203.0.113.0/24", "2001:db8::1"));
    }
}
