//! Computer players: what is due of them at a table is done here, by the same requests as anybody's: at once where it needs
//! no thought, and else when the table is told what they have thought of.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cydonia_players::{Choice, Level, Stop};
use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::{ErrorCode, TimeControl};
use cydonia_rules::{LeaveReason, Seat};
use cydonia_table::{Arrival, ComputerTask, Party, Rejection, Table};
use tokio_util::task::AbortOnDropHandle;

use super::actor::TableActor;
use super::broadcast::Watcher;
use crate::background::yield_core;
use crate::context::Context;
use crate::limits;

/// What computers do at a table, in memory alone: whoever reads the table anew has them think again.
#[derive(Default)]
pub(super) struct Computers {
    /// Whether any sits here, as the table stood when it was last known.
    sit_here: bool,
    thought: Option<Box<Thought>>,
    /// How often in a row each has held its game for lost.
    hopeless: Vec<(Seat, u32)>,
    /// When it is looked again what is due of them, after something failed; on the clock that is never set.
    again_ms: Option<i64>,
}

/// What a computer thinks of, and until when it pauses.
struct Thought {
    of: Question,
    /// What its player takes for it: all beyond that the house takes.
    pause: Duration,
    /// Dropped, it is thought of no longer.
    answer: AbortOnDropHandle<Option<Choice>>,
}

/// What is asked of a computer in one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Question {
    at: u64,
    seat: Seat,
    what: Wanted,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Roll,
    Action,
    /// Whether it takes the draw of that number.
    Draw(u64),
}

/// Ends a search when nobody wants to know any more, and lets others have the core meanwhile.
struct Patience(AtomicBool);

impl Stop for Patience {
    fn is_due(&self) -> bool {
        yield_core();
        self.0.load(Ordering::Relaxed)
    }
}

/// Ends the search once it is dropped.
struct Asking(Arc<Patience>);

impl Drop for Asking {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

impl Computers {
    /// What the computer that is asked something answers, once it does; never if none is.
    pub(super) async fn answered(&mut self) -> Option<Choice> {
        match &mut self.thought {
            // A task that failed has told the log why.
            Some(thought) => (&mut thought.answer).await.ok().flatten(),
            None => std::future::pending().await,
        }
    }

    /// When it is to be looked again what is due of them, on the clock that is never set.
    pub(super) fn again_ms(&self) -> Option<i64> {
        self.again_ms
    }

    /// Whether that is now.
    pub(super) fn take_again(&mut self, now_ms: i64) -> bool {
        self.again_ms.take_if(|again| *again <= now_ms).is_some()
    }

    /// Takes in what a computer makes of its game; how often in a row it has held that for lost.
    fn note_hope(&mut self, seat: Seat, is_lost: bool) -> u32 {
        let before = self.hopeless.iter().position(|(who, _)| *who == seat);
        let count = before.map_or(0, |place| self.hopeless.swap_remove(place).1);
        let count = if is_lost { count + 1 } else { 0 };
        self.hopeless.push((seat, count));
        count
    }
}

impl TableActor {
    /// Does what is due of computers, or has one think of it.
    pub(super) async fn look_after_computers(&mut self) {
        if let Some(table) = &self.table {
            self.computers.sit_here = table.number.is_some() && table.has_computers();
        }
        if !self.computers.sit_here {
            self.computers.thought = None;
        } else if self.table.is_none() {
            // What somebody did could not be kept, and whether it was is not known.
            self.look_again();
        } else if let Err(rejection) = Box::pin(self.serve_computers()).await {
            self.put_computers_off(&rejection);
        }
    }

    /// Tells the table what a computer has thought of.
    pub(super) async fn take_answer(&mut self, choice: Option<Choice>) {
        let Some(thought) = self.computers.thought.take() else { return };
        if let Err(rejection) = Box::pin(self.carry_answer_out(*thought, choice)).await {
            self.put_computers_off(&rejection);
        } else {
            self.look_after_computers().await;
        }
    }

    /// Something could not be kept, as a rule: it is tried again soon, as nobody else will.
    fn put_computers_off(&mut self, Rejection { message, .. }: &Rejection) {
        tracing::warn!(table = %self.id, message, "a computer could not do what is due of it");
        self.look_again();
    }

