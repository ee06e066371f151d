//! Computer players: what is due of them at a table is done here, by the same requests as anybody's: at once where it needs
//! no thought, and else when the table is told what they have thought of.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use cydonia_players::{Choice, Level};
use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::{ErrorCode, OfferKind, TimeControl};
use cydonia_rules::{LeaveReason, Seat};
use cydonia_table::{Arrival, ComputerTask, Party, Rejection, Table};
use tokio_util::task::AbortOnDropHandle;

use super::actor::TableActor;
use super::broadcast::Watcher;
use crate::context::Context;
use crate::limits;
use crate::patience::{Asking, AtABoard};

/// The computers that sit at a table as it stood when it was last known; in a box, as at most tables there is none.
#[derive(Default)]
pub(super) struct Computers(Option<Box<Doings>>);

/// What computers do at a table, in memory alone: whoever reads the table anew has them think again.
#[derive(Default)]
struct Doings {
    thought: Option<Thought>,
    /// How often in a row each has held its game for lost.
    hopeless: Counts,
    /// How often in a row each has held its game for even.
    even: Counts,
    /// When it is looked again what is due of them, after something failed; on the clock that is never set.
    again_ms: Option<i64>,
}

/// How often in a row something was so, by seat.
#[derive(Default)]
struct Counts(Vec<(Seat, u32)>);

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

impl Computers {
    /// What the computer that is asked something answers, once it does; never if none is.
    pub(super) fn answered(&mut self) -> impl Future<Output = Option<Choice>> {
        // No async function: its future would have room for what it waits for, at every table.
        poll_fn(|context| match self.0.as_mut().and_then(|doings| doings.thought.as_mut()) {
            // A task that failed has told the log why.
            Some(thought) => Pin::new(&mut thought.answer).poll(context).map(|answer| answer.ok().flatten()),
            None => Poll::Pending,
        })
    }

    /// When it is to be looked again what is due of them, on the clock that is never set.
    pub(super) fn again_ms(&self) -> Option<i64> {
        self.0.as_ref()?.again_ms
    }

    /// Whether that is now.
    pub(super) fn take_again(&mut self, now_ms: i64) -> bool {
        let again_ms = self.0.as_mut().and_then(|doings| doings.again_ms.take_if(|again| *again <= now_ms));
        again_ms.is_some()
    }

    /// Whether any of them does just this.
    fn thinks_of(&self, question: Question) -> bool {
        self.0
            .as_ref()
            .and_then(|doings| doings.thought.as_ref())
            .is_some_and(|thought| thought.of == question)
    }

    /// Stops whatever is thought of; what it was.
    fn stop_thinking(&mut self) -> Option<Thought> {
        self.0.as_mut()?.thought.take()
    }
}

impl Counts {
    /// Takes in whether it is so once more; how often in a row it was.
    fn note(&mut self, seat: Seat, is_so: bool) -> u32 {
        let before = self.0.iter().position(|(who, _)| *who == seat);
        let count = before.map_or(0, |place| self.0.swap_remove(place).1);
        let count = if is_so { count + 1 } else { 0 };
        self.0.push((seat, count));
        count
    }
}

impl TableActor {
    /// Does what is due of computers, or has one think of it.
    pub(super) async fn look_after_computers(&mut self) {
        if let Some(table) = &self.table {
            let sit_here = table.number.is_some() && table.has_computers();
            self.computers = Computers(sit_here.then(|| self.computers.0.take().unwrap_or_default()));
        }
        if self.computers.0.is_none() {
            return;
        }
        if self.table.is_none() {
            // What somebody did could not be kept, and whether it was is not known.
            self.look_again();
        } else if let Err(rejection) = Box::pin(self.serve_computers()).await {
            self.put_computers_off(&rejection);
        }
    }

    /// Tells the table what a computer has thought of.
    pub(super) async fn take_answer(&mut self, choice: Option<Choice>) {
        let Some(thought) = self.computers.stop_thinking() else { return };
        if let Err(rejection) = Box::pin(self.carry_answer_out(thought, choice)).await {
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
        let Some(doings) = &mut self.computers.0 else { return };
        doings.thought = None;
        doings.again_ms = Some(self.context.clock.running_ms() + limits::TICK.as_millis() as i64);
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
        self.computers.stop_thinking();
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
        if self.computers.thinks_of(question) {
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
                    let (asking, patience) = Asking::begin();
                    let (thinker, clock) = (context.thinker.clone(), context.clock.clone());
                    let think =
                        move || thinker.choose(&game, level, seed, &AtABoard::begin(&patience, &clock));
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
        if let Some(doings) = &mut self.computers.0 {
            doings.thought = Some(Thought { of: question, pause, answer });
        }
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
        let hopeless = self.computers.0.as_mut().map_or(0, |doings| doings.hopeless.note(seat, is_lost));
        if let Some(choice) = &choice {
            self.offer_draw(seat, choice).await?;
        }
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

    /// Has a computer offer a draw where the game has been even for long. Its own action is no answer to that.
    async fn offer_draw(&mut self, seat: Seat, choice: &Choice) -> Result<(), Rejection> {
        if self.here()?.can_undo() {
            // Once a turn is often enough.
            return Ok(());
        }
        let is_even = is_even(self.here()?, choice.values.to(seat));
        let Some(doings) = &mut self.computers.0 else { return Ok(()) };
        if doings.even.note(seat, is_even) < limits::EVEN_TURNS {
            return Ok(());
        }
        doings.even.note(seat, false);
        let request = self.context.entropy.id(self.context.clock.now_ms());
        // Where it cannot be offered, as it is on offer already or was declined just now, there is nothing to do.
        match self.here()?.offer(Party::Computer(seat), request, OfferKind::Draw) {
            Ok((_, records)) => self.commit(records).await,
            Err(_refused) => Ok(()),
        }
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

/// Whether a computer takes a draw: once the game is under way, if it does not think itself ahead; a weak one with less, unless
/// the game counts.
fn takes_draw(table: &Table, seat: Seat, value: f32) -> bool {
    let Some(level) = table.computer_at(seat) else { return false };
    let levels_below = if table.is_rated() { 0 } else { Level::MAX.number() - level };
    let margin = limits::DRAW_MARGIN * f32::from(levels_below);
    table.plies() >= limits::DRAW_TURNS * table.seats.len() as u32 && value <= fair_part(table) + margin
}

/// Whether a game that was long enough for it is nobody's, as a computer sees it.
fn is_even(table: &Table, value: f32) -> bool {
    table.turns() >= limits::DRAW_OFFER_TURNS && (value - fair_part(table)).abs() <= limits::EVEN_MARGIN
}

/// The part of the victory of each seat that is still in the game, if all are alike.
fn fair_part(table: &Table) -> f32 {
    1.0 / table.seat_numbers().filter(|seat| table.is_in(*seat)).count() as f32
}

/// Whether a computer gives games up that it holds for lost.
fn resigns(table: &Table, seat: Seat) -> bool {
    table.seats.len() == 2 && table.computer_at(seat).is_some_and(|level| level >= limits::RESIGNS_FROM)
}
