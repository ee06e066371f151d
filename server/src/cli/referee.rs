//! `cydonia referee`: a line-by-line JSON program for engine authors and conformance tests.
//!
//! The first line sets a game up, each later one is an action, a roll, a leaving or a new game; each gets one line in
//! answer: the position, or an error with the state unchanged.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::process::ExitCode;

use cydonia_protocol::is_object;
use cydonia_rules::{
    AnyGame, GameKind, InputError, LeaveReason, OptionError, Options, Outcome, Phase, Seat, Setup, SetupError,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::CommandError;

/// The code of every error that there is.
pub const CODES: [&str; 13] = [
    "bad_line",
    "bad_game",
    "bad_players",
    "bad_option",
    "bad_first",
    "no_game",
    "wrong_phase",
    "bad_notation",
    "illegal",
    "bad_dice",
    "bad_seat",
    "bad_reason",
    "over",
];

/// The most characters of what is wrong with a line that are told.
const LONGEST_MESSAGE: usize = 200;

/// A first line, or what `new` holds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Start {
    game: String,
    players: i64,
    #[serde(default)]
    options: serde_json::Map<String, Value>,
    #[serde(default)]
    first: i64,
}

/// A later line: one of `act`, `roll`, `leave` with its `reason`, `rejoin`, and `new`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    act: Option<String>,
    roll: Option<Value>,
    leave: Option<i64>,
    reason: Option<String>,
    rejoin: Option<i64>,
    new: Option<Box<RawValue>>,
}

/// The one thing that a line says.
enum Said {
    Act(String),
    Roll(Value),
    Leave(i64, String),
    Rejoin(i64),
    New(Box<RawValue>),
}

impl Input {
    /// What it says, if that is one thing.
    fn one(self) -> Option<Said> {
        let Self { act, roll, leave, reason, rejoin, new } = self;
        match (act, roll, leave, reason, rejoin, new) {
            (Some(action), None, None, None, None, None) => Some(Said::Act(action)),
            (None, Some(dice), None, None, None, None) => Some(Said::Roll(dice)),
            (None, None, Some(seat), Some(reason), None, None) => Some(Said::Leave(seat, reason)),
            (None, None, None, None, Some(seat), None) => Some(Said::Rejoin(seat)),
            (None, None, None, None, None, Some(start)) => Some(Said::New(start)),
            _ => None,
        }
    }
}

/// How a game stands, as it is answered to a line.
#[derive(Debug, Serialize)]
pub(super) struct Position {
    pub(super) phase: &'static str,
    pub(super) seat: Option<Seat>,
    pub(super) actions: Vec<String>,
    pub(super) dice: Vec<u8>,
    pub(super) scores: Vec<i32>,
    pub(super) result: Option<Outcome>,
}

#[derive(Serialize)]
struct Failure {
    error: RefereeError,
}

#[derive(Debug, thiserror::Error, Serialize)]
#[error("{message}")]
struct RefereeError {
    code: &'static str,
    message: String,
}

impl RefereeError {
    fn new(code: &'static str, message: impl Into<String>) -> Self {
        debug_assert!(CODES.contains(&code), "the list of codes is closed");
        Self { code, message: message.into() }
    }

    /// What is wrong with a line, which may be quoted: it is cut, and what would not show is replaced.
    fn bad_line(error: &serde_json::Error) -> Self {
        let shows = |char: char| char == ' ' || char.is_ascii_punctuation() || char.is_alphanumeric();
        let shown = error
            .to_string()
            .chars()
            .take(LONGEST_MESSAGE)
            .map(|c| if shows(c) { c } else { '\u{fffd}' })
            .collect::<String>();
        Self::new("bad_line", shown)
    }
}

impl From<InputError> for RefereeError {
    fn from(refusal: InputError) -> Self {
        Self::new(refusal.code(), refusal.to_string())
    }
}

