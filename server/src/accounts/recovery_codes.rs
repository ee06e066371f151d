//! Recovery codes: random words on paper, each of which opens its account once.

use crate::entropy::Entropy;
use crate::limits;
use crate::store::TokenHash;

/// Crockford's base 32: without letters that are taken for digits.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Characters of a code: 80 random bits, far beyond guessing, so that a plain hash of it may be kept.
const LENGTH: usize = 16;

/// New codes, as they are told: `xxxx-xxxx-xxxx-xxxx`.
pub(crate) fn new_codes(entropy: &Entropy) -> Vec<String> {
    let code = |_| {
        let letters = entropy.bytes::<LENGTH>().map(|byte| char::from(ALPHABET[usize::from(byte % 32)]));
        let quads: Vec<String> = letters.chunks(4).map(|quad| quad.iter().collect()).collect();
        quads.join("-")
    };
    (0..limits::RECOVERY_CODES).map(code).collect()
}

/// The hash of a code, however it was typed; what is kept of it.
pub(crate) fn code_hash(code: &str) -> TokenHash {
    let plain = |letter: char| match letter.to_ascii_lowercase() {
        'o' => '0',
        'i' | 'l' => '1',
        letter => letter,
    };
    let typed: String = code.chars().filter(char::is_ascii_alphanumeric).map(plain).collect();
    TokenHash::of(&typed)
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
