//! Wire form of the conversation with the program: the referee's lines, and what is answered to them.

use cydonia_protocol::Clocks;
use cydonia_rules::{LeaveReason, Options, Seat};
use serde::{Deserialize, Serialize};

use super::program::LONGEST_LINE;
use crate::cli::referee::Position;

/// Something that has happened, as one tells it to the referee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum Line {
    /// A game begins, or is told from its beginning once more.
    New { new: Opening },
    /// A seat acted.
    Act { act: String },
    /// The dice show this.
    Roll { roll: [u8; 2] },
    /// A seat left.
    Leave { leave: Seat, reason: LeaveReason },
    /// A seat that had left is in the game again, as a computer has taken it over.
    Rejoin { rejoin: Seat },
}

/// What sets a game up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Opening {
    pub(super) game: &'static str,
    pub(super) players: u8,
    pub(super) options: Options,
    pub(super) first: Seat,
}

/// How the game stands, as the referee answers, and what the bot's own seat has to do with it.
#[derive(Debug, Serialize)]
pub(super) struct Standing<'a> {
    #[serde(flatten)]
    pub(super) position: Position,
    /// The program's own seat.
    pub(super) you: Seat,
    /// Whether an answer is waited for.
    pub(super) yours: bool,
    /// How long, if so.
    pub(super) within_ms: Option<u64>,
    /// What each seat has left, if there are clocks.
    pub(super) clocks: Option<&'a Clocks>,
}

/// What was wrong with what the program did, told to it.
#[derive(Debug, Serialize)]
pub(super) struct Told<'a> {
    pub(super) error: ToldFault<'a>,
    /// How often that was so.
    pub(super) strikes: u32,
    /// How often it may be.
    pub(super) of: u32,
}

#[derive(Debug, Serialize)]
pub(super) struct ToldFault<'a> {
    pub(super) code: &'static str,
    pub(super) message: &'a str,
}

/// What a program answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Act(String),
    Resign,
}

/// What a program does that it should not. Each is a strike.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Fault {
    #[error("the program gave no answer within {0} s")]
    Late(u32),
    #[error("the program's answer is not legal: {0}")]
    Illegal(String),
    #[error("the program's answer is neither {{\"act\": …}} nor {{\"resign\": true}}, in UTF-8")]
    BadLine,
    #[error("the program said a line of more than {} bytes", LONGEST_LINE)]
    TooLong,
    #[error("the program said something though nothing was asked")]
    Unasked,
    #[error("the program does not read what it is told")]
    Deaf,
    #[error("the program ended, or closed its input or output")]
    Gone,
    #[error("the program cannot be started again: {0}")]
    NotStarted(String),
}

/// The code of every fault that there is.
pub const FAULTS: [&str; 8] =
    ["late", "illegal", "bad_line", "too_long", "unasked", "deaf", "gone", "not_started"];

impl Fault {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::Late(_) => "late",
            Self::Illegal(_) => "illegal",
            Self::BadLine => "bad_line",
            Self::TooLong => "too_long",
            Self::Unasked => "unasked",
            Self::Deaf => "deaf",
            Self::Gone => "gone",
            Self::NotStarted(_) => "not_started",
        }
    }
}

/// Reads what a program answers.
pub(super) fn read(line: &[u8]) -> Result<Answer, Fault> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Said {
        act: Option<String>,
        resign: Option<bool>,
    }
    // An array would be read as the fields in their order.
    let text = std::str::from_utf8(line).ok().filter(|text| cydonia_protocol::is_object(text));
    match text.and_then(|text| serde_json::from_str(text).ok()) {
        Some(Said { act: Some(action), resign: None }) => Ok(Answer::Act(action)),
        Some(Said { act: None, resign: Some(true) }) => Ok(Answer::Resign),
        _ => Err(Fault::BadLine),
    }
}

/// A line for the program, without its end.
pub(super) fn write(line: &impl Serialize) -> String {
    serde_json::to_string(line).expect("what is told is JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_one_of_two() {
        assert_eq!(read(br#"{"act": "b2-c3"}"#), Ok(Answer::Act("b2-c3".to_owned())));
        assert_eq!(read(br#"{"resign": true}"#), Ok(Answer::Resign));
        let wrong: [&[u8]; 9] = [
            b"",
            b"b2-c3",
            b"[\"b2-c3\", null]",
            b"{}",
            br#"{"act": 7}"#,
            br#"{"resign": false}"#,
            br#"{"act": "b2-c3", "resign": true}"#,
            br#"{"act": "b2-c3", "at": 7}"#,
            b"{\"act\": \"\xff\"}",
        ];
        for line in wrong {
            assert_eq!(read(line), Err(Fault::BadLine), "{}", String::from_utf8_lossy(line));
        }
    }

    #[test]
    fn what_happened_is_told_as_to_the_referee() {
        let new = Opening { game: "martian-chess", players: 2, options: Options::new(), first: 0 };
        let lines = [
            (Line::New { new }, r#"{"new":{"game":"martian-chess","players":2,"options":{},"first":0}}"#),
            (Line::Act { act: "b3-a4".to_owned() }, r#"{"act":"b3-a4"}"#),
            (Line::Leave { leave: 1, reason: LeaveReason::Resigned }, r#"{"leave":1,"reason":"resigned"}"#),
        ];
        let mut referee = crate::cli::referee::Referee::default();
        for (line, text) in lines {
            assert_eq!(write(&line), text);
            let answer = referee.answer(text);
            assert!(answer.contains("\"phase\""), "{text}: {answer}");
        }
        assert_eq!(write(&Line::Roll { roll: [3, 5] }), r#"{"roll":[3,5]}"#);
    }

    #[test]
    fn every_fault_has_its_code() {
        let text = String::new;
        let all = [
            Fault::Late(1),
            Fault::Illegal(text()),
            Fault::BadLine,
            Fault::TooLong,
            Fault::Unasked,
            Fault::Deaf,
            Fault::Gone,
            Fault::NotStarted(text()),
        ];
        assert_eq!(all.map(|fault| fault.code()), FAULTS);
    }
}
