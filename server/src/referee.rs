//! `cydonia referee`: a line-by-line JSON program for engine authors and conformance tests.
//!
//! The first line sets a game up, each later one is an action, a roll, a leaving or a new game; each gets one line in
//! answer: the position, or an error with the state unchanged.

use std::io::{self, BufRead, BufReader, Read, Write};

use cydonia_protocol::is_object;
use cydonia_rules::{
    AnyGame, GameKind, LeaveReason, Options, Outcome, Phase, Refusal, Seat, Setup, SetupError,
};
use serde::{Deserialize, Serialize};

/// A first line, or what `new` holds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Start {
    game: String,
    players: i64,
    #[serde(default)]
    options: serde_json::Map<String, serde_json::Value>,
    #[serde(default)]
    first: i64,
}

/// A later line: one of `act`, `roll`, `leave` with its `reason`, and `new`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    act: Option<String>,
    roll: Option<Vec<i64>>,
    leave: Option<i64>,
    reason: Option<String>,
    new: Option<Object<Start>>,
}

/// Something that must stand in a line as an object, and not as an array of its fields.
struct Object<T>(T);

impl<'de, T: serde::de::DeserializeOwned> Deserialize<'de> for Object<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = serde_json::Map::deserialize(deserializer)?;
        serde_json::from_value(fields.into()).map(Self).map_err(serde::de::Error::custom)
    }
}

#[derive(Serialize)]
struct Position {
    phase: &'static str,
    seat: Option<Seat>,
    actions: Vec<String>,
    dice: Vec<u8>,
    scores: Vec<i32>,
    result: Option<Outcome>,
}

#[derive(Serialize)]
struct Failure {
    error: Problem,
}

#[derive(Debug, Serialize)]
struct Problem {
    code: &'static str,
    message: String,
}

impl Problem {
    fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        Self::new(refusal.code(), refusal.to_string())
    }
}

impl From<SetupError> for Problem {
    fn from(error: SetupError) -> Self {
        Self::new(error.code(), error.to_string())
    }
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
            Err(_) => encode(&Err(Problem::new("bad_line", "a line is UTF-8 text"))),
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

    fn take(&mut self, line: &str) -> Result<(), Problem> {
        let bad_line = |error: serde_json::Error| Problem::new("bad_line", error.to_string());
        if !is_object(line) {
            return Err(Problem::new("bad_line", "a line is a JSON object"));
        }
        let Some(game) = &mut self.game else {
            self.game = Some(match serde_json::from_str::<Input>(line) {
                Ok(Input { new: Some(Object(start)), act: None, roll: None, leave: None, reason: None }) => {
                    set_up(start)?
                }
                Ok(_) => return Err(Problem::new("no_game", "the first line sets a game up")),
                Err(_) => set_up(serde_json::from_str(line).map_err(bad_line)?)?,
            });
            return Ok(());
        };
        match serde_json::from_str(line).map_err(bad_line)? {
            Input { act: Some(action), roll: None, leave: None, reason: None, new: None } => {
                drop(game.play(&action)?);
            }
            Input { roll: Some(dice), act: None, leave: None, reason: None, new: None } => {
                let face = |die: &i64| u8::try_from(*die).unwrap_or(0);
                // Whatever is no two numbers is no dice, but whether dice are due is asked first.
                let dice = if let [one, two] = dice.as_slice() { [face(one), face(two)] } else { [0, 0] };
                game.roll(dice)?;
            }
            Input { leave: Some(seat), reason: Some(reason), act: None, roll: None, new: None } => {
                if game.phase() == Phase::Over {
                    return Err(Refusal::Over.into());
                }
                let reason = LeaveReason::from_name(&reason).ok_or_else(|| {
                    Problem::new("bad_reason", "a seat leaves as resigned, timeout or abandoned")
                })?;
                game.leave(Seat::try_from(seat).unwrap_or(Seat::MAX), reason)?;
            }
            Input { new: Some(Object(start)), act: None, roll: None, leave: None, reason: None } => {
                *game = set_up(start)?;
            }
            _ => {
                return Err(Problem::new(
                    "bad_line",
                    "a line holds one of act, roll, leave with reason, and new",
                ));
            }
        }
        Ok(())
    }
}

fn set_up(start: Start) -> Result<AnyGame, Problem> {
    let kind =
        GameKind::from_id(&start.game).ok_or_else(|| Problem::new("bad_game", "there is no such game"))?;
    // What is no number of seats at all is out of range like any other.
    let small = |number: i64| u8::try_from(number).unwrap_or(u8::MAX);
    let mut setup = Setup { seats: small(start.players), options: Options::new(), first: small(start.first) };
    Setup { first: 0, ..setup.clone() }.check(kind.info())?;
    for (name, value) in start.options {
        let value = serde_json::from_value(value)
            .map_err(|_| Problem::new("bad_option", format!("the option “{name}” is text, true or false")))?;
        setup.options.insert(name, value);
    }
    Ok(AnyGame::start(kind, &setup)?)
}

fn position(game: &AnyGame) -> Position {
    let (phase, seat) = match game.phase() {
        Phase::Act { seat } => ("act", Some(seat)),
        Phase::Roll { seat } => ("roll", Some(seat)),
        Phase::Over => ("over", None),
    };
    let dice = if phase == "act" { game.unspent_dice() } else { Vec::new() };
    Position { phase, seat, actions: game.actions(), dice, scores: game.scores(), result: game.outcome() }
}

fn encode(answer: &Result<Option<Position>, Problem>) -> String {
    let text = match answer {
        Ok(position) => serde_json::to_string(position),
        Err(Problem { code, message }) => {
            serde_json::to_string(&Failure { error: Problem::new(code, message.clone()) })
        }
    };
    text.expect("an answer is JSON")
}
