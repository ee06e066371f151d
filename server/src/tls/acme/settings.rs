//! Settings for certificates from an ACME authority.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use hyper::Uri;
use url::Host;

/// How the house gets its certificate by itself, by flag or in the environment.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct AcmeSettings {
    /// Speak TLS with a certificate for this name, which the house gets by itself from an ACME authority, Let's Encrypt unless
    /// --acme-directory says otherwise, and renews; whoever says so agrees to the terms of service of that authority. May be given
    /// several times, or with commas in between.
    #[arg(long, env = "CYDONIA_ACME_DOMAIN", value_name = "NAME", value_delimiter = ',')]
    pub acme_domain: Vec<AcmeDomain>,
    /// An e-mail address to which the authority may write about the certificate.
    #[arg(long, env = "CYDONIA_ACME_CONTACT", value_name = "ADDRESS")]
    pub acme_contact: Option<AcmeContact>,
    /// The authority's directory.
    #[arg(long, env = "CYDONIA_ACME_DIRECTORY", value_name = "URL", default_value_t)]
    pub acme_directory: AcmeDirectory,
    /// A file of roots (PEM) that are believed of the authority instead of those that the system trusts, for one of one's own.
    #[arg(long, env = "CYDONIA_ACME_ROOT", value_name = "FILE")]
    pub acme_root: Option<PathBuf>,
    /// The folder that holds the account's key and the certificate with its key: unless it is said, acme in the data folder.
    #[arg(long, env = "CYDONIA_ACME_FOLDER", value_name = "FOLDER")]
    pub acme_folder: Option<PathBuf>,
}

/// A name that a certificate can be for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcmeDomain(String);

impl AcmeDomain {
    /// The name, in small letters and as DNS has it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why something is no [`AcmeDomain`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a certificate is for a name such as games.example, without a port; addresses and names with * cannot be proved this way"
)]
pub struct AcmeDomainError;

impl FromStr for AcmeDomain {
    type Err = AcmeDomainError;

    fn from_str(text: &str) -> Result<Self, AcmeDomainError> {
        let is_name = |name: &str| {
            let mut labels = name.split('.');
            name.len() <= 253 && labels.all(|label| (1..=63).contains(&label.len()))
                // An underscore stands in no name of a host.
                && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.'))
        };
        match Host::parse(text) {
            Ok(Host::Domain(name)) if is_name(&name) => Ok(Self(name)),
            _ => Err(AcmeDomainError),
        }
    }
}

/// To whom an authority may write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcmeContact(String);

impl AcmeContact {
    /// The address, with `mailto:` before it.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why something is no [`AcmeContact`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a contact is one e-mail address, as somebody@games.example")]
pub struct AcmeContactError;

impl FromStr for AcmeContact {
    type Err = AcmeContactError;

    fn from_str(text: &str) -> Result<Self, AcmeContactError> {
        let address = text.strip_prefix("mailto:").unwrap_or(text);
        // A comma would make two of it, and a question mark headers (RFC 8555, 7.3).
        let is_plain = |c: char| c.is_ascii_graphic() && !matches!(c, ',' | '?' | '@');
        match address.split_once('@') {
            Some((who, at))
                if !who.is_empty() && !at.is_empty() && who.chars().chain(at.chars()).all(is_plain) =>
            {
                Ok(Self(format!("mailto:{address}")))
            }
            _ => Err(AcmeContactError),
        }
    }
}

/// Where an authority tells what can be asked of it (RFC 8555, 7.1.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcmeDirectory(String);

impl AcmeDirectory {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// A name for a folder of what this authority gives: what comes of another, as of one to try things with, lies beside it.
    pub(super) fn folder(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-') { c } else { '_' };
        self.0.trim_start_matches("https://").chars().map(plain).collect()
    }
}

impl Default for AcmeDirectory {
    fn default() -> Self {
        Self("https://acme-v02.api.letsencrypt.org/directory".to_owned())
    }
}

impl fmt::Display for AcmeDirectory {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Why something is no [`AcmeDirectory`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a directory is an https address, as https://acme-v02.api.letsencrypt.org/directory")]
pub struct AcmeDirectoryError;

impl FromStr for AcmeDirectory {
    type Err = AcmeDirectoryError;

    fn from_str(text: &str) -> Result<Self, AcmeDirectoryError> {
        let address: Uri = text.parse().map_err(|_not_one| AcmeDirectoryError)?;
        let is_one = address.scheme_str() == Some("https")
            && address.host().is_some_and(|host| !host.is_empty())
            && address.authority().is_some_and(|authority| !authority.as_str().contains('@'));
        if is_one { Ok(Self(text.to_owned())) } else { Err(AcmeDirectoryError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_is_for_names_of_hosts() {
        for (said, name) in [
            ("games.example", "games.example"),
            ("GAMES.Example", "games.example"),
            ("spiele-für.example", "xn--spiele-fr-x9a.example"),
            ("localhost", "localhost"),
        ] {
            assert_eq!(said.parse::<AcmeDomain>().map(|domain| domain.0).as_deref(), Ok(name));
        }
        for bad in [
            "",
            "*.games.example",
            "192.0.2.1",
            "[::1]",
            "games.example:443",
            "a b",
            "a..b",
            "a_b.example",
            "a/b",
            ".",
        ] {
            assert_eq!(bad.parse::<AcmeDomain>(), Err(AcmeDomainError), "{bad}");
        }
    }

    #[test]
    fn contacts_and_directories_are_read_or_refused() {
        for good in ["ada@games.example", "mailto:ada@games.example"] {
            assert_eq!(
                good.parse::<AcmeContact>().map(|contact| contact.0).as_deref(),
                Ok("mailto:ada@games.example")
            );
        }
        for bad in ["", "ada", "@games.example", "ada@", "a@b,c@d", "a@b?subject=c", "a@b@c", "a b@c"] {
            assert_eq!(bad.parse::<AcmeContact>(), Err(AcmeContactError), "{bad}");
        }
        let near: AcmeDirectory =
            "https://ca.games.example:9000/acme/local/directory".parse().expect("an address");
        assert_eq!(near.folder(), "ca.games.example_9000_acme_local_directory");
        for bad in ["", "http://ca.example/directory", "ca.example", "https://", "https://a@b/c"] {
            assert_eq!(bad.parse::<AcmeDirectory>(), Err(AcmeDirectoryError), "{bad}");
        }
    }
}
