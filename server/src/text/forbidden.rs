//! Word list: what a house does not want to be said, however it is spelled.

use std::collections::HashSet;

use super::alike::search_key;
use super::characters::{is_letter_or_number, is_mark};

/// Letters that stand apart are read as a word if there are so many of them in a row.
const SPELLED_OUT: usize = 3;

/// Words that are in no name and no line of chat. They are compared as they look: without regard to case, marks, width and look-alikes.
#[derive(Clone, Debug, Default)]
pub(crate) struct ForbiddenWords {
    whole: HashSet<String>,
    /// How words begin.
    starts: Vec<String>,
    /// What no word holds.
    parts: Vec<String>,
}

impl ForbiddenWords {
    /// Reads a list: a word a line, as `word`, `word*` with whatever follows it, or `*word*` wherever it stands within another; lines that
    /// begin with # say nothing.
    pub(crate) fn read(list: &str) -> Self {
        let mut words = Self::default();
        for line in list.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
            let key = search_key(line);
            if key.is_empty() {
                continue;
            }
            match (line.starts_with('*'), line.ends_with('*')) {
                (true, _) => words.parts.push(key),
                (false, true) => words.starts.push(key),
                (false, false) => drop(words.whole.insert(key)),
            }
        }
        words
    }

    /// Whether any of them is in a text.
    pub(crate) fn are_in(&self, text: &str) -> bool {
        if self.whole.is_empty() && self.starts.is_empty() && self.parts.is_empty() {
            return false;
        }
        let mut apart = String::new();
        for word in text.split(|one| !is_letter_or_number(one) && !is_mark(one)).map(search_key) {
            if word.is_empty() {
                continue;
            }
            if word.chars().count() == 1 {
                apart.push_str(&word);
                continue;
            }
            if self.is_one(&word) || self.is_spelled_out(&apart) {
                return true;
            }
            apart.clear();
        }
        self.is_spelled_out(&apart)
    }

    fn is_one(&self, word: &str) -> bool {
        self.whole.contains(word)
            || self.starts.iter().any(|start| word.starts_with(start.as_str()))
            || self.parts.iter().any(|part| word.contains(part.as_str()))
    }

    fn is_spelled_out(&self, letters: &str) -> bool {
        letters.chars().count() >= SPELLED_OUT && self.is_one(letters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_however_they_are_spelled() {
        let words = ForbiddenWords::read("# what is not said\nradish\nturnip*\n*beet*\n\n  Kohlrabi \n");
        for bad in [
            "radish",
            "You RADISH!",
            "a (ràdish)",
            "rаdish",
            "ｒａｄｉｓｈ",
            "r a d i s h",
            "oh, r.a.d.i.s.h, well",
            "turnips",
            "sugarbeets",
            "beet",
            "kohlrabi",
            "Rad1sh",
        ] {
            assert!(words.are_in(bad), "{bad}");
        }
        for good in ["radishes", "a turn", "bee t", "a b c", "", "mine", "horseradish"] {
            assert!(!words.are_in(good), "{good}");
        }
    }

    #[test]
    fn an_empty_list_forbids_nothing() {
        for list in ["", "# nothing", "*", "**\n \n"] {
            assert!(!ForbiddenWords::read(list).are_in("anything * at all"), "{list:?}");
        }
    }
}
