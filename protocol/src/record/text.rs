//! Record text: written and read.

use std::collections::BTreeMap;
use std::fmt;

use cydonia_rules::{GameKind, LeaveReason, OptionKind, OptionValue, Options, Reason, Setup, SetupError};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::check::{Course, Places};
use super::{Claim, GameRecord, RecordError, RecordErrorKind, Step};
use crate::TimeControl;

/// The headers that are known, in the order in which they are written. Others are passed over.
const HEADERS: [&str; 12] = [
    "Game", "Rules", "Seats", "First", "Options", "Clock", "Id", "Started", "Finished", "Scores", "Ranks",
    "Reason",
];

/// The header of a seat's player: `Seat` and its number.
const SEATS: [&str; 6] = ["Seat0", "Seat1", "Seat2", "Seat3", "Seat4", "Seat5"];

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { seats, options, first } = &self.setup;
        header(f, "Game", self.kind.id())?;
        header(f, "Rules", &self.rules_version.to_string())?;
        header(f, "Seats", &seats.to_string())?;
        header(f, "First", &first.to_string())?;
        if !options.is_empty() {
            let option = |(name, value): (&String, &OptionValue)| match value {
                OptionValue::Switch(on) => format!("{name}={}", if *on { "on" } else { "off" }),
                OptionValue::Choice(choice) => format!("{name}={choice}"),
            };
            header(f, "Options", &joined(options.iter().map(option)))?;
        }
        for (name, player) in SEATS.iter().zip(&self.names) {
            if let Some(player) = player {
                header(f, name, player)?;
            }
        }
        if let Some(clock) = self.clock {
            header(f, "Clock", &clock_text(clock))?;
        }
        if let Some(id) = self.id {
            header(f, "Id", &id.to_string())?;
        }
        for (name, ms) in ["Started", "Finished"].into_iter().zip(self.times_ms) {
            if let Some(text) = ms.and_then(date_text) {
                header(f, name, &text)?;
            }
        }
        let Claim { scores, ranks, reason } = &self.claim;
        if let Some(scores) = scores {
            header(f, "Scores", &joined(scores))?;
        }
        if let Some(ranks) = ranks {
            header(f, "Ranks", &joined(ranks))?;
        }
        if let Some(reason) = reason {
            header(f, "Reason", reason.name())?;
        }
        writeln!(f)?;
        self.write_line(f)
    }
}

impl GameRecord {
    /// The entries, actions and leavings under the numbers that they have in the game. What does not play through by the
    /// rules, which no server keeps, has no numbers from there on.
    fn write_line(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut course = Course::new(self).ok();
        for step in &self.line {
            let taken = course.as_mut().is_some_and(|course| course.take(step).is_ok());
            if !taken {
                course = None;
            }
            if let (Step::Act(_) | Step::Leave(..), Some(course)) = (step, &course) {
                write!(f, "{}. ", course.plies)?;
            }
            writeln!(f, "{step}")?;
        }
        Ok(())
    }

    /// Reads a record, without playing it through.
    pub(super) fn read(text: &str) -> Result<(Self, Places), RecordError> {
        let mut headers = Headers::default();
        let mut places = Places::default();
        let mut steps = Vec::new();
        let mut end = 1;
        for (line, text) in (1..).zip(text.lines()) {
            end = line + 1;
            let at = |kind| RecordError { line, kind };
            // What follows a semicolon is a remark, but for one within a header.
            let text = text.trim();
            if text.starts_with('[') {
                if !steps.is_empty() {
                    return Err(at(RecordErrorKind::LateHeader));
                }
                headers.take(line, text).map_err(at)?;
                continue;
            }
            let entry = text.split_once(';').map_or(text, |(entry, _)| entry).trim();
            if !entry.is_empty() {
                let (number, step) = read_entry(entry).map_err(at)?;
                steps.push(step);
                places.entries.push((line, number));
            }
        }
        places.claim = ["Scores", "Ranks", "Reason"].map(|name| headers.line_of(name));
        places.end = end;
        Ok((headers.into_record(steps, end)?, places))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Act(action) => f.write_str(action),
            Self::Leave(seat, reason) => write!(f, "leave {seat} {}", Reason::from(*reason).name()),
            Self::Roll([one, two]) => write!(f, "roll {one} {two}"),
            Self::Lost => f.write_str("lost"),
            Self::Undo => f.write_str("undo"),
            Self::Swap => f.write_str("swap"),
            Self::Takeover(seat) => write!(f, "takeover {seat}"),
            Self::Takeback(seat) => write!(f, "takeback {seat}"),
            Self::Draw => f.write_str("draw"),
        }
    }
}

