//! What the journal keeps of a table: the least from which everything else follows.

use cydonia_protocol::Player;
use cydonia_rules::{LeaveReason, Seat};
use serde::{Deserialize, Serialize};

/// One numbered happening. Who acted, what it changed and how it ended are worked out by the rules again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Record {
    /// A seat was taken.
    Sit {
        /// Which.
        seat: Seat,
        /// By whom.
        player: Player,
    },
    /// A seat was given up before the start.
    Stand {
        /// Which.
        seat: Seat,
    },
    /// The game began.
    Start {
        /// The version of the rules it is played under, to its end.
        rules: u16,
    },
    /// The seat to act acted.
    Act {
        /// The action's notation.
        action: String,
    },
    /// Dice were rolled for the seat whose turn they open.
    Roll {
        /// What they show.
        dice: [u8; 2],
    },
    /// The seat to act took its last action back.
    Undo {},
    /// A seat left the game.
    Leave {
        /// Which.
        seat: Seat,
        /// Why.
        reason: LeaveReason,
    },
    /// The game ended.
    Finish {},
}

/// A record and when it was made, in milliseconds since 1970.
pub(crate) type Stamped = (i64, Record);

/// A finished game's line, packed: its moves as text and when each came, as differences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PackedLine {
    /// The version of this form, always 1.
    pub form: u8,
    /// The number of the start event.
    pub start: u64,
    /// When it started, in milliseconds since 1970.
    pub started_ms: i64,
    /// When the table was made.
    pub created_ms: i64,
    /// The seat that began.
    pub first: Seat,
    /// The version of the rules it was played under.
    pub rules_version: u16,
    /// Actions as their notation, `roll:3:5`, `undo` and `leave:SEAT:REASON`, separated by spaces. No notation holds a
    /// colon, and no action is called `undo`.
    pub line: String,
    /// Milliseconds from each to the next, from the start to the finish.
    pub pauses_ms: Vec<i64>,
}

impl PackedLine {
    /// The records from the start to the finish; `None` if the line is damaged.
    #[must_use]
    pub(crate) fn unpack(&self) -> Option<Vec<Stamped>> {
        let mut ms = self.started_ms;
        let mut records = vec![(ms, Record::Start { rules: self.rules_version })];
        let mut pauses = self.pauses_ms.iter();
        for entry in self.line.split_ascii_whitespace() {
            ms += pauses.next()?;
            records.push((ms, unpack_entry(entry)?));
        }
        ms += pauses.next()?;
        records.push((ms, Record::Finish {}));
        pauses.next().is_none().then_some(records)
    }
}

fn unpack_entry(entry: &str) -> Option<Record> {
    let Some((kind, what)) = entry.split_once(':') else {
        return Some(match entry {
            "undo" => Record::Undo {},
            action => Record::Act { action: action.to_owned() },
        });
    };
    match (kind, what.split_once(':')?) {
        ("roll", (one, two)) => Some(Record::Roll { dice: [one.parse().ok()?, two.parse().ok()?] }),
        ("leave", (seat, reason)) => {
            Some(Record::Leave { seat: seat.parse().ok()?, reason: LeaveReason::from_name(reason)? })
        }
        _ => None,
    }
}

/// Packs a line entry, the opposite of [`unpack_entry`]; nothing for records that are no part of the line.
#[must_use]
pub(super) fn pack_entry(record: &Record) -> Option<String> {
    match record {
        Record::Act { action } => Some(action.clone()),
        Record::Roll { dice: [one, two] } => Some(format!("roll:{one}:{two}")),
        Record::Undo {} => Some("undo".to_owned()),
        Record::Leave { seat, reason } => {
            Some(format!("leave:{seat}:{}", cydonia_rules::Reason::from(*reason).name()))
        }
        Record::Sit { .. } | Record::Stand { .. } | Record::Start { .. } | Record::Finish {} => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_packs_and_unpacks() {
        let moves = [
            Record::Act { action: "A23-B11".to_owned() },
            Record::Leave { seat: 2, reason: LeaveReason::Timeout },
            Record::Roll { dice: [3, 5] },
            Record::Act { action: "b2-c3-clock".to_owned() },
            Record::Undo {},
        ];
        let entries: Vec<_> = moves.iter().filter_map(pack_entry).collect();
        let packed = PackedLine {
            form: 1,
            start: 3,
            started_ms: 1_000,
            created_ms: 900,
            first: 0,
            rules_version: 1,
            line: entries.join(" "),
            pauses_ms: vec![5, 0, 20, 0, 0, 1],
        };
        let records = packed.unpack().expect("whole");
        assert_eq!(records.first(), Some(&(1_000, Record::Start { rules: 1 })));
        assert_eq!(records[1..6].iter().map(|(_, record)| record.clone()).collect::<Vec<_>>(), moves);
        assert_eq!(records.last(), Some(&(1_026, Record::Finish {})));
        assert_eq!(PackedLine { pauses_ms: vec![5, 0], ..packed.clone() }.unpack(), None);
        assert_eq!(PackedLine { line: "leave:9".to_owned(), ..packed }.unpack(), None);
    }

    /// What was once written must read for ever: these texts may be added to, but never changed.
    #[test]
    fn old_journals_and_lines_still_read() {
        let journal = r#"[[1,{"sit":{"seat":0,"player":{"id":"01930000-0000-7000-8000-000000000001","name":"Ada"}}}],
            [2,{"stand":{"seat":0}}],[3,{"start":{"rules":1}}],[4,{"act":{"action":"b3-a4"}}],[4,{"roll":{"dice":[3,5]}}],[4,{"undo":{}}],
            [5,{"leave":{"seat":1,"reason":"abandoned"}}],[6,{"finish":{}}]]"#;
        let records: Vec<Stamped> = serde_json::from_str(journal).expect("an old journal reads");
        assert_eq!(records.len(), 8);
        assert_eq!(records[6], (5, Record::Leave { seat: 1, reason: LeaveReason::Abandoned }));
        let line = r#"{"form":1,"start":3,"started_ms":10,"created_ms":5,"first":0,"rules_version":1,
            "line":"b3-a4 leave:1:resigned","pauses_ms":[1,2,0]}"#;
        let packed: PackedLine = serde_json::from_str(line).expect("an old line reads");
        assert_eq!(packed.unpack().map(|records| records.len()), Some(4));
    }
}
