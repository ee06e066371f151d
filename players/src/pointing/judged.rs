//! The search: its leaves are judged, and nothing is played on from them.

use cydonia_rules::pointing::{Action, Pointing, Rules};
use cydonia_rules::{Game, MAX_SEATS};

use super::Walls;
use super::walls::Sight;
use crate::evaluation::{Evaluate, chance_of};
use crate::search::sampling::{Guide, Parameters, Sampling, Shares, shared_out};

/// The guide to a pointing game: first guesses are by hand, and a judge says what a position is worth.
#[derive(Clone, Copy, Debug)]
pub struct Judged<E> {
    walls: Walls,
    judge: E,
}

/// What tunes the search of a pointing game.
pub(super) const NARROW: Parameters = Parameters {
    exploration: 0.7,
    guess_unit: 1.0,
    reserve: 0.1,
    history: 0.5,
    playout_actions: 0,
    tries: 0,
    most_nodes: 1 << 21,
};

/// With two seats it looks about more widely: what is worth the more, the more often the other may go wrong after it, is all that whoever
/// sits second has to choose by.
pub(super) const WIDE: Parameters = Parameters { exploration: 1.4, guess_unit: 2.0, ..NARROW };

/// The search of a pointing game by that judge.
pub(super) fn judged<E>(walls: Walls, judge: E, parameters: Parameters) -> Sampling<Judged<E>> {
    Sampling::new(Judged { walls, judge }, parameters)
}

impl<R: Rules, E: Evaluate<Pointing<R>>> Guide<Pointing<R>> for Judged<E> {
    type Sight = Sight;

    fn look(&self, game: &Pointing<R>) -> Sight {
        self.walls.look(game)
    }

    fn gain(&self, game: &Pointing<R>, sight: &Sight, action: Action) -> f32 {
        self.walls.gain(game, sight, action)
    }

    fn shares(&self, game: &Pointing<R>) -> Shares {
        let seats = game.seats();
        if seats.count() != 2 {
            return shared_out(game, &self.judge);
        }
        let seat = seats.to_act();
        let own = chance_of(self.judge.score(game, seat));
        let mut shares = [0.0; MAX_SEATS];
        shares[usize::from(seat)] = own;
        shares[usize::from(1 - seat)] = 1.0 - own;
        shares
    }

    /// To what a piece points matters for the points alone: one that is at least as good for who lays it, and pays nobody more,
    /// is enough of each cell and size.
    fn narrow(&self, game: &Pointing<R>, actions: &mut Vec<Action>) {
        let mut kept = 0;
        for next in 0..actions.len() {
            let action = actions[next];
            if let Action::Lay { cell, .. } = action {
                // Those of a cell stand together.
                let same_cell = actions[..kept]
                    .iter()
                    .rev()
                    .take_while(|other| matches!(other, Action::Lay { cell: its, .. } if *its == cell));
                let same_cell = same_cell.count();
                let rivals = &mut actions[kept - same_cell..kept];
                if rivals.iter().any(|rival| is_as_good(game, *rival, action)) {
                    continue;
                }
                if let Some(rival) = rivals.iter_mut().find(|rival| is_as_good(game, action, **rival)) {
                    *rival = action;
                    continue;
                }
            }
            actions[kept] = action;
            kept += 1;
        }
        actions.truncate(kept);
    }

    fn key(&self, _game: &Pointing<R>, action: Action) -> u16 {
        let cells = MAX_SEATS as u16 * 16;
        match action {
            Action::Lay { cell, size, .. } => u16::from(size - 1) * cells + u16::from(cell),
            Action::Root(cell) => 3 * cells + u16::from(cell),
            Action::Null(cell) => 4 * cells + u16::from(cell),
        }
    }
}

/// Whether the first leaves the same on the board as the second, and points that are no worse.
fn is_as_good<R: Rules>(game: &Pointing<R>, one: Action, other: Action) -> bool {
    let (Action::Lay { cell, size, target }, Action::Lay { cell: cell_2, size: size_2, target: target_2 }) =
        (one, other)
    else {
        return false;
    };
    let ((own, paid), (own_2, paid_2)) = (game.effect(size, target), game.effect(size_2, target_2));
    let pays_no_more = match (paid, paid_2) {
        (None, _) => true,
        (Some((to, much)), Some((to_2, much_2))) => to == to_2 && much <= much_2,
        (Some(_), None) => false,
    };
    (cell, size) == (cell_2, size_2) && own >= own_2 && pays_no_more
}

#[cfg(test)]
mod tests {
    use cydonia_rules::branches_twigs_thorns::BranchesTwigsThorns;
    use cydonia_rules::{LeaveReason, Phase, Setup, playout};

    use super::*;
    use crate::branches_twigs_thorns::ForMany;
    use crate::pointing::Known;

    /// Positions of every length, for every number of seats.
    fn positions() -> impl Iterator<Item = BranchesTwigsThorns> {
        (2..=6).flat_map(|seats| (0..90).step_by(3).map(move |taken| (seats, taken))).filter_map(
            |(seats, taken)| {
                let mut game = BranchesTwigsThorns::start(&Setup::for_seats(seats)).unwrap();
                let mut chance = fastrand::Rng::with_seed(u64::from(taken));
                playout(&mut game, taken, &mut Vec::new(), |below| chance.usize(..below));
                matches!(game.phase(), Phase::Act { .. }).then_some(game)
            },
        )
    }

    #[test]
    fn what_is_struck_out_has_something_as_good_left() {
        let guide = Judged { walls: ForMany::HAND, judge: ForMany::HAND };
        let mut struck = 0;
        for game in positions() {
            let all = game.legal_actions();
            let mut kept = all.clone();
            guide.narrow(&game, &mut kept);
            struck += all.len() - kept.len();
            for action in all {
                let has_as_good = kept.iter().any(|other| is_as_good(&game, *other, action));
                assert!(kept.contains(&action) || has_as_good, "{}", game.notation(action));
            }
        }
        assert!(struck > 500, "{struck}");
    }

    #[test]
    fn those_who_are_in_share_the_victory_and_nobody_else() {
        let mut shared = 0;
        for mut game in positions().filter(|game| game.seats().count() > 2) {
            let guide = Judged { walls: ForMany::HAND, judge: ForMany::judge() };
            let everybody = guide.shares(&game);
            let leaver = game.seats().to_act();
            game.apply_leave(leaver, LeaveReason::Resigned);
            if game.phase() == Phase::Over {
                continue;
            }
            let rest = guide.shares(&game);
            for shares in [everybody, rest] {
                assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{shares:?}");
            }
            assert!(everybody[usize::from(leaver)] > 0.0 && rest[usize::from(leaver)] == 0.0);
            shared += 1;
        }
        assert!(shared > 50, "{shared}");
    }
}
