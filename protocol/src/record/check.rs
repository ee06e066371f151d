//! Record verification: a record played through by the rules.

use cydonia_rules::{AnyGame, Outcome, Phase, Reason, Seat, View, rank};

use super::{Claim, GameRecord, RecordError, RecordErrorKind, Step};

/// What a record that plays through leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// How the game ended; none if it goes on.
    pub outcome: Option<Outcome>,
    /// The last position, over if the game is, by agreement too.
    pub view: View,
    /// Actions that stand, and leavings.
    pub plies: u32,
    /// Every roll in order: whose turn it opened, and what was rolled; none for a void one.
    pub rolls: Vec<(Seat, Option<[u8; 2]>)>,
    /// Whether a roll was due when the game ended by somebody's leaving or by agreement.
    pub was_roll_due: bool,
}

/// A game as far as its line was read.
pub(super) struct Course {
    game: AnyGame,
    /// With dice: the positions before each action of the turn under way.
    turn: Vec<AnyGame>,
    /// Without dice: the positions before the actions so far, and who took them.
    history: Vec<(Seat, AnyGame)>,
    agreed: Option<Outcome>,
    /// The seat that acts first, without dice.
    first: Seat,
    /// Whether another has acted, or its player has taken the other side.
    has_second_chosen: bool,
    pub(super) plies: u32,
    rolls: Vec<(Seat, Option<[u8; 2]>)>,
    was_roll_due: bool,
}

/// Where on its page the parts of a record stand, for what is wrong with them.
#[derive(Default)]
pub(super) struct Places {
    /// The lines of the entries, in order, and the numbers that stand before them.
    pub(super) entries: Vec<(u32, Option<u32>)>,
    /// The lines of the headers on scores, ranks and reason.
    pub(super) claim: [u32; 3],
    /// The line after the last.
    pub(super) end: u32,
}

impl GameRecord {
    /// Reads a record and plays it through.
    ///
    /// # Errors
    /// The first thing that is wrong, from above.
    ///
    /// # Examples
    /// ```
    /// use cydonia_protocol::record::GameRecord;
    /// use cydonia_rules::Reason;
    ///
    /// let text = r#"[Game "martian-chess"]
    /// [Seats "2"]
    ///
    /// 1. b3-a4
    /// 2. a6-a4
    /// 3. leave 0 resigned
    /// "#;
    /// let (record, checked) = GameRecord::check(text).unwrap();
    /// assert_eq!((record.line.len(), checked.plies), (3, 3));
    /// assert_eq!(checked.outcome.unwrap().reason, Reason::RESIGNED);
    ///
    /// let wrong = GameRecord::check(&text.replace("a6-a4", "a6-a3")).unwrap_err();
    /// assert_eq!(wrong.to_string(), "line 5: “a6-a3” is not legal now");
    /// ```
    pub fn check(text: &str) -> Result<(Self, Checked), RecordError> {
        Self::check_stepwise(text, || {})
    }

    /// The same, with `between` called after each entry: whoever plays a long record through has other things to see to.
    ///
    /// # Errors
    /// As [`GameRecord::check`].
    pub fn check_stepwise(text: &str, mut between: impl FnMut()) -> Result<(Self, Checked), RecordError> {
        let (record, places) = Self::read(text)?;
        let at = |line| move |kind| RecordError { line, kind };
        let mut course = Course::new(&record).map_err(at(1))?;
        for (step, (line, number)) in record.line.iter().zip(&places.entries) {
            course.take(step).map_err(at(*line))?;
            let own = matches!(step, Step::Act(_) | Step::Leave(..)).then_some(course.plies);
            match (number, own) {
                (Some(number), Some(own)) if *number != own => {
                    return Err(at(*line)(RecordErrorKind::Number { own }));
                }
                (Some(_), None) => return Err(at(*line)(RecordErrorKind::NoNumber)),
                _ => {}
            }
            between();
        }
        let outcome = course.outcome();
        let Claim { scores, ranks, reason } = &record.claim;
        let claims = [scores.is_some(), ranks.is_some(), reason.is_some()];
        let holds = |outcome: &Outcome| {
            [
                scores.as_ref().is_none_or(|scores| *scores == outcome.scores),
                ranks.as_ref().is_none_or(|ranks| *ranks == outcome.ranks),
                reason.is_none_or(|reason| reason == outcome.reason),
            ]
        };
        match &outcome {
            Some(outcome) => {
                if let Some(place) = holds(outcome).iter().position(|holds| !holds) {
                    let name = ["Scores", "Ranks", "Reason"][place];
                    return Err(at(places.claim[place])(RecordErrorKind::NotSo(name)));
                }
            }
            None if claims.contains(&true) => return Err(at(places.end)(RecordErrorKind::NotOver)),
            None => {}
        }
        let view = course.view();
        let Course { plies, rolls, was_roll_due, .. } = course;
        Ok((record, Checked { outcome, view, plies, rolls, was_roll_due }))
    }
}

