//! Table as the bot knows it: folded from snapshots and events, played through by the rules, with its dice checked.

use cydonia_protocol::{
    Clocks, DiceState, Event, EventKind, GameState, KeptSeats, OpenOffer, Preview, SeatState, TableInfo,
    TableStatus,
};
use cydonia_rules::{AnyGame, GameKind, Outcome, Phase, Seat, Setup};
use uuid::Uuid;

use super::hand::{self, DiceFlaw, Hand, ToldRoll};
use super::lines::{Line, Opening};
use crate::cli::referee;

/// A table, and the game at it.
#[derive(Debug)]
pub(super) struct Table {
    /// Who the bot is.
    player: Uuid,
    /// The number of the last event.
    pub(super) n: u64,
    /// The number of the last event that changed the position: what an action quotes.
    pub(super) at: u64,
    /// How many rolls there were.
    pub(super) rolls: u64,
    pub(super) info: TableInfo,
    pub(super) kind: GameKind,
    /// Which seats are ready, before the start of a game with dice.
    pub(super) ready: Vec<bool>,
    /// Who left, in order.
    pub(super) left: Vec<Seat>,
    game: Option<AnyGame>,
    /// All that led to the position, as it is told to the program.
    pub(super) line: Vec<Line>,
    pub(super) dice: Option<DiceState>,
    pub(super) clocks: Option<Clocks>,
    pub(super) offers: Vec<OpenOffer>,
    pub(super) paused: bool,
    pub(super) outcome: Option<Outcome>,
}

/// Why what the house says does not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::cli) enum TableError {
    /// An event is missing: the table is to be asked for again.
    #[error("an event is missing")]
    Gap,
    #[error("the house plays a game that this program does not know")]
    Game,
    #[error("the house lets happen what the rules of this program do not")]
    Rules,
    #[error("the dice do not fit: {0}")]
    Dice(#[from] DiceFlaw),
}

impl Table {
    /// A table as a snapshot tells it.
    pub(super) fn of(
        player: Uuid,
        n: u64,
        info: &TableInfo,
        preview: Option<&Preview>,
        game: Option<&GameState>,
    ) -> Result<Self, TableError> {
        let kind = GameKind::from_id(&info.game).ok_or(TableError::Game)?;
        let ready = preview.and_then(|preview| preview.ready.clone());
        let mut table = Self {
            player,
            n,
            at: game.map_or(0, |game| game.at),
            rolls: game.map_or(0, |game| game.rolls),
            info: info.clone(),
            kind,
            ready: ready.unwrap_or_else(|| vec![false; info.seats.len()]),
            left: Vec::new(),
            game: None,
            line: Vec::new(),
            dice: game.and_then(|game| game.dice.clone()),
            clocks: game.and_then(|game| game.clocks.clone()),
            offers: game.map(|game| game.offers.clone()).unwrap_or_default(),
            paused: game.is_some_and(|game| game.paused),
            outcome: game.and_then(|game| game.outcome.clone()),
        };
        if let Some(game) = game {
            table.begin()?;
            game.line.iter().try_for_each(|event| table.play(&event.what))?;
        }
        Ok(table)
    }

    /// Takes an event in. One that is known already changes nothing.
    pub(super) fn take(&mut self, event: &Event, hand: &Hand) -> Result<(), TableError> {
        if event.n <= self.n {
            return Ok(());
        }
        if event.n != self.n + 1 {
            return Err(TableError::Gap);
        }
        let open = self.offers.clone();
        self.take_dice(&event.what, hand)?;
        self.play(&event.what)?;
        self.check_share(&event.what)?;
        self.seat(&event.what)?;
        if let Some(offers) = &event.offers {
            self.offers.clone_from(offers);
        }
        if let (EventKind::Answer { offer, agree: true, .. }, Some(dice)) = (&event.what, &mut self.dice) {
            hand::take_consent(dice, *offer, &open, &self.offers);
        }
        if event.what.moves_position() {
            self.at = event.n;
        }
        self.clocks.clone_from(&event.clocks);
        self.n = event.n;
        Ok(())
    }

