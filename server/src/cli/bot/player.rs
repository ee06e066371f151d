//! Program as a player: what it was told, what it was asked, and how often it has failed.

use std::io;

use cydonia_rules::Phase;

use super::due::Choices;
use super::lines::{Answer, Fault, Line, Standing, Told, ToldFault, read, write};
use super::program::{Heard, Program, Start};
use super::table::Table;
use crate::clock::Clock;

/// A program that plays, started anew when it ends too soon.
#[derive(Debug)]
pub(super) struct Player {
    start: Start,
    /// None once it has failed too often.
    program: Option<Program>,
    clock: Clock,
    limit_ms: i64,
    /// How often it may fail, and how often it has.
    of: u32,
    strikes: u32,
    /// Of what led to the position, what it knows.
    told: Vec<Line>,
    told_end: bool,
    /// The position for which it was asked last.
    asked_at: Option<u64>,
    /// How many answers it owes: one for each time that it was asked, in this order.
    owes: u32,
    /// When it is late.
    late_ms: Option<i64>,
    chosen: Option<(u64, String)>,
    resigns: bool,
}

impl Player {
    /// Starts the program.
    pub(super) fn start(start: Start, clock: Clock, limit_ms: i64, strikes: u32) -> io::Result<Self> {
        let program = Some(start.spawn()?);
        Ok(Self {
            start,
            program,
            clock,
            limit_ms,
            of: strikes,
            strikes: 0,
            told: Vec::new(),
            told_end: false,
            asked_at: None,
            owes: 0,
            late_ms: None,
            chosen: None,
            resigns: false,
        })
    }

    /// What comes of it next. If it is not waited for to the end nothing is lost.
    pub(super) async fn next(&mut self) -> Heard {
        match &mut self.program {
            Some(program) => program.next().await,
            None => std::future::pending().await,
        }
    }

    /// When it is late, if something was asked.
    pub(super) fn late_ms(&self) -> Option<i64> {
        self.late_ms
    }

    /// The house was away: what was asked has as long again.
    pub(super) fn wait_again(&mut self) {
        self.late_ms = self.late_ms.map(|_| self.clock.running_ms() + self.limit_ms);
    }

    /// What it has chosen to do at that position.
    pub(super) fn chosen(&self, at: u64) -> Option<&str> {
        self.chosen.as_ref().filter(|(chosen_at, _)| *chosen_at == at).map(|(_, action)| action.as_str())
    }

    /// Whether it has given the game up.
    pub(super) fn resigns(&self) -> bool {
        self.resigns
    }

    /// Tells it what is new, and asks it where it is to choose.
    pub(super) fn follow(&mut self, table: &Table, choices: Option<&Choices>) -> Result<(), Fault> {
        let (Some(position), Some(me)) = (table.position(), table.me()) else { return Ok(()) };
        let Some(program) = &mut self.program else { return Ok(()) };
        // What was taken back is told by telling the game from its beginning.
        let news = table.line.strip_prefix(self.told.as_slice()).unwrap_or(&table.line);
        if !news.iter().all(|line| program.tell(&write(line))) {
            return Err(Fault::Deaf);
        }
        let has_news = !news.is_empty();
        if has_news {
            self.told.clone_from(&table.line);
        }
        let yours = table.phase() == Some(Phase::Act { seat: me });
        let is_over = position.phase == "over";
        if self.asked_at != Some(table.at) {
            self.late_ms = None;
        }
        let asks =
            yours && self.asked_at != Some(table.at) && choices.is_some_and(|choices| choices.at == table.at);
        if !asks && (yours || !has_news && (!is_over || self.told_end)) {
            return Ok(());
        }
        let own_ms = table.clocks.as_ref().and_then(|clocks| clocks.left_ms.get(usize::from(me)).copied());
        let within_ms = own_ms.map_or(self.limit_ms, |own_ms| own_ms.clamp(0, self.limit_ms));
        let within_ms = asks.then(|| u64::try_from(within_ms).unwrap_or(0));
        let clocks = table.clocks.as_ref();
        if !program.tell(&write(&Standing { position, you: me, yours, within_ms, clocks })) {
            return Err(Fault::Deaf);
        }
        self.told_end = is_over;
        if asks {
            self.owes += 1;
            self.asked_at = Some(table.at);
            self.late_ms = Some(self.clock.running_ms() + self.limit_ms);
        }
        Ok(())
    }

    /// Takes what came of it. An answer to what was asked for an earlier position is passed over.
    pub(super) fn hear(
        &mut self,
        heard: Heard,
        table: &Table,
        choices: Option<&Choices>,
    ) -> Result<(), Fault> {
        if heard == Heard::Gone {
            return Err(Fault::Gone);
        }
        if self.owes == 0 {
            return Err(if heard == Heard::TooLong { Fault::TooLong } else { Fault::Unasked });
        }
        self.owes -= 1;
        let is_asked = self.owes == 0 && self.asked_at == Some(table.at);
        let Some(choices) = choices.filter(|choices| is_asked && choices.at == table.at) else {
            return Ok(());
        };
        let answer = match heard {
            Heard::Line(line) => read(&line)?,
            Heard::TooLong | Heard::Gone => return Err(Fault::TooLong),
        };
        match answer {
            Answer::Act(action) if choices.actions.contains(&action) => {
                self.chosen = Some((choices.at, action));
            }
            Answer::Act(action) => return Err(Fault::Illegal(shown(&action))),
            Answer::Resign => self.resigns = true,
        }
        self.late_ms = None;
        Ok(())
    }

    /// Counts a fault, and makes good what can be: it is told and asked again, or started again. The fault that was one
    /// too many, if so; then the program is gone.
    pub(super) async fn strike(&mut self, fault: Fault) -> Option<Fault> {
        let mut fault = fault;
        loop {
            self.strikes += 1;
            super::tell_error(&format!("{fault} (strike {} of {})", self.strikes, self.of));
            if self.strikes >= self.of {
                self.kill().await;
                return Some(fault);
            }
            let is_gone = matches!(fault, Fault::Deaf | Fault::Gone | Fault::NotStarted(_));
            if !is_gone && self.tell_fault(&fault) {
                return None;
            }
            self.kill().await;
            match self.start.spawn() {
                Ok(program) => {
                    self.program = Some(program);
                    return None;
                }
                Err(error) => fault = Fault::NotStarted(error.to_string()),
            }
        }
    }

    /// Tells it what was wrong. Whether it can go on from there.
    fn tell_fault(&mut self, fault: &Fault) -> bool {
        let (message, code) = (fault.to_string(), fault.code());
        let told = Told { error: ToldFault { code, message: &message }, strikes: self.strikes, of: self.of };
        match fault {
            // The answer may still come; it is waited for as long again.
            Fault::Late(_) => self.late_ms = Some(self.clock.running_ms() + self.limit_ms),
            Fault::Unasked => {}
            // The answer has come, and was none: it is asked again.
            _ => (self.asked_at, self.late_ms) = (None, None),
        }
        self.program.as_mut().is_some_and(|program| program.tell(&write(&told)))
    }

    async fn kill(&mut self) {
        if let Some(mut program) = self.program.take() {
            program.kill().await;
        }
        self.told.clear();
        (self.asked_at, self.owes, self.late_ms) = (None, 0, None);
    }

    /// Lets it end by itself for a moment, and then ends it.
    pub(super) async fn end(self) {
        if let Some(program) = self.program {
            program.end(&self.clock).await;
        }
    }
}

/// As much of an answer as can be shown on a line.
fn shown(text: &str) -> String {
    text.chars().take(40).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
