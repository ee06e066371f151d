//! The check of a proof: everything that follows from the file alone.

use cydonia_protocol::proof::{
    GameProof, LineChecked, ProofError, ProofFinding, ProofPart, ProofRating, ProofStanding, ProofStatement,
};
use cydonia_rules::Outcome;
use uuid::Uuid;

use crate::glicko::{Placed, RULE, Standing, offsets, rate_seats};

/// How far ratings may be off that another machine's logarithms lead to, in points.
const RATING_TOLERANCE: f64 = 0.001;
/// The same of volatilities.
const VOLATILITY_TOLERANCE: f64 = 0.000_01;

/// What was found of a proof.
#[derive(Clone, Debug)]
pub(crate) struct Examined {
    /// The game's id, if the record tells one and how that game ended.
    pub id: Option<Uuid>,
    /// Whether each part fits, in the order in which they depend on each other. What hangs on a line that does not play through
    /// is not looked at.
    pub found: Vec<Result<ProofFinding, ProofError>>,
}

/// Checks everything that follows from a proof alone. `between` is called after each entry of the line.
pub(crate) fn examine(proof: &GameProof, between: impl FnMut()) -> Examined {
    let statement = &proof.statement;
    let (mut id, mut found) = (None, Vec::new());
    match LineChecked::of(statement, between) {
        Err(flaw) => found.push(Err(flaw)),
        Ok(line) => {
            found.push(Ok(line.finding()));
            found.push(line.check_dice(statement.dice.as_ref()));
            match line.check_result(statement) {
                Err(flaw) => found.push(Err(flaw)),
                Ok((own, outcome)) => {
                    id = Some(own);
                    found.push(Ok(LineChecked::result_finding(outcome)));
                    found.push(check_ratings(statement, &line, outcome));
                }
            }
        }
    }
    let key = hex::encode(proof.seal.key.0);
    let signed = || {
        let sentence = format!("The signature is that of the key {key} over all of it.");
        ProofFinding::fits(ProofPart::Signature, sentence)
    };
    found.push(proof.check_signature().map(|()| signed()));
    Examined { id, found }
}

/// Works the ratings out from those before.
fn check_ratings(
    statement: &ProofStatement,
    line: &LineChecked,
    outcome: &Outcome,
) -> Result<ProofFinding, ProofError> {
    let ratings: Vec<ProofRating> = statement.seats.iter().filter_map(|seat| seat.rating).collect();
    let Some(found) = statement.rating_rule else {
        let none = || ProofFinding::unchecked(ProofPart::Ratings, "The game is not rated.");
        return if ratings.is_empty() { Ok(none()) } else { Err(ProofError::RatedInPart) };
    };
    if ratings.len() != statement.seats.len() {
        return Err(ProofError::RatedInPart);
    }
    if found != RULE {
        return Err(ProofError::Rule { found, known: RULE });
    }
    let [_, Some(finished_ms)] = line.record.times_ms else { return Err(ProofError::Unfinished) };
    let setup = &line.record.setup;
    let offsets = offsets(line.record.kind.id(), ratings.len(), &setup.options, setup.first);
    let mut placed = Vec::with_capacity(ratings.len());
    let sat = statement.seats.iter().zip(&ratings).zip(&outcome.ranks).zip(offsets);
    for (seat, (((sat, rating), rank), offset)) in (0..).zip(sat) {
        let standing = rating.before.map(standing);
        // What lies outside leads nowhere.
        let all = standing.iter().chain([&self::standing(rating.after)]).all(Standing::is_sound);
        if !all {
            return Err(ProofError::Standing(seat));
        }
        placed.push(Placed { player: sat.player.id, standing, rank: *rank, offset });
    }
    let changes = rate_seats(&placed, finished_ms);
    for ((seat, change), told) in (0..).zip(changes).zip(&ratings) {
        if !is_near(&change.after, &told.after) {
            return Err(ProofError::Rating(seat));
        }
    }
    Ok(ProofFinding::fits(
        ProofPart::Ratings,
        format!("The ratings follow from those before, by rule {RULE}."),
    ))
}

/// How many games it is from changes nothing.
fn standing(told: ProofStanding) -> Standing {
    let ProofStanding { rating, deviation, volatility, last_ms } = told;
    Standing { rating, deviation, volatility, games: 1, last_ms }
}

fn is_near(due: &Standing, told: &ProofStanding) -> bool {
    (due.rating - told.rating).abs() <= RATING_TOLERANCE
        && (due.deviation - told.deviation).abs() <= RATING_TOLERANCE
        && (due.volatility - told.volatility).abs() <= VOLATILITY_TOLERANCE
        && due.last_ms == told.last_ms
}
