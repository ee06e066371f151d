//! Chat lines: what may be said, and how it is kept.

use cydonia_protocol::MAX_TEXT;

use super::characters::{is_emoji, is_invisible_or_bidi, is_picture, is_stacked};
use super::link::has_link;

/// What joins two emoji to one.
const JOINER: char = '\u{200d}';

/// What has a sign shown as an emoji.
const COLOURED: char = '\u{fe0f}';

/// Marks on a letter. Where vowels and tones are written so there are three or four; more are a tower over the lines above.
const MOST_MARKS: usize = 4;

/// Why something is no line of chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LineError {
    /// It is empty.
    #[error("a line needs at least one character")]
    Empty,
    /// It is too long.
    #[error("a line has at most {MAX_TEXT} characters")]
    TooLong,
    /// Some of it would not be seen, or would have the rest shown otherwise.
    #[error("a line cannot hold control characters, nor any that show nothing, hide or reorder others")]
    Unseen,
    /// It holds a link.
    #[error("links are not passed on")]
    Link,
    /// The house does not want a word in it.
    #[error("this house wants no such word said")]
    Forbidden,
}

/// A line of chat: without spaces round it, made of characters that can be seen, and without links.
///
/// # Errors
/// [`LineError`], which is told to whoever says it.
pub(crate) fn validate_chat_line(text: &str) -> Result<String, LineError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(LineError::Empty);
    }
    if text.chars().count() > MAX_TEXT {
        return Err(LineError::TooLong);
    }
    if hides_something(text) {
        return Err(LineError::Unseen);
    }
    if has_link(text) {
        return Err(LineError::Link);
    }
    Ok(text.to_owned())
}

/// Whether there is a character that shows nothing, but for those that join and colour emoji where they do; or a tower of marks, which
/// hides others.
pub(super) fn hides_something(text: &str) -> bool {
    let characters: Vec<char> = text.chars().collect();
    let belongs = |place: usize| {
        let (before, after) = characters.split_at(place);
        match characters[place] {
            COLOURED => before.last().copied().is_some_and(is_emoji),
            JOINER => {
                // Between the two may be what has the first one coloured or its skin toned.
                let is_of_it = |one: &&char| **one == COLOURED || (is_emoji(**one) && !is_picture(**one));
                let first = before.iter().rev().find(|one| !is_of_it(one)).copied();
                first.is_some_and(is_picture) && after.get(1).copied().is_some_and(is_picture)
            }
            _ => false,
        }
    };
    let towers = |marks: &[char]| marks.iter().all(|mark| is_stacked(*mark));
    (0..characters.len()).any(|place| is_invisible_or_bidi(characters[place]) && !belongs(place))
        || characters.windows(MOST_MARKS + 1).any(towers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_talk_is_passed_on() {
        for good in [
            "well played",
            "b3-c4 was strong...",
            "4.5 to 3.2",
            "Oh. Dear.",
            "and so on ... me too",
            "hmm...me too",
            "a/b",
            "Sorry.Me too",
            "No.It was mine",
            "e.g. b3-c4, i.e. nothing",
            "at 12.30 p.m.",
            "v1.2.3",
            "❤\u{fe0f} 👩\u{200d}💻 👩🏽\u{200d}🚀 🏳\u{fe0f}\u{200d}🌈 1\u{fe0f}\u{20e3}",
            "да.нет",
            "שׁ\u{5bc}\u{5b8}\u{596}לום",
            "Việt Nam, ก\u{e34}\u{e4c}",
        ] {
            assert_eq!(validate_chat_line(good).as_deref(), Ok(good));
        }
        assert!(validate_chat_line(&"x".repeat(MAX_TEXT)).is_ok());
        assert!(validate_chat_line(&"x".repeat(MAX_TEXT + 1)).is_err());
    }

    #[test]
    fn lines_of_chat_hold_no_links() {
        for bad in [
            "http://x",
            "HTTPS://x",
            "look: https://example.org/a",
            "(www.example)",
            "Example.COM",
            "evil.Com",
            "EVIL.Com now",
            "example.com:80/x?y",
            "see:evil.com",
            "bit.ly/x",
            "bit.Ly/x go",
            "evil.Me/x go",
            "Evil.Me",
            "me@example.net!",
            "evil。com",
            "evil．com",
            "evil｡com",
            "ｅｖｉｌ.ｃｏｍ",
            "evil․com",
            "evil.it",
            "evil.online",
            "evil.club/x",
            "evil.zip",
            "evil.shop.",
            "10.0.0.1",
            "http:10.0.0.1:8080/x",
            "http:[2001:db8::1]/x",
            "xn--80ak6aa92e.example",
            "пример.рф",
        ] {
            assert_eq!(validate_chat_line(bad).expect_err(bad), LineError::Link, "{bad}");
        }
    }

    #[test]
    fn nothing_is_hidden_in_a_line() {
        for bad in [
            "",
            " \t ",
            "a\u{202e}b",
            "\u{e0101}",
            "\u{e0101}\u{fe0f}",
            "\u{fe0f}",
            "\u{200d}",
            "a\u{200d}b",
            "👩\u{200d}",
            "👩\u{200d}a",
            "\u{200d}💻",
            "a\u{fe0f}",
            "evil.\u{200d}com",
            "evil.c\u{fe0f}om",
            "evil.c\u{ad}om",
            "\u{3164}",
            "\u{2800}",
            "two\nlines",
            "private \u{e000}",
            "te\u{300}\u{301}\u{302}\u{303}\u{304}t",
        ] {
            assert!(validate_chat_line(bad).is_err(), "{bad:?}");
        }
    }
}
