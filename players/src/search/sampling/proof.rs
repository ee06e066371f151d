//! Proven results: the multi-player solver of Nijssen and Winands, who win by whatever is played.

use cydonia_rules::{MAX_SEATS, Outcome, Seat};

/// For each seat its part of the victory, from 0 to 1; those of seats that there are not stay 0.
pub type Shares = [f32; MAX_SEATS];

/// The parts of a game that is over: whoever is first has it, and those who share the first rank share it.
pub(super) fn shares_of(outcome: &Outcome) -> Shares {
    Proof::of(outcome).shares().unwrap_or_default()
}

/// The seats that share the first rank at the end of the game, if that is certain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Proof(u8);

impl Proof {
    /// Nothing is certain.
    pub(super) const NONE: Self = Self(0);
    /// Beside a bit for each seat: it is certain. There are games that nobody wins.
    const CERTAIN: u8 = 0x80;

    pub(super) fn of(outcome: &Outcome) -> Self {
        let first = (0..).zip(&outcome.ranks).filter(|(_, rank)| **rank == 1);
        Self(first.fold(Self::CERTAIN, |winners, (seat, _): (u8, _)| winners | 1 << seat))
    }

    pub(super) fn is_certain(self) -> bool {
        self != Self::NONE
    }

    /// What is certain for that seat, if anything is.
    pub(super) fn share(self, seat: Seat) -> Option<f32> {
        let winners = self.0 & !Self::CERTAIN;
        self.is_certain()
            .then(|| if winners >> seat & 1 == 1 { 1.0 / winners.count_ones() as f32 } else { 0.0 })
    }

    pub(super) fn shares(self) -> Option<Shares> {
        self.is_certain().then(|| std::array::from_fn(|seat| self.share(seat as Seat).unwrap_or(0.0)))
    }

    /// What is certain where `seat` chooses among these, of which none is better than `best` for it. What it wins as well
    /// as can be is; else everything must be certain, and what is best for it must be the same for everybody: which of two
    /// that are alike to it would be chosen nobody knows.
    pub(super) fn chosen(children: impl Iterator<Item = Self> + Clone, seat: Seat, best: f32) -> Self {
        let share = |proof: Self| proof.share(seat);
        if let Some(won) = children.clone().find(|proof| share(*proof).is_some_and(|share| share >= best)) {
            return won;
        }
        let Some(top) = children.clone().map(share).try_fold(0.0, |top: f32, share| Some(top.max(share?)))
        else {
            return Self::NONE;
        };
        let mut alike = children.filter(|proof| share(*proof) == Some(top));
        let first = alike.next().unwrap_or_default();
        if alike.all(|other| other == first) { first } else { Self::NONE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Certain, with these as the winners.
    fn won_by(seats: &[Seat]) -> Proof {
        Proof(seats.iter().fold(Proof::CERTAIN, |winners, seat| winners | 1 << seat))
    }

    fn chosen(children: &[Proof], seat: Seat) -> Proof {
        Proof::chosen(children.iter().copied(), seat, 1.0)
    }

    #[test]
    fn one_win_is_enough_and_a_loss_needs_every_action() {
        assert_eq!(chosen(&[Proof::NONE, won_by(&[0]), won_by(&[1])], 0), won_by(&[0]));
        assert_eq!(chosen(&[Proof::NONE, won_by(&[1])], 0), Proof::NONE);
        assert_eq!(chosen(&[won_by(&[1]), won_by(&[1])], 0), won_by(&[1]));
    }

    #[test]
    fn half_is_better_than_nothing_once_everything_is_certain() {
        assert_eq!(chosen(&[won_by(&[1]), won_by(&[0, 1])], 0), won_by(&[0, 1]));
        assert_eq!(chosen(&[won_by(&[0, 1]), Proof::NONE], 0), Proof::NONE);
        // A team's half is all that there is to be had.
        let children = [won_by(&[0, 2]), Proof::NONE];
        assert_eq!(Proof::chosen(children.into_iter(), 0, 0.5), won_by(&[0, 2]));
    }

    #[test]
    fn whom_a_loser_makes_win_is_not_certain() {
        assert_eq!(chosen(&[won_by(&[1]), won_by(&[2])], 0), Proof::NONE);
        assert_eq!(chosen(&[won_by(&[1]), won_by(&[2]), won_by(&[0, 2])], 0), won_by(&[0, 2]));
    }

    #[test]
    fn a_game_that_nobody_wins_is_certain_too() {
        let nobody = won_by(&[]);
        assert!(nobody.is_certain());
        assert_eq!(nobody.shares(), Some([0.0; MAX_SEATS]));
        assert_eq!(chosen(&[nobody, nobody], 1), nobody);
    }
}
