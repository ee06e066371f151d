//! Crockford's base 32, in which no two letters look or sound the same (<https://www.crockford.com/base32.html>).

/// Digits and letters without I, L, O and U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The letter for the last five bits of a byte.
pub(crate) fn letter(byte: u8) -> char {
    char::from(ALPHABET[usize::from(byte % 32)])
}

/// The letter that somebody means by one that they wrote: large or small, I and L for 1, O for 0. None if it stands for nothing.
pub(crate) fn meant(written: char) -> Option<char> {
    match written.to_ascii_uppercase() {
        'I' | 'L' => Some('1'),
        'O' => Some('0'),
        known => (known.is_ascii() && ALPHABET.contains(&(known as u8))).then_some(known),
    }
}
