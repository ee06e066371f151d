//! Notes: what is said to moderators and by them, in a few sentences.

use cydonia_protocol::MAX_NOTE;

use super::line::hides_something;

/// Why something is no note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoteError {
    /// It is empty.
    #[error("a reason needs at least one character")]
    Empty,
    /// It is too long.
    #[error("this text has at most {MAX_NOTE} characters")]
    TooLong,
    /// Some of it would not be seen, or would have the rest shown otherwise.
    #[error("this text cannot hold control characters, nor any that show nothing, hide or reorder others")]
    Unseen,
}

/// A note: lines without spaces round them all, made of characters that can be seen.
///
/// # Errors
/// [`NoteError`], which is told to whoever writes it.
pub(crate) fn note(text: &str) -> Result<String, NoteError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(NoteError::Empty);
    }
    if text.chars().count() > MAX_NOTE {
        return Err(NoteError::TooLong);
    }
    if text.lines().any(hides_something) {
        return Err(NoteError::Unseen);
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_has_lines_and_links_and_nothing_unseen() {
        assert_eq!(
            note(" See https://example.org/\r\nand then? \n").as_deref(),
            Ok("See https://example.org/\r\nand then?")
        );
        assert_eq!(note(" \n "), Err(NoteError::Empty));
        assert!(note(&"é".repeat(MAX_NOTE)).is_ok());
        assert_eq!(note(&"x".repeat(MAX_NOTE + 1)), Err(NoteError::TooLong));
        for unseen in ["a\u{202e}b", "a\0b", "a\u{200b}b", "a\tb"] {
            assert_eq!(note(unseen), Err(NoteError::Unseen), "{unseen:?}");
        }
    }
}
