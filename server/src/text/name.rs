//! Names: what people are known by, and told apart by.

use cydonia_protocol::{MAX_NAME, Player};
use icu_normalizer::ComposingNormalizerBorrowed;

use super::alike::{ends_like_a_mark, skeleton};
use super::characters::{is_invisible_or_bidi, is_letter_or_number, is_mark, is_stacked};

/// Names that speak for the house, or for somebody who has a say in it: nobody does, and who believed it might do as they
/// are told. What a page calls the one who looks at it, and what it calls those whom nobody is to know any more.
const RESERVED: [&str; 18] = [
    "admin",
    "administrator",
    "computer",
    "cydonia",
    "cydonia team",
    Player::DELETED,
    "host",
    "house",
    "mod",
    "moderator",
    "official",
    "referee",
    "server",
    "staff",
    "support",
    "system",
    "the house",
    "you",
];

/// As many marks stand on a letter in any language that is written with them; more make a tower over what is beside it.
const MOST_MARKS: usize = 2;

/// Why something is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NameError {
    /// It is empty.
    #[error("a name needs at least one character")]
    Empty,
    /// Some of it would not be seen, or would have the rest shown otherwise.
    #[error("a name cannot hold control characters, nor any that show nothing, hide or reorder others")]
    Unseen,
    /// It is too long.
    #[error("a name has at most {MAX_NAME} characters")]
    TooLong,
    /// It is made of signs alone.
    #[error("a name needs at least one letter or number")]
    NoLetter,
    /// Marks make a tower.
    #[error("a name has at most two marks on a letter")]
    TooManyMarks,
    /// It looks like one that is kept.
    #[error("this name would be taken for the house's, or for somebody's who speaks for it")]
    Reserved,
    /// It ends as the house has those end whom it tells apart.
    #[error("a name cannot end in a dot and digits: so the house tells apart those who are called the same")]
    LikeAMark,
    /// The house does not want a word in it.
    #[error("this house wants no such word in a name")]
    Forbidden,
}

/// A name as it is kept: composed, with one space where there was any white space, and made of characters that can be seen.
///
/// # Errors
/// [`NameError`], which is told to whoever wants to be called so.
pub(crate) fn name(text: &str) -> Result<String, NameError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(NameError::Empty);
    }
    if text.chars().any(is_invisible_or_bidi) {
        return Err(NameError::Unseen);
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let name = ComposingNormalizerBorrowed::new_nfc().normalize(&words.join(" ")).into_owned();
    if name.chars().count() > MAX_NAME {
        return Err(NameError::TooLong);
    }
    if !name.chars().any(is_letter_or_number) {
        return Err(NameError::NoLetter);
    }
    let mut marks = 0;
    for character in name.chars() {
        marks = if is_stacked(character) { marks + 1 } else { 0 };
        if marks > MOST_MARKS {
            return Err(NameError::TooManyMarks);
        }
    }
    if is_reserved(&name) {
        return Err(NameError::Reserved);
    }
    if ends_like_a_mark(&name) {
        return Err(NameError::LikeAMark);
    }
    Ok(name)
}

/// Whether a name looks like one that is kept, with or without marks on its letters.
fn is_reserved(name: &str) -> bool {
    let bare = |text: &str| -> String { skeleton(text).chars().filter(|one| !is_mark(*one)).collect() };
    let name = bare(name);
    let computers = (1..).map_while(Player::computer).map(|computer| computer.name);
    RESERVED.iter().any(|reserved| bare(reserved) == name)
        || computers.into_iter().any(|one| bare(&one) == name)
}

#[cfg(test)]
mod tests {
    use icu_properties::CodePointSetData;
    use icu_properties::props::DefaultIgnorableCodePoint;

    use super::*;

    #[test]
    fn names_are_trimmed_composed_and_folded() {
        assert_eq!(name("  Ada \n").as_deref(), Ok("Ada"));
        assert_eq!(name("Jose\u{301}").as_deref(), Ok("José"));
        assert_eq!(name("Ada \u{a0}\u{3000} L.").as_deref(), Ok("Ada L."));
        assert_eq!(name(&"é".repeat(MAX_NAME)), Ok("é".repeat(MAX_NAME)));
        assert_eq!(name(&"e\u{301}".repeat(MAX_NAME)), Ok("é".repeat(MAX_NAME)), "as it is kept");
        assert!(name(&"x".repeat(MAX_NAME + 1)).is_err());
    }

