//! Confusable names: which names look the same, and how those who have them are told apart.

use cydonia_protocol::{MAX_NAME, Player, SeatState};
use icu_normalizer::ComposingNormalizerBorrowed;
use unicode_security::confusable_detection::skeleton as prototype;
use uuid::Uuid;

use super::characters::{is_letter_or_number, is_mark};

/// What a name looks like: names of one skeleton look the same, or nearly. By Unicode's list of confusable characters
/// (UTS 39), and beyond it without regard to case, width, spaces, signs and symbols.
pub(super) fn skeleton(name: &str) -> String {
    let plain = ComposingNormalizerBorrowed::new_nfkc().normalize(name);
    let upright = prototype(&plain).collect::<String>().to_lowercase();
    // Lower case has look-alikes of its own. A large i is one of l, so that with either case a small one is too.
    let looks = prototype(&upright).map(|character| if character == 'i' { 'l' } else { character });
    looks.filter(|character| is_letter_or_number(*character) || is_mark(*character)).collect()
}

/// What an account's name is told apart by: no two that have one look the same.
pub(crate) fn look(name: &str) -> String {
    skeleton(name)
}

/// What a name is looked up by: what it looks like, without the marks on its letters.
pub(crate) fn search_key(name: &str) -> String {
    skeleton(name).chars().filter(|one| !is_mark(*one)).collect()
}

/// What stands before the digits in the mark of somebody whose name is another's as well: `Ada ·2f`.
const DOT: char = '·';

/// Dots in the middle of a line that could be taken for it.
const DOTS: [char; 16] = [
    DOT,
    '•',
    '‧',
    '∙',
    '⋅',
    '・',
    '･',
    '●',
    '⚫',
    '⦁',
    '⸱',
    '⸳',
    '\u{387}',
    '\u{1427}',
    '\u{10101}',
    '\u{a78f}',
];

/// The least number of digits in a mark.
const LEAST_DIGITS: usize = 2;

/// Whether a name ends in what could be taken for such a mark.
pub(super) fn ends_like_a_mark(name: &str) -> bool {
    let Some((_, end)) = name.rsplit_once(DOTS) else { return false };
    // As a skeleton has them: 0 is an o there, and 1 an l.
    let is_digit = |character: char| character.is_ascii_hexdigit() || matches!(character, 'o' | 'l');
    let end = skeleton(end);
    end.chars().count() >= LEAST_DIGITS && end.chars().all(is_digit)
}

/// A name without its mark.
fn unmarked(name: &str) -> &str {
    let is_mark = |end: &str| end.len() >= LEAST_DIGITS && end.bytes().all(|byte| byte.is_ascii_hexdigit());
    match name.rsplit_once(DOT) {
        Some((before, end)) if is_mark(end) => before.trim_end(),
        _ => name,
    }
}

/// Those at a table's seats, by what their names look like.
pub(crate) struct Company {
    seated: Vec<Seated>,
}

struct Seated {
    player: Player,
    /// What the name looks like as it is shown, and without its mark.
    looks: [String; 2],
}

impl Company {
    /// Those who sit at a table, and those for whom a seat is kept there.
    pub(crate) fn of(seats: &[SeatState]) -> Self {
        let who = |seat: &SeatState| match seat {
            SeatState::Taken { player, .. } | SeatState::Reserved { player } => Some(player.clone()),
            SeatState::Free {} => None,
        };
        let looks = |player: &Player| [skeleton(&player.name), skeleton(unmarked(&player.name))];
        let seated = |player: Player| Seated { looks: looks(&player), player };
        Self { seated: seats.iter().filter_map(who).map(seated).collect() }
    }

