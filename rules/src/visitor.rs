//! Visitors: what is to be done with a game, or a position of it, as the type it is.

use crate::{Game, GameKind};

/// Something to be done with a position as the type it is; [`AnyGame::visit`](crate::AnyGame::visit) brings it there.
pub trait PositionVisitor {
    /// What comes of the visit, whichever game it is.
    type Output;

    /// Called once, with the position that the [`AnyGame`](crate::AnyGame) holds.
    fn visit<G: Game>(self, game: &G) -> Self::Output;
}

/// Something to be done with a game as the type it is; [`GameKind::visit`] brings it there.
///
/// # Examples
/// ```
/// use cydonia_rules::{Game, GameKind, GameVisitor, Setup};
///
/// /// Counts the first actions of a game, whose type it is given.
/// struct FirstActions;
///
/// impl GameVisitor for FirstActions {
///     type Output = usize;
///
///     fn visit<G: Game>(self, kind: GameKind) -> usize {
///         let setup = Setup::for_seats(kind.info().min_seats);
///         G::start(&setup).unwrap().legal_actions().len()
///     }
/// }
///
/// assert_eq!(GameKind::MartianMudWrestling.visit(FirstActions), 21);
/// ```
pub trait GameVisitor {
    /// What comes of the visit, whichever game it is.
    type Output;

    /// Called once, with `G` as the type that plays `kind`.
    fn visit<G: Game>(self, kind: GameKind) -> Self::Output;
}
