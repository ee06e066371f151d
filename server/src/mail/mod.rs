//! E-mail: a code for whoever wants to be written to, and once a day what waits for them ([`letter`], worded by [`words`]); sent by
//! the relay that the house was told of. What is sent when is `digest.rs`'s to say.

mod letter;
mod words;

use std::error::Error as _;
use std::net::IpAddr;
use std::time::{Duration, SystemTime};

use cydonia_protocol::{Language, MAX_MAIL_ADDRESS};
use lettre::address::AddressError;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

use crate::clock::Clock;
use crate::config::{MailFrom, MailHouse, MailLinks};
use crate::entropy::Entropy;
use crate::limits;
use crate::metrics::{Metrics, NotificationOutcome};
use letter::Letter;
pub(crate) use letter::{Digest, UNSUBSCRIBE, Waits};

/// The way to people's letter boxes, if the house has one.
#[derive(Debug)]
pub(crate) struct Mail(Option<House>);

/// A house that sends e-mail.
#[derive(Debug)]
struct House {
    relay: AsyncSmtpTransport<Tokio1Executor>,
    from: MailFrom,
    links: MailLinks,
    clock: Clock,
    entropy: Entropy,
    metrics: Metrics,
}

/// What became of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Posted {
    /// The relay has it.
    Sent,
    /// The relay will not have it: nothing comes to this address.
    Refused,
    /// It could not be reached, or has no time, or takes nothing from this house.
    Later,
    /// It was not heard in time: whether it has the letter is not known.
    Late,
}

impl Mail {
    /// By these settings; none sends nothing.
    pub(crate) fn new(settings: Option<MailHouse>, clock: Clock, entropy: Entropy, metrics: Metrics) -> Self {
        Self(settings.map(|MailHouse { relay, from, links }| House {
            relay: relay.transport(links.host()),
            from,
            links,
            clock,
            entropy,
            metrics,
        }))
    }

    /// Whether the house sends any.
    pub(crate) fn is_offered(&self) -> bool {
        self.0.is_some()
    }

    /// Sends a code to an address of which nobody knows yet whose it is.
    pub(crate) async fn confirm(&self, to: &Address, language: Language, code: &str) -> Posted {
        let Some(house) = &self.0 else { return Posted::Later };
        house.post(to, Letter::confirmation(&house.links, language, code)).await
    }

    /// Tells somebody what waits for them.
    pub(crate) async fn tell(&self, to: &str, digest: &Digest<'_>) -> Posted {
        let Some(house) = &self.0 else { return Posted::Later };
        // It was one when it was kept.
        let Ok(to) = read_address(to) else { return Posted::Refused };
        house.post(&to, Letter::digest(&house.links, digest)).await
    }
}

/// An address that is written to.
///
/// # Errors
/// If it is none, or not written in ASCII, or names a machine by its number.
pub(crate) fn read_address(text: &str) -> Result<Address, AddressError> {
    if text.len() > MAX_MAIL_ADDRESS || !text.is_ascii() {
        return Err(AddressError::InvalidInput);
    }
    let address: Address = text.parse()?;
    let domain = address.domain();
    // A relay looks names up in public; what is at a bare number is nobody's letter box.
    let is_number = domain.starts_with('[') || domain.contains(':') || domain.parse::<IpAddr>().is_ok();
    if !domain.contains('.') || is_number || address.user().starts_with('"') {
        return Err(AddressError::InvalidDomain);
    }
    Ok(address)
}

impl House {
    async fn post(&self, to: &Address, letter: Letter) -> Posted {
        let posted = self.hand_over(to, letter).await;
        self.metrics.told_by_mail(match posted {
            Posted::Sent => NotificationOutcome::Arrived,
            Posted::Refused => NotificationOutcome::Refused,
            Posted::Later | Posted::Late => NotificationOutcome::Later,
        });
        posted
    }

    async fn hand_over(&self, to: &Address, letter: Letter) -> Posted {
        let message = match self.message(to, letter) {
            Ok(message) => message,
            Err(error) => {
                tracing::warn!(%error, "an e-mail could not be written");
                return Posted::Refused;
            }
        };
        let sent = tokio::select! {
            sent = self.relay.send(message) => sent,
            () = self.clock.sleep(limits::MAIL_TIMEOUT) => {
                tracing::warn!("the mail relay did not answer in time");
                return Posted::Late;
            }
        };
        let Err(error) = sent else { return Posted::Sent };
        // Without what the relay says in its own words, which may be as long as it likes and name whom it is for.
        match error.status() {
            Some(status) if is_about_the_address(&error) => {
                tracing::debug!(%status, "the mail relay refuses an e-mail");
                Posted::Refused
            }
            // Whom it does not let in, or will not send for, is the house.
            Some(status) => {
                tracing::warn!(%status, "the mail relay did not take an e-mail");
                Posted::Later
            }
            None => {
                tracing::warn!(%error, "the mail relay could not be talked to");
                Posted::Later
            }
        }
    }

    fn message(&self, to: &Address, letter: Letter) -> Result<Message, lettre::error::Error> {
        let now = SystemTime::UNIX_EPOCH + Duration::from_millis(self.clock.now_ms().unsigned_abs());
        let id = format!("<{}@{}>", hex::encode(self.entropy.bytes::<16>()), self.links.host());
        let message = Message::builder().from(self.from.mailbox().clone()).to(to.clone().into());
        letter.onto(message.date(now).message_id(Some(id)))
    }
}

/// Whether a refusal is for the address that a letter was sent to, by its enhanced status (RFC 3463: 5.1 addressing, but for the sender's,
/// or 5.2.1, a letter box that is closed); without one by the codes that are for that (RFC 5321, 4.2.3).
fn is_about_the_address(error: &lettre::transport::smtp::Error) -> bool {
    if !error.is_permanent() {
        return false;
    }
    let said = error.source().map(ToString::to_string).unwrap_or_default();
    let enhanced = said
        .split_whitespace()
        .next()
        .filter(|word| word.starts_with("5.") && word.matches('.').count() == 2);
    match enhanced {
        Some(enhanced) => matches!(enhanced, "5.1.1" | "5.1.2" | "5.1.3" | "5.1.6" | "5.1.10" | "5.2.1"),
        None => error.status().is_some_and(|code| matches!(u16::from(code), 550 | 551 | 553)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_or_refused() {
        for good in ["ada@games.example", "a.b+c@sub.games.example"] {
            assert!(read_address(good).is_ok(), "{good}");
        }
        let long = format!("{}@games.example", "a".repeat(MAX_MAIL_ADDRESS));
        for bad in [
            "",
            "ada",
            "ada@",
            "@games.example",
            "ada@localhost",
            "ada@[127.0.0.1]",
            "ada@10.0.0.1",
            "ada@::ffff:10.0.0.1",
            "ada@games.example\r\nBcc: ben@games.example",
            "ada@games.example, ben@games.example",
            "Ada <ada@games.example>",
            "\"ada ben\"@games.example",
            "ädä@games.example",
            &long,
        ] {
            assert!(read_address(bad).is_err(), "{bad}");
        }
    }
}
