//! Unicode classes: what Unicode says of a character, by its classes: lists of single ones are never whole.

use icu_properties::props::{DefaultIgnorableCodePoint, Emoji, ExtendedPictographic, GeneralCategory};
use icu_properties::{CodePointMapData, CodePointSetData};

fn category(character: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(character)
}

/// What shows nothing though Unicode takes it for a letter, a mark or a symbol: the blank pattern of Braille, a placeholder
/// for objects, an empty note head, two blank hieroglyphs and a filler.
const BLANK: [char; 6] = ['\u{2800}', '\u{fffc}', '\u{1d159}', '\u{13441}', '\u{13442}', '\u{16fe4}'];

/// Whether a character shows nothing, changes the order of others, breaks the line, or means nothing that is agreed on:
/// control and format characters, those that may be ignored, blank ones, private and unassigned ones.
pub(super) fn is_invisible_or_bidi(character: char) -> bool {
    matches!(
        category(character),
        GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
            | GeneralCategory::PrivateUse
            | GeneralCategory::Surrogate
            | GeneralCategory::Unassigned
    ) || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(character)
        || BLANK.contains(&character)
}

/// Whether it is a letter or a number.
pub(super) fn is_letter_or_number(character: char) -> bool {
    matches!(
        category(character),
        GeneralCategory::UppercaseLetter
            | GeneralCategory::LowercaseLetter
            | GeneralCategory::TitlecaseLetter
            | GeneralCategory::ModifierLetter
            | GeneralCategory::OtherLetter
            | GeneralCategory::DecimalNumber
            | GeneralCategory::LetterNumber
            | GeneralCategory::OtherNumber
    )
}

/// Whether it is put onto the letter before it and takes no room of its own, so that many make a tower.
pub(super) fn is_stacked(character: char) -> bool {
    matches!(category(character), GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark)
}

/// Whether it is a mark of any kind.
pub(super) fn is_mark(character: char) -> bool {
    is_stacked(character) || category(character) == GeneralCategory::SpacingMark
}

/// Whether it can be shown as a picture: emoji, and the signs and digits that can be coloured.
pub(super) fn is_emoji(character: char) -> bool {
    CodePointSetData::new::<Emoji>().contains(character)
}

/// Whether it is a picture that can be joined to another.
pub(super) fn is_picture(character: char) -> bool {
    CodePointSetData::new::<ExtendedPictographic>().contains(character)
}
