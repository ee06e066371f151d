//! Client state: a table as a client knows it, folded from snapshots and events, with everything checked that a client can check.

use cydonia_protocol::dice::{self, Bytes32, Share};
use cydonia_protocol::{
    Clocks, DiceSeat, DiceState, Event, EventKind, GameState, KeptSeats, OfferKind, OpenOffer, Opened,
    PositionKey, SeatState, TableInfo, TableStatus,
};
use cydonia_rules::{Motion, Outcome, Seat, Turn, View};
use uuid::Uuid;

use crate::played::Played;
use crate::{CheatError, timekeeper};

/// A table as a client sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Folded {
    /// The number of the last event.
    pub n: u64,
    /// The number of the last event that changed the position.
    pub at: u64,
    /// The position's key, while the game is on.
    pub position_key: Option<PositionKey>,
    /// How many rolls there were.
    pub rolls: u64,
    /// The table.
    pub info: TableInfo,
    /// The position, once there is one.
    pub view: Option<View>,
    /// The same by the rules; none before the start, or if they do not lead there.
    played: Option<Played>,
    /// Everything that changed the position and was not undone, as text.
    pub line: Vec<String>,
    /// The event of each of these.
    numbers: Vec<u64>,
    /// Where pieces met, and by which event.
    pub meetings: Vec<(u64, Motion)>,
    /// How the clocks stood at the last event.
    pub clocks: Option<Clocks>,
    /// When that was; none without clocks.
    pub clocks_ms: Option<i64>,
    /// What is on offer.
    pub offers: Vec<OpenOffer>,
    /// Whether the clocks stand still by consent.
    pub paused: bool,
    /// The number of the event by which all last allowed that what came before it is analysed.
    pub analysed_until: Option<u64>,
    /// What is known of the next roll.
    pub dice: Option<DiceState>,
    /// The result.
    pub outcome: Option<Outcome>,
}

impl Folded {
    /// A table as a snapshot tells it.
    #[must_use]
    pub fn of(n: u64, info: &TableInfo, game: Option<&GameState>) -> Self {
        Self {
            n,
            at: game.map_or(0, |game| game.at),
            position_key: game.and_then(|game| game.position_key),
            rolls: game.map_or(0, |game| game.rolls),
            info: info.clone(),
            view: game.map(|game| game.view.clone()),
            played: game.and_then(|game| Played::through(info, &game.line)),
            line: game.map(|game| game.line.iter().filter_map(entry).collect()).unwrap_or_default(),
            numbers: game
                .map(|game| {
                    game.line.iter().filter(|event| entry(event).is_some()).map(|event| event.n).collect()
                })
                .unwrap_or_default(),
            meetings: game.map(|game| game.line.iter().flat_map(meetings).collect()).unwrap_or_default(),
            clocks: game.and_then(|game| game.clocks.clone()),
            clocks_ms: game.filter(|game| game.clocks.is_some()).map(|game| game.ms),
            offers: game.map(|game| game.offers.clone()).unwrap_or_default(),
            paused: game.is_some_and(|game| game.paused),
            analysed_until: game.and_then(analysed_until),
            dice: game.and_then(|game| game.dice.clone()),
            outcome: game.and_then(|game| game.outcome.clone()),
        }
    }

