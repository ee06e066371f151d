//! Position view and its differences: what everybody sees alike, as all the games are of perfect information.

use smallvec::SmallVec;

use crate::{Ask, Phase, Seat};

/// A pyramid's size and its value in points: 1, 2 or 3.
pub type Size = u8;

/// A position as it is shown. Folding every event's difference into the first view gives each later one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
pub struct View {
    /// What is on each space, in the layout's order.
    pub spaces: Vec<SpaceView>,
    /// How many pyramids of size 1, 2 and 3 lie in each tray, in the layout's order.
    pub trays: Vec<[u8; 3]>,
    /// The dice of the turn, in the order rolled.
    pub dice: Vec<Die>,
    /// One number a seat.
    pub scores: Vec<i32>,
    /// Each counter's value, in the layout's order; null while it does not run.
    pub counters: Vec<Option<u32>>,
    /// What the game waits for.
    pub turn: Turn,
    /// What is asked for that: with the first token of an action, and with each that follows it. Where an action has more
    /// tokens than there are entries, the last goes on. None once the game is over.
    pub asks: Vec<Ask>,
    /// The actions to mark as the last: of one turn, in order.
    pub last: Vec<LastAction>,
    /// The seats that left, the first to leave first.
    pub left: Vec<Seat>,
}

/// What of a view only the game itself knows; [`Game::view`](crate::Game::view) adds the rest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// As in [`View::spaces`].
    pub spaces: Vec<SpaceView>,
    /// As in [`View::trays`].
    pub trays: Vec<[u8; 3]>,
    /// As in [`View::dice`].
    pub dice: Vec<Die>,
    /// As in [`View::counters`].
    pub counters: Vec<Option<u32>>,
    /// As in [`View::last`].
    pub last: Vec<LastAction>,
}

/// The pyramids on a space. Mostly there are few: those take no memory of their own, and a view of a whole board none for
/// each space.
pub type Stack = SmallVec<[Pyramid; 2]>;

/// What is on one space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
pub struct SpaceView {
    /// What the space itself has become, if anything.
    #[cfg_attr(feature = "wire", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub marker: Option<Marker>,
    /// The pyramids from the bottom up.
    #[cfg_attr(feature = "wire", serde(default, skip_serializing_if = "SmallVec::is_empty"))]
    #[cfg_attr(feature = "wire", ts(optional, as = "Option<Vec<Pyramid>>"), schemars(with = "Vec<Pyramid>"))]
    pub stack: Stack,
}

impl SpaceView {
    /// So many spaces with nothing on them. Each is made and not copied, as a copy would look for what there is.
    pub(crate) fn empty(count: usize) -> Vec<Self> {
        std::iter::repeat_with(Self::default).take(count).collect()
    }
}

/// What a space itself has become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "wire", serde(rename_all = "snake_case"))]
pub enum Marker {
    /// A well that pieces may point at.
    Root,
    /// A hole: nobody may play there or point at it.
    Null,
}

/// One pyramid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
pub struct Pyramid {
    /// 1, 2 or 3.
    #[cfg_attr(feature = "wire", schemars(range(min = 1, max = 3)))]
    pub size: Size,
    /// Whose colour it has; none where its place alone tells whose it is.
    #[cfg_attr(feature = "wire", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub owner: Option<Seat>,
    /// The space it points at if it lies on its side; none if it stands.
    #[cfg_attr(feature = "wire", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub points_at: Option<u16>,
}

impl Pyramid {
    /// An upright pyramid of nobody's colour.
    #[must_use]
    pub fn plain(size: Size) -> Self {
        Self { size, owner: None, points_at: None }
    }
}

/// One die of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
pub struct Die {
    /// 1 to 6.
    #[cfg_attr(feature = "wire", schemars(range(min = 1, max = 6)))]
    pub face: u8,
    /// Whether it has been used.
    pub spent: bool,
    /// Whose it is: the seat's whose turn the roll opened; in an opening roll of one die each, either seat's.
    pub seat: Seat,
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "wire", serde(tag = "phase", rename_all = "snake_case"))]
pub enum Turn {
    /// A seat must choose an action.
    Act {
        /// Which.
        seat: Seat,
    },
    /// Dice must be rolled for a seat.
    Roll {
        /// Whose turn they open.
        seat: Seat,
    },
    /// Nothing: it is over.
    Over {},
}