impl From<SetupError> for RefereeError {
    fn from(error: SetupError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

/// Answers what comes on standard input.
pub(super) fn run_on_stdio() -> Result<ExitCode, CommandError> {
    let mut output = BufWriter::new(io::stdout().lock());
    run(io::stdin().lock(), &mut output)?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Answers lines until the input ends.
///
/// # Errors
/// If input or output fails.
pub fn run(input: impl Read, output: &mut impl Write) -> io::Result<()> {
    let mut input = BufReader::new(input);
    let mut referee = Referee::default();
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let answer = match std::str::from_utf8(&line) {
            Ok(text) => referee.answer(text.trim_end_matches(['\r', '\n'])),
            Err(_) => encode(&Err(RefereeError::new("bad_line", "a line is UTF-8 text"))),
        };
        output.write_all(answer.as_bytes())?;
        output.write_all(b"\n")?;
        // Who asks line by line waits for each answer; who sends many lines at once gets the answers together.
        if input.buffer().is_empty() {
            output.flush()?;
        }
        line.clear();
    }
    Ok(())
}

/// The game under way, if any.
#[derive(Debug, Default)]
pub struct Referee {
    game: Option<AnyGame>,
}

impl Referee {
    /// The answer to one line, without its end.
    pub fn answer(&mut self, line: &str) -> String {
        encode(&self.take(line).map(|()| self.game.as_ref().map(position)))
    }

    fn take(&mut self, line: &str) -> Result<(), RefereeError> {
        if !is_object(line) {
            return Err(RefereeError::new("bad_line", "a line is a JSON object"));
        }
        let input = serde_json::from_str::<Input>(line);
        let Some(game) = &mut self.game else {
            self.game = Some(match input.map(Input::one) {
                Ok(Some(Said::New(start))) => set_up(start.get())?,
                Ok(_) => return Err(RefereeError::new("no_game", "the first line sets a game up")),
                Err(_) => set_up(line)?,
            });
            return Ok(());
        };
        match input.map_err(|error| RefereeError::bad_line(&error))?.one() {
            Some(Said::Act(action)) => drop(game.play(&action)?),
            Some(Said::Roll(dice)) => game.roll(faces(&dice))?,
            Some(Said::Leave(seat, reason)) => leave(game, seat, &reason)?,
            Some(Said::Rejoin(seat)) => rejoin(game, seat)?,
            Some(Said::New(start)) => *game = set_up(start.get())?,
            None => {
                return Err(RefereeError::new(
                    "bad_line",
                    "a line holds one of act, roll, leave with reason, rejoin, and new",
                ));
            }
        }
        Ok(())
    }
}

/// Two dice. Whatever is no two numbers is no dice, but whether dice are due is asked first: so it is told as faces
/// that no die has.
fn faces(dice: &Value) -> [u8; 2] {
    let face = |die: &Value| die.as_u64().and_then(|face| u8::try_from(face).ok()).unwrap_or(0);
    match dice.as_array().map(Vec::as_slice) {
        Some([one, two]) => [face(one), face(two)],
        _ => [0; 2],
    }
}

fn leave(game: &mut AnyGame, seat: i64, reason: &str) -> Result<(), RefereeError> {
    if game.phase() == Phase::Over {
        return Err(InputError::Over.into());
    }
    let reason = LeaveReason::from_name(reason)
        .ok_or_else(|| RefereeError::new("bad_reason", "a seat leaves as resigned, timeout or abandoned"))?;
    Ok(game.leave(seat_numbered(seat)?, reason)?)
}

fn rejoin(game: &mut AnyGame, seat: i64) -> Result<(), RefereeError> {
    if game.phase() == Phase::Over {
        return Err(InputError::Over.into());
    }
    Ok(game.rejoin(seat_numbered(seat)?)?)
}

fn seat_numbered(seat: i64) -> Result<Seat, RefereeError> {
    Seat::try_from(seat)
        .map_err(|_too_large| RefereeError::new("bad_seat", format!("seat {seat} is not in this game")))
}

fn set_up(json: &str) -> Result<AnyGame, RefereeError> {
    if !is_object(json) {
        return Err(RefereeError::new("bad_line", "what sets a game up is a JSON object"));
    }
    let start: Start = serde_json::from_str(json).map_err(|error| RefereeError::bad_line(&error))?;
    let kind = GameKind::from_id(&start.game)
        .ok_or_else(|| RefereeError::new("bad_game", "there is no such game"))?;
    // What is no number of seats at all is out of range like any other.
    let small = |number: i64| u8::try_from(number).unwrap_or(u8::MAX);
    let mut setup = Setup { seats: small(start.players), options: Options::new(), first: small(start.first) };
    Setup { first: 0, ..setup.clone() }.check(kind.info())?;
    for (name, value) in start.options {
        match serde_json::from_value(value) {
            Ok(value) => drop(setup.options.insert(name, value)),
            Err(_) => {
                let known = kind.info().option(&name).is_some();
                let why = if known { OptionError::WrongType } else { OptionError::Unknown };
                return Err(SetupError::BadOption { name, why }.into());
            }
        }
    }
    Ok(AnyGame::start(kind, &setup)?)
}

/// How that game stands.
pub(super) fn position(game: &AnyGame) -> Position {
    let (phase, seat) = match game.phase() {
        Phase::Act { seat } => ("act", Some(seat)),
        Phase::Roll { seat } => ("roll", Some(seat)),
        Phase::Over => ("over", None),
    };
    let dice = if phase == "act" { game.unspent_dice() } else { Vec::new() };
    Position { phase, seat, actions: game.actions(), dice, scores: game.scores(), result: game.outcome() }
}

fn encode(answer: &Result<Option<Position>, RefereeError>) -> String {
    let text = match answer {
        Ok(position) => serde_json::to_string(position),
        Err(RefereeError { code, message }) => {
            serde_json::to_string(&Failure { error: RefereeError::new(code, message.clone()) })
        }
    };
    text.expect("an answer is JSON")
}
