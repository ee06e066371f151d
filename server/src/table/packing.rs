//! A finished game folded into the one row in which it is kept.

use cydonia_protocol::{MatchSeat, MatchSummary, SeatState};

use super::record::{PackedLine, Record, Stamped, pack_entry};
use super::state::Table;
use crate::store::Finished;

impl Table {
    /// The finished game for the store, packed from its whole journal.
    #[must_use]
    pub(crate) fn finished(&self, journal: &[Stamped]) -> Option<Finished> {
        let game = self.game.as_ref()?;
        let outcome = game.outcome()?;
        let start = journal.iter().position(|(_, record)| matches!(record, Record::Start { .. }))?;
        // Only what the line tells, from the start to the finish, so that moves and pauses stay in step.
        let told = |record: &Record| {
            matches!(record, Record::Start { .. } | Record::Finish {}) || pack_entry(record).is_some()
        };
        let played: Vec<&Stamped> = journal[start..].iter().filter(|(_, record)| told(record)).collect();
        let line: Vec<String> = played.iter().filter_map(|(_, record)| pack_entry(record)).collect();
        let seat = |((state, score), rank): ((&SeatState, &i32), &u8)| {
            Some(MatchSeat { player: state.sitter()?.clone(), score: *score, rank: *rank })
        };
        let seats = self
            .info
            .seats
            .iter()
            .zip(&outcome.scores)
            .zip(&outcome.ranks)
            .map(seat)
            .collect::<Option<_>>()?;
        Some(Finished {
            summary: MatchSummary {
                number: 0,
                id: self.info.id,
                game: self.info.game.clone(),
                options: self.info.options.clone(),
                seats,
                reason: outcome.reason,
                plies: plies(&played),
                started_ms: self.started_ms,
                finished_ms: played.last()?.0,
            },
            private: self.info.private,
            key: self.key.clone(),
            rematch_of: self.info.rematch_of,
            packed: PackedLine {
                form: 1,
                start: start as u64 + 1,
                started_ms: self.started_ms,
                created_ms: self.info.created_ms,
                first: self.info.first,
                rules_version: self.rules,
                line: line.join(" "),
                pauses_ms: played.windows(2).map(|pair| pair[1].0 - pair[0].0).collect(),
            },
        })
    }
}

/// Actions that stood to the end, and leavings.
fn plies(played: &[&Stamped]) -> u32 {
    played.iter().fold(0, |plies, (_, record)| match record {
        Record::Act { .. } | Record::Leave { .. } => plies + 1,
        Record::Undo {} => plies - 1,
        Record::Sit { .. }
        | Record::Stand { .. }
        | Record::Start { .. }
        | Record::Roll { .. }
        | Record::Finish {} => plies,
    })
}
