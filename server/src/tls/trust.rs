//! Trust: whose certificates the house believes when it is the one to connect.

use std::path::Path;
use std::sync::Arc;

use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::{self, ClientConfig, RootCertStore};

use super::TlsError;

/// Whom the system trusts.
///
/// # Errors
/// If TLS cannot be spoken at all.
pub(crate) async fn trust_system() -> Result<TlsConnector, rustls::Error> {
    let found = tokio::task::spawn_blocking(rustls_native_certs::load_native_certs).await;
    let mut roots = RootCertStore::empty();
    if let Ok(found) = found {
        let (added, _) = roots.add_parsable_certificates(found.certs);
        tracing::debug!(added, "certificates that the system trusts");
    }
    trust(roots)
}

/// The roots in a file, and nobody else.
///
/// # Errors
/// If it holds none.
pub(super) fn trust_file(file: &Path) -> Result<TlsConnector, TlsError> {
    let no_root = |error| TlsError::pem(file.to_owned(), "certificate", error);
    let found: Vec<CertificateDer<'static>> =
        CertificateDer::pem_file_iter(file).and_then(Iterator::collect).map_err(no_root)?;
    let mut roots = RootCertStore::empty();
    if roots.add_parsable_certificates(found).0 == 0 {
        return Err(TlsError::Pem { file: file.to_owned(), what: "certificate" });
    }
    Ok(trust(roots)?)
}

fn trust(roots: RootCertStore) -> Result<TlsConnector, rustls::Error> {
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()));
    let config = config.with_safe_default_protocol_versions()?;
    Ok(TlsConnector::from(Arc::new(config.with_root_certificates(roots).with_no_client_auth())))
}
