//! What is recorded of a game that is on: actions, rolls, and what goes back.

use cydonia_protocol::dice::Share;
use cydonia_protocol::{EventKind, Opened};
use cydonia_rules::{AnyGame, InputError, LeaveReason, Phase, Seat, ViewDiff};

use super::Told;
use crate::dice::other;
use crate::journal::{ReplayError, RollProof};
use crate::limits;
use crate::playing::Tried;
use crate::stage::{Acted, Playing};

impl Playing {
    /// The seat to act acts, and it is remembered how to go back; with the action comes its share, if it owes one.
    pub(super) fn take_action(
        &mut self,
        action: &str,
        share: Option<&Share>,
        tried: Option<Box<Tried>>,
    ) -> Result<Told, ReplayError> {
        let game = &mut self.play.game;
        let (before, motions) = match tried.map(|tried| *tried) {
            Some(Tried { game: after, motions }) => (std::mem::replace(game, after), motions),
            None => {
                let before = game.clone();
                (before, game.play(action)?)
            }
        };
        let Phase::Act { seat } = before.phase() else { return Err(InputError::WrongPhase.into()) };
        let diff = before.view().diff(&game.view());
        self.count_action(seat, before);
        if let (Some(share), Some(dice)) = (share, &mut self.play.dice) {
            dice.give(share.clone());
        }
        let what = EventKind::Act { seat, action: action.to_owned(), share: share.cloned(), lag_ms: 0 };
        Ok(Told { what, diff: Some(diff), motions })
    }

    /// Takes in that a seat has acted in that position: its turn goes on, or has ended.
    fn count_action(&mut self, seat: Seat, before: AnyGame) {
        let game = &self.play.game;
        // Only with dice does a turn take several actions; there a new turn begins with a roll.
        let (has_dice, seats) = (game.info().dice, usize::from(game.seats().count()));
        let turn_goes_on = has_dice && game.phase() == (Phase::Act { seat });
        let is_over = game.phase() == Phase::Over;
        self.play.plies += 1;
        self.moved |= 1 << seat;
        self.is_under_way |= self.turns > 0;
        if turn_goes_on {
            self.turn.push(before);
        } else {
            self.end_undoing();
            if !has_dice {
                if self.history.len() == limits::TAKEBACKS * seats {
                    self.history.pop_front();
                }
                self.history.push_back(Acted { by: seat, before });
            }
            if !is_over {
                self.turns += 1;
                if let Some(clocks) = &mut self.play.clocks {
                    clocks.end_turn(seat);
                }
            }
        }
        self.play.offers.lapse(seat);
    }

    /// The seat that waits for the other's roll gives its share.
    pub(super) fn take_share(&mut self, share: &Share) -> Result<Told, ReplayError> {
        let roller = self.seat_to_roll().ok_or(ReplayError::NoRoll)?;
        self.play.dice.as_mut().ok_or(ReplayError::NoRoll)?.give(share.clone());
        Ok(EventKind::Share { seat: other(roller), k: self.play.rolls, share: share.clone() }.into())
    }

    /// The dice are rolled that open a turn.
    pub(super) fn take_roll(
        &mut self,
        dice: [u8; 2],
        proof: Option<&RollProof>,
    ) -> Result<Told, ReplayError> {
        let game = &mut self.play.game;
        let (phase, before) = (game.phase(), game.view());
        game.roll(dice)?;
        let Phase::Roll { seat } = phase else { return Err(ReplayError::NoRoll) };
        let diff = before.diff(&game.view());
        let k = self.play.rolls;
        if let (Some(dice), Some(proof)) = (&mut self.play.dice, proof) {
            dice.rolled(seat, k, proof);
        }
        self.next_roll(seat);
        let share = proof.and_then(|proof| proof.share.clone());
        let what = EventKind::Roll { seat, k, dice, opened: proof.map(opened), share };
        Ok(Told { what, diff: Some(diff), motions: Vec::new() })
    }

