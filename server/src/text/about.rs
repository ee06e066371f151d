//! What a club tells of itself: a few lines for everybody to read.

use cydonia_protocol::MAX_ABOUT;

use super::line::hides_something;
use super::link::has_link;

/// Why something is nothing that a club tells of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AboutError {
    /// It is too long.
    #[error("what a club tells of itself has at most {MAX_ABOUT} characters")]
    TooLong,
    /// Some of it would not be seen, or would have the rest shown otherwise.
    #[error(
        "what a club tells of itself cannot hold control characters, nor any that show nothing, hide or reorder others"
    )]
    Unseen,
    /// It holds a link.
    #[error("links are not passed on")]
    Link,
    /// The house does not want a word in it.
    #[error("this house wants no such word there")]
    Forbidden,
}

/// What a club tells of itself: lines without spaces round them all, made of characters that can be seen, and without links; perhaps
/// nothing.
///
/// # Errors
/// [`AboutError`], which is told to whoever writes it.
pub(crate) fn about(text: &str) -> Result<String, AboutError> {
    let text = text.trim();
    if text.chars().count() > MAX_ABOUT {
        return Err(AboutError::TooLong);
    }
    if text.lines().any(hides_something) {
        return Err(AboutError::Unseen);
    }
    if text.lines().any(has_link) {
        return Err(AboutError::Link);
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_club_tells_a_few_lines_without_links_or_anything_unseen() {
        assert_eq!(
            about(" We play on Fridays.\r\nCome along! \n").as_deref(),
            Ok("We play on Fridays.\r\nCome along!")
        );
        assert_eq!(about(" \n ").as_deref(), Ok(""));
        assert!(about(&"é".repeat(MAX_ABOUT)).is_ok());
        assert_eq!(about(&"x".repeat(MAX_ABOUT + 1)), Err(AboutError::TooLong));
        assert_eq!(about("All of it:\nhttps://example.org/"), Err(AboutError::Link));
        for unseen in ["a\u{202e}b", "a\0b", "a\u{200b}b", "a\tb"] {
            assert_eq!(about(unseen), Err(AboutError::Unseen), "{unseen:?}");
        }
    }
}
