//! Certificate: one that an authority has given, with its key, for whom it is and until when.

use std::sync::Arc;

use tokio_rustls::rustls;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::sign::CertifiedKey;
use x509_parser::extensions::GeneralName;
use x509_parser::parse_x509_certificate;
use x509_parser::time::ASN1Time;

/// A certificate, those that lead from it to one that browsers know, and its key.
#[derive(Debug)]
pub(super) struct Certificate {
    pub(super) key: Arc<CertifiedKey>,
    /// The names that it is for.
    names: Vec<String>,
    /// From when on it holds, in milliseconds since 1970,
    from_ms: i64,
    /// and until when.
    until_ms: i64,
}

/// Why a certificate is of no use.
#[derive(Debug, thiserror::Error)]
pub(super) enum CertificateError {
    /// There is none.
    #[error("there is no certificate in it")]
    None,
    /// There is no key with it.
    #[error("there is no private key with it")]
    NoKey,
    /// It is none.
    #[error("it cannot be read")]
    Unreadable,
    /// It was made for another key.
    #[error("its key is another, or cannot be used: {0}")]
    Mismatch(#[from] rustls::Error),
    /// It is not for all that it was ordered for.
    #[error("it is not for {0}")]
    OtherNames(String),
    /// It holds no more.
    #[error("it has ended already")]
    Ended,
}

impl Certificate {
    /// Reads a key and a certificate with those behind it, in PEM. Of several keys the first counts.
    pub(super) fn read(pem: &str) -> Result<Self, CertificateError> {
        let chain: Result<Vec<CertificateDer<'static>>, _> =
            CertificateDer::pem_slice_iter(pem.as_bytes()).collect();
        let chain = chain.map_err(|_damaged| CertificateError::Unreadable)?;
        let first = chain.first().ok_or(CertificateError::None)?;
        let key = PrivateKeyDer::from_pem_slice(pem.as_bytes()).map_err(|_none| CertificateError::NoKey)?;
        let (names, from_ms, until_ms) = {
            let (_, read) = parse_x509_certificate(first).map_err(|_damaged| CertificateError::Unreadable)?;
            let names = read.subject_alternative_name().ok().flatten();
            let names = names.into_iter().flat_map(|names| &names.value.general_names);
            let names = names.filter_map(|name| match name {
                GeneralName::DNSName(name) => Some(name.to_ascii_lowercase()),
                _ => None,
            });
            let validity = read.validity();
            (names.collect(), ms(&validity.not_before), ms(&validity.not_after))
        };
        let key = Arc::new(CertifiedKey::from_der(chain, key, &default_provider())?);
        Ok(Self { key, names, from_ms, until_ms })
    }

    /// Checks that it is for all these names, and holds.
    pub(super) fn check(&self, domains: &[String], now_ms: i64) -> Result<(), CertificateError> {
        if let Some(missing) = domains.iter().find(|domain| !self.names.contains(domain)) {
            return Err(CertificateError::OtherNames(missing.clone()));
        }
        if self.until_ms <= now_ms { Err(CertificateError::Ended) } else { Ok(()) }
    }

    /// When another is due: when a third of its life is left, as authorities advise.
    pub(super) fn renewal_ms(&self) -> i64 {
        self.until_ms.saturating_sub(self.until_ms.saturating_sub(self.from_ms).max(0) / 3)
    }

    /// Until when it holds, in milliseconds since 1970.
    pub(super) fn until_ms(&self) -> i64 {
        self.until_ms
    }

    /// How many whole hours of it are left.
    pub(super) fn hours_left(&self, now_ms: i64) -> i64 {
        self.until_ms.saturating_sub(now_ms) / (60 * 60 * 1000)
    }
}

/// Until when a certificate holds, in milliseconds since 1970; none if it cannot be read.
pub(super) fn until_ms(der: &CertificateDer<'_>) -> Option<i64> {
    let (_, read) = parse_x509_certificate(der).ok()?;
    Some(ms(&read.validity().not_after))
}

fn ms(at: &ASN1Time) -> i64 {
    at.timestamp().saturating_mul(1000)
}
