//! What is recorded before a game: seats are taken and given up, and it begins.

use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::{DiceStart, EventKind, Player, Pool, Rating, SeatState, TableStatus};
use cydonia_rules::Seat;

use super::Told;
use crate::clocks::ClockState;
use crate::dice::Dice;
use crate::journal::ReplayError;
use crate::state::Table;

impl Table {
    /// A seat is taken. Once all are, those who play with dice have some time to be ready.
    pub(super) fn take_seat(
        &mut self,
        ms: i64,
        seat: Seat,
        player: &Player,
        rating: Option<Rating>,
    ) -> Result<Told, ReplayError> {
        *self.free_seat(seat)? = SeatState::Taken { player: player.clone(), rating };
        let is_full = self.info.seats.iter().all(|state| state.sitter().is_some());
        self.sat.push(seat);
        self.note_seating(player.id, ms);
        self.full_ms = (is_full && self.has_dice()).then_some(ms);
        self.closed_ms = 0;
        Ok(EventKind::Sit { seat, player: player.clone(), rating }.into())
    }

    /// A seat is given up, with what its player had pledged; nobody is waited for any longer.
    pub(super) fn give_seat_up(&mut self, ms: i64, seat: Seat) -> Result<Told, ReplayError> {
        *self.free_seat(seat)? = SeatState::Free {};
        self.sat.retain(|sat| *sat != seat);
        *self.ready.get_mut(usize::from(seat)).ok_or(ReplayError::NoSuchSeat(seat))? = None;
        self.full_ms = None;
        self.attended_ms = self.attended_ms.max(ms);
        Ok(EventKind::Stand { seat }.into())
    }

    /// Somebody is ready to play with dice, with this pledge from now on.
    pub(super) fn be_ready(
        &mut self,
        ms: i64,
        seat: Seat,
        pledge: Option<Bytes32>,
    ) -> Result<Told, ReplayError> {
        if self.game.is_some() {
            return Err(ReplayError::Begun);
        }
        *self.ready.get_mut(usize::from(seat)).ok_or(ReplayError::NoSuchSeat(seat))? = Some(pledge);
        if let Some(player) = self.info.seats[usize::from(seat)].sitter().map(|player| player.id) {
            self.note_seating(player, ms);
        }
        Ok(EventKind::Ready { seat, pledge }.into())
    }

    /// All other seats are taken away, and those that stay numbered anew. The ratings with which they sat down are shown no
    /// longer if the game has come into the other pool: what is rated then is not what they tell.
    pub(super) fn keep_seats(&mut self, seats: &[Seat]) -> Result<Told, ReplayError> {
        let renumber = |old: Seat| seats.iter().position(|seat| *seat == old).map(|new| new as Seat);
        let same_pool = Pool::of(seats.len()) == Pool::of(self.info.seats.len());
        let keep = |seat: &SeatState| if same_pool { seat.clone() } else { seat.clone().unrated() };
        let kept: Result<_, _> =
            seats.iter().map(|seat| self.free_seat(*seat).map(|seat| keep(seat))).collect();
        self.info.seats = kept?;
        self.info.first = renumber(self.info.first).unwrap_or(0);
        self.sat = self.sat.iter().filter_map(|seat| renumber(*seat)).collect();
        self.ready = vec![None; seats.len()];
        Ok(EventKind::Fewer { seats: seats.to_vec() }.into())
    }

    /// The game begins, with the pledges that were given for its dice.
    pub(super) fn begin_game(
        &mut self,
        ms: i64,
        rules: u16,
        seal: Option<Bytes32>,
    ) -> Result<Told, ReplayError> {
        if self.game.is_some() {
            return Err(ReplayError::Begun);
        }
        let game = self.start()?;
        // The day a game's rules change, this is where the older ones are asked for.
        let known = game.info().rules_version;
        if rules != known {
            return Err(ReplayError::Rules { known, asked: rules });
        }
        self.rules = rules;
        let (layout, view) = (Box::new(game.layout()), Box::new(game.view()));
        let dice =
            seal.map(|seal| DiceStart { seal, pledges: self.ready.drain(..).map(Option::flatten).collect() });
        self.dice = dice.as_ref().and_then(|start| Dice::new(start.seal, &start.pledges));
        self.game = Some(game);
        self.full_ms = None;
        self.info.status = TableStatus::Playing;
        self.seatings = Vec::new();
        self.started_ms = ms;
        self.on_since_ms = ms;
        self.clocks = ClockState::new(self.info.clock, self.info.seats.len(), ms);
        Ok(EventKind::Start { layout, view, dice }.into())
    }

    /// A seat that may still be taken and given up.
    fn free_seat(&mut self, seat: Seat) -> Result<&mut SeatState, ReplayError> {
        if self.game.is_some() {
            return Err(ReplayError::Begun);
        }
        self.info.seats.get_mut(usize::from(seat)).ok_or(ReplayError::NoSuchSeat(seat))
    }
}
