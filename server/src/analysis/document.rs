//! What is told of an analysed game, made of what was found at each of its positions.

use cydonia_players::{ANALYSIS_VERSION, Analysis, Values};
use cydonia_protocol::{AnalysedPosition, LineMove, MatchAnalysis};
use cydonia_rules::Phase;
use cydonia_table::Acted;

use super::subject::{End, Played, Subject};
use crate::limits;

/// The document of a game, of whose positions these were found; the last may be of the one in which it stands.
pub(super) fn document(subject: Subject, nodes: u64, played: &Played, found: &[Analysis]) -> MatchAnalysis {
    let Played { acted, end } = played;
    let is_on = subject.until.is_some();
    let positions: Vec<AnalysedPosition> = (0..acted.len().min(found.len()))
        .map(|place| {
            let told = position(&acted[place], &found[place], found.get(place + 1));
            if is_on { of_game_on(told, &acted[place..]) } else { told }
        })
        .collect();
    MatchAnalysis {
        id: subject.table,
        version: ANALYSIS_VERSION,
        until: subject.until,
        nodes,
        turning_points: turning_points(&positions),
        positions,
        end: told(&worth(end, acted, found)),
    }
}

/// What a game was worth at its end, or is where it stands. Where dice come next that is what the search of the last position saw.
fn worth(end: &End, acted: &[Acted], found: &[Analysis]) -> Values {
    let stands = match end {
        End::Over(outcome) => return Values::of(outcome),
        End::Stands(game) => game,
    };
    match (found.get(acted.len()), acted.last().zip(found.last())) {
        (Some(now), _) => now.values.clone(),
        (None, Some((acted, found))) => after(acted, found, None),
        (None, None) => Values::even(stands.seats().count().into()),
    }
}

/// The same in a game that is on, where these actions were taken from there. No line leads on from where the game stands: that
/// would be a hint to whoever is to act.
fn of_game_on(told: AnalysedPosition, from_here: &[Acted]) -> AnalysedPosition {
    let AnalysedPosition { mut line, .. } = told;
    if line.iter().zip(from_here).all(|(could, did)| could.action == did.action) {
        line.truncate(from_here.len());
    }
    AnalysedPosition { n: from_here.first().map(|acted| acted.n), line, ..told }
}

fn position(acted: &Acted, found: &Analysis, next: Option<&Analysis>) -> AnalysedPosition {
    let best = rounded(found.values.to(acted.seat));
    let value = rounded(after(acted, found, next).to(acted.seat)).min(best);
    AnalysedPosition {
        step: acted.step,
        n: None,
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
fn after(acted: &Acted, found: &Analysis, next: Option<&Analysis>) -> Values {
    let is_best = found.best.first().is_some_and(|best| best.action == acted.action);
    if is_best {
        return found.values.clone();
    }
    let mut after = acted.game.clone();
    let outcome = after.play(&acted.action).ok().and_then(|_| after.outcome());
    match (outcome, next) {
        (Some(outcome), _) => Values::of(&outcome),
        (None, Some(next)) if acted.leads_on => next.values.clone(),
        (None, _) => {
            let seen = found.best.iter().find(|scored| scored.action == acted.action);
            seen.map_or(&found.values, |seen| &seen.values).clone()
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