impl From<Phase> for Turn {
    fn from(phase: Phase) -> Self {
        match phase {
            Phase::Act { seat } => Self::Act { seat },
            Phase::Roll { seat } => Self::Roll { seat },
            Phase::Over => Self::Over {},
        }
    }
}

/// An action to be marked on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
pub struct LastAction {
    /// Who took it.
    pub seat: Seat,
    /// The spaces it touched, where it began first.
    pub spaces: Vec<u16>,
}

/// What differs between two views; whatever is absent is the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "wire", serde(default))]
pub struct ViewDiff {
    /// Spaces by their place in the layout, with all that is on them now.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Vec::is_empty"))]
    #[cfg_attr(feature = "wire", ts(optional, as = "Option<Vec<(u16, SpaceView)>>"))]
    pub spaces: Vec<(u16, SpaceView)>,
    /// Trays by their place in the layout, with all that is in them now.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Vec::is_empty"))]
    #[cfg_attr(feature = "wire", ts(optional, as = "Option<Vec<(u16, [u8; 3])>>"))]
    pub trays: Vec<(u16, [u8; 3])>,
    /// The dice.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), ts(optional))]
    pub dice: Option<Vec<Die>>,
    /// The scores.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), ts(optional))]
    pub scores: Option<Vec<i32>>,
    /// The counters.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), ts(optional))]
    pub counters: Option<Vec<Option<u32>>>,
    /// What the game waits for.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), ts(optional))]
    pub turn: Option<Turn>,
    /// What is asked for that.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), ts(optional))]
    pub asks: Option<Vec<Ask>>,
    /// The actions to mark as the last.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), ts(optional))]
    pub last: Option<Vec<LastAction>>,
    /// The seats that left.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), ts(optional))]
    pub left: Option<Vec<Seat>>,
}

impl View {
    /// What must change in `self` to make it `next`. Both must be of one game and layout.
    #[must_use]
    pub fn diff(&self, next: &Self) -> ViewDiff {
        ViewDiff {
            spaces: changed(&self.spaces, &next.spaces),
            trays: changed(&self.trays, &next.trays),
            dice: replaced(&self.dice, &next.dice),
            scores: replaced(&self.scores, &next.scores),
            counters: replaced(&self.counters, &next.counters),
            turn: replaced(&self.turn, &next.turn),
            asks: replaced(&self.asks, &next.asks),
            last: replaced(&self.last, &next.last),
            left: replaced(&self.left, &next.left),
        }
    }

    /// Folds a difference in. Places that the layout does not have are passed over.
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::{AnyGame, GameKind, Setup};
    ///
    /// let mut game = AnyGame::start(GameKind::MartianChess, &Setup::for_seats(2)).unwrap();
    /// let mut seen = game.view();
    /// game.play("b3-a4").unwrap();
    /// let diff = seen.diff(&game.view());
    /// assert_eq!(diff.spaces.len(), 2); // one space was left, one was reached
    /// seen.fold(&diff);
    /// assert_eq!(seen, game.view());
    /// ```
    pub fn fold(&mut self, diff: &ViewDiff) {
        for (place, space) in &diff.spaces {
            if let Some(slot) = self.spaces.get_mut(usize::from(*place)) {
                slot.clone_from(space);
            }
        }
        for (place, tray) in &diff.trays {
            if let Some(slot) = self.trays.get_mut(usize::from(*place)) {
                *slot = *tray;
            }
        }
        replace(&mut self.dice, &diff.dice);
        replace(&mut self.scores, &diff.scores);
        replace(&mut self.counters, &diff.counters);
        replace(&mut self.turn, &diff.turn);
        replace(&mut self.asks, &diff.asks);
        replace(&mut self.last, &diff.last);
        replace(&mut self.left, &diff.left);
    }
}

fn changed<T: Clone + PartialEq>(before: &[T], after: &[T]) -> Vec<(u16, T)> {
    (0u16..)
        .zip(before.iter().zip(after))
        .filter(|(_, (old, new))| old != new)
        .map(|(place, (_, new))| (place, new.clone()))
        .collect()
}

fn replaced<T: Clone + PartialEq>(before: &T, after: &T) -> Option<T> {
    (before != after).then(|| after.clone())
}

fn replace<T: Clone>(slot: &mut T, new: &Option<T>) {
    if let Some(new) = new {
        slot.clone_from(new);
    }
}
