//! Explanation: what is asked for, and why an action may not be taken.

use super::track::{LAST, OUT, SAFE, Step, WAITING, named, safe_spot_of, step};
use super::{Action, MartianBackgammon, Origin, Stage};
use crate::{Ask, Game, Objection, Phase, Size};

impl MartianBackgammon {
    pub(super) fn tell_asks(&self) -> Vec<Ask> {
        match self.phase() {
            Phase::Over => Vec::new(),
            Phase::Roll { .. } => vec![self.ask_for_roll()],
            Phase::Act { .. } => {
                let dice = self.unspent_dice();
                if dice.is_empty() {
                    vec![Ask::EndAllUsed {}]
                } else if self.legal_actions() == [Action::End] {
                    vec![Ask::EndStuck {}]
                } else {
                    vec![Ask::PieceUpToDie { dice }, Ask::Goal {}]
                }
            }
        }
    }

    fn ask_for_roll(&self) -> Ask {
        // The dice of the roll for the start are either seat's one; those of a turn are all of one seat.
        let mut dice = self.dice.shown();
        match (dice.next(), dice.next()) {
            (Some(one), Some(two)) if one.seat != two.seat => {
                let (winner, loser) = if one.face >= two.face { (one, two) } else { (two, one) };
                if winner.face == loser.face {
                    Ask::RollAgainForStart { die: winner.face }
                } else {
                    Ask::RollAsWinner { seat: winner.seat, high: winner.face, low: loser.face }
                }
            }
            _ if self.stage == Stage::Opening => Ask::RollForStart {},
            _ => Ask::Roll {},
        }
    }

    pub(super) fn tell_objection(&self, tokens: &[&str]) -> Objection {
        let seat = self.seats.to_act();
        let waiting = |token: &str| {
            token.strip_prefix("in").and_then(|size| size.parse().ok()).filter(|size| (1..=3).contains(size))
        };
        let Some(first) = tokens.first() else { return Objection::NotNow {} };
        let origin = match (named(first), waiting(first)) {
            (Some(place), _) => Origin::Space(place),
            (None, Some(size)) => Origin::Waiting(size),
            (None, None) => return Objection::NotNow {},
        };
        let dice = self.unspent_dice();
        if dice.is_empty() {
            return Objection::DiceUsed {};
        }
        let mover = match origin {
            Origin::Space(place) => match self.mover(seat, origin) {
                None => return self.object_to_space(place),
                Some(mover) => mover,
            },
            Origin::Waiting(size) => {
                let waits = self.sides[usize::from(seat)].stacks[usize::from(WAITING)];
                if waits.sizes().all(|other| other != size) {
                    return Objection::Empty {};
                }
                (size, WAITING)
            }
        };
        match tokens.get(1) {
            None => Objection::Stuck { size: mover.0 },
            Some(goal) => self.object_to_goal(mover, goal, dice),
        }
    }

    /// Why no piece of the seat to act moves from there.
    fn object_to_space(&self, place: super::Place) -> Objection {
        let other = Self::opponent(self.seats.to_act());
        let theirs =
            step(other, place).and_then(|at| self.sides[usize::from(other)].stacks[usize::from(at)].top());
        theirs.map_or(Objection::Empty {}, |size| Objection::OthersPiece { size, seat: other })
    }

    fn object_to_goal(&self, (size, from): (Size, Step), goal: &str, dice: Vec<u8>) -> Objection {
        let seat = self.seats.to_act();
        let longest = dice.last().copied().unwrap_or(0);
        let own = &self.sides[usize::from(seat)];
        if goal == "out" {
            return if from + longest < OUT {
                Objection::TooFar { dice }
            } else {
                Objection::OutInOrder { next: own.next_out() }
            };
        }
        let Some(place) = named(goal) else { return Objection::NotNow {} };
        let Some(to) = step(seat, place) else {
            let whose = safe_spot_of(place).unwrap_or(Self::opponent(seat));
            return Objection::OthersSpot { seat: whose };
        };
        if to.abs_diff(from) > longest {
            return Objection::TooFar { dice };
        }
        debug_assert!((1..=LAST).contains(&to), "a place is on the way");
        let facing = self.facing(seat, to);
        match own.stacks[usize::from(to)].top() {
            Some(top) if top < size => Objection::OntoSmaller {},
            Some(_) => Objection::NotNow {},
            None if facing.is_empty() && self.strict && to != SAFE => Objection::EmptySpace {},
            None if !facing.is_empty() && !facing.is_singleton() => Objection::Defended {},
            None => Objection::NotNow {},
        }
    }
}
