//! Mutations: small mistakes in a text, such as people and programs make.

use arbitrary::{Result, Unstructured};

/// Characters of other actions; and those that careless readers drop, fold or take for others: blanks, dashes, quotes,
/// digits of other scripts, letters that look alike or fold to ASCII, marks, joiners, changes of direction.
const ODD: [char; 29] = [
    'b', 'C', '2', '3', ' ', '\t', '\r', '\0', '-', '–', '−', '"', '\\', '\u{ad}', '\u{a0}', '０', '１', '٣',
    '²', 'а', 'ａ', 'ſ', '\u{212a}', '\u{301}', '\u{200b}', '\u{200d}', '\u{200f}', '\u{202e}', '\u{feff}',
];

/// Changes one character of a text.
pub(super) fn spoilt(bytes: &mut Unstructured<'_>, text: &str) -> Result<String> {
    let mut chars: Vec<char> = text.chars().collect();
    let place = bytes.choose_index(chars.len())?;
    let old = chars[place];
    match bytes.int_in_range(0..=4)? {
        0 => drop(chars.remove(place)),
        1 => chars.insert(place, some_char(bytes)?),
        2 => chars.push(some_char(bytes)?),
        3 => chars[place] = some_char(bytes)?,
        _ if old.is_lowercase() => chars[place] = old.to_ascii_uppercase(),
        _ => chars[place] = old.to_ascii_lowercase(),
    }
    Ok(chars.into_iter().collect())
}

fn some_char(bytes: &mut Unstructured<'_>) -> Result<char> {
    if bytes.arbitrary()? { bytes.choose(&ODD).copied() } else { bytes.arbitrary() }
}
