//! Files: a certificate and its key as whoever renews them has put them there, read anew when they change.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::SystemTime;

use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use super::TlsError;
use super::certificate::until_ms;
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

/// Files that are looked at now and then.
pub(super) struct Watched {
    files: TlsFiles,
    current: RwLock<Loaded>,
}

#[derive(Clone)]
struct Loaded {
    config: Arc<ServerConfig>,
    /// Until when the certificate holds, in milliseconds since 1970, if that can be read.
    until_ms: Option<i64>,
    /// When the files were last changed.
    changed: Changed,
}

/// When the certificate and its key were last changed. Either may be put in the other's place by an older one.
type Changed = (SystemTime, SystemTime);

impl std::fmt::Debug for Watched {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.files.fmt(formatter)
    }
}

impl Watched {
    pub(super) fn read(files: TlsFiles) -> Result<Self, TlsError> {
        let current = RwLock::new(files.load()?);
        Ok(Self { files, current })
    }

    /// With the certificate that there is now.
    pub(super) fn config(&self) -> Arc<ServerConfig> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner).config)
    }

    /// Until when that holds, in milliseconds since 1970, as far as it says so.
    pub(super) fn until_ms(&self) -> Option<i64> {
        self.current.read().unwrap_or_else(PoisonError::into_inner).until_ms
    }

    /// Looks now and then whether the files were changed, as whoever renews certificates does, and goes on with what they hold then.
    /// What cannot be used is told to the log, and the old one kept.
    pub(super) async fn watch(&self, clock: &Clock) {
        loop {
            clock.sleep(limits::CERTIFICATE_LOOKED_AT).await;
            let known = self.current.read().unwrap_or_else(PoisonError::into_inner).changed;
            match self.files.changed() {
                Ok(changed) if changed == known => continue,
                Ok(_) => {}
                Err(error) => {
                    tracing::error!(%error, "the certificate cannot be looked at: the old one is kept");
                    continue;
                }
            }
            match self.files.load() {
                Ok(loaded) => {
                    *self.current.write().unwrap_or_else(PoisonError::into_inner) = loaded;
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
        let no_certificate = |error| TlsError::pem(self.certificate.clone(), "certificate", error);
        let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(&self.certificate)
            .and_then(Iterator::collect)
            .map_err(no_certificate)?;
        if chain.is_empty() {
            return Err(TlsError::Pem { file: self.certificate.clone(), what: "certificate" });
        }
        let key = PrivateKeyDer::from_pem_file(&self.key)
            .map_err(|error| TlsError::pem(self.key.clone(), "private key", error))?;
        let builder = ServerConfig::builder_with_provider(Arc::new(default_provider()));
        let builder = builder.with_safe_default_protocol_versions()?.with_no_client_auth();
        let until_ms = chain.first().and_then(until_ms);
        let mut config = builder.with_single_cert(chain, key)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Loaded { config: Arc::new(config), until_ms, changed })
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
