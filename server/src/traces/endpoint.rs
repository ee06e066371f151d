//! Endpoint: where a collector takes spans.

use std::str::FromStr;

use hyper::Uri;

/// A collector's address for OTLP over HTTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtlpEndpoint(String);

impl OtlpEndpoint {
    /// Where it takes traces (OTLP 1.x, "OTLP/HTTP Request").
    #[cfg_attr(not(feature = "opentelemetry"), expect(dead_code, reason = "nothing is sent there"))]
    pub(super) fn traces(&self) -> String {
        format!("{}/v1/traces", self.0)
    }
}

/// Why something is no [`OtlpEndpoint`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a collector is named by an http or https address, as http://127.0.0.1:4318")]
pub struct OtlpEndpointError;

impl FromStr for OtlpEndpoint {
    type Err = OtlpEndpointError;

    fn from_str(text: &str) -> Result<Self, OtlpEndpointError> {
        let address: Uri = text.parse().map_err(|_not_one| OtlpEndpointError)?;
        let authority = address.authority().map_or("", |authority| authority.as_str());
        let is_one = matches!(address.scheme_str(), Some("http" | "https"))
            && address.host().is_some_and(|host| !host.is_empty())
            // A password in it would be printed with the settings: the exporter's own variables are for that.
            && !authority.contains('@')
            && address.query().is_none();
        if is_one { Ok(Self(text.trim_end_matches('/').to_owned())) } else { Err(OtlpEndpointError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collector_is_named_by_its_address() {
        for good in ["http://127.0.0.1:4318", "https://otel.example/", "https://otel.example/some/where"] {
            let endpoint: OtlpEndpoint = good.parse().expect("an address");
            assert_eq!(endpoint.0, good.trim_end_matches('/'));
        }
        for bad in ["", "127.0.0.1:4318", "grpc://a", "http://", "http://a:b@c", "http://a/?b=c"] {
            assert_eq!(bad.parse::<OtlpEndpoint>(), Err(OtlpEndpointError), "{bad}");
        }
    }
}