    /// The roller has lost what it pledged: the roll is void, and the next one takes its place.
    pub(super) fn take_loss(&mut self, proof: &RollProof) -> Result<Told, ReplayError> {
        let seat = self.seat_to_roll().ok_or(ReplayError::NoRoll)?;
        let k = self.play.rolls;
        if let Some(dice) = &mut self.play.dice {
            dice.lost(seat, k, proof);
        }
        self.next_roll(seat);
        Ok(EventKind::Lost { seat, k, opened: opened(proof) }.into())
    }

    /// The seat to act takes its last action of this turn back.
    pub(super) fn take_undo(&mut self) -> Result<Told, ReplayError> {
        let seat = self.seat_to_act().ok_or(ReplayError::NothingToUndo)?;
        let back = self.turn.pop().ok_or(ReplayError::NothingToUndo)?;
        let diff = self.go_back(back);
        self.play.plies -= 1;
        self.undone += 1;
        self.play.offers.lapse(seat);
        Ok(Told { what: EventKind::Undo { seat }, diff: Some(diff), motions: Vec::new() })
    }

    /// The player to act takes the other's side: what belongs to the players goes with them, and what was done before is final.
    pub(super) fn take_swap(&mut self) -> Result<Told, ReplayError> {
        let seat = self.seat_to_act().filter(|_| self.may_swap()).ok_or(ReplayError::NoSwap)?;
        self.play.is_swapped = true;
        self.is_under_way = true;
        self.history.clear();
        self.play.offers.exchange();
        // Whoever was replaced is told by the seat at which their replacement sits.
        for (taken, _) in &mut self.play.taken_over {
            *taken = 1 - *taken;
        }
        if let Some(clocks) = &mut self.play.clocks {
            clocks.end_turn(seat);
            clocks.exchange();
        }
        Ok(EventKind::Swap { seat }.into())
    }

    /// A seat leaves the game; what was done before is final.
    pub(super) fn take_leave(&mut self, seat: Seat, reason: LeaveReason) -> Result<Told, ReplayError> {
        let before = self.play.game.view();
        self.play.game.leave(seat, reason)?;
        // Whoever lets time run out without a move was never there.
        let is_gone = match reason {
            LeaveReason::Abandoned => true,
            LeaveReason::Timeout => !self.has_moved(seat),
            LeaveReason::Resigned => false,
        };
        self.play.is_walked_off |= is_gone;
        let diff = before.diff(&self.play.game.view());
        self.end_undoing();
        self.history.clear();
        self.play.offers.clear();
        self.play.plies += 1;
        Ok(Told { what: EventKind::Leave { seat, reason }, diff: Some(diff), motions: Vec::new() })
    }

    /// All goes back, as was agreed, to before that seat's last turn.
    pub(super) fn take_back(&mut self, seat: Seat) -> Result<Told, ReplayError> {
        let place = self.history.iter().rposition(|acted| acted.by == seat);
        let taken = self.history.split_off(place.ok_or(ReplayError::NothingToUndo)?);
        let actions = taken.len() as u32;
        let back = taken.into_iter().next().ok_or(ReplayError::NothingToUndo)?;
        let diff = self.go_back(back.before);
        self.play.plies -= actions;
        self.play.offers.clear();
        // What was agreed on is no longer what was played.
        self.analysed_until = None;
        Ok(Told { what: EventKind::Takeback { seat, actions }, diff: Some(diff), motions: Vec::new() })
    }

    /// What was done so far stands.
    pub(super) fn end_undoing(&mut self) {
        self.turn.clear();
        self.undone = 0;
    }

    /// Goes on to the next roll.
    fn next_roll(&mut self, roller: Seat) {
        self.end_undoing();
        self.play.rolls += 1;
        self.is_under_way |= self.turns > 0;
        self.play.offers.roll(roller);
    }

    /// Goes back to an earlier position, and tells what that changes in the view.
    fn go_back(&mut self, to: AnyGame) -> ViewDiff {
        let left = std::mem::replace(&mut self.play.game, to);
        left.view().diff(&self.play.game.view())
    }
}

fn opened(proof: &RollProof) -> Opened {
    let RollProof { secret, waiting, pledge, seal, share: _ } = proof.clone();
    Opened { secret, waiting, pledge, seal }
}
