//! Knowledge of the pointing games: whose a free cell is, and who runs out of them.
//!
//! A cell is *easy* for a seat if a piece laid there can point at a root or at a piece of its own, and so costs nothing. Games are
//! won by having easy cells when the others have none left: so shared ones are taken first, one's own are kept, and the others
//! are walled in.

mod features;
mod judged;

use cydonia_rules::pointing::{Action, Pointing, Rules};
use cydonia_rules::wedge::{Cell, CellSet};
use cydonia_rules::{Game, MAX_SEATS, Seat, Seats, Size};

pub use features::Seen;
pub(crate) use judged::judged;

use crate::search::sampling::{Guide, Parameters, Sampling, Shares, softmax};

/// What counts how much, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Weights {
    /// To take a cell that is easy for another seat too.
    pub contest: f32,
    /// To fill a cell that is easy for nobody else.
    pub spend: f32,
    /// For each free neighbour that becomes easy.
    pub grow: f32,
    /// For each point of the piece's size, for each free neighbour that is not easy for another seat.
    pub wall: f32,
    /// For each point of the size of a piece that walls nobody in.
    pub waste: f32,
    /// What each piece will cost for which no easy cell is left.
    pub shortage: f32,
    /// How much of the victory goes by points at the end of a playout.
    pub margin: f32,
    /// How often a playout draws from all cells that can be laid on, and not from the easy ones alone.
    pub invade: f32,
}

/// A position as its acting seat sees it.
pub struct Sight {
    seat: usize,
    seats: usize,
    free: CellSet,
    /// The free cells that are easy for each seat.
    easy: [CellSet; MAX_SEATS],
    /// The free cells that are easy for any other seat.
    others: CellSet,
}

/// The guide to a pointing game, which for two seats is its hand evaluation as well.
#[derive(Clone, Copy, Debug)]
pub struct Walls {
    pub(crate) weights: Weights,
}

/// What tunes the search of a pointing game.
const PARAMETERS: Parameters = Parameters {
    exploration: 0.7,
    guess_unit: 1.0,
    reserve: 0.1,
    history: 0.5,
    playout_actions: 24,
    tries: 3,
    most_nodes: 1 << 21,
};

/// The search of a pointing game for three and more, with playouts.
pub(crate) fn search(walls: Walls) -> Sampling<Walls> {
    Sampling::new(walls, PARAMETERS)
}

/// The free cells that are easy for each seat that is still in.
fn easy<R: Rules>(game: &Pointing<R>) -> [CellSet; MAX_SEATS] {
    let (board, seats) = (game.board(), game.seats());
    let (free, rooted) = (game.free_cells(), board.bordering(game.roots()));
    let mut easy = [CellSet::EMPTY; MAX_SEATS];
    for seat in seats.all().filter(|seat| seats.is_in(*seat)) {
        easy[usize::from(seat)] = (board.bordering(game.owned()[usize::from(seat)]) | rooted) & free;
    }
    easy
}

impl<R: Rules> Guide<Pointing<R>> for Walls {
    type Sight = Sight;

    fn look(&self, game: &Pointing<R>) -> Sight {
        let easy = easy(game);
        let seats: &Seats = game.seats();
        let seat = seats.to_act();
        let others = seats.all().filter(|other| *other != seat);
        let others = others.fold(CellSet::EMPTY, |set, other| set | easy[usize::from(other)]);
        Sight {
            seat: usize::from(seat),
            seats: usize::from(seats.count()),
            free: game.free_cells(),
            easy,
            others,
        }
    }

    fn gain(&self, game: &Pointing<R>, sight: &Sight, action: Action) -> f32 {
        let Action::Lay { cell, size, target } = action else { return 0.0 };
        let Weights { contest, spend, grow, wall, waste, .. } = self.weights;
        let (own, other) = game.effect(size, target);
        let paid = other.map_or(0, |(_, paid)| paid) as f32 / (sight.seats - 1) as f32;
        let mine = sight.easy[sight.seat];
        let mut gain = own as f32 - paid;
        if sight.others.contains(cell) {
            gain += contest;
        } else if mine.contains(cell) {
            gain -= spend;
        }
        let around = game.board().neighbours(cell) & sight.free;
        gain += grow * (around & !mine).len() as f32;
        let walled = (around & !sight.others).len();
        let size = f32::from(size);
        gain + if walled == 0 { -waste * size } else { wall * size * walled as f32 }
    }