    /// The seats, and where the table stands.
    fn seat(&mut self, what: &EventKind) -> Result<(), TableError> {
        let place = |seat: &Seat| usize::from(*seat);
        match what {
            EventKind::Sit { seat, player, rating } => {
                let taken = SeatState::Taken { player: player.clone(), rating: *rating };
                *self.info.seats.get_mut(place(seat)).ok_or(TableError::Rules)? = taken;
            }
            EventKind::Stand { seat } => {
                *self.info.seats.get_mut(place(seat)).ok_or(TableError::Rules)? = SeatState::Free {};
                *self.ready.get_mut(place(seat)).ok_or(TableError::Rules)? = false;
            }
            EventKind::Ready { seat, .. } => {
                *self.ready.get_mut(place(seat)).ok_or(TableError::Rules)? = true;
            }
            EventKind::Fewer { seats } => {
                let kept = KeptSeats(seats);
                self.info.first = kept.renumbered(self.info.first).unwrap_or(0);
                self.info.seats = kept.of(&self.info.seats).map_err(|_no_seat| TableError::Rules)?;
                self.ready = vec![false; self.info.seats.len()];
            }
            // The pie is for two.
            EventKind::Swap { .. } => self.info.seats.reverse(),
            EventKind::Takeover { seat, player, .. } => {
                let taken = SeatState::Taken { player: player.clone(), rating: None };
                *self.info.seats.get_mut(place(seat)).ok_or(TableError::Rules)? = taken;
                self.left.retain(|left| left != seat);
                let pledged = self.dice.as_mut().and_then(|dice| dice.seats.get_mut(place(seat)));
                if let Some(pledged) = pledged.filter(|pledged| pledged.pledge.is_some()) {
                    // What was pledged went with whoever sat there.
                    pledged.may_lose += 1;
                }
            }
            EventKind::Start { .. } => {
                self.begin()?;
                self.info.status = TableStatus::Playing;
            }
            EventKind::Pause {} => self.paused = true,
            EventKind::Resume { .. } => self.paused = false,
            EventKind::Abort { .. } => self.info.status = TableStatus::Aborted,
            EventKind::Finish { outcome, .. } => {
                self.info.status = TableStatus::Finished;
                self.outcome = Some(outcome.clone());
            }
            EventKind::Act { .. }
            | EventKind::Share { .. }
            | EventKind::Roll { .. }
            | EventKind::Lost { .. }
            | EventKind::Undo { .. }
            | EventKind::Leave { .. }
            | EventKind::Offer { .. }
            | EventKind::Answer { .. }
            | EventKind::Withdraw { .. }
            | EventKind::Takeback { .. }
            | EventKind::AllowAnalysis {}
            | EventKind::Outage { .. } => {}
        }
        Ok(())
    }

    /// What was said of the dice, before the game goes on by it.
    fn take_dice(&mut self, what: &EventKind, hand: &Hand) -> Result<(), TableError> {
        let (me, table, k) = (self.me(), self.info.id, self.rolls);
        let due = match self.phase() {
            Some(Phase::Roll { seat }) => Some(seat),
            Some(Phase::Act { .. } | Phase::Over) | None => None,
        };
        match what {
            EventKind::Start { dice: Some(told), .. } => {
                let dice = hand::start(told.seal, &told.pledges);
                hand.check_own(table, &dice, me)?;
                self.dice = Some(dice);
            }
            EventKind::Act { seat, share: Some(share), .. } | EventKind::Share { seat, share, .. } => {
                let dice = self.dice.as_mut().ok_or(DiceFlaw::Share)?;
                if me == Some(*seat) && *share != hand.waiting_share(table, k, dice) {
                    return Err(DiceFlaw::NotMine.into());
                }
                hand::take_share(dice, *seat, share)?;
            }
            EventKind::Roll { seat, k: told_k, dice: faces, opened, share } => {
                let dice = self.dice.as_mut().ok_or(DiceFlaw::Unproved)?;
                let opened = opened.as_ref().ok_or(DiceFlaw::Unproved)?;
                if *told_k != k || due != Some(*seat) {
                    return Err(DiceFlaw::Roll.into());
                }
                let made = Some((*faces, share.as_ref()));
                hand::take_roll(dice, &ToldRoll { table, roller: *seat, k, opened, made })?;
                hand.check_own(table, dice, me.filter(|me| me == seat))?;
                self.rolls += 1;
            }
            EventKind::Lost { seat, k: told_k, opened } => {
                let dice = self.dice.as_mut().ok_or(DiceFlaw::Unproved)?;
                if *told_k != k || due != Some(*seat) {
                    return Err(DiceFlaw::Roll.into());
                }
                hand::take_roll(dice, &ToldRoll { table, roller: *seat, k, opened, made: None })?;
                hand.check_own(table, dice, me.filter(|me| me == seat))?;
                self.rolls += 1;
            }
            _ => {}
        }
        Ok(())
    }

