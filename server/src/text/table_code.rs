//! Table codes: a table's short address in Crockford's base 32, as people read it out to each other. It says nothing of the table: a private one's key is as long as ever, and stands apart.

use std::fmt;
use std::str::FromStr;

use super::crockford;

/// How long the codes are that are tried for a table, one after another. Of five letters there are 33 million; a third that is taken,
/// too, comes about only where there are millions of tables.
const LENGTHS: [usize; 6] = [5, 5, 5, 6, 7, 8];
const LONGEST: usize = LENGTHS[LENGTHS.len() - 1];

/// A table's short address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TableCode(String);

/// Why something is no [`TableCode`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a code has from {} to {} letters and digits", LENGTHS[0], LONGEST)]
pub(crate) struct TableCodeError;

impl TableCode {
    /// Some random codes to try one after another, the short first: a longer one is wanted only where those are taken.
    pub(crate) fn candidates(mut random: impl FnMut() -> [u8; 8]) -> Vec<Self> {
        let code = |length: &usize| {
            let bytes = random();
            Self(bytes.into_iter().take(*length).map(crockford::letter).collect())
        };
        LENGTHS.iter().map(code).collect()
    }

    /// In capital letters, as it is kept.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TableCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// As people write it: in small letters, too, with I and L for 1 and O for 0, and hyphens anywhere.
impl FromStr for TableCode {
    type Err = TableCodeError;

    fn from_str(text: &str) -> Result<Self, TableCodeError> {
        // Longer than anybody would write it with hyphens: not looked at.
        if text.len() > 2 * LONGEST {
            return Err(TableCodeError);
        }
        let letters = text.chars().filter(|letter| *letter != '-').map(crockford::meant);
        let code: String = letters.collect::<Option<_>>().ok_or(TableCodeError)?;
        if LENGTHS.contains(&code.len()) { Ok(Self(code)) } else { Err(TableCodeError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_people_write_it() {
        for (written, code) in [
            ("7QK3F", "7QK3F"),
            ("7qk3f", "7QK3F"),
            ("7QK-3F", "7QK3F"),
            ("oil0i", "01101"),
            ("ABCDEFGH", "ABCDEFGH"),
        ] {
            assert_eq!(written.parse::<TableCode>().map(|code| code.to_string()), Ok(code.to_owned()));
        }
        for wrong in [
            "",
            "7QK3",
            "7QK3U",
            "7QK3F7QK3",
            "7QK3Fé",
            "7QK 3F",
            "-----",
            "7QK3\u{212a}",
            "-------------7QK3F",
        ] {
            assert_eq!(wrong.parse::<TableCode>(), Err(TableCodeError), "{wrong}");
        }
    }

    #[test]
    fn candidates_grow_longer_and_read_back() {
        let mut drawn = 0_u8;
        let candidates = TableCode::candidates(|| {
            [(); 8].map(|()| {
                drawn = drawn.wrapping_add(41);
                drawn
            })
        });
        let lengths: Vec<usize> = candidates.iter().map(|code| code.as_str().len()).collect();
        assert_eq!(lengths, LENGTHS);
        for (place, code) in candidates.iter().enumerate() {
            assert_eq!(code.as_str().parse().as_ref(), Ok(code));
            assert!(!candidates[..place].contains(code), "{code} is drawn twice");
        }
    }
}