    fn look_again(&mut self) {
        self.computers.thought = None;
        let now_ms = self.context.clock.running_ms();
        self.computers.again_ms = Some(now_ms + limits::TICK.as_millis() as i64);
    }

    async fn serve_computers(&mut self) -> Result<(), Rejection> {
        self.begin_by_itself().await?;
        while let Some((at, task)) = self.computer_task() {
            let (seat, what) = match task {
                ComputerTask::Say(records) => {
                    self.commit(records).await?;
                    continue;
                }
                ComputerTask::Roll(seat) => (seat, Wanted::Roll),
                ComputerTask::Act(seat) => (seat, Wanted::Action),
                ComputerTask::Draw(seat, offer) => (seat, Wanted::Draw(offer)),
            };
            return self.ask_computer(Question { at, seat, what });
        }
        self.computers.thought = None;
        Ok(())
    }

    /// Begins a game for which nobody is waited for, as computers were set at all other seats when it was set up.
    async fn begin_by_itself(&mut self) -> Result<(), Rejection> {
        let Some(table) = self.table.as_ref().filter(|table| table.waiting().is_some()) else {
            return Ok(());
        };
        if table.seats.iter().any(|seat| seat.sitter().is_none()) {
            return Ok(());
        }
        let key = Bytes32(self.context.entropy.bytes());
        let records = table.start_by_itself(&key, &|k| self.secret(Some(key), k));
        self.commit_start(records, key).await
    }

    /// What is due of a computer, and in which position; nothing while nobody plays with them or looks on.
    fn computer_task(&self) -> Option<(u64, ComputerTask)> {
        let table = self.table.as_ref()?;
        if table.is_left_to_computers() && !self.is_looked_at() {
            return None;
        }
        let key = table.dice_key;
        Some((table.at, table.computer_task(self.now(), &|k| self.secret(key, k))?))
    }

    /// Has a computer think, unless it does already.
    fn ask_computer(&mut self, question: Question) -> Result<(), Rejection> {
        if self.computers.thought.as_ref().is_some_and(|thought| thought.of == question) {
            return Ok(());
        }
        let table = self.here()?;
        let level = table.computer_at(question.seat).and_then(Level::new);
        let (Some(game), Some(level)) = (table.game(), level) else { return Ok(()) };
        let pause = pause(&self.context, table, question);
        let seed = u64::from_be_bytes(self.context.entropy.bytes());
        let (context, game) = (Arc::clone(&self.context), game.clone());
        let due_ms = context.clock.running_ms() + pause.as_millis() as i64;
        let answer = async move {
            let choice = match question.what {
                Wanted::Roll => None,
                Wanted::Action | Wanted::Draw(_) => {
                    let patience = Arc::new(Patience(AtomicBool::new(false)));
                    let asking = Asking(Arc::clone(&patience));
                    let thinker = context.thinker.clone();
                    let think = move || thinker.choose(&game, level, seed, &*patience);
                    let thought = context.thinkers.run(think).await;
                    drop(asking);
                    // A search that was cut short has told the log why.
                    thought.ok().flatten()
                }
            };
            context.clock.sleep_until(due_ms).await;
            choice
        };
        let answer = AbortOnDropHandle::new(self.context.tasks.spawn(answer));
        self.computers.thought = Some(Box::new(Thought { of: question, pause, answer }));
        Ok(())
    }

    async fn carry_answer_out(&mut self, thought: Thought, choice: Option<Choice>) -> Result<(), Rejection> {
        self.ensure_loaded().await?;
        let now = self.now();
        self.run_due(now).await?;
        let Question { at, seat, what } = thought.of;
        let is_due = match self.computer_task() {
            Some((now_at, ComputerTask::Roll(who))) => (now_at, who, Wanted::Roll) == (at, seat, what),
            Some((now_at, ComputerTask::Act(who))) => (now_at, who, Wanted::Action) == (at, seat, what),
            Some((now_at, ComputerTask::Draw(who, offer))) => {
                (now_at, who, Wanted::Draw(offer)) == (at, seat, what)
            }
            Some((_, ComputerTask::Say(_))) | None => false,
        };
        if !is_due {
            // The position is gone: taken back, left, or at its end.
            return Ok(());
        }
        // It would have moved when its pause was over, had the house been quick.
        let since = self.here()?.turn_since().unwrap_or(now);
        let arrival = Arrival { came: (since + thought.pause.into()).min(now), now, lag_ms: 0 };
        match what {
            Wanted::Roll => {
                let (table, key) = (self.here()?, self.here()?.dice_key);
                let records = table.computer_roll(seat, now, &|k| self.secret(key, k))?;
                self.commit(records).await
            }
            Wanted::Draw(offer) => {
                let table = self.here()?;
                let agree = choice.is_some_and(|choice| takes_draw(table, seat, choice.values.to(seat)));
                self.commit(table.answer(Party::Computer(seat), offer, agree)?).await
            }
            Wanted::Action => self.act_for_computer(seat, at, choice, arrival).await,
        }
    }

