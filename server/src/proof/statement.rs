//! Statements: what the house says of a finished game, made of what is kept of it.

use cydonia_protocol::Event;
use cydonia_protocol::proof::{PROOF_SCHEME, ProofSeat, ProofStatement};
use cydonia_protocol::record::GameRecord;
use cydonia_table::journal::{CorruptData, Finished};
use cydonia_table::{Table, dice_proof, match_record};

use crate::background::yield_core;
use crate::store::SealedRatings;

/// A finished game as text, given its events.
///
/// # Errors
/// If this program does not know the game.
pub(crate) fn record_text(kept: Finished, events: Vec<Event>) -> Result<String, CorruptData> {
    let number = kept.summary.number;
    let whole = match_record(kept, events);
    let unknown = || CorruptData::value("matches", "game", number, "it cannot be told as text");
    Ok(GameRecord::of(&whole).ok_or_else(unknown)?.to_string())
}

/// What the house says of a game, given what is said of its ratings. It takes as long as a replay.
///
/// # Errors
/// If the game is damaged.
pub(super) fn statement(
    kept: Finished,
    ratings: Option<&SealedRatings>,
) -> Result<ProofStatement, CorruptData> {
    let (table, events) = Table::of_finished(&kept, yield_core)?;
    let rating = |seat: usize| ratings.and_then(|ratings| ratings.seats.get(seat)).copied();
    let sat = kept.summary.seats.iter().enumerate();
    let seats =
        sat.map(|(seat, sat)| ProofSeat { player: sat.player.clone(), rating: rating(seat) }).collect();
    Ok(ProofStatement {
        scheme: PROOF_SCHEME.to_owned(),
        number: kept.summary.number,
        dice: dice_proof(table.id, &events),
        seats,
        rating_rule: ratings.map(|ratings| ratings.rule),
        record: record_text(kept, events)?,
    })
}
