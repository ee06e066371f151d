//! Dispatch by enum: a position of any game, asked the same questions whichever it is.

use crate::{
    AnyGame, Game, GameInfo, GameKind, InputError, Layout, LeaveReason, Motion, Notations, Objection,
    Outcome, Phase, PositionVisitor, ScoreChange, Seat, Seats, View,
};

impl GameKind {
    /// The game of that name.
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::GameKind;
    ///
    /// assert_eq!(GameKind::from_id("martian-chess"), Some(GameKind::MartianChess));
    /// assert_eq!(GameKind::from_id("chess"), None);
    /// assert!(GameKind::ALL.iter().all(|kind| GameKind::from_id(kind.id()) == Some(*kind)));
    /// ```
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

    /// Sends a visitor to the position's own type.
    pub fn visit<V: PositionVisitor>(&self, visitor: V) -> V::Output {
        with!(self, game => visitor.visit(game))
    }

    /// What the game waits for now.
    #[must_use]
    pub fn phase(&self) -> Phase {
        with!(self, game => game.phase())
    }

    /// Every legal action's notation, sorted by bytes.
    #[must_use]
    pub fn notations(&self) -> Notations {
        with!(self, game => game.notations())
    }

    /// The same, each in a text of its own.
    #[must_use]
    pub fn actions(&self) -> Vec<String> {
        with!(self, game => game.actions())
    }

    /// The legal actions that end the turn and not the game, sorted by bytes. Only games with dice are worth
    /// asking: in the others every action ends the turn, and the list is empty.
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::{AnyGame, GameKind, Setup};
    ///
    /// let mut game = AnyGame::start(GameKind::MartianFrisby, &Setup::for_seats(2)).unwrap();
    /// game.roll([3, 5]).unwrap();
    /// game.play("b1-b6").unwrap();
    /// game.play("a1-a4").unwrap();
    /// assert!(game.unspent_dice().is_empty());
    /// assert_eq!(game.turn_ending_actions(), ["end"]);
    /// ```
    #[must_use]
    pub fn turn_ending_actions(&self) -> Vec<String> {
        with!(self, game => game.turn_ending_actions())
    }

    /// Why an action, or one that begins so, may not be taken now; none if it may.
    #[must_use]
    pub fn objection(&self, beginning: &str) -> Option<Objection> {
        with!(self, game => game.objection(beginning))
    }

    /// What legal actions would bring in scores, those together that bring the same.
    #[must_use]
    pub fn score_changes(&self) -> Vec<ScoreChange> {
        with!(self, game => game.score_changes())
    }

    /// Takes an action by its notation, and tells what the pieces did.
    ///
    /// # Errors
    /// As [`Game::check`]; nothing has changed then.
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::{AnyGame, GameKind, Motion, Setup};
    ///
    /// let mut game = AnyGame::start(GameKind::MartianChess, &Setup::for_seats(2)).unwrap();
    /// let motions = game.play("b3-a4").unwrap();
    /// let space = |name| game.layout().spaces.iter().position(|space| space.name == name).unwrap() as u16;
    /// assert!(matches!(&motions[..], [Motion::Move { path, .. }] if *path == [space("b3"), space("a4")]));
    /// ```
    pub fn play(&mut self, text: &str) -> Result<Vec<Motion>, InputError> {
        with!(self, game => {
            let action = game.check(text)?;
            let motions = game.motions(action);
            game.apply(action);
            Ok(motions)
        })
    }

    /// Takes two dice in the order in which they were thrown; 1 to 6 each.
    ///
    /// # Errors
    /// As [`Game::roll`]; nothing has changed then.
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::{AnyGame, GameKind, Phase, InputError, Setup};
    ///
    /// let mut game = AnyGame::start(GameKind::MartianFrisby, &Setup::for_seats(2)).unwrap();
    /// assert_eq!(game.phase(), Phase::Roll { seat: 0 }); // the rules ask, and never roll themselves
    /// assert_eq!(game.roll([0, 7]), Err(InputError::BadDice));
    /// game.roll([5, 3]).unwrap();
    /// assert_eq!((game.phase(), game.unspent_dice()), (Phase::Act { seat: 0 }, vec![3, 5]));
    /// ```
    pub fn roll(&mut self, dice: [u8; 2]) -> Result<(), InputError> {
        with!(self, game => game.roll(dice))
    }

    /// Takes a seat out of the game.
    ///
    /// # Errors
    /// As [`Game::leave`]; nothing has changed then.
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::{AnyGame, GameKind, LeaveReason, Phase, Reason, InputError, Setup};
    ///
    /// let mut game = AnyGame::start(GameKind::MartianGo, &Setup::for_seats(3)).unwrap();
    /// game.leave(0, LeaveReason::Timeout).unwrap();
    /// assert_eq!(game.phase(), Phase::Act { seat: 1 }); // the others play on
    /// assert_eq!(game.leave(0, LeaveReason::Resigned), Err(InputError::BadSeat(0)));
    /// game.leave(2, LeaveReason::Resigned).unwrap();
    /// let outcome = game.outcome().unwrap();
    /// assert_eq!((outcome.ranks, outcome.reason), (vec![3, 1, 2], Reason::RESIGNED));
    /// ```
    pub fn leave(&mut self, seat: Seat, reason: LeaveReason) -> Result<(), InputError> {
        with!(self, game => game.leave(seat, reason))
    }

    /// Takes a seat that has left into the game again, as somebody else plays on for it.
    ///
    /// # Errors
    /// As [`Game::rejoin`]; nothing has changed then.
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::{AnyGame, GameKind, InputError, LeaveReason, Phase, Setup};
    ///
    /// let mut game = AnyGame::start(GameKind::MartianGo, &Setup::for_seats(3)).unwrap();
    /// game.leave(0, LeaveReason::Timeout).unwrap();
    /// assert_eq!(game.rejoin(1), Err(InputError::BadSeat(1))); // it never left
    /// game.rejoin(0).unwrap();
    /// assert_eq!(game.phase(), Phase::Act { seat: 1 }); // its turn is over, the next one is its own again
    /// assert!(game.view().left.is_empty());
    /// ```
    pub fn rejoin(&mut self, seat: Seat) -> Result<(), InputError> {
        with!(self, game => game.rejoin(seat))
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

    /// The seat that began, where the game itself has found it out; where the set-up says it, and before, none.
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::{AnyGame, GameKind, Setup};
    ///
    /// let mut game = AnyGame::start(GameKind::MartianBackgammon, &Setup::for_seats(2)).unwrap();
    /// game.roll([3, 3]).unwrap(); // nobody yet
    /// assert_eq!(game.began(), None);
    /// game.roll([2, 5]).unwrap();
    /// assert_eq!(game.began(), Some(1));
    /// ```
    #[must_use]
    pub fn began(&self) -> Option<Seat> {
        with!(self, game => game.began())
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
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::{AnyGame, GameKind, Setup};
    ///
    /// let game = AnyGame::start(GameKind::MartianChess, &Setup::for_seats(2)).unwrap();
    /// let layout = game.layout();
    /// assert_eq!((layout.spaces.len(), layout.pieces[2].as_str()), (32, "queen"));
    /// // Every token of every action stands in it: whoever has the layout can offer actions without the rules.
    /// let is_known = |text: &str| layout.tokens.iter().any(|token| token.text == text);
    /// assert!(game.actions().iter().all(|action| action.split('-').all(is_known)));
    /// ```
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
