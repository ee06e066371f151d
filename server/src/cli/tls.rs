//! What the settings say of TLS: files, an authority, or that it is somebody else's business. What cannot be meant together is refused.

use super::CommandError;
use super::arguments::Serve;
use crate::config::Database;
use crate::limits;
use crate::tls::{AcmeDirectory, Tls, TlsError, TlsFiles};

/// Why settings of a certificate that the house gets by itself cannot be meant.
#[derive(Debug, thiserror::Error)]
pub(super) enum AcmeConflict {
    #[error("--{0} means nothing without --acme-domain")]
    NoDomain(&'static str),
    #[error("--acme-domain and --tls-certificate are two ways to the same certificate: say one of them")]
    Files,
    #[error(
        "--acme-domain is for a house that people reach without anything in between: with --{0} the certificate is the proxy's"
    )]
    Proxy(&'static str),
    #[error("--acme-domain {0} is none of the names in --host: nobody who asks for it would be let in")]
    OtherHost(String),
    #[error("a certificate is for {most} names at most", most = limits::ACME_DOMAINS)]
    ManyDomains,
    #[error(
        "with --database-url there is no data folder: name one for the certificate and its key with --acme-folder"
    )]
    NoFolder,
    #[error("--acme-root: {0}")]
    Root(TlsError),
}

/// What the house is to speak TLS with, if it is to.
pub(super) fn of(settings: &Serve) -> Result<Option<Tls>, CommandError> {
    if !settings.acme.acme_domain.is_empty() {
        return Ok(Some(by_acme(settings)?));
    }
    for (name, is_said) in [
        ("acme-contact", settings.acme.acme_contact.is_some()),
        ("acme-directory", settings.acme.acme_directory != AcmeDirectory::default()),
        ("acme-root", settings.acme.acme_root.is_some()),
        ("acme-folder", settings.acme.acme_folder.is_some()),
    ] {
        if is_said {
            return Err(AcmeConflict::NoDomain(name).into());
        }
    }
    match (&settings.tls_certificate, &settings.tls_key) {
        (Some(certificate), Some(key)) => {
            let files = TlsFiles { certificate: certificate.clone(), key: key.clone() };
            Ok(Some(Tls::read(files)?))
        }
        (None, None) if settings.redirect.is_none() => Ok(None),
        _ => Err(CommandError::HalfOfTls),
    }
}

fn by_acme(settings: &Serve) -> Result<Tls, CommandError> {
    let acme = &settings.acme;
    if settings.tls_certificate.is_some() || settings.tls_key.is_some() {
        return Err(AcmeConflict::Files.into());
    }
    if settings.limits.behind_proxy {
        return Err(AcmeConflict::Proxy("behind-proxy").into());
    }
    if settings.base.href() != "/" {
        return Err(AcmeConflict::Proxy("base").into());
    }
    if acme.acme_domain.len() > limits::ACME_DOMAINS {
        return Err(AcmeConflict::ManyDomains.into());
    }
    // With or without a port: the certificate is for any.
    let is_host = |domain: &str, host: &String| {
        host.split(':').next().is_some_and(|host| host.eq_ignore_ascii_case(domain))
    };
    let hosts = &settings.limits.hosts;
    for domain in &acme.acme_domain {
        if !hosts.is_empty() && !hosts.iter().any(|host| is_host(domain.as_str(), host)) {
            return Err(AcmeConflict::OtherHost(domain.as_str().to_owned()).into());
        }
    }
    let folder = match (&acme.acme_folder, settings.data.clone().database()?) {
        (Some(folder), _) => folder.clone(),
        (None, Database::Sqlite { folder, .. }) => folder.join("acme"),
        (None, Database::Postgres(_) | Database::Node(..)) => return Err(AcmeConflict::NoFolder.into()),
    };
    Ok(Tls::acme(acme, &folder).map_err(AcmeConflict::Root)?)
}