/// Reads an entry and its number, if it has one.
fn read_entry(entry: &str) -> Result<(Option<u32>, Step), RecordErrorKind> {
    let words: Vec<&str> = entry.split_ascii_whitespace().collect();
    let (number, words) = match words.split_first() {
        Some((first, rest)) if first.ends_with('.') => {
            let number =
                first.trim_end_matches('.').parse().map_err(|_not_a_number| RecordErrorKind::NotAnEntry)?;
            (Some(number), rest)
        }
        _ => (None, words.as_slice()),
    };
    let small = |text: &str| text.parse::<u8>().map_err(|_not_a_number| RecordErrorKind::NotAnEntry);
    let step = match words {
        ["leave", seat, reason] => {
            Step::Leave(small(seat)?, LeaveReason::from_name(reason).ok_or(RecordErrorKind::NotAnEntry)?)
        }
        ["roll", one, two] => Step::Roll([small(one)?, small(two)?]),
        ["takeover", seat] => Step::Takeover(small(seat)?),
        ["takeback", seat] => Step::Takeback(small(seat)?),
        ["lost"] => Step::Lost,
        ["undo"] => Step::Undo,
        ["swap"] => Step::Swap,
        ["draw"] => Step::Draw,
        [action] => Step::Act((*action).to_owned()),
        _ => return Err(RecordErrorKind::NotAnEntry),
    };
    Ok((number, step))
}

