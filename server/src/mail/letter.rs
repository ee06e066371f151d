//! Letters: what an e-mail says, and the headers by which programs know what it is.

use cydonia_protocol::Language;
use lettre::Message;
use lettre::error::Error;
use lettre::message::MessageBuilder;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use time::OffsetDateTime;
use uuid::Uuid;

use super::words::Words;
use crate::config::MailLinks;
use crate::gaps::fill;
use crate::limits;

/// Where letters are ended, one-click (RFC 8058): by a `POST`, whatever it holds.
pub(crate) const UNSUBSCRIBE: &str = "/api/v1/mail/unsubscribe/{token}";

/// An e-mail without its envelope.
pub(super) struct Letter {
    subject: String,
    text: String,
    headers: Vec<(&'static str, String)>,
}

/// Something that waits for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Waits {
    /// The table.
    pub table: Uuid,
    /// Its game's name.
    pub title: String,
    /// The others there, as they are shown.
    pub with: Vec<String>,
    /// Whether a seat is kept for them; if not, it is their turn.
    pub is_challenge: bool,
    /// Since when, in milliseconds since 1970.
    pub since_ms: i64,
    /// Until when, in milliseconds since 1970, if it does not wait for ever.
    pub until_ms: Option<i64>,
}

/// All that waits for somebody.
#[derive(Clone, Debug)]
pub(crate) struct Digest<'a> {
    /// What they are written to in.
    pub language: Language,
    /// What they are called.
    pub name: &'a str,
    /// What waits, the longest first.
    pub waits: &'a [Waits],
    /// By what they end this.
    pub unsubscribe: &'a str,
}

impl Letter {
    /// A code, which shows whose an address is.
    pub(super) fn confirmation(links: &MailLinks, language: Language, code: &str) -> Self {
        let words = Words::of(language);
        let text = fill(words.confirmation, &[("code", code), ("house", links.host())]);
        let subject = fill(words.confirmation_subject, &[("house", links.host())]);
        Self { subject, text, headers: Vec::new() }
    }

    /// What waits.
    pub(super) fn digest(links: &MailLinks, digest: &Digest<'_>) -> Self {
        let words = Words::of(digest.language);
        let count = digest.waits.len().to_string();
        let subject = if digest.waits.len() == 1 { words.one_waits } else { words.many_wait };
        let mut text = fill(words.greeting, &[("name", &unlinked(digest.name))]);
        for waits in digest.waits.iter().take(limits::MAIL_NAMED) {
            let with = unlinked(&waits.with.join(", "));
            let what = if waits.is_challenge { words.challenge } else { words.turn };
            text.push_str("\n\n");
            text.push_str(&fill(what, &[("game", &waits.title), ("with", &with)]));
            if let Some(until) = waits.until_ms.and_then(written) {
                text.push_str(&fill(words.until, &[("time", &until)]));
            }
            text.push('\n');
            text.push_str(&links.to(&format!("t/{}", waits.table)));
        }
        if digest.waits.len() > limits::MAIL_NAMED {
            let more = (digest.waits.len() - limits::MAIL_NAMED).to_string();
            text.push_str("\n\n");
            text.push_str(&fill(words.more, &[("count", &more)]));
        }
        text.push_str("\n\n-- \n");
        // Behind the #, which no server is told: whoever has it can end this.
        let end = links.to(&format!("unsubscribe#{}", digest.unsubscribe));
        text.push_str(&fill(words.end, &[("link", &end)]));
        text.push('\n');
        let one_click = links.to(UNSUBSCRIBE.replace("{token}", digest.unsubscribe).trim_start_matches('/'));
        let mut headers = vec![("List-Unsubscribe", format!("<{one_click}>"))];
        if one_click.starts_with("https:") {
            headers.push(("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
        }
        Self { subject: fill(subject, &[("count", &count), ("house", links.host())]), text, headers }
    }

    /// The whole e-mail.
    pub(super) fn onto(self, builder: MessageBuilder) -> Result<Message, Error> {
        let message = builder.subject(self.subject).header(ContentType::TEXT_PLAIN);
        let mut message = message.body(self.text)?;
        // No program answers it (RFC 3834, 5).
        let headers = self.headers.into_iter().chain([("Auto-Submitted", "auto-generated".to_owned())]);
        for (name, value) in headers {
            let name = HeaderName::new_from_ascii_str(name);
            message.headers_mut().insert_raw(HeaderValue::new(name, value));
        }
        Ok(message)
    }
}

/// Names as no program that shows letters takes them for addresses and makes links of them: a stranger must not have a house send theirs.
/// What joins the parts of an address, and is no end of a sentence, becomes a dot in the middle.
fn unlinked(names: &str) -> String {
    let mut shown = String::with_capacity(names.len());
    let mut rest = names.chars().peekable();
    while let Some(sign) = rest.next() {
        // Of full stops there are others, which addresses may be written with.
        let joins = matches!(sign, '.' | ':' | '/' | '@' | '。' | '．' | '｡')
            && rest.peek().is_some_and(|next| !next.is_whitespace() && *next != ',');
        shown.push(if joins { '·' } else { sign });
    }
    shown
}

/// A moment as everybody reads it.
fn written(ms: i64) -> Option<String> {
    let at = OffsetDateTime::from_unix_timestamp(ms.div_euclid(1000)).ok()?;
    Some(format!("{} {:02}:{:02} UTC", at.date(), at.hour(), at.minute()))
}
