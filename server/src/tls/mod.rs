//! TLS of the house's own: the certificate by which it is known. It is read from files ([`files`]), and read anew when they change, or the
//! house gets it from an authority by itself ([`acme`]).

mod acme;
mod certificate;
mod files;
mod issued;
mod trust;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls;
use tokio_rustls::rustls::pki_types::pem;

use crate::clock::Clock;

use acme::Acme;
pub use acme::{
    AcmeContact, AcmeContactError, AcmeDirectory, AcmeDirectoryError, AcmeDomain, AcmeDomainError,
    AcmeSettings,
};
pub use files::TlsFiles;
use files::Watched;
pub(crate) use issued::CHALLENGE_PROTOCOL;
pub(crate) use trust::trust_system;

/// What the house speaks TLS with.
#[derive(Clone, Debug)]
pub struct Tls(Source);

/// Where its certificate comes from.
#[derive(Clone, Debug)]
enum Source {
    Files(Arc<Watched>),
    Acme(Arc<Acme>),
}

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

impl TlsError {
    fn pem(file: PathBuf, what: &'static str, error: pem::Error) -> Self {
        match error {
            pem::Error::Io(error) => Self::Io { file, error },
            _ => Self::Pem { file, what },
        }
    }
}

impl Tls {
    /// Reads certificate and key.
    ///
    /// # Errors
    /// If the files hold none, or not of each other.
    pub fn read(files: TlsFiles) -> Result<Self, TlsError> {
        Ok(Self(Source::Files(Arc::new(Watched::read(files)?))))
    }

    /// With a certificate that the house gets from an authority, and keeps in this folder. One that is there already is taken; nothing is
    /// made or asked for before the house opens.
    ///
    /// # Errors
    /// If the root to believe is none.
    pub fn acme(settings: &AcmeSettings, folder: &Path) -> Result<Self, TlsError> {
        Ok(Self(Source::Acme(Arc::new(Acme::new(settings, folder)?))))
    }

    /// Takes connections with the certificate that there is now.
    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(match &self.0 {
            Source::Files(files) => files.config(),
            Source::Acme(acme) => acme.config(),
        })
    }

    /// Until when the certificate that there is now holds, in milliseconds since 1970; none if there is none yet.
    pub(crate) fn until_ms(&self) -> Option<i64> {
        match &self.0 {
            Source::Files(files) => files.until_ms(),
            Source::Acme(acme) => acme.until_ms(),
        }
    }

    /// Sees to it that the certificate is a good one for as long as the house is open: never returns.
    pub(crate) async fn renew(self, clock: Clock) {
        match self.0 {
            Source::Files(files) => files.watch(&clock).await,
            Source::Acme(acme) => acme.run(&clock).await,
        }
    }
}
