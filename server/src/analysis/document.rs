//! What is told of an analysed game, made of what was found at each of its positions.

use cydonia_players::{ANALYSIS_VERSION, Analysis, Values};
use cydonia_protocol::{AnalysedPosition, LineMove, MatchAnalysis};
use cydonia_rules::{Outcome, Phase};
use cydonia_table::Acted;
use uuid::Uuid;

use crate::limits;

/// The document of a game, of whose positions these were found.
pub(super) fn document(
    id: Uuid,
    nodes: u64,
    acted: &[Acted],
    found: &[Analysis],
    outcome: &Outcome,
) -> MatchAnalysis {
    let positions: Vec<AnalysedPosition> = (0..acted.len().min(found.len()))
        .map(|place| position(&acted[place], &found[place], found.get(place + 1)))
        .collect();
    MatchAnalysis {
        id,
        version: ANALYSIS_VERSION,
        nodes,
        turning_points: turning_points(&positions),
        positions,
        end: told(&Values::of(outcome)),
    }
}

fn position(acted: &Acted, found: &Analysis, next: Option<&Analysis>) -> AnalysedPosition {
    let best = rounded(found.values.to(acted.seat));
    let value = rounded(value(acted, found, next)).min(best);
    AnalysedPosition {
        step: acted.step,
        seat: acted.seat,
        values: told(&found.values),
        action: acted.action.clone(),
        value,
        loss: rounded((best - value) as f32),
        line: line(acted, found),
    }
}

/// What an action that was taken was worth: the best is worth what the position is. Of any other the position that it led to
/// tells more than what this search saw of it in passing, unless dice or a leaving came in between.
fn value(acted: &Acted, found: &Analysis, next: Option<&Analysis>) -> f32 {
    let seat = acted.seat;
    let is_best = found.best.first().is_some_and(|best| best.action == acted.action);
    if is_best {
        return found.values.to(seat);
    }
    let mut after = acted.game.clone();
    let outcome = after.play(&acted.action).ok().and_then(|_| after.outcome());
    match (outcome, next) {
        (Some(outcome), _) => Values::of(&outcome).to(seat),
        (None, Some(next)) if acted.leads_on => next.values.to(seat),
        (None, _) => {
            let seen = found.best.iter().find(|scored| scored.action == acted.action);
            seen.map_or(&found.values, |seen| &seen.values).to(seat)
        }
    }
}

/// The best action and what might come after it, with what the pieces would do.
fn line(acted: &Acted, found: &Analysis) -> Vec<LineMove> {
    let Some(best) = found.best.first() else { return Vec::new() };
    let mut game = acted.game.clone();
    let moves = [&best.action].into_iter().chain(&best.line).map_while(|action| {
        let Phase::Act { seat } = game.phase() else { return None };
        let motions = game.play(action).ok()?;
        Some(LineMove { seat, action: action.clone(), motions })
    });
    moves.take(limits::LINE).collect()
}

/// The places of those moves that gave most away, the worst first.
fn turning_points(positions: &[AnalysedPosition]) -> Vec<u32> {
    let loss = |place: &usize| positions[*place].loss;
    let mut places: Vec<usize> =
        (0..positions.len()).filter(|place| loss(place) >= f64::from(limits::TURNING_POINT)).collect();
    places.sort_by(|one, other| loss(other).total_cmp(&loss(one)));
    places.into_iter().take(limits::TURNING_POINTS).map(|place| place as u32).collect()
}

fn told(values: &Values) -> Vec<f64> {
    values.0.iter().map(|value| rounded(*value)).collect()
}

/// To a ten-thousandth: no search knows more, and every machine writes the same.
fn rounded(value: f32) -> f64 {
    (f64::from(value) * 10_000.0).round() / 10_000.0
}
