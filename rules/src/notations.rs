//! Action list in notation: what a seat may choose from.

use std::fmt::{self, Debug, Formatter};

/// Notations, sorted by bytes. They lie in one text, as each on its own would be a piece of memory for some characters, and are
/// compared by their first bytes: `docs/performance.md#what-was-tried` tells what that gave.
///
/// # Examples
/// ```
/// use cydonia_rules::{AnyGame, GameKind, Setup};
///
/// let game = AnyGame::start(GameKind::MartianChess, &Setup::for_seats(2)).unwrap();
/// let notations = game.notations();
/// assert!(notations.iter().is_sorted());
/// assert_eq!(notations.iter().next(), Some("b1-a1"));
/// ```
#[derive(Clone, Default)]
pub struct Notations {
    text: String,
    spans: Vec<Span>,
}

/// Where one of them lies.
#[derive(Clone, Copy)]
struct Span {
    /// Its first bytes as a number, which compares as they do: mostly that tells two apart.
    head: u64,
    start: u32,
    end: u32,
}

impl Span {
    fn of(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }
}

impl Notations {
    /// Writes each down by `write`, and sorts them.
    pub(crate) fn of<A>(actions: impl IntoIterator<Item = A>, write: impl Fn(A, &mut String)) -> Self {
        let actions = actions.into_iter();
        let mut text = String::with_capacity(8 * actions.size_hint().0);
        let span = |action| {
            let start = text.len();
            write(action, &mut text);
            let head = head(&text.as_bytes()[start..]);
            Span { head, start: start as u32, end: text.len() as u32 }
        };
        let mut spans: Vec<Span> = actions.map(span).collect();
        spans.sort_unstable_by(|a, b| a.head.cmp(&b.head).then_with(|| a.of(&text).cmp(b.of(&text))));
        Self { text, spans }
    }

    /// Every notation, in the order of their bytes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.spans.iter().map(|span| span.of(&self.text))
    }
}

/// The first bytes as a number that compares as they do.
fn head(notation: &[u8]) -> u64 {
    let mut head = [0; 8];
    let length = notation.len().min(head.len());
    head[..length].copy_from_slice(&notation[..length]);
    u64::from_be_bytes(head)
}

impl Debug for Notations {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl PartialEq for Notations {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Notations {}

impl<S: AsRef<str>> FromIterator<S> for Notations {
    fn from_iter<I: IntoIterator<Item = S>>(notations: I) -> Self {
        Self::of(notations, |notation, text| text.push_str(notation.as_ref()))
    }
}

#[cfg(feature = "wire")]
impl serde::Serialize for Notations {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(feature = "wire")]
impl<'de> serde::Deserialize<'de> for Notations {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<String>::deserialize(deserializer)?.into_iter().collect())
    }
}