    /// Draws of the easy cells mostly, as long as there are any: who pays without need does so to get in somewhere.
    fn draw(&self, game: &Pointing<R>, tries: u32, chance: &mut fastrand::Rng) -> Option<Action> {
        if game.is_being_set_up() {
            return None;
        }
        let sight = self.look(game);
        let easy = sight.easy[sight.seat];
        let laid = game.owned().iter().fold(CellSet::EMPTY, |set, cells| set | *cells);
        let near = (game.board().bordering(laid) & sight.free) | easy;
        let own = game.owned()[sight.seat] | game.roots();
        let stash = game.stash(sight.seat as Seat);
        let mut best: Option<(f32, Action)> = None;
        for _ in 0..tries.max(1) {
            let invades = easy.is_empty() || chance.f32() < self.weights.invade;
            let cells = if invades { near } else { easy };
            let cell = cells.nth(chance.u32(..cells.len().max(1)))?;
            let size = drawn_size(stash, chance)?;
            let around = game.board().neighbours(cell);
            let for_nothing = (around & own).nth(0);
            let target = for_nothing.or_else(|| cheapest(game, size, around & !sight.free))?;
            let action = Action::Lay { cell, size, target };
            let gain = self.gain(game, &sight, action);
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, action));
            }
        }
        best.map(|(_, action)| action)
    }

    fn shares(&self, game: &Pointing<R>) -> Shares {
        let easy = easy(game);
        let left = |seat: Seat| game.stash(seat).iter().sum::<u8>();
        // Of an easy cell each seat to which it is one has its part.
        let cells = |seat: Seat| {
            let own = easy[usize::from(seat)];
            own.iter()
                .map(|cell| 1.0 / easy.iter().filter(|set| set.contains(cell)).count() as f32)
                .sum::<f32>()
        };
        let most_left = game.seats().all().map(left).max().unwrap_or(0);
        softmax(game, 1.5 + 0.25 * f32::from(most_left), |seat| {
            let short = (f32::from(left(seat)) - cells(seat)).max(0.0);
            game.merit_of(seat) as f32 - self.weights.shortage * short
        })
    }

    fn at_the_end(&self, game: &Pointing<R>, won: Shares) -> Shares {
        let by_points = softmax(game, 3.0, |seat| game.merit_of(seat) as f32);
        let Weights { margin, .. } = self.weights;
        std::array::from_fn(|seat| (1.0 - margin) * won[seat] + margin * by_points[seat])
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

/// The size of one of the pieces that are left, each as likely.
fn drawn_size(stash: [u8; 3], chance: &mut fastrand::Rng) -> Option<Size> {
    let left = stash.iter().sum::<u8>();
    let mut drawn = if left == 0 { return None } else { chance.u8(..left) };
    (1..).zip(stash).find_map(|(size, count)| {
        let is_it = drawn < count;
        drawn = drawn.wrapping_sub(count);
        is_it.then_some(size)
    })
}

/// Which of the pieces on `cells`, all of other seats, it costs least to point at.
fn cheapest<R: Rules>(game: &Pointing<R>, size: Size, cells: CellSet) -> Option<Cell> {
    let pieces = game.owned().iter().fold(CellSet::EMPTY, |set, owned| set | *owned) & cells;
    pieces.iter().max_by_key(|target| {
        let (own, paid) = game.effect(size, *target);
        own - paid.map_or(0, |(_, paid)| paid)
    })
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
    use cydonia_rules::{Phase, Setup, playout};

    use super::*;

    const WALLS: Walls = Walls {
        weights: Weights {
            contest: 0.6,
            spend: 0.6,
            grow: 0.3,
            wall: 0.2,
            waste: 0.1,
            shortage: 3.0,
            margin: 0.1,
            invade: 0.3,
        },
    };

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
        let mut struck = 0;
        for game in positions() {
            let all = game.legal_actions();
            let mut kept = all.clone();
            WALLS.narrow(&game, &mut kept);
            struck += all.len() - kept.len();
            for action in all {
                let has_as_good = kept.iter().any(|other| is_as_good(&game, *other, action));
                assert!(kept.contains(&action) || has_as_good, "{}", game.notation(action));
            }
        }
        assert!(struck > 500, "{struck}");
    }

    #[test]
    fn what_is_drawn_is_legal() {
        let mut chance = fastrand::Rng::with_seed(1);
        let mut drawn = 0;
        for game in positions() {
            for _ in 0..50 {
                let Some(action) = WALLS.draw(&game, 3, &mut chance) else { break };
                assert!(game.is_legal(action), "{}", game.notation(action));
                drawn += 1;
            }
        }
        assert!(drawn > 1_000, "{drawn}");
    }
}
