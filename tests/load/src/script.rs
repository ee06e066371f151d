//! Scripted games: whole games played beforehand, so that while it is measured nobody thinks.

use cydonia_rules::{AnyGame, GameKind, Outcome, Phase, Seat, Setup};
use std::sync::{Arc, OnceLock};

/// The game that is played: strictly in turn, without dice.
pub(crate) const GAME: GameKind = GameKind::MartianChess;
pub(crate) const SEATS: u8 = 2;

/// A game from its start to its end.
#[derive(Debug)]
pub(crate) struct Script {
    /// Who acts, and how.
    pub(crate) plies: Vec<(Seat, String)>,
    /// How it ends.
    pub(crate) outcome: Outcome,
}

/// Games of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Length {
    /// As they come when everybody captures what they can.
    Short,
    /// As they come when people take their time: hundreds of moves.
    Long,
}

/// Different games that are played.
const SCRIPTS: usize = 128;

/// Games of a kind, the same ones every time.
///
/// # Errors
/// If a game does not come to its end: the rules have changed.
pub(crate) fn scripts(length: Length) -> Result<Arc<[Script]>, String> {
    static SHORT: OnceLock<Result<Arc<[Script]>, String>> = OnceLock::new();
    static LONG: OnceLock<Result<Arc<[Script]>, String>> = OnceLock::new();
    let known = match length {
        Length::Short => &SHORT,
        Length::Long => &LONG,
    };
    let prepare = || {
        let mut chance = fastrand::Rng::with_seed(2026);
        (0..SCRIPTS).map(|_| play(length, &mut chance)).collect()
    };
    known.get_or_init(prepare).clone()
}

fn play(length: Length, chance: &mut fastrand::Rng) -> Result<Script, String> {
    let mut game = AnyGame::start(GAME, &Setup::for_seats(SEATS)).map_err(|error| error.to_string())?;
    let mut plies = Vec::new();
    let mut quiet = 0;
    loop {
        let seat = match game.phase() {
            Phase::Act { seat } => seat,
            Phase::Roll { .. } => return Err("a game with dice has no script".to_owned()),
            Phase::Over => break,
        };
        let actions = game.actions();
        let (loud, calm): (Vec<_>, Vec<_>) =
            actions.into_iter().partition(|action| captures(&game, seat, action));
        // Too many quiet moves would end it.
        let wants_capture = match length {
            Length::Short => true,
            Length::Long => quiet > 50,
        };
        let (first, second) = if wants_capture { (loud, calm) } else { (calm, loud) };
        let from = if first.is_empty() { &second } else { &first };
        let action = from[chance.usize(..from.len())].clone();
        quiet = if captures(&game, seat, &action) { 0 } else { quiet + 1 };
        game.play(&action).map_err(|refusal| format!("{action}: {refusal:?}"))?;
        plies.push((seat, action));
    }
    let outcome = game.outcome().ok_or("a game that is over has no outcome")?;
    Ok(Script { plies, outcome })
}

/// Whether an action wins points.
fn captures(game: &AnyGame, seat: Seat, action: &str) -> bool {
    let mut after = game.clone();
    let place = usize::from(seat);
    after.play(action).is_ok() && after.scores()[place] > game.scores()[place]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_end_and_are_strictly_in_turn() {
        for (length, plies) in [(Length::Short, 10..200), (Length::Long, 200..2000)] {
            for script in &*scripts(length).expect("games") {
                assert!(plies.contains(&script.plies.len()), "{}", script.plies.len());
                assert!((0..).zip(&script.plies).all(|(ply, (seat, _))| ply % 2 == *seat as usize));
            }
        }
    }
}
