//! Settings for e-mail: the relay, who is said to send it, and where its links lead.

use std::fmt;
use std::str::FromStr;

use lettre::message::Mailbox;
use lettre::transport::smtp::AsyncSmtpTransportBuilder;
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, Tokio1Executor};
use url::{Host, Url};

/// How the house sends e-mail, by flag or in the environment. All three, or none of it is sent.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct MailSettings {
    /// Send e-mail, to whoever asks for it, by this relay (SMTP): smtps://user:password@mail.example for TLS, or
    /// smtp://user:password@mail.example?tls=required for STARTTLS. Without TLS only to this very machine, as smtp://localhost.
    #[arg(long, env = "CYDONIA_MAIL_RELAY", hide_env_values = true, value_name = "URL")]
    pub mail_relay: Option<MailRelay>,
    /// Who is said to send it, as games@games.example.
    #[arg(long, env = "CYDONIA_MAIL_FROM", value_name = "ADDRESS")]
    pub mail_from: Option<MailFrom>,
    /// The house's own address, to which links in e-mails lead, as `https://games.example/`.
    #[arg(long, env = "CYDONIA_MAIL_LINKS", value_name = "URL")]
    pub mail_links: Option<MailLinks>,
}

/// Why settings for e-mail are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "e-mail wants a relay, a sender and where links lead: --mail-relay, --mail-from and --mail-links, or none of them"
)]
pub struct MailSettingsError;

/// How a house that sends e-mail does so.
#[derive(Clone, Debug)]
pub struct MailHouse {
    /// By whom.
    pub relay: MailRelay,
    /// Who is said to send it.
    pub from: MailFrom,
    /// Where links lead.
    pub links: MailLinks,
}

impl MailSettings {
    /// What is needed to send any; none if none is to be sent.
    ///
    /// # Errors
    /// If something of it is missing.
    pub fn whole(self) -> Result<Option<MailHouse>, MailSettingsError> {
        match (self.mail_relay, self.mail_from, self.mail_links) {
            (Some(relay), Some(from), Some(links)) => Ok(Some(MailHouse { relay, from, links })),
            (None, None, None) => Ok(None),
            _ => Err(MailSettingsError),
        }
    }
}

/// An SMTP relay.
#[derive(Clone)]
pub struct MailRelay {
    builder: AsyncSmtpTransportBuilder,
    host: String,
    /// Whether the address says by what name the house greets it (`smtps://relay/games.example`).
    has_name: bool,
}

impl MailRelay {
    /// What letters go by, of a house that calls itself so, unless the relay's address says otherwise by its path.
    pub(crate) fn transport(&self, house: &str) -> AsyncSmtpTransport<Tokio1Executor> {
        let builder = self.builder.clone();
        if self.has_name { builder } else { builder.hello_name(ClientId::Domain(house.to_owned())) }.build()
    }
}

/// Without the password.
impl fmt::Debug for MailRelay {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "MailRelay({})", self.host)
    }
}

/// Why something is no [`MailRelay`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MailRelayError {
    /// It cannot be read.
    #[error("a relay is smtps://host, smtp://host?tls=required, or smtp://localhost")]
    Unreadable,
    /// What is sent there could be read by others.
    #[error("without TLS only this machine is sent to: say smtps://, or ?tls=required")]
    Plain,
}

impl FromStr for MailRelay {
    type Err = MailRelayError;

    fn from_str(text: &str) -> Result<Self, MailRelayError> {
        let url: Url = text.parse().map_err(|_not_one| MailRelayError::Unreadable)?;
        // Of a scheme that is none of the web's the host is not read any further.
        let host = Host::parse(url.host_str().unwrap_or_default());
        let host = host.map_err(|_not_one| MailRelayError::Unreadable)?;
        let is_here = match &host {
            Host::Domain(name) => name == "localhost",
            Host::Ipv4(address) => address.is_loopback(),
            Host::Ipv6(address) => address.is_loopback(),
        };
        // The first counts where there are several.
        let tls = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value);
        let is_secret = url.scheme() == "smtps" || tls.is_some_and(|tls| tls == "required");
        if !url.username().is_empty() && url.password().is_none() {
            return Err(MailRelayError::Unreadable);
        }
        if !is_secret && !is_here {
            return Err(MailRelayError::Plain);
        }
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(text);
        let builder = builder.map_err(|_not_one| MailRelayError::Unreadable)?;
        Ok(Self { builder, host: host.to_string(), has_name: url.path().len() > 1 })
    }
}

