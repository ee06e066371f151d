//! Position text: a position in one line, and the position that a line tells. The grammar is in `docs/positions.md`.
//!
//! There is one text for a position, and only that text is read: two texts are equal where the positions are. It tells all that
//! decides what may be done from here and what it brings, and nothing of how the game came there.

use std::fmt;

use crate::input_error::excerpt;
use crate::{AnyGame, Game, GameKind, OptionKind, OptionValue, Phase, Seat, Seats, Setup, Size};

/// What stands where there is nothing to tell.
pub(crate) const NOTHING: &str = "-";
/// Between the fields of a text.
const FIELD: char = '/';
/// How many fields there are.
const FIELDS: usize = 5;
/// No position takes more bytes.
pub const MAX_POSITION: usize = 2_000;

/// What most are shorter than: room that is taken at once.
const USUAL_POSITION: usize = 256;

/// The fields of a position text that each game writes in its own way, as they were read.
#[derive(Clone, Copy, Debug)]
pub struct PositionFields<'a> {
    /// What lies where: entries with commas in between, as `a1.01` for seat 0's small piece on `a1`.
    pub placement: &'a str,
    /// The seat that is to act or to roll, and after an `x` those that have left, in order.
    pub turn: &'a str,
    /// What else decides which actions are legal.
    pub facts: &'a str,
    /// What counts towards an end of the game, and decides nothing else but whether a clock may be started; no part of what [`hashed`]
    /// gives.
    pub counters: &'a str,
}

/// Why a text tells no position: a closed list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// It has not five fields, or is too long.
    NotFiveFields,
    /// The first field names no game, or a set-up that the game does not take.
    BadSetup(String),
    /// No game stands so, or it is written in another way.
    NoSuchPosition(GameKind),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFiveFields => write!(f, "a position is {FIELDS} fields with “{FIELD}” in between"),
            Self::BadSetup(text) => write!(f, "“{}” is no set-up of a game", excerpt(text)),
            Self::NoSuchPosition(kind) => {
                write!(f, "no game of {} stands so, or it is written in another way", kind.info().title)
            }
        }
    }
}

impl std::error::Error for PositionError {}

/// What of a position text is hashed: all but the counters, so that a position is known again however long nothing has happened.
///
/// # Examples
/// ```
/// use cydonia_rules::hashed;
///
/// assert_eq!(hashed("martian-mud-wrestling:2/a1.01/0/-/a1-a2"), "martian-mud-wrestling:2/a1.01/0/-");
/// ```
#[must_use]
pub fn hashed(text: &str) -> &str {
    text.rsplit_once(FIELD).map_or(text, |(all, _)| all)
}

impl AnyGame {
    /// The position as text; none once the game is over.
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::{AnyGame, GameKind, Setup};
    ///
    /// let mut game = AnyGame::start(GameKind::MartianFrisby, &Setup::for_seats(2)).unwrap();
    /// let start = "martian-frisby:2/a1.010203,b1.010203,a8.111213,b8.111213/0/roll/0";
    /// assert_eq!(game.position().as_deref(), Some(start));
    /// let again = AnyGame::at(start).unwrap();
    /// assert_eq!(again.view(), game.view());
    /// game.roll([5, 3]).unwrap();
    /// assert!(game.position().unwrap().ends_with("/0/35/0"));
    /// let begins = AnyGame::at("martian-frisby:2").unwrap();
    /// assert_eq!(begins.position().as_deref(), Some(start));
    /// ```
    #[must_use]
    pub fn position(&self) -> Option<String> {
        with!(self, game => position(game))
    }

    /// The game that stands so; or that begins, where nothing but the first field is given.
    ///
    /// # Errors
    /// If it is no text of a position, or not the one text of it.
    pub fn at(text: &str) -> Result<Self, PositionError> {
        if text.len() > MAX_POSITION {
            return Err(PositionError::NotFiveFields);
        }
        let bad_setup = |text: &str| PositionError::BadSetup(text.to_owned());
        let fields: Vec<&str> = text.split(FIELD).collect();
        if let [alone] = fields[..] {
            let (kind, setup) = read_setup(alone).ok_or_else(|| bad_setup(alone))?;
            return Self::start(kind, &setup).map_err(|_refused| bad_setup(alone));
        }
        let [setup, placement, turn, facts, counters] = fields[..] else {
            return Err(PositionError::NotFiveFields);
        };
        let (kind, setup) = read_setup(setup).ok_or_else(|| bad_setup(setup))?;
        let fields = PositionFields { placement, turn, facts, counters };
        Self::read(kind, &setup, &fields)
            // One position has one text.
            .filter(|game| game.position().as_deref() == Some(text))
            // Whose turn it is always has something to do.
            .filter(|game| {
                !matches!(game.phase(), Phase::Act { .. }) || game.notations().iter().next().is_some()
            })
            .ok_or(PositionError::NoSuchPosition(kind))
    }
}

