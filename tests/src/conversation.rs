//! Referee client: somebody who talks to a referee and takes nothing on trust.

use cydonia_rules::{Outcome, Seat};
use cydonia_server::cli::referee::{CODES, Referee};
use serde::Deserialize;

/// A position, as the referee tells it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// `act`, `roll` or `over`.
    pub phase: String,
    /// Whose turn it is; none when the game is over.
    pub seat: Option<Seat>,
    /// The legal actions, sorted by bytes.
    pub actions: Vec<String>,
    /// The dice not yet used, ascending.
    pub dice: Vec<u8>,
    /// One number a seat.
    pub scores: Vec<i32>,
    /// The result, once the game is over.
    pub result: Option<Outcome>,
}

/// A line that was not taken.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RefereeError {
    /// For programs.
    pub code: String,
    /// For people.
    pub message: String,
}

/// A talk with a referee, line by line. Each answer is checked for what must be true of any; and a second referee
/// hears only the lines that were taken, so that one that was refused can have left no trace.
#[derive(Default)]
pub struct Conversation {
    referee: Referee,
    undisturbed: Referee,
    position: Option<Position>,
}

impl Conversation {
    /// Where the game stands; none before the first.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// Says a line and gets the new position.
    ///
    /// # Errors
    /// If the line was refused.
    ///
    /// # Panics
    /// If the answer is none.
    pub fn say(&mut self, line: &str) -> Result<&Position, RefereeError> {
        let answer = self.referee.answer(line);
        match read(&answer) {
            Ok(position) => {
                assert_eq!(self.undisturbed.answer(line), answer, "refused lines leave no trace: {line}");
                Ok(self.position.insert(position))
            }
            Err(refused) => {
                let (here, there) = (format!("{:?}", self.referee), format!("{:?}", self.undisturbed));
                assert_eq!(here, there, "a refused line changes nothing: {line}");
                Err(refused)
            }
        }
    }
}

/// Reads an answer: one line of JSON, a position or an error.
fn read(answer: &str) -> Result<Position, RefereeError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Failure {
        error: RefereeError,
    }
    assert!(answer.starts_with('{') && !answer.contains('\n'), "one object on one line: {answer}");
    if let Ok(Failure { error }) = serde_json::from_str(answer) {
        assert!(CODES.contains(&error.code.as_str()), "an error of the list: {answer}");
        let length = error.message.chars().count();
        assert!((1..=400).contains(&length), "a sentence: {answer}");
        assert!(!error.message.contains(char::is_control), "a sentence that shows: {answer}");
        return Err(error);
    }
    let position = serde_json::from_str(answer).unwrap_or_else(|error| panic!("{error}: {answer}"));
    check(&position);
    Ok(position)
}

/// What is true of every position.
fn check(position: &Position) {
    let Position { phase, seat, actions, dice, scores, result } = position;
    let seats = scores.len();
    assert!((2..=6).contains(&seats), "{position:?}");
    assert!(["act", "roll", "over"].contains(&phase.as_str()), "{position:?}");
    assert_eq!(phase == "act", !actions.is_empty(), "a seat to act has something to do: {position:?}");
    assert_eq!(phase == "over", result.is_some(), "{position:?}");
    assert_eq!(phase == "over", seat.is_none(), "{position:?}");
    assert!(seat.is_none_or(|seat| usize::from(seat) < seats), "{position:?}");
    assert!(actions.windows(2).all(|pair| pair[0] < pair[1]), "sorted, each once: {position:?}");
    assert!(phase == "act" || dice.is_empty(), "dice are for acting: {position:?}");
    assert!(dice.is_sorted() && dice.iter().all(|die| (1..=6).contains(die)), "{position:?}");
    if let Some(Outcome { scores: final_scores, ranks, reason }) = result {
        assert_eq!(final_scores, scores, "{position:?}");
        assert_eq!(ranks.len(), seats, "{position:?}");
        assert!(!reason.name().is_empty());
        // A rank counts the seats above it; where nobody wins, all are last.
        let above = |rank: &u8| ranks.iter().filter(|other| *other < rank).count();
        let all_lose = ranks.iter().all(|rank| usize::from(*rank) == seats);
        assert!(all_lose || ranks.iter().all(|rank| usize::from(*rank) == above(rank) + 1), "{position:?}");
    }
}