    async fn act_for_computer(
        &mut self,
        seat: Seat,
        at: u64,
        choice: Option<Choice>,
        arrival: Arrival,
    ) -> Result<(), Rejection> {
        let is_lost = choice.as_ref().is_some_and(|choice| choice.values.to(seat) < limits::LOST);
        let hopeless = self.computers.note_hope(seat, is_lost);
        let (table, key) = (self.here()?, self.here()?.dice_key);
        if hopeless >= limits::LOST_TURNS && resigns(table, seat) {
            return self.commit(table.leave(seat, LeaveReason::Resigned)?).await;
        }
        let secrets = |k| self.secret(key, k);
        let act = |text| table.computer_act(seat, at, text, arrival, &secrets);
        let plan = match choice.map(|choice| act(choice.action)) {
            Some(Ok(plan)) => plan,
            refused => {
                // Nobody is to wait for ever on a computer that has failed.
                tracing::error!(table = %self.id, ?refused, "a computer has thought of nothing that it may do");
                let first = table.game().and_then(|game| game.actions().into_iter().next());
                act(first.ok_or_else(|| Rejection::new(ErrorCode::WrongPhase, "there is nothing to do"))?)?
            }
        };
        self.commit(plan).await
    }

    /// Whether anybody looks at the table, other than at one of many.
    pub(super) fn is_looked_at(&self) -> bool {
        self.watchers.iter().any(Watcher::looks_on)
    }
}

/// How long a computer pauses before it says what it was asked. People do; where there is nothing to choose from, and for each
/// of the actions of one turn, less, and never much of what a clock has left.
fn pause(context: &Context, table: &Table, question: Question) -> Duration {
    let most_ms = u64::from(context.admission.limits().computer_pause_ms);
    if most_ms == 0 {
        return Duration::ZERO;
    }
    let least_ms = most_ms / 3;
    let is_forced = || table.game().is_none_or(|game| game.actions().len() < 2);
    let is_short = match question.what {
        Wanted::Roll => true,
        Wanted::Action => table.can_undo() || is_forced(),
        Wanted::Draw(_) => false,
    };
    let chance = u64::from(u32::from_be_bytes(context.entropy.bytes()));
    let more_ms = if is_short { 0 } else { (most_ms - least_ms) * chance / u64::from(u32::MAX) };
    let pause = Duration::from_millis(least_ms + more_ms);
    match (table.clock, table.left_ms(question.seat)) {
        (TimeControl::Fischer { .. }, Some(left_ms)) => {
            pause.min(Duration::from_millis(u64::try_from(left_ms).unwrap_or(0) / limits::PART_OF_CLOCK))
        }
        _ => pause,
    }
}

/// Whether a computer takes a draw: once the game is under way, if it does not think itself ahead; a weak one with less.
fn takes_draw(table: &Table, seat: Seat, value: f32) -> bool {
    let Some(level) = table.computer_at(seat) else { return false };
    let seats = table.seats.len() as f32;
    let margin = limits::DRAW_MARGIN * f32::from(Level::MAX.number() - level);
    table.plies() >= limits::DRAW_TURNS * table.seats.len() as u32 && value <= 1.0 / seats + margin
}

/// Whether a computer gives games up that it holds for lost.
fn resigns(table: &Table, seat: Seat) -> bool {
    table.seats.len() == 2 && table.computer_at(seat).is_some_and(|level| level >= limits::RESIGNS_FROM)
}