    /// Somebody's name as it is shown among them: if it looks like another's, with so many of the last digits of their id
    /// that nobody is taken for anybody else.
    pub(crate) fn shown(&self, player: &Player) -> String {
        let look = skeleton(&player.name);
        let others = || self.seated.iter().filter(|other| other.player.id != player.id);
        let rivals: Vec<Uuid> =
            others().filter(|other| other.looks.contains(&look)).map(|other| other.player.id).collect();
        if rivals.is_empty() {
            return player.name.clone();
        }
        let digits = player.id.simple().to_string();
        let is_told_apart = |end: &str, name: &str| {
            let look = skeleton(name);
            rivals.iter().all(|rival| !rival.simple().to_string().ends_with(end))
                && others().all(|other| !other.looks.contains(&look))
        };
        let marked = (LEAST_DIGITS..=digits.len()).find_map(|count| {
            let end = &digits[digits.len() - count..];
            let name = with_mark(&player.name, end);
            is_told_apart(end, &name).then_some(name)
        });
        marked.unwrap_or_else(|| with_mark(&player.name, &digits))
    }
}

/// A name with a mark, of which the end makes room for it if it is long.
fn with_mark(name: &str, end: &str) -> String {
    let room = MAX_NAME.saturating_sub(end.len() + 2);
    let start: String = unmarked(name).chars().take(room).collect();
    format!("{} {DOT}{end}", start.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(name: &str, id: u128) -> Player {
        Player::new(Uuid::from_u128(id), name.to_owned())
    }

    fn company(players: &[Player]) -> Company {
        let taken = |player: &Player| SeatState::Taken { player: player.clone(), rating: None };
        let seats: Vec<_> = players.iter().map(taken).chain([SeatState::Free {}]).collect();
        Company::of(&seats)
    }

    #[test]
    fn names_that_look_the_same_have_one_skeleton() {
        for (one, other) in [
            ("Ada", "ada"),
            ("Ada", "Аdа"),
            ("Ada", "Ａｄａ"),
            ("Ada", "𝐀𝐝𝐚"),
            ("Ada", "A.d a!"),
            ("Ian", "lan"),
            ("Ian", "ian"),
            ("Bill", "BiII"),
            ("Otto", "0tt0"),
            ("Tom", "Torn"),
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} and {other}");
        }
        for (one, other) in [("Ada", "Adam"), ("Guest 1", "Guest 2"), ("Rene", "René"), ("李", "王")] {
            assert_ne!(skeleton(one), skeleton(other), "{one} and {other}");
        }
    }

    #[test]
    fn who_looks_like_another_is_marked_with_as_many_digits_as_it_takes() {
        let ada = player("Ada", 0x12f);
        assert_eq!(company(&[]).shown(&ada), "Ada");
        assert_eq!(company(&[player("Ben", 7)]).shown(&ada), "Ada");
        assert_eq!(company(std::slice::from_ref(&ada)).shown(&ada), "Ada", "nobody is taken for themselves");
        assert_eq!(company(&[player("АDA", 0x99)]).shown(&ada), "Ada ·2f");
        assert_eq!(company(&[player("Ada", 0x22f)]).shown(&ada), "Ada ·12f");
        let two = [player("Ada", 0x99), player("Ada ·2f", 0x92f)];
        assert_eq!(company(&two).shown(&ada), "Ada ·12f");
        assert_eq!(company(&two[1..]).shown(&ada), "Ada ·12f", "though the first has gone");
        let like_the_mark = [player("Ada", 0x99), player("Ada2f", 7)];
        assert_eq!(company(&like_the_mark).shown(&ada), "Ada ·12f");
        assert_eq!(company(&[player("Ada", 0x12f << 64)]).shown(&ada), "Ada ·2f");
    }

    #[test]
    fn a_long_name_makes_room_for_its_mark() {
        let long = "Abcdefghijklmnopqrstuvwx";
        let shown = company(&[player(long, 1)]).shown(&player(long, 0x2f));
        assert_eq!((shown.as_str(), shown.chars().count()), ("Abcdefghijklmnopqrst ·2f", MAX_NAME));
        let three = [player(long, 1), player(&shown, 0x2f)];
        assert_eq!(company(&three).shown(&player(long, 0x32f)), "Abcdefghijklmnopqrs ·32f");
    }
}
