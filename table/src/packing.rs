//! A finished game folded into what is kept of it, and unfolded again.

use cydonia_protocol::{Event, GameResult, MatchSeat, MatchSummary, Rating, SeatState};
use cydonia_rules::{AnyGame, GameKind, Outcome, Reason, Seat, Setup};

use super::journal::{
    CorruptData, Finished, PackedDice, PackedLine, Record, ReplayError, Stamped, pack_entry,
};
use super::stage::{Ending, Over, Play, Stage};
use super::state::Table;

/// Records that are replayed in one go: some tenths of a millisecond.
const RECORDS_BETWEEN: usize = 16;

impl Table {
    /// A finished game as a table, with the events that its watchers saw. `between` is called again and again: whoever replays a
    /// long game has other things to see to.
    ///
    /// # Errors
    /// If its line does not replay, or not to the result that is kept.
    pub fn of_finished(
        kept: &Finished,
        mut between: impl FnMut(),
    ) -> Result<(Self, Vec<Event>), CorruptData> {
        let mut table = Self::of_match(kept);
        let records = kept.packed.unpack_stepwise(&mut between)?;
        let mut events = Vec::with_capacity(records.len());
        for some in records.chunks(RECORDS_BETWEEN) {
            events.append(&mut table.replay(some)?);
            between();
        }
        table.check_end(kept)?;
        Ok((table, events))
    }

    /// Checks that the game has ended with the result that is kept, and gives that.
    pub(crate) fn check_end(&self, kept: &Finished) -> Result<&Outcome, CorruptData> {
        let (_, outcome) = self.result().ok_or(CorruptData::End)?;
        let result = outcome.scores.iter().copied().zip(outcome.ranks.iter().copied());
        let summary = &kept.summary;
        let is_kept = result.eq(summary.seats.iter().map(|seat| (seat.score, seat.rank)));
        if is_kept && outcome.reason == summary.reason { Ok(outcome) } else { Err(CorruptData::End) }
    }

    /// The finished game for the store, packed from its whole journal.
    ///
    /// # Errors
    /// If the journal is none of a game that is over, or its times are out of all bounds.
    pub fn finished(&self, journal: &[Stamped]) -> Result<Finished, CorruptData> {
        let (play, outcome) = self.result().ok_or(CorruptData::End)?;
        let info = self.info();
        let start = journal.iter().position(|(_, record)| matches!(record, Record::Start { .. }));
        let start = start.ok_or(CorruptData::End)?;
        let (before, played) = journal.split_at(start);
        let line: Vec<String> = played.iter().filter_map(|(_, record)| pack_entry(record)).collect();
        let teams = play.game.layout().teams;
        let results = results(&outcome.ranks, &teams);
        let seat = |(place, state): (usize, &SeatState)| {
            Some(MatchSeat {
                player: state.sitter()?.clone(),
                score: *outcome.scores.get(place)?,
                rank: *outcome.ranks.get(place)?,
                result: *results.get(place)?,
                team: teams.get(place).copied(),
                rating: None,
            })
        };
        let seats = self.seats.iter().enumerate().map(seat);
        let seats: Vec<MatchSeat> = seats.collect::<Option<_>>().ok_or(CorruptData::End)?;
        let finished_ms = played.last().ok_or(CorruptData::End)?.0;
        let first = play.game.began().unwrap_or(info.first);
        let options = match self.kind() {
            Some(kind) => kind.info().options_in_full(seats.len() as u8, &info.options),
            None => info.options,
        };
        let pauses_ms: Option<_> = played.windows(2).map(|pair| pair[1].0.checked_sub(pair[0].0)).collect();
        Ok(Finished {
            summary: MatchSummary {
                number: 0,
                id: info.id,
                game: info.game,
                options,
                first,
                clock: info.clock,
                private: info.private,
                rated: info.rated,
                series: info.series.clone(),
                winners: MatchSeat::winners(&seats),
                seats,
                reason: outcome.reason,
                plies: play.plies,
                started_ms: play.started.0,
                finished_ms,
                duration_ms: finished_ms - play.started.0,
                rematch_of: info.rematch_of,
            },
            key: self.key.clone(),
            packed: PackedLine {
                form: PackedLine::FORM,
                start: start as u64 + 1,
                started_ms: play.started.0,
                created_ms: info.created_ms,
                first,
                rules_version: play.rules,
                clock: info.clock,
                line: line.join(" "),
                ratings: self.ratings(),
                pauses_ms: pauses_ms.ok_or(CorruptData::Pauses)?,
                dice: play.packed_dice(before, played),
                agreed: outcome.reason == Reason::AGREED,
                unrated: info.unrated,
                taken_over: play.taken_over.clone(),
                pie: info.pie,
                series: info.series,
                tournament: info.tournament,
                idle: Vec::new(),
                away: Vec::new(),
            },
        })
    }

