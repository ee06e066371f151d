//! TLS of the house's own: the certificate by which it is known, read from files, and read anew when they change.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::SystemTime;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig};

use crate::clock::Clock;
use crate::limits;

/// Where a certificate and its key are kept, in PEM.
#[derive(Clone, Debug)]
pub struct TlsFiles {
    /// The certificate, with those that lead from it to one that browsers know.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
}

/// What the house speaks TLS with.
#[derive(Clone, Debug)]
pub struct Tls(Arc<Kept>);

struct Kept {
    files: TlsFiles,
    current: RwLock<Loaded>,
}

#[derive(Clone)]
struct Loaded {
    config: Arc<ServerConfig>,
    /// When the files were last changed.
    changed: Changed,
}

/// When the certificate and its key were last changed. Either may be put in the other's place by an older one.
type Changed = (SystemTime, SystemTime);

/// Why the house cannot speak TLS with these files.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("{}: {error}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file is not what it should be.
    #[error("{} holds no {what} in PEM", file.display())]
    Pem {
        /// The file.
        file: PathBuf,
        /// What it should hold.
        what: &'static str,
    },
    /// The key is another certificate's, or of a kind that is not known.
    #[error("the key is not the certificate's, or cannot be used: {0}")]
    Mismatch(#[from] rustls::Error),
}

impl std::fmt::Debug for Kept {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.files.fmt(formatter)
    }
}

impl Tls {
    /// Reads certificate and key.
    ///
    /// # Errors
    /// If the files hold none, or not of each other.
    pub fn read(files: TlsFiles) -> Result<Self, TlsError> {
        let current = RwLock::new(files.load()?);
        Ok(Self(Arc::new(Kept { files, current })))
    }

    /// Takes connections with the certificate that there is now.
    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        let current = self.0.current.read().unwrap_or_else(PoisonError::into_inner);
        TlsAcceptor::from(Arc::clone(&current.config))
    }

    /// Looks now and then whether the files were changed, as whoever renews certificates does, and goes on with what they hold then.
    /// What cannot be used is told to the log, and the old one kept.
    pub(crate) async fn renew(self, clock: Clock) {
        loop {
            clock.sleep(limits::CERTIFICATE_LOOKED_AT).await;
            let Self(kept) = &self;
            let known = kept.current.read().unwrap_or_else(PoisonError::into_inner).changed;
            match kept.files.changed() {
                Ok(changed) if changed == known => continue,
                Ok(_) => {}
                Err(error) => {
                    tracing::error!(%error, "the certificate cannot be looked at: the old one is kept");
                    continue;
                }
            }
            match kept.files.load() {
                Ok(loaded) => {
                    *kept.current.write().unwrap_or_else(PoisonError::into_inner) = loaded;
                    tracing::info!("the certificate was read anew");
                }
                // One file may be newer than the other for a moment: it is tried again.
                Err(error) => {
                    tracing::error!(%error, "the new certificate cannot be used: the old one is kept");
                }
            }
        }
    }
}

impl TlsFiles {
    fn load(&self) -> Result<Loaded, TlsError> {
        let changed = self.changed()?;
        let no_certificate = |error| pem_error(&self.certificate, "certificate", error);
        let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(&self.certificate)
            .and_then(Iterator::collect)
            .map_err(no_certificate)?;
        if chain.is_empty() {
            return Err(TlsError::Pem { file: self.certificate.clone(), what: "certificate" });
        }
        let key = PrivateKeyDer::from_pem_file(&self.key)
            .map_err(|error| pem_error(&self.key, "private key", error))?;
        let builder = ServerConfig::builder_with_provider(Arc::new(default_provider()));
        let builder = builder.with_safe_default_protocol_versions()?.with_no_client_auth();
        let mut config = builder.with_single_cert(chain, key)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Loaded { config: Arc::new(config), changed })
    }

    /// When they were last changed.
    fn changed(&self) -> Result<Changed, TlsError> {
        let of = |file: &Path| {
            let changed = fs::metadata(file).and_then(|about| about.modified());
            changed.map_err(|error| TlsError::Io { file: file.to_owned(), error })
        };
        Ok((of(&self.certificate)?, of(&self.key)?))
    }
}

fn pem_error(file: &Path, what: &'static str, error: pem::Error) -> TlsError {
    match error {
        pem::Error::Io(error) => TlsError::Io { file: file.to_owned(), error },
        _ => TlsError::Pem { file: file.to_owned(), what },
    }
}
