//! What a packed line tells by itself, without being played through: all but who acted, what the clocks made of what was given
//! back, and how much a takeback took.

use std::borrow::Cow;

use cydonia_protocol::{Player, RecordedMove};
use cydonia_rules::{LeaveReason, Seat};
use serde::Deserialize;

use super::{CorruptData, PackedLine};

/// A packed line, of which only that is read. Its proofs are passed over.
#[derive(Clone, Debug, Deserialize)]
pub struct BareLine<'a> {
    form: u8,
    started_ms: i64,
    /// The version of the rules it was played under.
    pub rules_version: u16,
    #[serde(borrow)]
    line: Cow<'a, str>,
    pauses_ms: Vec<i64>,
    #[serde(default)]
    taken_over: Vec<(Seat, Player)>,
    /// Whether the player who did not act first could take that side.
    #[serde(default)]
    pub pie: bool,
}

impl<'a> BareLine<'a> {
    /// Reads a line as it is kept, in JSON.
    ///
    /// # Errors
    /// If it is damaged, or of a form that is not known.
    pub fn read(json: &'a str) -> Result<Self, CorruptData> {
        let line: Self = serde_json::from_str(json).map_err(CorruptData::Line)?;
        if (1..=PackedLine::FORM).contains(&line.form) { Ok(line) } else { Err(CorruptData::Form(line.form)) }
    }

    /// Its entries as the document tells them: each of seat 0, with all that was to be given back, and a takeback of nothing.
    ///
    /// # Errors
    /// If one of them is none, or its times do not fit.
    pub fn entries(&self) -> Result<Vec<RecordedMove>, CorruptData> {
        let mut told = Vec::with_capacity(self.pauses_ms.len());
        let (mut ms, mut pauses) = (self.started_ms, self.pauses_ms.iter());
        let mut taken_over = self.taken_over.iter();
        for text in self.line.split_ascii_whitespace() {
            ms = pauses.next().and_then(|pause| ms.checked_add(*pause)).ok_or(CorruptData::Pauses)?;
            let entry = entry(text).ok_or_else(|| CorruptData::Entry(text.to_owned()))?;
            let bare = match entry {
                Entry::Silent => continue,
                Entry::Takeover => {
                    let (_, of) = taken_over.next().ok_or_else(|| CorruptData::Entry(text.to_owned()))?;
                    RecordedMove { takeover_of: Some(of.clone()), ..RecordedMove::default() }
                }
                Entry::Told(bare) => bare,
            };
            told.push(RecordedMove { ms, ..bare });
        }
        Ok(told)
    }
}

/// What an entry is to the document.
enum Entry {
    /// Part of its line.
    Told(RecordedMove),
    /// The same; who sat there before stands elsewhere.
    Takeover,
    /// No part of it.
    Silent,
}

/// The word of an entry, read as [`unpack_entry`](super::unpack_entry) does.
fn entry(text: &str) -> Option<Entry> {
    let (text, wait_ms) = match text.split_once('+') {
        Some((text, wait)) => (text, wait.parse().ok()?),
        None => (text, 0),
    };
    let mut parts = text.split(':');
    let word = parts.next()?;
    let bare = RecordedMove { credit_ms: wait_ms, ..RecordedMove::default() };
    Some(Entry::Told(match word {
        "roll" => {
            let mut die = || parts.next()?.parse().ok();
            RecordedMove { roll: Some([die()?, die()?]), ..bare }
        }
        "lost" => RecordedMove { lost: true, ..bare },
        "undo" => RecordedMove { undo: true, ..bare },
        "swap" => RecordedMove { swap: true, ..bare },
        "leave" => RecordedMove { left: Some(LeaveReason::from_name(parts.nth(1)?)?), ..bare },
        "takeback" => RecordedMove { takeback: Some(0), ..bare },
        "takeover" => return Some(Entry::Takeover),
        "share" | "offer" | "yes" | "no" | "withdraw" | "allow_analysis" | "pause" | "resume" | "outage" => {
            return Some(Entry::Silent);
        }
        _ => {
            let (action, lag_ms) = match word.split_once('~') {
                Some((action, lag)) => (action, lag.parse().ok()?),
                None => (word, 0),
            };
            let action = action.strip_suffix('*').unwrap_or(action).to_owned();
            RecordedMove { action: Some(action), credit_ms: wait_ms.saturating_add(lag_ms), ..bare }
        }
    }))
}