/// Who is said to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailFrom(Mailbox);

impl MailFrom {
    pub(crate) fn mailbox(&self) -> &Mailbox {
        &self.0
    }
}

/// Why something is no [`MailFrom`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a sender is games@games.example, or Name <games@games.example>")]
pub struct MailFromError;

impl FromStr for MailFrom {
    type Err = MailFromError;

    fn from_str(text: &str) -> Result<Self, MailFromError> {
        text.parse().map(Self).map_err(|_not_one| MailFromError)
    }
}

/// The house's own address: it ends with a slash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailLinks(Url);

impl MailLinks {
    /// The host to which they lead.
    pub(crate) fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    /// The address of something in this house.
    pub(crate) fn to(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }
}

/// Why something is no [`MailLinks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("links lead to an address of this house over http or https, as https://games.example/")]
pub struct MailLinksError;

impl FromStr for MailLinks {
    type Err = MailLinksError;

    fn from_str(text: &str) -> Result<Self, MailLinksError> {
        let mut url: Url = text.parse().map_err(|_not_one| MailLinksError)?;
        let is_plain = url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
        if !matches!(url.scheme(), "http" | "https") || !is_plain {
            return Err(MailLinksError);
        }
        if !url.path().ends_with('/') {
            url.set_path(&format!("{}/", url.path()));
        }
        Ok(Self(url))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relay_is_secret_or_on_this_machine() {
        for good in [
            "smtps://ada:secret@mail.example",
            "smtp://mail.example?tls=required",
            "smtp://localhost",
            "smtp://127.0.0.1:2525",
            "smtp://[::1]:2525",
        ] {
            let relay: MailRelay = good.parse().expect(good);
            assert!(!format!("{relay:?}").contains("secret"), "{relay:?}");
        }
        for plain in [
            "smtp://mail.example",
            "smtp://mail.example?tls=opportunistic",
            "smtp://10.0.0.7",
            "smtp://mail.example?tls=opportunistic&tls=required",
        ] {
            assert_eq!(plain.parse::<MailRelay>().err(), Some(MailRelayError::Plain), "{plain}");
        }
        for bad in [
            "",
            "mail.example",
            "smtps://",
            "http://localhost",
            "smtp://localhost?tls=perhaps",
            "smtps://ada@mail.example",
        ] {
            assert_eq!(bad.parse::<MailRelay>().err(), Some(MailRelayError::Unreadable), "{bad}");
        }
    }

    #[test]
    fn links_lead_to_a_house() {
        let under = |text: &str| text.parse::<MailLinks>().map(|links| links.to("t/1"));
        assert_eq!(under("https://games.example"), Ok("https://games.example/t/1".to_owned()));
        assert_eq!(
            under("http://games.example:8080/play"),
            Ok("http://games.example:8080/play/t/1".to_owned())
        );
        for bad in
            ["", "games.example", "ftp://games.example", "https://games.example/?x=1", "https://a@b.example"]
        {
            assert_eq!(under(bad), Err(MailLinksError), "{bad}");
        }
        assert!("Games <games@games.example>".parse::<MailFrom>().is_ok());
        assert_eq!("games".parse::<MailFrom>(), Err(MailFromError));
    }

    #[test]
    fn half_of_the_settings_are_none() {
        assert!(MailSettings::default().whole().expect("nothing is sent").is_none());
        let from = Some("games@games.example".parse().expect("a sender"));
        let half = MailSettings { mail_from: from, ..MailSettings::default() };
        assert_eq!(half.whole().err(), Some(MailSettingsError));
    }
}
