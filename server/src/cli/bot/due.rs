//! What the bot owes the house next: it follows from where the table stands, and from nothing else.

use cydonia_protocol::{Command, DiceState, TableStatus};
use cydonia_rules::{Phase, Seat};

use super::play::Bot;
use super::table::Table;

/// What the house offers the bot's seat.
#[derive(Clone, Debug)]
pub(super) struct Choices {
    /// The position it is for.
    pub(super) at: u64,
    /// Every legal action.
    pub(super) actions: Vec<String>,
    /// Those with which a share goes.
    pub(super) ends: Vec<String>,
}

/// Something that the bot is to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Due {
    Create,
    Watch { since: Option<u64> },
    Sit,
    Ready,
    Answer { offer: u64, agree: bool },
    Share { k: u64 },
    Roll { k: u64 },
    Act { at: u64, action: String },
    Resign,
    Stand,
}

impl Bot {
    /// What is due now, if anything is.
    pub(super) fn due(&self) -> Option<Due> {
        if self.place.is_none() {
            return self.gives_up.is_none().then_some(Due::Create);
        }
        if !self.watches {
            return Some(Due::Watch { since: self.table.as_ref().map(|table| table.n) });
        }
        let table = self.table.as_ref()?;
        let me = table.me();
        let leaves = self.gives_up.is_some() || self.program.resigns();
        match table.info.status {
            TableStatus::Open if leaves => me.map(|_| Due::Stand),
            TableStatus::Open => match me {
                None => Some(Due::Sit),
                Some(me) => {
                    let is_ready = table.ready.get(usize::from(me)).is_none_or(|ready| *ready);
                    (table.kind.info().dice && !is_ready).then_some(Due::Ready)
                }
            },
            TableStatus::Playing if leaves => me.map(|_| Due::Resign),
            TableStatus::Playing => me.and_then(|me| {
                // What was refused once is not said again: the turn goes on.
                let answer = self.answer(table, me).filter(|due| self.refused.as_ref() != Some(due));
                answer.or_else(|| self.turn(table, me))
            }),
            TableStatus::Finished | TableStatus::Aborted => None,
        }
    }

    /// What another's offer is answered with.
    fn answer(&self, table: &Table, me: Seat) -> Option<Due> {
        let open = table.offers.iter().find(|open| open.seat != me && !open.agreed.contains(&me))?;
        // Whoever is back plays on at its own seat.
        let is_own = open.computer.is_some_and(|wish| wish.seat == me);
        Some(Due::Answer { offer: open.offer, agree: !is_own && self.settings.agrees_to(open.what) })
    }

    /// What the game waits for of the bot's seat.
    fn turn(&self, table: &Table, me: Seat) -> Option<Due> {
        match table.phase()? {
            Phase::Act { seat } if seat == me => {
                let action = self.program.chosen(table.at)?.to_owned();
                Some(Due::Act { at: table.at, action })
            }
            Phase::Roll { seat } => {
                let dice = table.dice.as_ref().filter(|dice| adds(dice, me))?;
                let k = table.rolls;
                if seat != me {
                    return dice.share.is_none().then_some(Due::Share { k });
                }
                // One's own share is shown only when the other's is there.
                let waits = dice.share.is_none() && adds(dice, 1_u8.checked_sub(me)?);
                (!waits).then_some(Due::Roll { k })
            }
            Phase::Act { .. } | Phase::Over => None,
        }
    }

    /// The message for it.
    pub(super) fn command(&self, due: &Due) -> Option<Command> {
        let Some(place) = &self.place else { return self.create() };
        let (table, key) = (place.table, place.key.clone());
        let known = self.table.as_ref();
        Some(match due {
            Due::Create => return self.create(),
            Due::Watch { since } => Command::Watch { table, since: *since, key, quiet: false },
            Due::Sit => Command::Sit { table, seat: self.settings.seat, key },
            Due::Ready => {
                let pledge = (!self.settings.plain).then(|| self.hand.pledge(table, 0));
                Command::Ready { table, pledge }
            }
            Due::Answer { offer, agree } => Command::Answer { table, offer: *offer, agree: *agree },
            Due::Share { k } => {
                let dice = known.and_then(|known| known.dice.as_ref())?;
                Command::Share { table, k: *k, share: self.hand.waiting_share(table, *k, dice) }
            }
            Due::Roll { k } => {
                let dice = known.and_then(|known| known.dice.as_ref())?;
                self.hand.open(table, *k, dice.seats.get(usize::from(known?.me()?))?)
            }
            Due::Act { at, action } => {
                let (known, choices) = (known?, self.choices.as_ref()?);
                let gives = |dice: &&DiceState| {
                    choices.ends.contains(action) && known.me().is_some_and(|me| adds(dice, me))
                };
                let dice = known.dice.as_ref().filter(gives);
                let share = dice.map(|dice| self.hand.waiting_share(table, known.rolls, dice));
                Command::Act { table, at: *at, action: action.clone(), share }
            }
            Due::Resign => Command::Resign { table },
            Due::Stand => Command::Stand { table },
        })
    }

    fn create(&self) -> Option<Command> {
        Some(Command::Create {
            request: self.request,
            game: self.settings.create?.0.id().to_owned(),
            seats: self.settings.seats,
            options: self.options.clone(),
            clock: self.settings.clock.0,
            private: self.settings.private,
            rated: false,
            seat: self.settings.seat.unwrap_or(0),
            computers: Vec::new(),
            challenged: Vec::new(),
            games: 1,
            pie: false,
        })
    }
}

/// Whether a seat adds something to the dice.
fn adds(dice: &DiceState, seat: Seat) -> bool {
    dice.seats.get(usize::from(seat)).is_some_and(|seat| seat.pledge.is_some())
}
