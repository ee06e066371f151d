//! What is recorded of a game that is on: actions, rolls, and what goes back.

use cydonia_protocol::dice::Share;
use cydonia_protocol::{EventKind, Opened};
use cydonia_rules::{AnyGame, LeaveReason, Phase, Refusal, Seat, ViewDiff};

use super::Told;
use crate::dice::other;
use crate::journal::{ReplayError, RollProof};
use crate::limits;
use crate::playing::Tried;
use crate::state::Table;

impl Table {
    /// The seat to act acts, and it is remembered how to go back; with the action comes its share, if it owes one.
    pub(super) fn take_action(
        &mut self,
        action: &str,
        share: Option<&Share>,
        tried: Option<Box<Tried>>,
    ) -> Result<Told, ReplayError> {
        let game = self.game.as_mut().ok_or(ReplayError::NotBegun)?;
        let (before, motions) = match tried.map(|tried| *tried) {
            Some(Tried { game: after, motions }) => (std::mem::replace(game, after), motions),
            None => {
                let before = game.clone();
                (before, game.play(action)?)
            }
        };
        let Phase::Act { seat } = before.phase() else { return Err(Refusal::WrongPhase.into()) };
        let diff = before.view().diff(&game.view());
        self.count_action(seat, before);
        if let (Some(share), Some(dice)) = (share, &mut self.dice) {
            dice.give(share.clone());
        }
        let what = EventKind::Act { seat, action: action.to_owned(), share: share.cloned(), lag_ms: 0 };
        Ok(Told { what, diff: Some(diff), motions })
    }

    /// Takes in that a seat has acted in that position: its turn goes on, or has ended.
    fn count_action(&mut self, seat: Seat, before: AnyGame) {
        let Some(game) = &self.game else { return };
        // Only with dice does a turn take several actions; there a new turn begins with a roll.
        let has_dice = game.info().dice;
        let turn_goes_on = has_dice && game.phase() == (Phase::Act { seat });
        let is_over = game.phase() == Phase::Over;
        self.plies += 1;
        self.moved |= 1 << seat;
        self.is_under_way |= self.turns > 0;
        if turn_goes_on {
            self.turn.push(before);
        } else {
            self.end_undoing();
            if !has_dice {
                if self.history.len() == limits::TAKEBACKS * self.info.seats.len() {
                    self.history.pop_front();
                }
                self.history.push_back((seat, before));
            }
            if !is_over {
                self.turns += 1;
                if let Some(clocks) = &mut self.clocks {
                    clocks.end_turn(seat);
                }
            }
        }
        self.offers.lapse(seat);
    }

    /// The seat that waits for the other's roll gives its share.
    pub(super) fn take_share(&mut self, share: &Share) -> Result<Told, ReplayError> {
        let roller = self.seat_to_roll().ok_or(ReplayError::NoRoll)?;
        self.dice.as_mut().ok_or(ReplayError::NoRoll)?.give(share.clone());
        Ok(EventKind::Share { seat: other(roller), k: self.rolls, share: share.clone() }.into())
    }

    /// The dice are rolled that open a turn.
    pub(super) fn take_roll(
        &mut self,
        dice: [u8; 2],
        proof: Option<&RollProof>,
    ) -> Result<Told, ReplayError> {
        let (seat, diff) = self.change(|game| {
            let phase = game.phase();
            game.roll(dice)?;
            let Phase::Roll { seat } = phase else { return Err(ReplayError::NoRoll) };
            Ok(seat)
        })?;
        let k = self.rolls;
        self.next_roll(seat, proof, false);
        let share = proof.and_then(|proof| proof.share.clone());
        let what = EventKind::Roll { seat, k, dice, opened: proof.map(opened), share };
        Ok(Told { what, diff: Some(diff), motions: Vec::new() })
    }

    /// The roller has lost what it pledged: the roll is void, and the next one takes its place.
    pub(super) fn take_loss(&mut self, proof: &RollProof) -> Result<Told, ReplayError> {
        let seat = self.seat_to_roll().ok_or(ReplayError::NoRoll)?;
        let k = self.rolls;
        self.next_roll(seat, Some(proof), true);
        Ok(EventKind::Lost { seat, k, opened: opened(proof) }.into())
    }

    /// The seat to act takes its last action of this turn back.
    pub(super) fn take_undo(&mut self) -> Result<Told, ReplayError> {
        let game = self.game.as_ref().ok_or(ReplayError::NotBegun)?;
        let Phase::Act { seat } = game.phase() else { return Err(ReplayError::NothingToUndo) };
        let back = self.turn.pop().ok_or(ReplayError::NothingToUndo)?;
        let diff = self.go_back(back)?;
        self.plies -= 1;
        self.undone += 1;
        self.offers.lapse(seat);
        Ok(Told { what: EventKind::Undo { seat }, diff: Some(diff), motions: Vec::new() })
    }

    /// A seat leaves the game; what was done before is final.
    pub(super) fn take_leave(&mut self, seat: Seat, reason: LeaveReason) -> Result<Told, ReplayError> {
        let ((), diff) = self.change(|game| Ok(game.leave(seat, reason)?))?;
        self.end_undoing();
        self.history.clear();
        self.offers.clear();
        self.plies += 1;
        Ok(Told { what: EventKind::Leave { seat, reason }, diff: Some(diff), motions: Vec::new() })
    }

    /// All goes back, as was agreed, to before that seat's last turn.
    pub(super) fn take_back(&mut self, seat: Seat) -> Result<Told, ReplayError> {
        let place = self.history.iter().rposition(|(by, _)| *by == seat).ok_or(ReplayError::NothingToUndo)?;
        let taken = self.history.split_off(place);
        let actions = taken.len() as u32;
        let (_, back) = taken.into_iter().next().ok_or(ReplayError::NothingToUndo)?;
        let diff = self.go_back(back)?;
        self.plies -= actions;
        self.offers.clear();
        Ok(Told { what: EventKind::Takeback { seat, actions }, diff: Some(diff), motions: Vec::new() })
    }

    /// What was done so far stands.
    fn end_undoing(&mut self) {
        self.turn.clear();
        self.undone = 0;
    }

    /// Goes on to the next roll.
    fn next_roll(&mut self, roller: Seat, proof: Option<&RollProof>, is_void: bool) {
        if let (Some(dice), Some(proof)) = (&mut self.dice, proof) {
            dice.next(roller, self.rolls, proof, is_void);
        }
        self.end_undoing();
        self.rolls += 1;
        self.is_under_way |= self.turns > 0;
        self.offers.roll(roller);
    }

    /// Changes the game and tells what that changed in the view.
    fn change<T>(
        &mut self,
        change: impl FnOnce(&mut AnyGame) -> Result<T, ReplayError>,
    ) -> Result<(T, ViewDiff), ReplayError> {
        let game = self.game.as_mut().ok_or(ReplayError::NotBegun)?;
        let before = game.view();
        let outcome = change(game)?;
        Ok((outcome, before.diff(&game.view())))
    }

    /// Goes back to an earlier position.
    fn go_back(&mut self, to: AnyGame) -> Result<ViewDiff, ReplayError> {
        let replace = |game: &mut AnyGame| {
            *game = to;
            Ok(())
        };
        self.change(replace).map(|((), diff)| diff)
    }
}

fn opened(proof: &RollProof) -> Opened {
    let RollProof { secret, waiting, pledge, seal, share: _ } = proof.clone();
    Opened { secret, waiting, pledge, seal }
}