    /// Takes an event in.
    ///
    /// # Errors
    /// What gives a server away that does not tell the truth.
    pub fn take(&mut self, event: &Event) -> Result<(), CheatError> {
        if event.n != self.n + 1 {
            return Err(CheatError::Number);
        }
        self.n = event.n;
        if event.what.moves_position() {
            (self.at, self.position_key) = (event.n, event.position_key);
        }
        if matches!(event.what, EventKind::Undo { .. }) {
            // What was undone is told no more, as in a snapshot.
            self.line.pop();
            let undone = self.numbers.pop();
            self.meetings.retain(|(n, _)| Some(*n) != undone);
        }
        self.numbers.extend(entry(event).map(|_| event.n));
        self.line.extend(entry(event));
        self.meetings.extend(meetings(event));
        let is_first = matches!(event.what, EventKind::Start { .. });
        self.take_leave_to_analyse(event)?;
        self.carry(event)?;
        self.position_key.take_if(|_| self.info.status != TableStatus::Playing);
        if let (Some(view), Some(diff)) = (&mut self.view, &event.diff) {
            view.fold(diff);
        }
        if let Some(offers) = &event.offers {
            self.offers.clone_from(offers);
        }
        let is_roll = matches!(event.what, EventKind::Roll { .. } | EventKind::Lost { .. });
        if is_roll && self.offers.iter().any(|open| open.what == OfferKind::Lost) {
            return Err(CheatError::Offer);
        }
        self.check_rules(event)?;
        self.check_share(event)?;
        let before = self.clocks.take().zip(self.clocks_ms);
        let expected = if is_first {
            timekeeper::at_start(&self.info, self.owes(), self.turn())
        } else {
            before.map(|(clocks, ms)| timekeeper::after(&clocks, ms, event, self))
        };
        if event.clocks != expected {
            return Err(CheatError::Clocks { expected, told: event.clocks.clone() });
        }
        self.clocks_ms = expected.as_ref().map(|_| self.clocks_ms.map_or(event.ms, |ms| ms.max(event.ms)));
        self.clocks = expected;
        Ok(())
    }

