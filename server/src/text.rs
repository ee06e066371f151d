//! What people write: names and lines of chat, as they are kept and shown to others.

use cydonia_protocol::{MAX_NAME, MAX_TEXT};

/// A name: without spaces round it, and made of characters that can be seen.
///
/// # Errors
/// A sentence that tells what is wrong.
pub(crate) fn name(text: &str) -> Result<String, String> {
    line(text, "a name", MAX_NAME, &[])
}

/// A line of chat: the same, and without links.
///
/// # Errors
/// A sentence that tells what is wrong.
pub(crate) fn said(text: &str) -> Result<String, String> {
    let text = line(text, "a line", MAX_TEXT, &EMOJI)?;
    if text.chars().all(|character| EMOJI.contains(&character) || character.is_whitespace()) {
        return Err("a line needs something that can be seen".to_owned());
    }
    if text.split_whitespace().any(is_link) {
        return Err("links are not passed on".to_owned());
    }
    Ok(text)
}

/// What joins and colours emoji: in a line of chat, where nobody is known by it.
const EMOJI: [char; 2] = ['\u{200d}', '\u{fe0f}'];

fn line(text: &str, what: &str, most: usize, also: &[char]) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err(format!("{what} needs at least one character"));
    }
    if text.chars().count() > most {
        return Err(format!("{what} has at most {most} characters"));
    }
    if text.chars().any(|character| is_unseen(character) && !also.contains(&character)) {
        return Err(format!("{what} cannot hold control characters, nor any that hide or reorder others"));
    }
    Ok(text.to_owned())
}

/// Control characters, and those that show nothing or reorder what stands beside them.
fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// The ends of names that links have, as people are sent them.
const DOMAINS: [&str; 27] = [
    "ai", "app", "be", "biz", "cc", "cn", "co", "com", "de", "dev", "fr", "gg", "info", "io", "link", "ly",
    "me", "net", "org", "ru", "shop", "site", "top", "tv", "uk", "us", "xyz",
];

/// Whether a word would be made a link somewhere, or is meant as one.
fn is_link(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    // Two sentences without a space between them.
    let begins_a_sentence = |rest: &str| {
        let mut letters = rest.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase)
    };
    if word.rsplit_once('.').is_some_and(|(_, rest)| begins_a_sentence(rest)) {
        return false;
    }
    let word = word.to_lowercase();
    let word = word.as_str();
    if word.contains("://") || word.starts_with("www.") {
        return true;
    }
    let host = word.split(['/', '?', '#', ':']).next().unwrap_or(word);
    let host = host.rsplit('@').next().unwrap_or(host);
    host.rsplit_once('.').is_some_and(|(before, end)| !before.is_empty() && DOMAINS.contains(&end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_checked() {
        assert_eq!(name("  Ada \n").as_deref(), Ok("Ada"));
        assert_eq!(name(&"é".repeat(MAX_NAME)), Ok("é".repeat(MAX_NAME)));
        for bad in [
            "",
            " \t ",
            "a\u{0}b",
            "a\u{202e}b",
            "a\nb",
            "\u{200b}",
            "\u{3164}",
            "\u{2800}",
            &"x".repeat(MAX_NAME + 1),
        ] {
            assert!(name(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn lines_of_chat_hold_no_links() {
        for good in [
            "well played",
            "b3-c4 was strong...",
            "4.5 to 3.2",
            "Oh. Dear.",
            "and so on ... me too",
            "a/b",
            "Sorry.Me too",
            "❤\u{fe0f} 👩\u{200d}💻",
        ] {
            assert_eq!(said(good).as_deref(), Ok(good));
        }
        for bad in [
            "http://x",
            "look: https://example.org/a",
            "(www.example)",
            "Example.COM",
            "example.com:80/x?y",
            "bit.ly/x",
            "me@example.net!",
        ] {
            assert_eq!(said(bad).expect_err("refused"), "links are not passed on", "{bad}");
        }
        assert!(said(&"x".repeat(MAX_TEXT)).is_ok());
        assert!(said(&"x".repeat(MAX_TEXT + 1)).is_err());
        assert!(said("a\u{202e}b").is_err());
    }
}
