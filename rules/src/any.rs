//! The closed list of games, and a position of any of them.

use crate::{
    Game, GameInfo, Layout, LeaveReason, Motion, Outcome, Phase, Refusal, Seat, Seats, Setup, SetupError,
    View,
};

/// Something to be done with a game as the type it is; [`GameKind::visit`] brings it there.
pub trait GameVisitor {
    /// What it comes back with.
    type Output;

    /// Does it.
    fn visit<G: Game>(self, kind: GameKind) -> Self::Output;
}

/// Lists every game once. A new line here is a new game; whatever must know of it fails to compile until it does.
macro_rules! games {
    ($($kind:ident => $game:ty),+ $(,)?) => {
        /// Every game the house knows.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum GameKind {
            $(#[doc = concat!("Played by [`", stringify!($game), "`].")] $kind,)+
        }

        impl GameKind {
            /// Every game, in the order in which they are shown.
            pub const ALL: &'static [Self] = &[$(Self::$kind),+];

            /// The game's description.
            #[must_use]
            pub fn info(self) -> &'static GameInfo {
                match self { $(Self::$kind => <$game as Game>::INFO,)+ }
            }

            /// Sends a visitor to the game's own type.
            pub fn visit<V: GameVisitor>(self, visitor: V) -> V::Output {
                match self { $(Self::$kind => visitor.visit::<$game>(self),)+ }
            }
        }

        /// A position of any game, spoken to in notation.
        #[derive(Clone, Debug)]
        pub enum AnyGame {
            $(#[doc = concat!("A position of [`", stringify!($game), "`].")] $kind($game),)+
        }

        impl AnyGame {
            /// Starts a game.
            ///
            /// # Errors
            /// What is wrong with the set-up.
            pub fn start(kind: GameKind, setup: &Setup) -> Result<Self, SetupError> {
                match kind { $(GameKind::$kind => Ok(Self::$kind(<$game>::start(setup)?)),)+ }
            }

            /// Which game this is.
            #[must_use]
            pub fn kind(&self) -> GameKind {
                match self { $(Self::$kind(_) => GameKind::$kind,)+ }
            }
        }

        /// Runs one expression on whatever game an [`AnyGame`] holds.
        macro_rules! with {
            ($any:expr, $inner:ident => $body:expr) => {
                match $any { $(AnyGame::$kind($inner) => $body,)+ }
            };
        }
    };
}

games! {
    MartianChess => crate::martian_chess::MartianChess,
    MartianGo => crate::martian_go::MartianGo,
    BranchesTwigsThorns => crate::branches_twigs_thorns::BranchesTwigsThorns,
    MartianMudWrestling => crate::martian_mud_wrestling::MartianMudWrestling,
    MartianFrisby => crate::martian_frisby::MartianFrisby,
    MartianBackgammon => crate::martian_backgammon::MartianBackgammon,
}

impl GameKind {
    /// The game of that name.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.info().id == id)
    }

    /// The game's stable name.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.info().id
    }
}

impl AnyGame {
    /// The game's description.
    #[must_use]
    pub fn info(&self) -> &'static GameInfo {
        self.kind().info()
    }

    /// What the game waits for now.
    #[must_use]
    pub fn phase(&self) -> Phase {
        with!(self, game => game.phase())
    }

    /// Every legal action's notation, sorted by bytes.
    #[must_use]
    pub fn actions(&self) -> Vec<String> {
        with!(self, game => game.actions())
    }

    /// The legal actions that end the turn and not the game, sorted by bytes. Only games with dice are worth
    /// asking: in the others every action ends the turn, and the list is empty.
    #[must_use]
    pub fn ends(&self) -> Vec<String> {
        with!(self, game => game.ends())
    }

    /// Takes an action by its notation, and tells what the pieces did.
    ///
    /// # Errors
    /// As [`Game::check`]; nothing has changed then.
    pub fn play(&mut self, text: &str) -> Result<Vec<Motion>, Refusal> {
        with!(self, game => {
            let action = game.check(text)?;
            let motions = game.motions(action);
            game.apply(action);
            Ok(motions)
        })
    }

    /// Takes a roll.
    ///
    /// # Errors
    /// As [`Game::roll`]; nothing has changed then.
    pub fn roll(&mut self, dice: [u8; 2]) -> Result<(), Refusal> {
        with!(self, game => game.roll(dice))
    }

    /// Takes a seat out of the game.
    ///
    /// # Errors
    /// As [`Game::leave`]; nothing has changed then.
    pub fn leave(&mut self, seat: Seat, reason: LeaveReason) -> Result<(), Refusal> {
        with!(self, game => game.leave(seat, reason))
    }

    /// The seats, for who is still in.
    #[must_use]
    pub fn seats(&self) -> &Seats {
        with!(self, game => game.seats())
    }

    /// One number a seat as it stands.
    #[must_use]
    pub fn scores(&self) -> Vec<i32> {
        with!(self, game => game.scores())
    }

    /// The dice not yet used, ascending.
    #[must_use]
    pub fn unspent_dice(&self) -> Vec<u8> {
        with!(self, game => game.unspent_dice())
    }

    /// The result, once the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        with!(self, game => game.outcome())
    }

    /// Where things are and what they are called.
    #[must_use]
    pub fn layout(&self) -> Layout {
        with!(self, game => game.layout())
    }

    /// The position as it is shown.
    #[must_use]
    pub fn view(&self) -> View {
        with!(self, game => game.view())
    }
}
