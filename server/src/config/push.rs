//! Settings for Web Push: the house's key, whom push services may write to, and which of them may be near.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hyper::Uri;
use web_push_native::p256::ecdsa::SigningKey;

/// How the house sends to push services, by flag or in the environment.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PushSettings {
    /// The key by which push services know the house (VAPID): 32 bytes in base64url. Without it the house makes one and keeps it
    /// with its data. With another one than before every subscription is void.
    #[arg(long, env = "CYDONIA_PUSH_KEY", hide_env_values = true, value_name = "KEY")]
    pub push_key: Option<PushKey>,
    /// Whom a push service may write to about what the house sends, as mailto:somebody@games.example or an https address. Some
    /// services take nothing without it.
    #[arg(long, env = "CYDONIA_PUSH_CONTACT", value_name = "ADDRESS")]
    pub push_contact: Option<PushContact>,
    /// A push service that may be sent to though it is in a private network or without TLS, as http://192.168.0.7:9090. May be
    /// given several times, or with commas in between. All others are reached by https in public networks alone.
    #[arg(long, env = "CYDONIA_PUSH_SERVICE", value_name = "ORIGIN", value_delimiter = ',')]
    pub push_service: Vec<PushService>,
}

/// The private key with which the house signs for push services.
#[derive(Clone)]
pub struct PushKey(SigningKey);

impl PushKey {
    /// From its 32 bytes, if they are a key.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        SigningKey::from_slice(bytes).ok().map(Self)
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        self.0.to_bytes().to_vec()
    }

    pub(crate) fn signing(&self) -> &SigningKey {
        &self.0
    }
}

/// Without the key.
impl fmt::Debug for PushKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PushKey")
    }
}

/// Why something is no [`PushKey`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a push key is a private key on P-256: 32 bytes in base64url")]
pub struct PushKeyError;

impl FromStr for PushKey {
    type Err = PushKeyError;

    fn from_str(text: &str) -> Result<Self, PushKeyError> {
        let bytes = URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).unwrap_or_default();
        Self::from_bytes(&bytes).ok_or(PushKeyError)
    }
}

/// Whom push services may write to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushContact(String);

impl PushContact {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why something is no [`PushContact`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a contact begins with mailto: or https://")]
pub struct PushContactError;

impl FromStr for PushContact {
    type Err = PushContactError;

    fn from_str(text: &str) -> Result<Self, PushContactError> {
        let is_contact = ["mailto:", "https://"]
            .iter()
            .any(|scheme| text.len() > scheme.len() && text.starts_with(scheme));
        if is_contact { Ok(Self(text.to_owned())) } else { Err(PushContactError) }
    }
}

/// The origin of a push service: scheme, host and port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushService {
    is_tls: bool,
    host: String,
    port: u16,
}

impl PushService {
    /// That of an address over http or https, if it is one.
    pub(crate) fn of(address: &Uri) -> Option<Self> {
        let is_tls = match address.scheme_str()? {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        let authority = address.authority()?;
        if authority.as_str().contains('@') || authority.host().is_empty() {
            return None;
        }
        let host = authority.host().trim_matches(['[', ']']).to_ascii_lowercase();
        let port = match authority.port_u16() {
            Some(port) => port,
            // Something stands behind the host that is none.
            None if authority.as_str().len() > authority.host().len() => return None,
            None => [80, 443][usize::from(is_tls)],
        };
        Some(Self { is_tls, host, port })
    }

    pub(crate) fn is_tls(&self) -> bool {
        self.is_tls
    }

    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }
}

/// Why something is no [`PushService`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a push service is named by its origin, as http://192.168.0.7:9090")]
pub struct PushServiceError;

impl FromStr for PushService {
    type Err = PushServiceError;

    fn from_str(text: &str) -> Result<Self, PushServiceError> {
        let address: Uri = text.parse().map_err(|_not_one| PushServiceError)?;
        let is_origin = matches!(address.path(), "" | "/") && address.query().is_none();
        Self::of(&address).filter(|_| is_origin).ok_or(PushServiceError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_is_named_by_its_origin() {
        let near: PushService = "http://192.168.0.7:9090".parse().expect("an origin");
        assert_eq!((near.is_tls(), near.host(), near.port()), (false, "192.168.0.7", 9090));
        let far: PushService = "https://Push.Example/".parse().expect("an origin");
        assert_eq!((far.is_tls(), far.host(), far.port()), (true, "push.example", 443));
        for bad in
            ["", "push.example", "ftp://push.example", "https://a@b", "https://b/path", "https://b:99999"]
        {
            assert_eq!(bad.parse::<PushService>(), Err(PushServiceError), "{bad}");
        }
    }

    #[test]
    fn keys_and_contacts_are_read_or_refused() {
        assert!("RS0WdYWWo1HajXg3NZR1olzCf31i-ZBGDkFyCs7j1jw".parse::<PushKey>().is_ok());
        for bad in ["", "AAAA", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "not base64!"] {
            assert!(bad.parse::<PushKey>().is_err(), "{bad}");
        }
        assert!("mailto:ada@games.example".parse::<PushContact>().is_ok());
        for bad in ["", "mailto:", "ada@games.example", "http://games.example"] {
            assert_eq!(bad.parse::<PushContact>(), Err(PushContactError), "{bad}");
        }
    }
}