impl Course {
    /// A game at its start.
    pub(super) fn new(record: &GameRecord) -> Result<Self, RecordErrorKind> {
        let game = AnyGame::start(record.kind, &record.setup)?;
        Ok(Self {
            game,
            turn: Vec::new(),
            history: Vec::new(),
            agreed: None,
            first: record.setup.first,
            has_second_chosen: false,
            plies: 0,
            rolls: Vec::new(),
            was_roll_due: false,
        })
    }

    /// Takes the next entry.
    pub(super) fn take(&mut self, step: &Step) -> Result<(), RecordErrorKind> {
        if self.outcome().is_some() {
            return Err(RecordErrorKind::AfterTheEnd);
        }
        let roller = match self.game.phase() {
            Phase::Roll { seat } => Some(seat),
            Phase::Act { .. } | Phase::Over => None,
        };
        self.was_roll_due = roller.is_some();
        match step {
            Step::Act(action) => self.act(action)?,
            Step::Leave(seat, reason) => {
                self.game.leave(*seat, *reason)?;
                self.turn.clear();
                self.history.clear();
                self.plies += 1;
            }
            Step::Roll(dice) => {
                self.game.roll(*dice)?;
                self.turn.clear();
                self.rolls.extend(roller.map(|roller| (roller, Some(*dice))));
            }
            Step::Lost => {
                let roller = roller.ok_or(RecordErrorKind::NoRollDue)?;
                self.turn.clear();
                self.rolls.push((roller, None));
            }
            Step::Undo => {
                self.game = self.turn.pop().ok_or(RecordErrorKind::NothingToUndo)?;
                self.plies -= 1;
            }
            Step::Swap => {
                // By the pie: the other player's first deed.
                let is_for_two = self.game.seats().count() == 2 && !self.game.info().dice;
                if !is_for_two || self.has_second_chosen || self.history.len() != 1 {
                    return Err(RecordErrorKind::NoSwap);
                }
                self.has_second_chosen = true;
                self.history.clear();
            }
            Step::Takeover(seat) => {
                // Whoever was only away has not left by the rules.
                if !self.game.seats().is_in(*seat) {
                    self.game.rejoin(*seat)?;
                }
                self.turn.clear();
                self.history.clear();
            }
            Step::Takeback(seat) => {
                let place = self.history.iter().rposition(|(by, _)| by == seat);
                let place = place.ok_or(RecordErrorKind::NothingToTakeBack)?;
                self.plies -= (self.history.len() - place) as u32;
                self.game = self.history[place].1.clone();
                self.history.truncate(place);
            }
            Step::Draw => self.agreed = Some(drawn(&self.game)),
        }
        Ok(())
    }

    fn act(&mut self, action: &str) -> Result<(), RecordErrorKind> {
        let before = self.game.clone();
        self.game.play(action)?;
        self.plies += 1;
        let Phase::Act { seat } = before.phase() else { return Ok(()) };
        self.has_second_chosen |= seat != self.first;
        if !self.game.info().dice {
            self.history.push((seat, before));
        } else if self.game.phase() == (Phase::Act { seat }) {
            self.turn.push(before);
        } else {
            self.turn.clear();
        }
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.agreed.clone().or_else(|| self.game.outcome())
    }

    fn view(&self) -> View {
        let view = self.game.view();
        let over = cydonia_rules::Turn::Over {};
        if self.agreed.is_some() { View { turn: over, asks: Vec::new(), ..view } } else { view }
    }
}

/// The result of a game that ends by agreement: whoever stayed shares the first rank, with the rest of a team.
#[must_use]
pub fn drawn(game: &AnyGame) -> Outcome {
    let teams = game.layout().teams;
    let leavers = game.seats().leavers();
    let merit = |seat: Seat| {
        let place = leavers.iter().position(|leaver| *leaver == seat);
        place.filter(|_| teams.is_empty()).unwrap_or(usize::MAX)
    };
    let ranks = rank(&game.seats().all().map(merit).collect::<Vec<_>>());
    Outcome { scores: game.scores(), ranks, reason: Reason::AGREED }
}
