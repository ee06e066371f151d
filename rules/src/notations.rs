//! Many notations at once: what a seat may choose from.

use std::fmt::{self, Debug, Formatter};

/// Notations, sorted by bytes. They lie in one text, as each on its own would be a piece of memory for some characters.
#[derive(Clone, Default)]
pub struct Notations {
    text: String,
    /// Where each begins and ends.
    places: Vec<(u32, u32)>,
}

impl Notations {
    /// Writes each down by `write`, and sorts them.
    pub(crate) fn of<A>(actions: impl IntoIterator<Item = A>, write: impl Fn(A, &mut String)) -> Self {
        let actions = actions.into_iter();
        let mut text = String::with_capacity(8 * actions.size_hint().0);
        let place = |action| {
            let start = text.len() as u32;
            write(action, &mut text);
            (start, text.len() as u32)
        };
        let places = actions.map(place).collect();
        let mut notations = Self { text, places };
        let Self { text, places } = &mut notations;
        // Mostly their first bytes tell them apart, which are compared as one number.
        places.sort_unstable_by(|(a_start, a_end), (b_start, b_end)| {
            let a = &text.as_bytes()[*a_start as usize..*a_end as usize];
            let b = &text.as_bytes()[*b_start as usize..*b_end as usize];
            head(a).cmp(&head(b)).then_with(|| a.cmp(b))
        });
        notations
    }

    /// Each in turn.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.places.iter().map(|(start, end)| &self.text[*start as usize..*end as usize])
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