    #[test]
    fn names_of_all_languages_are_names() {
        for good in [
            "Zoë",
            "Мария",
            "李小龙",
            "しんいち",
            "김민수",
            "محمد",
            "नमिता",
            "ที่รัก",
            "Nguyễn",
            "Ἀθηνᾶ",
            "ကြော်",
            "O'Neil-Smith",
            "ada_99",
            "R2-D2",
            "Mr. T",
            "7",
            "Ada 🎲",
            "You too",
            "Housekeeper",
            "Modesty",
        ] {
            assert_eq!(name(good).as_deref(), Ok(good));
        }
    }

    #[test]
    fn nothing_that_is_unseen_is_in_a_name() {
        let ignorable = CodePointSetData::new::<DefaultIgnorableCodePoint>();
        let mut count = 0;
        for character in ('\0'..=char::MAX).filter(|character| ignorable.contains(*character)) {
            assert!(name(&character.to_string()).is_err(), "U+{:X}", u32::from(character));
            assert!(name(&format!("A{character}da")).is_err(), "U+{:X}", u32::from(character));
            count += 1;
        }
        assert!(count > 4_000, "Unicode has some thousand of them: {count}");
        for unseen in [
            '\0',
            '\u{1b}',
            '\u{9f}',
            '\u{600}',
            '\u{202e}',
            '\u{2028}',
            '\u{2029}',
            '\u{2800}',
            '\u{3164}',
            '\u{e000}',
            '\u{fdd0}',
            '\u{fff0}',
            '\u{fff9}',
            '\u{fffc}',
            '\u{ffff}',
            '\u{13430}',
            '\u{13441}',
            '\u{1bca0}',
            '\u{1d159}',
            '\u{1d173}',
            '\u{e0100}',
            '\u{e0fff}',
            '\u{10fffd}',
            '\u{10ffff}',
        ] {
            assert!(name(&format!("A{unseen}da")).is_err(), "U+{:X}", u32::from(unseen));
        }
        for bad in ["", " \t ", "a\nb", "a\tb"] {
            assert!(name(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_name_can_be_read_and_builds_no_tower() {
        for bad in ["!!!", "🎲", "·", "\u{301}\u{302}"] {
            assert_eq!(name(bad).expect_err(bad), NameError::NoLetter);
        }
        assert!(name("x\u{301}\u{302}").is_ok());
        for bad in [format!("A{}", "\u{300}".repeat(20)), "x\u{301}\u{302}\u{303}a".to_owned()] {
            assert_eq!(name(&bad).expect_err("refused"), NameError::TooManyMarks, "{bad}");
        }
    }

    #[test]
    fn nobody_is_called_as_the_house_or_as_who_has_a_say_in_it() {
        for bad in [
            "You",
            "you!",
            "Cydonia",
            "CYDONIA",
            "c y d o n i a",
            "✔ Moderator",
            "[Admin]",
            "Аdmin",
            "ＡＤＭＩＮ",
            "𝐌𝐨𝐝𝐞𝐫𝐚𝐭𝐨𝐫",
            "Cydonía",
            "Adm1n",
            "S y s t e m",
            "The House",
            "Cydonia Team",
            "computer",
            "Computer 3",
            "COMPUTER8",
            "Suppоrt",
            "ѕtaff",
        ] {
            assert_eq!(name(bad).expect_err(bad), NameError::Reserved, "{bad}");
        }
    }

    #[test]
    fn nobody_gives_themselves_the_mark_by_which_the_house_tells_people_apart() {
        for bad in ["Ada ·2f", "Ada·2F", "Ada • 2f", "Ada ・２ｆ", "Ada ∙a1b", "Ada ·O1"] {
            assert_eq!(name(bad).expect_err(bad), NameError::LikeAMark, "{bad}");
        }
        for good in ["Ada 2f", "Ada ·2", "Col·lega", "Ada · Ben"] {
            assert!(name(good).is_ok(), "{good}");
        }
    }
}
