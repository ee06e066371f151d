//! Recovery codes: random words on paper, each of which opens its account once.

use crate::entropy::Entropy;
use crate::limits;
use crate::store::TokenHash;
use crate::text::crockford;

/// Characters of a code: 80 random bits, far beyond guessing, so that a plain hash of it may be kept.
const LENGTH: usize = 16;

/// New codes, as they are told: `xxxx-xxxx-xxxx-xxxx`.
pub(crate) fn new_codes(entropy: &Entropy) -> Vec<String> {
    (0..limits::RECOVERY_CODES).map(|_| new_code::<LENGTH>(entropy)).collect()
}

/// A code of so many letters, five random bits each, in groups of four.
pub(crate) fn new_code<const N: usize>(entropy: &Entropy) -> String {
    let letters = entropy.bytes::<N>().map(|byte| crockford::letter(byte).to_ascii_lowercase());
    let quads: Vec<String> = letters.chunks(4).map(|quad| quad.iter().collect()).collect();
    quads.join("-")
}

/// The hash of a code, however it was typed; what is kept of it.
pub(crate) fn code_hash(code: &str) -> TokenHash {
    let typed = code.chars().filter(char::is_ascii_alphanumeric);
    // What stands for nothing stays, and so makes it another code.
    let plain = typed.map(|letter| crockford::meant(letter).unwrap_or(letter).to_ascii_lowercase());
    TokenHash::of(&plain.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_differ_and_are_found_however_they_are_typed() {
        let codes = new_codes(&Entropy::system());
        let distinct: std::collections::BTreeSet<_> = codes.iter().collect();
        assert_eq!((codes.len(), distinct.len()), (limits::RECOVERY_CODES, limits::RECOVERY_CODES));
        let code = "01ab-cdef-gh0j-k1mn";
        for typed in ["01ABCDEFGH0JK1MN", " oiab cdef ghoj kLmn ", "0lab–cdef–gh0j–kimn"] {
            assert_eq!(code_hash(typed), code_hash(code), "{typed}");
        }
        assert_ne!(code_hash("01ab-cdef-gh0j-k1mm"), code_hash(code));
    }
}
