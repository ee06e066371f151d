//! Registry of games: what one line in the list of games stands for.

/// Takes every game once, as `Name in module`, and declares the enums over all games and what they dispatch.
macro_rules! games {
    ($($kind:ident in $module:ident),+ $(,)?) => {
        /// Every game the house knows.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum GameKind {
            $(#[doc = concat!("Played by [`", stringify!($module), "::", stringify!($kind), "`].")] $kind,)+
        }

        impl GameKind {
            /// Every game, in the order in which they are shown.
            pub const ALL: &'static [Self] = &[$(Self::$kind),+];

            /// The game's description.
            #[must_use]
            pub fn info(self) -> &'static GameInfo {
                match self { $(Self::$kind => <$module::$kind as Game>::INFO,)+ }
            }

            /// Sends a visitor to the game's own type.
            pub fn visit<V: GameVisitor>(self, visitor: V) -> V::Output {
                match self { $(Self::$kind => visitor.visit::<$module::$kind>(self),)+ }
            }
        }

        /// A position of any game, spoken to in notation.
        ///
        /// Who knows something of some games alone must have an answer for the others: a new one is a line here and none there.
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub enum AnyGame {
            $(#[doc = concat!("A position of [`", stringify!($module), "::", stringify!($kind), "`].")] $kind($module::$kind),)+
        }

        impl AnyGame {
            /// The starting position of a set-up, which is checked first.
            ///
            /// # Errors
            /// What is wrong with the set-up.
            pub fn start(kind: GameKind, setup: &Setup) -> Result<Self, SetupError> {
                match kind { $(GameKind::$kind => Ok(Self::$kind(<$module::$kind as Game>::start(setup)?)),)+ }
            }

            /// Reads the fields of a position text.
            fn read(kind: GameKind, setup: &Setup, fields: &PositionFields<'_>) -> Option<Self> {
                match kind { $(GameKind::$kind => <$module::$kind as Game>::read_position(setup, fields).map(Self::$kind),)+ }
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
