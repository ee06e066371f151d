//! What clocks are charged, whatever comes in whatever order: a second account, kept millisecond by millisecond.

use cydonia_protocol::dice::{Bytes32, Share, seal};
use cydonia_protocol::{Event, EventKind, OfferKind, OpenOffer, TimeControl};
use cydonia_rules::{AnyGame, Phase, Seat};
use proptest::collection::vec;
use proptest::prelude::{Just, TestCaseError};
use proptest::prelude::{ProptestConfig, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use uuid::Uuid;

use super::clocks::Arrival;
use super::journal::{Record, Stamped};
use super::playing::{Action, Mover};
use super::rejection::Rejection;
use super::stage::Playing;
use super::state::Table;
use super::tests::{player, row, sit};
use super::time::{Span, UnixMs};
use crate::limits;

const INITIAL_S: u32 = 3_600;

/// What somebody does, or what befalls the house.
#[derive(Clone, Copy, Debug)]
enum Deed {
    /// Whatever is owed: a share, a roll, an action.
    GoOn,
    Undo,
    Lose,
    Offer,
    Decline,
    Withdraw,
    /// Both agree, at once.
    Pause,
    Resume,
    /// The house was away in a part of the last half second.
    Outage,
}

#[derive(Clone, Debug)]
struct Step {
    deed: Deed,
    /// How long after the step before it is handled.
    after_ms: i64,
    /// How long its message has waited by then.
    wait_ms: i64,
    lag_ms: u32,
    pick: usize,
}

fn step(lag: impl Strategy<Value = u32>) -> impl Strategy<Value = Step> {
    let deed = prop_oneof![
        8 => Just(Deed::GoOn),
        4 => Just(Deed::Undo),
        1 => Just(Deed::Lose),
        1 => Just(Deed::Offer),
        1 => Just(Deed::Decline),
        1 => Just(Deed::Withdraw),
        1 => Just(Deed::Pause),
        2 => Just(Deed::Resume),
        1 => Just(Deed::Outage),
    ];
    // Many are handled at once, and many have waited for long.
    let after = prop_oneof![1 => Just(0), 2 => 0..300_i64];
    let wait = prop_oneof![1 => Just(0), 2 => 0..900_i64];
    (deed, after, wait, lag, any::<usize>()).prop_map(|(deed, after_ms, wait_ms, lag_ms, pick)| Step {
        deed,
        after_ms,
        wait_ms,
        lag_ms,
        pick,
    })
}

/// A millisecond of the game.
#[derive(Clone, Copy)]
struct Moment {
    /// Whose clock runs, and in which turn of the game.
    running: Option<(Seat, u32)>,
    is_given_back: bool,
}

/// A game, and the account of it.
struct Account {
    table: Table,
    records: Vec<Stamped>,
    now_ms: i64,
    moments: Vec<Moment>,
    turn: u32,
    /// What was given back for the net, by turn and by seat.
    lags_ms: Vec<(u32, Seat, i64)>,
}

fn share_of(seat: Seat) -> Share {
    Share::new(vec![seat + 1; 16]).expect("long enough")
}

fn rolls(table: &Table) -> u64 {
    table.playing().expect("nobody leaves").play.rolls
}

fn secret(_: u64) -> Bytes32 {
    Bytes32([9; 32])
}

impl Account {
    fn begin(game: &str) -> Self {
        let mut row = row();
        row.info.game = game.to_owned();
        row.info.clock = TimeControl::Fischer { initial_s: INITIAL_S, increment_s: 0 };
        let ready = |seat| Record::Ready { seat, pledge: Some(share_of(seat).pledge()) };
        let start = Record::Start { rules: 1, seal: Some(seal(&secret(0))) };
        let records: Vec<Stamped> =
            [sit(0), sit(1), ready(0), ready(1), start].map(|record| (0, record)).into();
        let (table, _) = Table::of_row(row, &records).expect("it replays");
        Self { table, records, now_ms: 0, moments: Vec::new(), turn: 0, lags_ms: Vec::new() }
    }

    fn running(&self) -> Option<(Seat, u32)> {
        let clocks = self.table.clocks().expect("clocks");
        clocks.running().map(|seat| (seat, self.turn))
    }

    fn on(&self) -> &Playing {
        self.table.playing().expect("nobody leaves")
    }

    fn pass(&mut self, ms: i64) {
        let moment = Moment { running: self.running(), is_given_back: false };
        self.moments.extend(vec![moment; ms as usize]);
        self.now_ms += ms;
    }

    /// What is charged in that time of the turn under way is given back.
    fn give_back(&mut self, from_ms: i64, to_ms: i64) {
        let running = self.running();
        for moment in &mut self.moments[from_ms as usize..to_ms as usize] {
            moment.is_given_back |= running.is_some() && moment.running == running;
        }
    }

    fn take(&mut self, records: Vec<Record>) -> Vec<Event> {
        let records: Vec<Stamped> = records.into_iter().map(|record| (self.now_ms, record)).collect();
        let (before, turns) = (self.on().owes(), self.on().turns);
        let events = self.table.replay(&records).expect("it was just made");
        for event in &events {
            if let (EventKind::Act { lag_ms, .. }, Some(seat)) = (&event.what, before) {
                self.lags_ms.push((self.turn, seat, i64::from(*lag_ms)));
            }
        }
        self.records.extend(records);
        if self.on().owes() != before || self.on().turns != turns {
            self.turn += 1;
        }
        events
    }

    /// A message of the seat that owes something, which is taken or not.
    fn say(
        &mut self,
        step: &Step,
        say: impl FnOnce(&Table, Seat, &Mover<'_>) -> Result<Vec<Record>, Rejection>,
    ) {
        let Some(seat) = self.on().owes() else { return };
        let came_ms = (self.now_ms - step.wait_ms).max(0);
        let arrival = Arrival { came: UnixMs(came_ms), now: UnixMs(self.now_ms), lag_ms: step.lag_ms };
        let by = Mover { party: player(seat).id.into(), arrival, secrets: &secret };
        if let Ok(records) = say(&self.table, seat, &by) {
            self.give_back(came_ms, self.now_ms);
            self.take(records);
        }
    }

    fn go_on(&mut self, step: &Step) {
        let pick = step.pick;
        self.say(step, |table, seat, by| {
            if table
                .phase()
                .is_some_and(|phase| matches!(phase, Phase::Roll { seat: roller } if roller != seat))
            {
                return table.share(by, rolls(table), share_of(seat));
            }
            if table.playing().is_some_and(|on| on.seat_to_roll() == Some(seat)) {
                return table.roll(by, rolls(table), &share_of(seat), share_of(seat).pledge());
            }
            let actions = table.game().map(AnyGame::actions).unwrap_or_default();
            let text = actions[pick % actions.len()].clone();
            let act = |share| {
                let action = Action { at: table.at, text: text.clone(), share };
                table.act(by, action).map(|(records, _)| records)
            };
            act(None).or_else(|_| act(Some(share_of(seat))))
        });
    }

    fn step(&mut self, step: &Step) {
        self.pass(step.after_ms);
        let seat = (step.pick % 2) as Seat;
        let id = player(seat).id;
        let open = self.on().play.offers.shown().first().cloned();
        match step.deed {
            Deed::GoOn => self.go_on(step),
            Deed::Undo => self.say(step, |table, _, by| table.undo(by, table.at)),
            Deed::Lose => {
                self.say(step, |table, seat, by| table.lost(by, rolls(table), share_of(seat).pledge()));
            }
            Deed::Offer => {
                let offered = self.table.offer(id, Uuid::from_u128(step.pick as u128), OfferKind::Draw);
                drop(offered.map(|(_, records)| self.take(records)));
            }
            Deed::Decline => {
                if let Some(OpenOffer { offer, .. }) = open {
                    drop(self.table.answer(id, offer, false).map(|records| self.take(records)));
                }
            }
            Deed::Withdraw => {
                if let Some(OpenOffer { offer, .. }) = open {
                    drop(self.table.withdraw(id, offer).map(|records| self.take(records)));
                }
            }
            Deed::Pause => {
                let offered = self.table.offer(id, Uuid::from_u128(step.pick as u128), OfferKind::Pause);
                if let Ok((offer, records)) = offered {
                    self.take(records);
                    let agreed = self.table.answer(player(1 - seat).id, offer, true);
                    drop(agreed.map(|records| self.take(records)));
                }
            }
            Deed::Resume => {
                drop(self.table.resume(id, UnixMs(self.now_ms), true).map(|records| self.take(records)));
            }
            Deed::Outage => {
                let to_ms = (self.now_ms - step.wait_ms / 3).max(0);
                let from_ms = (to_ms - 250).max(0);
                let middle_ms = from_ms.midpoint(to_ms);
                self.give_back(from_ms, to_ms);
                let spans = vec![Span::of_ms(from_ms, middle_ms), Span::of_ms(middle_ms, to_ms)];
                let records = self.table.outage(spans, UnixMs(self.now_ms));
                self.take(records);
            }
        }
    }

    /// The time in which each seat could have moved, less what it was charged.
    fn check(&self) -> Result<(), TestCaseError> {
        let clocks = self.table.clocks().expect("clocks");
        for seat in [0, 1] {
            let is_its = |moment: &&Moment| moment.running.is_some_and(|(running, _)| running == seat);
            let could_ms =
                self.moments.iter().filter(is_its).filter(|moment| !moment.is_given_back).count() as i64;
            let unsettled_ms =
                if clocks.running() == Some(seat) { self.now_ms - clocks.since().0 } else { 0 };
            let left_ms = clocks.shown().left_ms[usize::from(seat)] - unsettled_ms;
            let charged_ms = i64::from(INITIAL_S) * 1_000 - left_ms;
            let own = self.lags_ms.iter().filter(|(_, whose, _)| *whose == seat);
            let lag_ms: i64 = own.map(|(_, _, lag_ms)| lag_ms).sum();
            prop_assert!(charged_ms <= could_ms, "seat {} is charged {} of {}", seat, charged_ms, could_ms);
            prop_assert!(charged_ms >= could_ms - lag_ms, "{} of {} and {}", charged_ms, could_ms, lag_ms);
            prop_assert!(lag_ms <= limits::MAX_LAG_COMPENSATION_A_GAME.as_millis() as i64);
        }
        for turn in 0..=self.turn {
            let own = self.lags_ms.iter().filter(|(of, ..)| *of == turn);
            let lag_ms: i64 = own.map(|(_, _, lag_ms)| lag_ms).sum();
            prop_assert!(
                lag_ms <= limits::MAX_LAG_COMPENSATION.as_millis() as i64,
                "{} in turn {}",
                lag_ms,
                turn
            );
        }
        Ok(())
    }
}

fn account_of(game: &str, steps: &[Step]) -> Result<(), TestCaseError> {
    let mut account = Account::begin(game);
    for step in steps {
        account.step(step);
        account.check()?;
    }
    let mut row = row();
    row.info = account.table.info();
    let (read, _) = Table::of_row(row, &account.records).expect("it replays");
    prop_assert_eq!(format!("{:?}", read.clocks()), format!("{:?}", account.table.clocks()));
    prop_assert_eq!(read.playing().map(|on| on.undone), account.table.playing().map(|on| on.undone));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(192) })]

    #[test]
    fn a_turn_is_charged_for_the_time_in_which_its_seat_could_have_moved(steps in vec(step(Just(0)), 1..70)) {
        account_of("martian-frisby", &steps)?;
        account_of("martian-backgammon", &steps)?;
    }

    #[test]
    fn no_more_than_the_limit_is_given_back_for_lag(steps in vec(step(0..700_u32), 1..70)) {
        account_of("martian-frisby", &steps)?;
        account_of("martian-backgammon", &steps)?;
    }
}
