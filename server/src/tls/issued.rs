//! Issued: what is shown to whoever comes while the house gets its certificates by itself: the one that there is, and to an authority the
//! answer to its challenge.

use std::sync::{Arc, PoisonError, RwLock};

use rcgen::{CertificateParams, CustomExtension, KeyPair};
use tokio_rustls::rustls;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;

use super::certificate::Certificate;

/// What an authority offers to speak, and nothing else, when it comes to see its challenge answered (TLS-ALPN-01, RFC 8737).
pub(crate) const CHALLENGE_PROTOCOL: &[u8] = b"acme-tls/1";

/// Certificates by who asks for them.
#[derive(Debug, Default)]
pub(super) struct Issued {
    current: RwLock<Option<Arc<Certificate>>>,
    /// Challenges that are under way, by the name that is to be proved.
    challenges: RwLock<Vec<(String, Arc<CertifiedKey>)>>,
}

/// Why a challenge cannot be answered.
#[derive(Debug, thiserror::Error)]
pub(super) enum AnswerError {
    /// The certificate that answers it cannot be made.
    #[error(transparent)]
    Made(#[from] rcgen::Error),
    /// It cannot be shown.
    #[error(transparent)]
    Shown(#[from] rustls::Error),
}

impl Issued {
    /// Speaks TLS with whatever there is at that moment.
    pub(super) fn config(self: Arc<Self>) -> Result<Arc<ServerConfig>, rustls::Error> {
        let builder = ServerConfig::builder_with_provider(Arc::new(default_provider()));
        let builder = builder.with_safe_default_protocol_versions()?.with_no_client_auth();
        let mut config = builder.with_cert_resolver(self);
        config.alpn_protocols = vec![b"http/1.1".to_vec(), CHALLENGE_PROTOCOL.to_vec()];
        Ok(Arc::new(config))
    }

    pub(super) fn current(&self) -> Option<Arc<Certificate>> {
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Shows another from now on.
    pub(super) fn show(&self, certificate: Certificate) {
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(certificate));
    }

    /// Answers a challenge from now on: with a certificate of its own that holds the digest of the key authorization.
    pub(super) fn answer(&self, domain: &str, digest: &[u8; 32]) -> Result<(), AnswerError> {
        let mut params = CertificateParams::new(vec![domain.to_owned()])?;
        params.custom_extensions.push(CustomExtension::new_acme_identifier(digest));
        let key = KeyPair::generate()?;
        let chain = vec![params.self_signed(&key)?.der().clone()];
        let key = PrivatePkcs8KeyDer::from(key.serialize_der()).into();
        let key = default_provider().key_provider.load_private_key(key)?;
        // Not compared with each other: what reads certificates for that takes none with an extension that is critical and unknown.
        let answer = Arc::new(CertifiedKey::new(chain, key));
        let mut challenges = self.challenges.write().unwrap_or_else(PoisonError::into_inner);
        challenges.retain(|(name, _)| name != domain);
        challenges.push((domain.to_owned(), answer));
        Ok(())
    }

    /// Answers no challenge any more.
    pub(super) fn end_challenges(&self) {
        self.challenges.write().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl ResolvesServerCert for Issued {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let mut offered = hello.alpn().into_iter().flatten();
        // An authority offers this alone; whoever offers more is somebody who came to play.
        if offered.next() != Some(CHALLENGE_PROTOCOL) || offered.next().is_some() {
            return self.current().map(|certificate| Arc::clone(&certificate.key));
        }
        let asked = hello.server_name()?;
        let challenges = self.challenges.read().unwrap_or_else(PoisonError::into_inner);
        let of = challenges.iter().find(|(name, _)| name.eq_ignore_ascii_case(asked));
        of.map(|(_, answer)| Arc::clone(answer))
    }
}