    /// Checks that an action which ended a turn before the other's roll brought the share of its seat, if that adds something: a
    /// share that is asked for later is asked for twice.
    fn check_share(&self, what: &EventKind) -> Result<(), TableError> {
        let (EventKind::Act { seat, .. }, Some(dice)) = (what, &self.dice) else { return Ok(()) };
        let adds = dice.seats.get(usize::from(*seat)).is_some_and(|seat| seat.pledge.is_some());
        let is_due = matches!(self.phase(), Some(Phase::Roll { seat: roller }) if roller != *seat);
        if is_due && adds && dice.share.is_none() { Err(DiceFlaw::Share.into()) } else { Ok(()) }
    }

    /// Begins the game by its rules.
    fn begin(&mut self) -> Result<(), TableError> {
        let players = u8::try_from(self.info.seats.len()).map_err(|_too_many| TableError::Game)?;
        let (options, first) = (self.info.options.clone(), self.info.first);
        let setup = Setup { seats: players, options: options.clone(), first };
        self.game = Some(AnyGame::start(self.kind, &setup).map_err(|_bad| TableError::Game)?);
        self.line = vec![Line::New { new: Opening { game: self.kind.id(), players, options, first } }];
        Ok(())
    }

    /// Lets the game go on by its rules.
    fn play(&mut self, what: &EventKind) -> Result<(), TableError> {
        let line = match what {
            EventKind::Act { action, .. } => Line::Act { act: action.clone() },
            EventKind::Roll { dice, .. } => Line::Roll { roll: *dice },
            EventKind::Leave { seat, reason } => {
                self.left.push(*seat);
                Line::Leave { leave: *seat, reason: *reason }
            }
            EventKind::Takeover { seat, .. } if self.left.contains(seat) => Line::Rejoin { rejoin: *seat },
            EventKind::Undo { .. } => return self.go_back(1),
            EventKind::Takeback { actions, .. } => return self.go_back(*actions as usize),
            _ => return Ok(()),
        };
        let mut game = self.game.take().ok_or(TableError::Rules)?;
        step(&mut game, &line)?;
        self.game = Some(game);
        self.line.push(line);
        Ok(())
    }

    /// Takes so many actions back: nothing but actions lies there.
    fn go_back(&mut self, actions: usize) -> Result<(), TableError> {
        let kept = self.line.len().checked_sub(actions).ok_or(TableError::Rules)?;
        if !self.line.drain(kept..).all(|line| matches!(line, Line::Act { .. })) {
            return Err(TableError::Rules);
        }
        let line = std::mem::take(&mut self.line);
        self.begin()?;
        let mut game = self.game.take().ok_or(TableError::Rules)?;
        line.iter().skip(1).try_for_each(|line| step(&mut game, line))?;
        (self.game, self.line) = (Some(game), line);
        Ok(())
    }

    /// The bot's seat, if it has one.
    pub(super) fn me(&self) -> Option<Seat> {
        self.info.seat_of(self.player)
    }

    /// What the game waits for, while it is on.
    pub(super) fn phase(&self) -> Option<Phase> {
        let is_on = self.info.status == TableStatus::Playing;
        self.game.as_ref().filter(|_| is_on).map(AnyGame::phase)
    }

    /// How it stands, in the referee's words; none before the start. However a game ended, by agreement or without a
    /// result, which its rules do not know, it is over.
    pub(super) fn position(&self) -> Option<referee::Position> {
        let position = referee::position(self.game.as_ref()?);
        if self.info.status == TableStatus::Playing {
            return Some(position);
        }
        let (actions, dice) = (Vec::new(), Vec::new());
        let result = self.outcome.clone();
        Some(referee::Position { phase: "over", seat: None, actions, dice, result, ..position })
    }
}

fn step(game: &mut AnyGame, line: &Line) -> Result<(), TableError> {
    let done = match line {
        Line::Act { act } => game.play(act).map(drop),
        Line::Roll { roll } => game.roll(*roll),
        Line::Leave { leave, reason } => game.leave(*leave, *reason),
        Line::Rejoin { rejoin } => game.rejoin(*rejoin),
        Line::New { .. } => Ok(()),
    };
    done.map_err(|_refused| TableError::Rules)
}