/// The headers as they are read: by name, the value and its line.
#[derive(Default)]
struct Headers(BTreeMap<&'static str, (u32, String)>);

impl Headers {
    fn take(&mut self, line: u32, text: &str) -> Result<(), RecordErrorKind> {
        let (name, value) = read_header(text).ok_or(RecordErrorKind::NotAHeader)?;
        let known = HEADERS.iter().chain(&SEATS).find(|known| **known == name);
        match known {
            Some(known) if self.0.insert(known, (line, value)).is_some() => {
                Err(RecordErrorKind::Twice(known))
            }
            _ => Ok(()),
        }
    }

    /// A header's value, read; what cannot be read is told of its line.
    fn read<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, RecordError> {
        let Some((line, value)) = self.0.get(name) else { return Ok(None) };
        let bad = RecordError { line: *line, kind: RecordErrorKind::BadValue(name) };
        read(value).ok_or(bad).map(Some)
    }

    fn line_of(&self, name: &str) -> u32 {
        self.0.get(name).map_or(1, |(line, _)| *line)
    }

    /// The record with that line, whose page ends before the line `end`.
    fn into_record(self, line: Vec<Step>, end: u32) -> Result<GameRecord, RecordError> {
        let missing = |name| RecordError { line: end, kind: RecordErrorKind::Missing(name) };
        let id = self.read("Game", |value| Some(value.to_owned()))?.ok_or_else(|| missing("Game"))?;
        let unknown = RecordError { line: self.line_of("Game"), kind: RecordErrorKind::NoSuchGame };
        let kind = GameKind::from_id(&id).ok_or(unknown)?;
        let setup = Setup {
            seats: self.read("Seats", |value| value.parse().ok())?.ok_or_else(|| missing("Seats"))?,
            options: self.read("Options", |value| read_options(kind, value))?.unwrap_or_default(),
            first: self.read("First", |value| value.parse().ok())?.unwrap_or(0),
        };
        let culprit = match setup.check(kind.info()) {
            Ok(()) => None,
            Err(SetupError::BadPlayers { .. }) => Some("Seats"),
            Err(SetupError::BadOption { .. }) => Some("Options"),
            Err(SetupError::BadFirst) => Some("First"),
        };
        if let (Some(name), Err(error)) = (culprit, setup.check(kind.info())) {
            return Err(RecordError { line: self.line_of(name), kind: error.into() });
        }
        // The day a game's rules change, this is where the older ones are asked for.
        let known = kind.info().rules_version;
        let rules_version = self.read("Rules", |value| value.parse().ok())?.unwrap_or(known);
        if rules_version != known {
            return Err(RecordError { line: self.line_of("Rules"), kind: RecordErrorKind::Rules { known } });
        }
        let mut names = Vec::new();
        for seat in SEATS.iter().take(usize::from(setup.seats)) {
            names.push(self.read(seat, |value| Some(value.to_owned()))?);
        }
        Ok(GameRecord {
            kind,
            rules_version,
            names,
            clock: self.read("Clock", read_clock)?,
            id: self.read("Id", |value| value.parse().ok())?,
            times_ms: [self.read("Started", read_date)?, self.read("Finished", read_date)?],
            claim: Claim {
                scores: self.read("Scores", read_numbers)?,
                ranks: self.read("Ranks", read_numbers)?,
                reason: self.read("Reason", Reason::from_name)?,
            },
            setup,
            line,
        })
    }
}

fn header(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', r"\\").replace('"', r#"\""#);
    writeln!(f, "[{name} \"{value}\"]")
}

/// The name and the value of `[Name "value"]`, where the value's quotes and backslashes stand behind a backslash.
fn read_header(text: &str) -> Option<(&str, String)> {
    let (name, quoted) = text.strip_prefix('[')?.strip_suffix(']')?.trim_end().split_once(' ')?;
    let quoted = quoted.trim_start().strip_prefix('"')?.strip_suffix('"')?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let mut value = String::with_capacity(quoted.len());
    let mut chars = quoted.chars();
    while let Some(char) = chars.next() {
        match char {
            '"' => return None,
            '\\' => value.push(chars.next()?),
            char if char.is_control() => return None,
            char => value.push(char),
        }
    }
    is_name.then_some((name, value))
}

fn joined<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

fn read_numbers<T: std::str::FromStr>(text: &str) -> Option<Vec<T>> {
    text.split_ascii_whitespace().map(|number| number.parse().ok()).collect()
}

/// `rules=arcade teams=on`: a switch is `on` or `off`.
fn read_options(kind: GameKind, text: &str) -> Option<Options> {
    let mut options = Options::new();
    for word in text.split_ascii_whitespace() {
        let (name, value) = word.split_once('=')?;
        let is_switch =
            kind.info().option(name).is_some_and(|option| matches!(option.kind, OptionKind::Switch { .. }));
        let value = match value {
            "on" if is_switch => OptionValue::Switch(true),
            "off" if is_switch => OptionValue::Switch(false),
            choice => OptionValue::Choice(choice.to_owned()),
        };
        if options.insert(name.to_owned(), value).is_some() {
            return None;
        }
    }
    Some(options)
}

/// `none`, `300+5` (seconds for the game and with every turn) or `3 days` (for a turn).
fn clock_text(clock: TimeControl) -> String {
    match clock {
        TimeControl::None {} => "none".to_owned(),
        TimeControl::Fischer { initial_s, increment_s } => format!("{initial_s}+{increment_s}"),
        TimeControl::Correspondence { days } => format!("{days} days"),
    }
}

fn read_clock(text: &str) -> Option<TimeControl> {
    let clock = if text == "none" {
        TimeControl::None {}
    } else if let Some((initial, increment)) = text.split_once('+') {
        TimeControl::Fischer { initial_s: initial.parse().ok()?, increment_s: increment.parse().ok()? }
    } else {
        TimeControl::Correspondence { days: text.strip_suffix(" days")?.parse().ok()? }
    };
    clock.check().is_ok().then_some(clock)
}

/// A time as in RFC 3339; none for one so far away that it has no words for it.
fn date_text(ms: i64) -> Option<String> {
    let date = OffsetDateTime::from_unix_timestamp_nanos(i128::from(ms) * 1_000_000).ok()?;
    date.format(&Rfc3339).ok()
}

/// The time that such a text tells, if it is one.
fn read_date(text: &str) -> Option<i64> {
    let date = OffsetDateTime::parse(text, &Rfc3339).ok()?;
    i64::try_from(date.unix_timestamp_nanos().div_euclid(1_000_000)).ok()
}
