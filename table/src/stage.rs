//! The stages of a table: it waits for players, its game is on, or it is over. Each holds what is true in it alone, so that
//! nothing can be asked of another.

use std::collections::VecDeque;
use std::time::Duration;

use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::{Player, Unrated};
use cydonia_rules::{AnyGame, Outcome, Phase, Seat, Turn, View};
use uuid::Uuid;

use crate::clocks::ClockState;
use crate::dice::{Dice, other};
use crate::journal::Record;
use crate::limits;
use crate::offers::Offers;
use crate::time::{Millis, UnixMs};

/// Where a table stands.
#[derive(Clone, Debug)]
pub(crate) enum Stage {
    Waiting(Waiting),
    Playing(Playing),
    Over(Over),
}

/// A table whose game has not begun.
#[derive(Clone, Debug, Default)]
pub struct Waiting {
    /// Who is ready to play with dice, by seat.
    pub(crate) ready: Vec<Readiness>,
    /// The seats that are taken, in the order in which they were: the first is the host's.
    pub(crate) sat: Vec<Seat>,
    /// When the last seat was taken, in games with dice; where they are bound to play, when the first was ready.
    pub full: Option<UnixMs>,
    /// For how long the house was not open since then.
    pub closed: Millis,
    /// How often each player has sat down or been ready here.
    pub(crate) seatings: Vec<Seatings>,
    /// When somebody who sits here was last known to be there.
    pub attended: UnixMs,
}

/// Whether a seat is ready to play with dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Readiness {
    /// Not yet.
    #[default]
    Awaited,
    /// It adds nothing to any roll.
    Plain,
    /// It has pledged a share.
    Pledged(Bytes32),
}

/// How often a player has sat down or been ready at a table.
#[derive(Clone, Debug)]
pub(crate) struct Seatings {
    pub(crate) player: Uuid,
    pub(crate) count: u32,
}

/// A game as it stands, on or over.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    pub(crate) game: AnyGame,
    /// The version of the rules it is played under.
    pub(crate) rules: u16,
    pub(crate) started: UnixMs,
    /// Actions that stand, and leavings.
    pub(crate) plies: u32,
    /// How many rolls there were, void ones included.
    pub(crate) rolls: u64,
    /// What the next roll will be made of; none in games without dice.
    pub(crate) dice: Option<Dice>,
    pub(crate) clocks: Option<ClockState>,
    pub(crate) offers: Offers,
    /// Since when the clocks stand still by consent, if they do.
    pub(crate) paused: Option<UnixMs>,
    /// Whether its two players have changed sides.
    pub(crate) is_swapped: bool,
    /// Whether somebody has walked off: a series ends with that.
    pub(crate) is_walked_off: bool,
    /// Who sat at the seats that computers have taken over.
    pub(crate) taken_over: Vec<(Seat, Player)>,
}

/// A table whose game is on.
#[derive(Clone, Debug)]
pub struct Playing {
    pub(crate) play: Play,
    /// Since when there has been somebody to wait for: the start, or the end of the last pause.
    pub on_since: UnixMs,
    /// When something last happened.
    pub(crate) touched: UnixMs,
    /// With dice: the positions before each action of the turn under way, to go back to.
    pub(crate) turn: Vec<AnyGame>,
    /// How many actions of it were taken back so far.
    pub(crate) undone: u32,
    /// Without dice: the last actions, to go back to before them by consent.
    pub(crate) history: VecDeque<Acted>,
    /// How many turns have ended.
    pub(crate) turns: u32,
    /// Whether the second turn has begun: too late to abort.
    pub(crate) is_under_way: bool,
    /// The seats that have taken an action, be it taken back or not: a bit each.
    pub(crate) moved: u8,
    /// The number of the event by which all allowed that what came before it is analysed, if they have.
    pub(crate) analysed_until: Option<u64>,
}

/// An action that can be gone back to before.
#[derive(Clone, Debug)]
pub(crate) struct Acted {
    pub(crate) by: Seat,
    pub(crate) before: AnyGame,
}

/// A table whose game is over.
#[derive(Clone, Debug)]
pub(crate) struct Over {
    pub(crate) play: Play,
    pub(crate) ending: Ending,
    /// Why its game does not count for ratings, though it was to.
    pub(crate) unrated: Option<Unrated>,
    /// Its own rematch, once someone asked for it.
    pub(crate) rematch: Option<Uuid>,
}

/// How a game ended.
#[derive(Clone, Debug)]
pub(crate) enum Ending {
    /// With a result.
    Finished(Outcome),
    /// Without one, before it had really begun.
    Aborted { by: Seat },
}

