//! Game records, as PGN is for chess: headers and a line as text, for people to read and for programs to carry elsewhere.
//! `docs/record.md` tells of the notation. `text` writes and reads it, `check` plays it through by the rules.

mod check;
mod error;
mod text;

use cydonia_rules::{GameKind, LeaveReason, Outcome, Reason, Seat, Setup};
use uuid::Uuid;

use crate::{MatchRecord, RecordedMove, TimeControl};

pub use check::{Checked, drawn};
pub use error::{RecordError, RecordErrorKind};

/// A game as it stands in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// `Game`: one that this program plays.
    pub kind: GameKind,
    /// `Rules`: as in [`GameInfo`](cydonia_rules::GameInfo); this program's own, once it was read.
    pub rules_version: u16,
    /// Seats, options, who begins.
    pub setup: Setup,
    /// The players' names by seat; none for one that is not told.
    pub names: Vec<Option<String>>,
    /// How much time each seat had, if that is told.
    pub clock: Option<TimeControl>,
    /// The id under which it was kept, if that is told.
    pub id: Option<Uuid>,
    /// When it started and when it ended, in milliseconds since 1970, if that is told.
    pub times_ms: [Option<i64>; 2],
    /// How it is said to have ended; each only if that is told.
    pub claim: Claim,
    /// Everything that changed the position, in order.
    pub line: Vec<Step>,
}

/// What a record says of its game's end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// The scores by seat.
    pub scores: Option<Vec<i32>>,
    /// The ranks by seat.
    pub ranks: Option<Vec<u8>>,
    /// Of leaving, of agreeing, or one that some game lists.
    pub reason: Option<Reason>,
}

/// One entry of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The seat to act acted.
    Act(String),
    /// A seat left the game.
    Leave(Seat, LeaveReason),
    /// Two faces from 1 to 6, in the order in which they were thrown.
    Roll([u8; 2]),
    /// A roll was void, as the roller had lost what it pledged.
    Lost,
    /// The seat to act took its last action back.
    Undo,
    /// The player to act took the other's side; the names are those of the end.
    Swap,
    /// A computer took over a seat that was left; the name is that of the end.
    Takeover(Seat),
    /// All agreed to go back to before a seat's last turn.
    Takeback(Seat),
    /// All agreed on a draw.
    Draw,
}

impl GameRecord {
    /// The record of a finished game that the server keeps. None if this program does not know the game.
    #[must_use]
    pub fn of(game: &MatchRecord) -> Option<Self> {
        let summary = &game.summary;
        let line = game.line.iter().map(Step::of).collect::<Option<Vec<_>>>()?;
        let agreed = (summary.reason == Reason::AGREED).then_some(Step::Draw);
        let seats = || summary.seats.iter();
        Some(Self {
            kind: GameKind::from_id(&summary.game)?,
            rules_version: game.rules_version,
            setup: Setup {
                seats: u8::try_from(summary.seats.len()).ok()?,
                options: summary.options.clone(),
                first: summary.first,
            },
            names: seats().map(|seat| Some(seat.player.name.clone())).collect(),
            clock: Some(summary.clock),
            id: Some(summary.id),
            times_ms: [Some(summary.started_ms), Some(summary.finished_ms)],
            claim: Claim {
                scores: Some(seats().map(|seat| seat.score).collect()),
                ranks: Some(seats().map(|seat| seat.rank).collect()),
                reason: Some(summary.reason),
            },
            line: line.into_iter().chain(agreed).collect(),
        })
    }

    /// The record of a game that has only just been set up.
    ///
    /// # Examples
    /// ```
    /// use cydonia_protocol::record::{GameRecord, Step};
    /// use cydonia_rules::{GameKind, Setup};
    ///
    /// let mut record = GameRecord::new(GameKind::MartianChess, Setup::for_seats(2));
    /// record.line.push(Step::Act("b3-a4".to_owned()));
    /// assert!(record.to_string().ends_with("\n1. b3-a4\n"));
    /// assert_eq!(GameRecord::check(&record.to_string()).unwrap().0, record);
    /// ```
    #[must_use]
    pub fn new(kind: GameKind, setup: Setup) -> Self {
        Self {
            kind,
            rules_version: kind.info().rules_version,
            names: vec![None; usize::from(setup.seats)],
            setup,
            clock: None,
            id: None,
            times_ms: [None; 2],
            claim: Claim::default(),
            line: Vec::new(),
        }
    }
}

impl Step {
    /// An entry of a line as the JSON document has it.
    fn of(entry: &RecordedMove) -> Option<Self> {
        let seat = entry.seat;
        Some(match entry {
            RecordedMove { action: Some(action), .. } => Self::Act(action.clone()),
            RecordedMove { roll: Some(dice), .. } => Self::Roll(*dice),
            RecordedMove { left: Some(reason), .. } => Self::Leave(seat, *reason),
            RecordedMove { takeover_of: Some(_), .. } => Self::Takeover(seat),
            RecordedMove { takeback: Some(_), .. } => Self::Takeback(seat),
            RecordedMove { undo: true, .. } => Self::Undo,
            RecordedMove { swap: true, .. } => Self::Swap,
            RecordedMove { lost: true, .. } => Self::Lost,
            _ => return None,
        })
    }
}

impl Claim {
    /// What is true of a game that ended so.
    #[must_use]
    pub fn of(outcome: &Outcome) -> Self {
        Self {
            scores: Some(outcome.scores.clone()),
            ranks: Some(outcome.ranks.clone()),
            reason: Some(outcome.reason),
        }
    }
}