    /// With which ratings the players sat down; nothing if nobody had one.
    fn ratings(&self) -> Vec<Option<Rating>> {
        let rating = |seat: &SeatState| match seat {
            SeatState::Taken { rating, .. } => *rating,
            SeatState::Free {} | SeatState::Reserved { .. } => None,
        };
        let ratings: Vec<_> = self.seats.iter().map(rating).collect();
        if ratings.iter().all(Option::is_none) { Vec::new() } else { ratings }
    }

    /// A finished game and its result.
    fn result(&self) -> Option<(&Play, &Outcome)> {
        match &self.stage {
            Stage::Over(Over { play, ending: Ending::Finished(outcome), .. }) => Some((play, outcome)),
            Stage::Waiting(_) | Stage::Playing(_) | Stage::Over(_) => None,
        }
    }
}

impl PackedLine {
    /// The seat that began a kept game: as it was set up, or as its rolls have it.
    ///
    /// # Errors
    /// If the line is damaged, or does not fit the set-up.
    pub fn began(&self, kind: GameKind, setup: &Setup) -> Result<Seat, CorruptData> {
        if !kind.info().dice {
            return Ok(setup.first);
        }
        let at = |n: usize, error| CorruptData::Record { n: self.start + n as u64, error };
        let mut game = AnyGame::start(kind, setup).map_err(|error| at(0, ReplayError::Setup(error)))?;
        for (n, (_, record)) in self.unpack()?.into_iter().enumerate() {
            match record {
                Record::Roll { dice, .. } => game.roll(dice).map_err(|error| at(n, error.into()))?,
                // Somebody has begun.
                Record::Act { .. } => break,
                _ => {}
            }
        }
        Ok(game.began().unwrap_or(setup.first))
    }
}

/// What a game was to each seat, by the ranks and, if there are teams, whose each seat is.
fn results(ranks: &[u8], teams: &[u8]) -> Vec<GameResult> {
    let are_opponents =
        |one: usize, other: usize| one != other && (teams.is_empty() || teams.get(one) != teams.get(other));
    let result = |(place, rank): (usize, &u8)| {
        let is_shared =
            ranks.iter().enumerate().any(|(other, rank)| *rank == 1 && are_opponents(place, other));
        match rank {
            1 if is_shared => GameResult::Drawn,
            1 => GameResult::Won,
            _ => GameResult::Lost,
        }
    };
    ranks.iter().enumerate().map(result).collect()
}

impl Play {
    fn packed_dice(&self, before: &[Stamped], played: &[Stamped]) -> Option<PackedDice> {
        let (_, Record::Start { seal: Some(seal), .. }) = played.first()? else { return None };
        let mut pledges = vec![None; usize::from(self.game.seats().count())];
        for (_, record) in before {
            if let Record::Ready { seat, pledge } = record {
                *pledges.get_mut(usize::from(*seat))? = *pledge;
            }
        }
        let proof = |(_, record): &Stamped| match record {
            Record::Roll { proof: Some(proof), .. } | Record::Lost { proof, .. } => Some((**proof).clone()),
            _ => None,
        };
        let given = self.dice.as_ref()?.shown().share;
        Some(PackedDice { pledges, seal: *seal, rolls: played.iter().filter_map(proof).collect(), given })
    }
}
