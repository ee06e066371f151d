//! What is recorded before a game: seats are taken and given up, and it begins.

use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::{DiceStart, EventKind, KeptSeats, Player, Rating, SeatState};
use cydonia_rules::Seat;

use super::Told;
use crate::clocks::ClockState;
use crate::dice::Dice;
use crate::journal::ReplayError;
use crate::offers::Offers;
use crate::stage::{Play, Playing, Readiness, Stage, Waiting};
use crate::state::Table;
use crate::time::{Millis, UnixMs};

impl Table {
    /// A seat is taken. Once all are, those who play with dice have some time to be ready.
    pub(super) fn take_seat(
        &mut self,
        now: UnixMs,
        seat: Seat,
        player: &Player,
        rating: Option<Rating>,
    ) -> Result<Told, ReplayError> {
        // In a series that is under way nobody is waited for before somebody waits. In a tournament others do.
        let waits = self.has_dice() && (!self.is_bound() || self.tournament.is_some());
        let (seats, waiting) = self.seating_mut()?;
        *seat_mut(seats, seat)? = SeatState::Taken { player: player.clone(), rating };
        let is_full = seats.iter().all(|state| state.sitter().is_some());
        waiting.sat.push(seat);
        waiting.note_seating(player.id, now);
        waiting.full = (is_full && waits).then_some(now);
        waiting.closed = Millis::ZERO;
        Ok(EventKind::Sit { seat, player: player.clone(), rating }.into())
    }

    /// A seat is given up, with what its player had pledged; nobody is waited for any longer.
    pub(super) fn give_seat_up(&mut self, now: UnixMs, seat: Seat) -> Result<Told, ReplayError> {
        let (seats, waiting) = self.seating_mut()?;
        *seat_mut(seats, seat)? = SeatState::Free {};
        waiting.sat.retain(|sat| *sat != seat);
        *ready_mut(waiting, seat)? = Readiness::Awaited;
        waiting.full = None;
        waiting.attend(now);
        Ok(EventKind::Stand { seat }.into())
    }

    /// Somebody is ready to play with dice, with this pledge from now on.
    pub(super) fn be_ready(
        &mut self,
        now: UnixMs,
        seat: Seat,
        pledge: Option<Bytes32>,
    ) -> Result<Told, ReplayError> {
        let is_bound = self.is_bound();
        let (seats, waiting) = self.seating_mut()?;
        *ready_mut(waiting, seat)? = Readiness::of(pledge);
        if is_bound {
            waiting.full = waiting.full.or(Some(now));
        }
        if let Some(player) = seat_mut(seats, seat)?.sitter() {
            waiting.note_seating(player.id, now);
        }
        Ok(EventKind::Ready { seat, pledge }.into())
    }

    /// All other seats are taken away, and those that stay numbered anew.
    pub(super) fn keep_seats(&mut self, seats: &[Seat]) -> Result<Told, ReplayError> {
        let kept = KeptSeats(seats);
        let (all, waiting) = self.seating_mut()?;
        *all = kept.of(all).map_err(ReplayError::NoSuchSeat)?;
        waiting.sat = waiting.sat.iter().filter_map(|seat| kept.renumbered(*seat)).collect();
        waiting.ready = vec![Readiness::Awaited; seats.len()];
        self.first = kept.renumbered(self.first).unwrap_or(0);
        Ok(EventKind::Fewer { seats: seats.to_vec() }.into())
    }

    /// The game begins, with the pledges that were given for its dice.
    pub(super) fn begin_game(
        &mut self,
        now: UnixMs,
        rules: u16,
        seal: Option<Bytes32>,
    ) -> Result<Told, ReplayError> {
        self.seating_mut()?;
        let game = self.start()?;
        // The day a game's rules change, this is where the older ones are asked for.
        let known = game.info().rules_version;
        if rules != known {
            return Err(ReplayError::Rules { known, asked: rules });
        }
        let (_, waiting) = self.seating_mut()?;
        let pledges = waiting.ready.iter().map(|ready| ready.pledge());
        let dice = seal.map(|seal| DiceStart { seal, pledges: pledges.collect() });
        let mut clocks = ClockState::new(self.clock, self.seats.len(), now);
        if let Some(clocks) = clocks.as_mut().filter(|_| self.is_bound()) {
            clocks.grant_way(game.seats().to_act());
        }
        let (layout, view) = (Box::new(game.layout()), Box::new(game.view()));
        let play = Play {
            game,
            rules,
            started: now,
            plies: 0,
            rolls: 0,
            dice: dice.as_ref().and_then(|start| Dice::new(start.seal, &start.pledges)),
            clocks,
            offers: Offers::default(),
            paused: None,
            is_swapped: false,
            is_walked_off: false,
            taken_over: Vec::new(),
        };
        self.stage = Stage::Playing(Playing::begin(play));
        Ok(EventKind::Start { layout, view, dice }.into())
    }
}

fn seat_mut(seats: &mut [SeatState], seat: Seat) -> Result<&mut SeatState, ReplayError> {
    seats.get_mut(usize::from(seat)).ok_or(ReplayError::NoSuchSeat(seat))
}

fn ready_mut(waiting: &mut Waiting, seat: Seat) -> Result<&mut Readiness, ReplayError> {
    waiting.ready.get_mut(usize::from(seat)).ok_or(ReplayError::NoSuchSeat(seat))
}
