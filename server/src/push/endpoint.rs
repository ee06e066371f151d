//! Endpoints: where browsers want to be told. Anybody may name one, and the house will send there: so it must be a push service's,
//! by https and outside private networks (SSRF).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use hyper::Uri;

use crate::config::PushService;
use crate::limits;

/// An address that the house may send to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PushEndpoint {
    address: Uri,
    service: PushService,
    /// Whether the house was told that this service may be anywhere.
    is_named: bool,
}

/// Why the house does not send to an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum EndpointError {
    /// Longer than any.
    #[error("the endpoint is longer than {} bytes", limits::PUSH_ENDPOINT)]
    TooLong,
    /// No address on the web.
    #[error("the endpoint is no web address")]
    Unreadable,
    /// Without TLS.
    #[error("the endpoint must begin with https://")]
    NotHttps,
    /// Another port than that of https.
    #[error("the endpoint must be on port 443")]
    Port,
    /// An address of a machine, or a name within a network.
    #[error("the endpoint must be on a host with a public name")]
    NotPublic,
}

impl PushEndpoint {
    /// Reads an address.
    pub(crate) fn read(text: &str, services: &[PushService]) -> Result<Self, EndpointError> {
        if text.len() > limits::PUSH_ENDPOINT {
            return Err(EndpointError::TooLong);
        }
        let address: Uri = text.parse().map_err(|_not_one| EndpointError::Unreadable)?;
        let service = PushService::of(&address).ok_or(EndpointError::Unreadable)?;
        let is_named = services.contains(&service);
        if !is_named {
            if !service.is_tls() {
                return Err(EndpointError::NotHttps);
            }
            if service.port() != 443 {
                return Err(EndpointError::Port);
            }
            if !is_public_name(service.host()) {
                return Err(EndpointError::NotPublic);
            }
        }
        Ok(Self { address, service, is_named })
    }

    pub(super) fn address(&self) -> &Uri {
        &self.address
    }

    pub(super) fn service(&self) -> &PushService {
        &self.service
    }

    /// Whether it may be sent to at that address of its host: names can be made to lead anywhere.
    pub(super) fn may_be_at(&self, ip: IpAddr) -> bool {
        self.is_named || is_public(ip)
    }
}

/// Whether a host has a name of the public net. What is looked up later says where it leads.
fn is_public_name(host: &str) -> bool {
    let host = host.trim_end_matches('.');
    let Some((_, top)) = host.rsplit_once('.') else { return false };
    let is_private = ["local", "localhost", "internal", "lan", "home", "corp", "arpa"].contains(&top);
    // No top-level name begins with a digit; addresses of machines end with a number, and those of IPv6 have colons.
    let is_name = top.starts_with(|first: char| first.is_ascii_alphabetic());
    is_name && !is_private && !host.contains(':')
}

/// Whether an address is one of the public net.
fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let is_shared = a == 100 && (64..128).contains(&b);
    let is_special =
        (a, b, c) == (192, 0, 0) || (a, b, c) == (192, 88, 99) || a == 198 && (b == 18 || b == 19);
    !(a == 0
        || a >= 224
        || ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_documentation()
        || is_shared
        || is_special)
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let [a, b, ..] = ip.segments();
    // Of what is given out for the public net (2000::/3), without what leads into IPv4 and what is for books.
    let is_tunnel = a == 0x2001 && b < 0x0200 || a == 0x2002;
    let is_example = a == 0x2001 && b == 0x0db8 || a == 0x3fff;
    a & 0xe000 == 0x2000 && !is_tunnel && !is_example
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_https_is_sent_to() {
        let long = format!("https://push.example/{}", "x".repeat(limits::PUSH_ENDPOINT));
        for (text, error) in [
            (long.as_str(), EndpointError::TooLong),
            ("", EndpointError::Unreadable),
            ("push.example/x", EndpointError::Unreadable),
            ("ftp://push.example/x", EndpointError::Unreadable),
            ("https://me@push.example/x", EndpointError::Unreadable),
            ("http://push.example/x", EndpointError::NotHttps),
            ("https://push.example:8443/x", EndpointError::Port),
            ("https://localhost/x", EndpointError::NotPublic),
            ("https://router.lan/x", EndpointError::NotPublic),
            ("https://127.0.0.1/x", EndpointError::NotPublic),
            ("https://[::1]/x", EndpointError::NotPublic),
            ("https://0x7f.1/x", EndpointError::NotPublic),
            ("https://intranet/x", EndpointError::NotPublic),
        ] {
            assert_eq!(PushEndpoint::read(text, &[]), Err(error), "{text}");
        }
        assert!(PushEndpoint::read("https://updates.push.example/wpush/v2/x", &[]).is_ok());
    }

    #[test]
    fn a_service_that_the_house_names_may_be_anywhere() {
        let near = ["http://127.0.0.1:9090".parse().expect("an origin")];
        let endpoint = PushEndpoint::read("http://127.0.0.1:9090/ada", &near).expect("it is named");
        assert!(endpoint.may_be_at(Ipv4Addr::LOCALHOST.into()));
        assert_eq!(PushEndpoint::read("http://127.0.0.1:9091/ada", &near), Err(EndpointError::NotHttps));
    }

    #[test]
    fn names_that_lead_into_a_private_network_lead_nowhere() {
        let endpoint = PushEndpoint::read("https://push.example/x", &[]).expect("it reads");
        for private in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "192.0.0.8",
            "192.168.0.7",
            "198.18.0.1",
            "203.0.113.9",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "fc00::1",
            "fe80::1",
            "ff02::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "2001::1",
        ] {
            assert!(!endpoint.may_be_at(private.parse().expect("an address")), "{private}");
        }
        for public in
            ["1.1.1.1", "142.250.74.10", "172.32.0.1", "2a00:1450:4001:80b::200a", "2606:4700::1111"]
        {
            assert!(endpoint.may_be_at(public.parse().expect("an address")), "{public}");
        }
    }
}