fn position<G: Game>(game: &G) -> Option<String> {
    if game.phase() == Phase::Over {
        return None;
    }
    let mut text = String::with_capacity(USUAL_POSITION);
    text.push_str(G::INFO.id);
    text.push(':');
    text.push((b'0' + game.seats().count()).into());
    for (name, value) in game.chosen() {
        text.extend([",", name, "=", value]);
    }
    text.push(FIELD);
    game.write_position(&mut text);
    Some(text)
}

/// Reads `martian-chess:4,teams=true`.
fn read_setup(text: &str) -> Option<(GameKind, Setup)> {
    let mut parts = text.split(',');
    let (id, seats) = parts.next()?.split_once(':')?;
    let kind = GameKind::from_id(id)?;
    let mut setup = Setup::for_seats(digit(seats)?);
    for part in parts {
        let (name, value) = part.split_once('=')?;
        let value = match kind.info().option(name)?.kind {
            OptionKind::Switch { .. } => OptionValue::Switch(value.parse().ok()?),
            OptionKind::Choices { .. } => OptionValue::Choice(value.to_owned()),
        };
        setup.options.insert(name.to_owned(), value);
    }
    setup.check(kind.info()).is_ok().then_some((kind, setup))
}

/// A number of one digit.
pub(crate) fn digit(text: &str) -> Option<u8> {
    match *text.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        _ => None,
    }
}

/// Writes a number, which is short mostly: `format!` takes longer.
pub(crate) fn write_number(number: u32, text: &mut String) {
    if number >= 10 {
        write_number(number / 10, text);
    }
    text.push((b'0' + (number % 10) as u8).into());
}

/// Writes whose turn it is and who has left.
pub(crate) fn write_turn(seats: &Seats, text: &mut String) {
    text.push(FIELD);
    text.push((b'0' + seats.to_act()).into());
    if !seats.leavers().is_empty() {
        text.push('x');
        text.extend(seats.leavers().iter().map(|seat| char::from(b'0' + seat)));
    }
    text.push(FIELD);
}

/// Reads whose turn it is and who has left.
pub(crate) fn read_turn(setup: &Setup, text: &str) -> Option<Seats> {
    let (seat, leavers) = text.split_once('x').unwrap_or((text, ""));
    let mut seats = Seats::new(setup.seats, digit(seat)?);
    if seats.to_act() >= setup.seats {
        return None;
    }
    for leaver in leavers.bytes() {
        let leaver = leaver.checked_sub(b'0')?;
        // Whose turn it is has not left.
        if !seats.is_in(leaver) || leaver == seats.to_act() {
            return None;
        }
        seats.leave(leaver);
    }
    Some(seats)
}

/// A field that is being written and is a list: entries with commas in between. Nothing is put together elsewhere, as the text of a
/// position is written for every move that is made.
pub(crate) struct ListField<'a> {
    text: &'a mut String,
    start: usize,
}

impl<'a> ListField<'a> {
    pub(crate) fn begin(text: &'a mut String) -> Self {
        let start = text.len();
        Self { text, start }
    }

    /// Where the next entry is to be written.
    pub(crate) fn entry(&mut self) -> &mut String {
        if self.text.len() > self.start {
            self.text.push(',');
        }
        self.text
    }

    /// A stack of a game for two as an entry of the placement: where it is, and each piece's owner and size from the bottom up; none
    /// where nothing is.
    pub(crate) fn stack(
        &mut self,
        write_name: impl FnOnce(&mut String),
        pieces: impl Iterator<Item = (Seat, Size)>,
    ) {
        let mut pieces = pieces.peekable();
        if pieces.peek().is_none() {
            return;
        }
        let entry = self.entry();
        write_name(entry);
        entry.push('.');
        entry.extend(pieces.flat_map(|(owner, size)| [owner, size]).map(|digit| char::from(b'0' + digit)));
    }

    pub(crate) fn end(self) {
        if self.text.len() == self.start {
            self.text.push_str(NOTHING);
        }
    }
}

/// The entries of a field that is a list.
pub(crate) fn entries(field: &str) -> impl Iterator<Item = &str> {
    field.split(',').filter(move |_| field != NOTHING)
}

/// Reads an entry of the placement as [`ListField::stack`] writes it.
pub(crate) fn read_stack(entry: &str) -> Option<(&str, Vec<(Seat, Size)>)> {
    let (name, pieces) = entry.split_once('.')?;
    let piece = |pair: &[u8]| match *pair {
        [owner @ b'0'..=b'1', size @ b'1'..=b'3'] => Some((owner - b'0', size - b'0')),
        _ => None,
    };
    Some((name, pieces.as_bytes().chunks(2).map(piece).collect::<Option<_>>()?))
}