impl Waiting {
    /// At a table with so many seats.
    pub(crate) fn new(seats: usize) -> Self {
        Self { ready: vec![Readiness::default(); seats], ..Self::default() }
    }

    /// Notes down that somebody who sits here was there.
    pub fn attend(&mut self, now: UnixMs) {
        self.attended = self.attended.max(now);
    }

    /// When a full table's seats must be ready, if they have so long.
    pub(crate) fn ready_by(&self, within: Duration) -> Option<UnixMs> {
        self.full.map(|full| full + self.closed + within.into())
    }

    /// Notes down that a player has sat down or is ready, and so is there.
    pub(crate) fn note_seating(&mut self, player: Uuid, now: UnixMs) {
        self.attend(now);
        match self.seatings.iter_mut().find(|seatings| seatings.player == player) {
            Some(seatings) => seatings.count += 1,
            None => self.seatings.push(Seatings { player, count: 1 }),
        }
    }
}

impl Readiness {
    /// Somebody is ready, with that pledge or none.
    pub(crate) fn of(pledge: Option<Bytes32>) -> Self {
        pledge.map_or(Self::Plain, Self::Pledged)
    }

    /// What is pledged, if anything.
    pub(crate) fn pledge(self) -> Option<Bytes32> {
        match self {
            Self::Awaited | Self::Plain => None,
            Self::Pledged(pledge) => Some(pledge),
        }
    }
}

impl Play {
    /// The position as it is shown, once the game has ended, however it did: nobody is to move.
    pub(crate) fn shown_over(&self) -> View {
        View { turn: Turn::Over {}, asks: Vec::new(), ..self.game.view() }
    }
}

impl Playing {
    /// A game of which nothing was seen yet.
    pub(crate) fn begin(play: Play) -> Self {
        Self {
            on_since: play.started,
            touched: play.started,
            play,
            turn: Vec::new(),
            undone: 0,
            history: VecDeque::new(),
            turns: 0,
            is_under_way: false,
            moved: 0,
            analysed_until: None,
        }
    }

    /// Since when the clocks stand still by consent, if they do.
    #[must_use]
    pub fn paused(&self) -> Option<UnixMs> {
        self.play.paused
    }

    /// The seat that is to act now.
    pub(crate) fn seat_to_act(&self) -> Option<Seat> {
        match self.play.game.phase() {
            Phase::Act { seat } => Some(seat),
            Phase::Roll { .. } | Phase::Over => None,
        }
    }

    /// The seat whose turn a roll would open now.
    pub(crate) fn seat_to_roll(&self) -> Option<Seat> {
        match self.play.game.phase() {
            Phase::Roll { seat } => Some(seat),
            Phase::Act { .. } | Phase::Over => None,
        }
    }

    /// The seat that owes the next thing, an action, a share or a roll: its clock runs.
    #[must_use]
    pub fn owes(&self) -> Option<Seat> {
        match self.play.game.phase() {
            Phase::Act { seat } => Some(seat),
            Phase::Roll { seat } => {
                let owes_share = self.play.dice.as_ref().is_some_and(|dice| dice.owes_share(seat));
                Some(if owes_share { other(seat) } else { seat })
            }
            Phase::Over => None,
        }
    }

    /// Whether the seat to act has an action of this turn to take back.
    pub(crate) fn can_undo(&self) -> bool {
        !self.turn.is_empty() && self.undone < limits::UNDOS
    }

    /// Whether a seat has acted, be it that this was taken back.
    pub(crate) fn has_moved(&self, seat: Seat) -> bool {
        self.moved & (1 << seat) != 0
    }

    /// The same, after records that are about to be kept.
    pub(crate) fn has_moved_after(&self, seat: Seat, records: &[Record]) -> bool {
        let acts = matches!(records.first(), Some(Record::Act { .. })) && self.seat_to_act() == Some(seat);
        acts || self.has_moved(seat)
    }

    /// Whether anything was seen of the game that one might like or not: a roll, or an action.
    pub(crate) fn is_seen(&self) -> bool {
        self.play.rolls > 0 || self.moved != 0
    }

    /// The game as it is when it ends so. The clocks stand still, and nothing is on offer any more.
    pub(crate) fn end(mut self, ending: Ending, unrated: Option<Unrated>) -> Over {
        self.play.offers.clear();
        if let Some(clocks) = &mut self.play.clocks {
            clocks.run(None);
        }
        Over { play: self.play, ending, unrated, rematch: None }
    }

    /// Whether a seat that has lost its share needs leave to lose another.
    pub(crate) fn may_ask_to_lose(&self, seat: Seat) -> bool {
        let needs_leave = self.play.dice.as_ref().is_some_and(|dice| dice.needs_leave_to_lose(seat));
        needs_leave && self.seat_to_roll() == Some(seat)
    }
}