    fn carry(&mut self, event: &Event) -> Result<(), CheatError> {
        match &event.what {
            EventKind::Sit { .. }
            | EventKind::Stand { .. }
            | EventKind::Ready { .. }
            | EventKind::Start { .. }
                if self.view.is_some() =>
            {
                return Err(CheatError::Begun);
            }
            EventKind::Sit { seat, player, rating } => {
                self.info.seats[usize::from(*seat)] =
                    SeatState::Taken { player: player.clone(), rating: *rating };
            }
            EventKind::Stand { seat } => self.info.seats[usize::from(*seat)] = SeatState::Free {},
            EventKind::Fewer { seats } => {
                let kept = KeptSeats(seats);
                self.info.first = kept.renumbered(self.info.first).unwrap_or(0);
                self.info.seats = kept.of(&self.info.seats).map_err(|_unknown_seat| CheatError::Rules)?;
            }
            EventKind::Start { view, dice, .. } => {
                self.info.status = TableStatus::Playing;
                self.view = Some((**view).clone());
                self.dice = dice.as_ref().map(|start| DiceState {
                    seal: start.seal,
                    seats: start.pledges.iter().map(|pledge| fresh(*pledge)).collect(),
                    share: None,
                });
            }
            EventKind::Share { k, .. } if *k != self.rolls => return Err(CheatError::Roll),
            EventKind::Act { seat, share: Some(share), .. } | EventKind::Share { seat, share, .. } => {
                self.take_share(*seat, share)?;
            }
            EventKind::Roll { seat, k, dice, opened, share } => {
                self.take_roll(*seat, *k, *dice, opened.as_ref(), share.as_ref())?;
            }
            EventKind::Lost { seat, k, opened } => self.take_void_roll(*seat, *k, opened)?,
            EventKind::Swap { seat } => {
                if !self.info.pie || self.turn() != Some(Turn::Act { seat: *seat }) {
                    return Err(CheatError::Rules);
                }
                self.info.seats.reverse();
            }
            EventKind::Takeover { seat, player, of } => {
                let place = usize::from(*seat);
                if self.info.seats[place].sitter() != Some(of) || player.computer.is_none() {
                    return Err(CheatError::Rules);
                }
                self.info.seats[place] = SeatState::Taken { player: player.clone(), rating: None };
                if let Some(pledged) = self.dice.as_mut().map(|dice| &mut dice.seats[place])
                    && pledged.pledge.is_some()
                {
                    pledged.may_lose += 1;
                }
            }
            EventKind::Pause {} => self.paused = true,
            EventKind::Resume { .. } => self.paused = false,
            EventKind::Answer { seat, agree: true, offer } => {
                self.take_consent(*seat, *offer, event.offers.as_deref())?;
            }
            EventKind::Abort { .. } => self.info.status = TableStatus::Aborted,
            EventKind::Finish { outcome, unrated } => {
                if unrated.is_some() {
                    (self.info.rated, self.info.unrated) = (false, *unrated);
                }
                self.info.status = TableStatus::Finished;
                self.outcome = Some(outcome.clone());
            }
            EventKind::Act { .. }
            | EventKind::Ready { .. }
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

    /// How far all allow an analysis; a rated game is analysed when it is over.
    fn take_leave_to_analyse(&mut self, event: &Event) -> Result<(), CheatError> {
        match event.what {
            EventKind::AllowAnalysis {} if self.info.rated => return Err(CheatError::Offer),
            EventKind::AllowAnalysis {} => self.analysed_until = Some(event.n),
            EventKind::Takeback { .. } | EventKind::Abort { .. } | EventKind::Finish { .. } => {
                self.analysed_until = None;
            }
            _ => {}
        }
        Ok(())
    }

    fn take_share(&mut self, seat: Seat, share: &Share) -> Result<(), CheatError> {
        let dice = self.dice.as_mut().ok_or(CheatError::Share)?;
        let adds = dice.seats.get(usize::from(seat)).is_some_and(|seat| seat.pledge.is_some());
        if dice.share.is_some() || !adds {
            return Err(CheatError::Share);
        }
        dice.share = Some(share.clone());
        Ok(())
    }

    fn take_roll(
        &mut self,
        seat: Seat,
        k: u64,
        told: [u8; 2],
        opened: Option<&Opened>,
        share: Option<&Share>,
    ) -> Result<(), CheatError> {
        let opened = opened.ok_or(CheatError::Unproved)?;
        let pledge = self.check_opened(seat, k, opened)?;
        if pledge != share.map(Share::pledge) {
            return Err(CheatError::Pledge);
        }
        if told != dice::roll(&opened.secret, self.info.id, k, opened.waiting.as_ref(), share) {
            return Err(CheatError::Dice);
        }
        self.next_roll(seat, k, opened, false);
        Ok(())
    }

    fn take_void_roll(&mut self, seat: Seat, k: u64, opened: &Opened) -> Result<(), CheatError> {
        self.check_opened(seat, k, opened)?;
        let may_lose = |dice: &DiceState| dice.seats[usize::from(seat)].may_lose > 0;
        if !self.dice.as_ref().is_some_and(may_lose) {
            return Err(CheatError::Lost);
        }
        self.next_roll(seat, k, opened, true);
        Ok(())
    }

    fn take_consent(&mut self, seat: Seat, offer: u64, open: Option<&[OpenOffer]>) -> Result<(), CheatError> {
        let is_it = |open: &OpenOffer| open.offer == offer;
        let offered = self.offers.iter().find(|open| is_it(open)).ok_or(CheatError::Offer)?;
        if offered.seat == seat {
            return Err(CheatError::Offer);
        }
        let settled = open.is_some_and(|open| !open.iter().any(is_it));
        if let (OfferKind::Lost, true, Some(dice)) = (offered.what, settled, &mut self.dice) {
            dice.seats[usize::from(offered.seat)].may_lose += 1;
        }
        Ok(())
    }

    /// Checks that an event may come, and leads where the rules say. That alone gives a second roll of one turn away,
    /// and an opening roll that is made again though it decided who begins.
    fn check_rules(&mut self, event: &Event) -> Result<(), CheatError> {
        if matches!(event.what, EventKind::Start { .. }) {
            self.played = Played::start(&self.info);
        }
        let Some(view) = &self.view else { return Ok(()) };
        let played = self.played.as_mut().ok_or(CheatError::Rules)?;
        played.take(event).ok_or(CheatError::Rules)?;
        // How a game ends by agreement or without a result is not in its rules.
        let goes_on = self.info.status == TableStatus::Playing;
        if goes_on && played.view() != *view { Err(CheatError::Rules) } else { Ok(()) }
    }

    /// Checks that a share came if and only if one was due, after it has been taken in.
    fn check_share(&self, event: &Event) -> Result<(), CheatError> {
        let Some(dice) = &self.dice else { return Ok(()) };
        let (EventKind::Act { seat, .. } | EventKind::Share { seat, .. }) = event.what else { return Ok(()) };
        let other = 1_u8.checked_sub(seat).ok_or(CheatError::Share)?;
        let owes =
            self.turn() == Some(Turn::Roll { seat: other }) && dice.seats[usize::from(seat)].pledge.is_some();
        let gives = matches!(event.what, EventKind::Act { share: Some(_), .. } | EventKind::Share { .. });
        if gives == owes { Ok(()) } else { Err(CheatError::Share) }
    }

    /// Checks what a roll has brought to light, whatever became of it, and gives what the roller had pledged.
    fn check_opened(&self, roller: Seat, k: u64, opened: &Opened) -> Result<Option<Bytes32>, CheatError> {
        let dice = self.dice.as_ref().ok_or(CheatError::Roll)?;
        if k != self.rolls || self.turn() != Some(Turn::Roll { seat: roller }) {
            return Err(CheatError::Roll);
        }
        if dice::seal(&opened.secret) != dice.seal {
            return Err(CheatError::Seal);
        }
        let adds = |seat: Seat| dice.seats[usize::from(seat)].pledge.is_some();
        if opened.waiting != dice.share || opened.waiting.is_some() != adds(1 - roller) {
            return Err(CheatError::Waiting);
        }
        if opened.pledge.is_some() != adds(roller) {
            return Err(CheatError::Plain);
        }
        Ok(dice.seats[usize::from(roller)].pledge)
    }

    fn next_roll(&mut self, roller: Seat, k: u64, opened: &Opened, is_void: bool) {
        self.rolls += 1;
        let Some(dice) = &mut self.dice else { return };
        dice.seal = opened.seal;
        dice.share = None;
        let seat = &mut dice.seats[usize::from(roller)];
        seat.pledge = opened.pledge;
        seat.j = k + 1;
        seat.lost += u32::from(is_void);
        // Leave to lose holds for the roll that it was given for.
        seat.may_lose = if opened.pledge.is_some() { 1_u32.saturating_sub(seat.lost) } else { 0 };
    }

    /// The seat a player sits at.
    #[must_use]
    pub fn seat_of(&self, player: Uuid) -> Option<Seat> {
        self.info.seat_of(player)
    }

    /// What the game waits for, once there is one.
    #[must_use]
    pub fn turn(&self) -> Option<Turn> {
        self.view.as_ref().map(|view| view.turn)
    }

    /// The seat that owes the next thing: an action, a share or a roll.
    #[must_use]
    pub fn owes(&self) -> Option<Seat> {
        if self.info.status != TableStatus::Playing {
            return None;
        }
        match self.turn()? {
            Turn::Act { seat } => Some(seat),
            Turn::Roll { seat } => {
                let other = 1 - seat;
                let waits_for_share = |dice: &DiceState| {
                    dice.share.is_none() && dice.seats[usize::from(other)].pledge.is_some()
                };
                Some(if self.dice.as_ref().is_some_and(waits_for_share) { other } else { seat })
            }
            Turn::Over {} => None,
        }
    }
}

fn fresh(pledge: Option<Bytes32>) -> DiceSeat {
    DiceSeat { pledge, j: 0, lost: 0, may_lose: u32::from(pledge.is_some()) }
}

/// How far all allowed that a game that is on is analysed.
fn analysed_until(game: &GameState) -> Option<u64> {
    let is_told =
        |event: &&Event| matches!(event.what, EventKind::AllowAnalysis {} | EventKind::Takeback { .. });
    let last =
        game.line.iter().rfind(is_told).filter(|_| game.outcome.is_none() && game.aborted_by.is_none())?;
    matches!(last.what, EventKind::AllowAnalysis {}).then_some(last.n)
}

fn meetings(event: &Event) -> impl Iterator<Item = (u64, Motion)> {
    event.motions.iter().filter(|motion| motion.is_meeting()).map(|motion| (event.n, motion.clone()))
}

/// An event's entry in the line, if it has one.
fn entry(event: &Event) -> Option<String> {
    match &event.what {
        EventKind::Act { action, .. } => Some(action.clone()),
        EventKind::Roll { dice, .. } => Some(format!("{dice:?}")),
        EventKind::Lost { k, .. } => Some(format!("lost {k}")),
        EventKind::Takeback { seat, actions } => Some(format!("{seat} takes back {actions}")),
        EventKind::Leave { seat, reason } => Some(format!("{seat} {reason:?}")),
        EventKind::Swap { seat } => Some(format!("{seat} swaps")),
        EventKind::Takeover { seat, player, .. } => Some(format!("{seat} goes to {}", player.name)),
        _ => None,
    }
}
